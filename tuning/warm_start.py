"""The warm start: a logistic regression of who won on what the evaluation sees.

    P(the side to move wins) = 1 / (1 + exp(-K f w))

f are the features of a quiet position, w the weights, K the scale, which is fitted first, with the
weights as they are, and then kept. A position of a game that was won says little, and all positions
of a game say the same: so the weights are held back towards those they come from, and the error is
counted by games that were held out. The method is known as Texel's tuning (Österlund, 2014).

The evaluation is linear in its weights: a feature is what the static value gains when its weight is
raised by one, which the kernel itself is asked. So nothing about patterns is written twice.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import minimize, minimize_scalar

from games.five.points import parse_point
from games.five.position import Position
from games.five.rules import Rules
from search.five.native import open_search, set_position
from search.weights import Weights
from search.weights.tunable import CAPTURES, EVALUATION
from tuning.space import Parameter, space_around, weights_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from search.kernel.five import FiveSearch
    from tuning.games import Job, Played
    from tuning.plan import Plan

WARM = "warm"
WARM_SEED = 900  # beyond any phase and validation
STEP = 64  # of a weight, to see what the static value makes of it
SKIPPED_LAST = 6  # plies of the won end, which tactics decide
PER_GAME = 8  # positions of one game that are looked at
HELD_OUT = 0.2  # of the games
PULLS = (1.0, 10.0, 100.0)  # towards the weights they come from; the games held out choose
SCATTER = 0.15  # of each weight, in the games that are looked at: otherwise all play alike


@dataclass(frozen=True, slots=True, kw_only=True)
class Samples:
    """Positions as the regression sees them.

    features  [positions, parameters] what one more of each weight adds to the value, mover's view
    rest      [positions] what the weights that are not fitted add
    won       [positions] 1 where the side to move won, 0 where it lost, 1/2 for a draw
    game      [positions] the number of the game
    """

    features: NDArray[np.float64]
    rest: NDArray[np.float64]
    won: NDArray[np.float64]
    game: NDArray[np.int64]


def warm_start(
    plan: Plan,
    base: Weights,
    job: Callable[[str, Weights, Weights, int, int], Job],
    play_all: Callable[[Iterable[Job]], list[Played]],
) -> tuple[Weights, dict[str, str]]:
    """The weights that a regression on games of the base finds, and where they come from.

    The games are those of weights scattered a little around the base against each other.
    """
    seed, rules = plan.seed_of(WARM_SEED), plan.rules
    assert isinstance(rules, Rules)  # five in a row: `check_plan` has seen to it
    space = space_around(base, (EVALUATION, CAPTURES), captures=bool(rules.capture_lengths))
    played = play_all(
        job(f"{WARM} 0 0 {pair}", *scattered_pair(base, space, seed, pair), seed, pair)
        for pair in range(plan.warm_games // 2)
    )
    samples = samples_of(rules, base, space, played, seed)
    found, pull, losses = fit(samples, base, space, seed)
    provenance = {
        "regression": f"{len(samples.won)} positions of {2 * len(played)} games, pull {pull:g}",
        "log_loss": f"{losses[1]:.4f} in games held out, {losses[0]:.4f} before",
    }
    return found, provenance


def scattered_pair(
    base: Weights, space: Sequence[Parameter], seed: int, pair: int
) -> tuple[Weights, Weights]:
    """Two sets of weights some way from the base, for one pair of games."""
    dice = Random(f"{seed} scatter {pair}")
    drawn = [
        {each.name: each.start * (1 + dice.uniform(-SCATTER, SCATTER)) for each in space}
        for _ in range(2)
    ]
    return weights_at(base, drawn[0]), weights_at(base, drawn[1])


def samples_of(
    rules: Rules, base: Weights, space: Sequence[Parameter], played: Iterable[Played], seed: int
) -> Samples:
    """What quiet positions of these games look like, and who won."""
    seen = _Seen(rules, base, space)
    rows, rest, won, games = [], [], [], []
    for number, (opening, moves, winner_began) in enumerate(games_of(played)):
        for position, is_first in quiet_positions(
            rules, opening, moves, Random(f"{seed} {number}")
        ):
            if not seen.set(position):
                continue
            features, fixed = seen.features()
            rows.append(features)
            rest.append(fixed)
            games.append(number)
            won.append(0.5 if winner_began is None else float(winner_began == is_first))
    return Samples(
        features=np.array(rows, dtype=np.float64).reshape(len(rows), len(space)),
        rest=np.array(rest, dtype=np.float64),
        won=np.array(won, dtype=np.float64),
        game=np.array(games, dtype=np.int64),
    )


def games_of(played: Iterable[Played]) -> Iterator[tuple[list[str], list[str], bool | None]]:
    """Each game: its opening, the moves after it, whether who moved first on the board has won."""
    for pair in played:
        for beginner, moves, winner in zip(("one", "two"), pair.moves, pair.winners, strict=True):
            yield (
                pair.opening.split(),
                moves.split(),
                None if winner is None else winner == beginner,
            )


def quiet_positions(
    rules: Rules, opening: Sequence[str], moves: Sequence[str], dice: Random
) -> Iterator[tuple[Position, bool]]:
    """Some positions of a game between opening and won end; whether the first is to move."""
    plies = range(len(opening), len(opening) + len(moves) - SKIPPED_LAST)
    chosen = set(dice.sample(plies, min(PER_GAME, len(plies))))
    position = Position(rules)
    for ply, move in enumerate([*opening, *moves]):
        if ply in chosen:
            yield position, position.side == 0
        position.play(parse_point(move, rules.size))


class _Seen:
    """The evaluation's view of a position: what it gains by one more of each weight."""

    def __init__(self, rules: Rules, base: Weights, space: Sequence[Parameter]) -> None:
        self._weights = [base[each.name] for each in space]
        self._base = open_search(rules, base)
        self._steps = []
        self._raised: list[FiveSearch] = []
        for each in space:
            # Towards zero where the range ends above.
            step = STEP if base[each.name] <= each.high else -STEP
            raised = Weights({**base.as_dict(), each.name: base[each.name] + step})
            self._steps.append(step)
            self._raised.append(open_search(rules, raised))

    def set(self, position: Position) -> bool:
        """Look at a position; whether it is quiet: no win at once, nothing to be answered."""
        set_position(self._base, position)
        if self._base.wins_at_once() or self._base.must_answer():
            return False
        for kernel in self._raised:
            set_position(kernel, position)
        return True

    def features(self) -> tuple[list[float], float]:
        """The features, and what the static value is without them."""
        value = self._base.evaluate()
        found = [
            (kernel.evaluate() - value) / step
            for kernel, step in zip(self._raised, self._steps, strict=True)
        ]
        told = sum(feature * weight for feature, weight in zip(found, self._weights, strict=True))
        return found, value - told


