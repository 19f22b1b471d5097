"""The second seed program: its windows, its two plies of look-ahead, its blind spots."""

from __future__ import annotations

from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import ContestantError
from arena.game.clock import Allowance
from arena.game.line_values import all_lines
from arena.match.match import MatchSpec, play_match
from arena.players.contestants import make_player, require_game
from arena.players.parsing import parse_contestant
from arena.players.reference.pent2 import WINDOW_VALUES, Pent2Player, WindowBoard
from games.five.diagram import parse_diagram
from games.five.points import format_point
from games.five.position import Position
from games.five.rules import Rules, rules_named
from games.rules import BLACK, WHITE
from tests.strategies import positions

GOMOKU_9 = rules_named("gomoku-9")
SMALL = Rules("small-6", 6)


def value(position: Position, side: int) -> int:
    """The value of a board for a side, written directly from the description."""
    total = 0
    for line in all_lines(position.rules.size):
        for start in range(len(line) - 4):
            window = [position.cells[point] for point in line[start : start + 5]]
            for owner, sign in ((side, 1), (1 - side, -1)):
                if window.count(2 - owner) == 0:
                    total += sign * WINDOW_VALUES[window.count(1 + owner)]
    return total


def touching(position: Position, point: int) -> bool:
    """Whether a point touches a stone."""
    size = position.rules.size
    return any(
        cell and max(abs(other // size - point // size), abs(other % size - point % size)) == 1
        for other, cell in enumerate(position.cells)
    )


def in_order(position: Position) -> list[int]:
    """The legal points, those that touch a stone first."""
    legal = position.legal_moves()
    return sorted(legal, key=lambda point: not touching(position, point))


def textbook(position: Position) -> tuple[int, int]:
    """The first point with the best value after the opponent's best reply, and that value."""
    side, best = position.side, None
    for point in in_order(position):
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


@given(positions(st.just(SMALL), max_turns=30))
@settings(max_examples=12)
def test_search_is_the_described_one(position: Position) -> None:
    """Point and value equal those of trying every move and reply; the first of equals wins."""
    board = WindowBoard(SMALL)
    board.set_up(position)
    assert board.value() == value(position, position.side)
    assert board.best() == textbook(position)


def choice(diagram: str, colour: str) -> str:
    """The point that is played on this board of nine lines."""
    position = parse_diagram(diagram, GOMOKU_9, colour)
    point = Pent2Player(GOMOKU_9).choose(position, Allowance()).point
    assert point is not None
    return format_point(point, 9)


FOURS = """
    . . . . . . . . .
    . . . . . . . . .
    . . w b b b b . .
    . . . . . . . . .
    . . . . . . . . .
    . b w w w w . . .
    . . . . . . . . .
    . . . . . . . . .
    . . . . . . . . .
"""


def test_five_comes_before_a_block() -> None:
    """It completes its own five, else it blocks the opponent's."""
    assert choice(FOURS, BLACK) == "H7"
    assert choice(FOURS, WHITE) == "G4"
    assert choice(FOURS.replace("w w w w", "w w w ."), WHITE) == "H7"


@pytest.mark.parametrize("text", ["pent2", "sharpmoku:depth=1"])
def test_seed_programs_know_no_captures(text: str) -> None:
    """Both refuse games with captures by a message, and play every other preset."""
    contestant = parse_contestant(text)
    for name in ("pente", "keryo"):
        with pytest.raises(ContestantError, match=f"does not know captures.*not {name}"):
            require_game(contestant, rules_named(name))
    for name in ("five-19", "gomoku-20", "standard-15"):
        rules = rules_named(name)
        require_game(contestant, rules)
        with closing(make_player(contestant, rules)) as player:
            player.new_game(1)
            position = Position(rules)
            position.play(rules.centre)
            assert player.choose(position.copy(), Allowance()).point in position.legal_moves()


def test_depth_has_an_end() -> None:
    """SharpMoku looks at most six moves ahead, Pent 2.0 always two."""
    assert parse_contestant("sharpmoku:depth=6").numbers == {"depth": 6}
    with pytest.raises(ContestantError, match="looks 1 to 6 moves ahead"):
        parse_contestant("sharpmoku:depth=7")
    with pytest.raises(ContestantError, match="pent2 has no option 'depth'; it has none"):
        parse_contestant("pent2:depth=2")


@pytest.mark.parametrize("text", ["pent2", "sharpmoku", "sharpmoku:depth=4"])
def test_engine_beats_the_seed_programs(text: str) -> None:
    """At 2,000 nodes a move the engine wins from both sides of a balanced opening."""
    spec = MatchSpec(a="engine", b=text, games=2, rules="gomoku-15", clock="nodes:2000")
    assert [record.winner_name for record in play_match(spec)] == ["A", "A"]
