"""SPSA: simultaneous perturbation stochastic approximation.

Spall: "Multivariate Stochastic Approximation Using a Simultaneous Perturbation Gradient
Approximation" (IEEE Transactions on Automatic Control 37/3, 1992); gains as in Fishtest. A step
plays theta + c f against theta - c f, where f is a random +1 or -1 for each parameter. It moves
theta along f by games won minus games lost. So every game informs all parameters at once.

    c_k = c N^gamma / (k + 1)^gamma                 share of the range; k, N: pairs so far, in all
    R_k = r c^2 (A + N)^alpha / (A + k + 1)^alpha / c_k^2
    theta += R_k c_k (won - lost) f                 each parameter in units of its range

Step s starts from the theta after exactly the first s - lag steps, whichever others have finished.
So several steps may run at once, and the course is the same for any number of workers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tuning.space import Parameter, Point, start_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Gains:
    """The settings of a course, or of a stage of one that has grown.

    pairs         N, pairs of games in all
    step_pairs    pairs per step; the last may have fewer
    lag           other steps that may be running when a step is asked
    perturbation  c, share of a parameter's range at the end of the course
    rate          r, step size at the end of the course
    first_step, first_pair  step with which the stage begins, and the pairs before it
    """

    pairs: int
    step_pairs: int
    lag: int
    perturbation: float = 0.10
    rate: float = 0.005
    stability: float = 0.1  # A, share of N
    alpha: float = 0.602
    gamma: float = 0.101
    first_step: int = 0
    first_pair: int = 0

    @property
    def steps(self) -> int:
        """Number of steps of the course, up to the end of this stage."""
        return self.first_step - (self.first_pair - self.pairs) // self.step_pairs

    def pairs_before(self, step: int) -> int:
        """K, the number of pairs before this step."""
        return min(self.pairs, self.first_pair + (step - self.first_step) * self.step_pairs)

    def pairs_of(self, step: int) -> int:
        """The number of pairs of this step."""
        return min(self.step_pairs, self.pairs - self.pairs_before(step))

    def spread(self, step: int) -> float:
        """C_k of this step."""
        share: float = (self.pairs / (self.pairs_before(step) + 1)) ** self.gamma
        return self.perturbation * share

    def gain(self, step: int) -> float:
        """R_k c_k of this step: how far one game moves theta."""
        offset = self.stability * self.pairs
        fading: float = (
            (offset + self.pairs) / (offset + self.pairs_before(step) + 1)
        ) ** self.alpha
        return self.rate * self.perturbation**2 * fading / self.spread(step)


class Spsa:
    """A course: the points of each step, and the learning from their results.

    It depends only on the space, the gains, the seed and the results in order. A course that has
    grown has several stages, in order; the gains of each hold up to the first step of the next.
    """

    def __init__(
        self, space: Sequence[Parameter], gains: Gains | Sequence[Gains], seed: int
    ) -> None:
        self.space = tuple(space)
        self.stages = (gains,) if isinstance(gains, Gains) else tuple(gains)
        self._seed = seed
        self._course = [start_of(space)]  # theta after 0, 1, 2, ... steps

    @property
    def steps(self) -> int:
        """Number of steps of the whole course."""
        return self.stages[-1].steps

    def gains_at(self, step: int) -> Gains:
        """The gains that hold for this step."""
        return next(stage for stage in reversed(self.stages) if stage.first_step <= step)

    @property
    def learnt(self) -> int:
        """Number of steps learnt."""
        return len(self._course) - 1

    @property
    def theta(self) -> Point:
        """The point after all steps learnt: the result of the course."""
        return dict(self._course[-1])

    @property
    def course(self) -> tuple[Point, ...]:
        """Theta before the first step and after each."""
        return tuple(self._course)

    def needs(self, step: int) -> int:
        """How many steps must be learnt before this one."""
        return max(0, step - self.gains_at(step).lag)

    def ask(self, step: int) -> tuple[Point, Point]:
        """The two points of this step, both in the space.

        Raises IndexError unless `needs` steps are learnt.
        """
        centre, spread = self._course[self.needs(step)], self.gains_at(step).spread(step)
        plus, minus = {}, {}
        for parameter, sign in zip(self.space, self._signs(step), strict=True):
            reach = sign * spread * parameter.span
            plus[parameter.name] = parameter.clipped(centre[parameter.name] + reach)
            minus[parameter.name] = parameter.clipped(centre[parameter.name] - reach)
        return plus, minus

    def learn(self, score: float) -> None:
        """Learn the next step's result: the score 0..1 of the plus point."""
        step, gains = self.learnt, self.gains_at(self.learnt)
        lead = (2 * score - 1) * 2 * gains.pairs_of(step)  # games won minus games lost
        shift = gains.gain(step) * lead
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
        """The sign, +1 or -1, of each parameter's step: a function of seed and step."""
        dice = Random(f"{self._seed} {step}")
        return [1 if dice.getrandbits(1) else -1 for _ in self.space]