def fit(
    samples: Samples, base: Weights, space: Sequence[Parameter], seed: int
) -> tuple[Weights, float, tuple[float, float]]:
    """The weights fitted, the pull that the games held out chose, their log loss before and now."""
    games = sorted(set(samples.game.tolist()))
    held = Random(f"{seed} held out").sample(games, max(1, int(HELD_OUT * len(games))))
    out = np.isin(samples.game, held)
    start = np.array([float(base[each.name]) for each in space])
    units = np.array([each.span / 2 for each in space])
    scale = fit_scale(samples, start, ~out)
    tried = []
    for pull in PULLS:
        point = _fit_once(samples, ~out, scale=scale, start=start, units=units, pull=pull)
        tried.append((log_loss(samples, point, scale, out), pull))
    before = log_loss(samples, start, scale, out)
    loss, pull = min(tried)
    point = _fit_once(samples, np.ones_like(out), scale=scale, start=start, units=units, pull=pull)
    found = {each.name: float(value) for each, value in zip(space, point, strict=True)}
    return weights_at(base, found), pull, (before, loss)


def fit_scale(samples: Samples, weights: NDArray[np.float64], chosen: NDArray[np.bool_]) -> float:
    """K: how the static value in points becomes a chance to win, with the weights as they are."""
    found = minimize_scalar(
        lambda log_scale: log_loss(samples, weights, float(np.exp(log_scale)), chosen),
        bounds=(np.log(1e-6), np.log(1.0)),
        method="bounded",
    )
    return float(np.exp(found.x))


def log_loss(
    samples: Samples, weights: NDArray[np.float64], scale: float, chosen: NDArray[np.bool_]
) -> float:
    """The mean log loss of the chosen positions, in nats."""
    value = scale * (samples.features[chosen] @ weights + samples.rest[chosen])
    won = samples.won[chosen]
    return float(np.mean(np.logaddexp(0.0, value) - won * value))


def _fit_once(
    samples: Samples,
    chosen: NDArray[np.bool_],
    *,
    scale: float,
    start: NDArray[np.float64],
    units: NDArray[np.float64],
    pull: float,
) -> NDArray[np.float64]:
    """The weights of least loss, held back by `pull` over the number of positions, in units."""
    features, rest = samples.features[chosen] * units, samples.rest[chosen]
    rest = rest + samples.features[chosen] @ start
    won, number = samples.won[chosen], max(1, int(chosen.sum()))

    def loss(step: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        value = scale * (features @ step + rest)
        error = 1 / (1 + np.exp(-np.clip(value, -500, 500))) - won
        total = np.mean(np.logaddexp(0.0, value) - won * value) + pull * step @ step / number
        gradient = scale * (features.T @ error) / number + 2 * pull * step / number
        return float(total), gradient

    found = minimize(
        loss, np.zeros_like(start), jac=True, method="L-BFGS-B", bounds=[(-2.0, 2.0)] * len(start)
    )
    return np.asarray(start + units * found.x)
