"""The page of experiments and the data file that it is made from."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.strength.elo import elo_of_counts
from tools.make.experiments import PAGE, Experiment, read_experiments, render

EXPERIMENTS = read_experiments()
COUNTED = [experiment for experiment in EXPERIMENTS if experiment.pairs and experiment.games]


def test_page_equals_what_the_command_renders() -> None:
    """The page is exactly what the command renders from the data file."""
    assert Path(PAGE).read_text(encoding="utf-8") == render(EXPERIMENTS)


@pytest.mark.parametrize(
    "experiment", COUNTED, ids=[f"line {EXPERIMENTS.index(row) + 1}" for row in COUNTED]
)
def test_counts_of_pairs_give_games_and_elo(experiment: Experiment) -> None:
    """A row's pairs give its number of games and its Elo."""
    assert experiment.pairs is not None
    assert experiment.games is not None
    assert 0 <= experiment.games - 2 * sum(experiment.pairs) <= 1
    estimate = elo_of_counts(experiment.pairs)
    assert estimate is not None
    assert experiment.elo is not None
    assert abs(estimate.elo - experiment.elo) <= 1


def test_most_matches_are_counted_by_pairs() -> None:
    """There are matches for the test above."""
    assert len(COUNTED) > 100


def test_intervals_hold_their_estimates() -> None:
    """An estimate lies within its interval."""
    for experiment in EXPERIMENTS:
        ends = experiment.low, experiment.elo, experiment.high
        known = [end for end in ends if end is not None]
        assert len(known) in (0, 3)
        assert known == sorted(known)
