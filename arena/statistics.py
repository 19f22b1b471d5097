"""What results say of strength: a difference in Elo and how sure it is."""

from __future__ import annotations

import math
from dataclasses import dataclass

from arena.score import Tally

Z_95 = 1.959964  # standard deviations that hold 95 % of a normal distribution


@dataclass(frozen=True, slots=True, kw_only=True)
class EloEstimate:
    """A difference in Elo with the ends of its 95 % interval; infinite where nothing bounds it."""

    elo: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.elo:+.0f} Elo [{self.low:+.0f}, {self.high:+.0f}]"


def elo_of_score(score: float) -> float:
    """The difference in Elo at which a share 0..1 of the points is expected."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


def estimate_elo(tally: Tally) -> EloEstimate | None:
    """The estimate from games won, drawn and lost (trinomial); None if there are none.

    The error is that of the mean of independent games, which the games of a pair are not quite:
    `arena.sprt.estimate_nelo` counts pairs. It says nothing while all of them ended
    alike. Then the far end is the score at which so many equal results in a row still have a
    probability of 2.5 % (Clopper and Pearson 1934).
    """
    games = tally.games
    if games == 0:
        return None
    mean = tally.points / games
    squares = tally.wins + tally.draws / 4
    error = math.sqrt(max(0.0, squares / games - mean**2) / games)
    if error == 0.0:
        share = 0.025 ** (1 / games)
        return EloEstimate(
            elo=elo_of_score(mean),
            low=elo_of_score(mean * share),
            high=elo_of_score(1 - (1 - mean) * share),
        )
    return EloEstimate(
        elo=elo_of_score(mean),
        low=elo_of_score(mean - Z_95 * error),
        high=elo_of_score(mean + Z_95 * error),
    )
