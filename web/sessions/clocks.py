"""The clocks of a game: wall-clock seconds with an increment."""

from __future__ import annotations

import time

from web.contract import messages, schema


class SessionClocks:
    """Both clocks; at most one runs."""

    def __init__(
        self, setting: messages.ClockSetting, left_s: tuple[float, float] | None = None
    ) -> None:
        self.setting = setting
        self._left_s = list(left_s or (setting.initial_s, setting.initial_s))
        self.running: schema.Side | None = None
        self._since_s = 0.0

    def left_s(self) -> tuple[float, float]:
        """Seconds left on both clocks, at least 0."""
        left = list(self._left_s)
        if self.running is not None:
            left[self.running] -= time.monotonic() - self._since_s
        return max(0.0, left[0]), max(0.0, left[1])

    def run(self, side: int) -> None:
        """Start the clock of this side and stop the other."""
        self.pause()
        self.running = 1 if side else 0
        self._since_s = time.monotonic()

    def pause(self) -> None:
        """Stop both clocks."""
        self._left_s = list(self.left_s())
        self.running = None

    def reward(self, side: int) -> None:
        """Add the increment of a move to the clock of its side."""
        self._left_s[side] += self.setting.increment_s

    def fallen(self) -> schema.Side | None:
        """The side whose time has run out, or None."""
        left = self.left_s()
        return next((side for side in (0, 1) if left[side] <= 0), None)

    def view(self) -> messages.Clocks:
        """The clocks as a message."""
        return messages.Clocks(
            initial_s=self.setting.initial_s,
            increment_s=self.setting.increment_s,
            left_s=self.left_s(),
            running=self.running,
        )
