"""Which openings are kept: from the cheapest test to the dearest, the first failure ends them."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import closing

import pytest

from arena.openings import screening
from arena.openings.screening import GLANCE, LEVELS, MARKS, Judge, Level, Trial, Verdict, play_out
from games.five.points import parse_point
from games.registry import family_named
from search.engine import Engine
from tests.arena.building import NINE as FIVE_NINE
from tests.arena.building import after


def test_a_trial_says_what_rules_an_opening_out() -> None:
    """One side leads, too few lines differ, or too many games are drawn."""
    letters = {mark: winner for winner, mark in MARKS.items()}
    levels = [number for number, level in enumerate(LEVELS) for _ in range(level.games)]
    for results, lines, fault in (
        (14 * "f", 14, "lead"),
        ("fffffffsfffsfs", 14, "lead"),  # at no level alone
        (7 * "fs", 4, "lines"),
        (14 * "d", 14, "draws"),
        (7 * "fs", 14, None),
    ):
        trial = Trial()
        for game, (level, result) in enumerate(zip(levels, results, strict=True)):
            trial.add(level, letters[result], game % lines)
        assert trial.fault == fault, results


NINE = family_named("gomoku-9")
QUIET = "D4 E5 G5 H6 J6"
LOOSE = 1_000_000  # percent of the bound
OPEN_FOUR = "C5 A1 D5 A9 E5 J1 F5 J9"


def opening(text: str) -> tuple[int, ...]:
    """The moves of an opening."""
    return tuple(parse_point(name, 9) for name in text.split())


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> tuple[Level, ...]:
    """Short tests: searches of 500 and 900 nodes, two levels of two games each."""
    levels = tuple(Level(nodes=(nodes,), lead=2) for nodes in (150, 200))
    monkeypatch.setattr(screening, "LEVELS", levels)
    monkeypatch.setattr(screening, "SCREENS", (((500, LOOSE),), ((900, LOOSE),), ()))
    monkeypatch.setattr(screening, "GLANCE_PERCENT", LOOSE)
    monkeypatch.setattr(screening, "Trial", lambda: Trial(levels))
    monkeypatch.setattr(screening, "LINES", 1)
    monkeypatch.setattr(screening, "DRAWS", 1)
    return levels


def verdict(text: str) -> Verdict:
    """What the tests find of an opening of Gomoku on nine lines."""
    with closing(Judge(NINE)) as judge:
        return judge.verdict(opening(text))


def test_a_won_opening_fails_the_glance() -> None:
    """An opening with an open four for the side to move is rejected by the shortest search."""
    judged = verdict(OPEN_FOUR)
    assert judged.fault == GLANCE
    assert judged.results == ""


@pytest.mark.usefixtures("short")
def test_a_search_over_its_bound_ends_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that allows no lead rejects the opening after the games before it."""
    monkeypatch.setattr(screening, "SCREENS", (((500, LOOSE),), ((900, -1),)))
    judged = verdict(QUIET)
    assert judged.fault == "900"
    assert len(judged.results) == 2


def test_an_opening_that_passes_all_has_results_of_each_level(
    short: tuple[Level, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With loose conditions a quiet opening is kept, with two games at either level, whose lines
    are their positions LINE_PLIES moves after the opening, whatever was judged before.
    """
    lines: list[Hashable] = []

    class Spy(Trial):
        def add(self, level: int, winner: int | None, line: Hashable) -> None:
            lines.append(line)
            super().add(level, winner, line)

    monkeypatch.setattr(screening, "Trial", lambda: Spy(short))
    judged = verdict(QUIET)
    assert judged.fault is None
    assert [len(level) for level in judged.results.split()] == [2, 2]
    assert judged.lines >= 1
    stones = [sum(map(bool, line[0])) for line in lines if isinstance(line, tuple)]
    assert stones == [len(opening(QUIET)) + screening.LINE_PLIES] * 4
    with closing(Judge(NINE)) as judge:
        judge.verdict(opening("E5 D4"))
        assert judge.verdict(opening(QUIET)) == judged


def test_positions_are_played_out_by_the_engine_against_itself() -> None:
    """The side whose five cannot be stopped wins, and the given position is unchanged."""
    position = after(OPEN_FOUR, FIVE_NINE)
    before = list(position.cells)
    with Engine(FIVE_NINE, table_mb=1) as first, Engine(FIVE_NINE, table_mb=1) as second:
        assert play_out((first, second), position, (1000, 1000), LOOSE)[0] == position.side
    assert list(position.cells) == before
