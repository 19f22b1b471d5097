"""The games of each family as tests draw them, and what the conformance suite knows of a family.

This module alone imports the parts of the families by name; `tests/conformance` asks it for them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from hypothesis import strategies as st

from games.family import AnyFamily, AnyPosition, play_all
from games.five import perft as five_perft
from games.five.position import BOARD_FULL, CAPTURES, FivePosition
from games.five.position import FIVE as FIVE_IN_A_ROW
from games.five.rules import PRESETS
from games.five.symmetry import mapped_point
from games.gipf import perft as gipf_perft
from games.gipf import symmetry as hexagon
from games.gipf.moves import MOVES, line_of, removal
from games.gipf.position import EMPTY_RESERVE, GAME_LENGTH, NO_GIPF_PIECE, GipfPosition
from games.gipf.rules import GIPF_PRESETS
from games.registry import family_of
from search.five.native import open_search, set_position
from search.gipf.native import open_gipf_search, set_gipf_position
from search.kernel.five import FiveSearch
from search.plain import Walk
from search.pure.game import PlainGame
from search.reference.gipf_value import plain_value, static_value
from search.reference.static import evaluate
from search.score import INFINITY
from search.weights import Weights
from search.weights.five import FIVE_TUNABLES
from search.weights.gipf import GIPF_TUNABLES
from search.weights.tunable import Tunables
from tests.gipf_strategies import TEMPERS as GIPF_TEMPERS
from tests.gipf_strategies import crowded_position, drawn_gipf_rules, gipf_rules, random_gipf_move
from tests.strategies import (
    TEMPERS,
    colours_swapped,
    drawn_rules,
    mapped_position,
    presets,
    random_move,
    rules_records,
    woven_position,
)

LONGEST_GAME = 1000  # decisions after which a random game is cut off
MOST_LEAVES = 300  # of Gipf: ways to remove rows of GIPF-pieces multiply


class Games:
    """The games of one family.

    name     for the names of tests
    presets  its named games
    of       the family object for rules
    choose   a legal move of a position, for dice and a temper
    tempers  the playing styles of random players

    The rest is there only where a family has it:

    rules    rules of all kinds, to be drawn; `drawn` draws them from dice
    moves    all numbers that may be moves, on the board of these rules
    set_up   a position that no game led to, from rules and dice
    mapped, mapped_move, exchanged   images of a position and a move, and the colours exchanged
    perft    the readable rules' count, as the kernel returns it; None where that takes long
    kernel   a kernel search set to a position, with weights
    value, plain   the reference's static value, and what its plain search to a depth finds: value,
                   nodes and line, or fewer of them
    tunables       the weights that it has
    ends     the terminations that the board shows
    """

    def __init__(self, name: str, presets: Mapping[str, Any], **parts: Any) -> None:
        self.name = name
        self.presets = presets
        self.of: Callable[[Any], AnyFamily] = parts.get("of", family_of)
        self.choose: Callable[[Any, Random, Any], int] = parts.get("choose", any_move)
        self.tempers: tuple[Any, ...] = parts.get("tempers", (None,))
        self.rules: st.SearchStrategy[Any] = parts.get(
            "rules", st.sampled_from([*presets.values()])
        )
        self.drawn: Callable[[Random], Any] | None = parts.get("drawn")
        self.moves: Callable[[Any], range] | None = parts.get("moves")
        self.set_up: Callable[[Any, Random], Any] | None = parts.get("set_up")
        self.mapped: Callable[[Any, int], Any] | None = parts.get("mapped")
        self.mapped_move: Callable[[Any, int, int], int] = parts.get("mapped_move", _unchanged)
        self.exchanged: Callable[[Any], Any] | None = parts.get("exchanged")
        self.perft: Callable[[Any, int], Any] | None = parts.get("perft")
        self.kernel: Callable[..., Any] | None = parts.get("kernel")
        self.value: Callable[[Any, Weights], int] = parts.get("value", _unchanged)
        self.plain: Callable[[Any, Weights, int], tuple[Any, ...]] = parts.get("plain", _unchanged)
        self.tunables: Tunables | None = parts.get("tunables")
        self.ends: tuple[str, ...] = parts.get("ends", ())
        self._played: dict[tuple[Any, int, int], list[int]] = {}

    def __repr__(self) -> str:
        return self.name

    def play_randomly(self, rules: Any, seed: int, most: int = LONGEST_GAME) -> AnyPosition:
        """The position after a random game, played to its end or for a number of moves."""
        position: AnyPosition = self.of(rules).start()
        known = self._played.setdefault((rules, seed, most), [])
        if known:  # the laws play the same games
            play_all(position, known)
            return position
        dice = Random(seed)
        temper = dice.choice(self.tempers)
        while position.outcome is None and len(position.moves) < most:
            position.play(self.choose(position, dice, temper))
        known += position.moves
        return position

    def goes_on(self, rules: Any, dice: Random, most: int = 80) -> Any:
        """A position in which the game goes on, played to or set up, without its past."""
        if self.set_up is not None and dice.random() < 0.4:
            return self.set_up(rules, dice)
        position = self.play_randomly(rules, dice.randrange(10_000), dice.randrange(most))
        if position.outcome is not None:
            position.undo()
        return position.copy()

    def weights(self, dice: Random) -> Weights:
        """Weights with every number anywhere in its range."""
        assert self.tunables is not None
        values = {each.name: dice.randint(each.low, each.high) for each in self.tunables.tunables}
        return Weights(values, "", self.tunables)

    def any_weights(self) -> st.SearchStrategy[Weights]:
        """Such weights, so that the parts of a value differ."""
        return st.integers(0, 1000).map(lambda seed: self.weights(Random(seed)))


def any_move(position: Any, dice: Random, _temper: object) -> int:
    """Any legal move."""
    return int(dice.choice(position.legal_moves()))


def _unchanged(*_parts: Any) -> int:
    """Stands for what a family does not have."""
    raise NotImplementedError


def five_kernel(position: FivePosition, weights: Weights | None = None) -> FiveSearch:
    """A kernel search set to a position, by default with the default weights."""
    search = open_search(position.rules, weights or Weights())
    set_position(search, position)
    return search


class PlainResult(NamedTuple):
    """What the plain search finds: the value for the side to move, nodes, and the best line."""

    score: int
    nodes: int
    pv: tuple[int, ...]


@lru_cache(maxsize=1)
def _plain_game(rules: Any, key: Any, weights: Weights) -> PlainGame:
    """The board in Python, which keeps what it has read of its lines for the next depth."""
    return PlainGame(FivePosition(rules, *key), weights)


def plain_search(position: FivePosition, weights: Weights, depth: int) -> PlainResult:
    """The plain search to a depth (docs/evaluation.md); its line ends with a win at once."""
    game = _plain_game(position.rules, position.key, weights)
    walk = Walk(game)
    score = walk.value(-INFINITY, INFINITY, depth, 0)
    for point in walk.line:
        game.play(point)
    winning = game.winning_points(game.side) if game.empty else []
    for _ in walk.line:
        game.undo()
    return PlainResult(score, walk.nodes, (*walk.line, *winning[:1]))


def _five_plain(position: FivePosition, weights: Weights, depth: int) -> tuple[Any, ...]:
    found = plain_search(position, weights, depth)
    return found.score, found.nodes, found.pv[:depth]


def _gipf_kernel(position: GipfPosition, weights: Weights | None = None) -> Any:
    search = open_gipf_search(position.rules, weights or Weights(tunables=GIPF_TUNABLES))
    set_gipf_position(search, position)
    return search


def _gipf_perft(position: GipfPosition, depth: int) -> int | None:
    few = _gipf_kernel(position).perft(depth) <= MOST_LEAVES
    return gipf_perft.perft(position, depth) if few else None


def _gipf_plain(position: GipfPosition, weights: Weights, depth: int) -> tuple[int, ...]:
    leaves = _gipf_kernel(position).perft(depth + (not position.placing))
    return (plain_value(position, weights, depth),) if leaves <= MOST_LEAVES else ()


def _gipf_image(position: GipfPosition, symmetry: int) -> GipfPosition:
    left = [line_of(hexagon.mapped_move(removal(line), symmetry)) for line in position.left]
    return GipfPosition(
        position.rules,
        hexagon.mapped_cells(position.cells, symmetry),
        position.side,
        position.reserves,
        adding=position.adding,
        turn=None if position.placing else position.turn,
        left=sorted(left),
        turns=position.turns,
    )


def _gipf_exchanged(position: GipfPosition) -> GipfPosition:
    return GipfPosition(
        position.rules.with_pieces(position.rules.pieces[::-1]),
        [(0, 2, 1, 4, 3)[cell] for cell in position.cells],
        1 - position.side,
        position.reserves[::-1],
        adding=position.adding[::-1],
        turn=None if position.placing else 1 - position.turn,
        left=position.left,
        turns=position.turns,
    )


FIVE = Games(
    "five",
    PRESETS,
    rules=st.one_of(presets(), rules_records(max_size=9)),
    drawn=drawn_rules,
    moves=lambda rules: range(rules.size**2),
    choose=random_move,
    tempers=TEMPERS,
    set_up=woven_position,
    mapped=mapped_position,
    mapped_move=lambda rules, move, symmetry: mapped_point(move, rules.size, symmetry),
    exchanged=colours_swapped,
    perft=five_perft.perft,
    kernel=five_kernel,
    value=evaluate,
    plain=_five_plain,
    tunables=FIVE_TUNABLES,
    ends=(FIVE_IN_A_ROW, CAPTURES, BOARD_FULL),
)
GIPF = Games(
    "gipf",
    GIPF_PRESETS,
    rules=gipf_rules(),
    drawn=drawn_gipf_rules,
    moves=lambda _rules: MOVES,
    choose=random_gipf_move,
    tempers=GIPF_TEMPERS,
    set_up=crowded_position,
    mapped=_gipf_image,
    mapped_move=lambda _rules, move, symmetry: hexagon.mapped_move(move, symmetry),
    exchanged=_gipf_exchanged,
    perft=_gipf_perft,
    kernel=_gipf_kernel,
    value=static_value,
    plain=_gipf_plain,
    tunables=GIPF_TUNABLES,
    ends=(EMPTY_RESERVE, NO_GIPF_PIECE, GAME_LENGTH),
)
ALL_GAMES = (FIVE, GIPF)
