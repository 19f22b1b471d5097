"""Test positions of Gipf: from play, and boards set up with rows to be removed.

As in `tests/strategies.py` games are random but lively: the liveliest of a few moves is played.
"""

from __future__ import annotations

from random import Random

from hypothesis import strategies as st

from games.gipf.board import ENTRY_SPOTS, LINES, SPOTS
from games.gipf.moves import brings_gipf, entry_of
from games.gipf.position import GipfPosition
from games.gipf.rows import GIPF, OWNER, WORTH, rows_of
from games.gipf.rules import BASIC, GIPF_PRESETS, GipfRules
from games.rules import EMPTY

MOVES_TO_CHOOSE_FROM = 3
# How a player values an own piece on the line of its push, and a GIPF-piece brought in.
TEMPERS = ((1, 0), (1, 9), (2, -9), (-1, 0))


def gipf_presets() -> st.SearchStrategy[GipfRules]:
    """The three games of the rule book."""
    return st.sampled_from(tuple(GIPF_PRESETS.values()))


def gipf_rules() -> st.SearchStrategy[GipfRules]:
    """The three games, with handicaps in the basic one, and limits of turns."""
    return st.integers(0, 100_000).map(lambda seed: drawn_gipf_rules(Random(seed)))


def drawn_gipf_rules(dice: Random) -> GipfRules:
    """Rules by these dice."""
    rules = dice.choice(tuple(GIPF_PRESETS.values()))
    fewest = 15 if rules.variant == BASIC else 18
    pieces = (dice.randint(fewest, 18), dice.randint(fewest, 18))
    limit = dice.choice((0, 0, 30))
    return GipfRules(rules.name, rules.variant, pieces=pieces, most_turns=limit)


@st.composite
def gipf_positions(
    draw: st.DrawFn, rules: st.SearchStrategy[GipfRules] | None = None, max_moves: int = 80
) -> GipfPosition:
    """A position reached by play in which the game goes on; also in the middle of a turn."""
    seed, moves = draw(st.integers(0, 10_000)), draw(st.integers(0, max_moves))
    return random_gipf_position(draw(gipf_presets() if rules is None else rules), seed, moves)


@st.composite
def last_gipf_positions(draw: st.DrawFn, back: int = 1) -> GipfPosition:
    """A position at most this many decisions before the end of a random game of the rule book."""
    start = GipfPosition(draw(gipf_presets()))
    game = random_gipf_game(start, draw(st.integers(0, 10_000)), 1000)
    for move in game[: -draw(st.integers(1, back))]:
        start.play(move)
    return start.copy()


def random_gipf_position(rules: GipfRules, seed: int, moves: int) -> GipfPosition:
    """The position after a random game of this many decisions, or the last one before its end."""
    position = GipfPosition(rules)
    dice = Random(seed)
    temper = dice.choice(TEMPERS)
    for _ in range(moves):
        position.play(random_gipf_move(position, dice, temper))
        if position.outcome is not None:
            position.undo()
            break
    return position.copy()


def random_gipf_game(start: GipfPosition, seed: int, most: int) -> list[int]:
    """The moves of a random game from a position, to its end or for this many moves."""
    position = start.copy()
    dice = Random(seed)
    while position.outcome is None and len(position.moves) < most:
        position.play(random_gipf_move(position, dice))
    return position.moves


def random_gipf_move(
    position: GipfPosition, dice: Random, temper: tuple[int, int] = TEMPERS[0]
) -> int:
    """A legal move, the liveliest of a few; the game goes on."""
    legal = position.legal_moves()
    if not position.placing:
        return dice.choice(legal)
    some = [dice.choice(legal) for _ in range(MOVES_TO_CHOOSE_FROM)]
    return max(some, key=lambda move: liveliness(position, move, temper))


def liveliness(position: GipfPosition, move: int, temper: tuple[int, int]) -> int:
    """A crude measure of what a new piece may lead to."""
    cells = [position.cells[spot] for spot in ENTRY_SPOTS[entry_of(move)]]
    own = sum(OWNER[cell] == position.side for cell in cells)
    return temper[0] * own + temper[1] * brings_gipf(move)


@st.composite
def crowded_positions(draw: st.DrawFn) -> GipfPosition:
    """A board that no game led to, full of rows, with a side to remove one if there is any.

    It has the rare cases: crossing rows, rows of GIPF-pieces only, rows of both sides.
    """
    return crowded_position(draw(gipf_presets()), Random(draw(st.integers(0, 100_000))))


def crowded_position(rules: GipfRules, dice: Random) -> GipfPosition:
    """The same for given rules and dice; each side has a piece in reserve, so the game goes on."""
    cells = crowded_cells(rules, dice)
    turn = dice.randrange(2)
    owners = [owner for owner in (turn, 1 - turn) if rows_of(cells, owner)]
    on_board = [sum(WORTH[cell] for cell in cells if OWNER[cell] == side) for side in (0, 1)]
    reserves = [dice.randint(1, rules.pieces[side] - on_board[side]) for side in (0, 1)]
    if not owners:
        return GipfPosition(rules, cells, turn, reserves)
    return GipfPosition(rules, cells, owners[0], reserves, turn=turn)


def crowded_cells(rules: GipfRules, dice: Random) -> list[int]:
    """Cells with many pieces: each side in turn fills free spots, first along two lines."""
    cells = [EMPTY] * len(SPOTS)
    for side in dice.sample((0, 1), 2):
        share = 0.0 if rules.variant == BASIC else dice.choice((0.3, 0.6, 1.0))
        budget = rules.pieces[side] - dice.randrange(1, 6)
        wanted = [*dice.choice(LINES), *dice.choice(LINES), *dice.sample(range(len(SPOTS)), 8)]
        gipf = rules.variant != BASIC  # each side has one, so the game goes on
        for spot in dict.fromkeys(wanted):
            if cells[spot] == EMPTY and budget >= 1 + gipf:
                cells[spot] = side + (GIPF if gipf else 1)
                budget -= WORTH[cells[spot]]
                gipf = dice.random() < share
    return cells
