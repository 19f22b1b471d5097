"""PSQ, the record format of Piskvork."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import GameError
from games.five.position import Position
from games.five.rules import PRESETS, Rules
from games.records.five_game import RecordedGame, line_of_moves
from games.records.psq import format_psq, parse_psq
from tests.conditions import met, often
from tests.strategies import damaged, presets, random_game


@given(presets(), st.integers(0, 500), st.integers(0, 60))
def test_psq_round_trips(rules: Rules, seed: int, turns: int) -> None:
    """With the rules given, moves and names read back."""
    game = RecordedGame(
        Position(rules), line_of_moves(random_game(rules, seed, turns)), names=("a b", "c")
    )
    again = parse_psq(format_psq(game), rules)
    assert (again.moves, again.names, again.rules) == (game.moves, game.names, rules)


WRITTEN = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,15\n1,15,3\nbrain-a\nbrain-b\n-1\n"


def test_a_record_of_piskvork_is_read() -> None:
    """Columns and rows count from 1 at the top left; the size determines the rules."""
    game = parse_psq(WRITTEN)
    assert game.rules.name == "gomoku-15"
    assert game.main_line() == [112, 98, 210]
    assert game.names == ("brain-a", "brain-b")


@often(read=20, refused=20)
@given(st.text(max_size=100), damaged(WRITTEN, st.text("0189x,:-\n ", max_size=3)))
def test_random_text_raises_only_the_named_error(text: str, written: str) -> None:
    """Any text gives a game or a GameError."""
    for body in (text, written, f"Piskvorky 15x15, 11:11, 0\n{text}"):
        try:
            parse_psq(body)
        except GameError:
            met("refused")
        else:
            met("read")


@pytest.mark.parametrize(
    ("text", "preset", "reason"),
    [
        ("8,8,0", None, "begins with"),
        ("", None, "begins with"),
        ("Piskvorky 15x16, 11:11, 0", None, "15x16"),
        ("Piskvorky 15x15, 11:11, 0\n16,1,0", None, "16,1"),
        ("Piskvorky 15x15, 11:11, 0\n1,1,0\n1,1,0", None, "occupied"),
        ("Piskvorky 15x15, 11:11, 0", "pente", "pente"),
    ],
)
def test_psq_says_what_is_wrong(text: str, preset: str | None, reason: str) -> None:
    """The error says what was expected."""
    with pytest.raises(GameError, match=reason):
        parse_psq(text, PRESETS[preset] if preset else None)
