"""The rule that keeps an opening, game by game."""

from __future__ import annotations

from itertools import chain

from hypothesis import given
from hypothesis import strategies as st

from arena.openings.balance import ALL_LEAD, DRAWS, LEVELS, LINES, Trial, lead

GAMES = [number for number, level in enumerate(LEVELS) for _ in range(level.games)]
RESULTS = st.lists(
    st.tuples(st.sampled_from([0, 1, None]), st.integers(0, 9)),
    min_size=len(GAMES),
    max_size=len(GAMES),
)
BALANCED = [0, 0, 1, 1, 0, 1, 1, 0] * len(GAMES)


def faults(results: list[tuple[int | None, int]]) -> list[str | None]:
    """The fault after each game of a trial with these winners and lines."""
    trial, found = Trial(), []
    for level, (winner, line) in zip(GAMES, results, strict=True):
        trial.add(level, winner, line)
        found.append(trial.fault)
    return found


def trial_of(winners: list[int | None], lines: list[int]) -> Trial:
    """A trial with these winners and lines."""
    trial = Trial()
    for level, winner, line in zip(GAMES, winners, lines, strict=False):
        trial.add(level, winner, line)
    return trial


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


def test_each_condition_has_its_fault() -> None:
    """Even results on distinct lines are kept; else one side leads, all games are alike, or half
    are drawn. A hopeless opening costs few games.
    """
    for winners, lines, fault in (
        (BALANCED, range(len(GAMES)), None),
        ([0] * 20, range(20), "lead"),
        (BALANCED, [0] * 20, "lines"),
        ([None, 0, None, 1] * 5, range(20), "draws"),
    ):
        assert trial_of(winners, lines).fault == fault  # type: ignore[arg-type]  # both sequences
    found = faults([(0, line) for line in range(len(GAMES))])
    assert found.index("lead") < LEVELS[0].games


def test_games_of_a_level_change_the_sides_limits() -> None:
    """The two games of a pair have the same two node limits, exchanged; no pair comes twice."""
    limits = list(chain(*(level.limits() for level in LEVELS)))
    assert limits[::2] == [(black, white) for white, black in limits[1::2]]
    assert len(set(limits)) == len(limits) == len(GAMES)
