"""The second seed program: its windows, its two plies of look-ahead, its blind spots."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import ContestantError
from arena.game.clock import Allowance
from arena.players.contestants import make_player, require_game
from arena.players.parsing import parse_contestant
from arena.players.reference.pent2 import WINDOW_VALUES, WindowBoard
from games.five.line_values import all_lines
from games.five.position import Position
from games.five.rules import Rules, rules_named
from tests.arena.building import answer_of, match_of, played
from tests.strategies import positions

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


def textbook(position: Position) -> tuple[int, int]:
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


@given(positions(st.just(SMALL), max_turns=30))
@settings(max_examples=6)
def test_search_is_the_described_one(position: Position) -> None:
    """Point and value equal those of trying every move and reply; the first of equals wins."""
    board = WindowBoard(SMALL)
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
            position = Position(rules)
            position.play(rules.centre)
            player = make_player(contestant, rules)
            assert answer_of(player, position, Allowance()).point in position.legal_moves()


def test_engine_beats_the_seed_programs() -> None:
    """At 1,000 nodes a move the engine wins from both sides of a balanced opening."""
    for text in ("pent2", "sharpmoku"):
        records = played(match_of("engine", text, rules="gomoku-15", clock="nodes:1000"))
        assert [record.winner_name for record in records] == ["A", "A"]
