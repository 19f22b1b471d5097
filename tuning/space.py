"""What is tuned: parameters of some groups around a start, and the weights that they stand for.

A parameter is the raw value of one tunable, in its own unit. Its range is the start and a half of
it to both sides, so that the start lies in the middle. Whatever point of the space is asked for,
the weights made of it are in range and in order (`never_less`): raw values need not be. The family
of games is that of the weights around which the space lies.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from search.weights import Weights
from search.weights.tunable import CAPTURES, CLOCK, EVALUATION, ORDER, SEARCH, Tunable, Tunables
from tuning.errors import TuningError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from random import Random

GROUPS = (EVALUATION, CAPTURES, ORDER, SEARCH, CLOCK)
REACH = 0.5  # of the start, to both sides
LEAST_REACH = 1 / 200  # of the tunable's upper end: what is nearly 0 must be able to grow


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """One tunable as it is tuned: the ends of its raw range; the start is their middle."""

    name: str
    low: float
    high: float

    @property
    def start(self) -> float:
        """Where the study begins."""
        return (self.low + self.high) / 2

    @property
    def span(self) -> float:
        """The width of the range."""
        return self.high - self.low

    def clipped(self, value: float) -> float:
        """The nearest value of the range."""
        return min(max(value, self.low), self.high)


Point = dict[str, float]  # raw values by name


def space_around(base: Weights, groups: Sequence[str], *, captures: bool = True) -> list[Parameter]:
    """The parameters of these groups around the values of `base`, in the order declared.

    The unit in which the others are told (`five`) stays as it is. Without `captures`, as in
    Gomoku, those that speak of them are left out. Raises TuningError for an unknown group or for
    nothing to tune.
    """
    for group in groups:
        if group not in GROUPS:
            raise TuningError(
                f"no group of tunables is called {group!r}: expected {', '.join(GROUPS)}"
            )
    found = []
    for tunable in base.tunables.tunables:
        if tunable.group not in groups or tunable.name == base.tunables.unit:
            continue
        if not captures and _is_of_captures(tunable):
            continue
        value = base[tunable.name]
        reach = max(REACH * value, LEAST_REACH * tunable.high)
        found.append(Parameter(name=tunable.name, low=value - reach, high=value + reach))
    if not found:
        raise TuningError(f"the groups {', '.join(groups) or '(none)'} have nothing to tune")
    return found


def _is_of_captures(tunable: Tunable) -> bool:
    return tunable.group == CAPTURES or (tunable.group == ORDER and "capture" in tunable.name)


def start_of(space: Sequence[Parameter]) -> Point:
    """The middle of the space."""
    return {parameter.name: parameter.start for parameter in space}


def weights_at(base: Weights, point: Mapping[str, float], dice: Random | None = None) -> Weights:
    """The weights of a point; what it does not name is as in `base`.

    Values are rounded to the nearest, with `dice` up or down at random so that the mean is kept: a
    small weight then feels a small step, too.
    """
    values = base.as_dict()
    for name, raw in point.items():
        tunable = base.tunables.by_name[name]
        whole = math.floor(raw + (0.5 if dice is None else dice.random()))
        values[name] = min(max(whole, tunable.low), tunable.high)
    _put_in_order(values, point, base.tunables)
    return Weights(values, tunables=base.tunables)


def _put_in_order(values: dict[str, int], tuned: Mapping[str, float], tunables: Tunables) -> None:
    """See that `never_less` holds, where one of a pair is tuned: what is not tuned stays as it is.

    First nothing may pass what stands fixed above it, then each is raised to what lies below it.
    """
    most = {name: value for name, value in values.items() if name not in tuned}
    for less, more in reversed(tunables.never_less):
        if less in tuned and more in most:
            most[less] = min(most.get(less, most[more]), most[more])
            values[less] = min(values[less], most[less])
    for less, more in tunables.never_less:
        if more in tuned:
            values[more] = max(values[more], values[less])
