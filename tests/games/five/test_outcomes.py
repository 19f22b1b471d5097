"""How games end: rows, captures, the full board."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.five.diagram import parse_diagram
from games.five.points import parse_point
from games.five.position import BOARD_FULL, CAPTURES, FIVE, Position
from games.five.rules import Rules
from games.rules import WHITE, Outcome

PENTE_7 = Rules("pente-7", 7, capture_lengths=(2,), captured_stones_to_win=10, first_colour=WHITE)
FREE_7 = Rules("free-7", 7, first_colour=WHITE)
EXACT_7 = Rules("exact-7", 7, exactly_five=True, first_colour=WHITE)
SMALL = Rules("free-5", 5, first_colour=WHITE)
NOTHING = "......."


def position_of(*rows: str, rules: Rules = PENTE_7, taken: tuple[int, int] = (0, 0)) -> Position:
    """Return the rows as a position with White to move; missing rows are empty."""
    full = [*rows, *["." * rules.size] * (rules.size - len(rows))]
    return parse_diagram("\n".join(full), rules, WHITE, *taken)


def outcome_of(position: Position, name: str) -> Outcome | None:
    """Return the outcome after the side to move has played on the named point."""
    position.play(parse_point(name, position.rules.size))
    return position.outcome


@given(st.integers(0, 2), st.integers(0, 4), st.sampled_from(("row", "column", "down", "up")))
def test_outcomes_five_wins_in_every_direction(start: int, missing: int, way: str) -> None:
    """Five in a row win along rows, columns and both diagonals, whichever stone comes last."""
    steps = {"row": (0, 1), "column": (1, 0), "down": (1, 1), "up": (-1, 1)}
    rows, columns = steps[way]
    first = 6 - start if way == "up" else start
    line = [(first + n * rows) * 7 + start + n * columns for n in range(5)]
    cells = [1 if point in line and point != line[missing] else 0 for point in range(49)]
    position = Position(PENTE_7, cells)
    position.play(line[missing])
    assert position.outcome == Outcome(0, FIVE, tuple(sorted(line)))


@pytest.mark.parametrize(
    ("rules", "wins"), [(FREE_7, True), (PENTE_7, True), (EXACT_7, False)], ids=str
)
def test_outcomes_six_in_a_row(rules: Rules, wins: bool) -> None:  # noqa: FBT001 - a parameter
    """Six or seven in a row win, unless the rules require exactly five."""
    six = outcome_of(position_of("www.ww.", rules=rules), "D7")
    seven = outcome_of(position_of("www.www", rules=rules), "D7")
    assert [six is not None, seven is not None] == [wins, wins]


def test_outcomes_exactly_five_wins_alongside_an_overlong_row() -> None:
    """With exactly five, a stone that makes six one way and five another wins."""
    position = position_of("www.ww.", *["...w..."] * 4, rules=EXACT_7)
    outcome = outcome_of(position, "D7")
    assert outcome is not None
    assert outcome.line == (3, 10, 17, 24, 31)


def test_outcomes_exactly_five_goes_on_after_six() -> None:
    """With exactly five, six in a row do not end the game."""
    position = position_of("www.ww.", "b......", rules=EXACT_7)
    assert outcome_of(position, "D7") is None
    assert parse_point("G7", 7) in position.legal_moves()


def test_outcomes_five_wins_though_it_could_be_broken() -> None:
    """A row of five wins at once, even if the next move could capture two of its stones."""
    position = position_of(NOTHING, "...b...", ".www.w.", "...w...")
    assert outcome_of(position, "E5") == Outcome(0, FIVE, (15, 16, 17, 18, 19))
    assert parse_point("D5", 7) in position.captures_of(parse_point("D3", 7))
    assert position.legal_moves() == []


@pytest.mark.parametrize(("before", "after"), [(8, 10), (9, 11)])
def test_outcomes_ten_stones_win(before: int, after: int) -> None:
    """A pair that brings the captured stones to ten or more wins."""
    position = position_of("wbb....", taken=(before, 0))
    assert outcome_of(position, "D7") == Outcome(0, CAPTURES)
    assert position.captured_stones == [after, 0]


def test_outcomes_a_double_capture_passes_ten() -> None:
    """From eight stones, a double capture makes twelve and wins."""
    position = position_of("wbb.bbw", taken=(8, 0))
    assert outcome_of(position, "D7") == Outcome(0, CAPTURES)
    assert position.captured_stones == [12, 0]


def test_outcomes_eight_stones_do_not_win() -> None:
    """A pair that makes eight does not end the game."""
    position = position_of("wbb....", taken=(6, 0))
    assert outcome_of(position, "D7") is None


def test_outcomes_the_row_counts_first() -> None:
    """A move that completes both a row and the tenth stone wins by the row."""
    position = position_of("wbb.bbw", *["...w..."] * 4, taken=(8, 0))
    outcome = outcome_of(position, "D7")
    assert outcome is not None
    assert outcome.termination == FIVE


def test_outcomes_captures_come_before_the_row_is_looked_at() -> None:
    """Captures happen before rows are read: Black's four loses its stones."""
    position = position_of("wbb....", "..bbbb.")
    assert outcome_of(position, "D7") is None
    position.play(parse_point("B6", 7))
    assert position.outcome == Outcome(1, FIVE, (8, 9, 10, 11, 12))


FULL_BUT_ONE = ("wbwbw", "wbwbw", "bwbwb", "bwbwb", "wbwb.")


def test_outcomes_a_full_board_is_a_draw() -> None:
    """If the last point is filled without a row, nobody wins and no move is legal."""
    position = position_of(*FULL_BUT_ONE, rules=SMALL)
    assert outcome_of(position, "E1") == Outcome(None, BOARD_FULL)
    assert position.legal_moves() == []


def test_outcomes_a_row_on_the_last_point_wins() -> None:
    """If the last point is filled by a fifth stone in a row, it wins."""
    position = position_of("wbwbw", "wbwbw", "bwbwb", "bwbwb", "wwww.", rules=SMALL)
    assert outcome_of(position, "E1") == Outcome(0, FIVE, (20, 21, 22, 23, 24))


def test_outcomes_a_capture_on_the_last_point_goes_on() -> None:
    """If the stone on the last point captures a pair, the game goes on."""
    rules = Rules("pente-5", 5, capture_lengths=(2,), captured_stones_to_win=10, first_colour=WHITE)
    position = position_of("bwbwb", "bwbwb", "wbwbw", "wbwbw", "bwbb.", rules=rules)
    assert outcome_of(position, "E1") is None
    assert position.legal_moves() == [22, 23]


def test_outcomes_of_positions_that_were_set_up() -> None:
    """A position that is set up after the end has an outcome."""
    assert position_of("..wwwww").outcome == Outcome(0, FIVE, (2, 3, 4, 5, 6))
    assert position_of("w......", taken=(0, 10)).outcome == Outcome(1, CAPTURES)
    assert position_of(*FULL_BUT_ONE[:4], "wbwbw", rules=SMALL).outcome == Outcome(None, BOARD_FULL)
    assert position_of("wwwwww.", rules=EXACT_7).outcome is None
