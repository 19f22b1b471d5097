"""Ranks and captures on one line."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.five.position import Position
from games.five.rules import PRESETS, Rules
from search.reference.board_lines import (
    LineTable,
    rank_of_window,
)
from search.weights import Weights
from tests.conditions import met, often


def windows(exactly_five: bool) -> st.SearchStrategy[str]:  # noqa: FBT001
    """Any window of one side, with its new stone in the middle."""
    reach = 5 if exactly_five else 4
    half = st.text(alphabet="x.#", min_size=reach, max_size=reach)
    return st.builds(lambda back, ahead: f"{back}x{ahead}", half, half)


@given(st.booleans().flatmap(lambda exact: st.tuples(windows(exact), st.just(exact))))
def test_reference_lines_rank_reads_both_ways(case: tuple[str, bool]) -> None:
    """A window and its mirror image have the same rank."""
    window, exact = case
    mirrored = rank_of_window(window[::-1], exactly_five=exact)
    assert rank_of_window(window, exactly_five=exact) == mirrored


PENTE = LineTable(PRESETS["pente"], Weights())
KERYO = LineTable(PRESETS["keryo"], Weights())


def test_reference_lines_capture_threats() -> None:
    """A point next to a pair with an empty point behind it counts as a threat, not as a capture."""
    values = {"capture": 1000, "capture_threat": 100, "one": 0, "open_one": 0}
    own = {"own_capture": 3000, "own_capture_threat": 300, "own_one": 0, "own_open_one": 0}
    other = {
        "enemy_capture": 2000,
        "enemy_capture_threat": 200,
        "enemy_one": 0,
        "enemy_open_one": 0,
    }
    weights = Weights(values | own | other)
    table = LineTable(Rules("p", 5, capture_lengths=(2,), captured_stones_to_win=10), weights)
    assert table.part("...#.oo.#", 0) == ([100, 300, 200], False, [])
    assert table.part("#.oo.oo.#", 0) == ([200, 600, 400], False, [])
    assert table.part("#xoo.oo.#", 0) == ([1100, 3300, 2200], False, [-1, -2])
    assert table.part("#.oo.oo##", 0) == ([100, 300, 200], False, [])


@often(wins=5, others=150)
@settings(max_examples=100)
@given(
    st.text(alphabet="xo.", min_size=15, max_size=15), st.sampled_from(("gomoku-15", "standard-15"))
)
def test_reference_lines_five_cells_are_where_the_rules_win(text: str, game: str) -> None:
    """A point completes a row exactly if the rules say that a stone there wins."""
    line = LineTable(PRESETS[game], Weights()).line(text)
    cells = [".xo".index(sign) for sign in text] + [0] * (15 * 14)
    for side in (0, 1):
        for index, sign in enumerate(text):
            if sign == ".":
                cells[index] = 1 + side
                wins = bool(Position(PRESETS[game], cells).row_through(index))
                cells[index] = 0
                assert (index in line.five_cells[side]) == wins
                met("wins" if wins else "others")


def test_reference_lines_are_remembered_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same text gives the same line; when the cache is full, it is cleared."""
    monkeypatch.setattr("search.reference.board_lines.LINES_REMEMBERED", 2)
    table = LineTable(PRESETS["gomoku-9"], Weights())
    first = table.line(".........")
    assert table.line(".........") is first
    table.line("x........")
    table.line("o........")
    assert table.line(".........") is not first
