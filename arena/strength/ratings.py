"""Elo ratings of several players by maximum likelihood (Bradley and Terry 1952).

The expected score of a player is that of `arena.strength.elo.score_of_elo`, and a draw counts as
half a win and half a loss. So for two players the difference of their ratings is the Elo of their
score, as `pente match` and `pente elo` give it. Ratings are relative to the mean of all players.

The errors follow from the Fisher information. Draws make results less variable than wins and
losses; the variance is scaled by the share that they leave. For two players this is the error of
their mean score.

The likelihood has a maximum only if no group of players lost every point to the others (Ford 1957).
Otherwise each player also gets one virtual draw against a player with the mean rating. The interval
of a player that won or lost every game is then open at one side. Its other end is the rating at
which so good or bad a result has a probability of 2.5 %, against opponents with the ratings found.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import brentq, minimize
from scipy.sparse.csgraph import connected_components

from arena.strength.elo import Z_95, Elo, normal_share

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from arena.strength.score import Tally

    Matrix = NDArray[np.float64]

ELO = 400 / math.log(10)  # Elo per unit of log odds
TAIL = 0.025
FARTHEST = 40.0  # log odds at the ends of the search for a bound, about 7,000 Elo


class Rating(Elo):
    """One player's rating relative to the mean of all players.

    `high` is infinite for a player that won every game, `low` for one that lost every game, both
    for one without a game.
    """

    def __str__(self) -> str:
        if math.isfinite(self.error):
            return f"{round(self.elo):+d} ± {self.error:.0f}"
        if math.isfinite(self.low):
            return f"{self.elo:+z.0f} (> {self.low:+z.0f})"
        return f"{self.elo:+z.0f} (< {self.high:+z.0f})" if math.isfinite(self.high) else "-"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratings:
    """The ratings of all players, by their number.

    with_prior  whether each player got a virtual draw
    """

    players: tuple[Rating, ...]
    with_prior: bool
    _theta: Matrix
    _covariance: Matrix

    def superiority(self, player: int, other: int) -> float:
        """The likelihood that one player is stronger than another (LOS), 0..1."""
        cov = self._covariance
        variance = cov[player, player] + cov[other, other] - 2 * cov[player, other]
        lead = self._theta[player] - self._theta[other]
        return normal_share(lead / math.sqrt(variance)) if variance > 0 else 0.5


def rate(players: int, results: Mapping[tuple[int, int], Tally]) -> Ratings:
    """The ratings from the results of pairs: (one, other) -> what the one won and lost.

    A player without a game does not take part: its rating is 0 without a finite interval.
    """
    points = np.zeros((players, players))
    draws = 0
    for (one, other), tally in results.items():
        points[one, other] += tally.points
        points[other, one] += tally.games - tally.points
        draws += tally.draws
    games = points + points.T
    played = np.flatnonzero(games.sum(axis=1))
    theta, covariance = np.zeros(players), np.zeros((players, players))
    with_prior = False
    if len(played):
        inner = np.ix_(played, played)
        groups, _ = connected_components(points[inner] > 0, connection="strong")
        with_prior = groups > 1
        prior = 0.5 if with_prior else 0.0
        theta[played] = _maximum(points[inner], prior)
        covariance[inner] = _covariance(theta[played], games[inner], prior, draws)
    rated = [_rating(player, theta, covariance, points, games) for player in range(players)]
    return Ratings(
        players=tuple(rated), with_prior=with_prior, _theta=theta, _covariance=covariance
    )


def _maximum(points: Matrix, prior: float) -> Matrix:
    """The log odds of all players at the maximum of the likelihood, their mean being 0.

    Without a prior only differences count: player 0 is held at 0.
    """
    players = len(points)
    free = slice(0 if prior else 1, players)

    def full(part: Matrix) -> Matrix:
        theta = np.zeros(players)
        theta[free] = part
        return theta

    def loss(part: Matrix) -> tuple[float, Matrix]:
        theta = full(part)
        lead = theta[:, None] - theta[None, :]
        value = np.sum(points * np.logaddexp(0, -lead))
        slope = np.sum(points.T * _share(lead) - points * _share(-lead), axis=1)
        value += prior * np.sum(np.logaddexp(0, -theta) + np.logaddexp(0, theta))
        slope += prior * (_share(theta) - _share(-theta))
        return float(value), slope[free]

    def curvature(part: Matrix) -> Matrix:
        return _information(full(part), points + points.T, prior)[free, free]

    start = np.zeros(len(range(players)[free]))
    if not len(start):
        return full(start)
    best = minimize(loss, start, jac=True, hess=curvature, method="trust-exact", tol=1e-9)
    theta = full(best.x)
    return np.asarray(theta - theta.mean())


def _information(theta: Matrix, games: Matrix, prior: float) -> Matrix:
    """The Fisher information of all players' log odds."""
    lead = theta[:, None] - theta[None, :]
    weights = games * _share(lead) * _share(-lead)
    own = prior * 2 * _share(theta) * _share(-theta)
    return np.asarray(np.diag(weights.sum(axis=1) + own) - weights)


def _covariance(theta: Matrix, games: Matrix, prior: float, draws: int) -> Matrix:
    """The covariance of all players' log odds relative to their mean."""
    players = len(theta)
    lead = theta[:, None] - theta[None, :]
    variance = np.sum(games * _share(lead) * _share(-lead)) / 2
    played = games.sum() / 2
    left = 1.0 if variance <= 0 else max(1 - draws / 4 / variance, 1 / (1 + played))
    centred = np.eye(players) - 1 / players
    inverse = np.linalg.pinv(_information(theta, games, prior), hermitian=True)
    return np.asarray(left * centred @ inverse @ centred)


def _rating(
    player: int, theta: Matrix, covariance: Matrix, points: Matrix, games: Matrix
) -> Rating:
    played, won = games[player].sum(), points[player].sum()
    elo = ELO * float(theta[player])
    if played == 0:
        return Rating(elo=elo, low=-math.inf, high=math.inf)
    if 0 < won < played:
        error = ELO * Z_95 * math.sqrt(max(0.0, covariance[player, player]))
        return Rating(elo=elo, low=elo - error, high=elo + error)
    sign = 1 if won else -1

    def excess(at: float) -> float:
        """The logarithm of the probability of these results, above that of the tail."""
        lead = sign * (at - theta)
        return float(-np.sum(games[player] * np.logaddexp(0, -lead)) - math.log(TAIL))

    bound = ELO * float(brentq(excess, -FARTHEST, FARTHEST))
    if won:
        return Rating(elo=elo, low=bound, high=math.inf)
    return Rating(elo=elo, low=-math.inf, high=bound)


def _share(lead: Matrix) -> Matrix:
    """The expected score for these log odds."""
    return np.asarray(1 / (1 + np.exp(-lead)))
