"""The clocks of a game between people or with an engine: seconds on the wall, with an increment."""

from __future__ import annotations

import time

from web.contract import base as contract
from web.contract import messages


class GameClocks:
    """Both clocks; at most one runs. Times are monotonic seconds, handed in by tests."""

    def __init__(
        self, setting: messages.ClockSetting, left_s: tuple[float, float] | None = None
    ) -> None:
        self.setting = setting
        self._left_s = list(left_s or (setting.initial_s, setting.initial_s))
        self.running: contract.Side | None = None
        self._since_s = 0.0

    def left_s(self, now_s: float | None = None) -> tuple[float, float]:
        """Seconds left on both clocks, 0 at least."""
        left = list(self._left_s)
        if self.running is not None:
            now_s = time.monotonic() if now_s is None else now_s
            left[self.running] -= now_s - self._since_s
        return max(0.0, left[0]), max(0.0, left[1])

    def run(self, side: int, now_s: float | None = None) -> None:
        """Let the clock of this side run, the other stand."""
        self.pause(now_s)
        self.running = 1 if side else 0
        self._since_s = time.monotonic() if now_s is None else now_s

    def pause(self, now_s: float | None = None) -> None:
        """Let both stand."""
        self._left_s = list(self.left_s(now_s))
        self.running = None

    def reward(self, side: int) -> None:
        """Add the increment of a move to the clock of who made it."""
        self._left_s[side] += self.setting.increment_s

    def fallen(self, now_s: float | None = None) -> contract.Side | None:
        """The side whose time is up, or None."""
        left = self.left_s(now_s)
        return next((side for side in (0, 1) if left[side] <= 0), None)

    def view(self) -> messages.Clocks:
        """The clocks as the page gets them."""
        return messages.Clocks(
            initial_s=self.setting.initial_s,
            increment_s=self.setting.increment_s,
            left_s=self.left_s(),
            running=self.running,
        )
