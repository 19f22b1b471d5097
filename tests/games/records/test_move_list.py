"""Bare lists of moves: three notations, of which the reader takes one only if it must be it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import NotationError
from games.five.points import format_point
from games.five.rules import PRESETS, Rules
from games.records.move_list import (
    LETTERS,
    NOTATIONS,
    PLAYERS,
    POS_BOTTOM,
    POS_TOP,
    is_move_list,
    parse_move_list,
)
from tests.conditions import met, often
from tests.strategies import presets, random_game

PENTE, GOMOKU = PRESETS["pente"], PRESETS["gomoku-15"]


def written(points: list[int], size: int, notation: str) -> str:
    """The points in a notation, joined."""
    if notation == PLAYERS:
        return "".join(format_point(point, size) for point in points).lower()
    words = []
    for point in points:
        row, column = divmod(point, size)
        words.append(f"{LETTERS[column]}{row + 1 if notation == POS_TOP else size - row}")
    return "".join(words)


@given(presets(), st.integers(0, 500), st.integers(1, 40), st.sampled_from(NOTATIONS))
def test_every_notation_reads_back_when_it_is_stated(
    rules: Rules, seed: int, turns: int, notation: str
) -> None:
    """A list in any notation gives the points that were written."""
    points = random_game(rules, seed, turns)
    game = parse_move_list(written(points, rules.size, notation), rules, notation)
    assert game.main_line() == points


@often(taken=10, refused=10)
@given(presets(), st.integers(0, 500), st.integers(2, 12), st.sampled_from(NOTATIONS))
def test_a_notation_that_is_not_stated_is_never_guessed(
    rules: Rules, seed: int, turns: int, notation: str
) -> None:
    """The reader finds the game that was written, or says that there are several readings."""
    points = random_game(rules, seed, turns)
    try:
        game = parse_move_list(written(points, rules.size, notation), rules)
    except NotationError as error:
        met("refused")
        assert "say which: --from" in str(error)  # noqa: PT017 - one of two outcomes
    else:
        met("taken")
        assert game.main_line() == points


def test_the_centre_rule_tells_the_letters_of_pente() -> None:
    """Only without I is k10 the centre; the reader says what it took."""
    game = parse_move_list("k10l11k13", PENTE)
    assert game.main_line() == [180, 162, 123]
    assert "columns without I" in game.notes[0]
    with pytest.raises(NotationError, match=r"2 ways.*pos-bottom.*pos-top"):
        parse_move_list("j10k11", PENTE)
    assert parse_move_list("j10k11", PENTE, POS_BOTTOM).main_line() == [180, 162]
    assert parse_move_list("j10k11", PENTE, POS_TOP).main_line() == [180, 200]


def test_origin_must_be_stated() -> None:
    """h8h9i9 has the letter i; rows may count from either end."""
    with pytest.raises(NotationError, match="2 ways"):
        parse_move_list("h8h9i9", GOMOKU)
    assert parse_move_list("h8h9i9", GOMOKU, POS_TOP).main_line() == [112, 127, 128]
    assert parse_move_list("h8h9i9", GOMOKU, POS_BOTTOM).main_line() == [112, 97, 98]


@pytest.mark.parametrize(
    "text", ["K10, L11, K13", "K10,L11;K13", "1. K10, L11 2. K13,", "k10_l11_k13", "K10,L11, 13K;"]
)
def test_points_may_have_signs_between_them(text: str) -> None:
    """Commas, semicolons and underscores separate points; numbers may stand before them."""
    assert is_move_list(text)
    assert parse_move_list(text, PENTE).main_line() == [180, 162, 123]


def test_comments_marks_and_results_are_kept() -> None:
    """Comments in braces and marks become comments; the result is read; the rest is named."""
    game = parse_move_list("1. K10 {the\n centre} L11?! 2. K13 1-0 end", PENTE)
    assert [move.comment for move in game.moves] == ["the centre", "?!", ""]
    assert game.result == "1-0"
    assert game.notes == ["text after the result is left out: 'end'"]
    for bad in ("K10 {open", "K10 } L11", "K10 (L11)"):
        with pytest.raises(NotationError):
            parse_move_list(bad, PENTE)
