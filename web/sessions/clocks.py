"""The clocks of a game: wall-clock seconds with an increment."""

from __future__ import annotations

import time

from web.contract import messages, schema


class SessionClocks:
    """Both clocks; at most one runs. Tests pass `now_s`, in monotonic seconds."""

    def __init__(
        self, setting: messages.ClockSetting, left_s: tuple[float, float] | None = None
    ) -> None:
        self.setting = setting
        self._left_s = list(left_s or (setting.initial_s, setting.initial_s))
        self.running: schema.Side | None = None
        self._since_s = 0.0

    def left_s(self, now_s: float | None = None) -> tuple[float, float]:
        """Seconds left on both clocks, at least 0."""
        left = list(self._left_s)
        if self.running is not None:
            now_s = time.monotonic() if now_s is None else now_s
            left[self.running] -= now_s - self._since_s
        return max(0.0, left[0]), max(0.0, left[1])

    def run(self, side: int, now_s: float | None = None) -> None:
        """Start the clock of this side and stop the other."""
        self.pause(now_s)
        self.running = 1 if side else 0
        self._since_s = time.monotonic() if now_s is None else now_s

    def pause(self, now_s: float | None = None) -> None:
        """Stop both clocks."""
        self._left_s = list(self.left_s(now_s))
        self.running = None

    def reward(self, side: int) -> None:
        """Add the increment of a move to the clock of its side."""
        self._left_s[side] += self.setting.increment_s

    def fallen(self, now_s: float | None = None) -> schema.Side | None:
        """The side whose time has run out, or None."""
        left = self.left_s(now_s)
        return next((side for side in (0, 1) if left[side] <= 0), None)

    def view(self) -> messages.Clocks:
        """The clocks as a message."""
        return messages.Clocks(
            initial_s=self.setting.initial_s,
            increment_s=self.setting.increment_s,
            left_s=self.left_s(),
            running=self.running,
        )
