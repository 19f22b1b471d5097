"""Adapts the time of a search to what its iterations find.

A search has an aim and a limit of time (`search.limits`). A best move that stays the same shortens
the aim, as does a rising score; a falling score lengthens it. Three rules end the search:

    after an iteration    it ends if most of the aim is spent, since the next would hardly finish,
                          or if the end of the game is proven
    during an iteration   it breaks off well beyond the aim
    after a fail low      only the limit holds, since the best move has just been refuted

The factors are tunables (`[clock]` of a weights file).
"""

from __future__ import annotations

import time

from search.score import is_loss, is_win

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from search.limits import Limits
    from search.result import Line
    from search.weights import Weights

# Iterations with the same best move, from `changing_percent` to `steady_percent`.
FIRST_STEADY, LAST_STEADY = 2, 8
COMPARED = 2  # iterations back to the score compared, so that the same side moves last in both
LOST_SHARE = 0.25  # of the aim, if every move loses: enough to find the longest defence


class Stopwatch:
    """CPU and wall time since the start of a search; `helpers_ns` returns its helpers' CPU time."""

    __slots__ = ("cpu_ns", "helpers_ns", "wall_ns")

    def __init__(self, helpers_ns: Callable[[], int] | None = None) -> None:
        self.cpu_ns = time.process_time_ns()
        self.wall_ns = time.monotonic_ns()
        self.helpers_ns = helpers_ns

    def cpu_s(self) -> float:
        """CPU seconds since the start, of this process and its helpers together."""
        helpers_ns = 0 if self.helpers_ns is None else self.helpers_ns()
        return (time.process_time_ns() - self.cpu_ns + helpers_ns) / 1e9

    def wall_s(self) -> float:
        """Wall-clock seconds since the start."""
        return (time.monotonic_ns() - self.wall_ns) / 1e9

    def within(self, limits: Limits) -> bool:
        """Whether neither clock has reached its limit."""
        return (limits.cpu_s is None or self.cpu_s() < limits.cpu_s) and (
            limits.wall_s is None or self.wall_s() < limits.wall_s
        )

    def deadlines(self, limits: Limits, within_s: float | None = None) -> tuple[int, int]:
        """The deadlines of a search on the CPU clock and the wall clock, in ns; 0: none.

        `within_s`, if given, is the most seconds from the start for both.
        """
        return (
            _deadline(self.cpu_ns, limits.cpu_s, within_s),
            _deadline(self.wall_ns, limits.wall_s, within_s),
        )


def _deadline(start_ns: int, limit_s: float | None, within_s: float | None) -> int:
    if limit_s is None:
        return 0
    if within_s is not None and within_s < limit_s:
        limit_s = within_s
    return start_ns + max(1, int(limit_s * 1e9))


class Pace:
    """Adapts the aim of one search; without an aim it never ends a search."""

    __slots__ = ("_aim_s", "_best", "_limits", "_scores", "_started", "_steady", "_weights")

    def __init__(self, limits: Limits, weights: Weights, started: Stopwatch) -> None:
        self._limits = limits
        self._weights = weights
        self._started = started
        self._aim_s = limits.aim_s
        self._best = -1
        self._steady = 0
        self._scores: list[int] = []

    def learn(self, line: Line) -> None:
        """Take the best line of a finished iteration into account."""
        self._steady = self._steady + 1 if line.pv[0] == self._best else 0
        self._best = line.pv[0]
        self._scores.append(line.score)

    def enough(self) -> bool:
        """Whether to begin no further iteration."""
        if self._aim_s is None or not self._scores:
            return False
        if is_win(self._scores[-1]):
            return True
        share = self._weights["begin_percent"] / 100 * self.factor()
        if is_loss(self._scores[-1]):
            share = min(share, LOST_SHARE)
        return self._elapsed_s() >= share * self._aim_s

    def deadlines(self, *, failing_low: bool) -> tuple[int, int]:
        """The deadlines of the next search in an iteration, as from `Stopwatch.deadlines`."""
        if self._aim_s is None or failing_low:
            return self._started.deadlines(self._limits)
        within_s = self._weights["overrun_percent"] / 100 * self.factor() * self._aim_s
        return self._started.deadlines(self._limits, within_s)

    def factor(self) -> float:
        """The factor of the aim, from the finished iterations; 1 before the first."""
        if not self._scores:
            return 1.0
        weights = self._weights
        stood = (self._steady - FIRST_STEADY) / (LAST_STEADY - FIRST_STEADY)
        changing, steady = weights["changing_percent"], weights["steady_percent"]
        stability = changing + (steady - changing) * min(max(stood, 0.0), 1.0)
        before = self._scores[-1 - COMPARED] if len(self._scores) > COMPARED else self._scores[-1]
        trouble = 100 + 100 * (before - self._scores[-1]) / weights["score_scale"]
        trouble = min(max(trouble, weights["rising_percent"]), weights["falling_percent"])
        return stability * trouble / 10_000

    def _elapsed_s(self) -> float:
        """Seconds since the start, on the clock of the aim."""
        started = self._started
        return started.wall_s() if self._limits.cpu_s is None else started.cpu_s()
