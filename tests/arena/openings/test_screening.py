"""Which openings are kept: from the cheapest test to the dearest, the first failure ends them."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import closing
from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.openings import balance, screening
from arena.openings.balance import ALL_LEAD, DRAWS, LEVELS, LINES, Level, Trial, lead
from arena.openings.screening import GLANCE, Judge, Verdict, play_out
from games.five.points import parse_point
from games.registry import family_named
from search.engine import Engine
from tests.arena.building import NINE as FIVE_NINE
from tests.arena.building import after

GAMES = [number for number, level in enumerate(LEVELS) for _ in range(level.games)]
RESULTS = st.lists(
    st.tuples(st.sampled_from([0, 1, None]), st.integers(0, 9)),
    min_size=len(GAMES),
    max_size=len(GAMES),
)


def faults(results: list[tuple[int | None, int]]) -> list[str | None]:
    """The fault after each game of a trial with these winners and lines."""
    trial, found = Trial(), []
    for level, (winner, line) in zip(GAMES, results, strict=True):
        trial.add(level, winner, line)
        found.append(trial.fault)
    return found


def is_kept(results: list[tuple[int | None, int]]) -> bool:
    """The rule in its plain form, for all games at once."""
    levels = [
        [result for level, result in zip(GAMES, results, strict=True) if level == number]
        for number in range(len(LEVELS))
    ]
    winners = [winner for winner, _ in results]
    return (
        all(
            lead([winner for winner, _ in games]) <= level.lead
            for games, level in zip(levels, LEVELS, strict=True)
        )
        and lead(winners) <= ALL_LEAD
        and len({line for _, line in results}) >= LINES
        and DRAWS * winners.count(None) <= len(winners)
    )


@given(RESULTS)
def test_faults_are_those_of_the_plain_rule(results: list[tuple[int | None, int]]) -> None:
    """After all games an opening has no fault exactly if it satisfies each condition; once there
    is a fault, there is one after every further game.
    """
    found = faults(results)
    assert (found[-1] is None) == is_kept(results)
    first = next((number for number, fault in enumerate(found) if fault), len(found))
    assert all(found[first:])


def test_games_of_a_level_change_the_sides_limits() -> None:
    """The two games of a pair have the same two node limits, exchanged; no pair comes twice."""
    limits = list(chain(*(level.limits() for level in LEVELS)))
    assert limits[::2] == [(black, white) for white, black in limits[1::2]]
    assert len(set(limits)) == len(limits) == len(GAMES)


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
    monkeypatch.setattr(balance, "LINES", 1)
    monkeypatch.setattr(balance, "DRAWS", 1)
    return levels


def verdict(text: str) -> Verdict:
    """What the tests find of an opening of Gomoku on nine lines."""
    with closing(Judge(NINE)) as judge:
        return judge.verdict(opening(text))


def test_a_won_opening_fails_the_glance() -> None:
    """An opening with an open four for the side to move is rejected by the shortest search."""
    found = verdict(OPEN_FOUR)
    assert found.fault == GLANCE
    assert found.results == ""


@pytest.mark.usefixtures("short")
def test_a_search_over_its_bound_ends_the_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that allows no lead rejects the opening after the games before it."""
    monkeypatch.setattr(screening, "SCREENS", (((500, LOOSE),), ((900, -1),)))
    found = verdict(QUIET)
    assert found.fault == "900"
    assert len(found.results) == 2


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
    found = verdict(QUIET)
    assert found.fault is None
    assert [len(level) for level in found.results.split()] == [2, 2]
    assert found.lines >= 1
    stones = [sum(map(bool, line[0])) for line in lines if isinstance(line, tuple)]
    assert stones == [len(opening(QUIET)) + balance.LINE_PLIES] * 4
    with closing(Judge(NINE)) as judge:
        judge.verdict(opening("E5 D4"))
        assert judge.verdict(opening(QUIET)) == found


def test_positions_are_played_out_by_the_engine_against_itself() -> None:
    """The side whose five cannot be stopped wins, and the given position is unchanged."""
    position = after(OPEN_FOUR, FIVE_NINE)
    before = list(position.cells)
    with Engine(FIVE_NINE, table_mb=1) as first, Engine(FIVE_NINE, table_mb=1) as second:
        assert play_out((first, second), position, (1000, 1000), LOOSE)[0] == position.side
    assert list(position.cells) == before
