"""Matches between two engines, played or resumed in a file up to the verdict of a test."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing

from arena.game.record import GameRecord
from arena.game.spec import Job
from arena.match.match import MatchSpec, play_match
from arena.processes.pool import Pool
from arena.strength.score import MatchScore
from arena.strength.sprt import UNDECIDED, Sprt

Cluster = Callable[[], Pool[Job, GameRecord]]


def played(
    spec: MatchSpec,
    path: str,
    *,
    test: Sprt | None = None,
    workers: int = 1,
    cluster: Cluster | None = None,
    listener: Callable[[MatchScore], object] = lambda _: None,
) -> MatchScore:
    """Play the games that the file lacks, up to the verdict of the test, and return the score.

    `listener` hears the score after each game. Raises what `play_match` raises.
    """
    score = MatchScore()
    resume = os.path.exists(path)
    games = play_match(spec, path, resume=resume, workers=workers, cluster=cluster)
    with closing(games):
        for record in games:
            score = score.with_game(record)
            listener(score)
            if test is not None and test.verdict(score.pairs.counts) != UNDECIDED:
                break
    return score
