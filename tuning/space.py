"""The search space: parameters of some groups around a start, and the weights of a point.

A parameter is the raw value of one tunable, in its own unit. Its range is the start plus or minus a
half, so the start is in the middle. The weights of every point are in range and in order
(`never_less`), even where the raw values are not. The starting weights determine the family of
games.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from search.weights import Weights
from search.weights.five import own_selectivity
from search.weights.tunable import (
    CAPTURES,
    CLOCK,
    EVALUATION,
    NOT_GIVEN,
    ORDER,
    SEARCH,
    SELECTIVITY,
    Tunable,
    Tunables,
)
from tuning.errors import TuningError

GROUPS = (EVALUATION, CAPTURES, ORDER, SEARCH, SELECTIVITY, CLOCK)
REACH = 0.5  # of the start, to both sides
LEAST_REACH = 1 / 200  # of the tunable's upper end, so that a value near 0 can grow


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """The raw range of one tunable; its start is the middle."""

    name: str
    low: float
    high: float

    @property
    def start(self) -> float:
        """The value at the start of the study."""
        return (self.low + self.high) / 2

    @property
    def span(self) -> float:
        """The width of the range."""
        return self.high - self.low

    def clipped(self, value: float) -> float:
        """The nearest value in the range."""
        return min(max(value, self.low), self.high)


Point = dict[str, float]  # raw values by name


def space_around(base: Weights, groups: Sequence[str], *, captures: bool = True) -> list[Parameter]:
    """The parameters of these groups around the values of `base`, as declared.

    The unit of the other weights (`five`) is not tuned, nor are weights about captures without
    `captures`, as in Gomoku. Raises TuningError for an unknown group or an empty space.
    """
    for group in groups:
        if group not in GROUPS:
            raise TuningError(f"unknown group of tunables {group!r}: expected {', '.join(GROUPS)}")
    parameters = []
    for tunable in base.tunables.tunables:
        if tunable.group not in groups or tunable.name == base.tunables.unit:
            continue
        if not captures and _is_of_captures(tunable):
            continue
        value = base[tunable.name]
        if value == NOT_GIVEN:
            value = own_selectivity(captures=captures)[tunable.name]
        reach = max(REACH * value, LEAST_REACH * tunable.high, 1)  # 1: or it could not change
        parameters.append(Parameter(name=tunable.name, low=value - reach, high=value + reach))
    if not parameters:
        raise TuningError(f"the groups {', '.join(groups) or '(none)'} have nothing to tune")
    return parameters


def _is_of_captures(tunable: Tunable) -> bool:
    return tunable.group == CAPTURES or (tunable.group == ORDER and "capture" in tunable.name)


def start_of(space: Sequence[Parameter]) -> Point:
    """The middle of the space."""
    return {parameter.name: parameter.start for parameter in space}


def weights_at(base: Weights, point: Mapping[str, float], dice: Random | None = None) -> Weights:
    """The weights of a point; others are as in `base`.

    Values are rounded to the nearest, or with `dice` at random so that the mean is exact: then even
    a small step affects a small weight.
    """
    values = base.as_dict()
    for name, raw in point.items():
        tunable = base.tunables.by_name[name]
        whole = math.floor(raw + (0.5 if dice is None else dice.random()))
        values[name] = min(max(whole, tunable.low), tunable.high)
    _put_in_order(values, point, base.tunables)
    return Weights(values, tunables=base.tunables)


def _put_in_order(values: dict[str, int], tuned: Mapping[str, float], tunables: Tunables) -> None:
    """Enforce `never_less` by changing tuned values only.

    First lower each tuned value to the fixed values above it, then raise it to the value below it.
    """
    most = {name: value for name, value in values.items() if name not in tuned}
    for less, more in reversed(tunables.never_less):
        if less in tuned and more in most:
            most[less] = min(most.get(less, most[more]), most[more])
            values[less] = min(values[less], most[less])
    for less, more in tunables.never_less:
        if more in tuned:
            values[more] = max(values[more], values[less])
