"""The opponents that re-implement named programs: minimax, SharpMoku, Pent 2.0."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import ContestantError
from arena.game.clock import Allowance
from arena.players.contestants import make_player, require_game
from arena.players.parsing import parse_contestant
from arena.players.reference.boards import adjacent_candidates
from arena.players.reference.minimax import MinimaxBoard, MinimaxPlayer, depth_for
from arena.players.reference.pent2 import WINDOW_VALUES, WindowBoard
from arena.players.reference.sharpmoku import (
    SharpMokuPlayer,
)
from arena.players.reference.sharpmoku_shapes import (
    BLOCKED_FOUR,
    BLOCKED_THREE,
    BLOCKED_TWO,
    BORDER,
    FIVE,
    NOTHING,
    OPEN_FOUR,
    OPEN_THREE,
    OPEN_TWO,
    REACH,
    kind_of,
    value_of,
)
from games.five.diagram import parse_position
from games.five.line_values import FIVES, all_lines, unpack
from games.five.points import format_point
from games.five.position import FIVE as BY_FIVE
from games.five.position import FivePosition
from games.five.rules import FiveRules, rules_named
from games.rules import WHITE
from tests.arena.building import NINE, after, answer_of, match_of, played
from tests.conditions import met, often
from tests.strategies import last_positions, positions, rules_records

SEVEN = FiveRules("small-7", 7, capture_lengths=(2,), captured_stones_to_win=10, first_colour=WHITE)


def choice(player: MinimaxPlayer | SharpMokuPlayer, text: str, rules: FiveRules = NINE) -> str:
    """The point that a player chooses in this position."""
    player.new_game(1)
    answer = player.choose(parse_position(text, rules), Allowance())
    assert answer.point is not None
    return format_point(answer.point, rules.size)


@often(won=2, captured=2, goes_on=30, fives=2)
@given(
    positions(rules_records(max_size=9)) | last_positions(rules_records(max_size=9), back=4),
    st.randoms(use_true_random=False),
)
@settings(max_examples=20)
def test_board_follows_the_rules(position: FivePosition, rng: random.Random) -> None:
    """A line board, after play and undo, has the cells, captures, wins and candidates of the
    rules; line values count a five exactly where the rules find a winning row.
    """
    board = MinimaxBoard(position.rules)
    board.set_up(position)
    before = (list(board.cells), board.total, list(board.captured), list(board.neighbour_stones))
    plies = 0
    while position.outcome is None and plies < 12:
        candidates = adjacent_candidates(position, position.legal_moves())
        assert board.candidates() == candidates
        point = rng.choice(candidates)
        side = position.side
        position.play(point)
        board.play(point)
        plies += 1
        assert board.cells == position.cells
        assert board.captured == position.captured_stones
        assert board.total == board.values.of_board(position.cells)
        outcome = position.outcome
        assert board.is_won() == (outcome is not None and outcome.winner == side)
        met("won" if board.is_won() else "goes_on")
        five = bool(unpack(board.total, FIVES, side))
        assert five == (outcome is not None and outcome.termination == BY_FIVE)
        if five:
            met("fives")
    if board.captured != before[2]:
        met("captured")
    for _ in range(plies):
        board.undo()
    assert before == (board.cells, board.total, board.captured, board.neighbour_stones)


def test_minimax_wins_before_it_blocks() -> None:
    """It completes its own four, else stops a three at one of its ends; with eight stones taken it
    takes the last pair.
    """
    fours, three = "9/9/1wwww4/3bbbb2/4w4/9/9/9/9", "9/9/2w6/3bbb3/4w4/9/9/9/9"
    for depth in (1, 2, 3):
        player = MinimaxPlayer(NINE, depth)
        assert choice(player, f"{fours} b 0,0") in ("C6", "H6")
        assert choice(player, f"{fours} w 0,0") in ("A7", "F7")
    assert choice(MinimaxPlayer(NINE, 2), f"{three} w 0,0") in ("C6", "G6", "H6", "B6")
    pairs = "7/1wbb3/7/7/4b2/3w3/7 w 8,0"
    assert choice(MinimaxPlayer(SEVEN, 2), pairs, SEVEN) == "E6"


def test_minimax_looks_as_deep_as_the_handout_says() -> None:
    """The depth is 3 with over 50 s left, 1 with less than 3 s, else 2."""
    assert [depth_for(seconds) for seconds in (100, 50.1, 50, 3, 2.9)] == [3, 3, 2, 2, 1]


CELLS = {".": 0, "x": 1, "o": 2, "#": BORDER}


def kind(drawn: str) -> int:
    """The class of nine drawn cells with the stone in the middle."""
    cells = tuple(CELLS[sign] for sign in drawn)
    return kind_of(cells[:REACH] + cells[REACH + 1 :], 0)


def test_shapes_are_classed_by_length_and_ends() -> None:
    """A row has the same class from either end; rows at the edge and broken fours are misjudged."""
    for drawn, expected in (
        ("..xxxxx..", FIVE),
        ("xxxxxx...", FIVE),
        (".xxxx....", OPEN_FOUR),
        ("oxxxx....", BLOCKED_FOUR),
        ("..oxxx.xo", BLOCKED_FOUR),
        ("...xxx...", OPEN_THREE),
        ("...xx.x..", OPEN_THREE),
        ("..oxxx...", BLOCKED_THREE),
        ("....xx...", OPEN_TWO),
        ("...oxx...", BLOCKED_TWO),
        ("...ox....", NOTHING),
        ("..oxxxo..", NOTHING),
    ):
        assert kind(drawn) == kind(drawn[::-1]) == expected, drawn
    for drawn, seen in (
        ("#xxxx....", NOTHING),
        ("..#xxx...", NOTHING),
        (".xx.xx...", OPEN_TWO),
        (".x.xxx...", OPEN_THREE),
    ):
        assert kind(drawn) == seen, drawn


def test_values_stand_in_the_described_order() -> None:
    """Values fall in order: five, open four, two fours, four and three, two threes, three, four,
    and so on.
    """
    falling = (
        *(2 * FIVE, FIVE + OPEN_THREE, OPEN_FOUR, 2 * BLOCKED_FOUR, BLOCKED_FOUR + OPEN_THREE),
        *(2 * OPEN_THREE, OPEN_THREE + 3 * OPEN_TWO, OPEN_THREE + 2 * OPEN_TWO),
        *(OPEN_THREE + OPEN_TWO, BLOCKED_FOUR + OPEN_TWO, BLOCKED_FOUR, OPEN_THREE),
        *(BLOCKED_THREE, OPEN_TWO, BLOCKED_TWO, NOTHING),
    )
    values = [value_of(kinds) for kinds in falling]
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == len(values)


def test_steps_come_in_order() -> None:
    """It completes its own five first, then blocks: an open three at its first end in
    board order.
    """
    player, fours = SharpMokuPlayer(NINE, 2), "9/2bbbb3/9/9/9/1wwww4/9/9/9"
    assert choice(player, f"{fours} b 0,0") in ("B8", "G8")
    assert choice(player, f"{fours} w 0,0") in ("A4", "F4")
    assert choice(player, "9/9/9/3www3/3b5/4b4/9/9/9 b 0,0") == "C6"
    quiet = after("E5 D4", NINE)
    assert SharpMokuPlayer(NINE, 3).choose(quiet, Allowance()).point in quiet.legal_moves()


def test_game_follows_from_the_seed() -> None:
    """A whole game is legal, ends, and follows from its seed."""
    games = []
    for seed, depth in ((1, 2), (1, 2), (2, 1)):
        player = SharpMokuPlayer(NINE, depth)
        player.new_game(seed)
        position = FivePosition(NINE)
        while position.outcome is None:
            point = player.choose(position.copy(), Allowance()).point
            assert point is not None
            position.play(point)
        assert position.outcome.termination == BY_FIVE or 0 not in position.cells
        games.append(position.moves)
    assert games[0] == games[1]
    assert games[0][0] != games[2][0]


SIX = FiveRules("small-6", 6)


def value(position: FivePosition, side: int) -> int:
    """The value of a board for a side, written directly from the description."""
    total = 0
    for line in all_lines(position.rules.size):
        for start in range(len(line) - 4):
            window = [position.cells[point] for point in line[start : start + 5]]
            for owner, sign in ((side, 1), (1 - side, -1)):
                if window.count(2 - owner) == 0:
                    total += sign * WINDOW_VALUES[window.count(1 + owner)]
    return total


def touching(position: FivePosition, point: int) -> bool:
    """Whether a point touches a stone."""
    size = position.rules.size
    return any(
        cell and max(abs(other // size - point // size), abs(other % size - point % size)) == 1
        for other, cell in enumerate(position.cells)
    )


def textbook(position: FivePosition) -> tuple[int, int]:
    """The first point with the best value after the opponent's best reply, and that value; points
    that touch a stone come first.
    """
    side, best = position.side, None
    for point in sorted(position.legal_moves(), key=lambda point: not touching(position, point)):
        position.play(point)
        worst = value(position, side)
        if position.outcome is None:
            replies = []
            for reply in position.legal_moves():
                position.play(reply)
                replies.append(value(position, side))
                position.undo()
            worst = min(replies)
        position.undo()
        if best is None or worst > best[1]:
            best = point, worst
    assert best is not None
    return best


@given(positions(st.just(SIX), max_turns=30))
@settings(max_examples=6)
def test_search_is_the_described_one(position: FivePosition) -> None:
    """Point and value equal those of trying every move and reply; the first of equals wins."""
    board = WindowBoard(SIX)
    board.set_up(position)
    assert board.value() == value(position, position.side)
    assert board.best() == textbook(position)


def test_seed_programs_know_no_captures() -> None:
    """Both refuse games with captures by a message, and play every other preset."""
    for text in ("pent2", "sharpmoku:depth=1"):
        contestant = parse_contestant(text)
        for name in ("pente", "keryo"):
            with pytest.raises(ContestantError, match=f"does not know captures.*not {name}"):
                require_game(contestant, rules_named(name))
        for name in ("five-19", "gomoku-20", "standard-15"):
            rules = rules_named(name)
            require_game(contestant, rules)
            position = FivePosition(rules)
            position.play(rules.centre)
            player = make_player(contestant, rules)
            assert answer_of(player, position, Allowance()).point in position.legal_moves()


def test_engine_beats_the_seed_programs() -> None:
    """At 1,000 nodes a move the engine wins from both sides of a balanced opening."""
    for text in ("pent2", "sharpmoku"):
        records = played(match_of("engine", text, rules="gomoku-15", clock="nodes:1000"))
        assert [record.winner_name for record in records] == ["A", "A"]
