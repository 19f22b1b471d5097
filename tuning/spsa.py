"""SPSA: simultaneous perturbation stochastic approximation of the best point, step by step.

Spall: "Multivariate Stochastic Approximation Using a Simultaneous Perturbation Gradient
Approximation" (IEEE Transactions on Automatic Control 37/3, 1992); gains as Fishtest sets them. A
step plays theta + c f against theta - c f, where f is +1 or -1 for each parameter by chance, and
moves theta along f by the games won more than lost. Every game tells of all parameters at once.

    c_k = c N^gamma / (k + 1)^gamma                 share of the range; k, N: pairs so far, in all
    R_k = r c^2 (A + N)^alpha / (A + k + 1)^alpha / c_k^2
    theta += R_k c_k (won - lost) f                 each parameter in units of its range

Step s is asked at the theta that the steps before s - lag have made, whoever has finished since: so
several steps may be under way, and the course is the same for any number of workers.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from tuning.space import Parameter, Point, start_of

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True, kw_only=True)
class Gains:
    """The settings of a course.

    pairs        pairs of games in all: N
    step_pairs   of one step; the last may have fewer
    lag          steps that may be under way beside the one that is asked
    perturbation c, share of a parameter's range at the end of the course
    rate         r, the step's size at the end
    """

    pairs: int
    step_pairs: int
    lag: int
    perturbation: float = 0.10
    rate: float = 0.005
    stability: float = 0.1  # A, share of N
    alpha: float = 0.602
    gamma: float = 0.101

    @property
    def steps(self) -> int:
        """How many steps the course has."""
        return -(-self.pairs // self.step_pairs)

    def pairs_of(self, step: int) -> int:
        """How many pairs this step plays."""
        return min(self.step_pairs, self.pairs - step * self.step_pairs)

    def spread(self, step: int) -> float:
        """c_k of this step."""
        share: float = (self.pairs / (step * self.step_pairs + 1)) ** self.gamma
        return self.perturbation * share

    def gain(self, step: int) -> float:
        """R_k c_k of this step: how far one game moves theta."""
        offset = self.stability * self.pairs
        fading: float = (
            (offset + self.pairs) / (offset + step * self.step_pairs + 1)
        ) ** self.alpha
        return self.rate * self.perturbation**2 * fading / self.spread(step)


class Spsa:
    """A course: what is asked at each step, and what is learnt from its games.

    Everything follows from the space, the gains, the seed and the results in the order of steps.
    """

    def __init__(self, space: Sequence[Parameter], gains: Gains, seed: int) -> None:
        self.space = tuple(space)
        self.gains = gains
        self._seed = seed
        self._course = [start_of(space)]  # theta after 0, 1, 2, ... steps

    @property
    def learnt(self) -> int:
        """How many steps' results are known."""
        return len(self._course) - 1

    @property
    def theta(self) -> Point:
        """The point that all results so far have led to: what the course returns."""
        return dict(self._course[-1])

    @property
    def course(self) -> tuple[Point, ...]:
        """Theta before the first step and after each."""
        return tuple(self._course)

    def needs(self, step: int) -> int:
        """How many steps must have been learnt before this one can be asked."""
        return max(0, step - self.gains.lag)

    def ask(self, step: int) -> tuple[Point, Point]:
        """The two points that play each other in this step; both in the space.

        Raises IndexError where `needs` is not met.
        """
        centre, spread = self._course[self.needs(step)], self.gains.spread(step)
        plus, minus = {}, {}
        for parameter, sign in zip(self.space, self._signs(step), strict=True):
            reach = sign * spread * parameter.span
            plus[parameter.name] = parameter.clipped(centre[parameter.name] + reach)
            minus[parameter.name] = parameter.clipped(centre[parameter.name] - reach)
        return plus, minus

    def learn(self, score: float) -> None:
        """Take in the next step's result: the share 0..1 of the points that plus has made."""
        step = self.learnt
        lead = (2 * score - 1) * 2 * self.gains.pairs_of(step)  # games won more than lost
        shift = self.gains.gain(step) * lead
        theta = self._course[-1]
        self._course.append(
            {
                parameter.name: parameter.clipped(
                    theta[parameter.name] + shift * sign * parameter.span
                )
                for parameter, sign in zip(self.space, self._signs(step), strict=True)
            }
        )

    def _signs(self, step: int) -> list[int]:
        """+1 or -1 for each parameter, the same whenever this step is asked."""
        dice = Random(f"{self._seed} {step}")
        return [1 if dice.getrandbits(1) else -1 for _ in self.space]
