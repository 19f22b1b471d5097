"""PSQ, the record format of Piskvork."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import GameError
from games.five.rules import PRESETS, Rules
from games.records.psq import END, TIMES, format_psq, parse_psq, parse_rec
from tests.strategies import presets, random_game

WRITTEN = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,15\n1,15,3\nbrain-a\nbrain-b\n-1\n"


def test_a_record_of_piskvork_is_read() -> None:
    """Columns and rows count from 1 at the top left; the size determines the rules."""
    game = parse_psq(WRITTEN)
    assert game.rules.name == "gomoku-15"
    assert game.main_line() == [112, 98, 210]
    assert game.names == ("brain-a", "brain-b")
    assert "PSQ names no rules: read as gomoku-15" in game.notes
    assert parse_psq(WRITTEN, PRESETS["standard-15"]).notes == [TIMES]


REC = "brain-a\nbrain-b\n7,7,0\n8,6,15\n0,14,3\n-1\n"


def test_a_rec_of_piskvork_is_read() -> None:
    """Names come first; columns and rows count from 0 at the top left; the board has 20 lines."""
    game = parse_rec(REC)
    assert (game.rules.name, game.names) == ("gomoku-20", ("brain-a", "brain-b"))
    assert game.main_line() == [147, 128, 280]
    assert game.notes == [TIMES, "REC names no rules: read as gomoku-20"]
    assert parse_rec(REC, PRESETS["gomoku-15"]).main_line() == [112, 98, 210]


@given(presets(), st.integers(0, 500), st.integers(1, 60))
def test_rec_round_trips(rules: Rules, seed: int, turns: int) -> None:
    """With the rules given, the moves read back."""
    points = random_game(rules, seed, turns)
    body = "".join(f"{point % rules.size},{point // rules.size},0\n" for point in points)
    assert parse_rec(f"a\nb\n{body}-1\n", rules).main_line() == points


def test_the_last_number_of_the_head_says_who_began() -> None:
    """With 1 the second name moved first; Piskvork writes no other number."""
    text = WRITTEN.replace("11:11, 0", "11:11, 1")
    assert parse_psq(text).names == ("brain-b", "brain-a")
    with pytest.raises(GameError, match="which player began: 0 or 1, not 4"):
        parse_psq(WRITTEN.replace("11:11, 0", "11:11, 4"))


def test_the_code_of_the_end_is_a_header() -> None:
    """A known code reads and writes back; PSQ without names has none."""
    game = parse_psq(WRITTEN.replace("-1", "15"))
    assert game.tags == {END: "15"}
    assert format_psq(game).endswith("\n15\n")
    bare = parse_psq("Piskvorky 15x15, 11:11, 0\n8,8,0\n-1\n")
    assert bare.names == ("", "")
    assert parse_psq(format_psq(bare)).names == ("", "")


BLANKS = st.text(" \t", max_size=2)
POINTS = st.lists(st.tuples(st.integers(1, 15), st.integers(1, 15)), max_size=9, unique=True)


@given(POINTS, BLANKS, st.sampled_from(("", "\n", " \n\n")), st.sampled_from(("-1", "1.5", "+7")))
def test_moves_may_have_blanks_empty_lines_and_any_time(
    points: list[tuple[int, int]], blank: str, gap: str, time: str
) -> None:
    """Piskvork's own reader skips blanks and empty lines; names stay names."""
    comma = f"{blank},{blank}"
    moves = "".join(f"{blank}{x}{comma}{y}{comma}{time}\n{gap}" for x, y in points)
    game = parse_psq(f"Piskvorky 15x15 , 11:11,0\n{gap}{moves}a 1.5\nb\n-1\n")
    assert game.main_line() == [15 * (y - 1) + x - 1 for x, y in points]
    assert game.names == ("a 1.5", "b")
    rec = parse_rec(f"a 1.5\n{gap}b\n{moves or '0,0'}", PRESETS["gomoku-19"])
    assert len(rec.moves) == max(1, len(points))
