"""Clocks of a game: how they are written, what a player may spend, what is left on each side.

    cpu:S  wall:S             S seconds a side for the whole game
    cpu-move:S  wall-move:S   S seconds for every move
    nodes:N                   N nodes for every move; no time is kept
    cpu:5,cpu:100             5 seconds for one side, 100 for the other

CPU seconds are user + system of all processes of a player together; wall seconds include the start
of its process.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from arena.errors import ClockError

CPU = "cpu"
WALL = "wall"
CPU_MOVE = "cpu-move"
WALL_MOVE = "wall-move"
NODES = "nodes"
KINDS = (CPU, WALL, CPU_MOVE, WALL_MOVE, NODES)

DEFAULT_CLOCK = "nodes:10000"
SPELLINGS = "cpu:S, wall:S, cpu-move:S, wall-move:S or nodes:N, or two of them with a comma"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """One clock for both sides: its kind and its amount, seconds or nodes."""

    kind: str
    amount: float

    def __str__(self) -> str:
        return f"{self.kind}:{self.amount:g}" if self.kind != NODES else f"nodes:{self.amount:.0f}"

    @property
    def whole_game(self) -> bool:
        """Whether the amount must last for the whole game."""
        return self.kind in (CPU, WALL)

    @property
    def counts(self) -> str | None:
        """Which seconds are counted, CPU or WALL; None if none are."""
        return None if self.kind == NODES else CPU if self.kind in (CPU, CPU_MOVE) else WALL


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """What a player may spend on one move.

    seconds     seconds left, of the kind that `counts` names; None if no time is kept
    counts      CPU, WALL or None
    whole_game  the seconds must last for the rest of the game, not for this move alone
    nodes       nodes for this move, or None
    """

    seconds: float | None = None
    counts: str | None = None
    whole_game: bool = False
    nodes: int | None = None


class GameClocks:
    """The clocks of both sides during one game.

    clocks  by side
    left_s  seconds left by side for the rest of the game; None where no game clock runs
    """

    __slots__ = ("clocks", "left_s")

    def __init__(self, clocks: tuple[Clock, Clock]) -> None:
        self.clocks = clocks
        self.left_s = [clock.amount if clock.whole_game else None for clock in clocks]

    def allowance(self, side: int) -> Allowance:
        """What this side may spend on its next move."""
        clock, left_s = self.clocks[side], self.left_s[side]
        if clock.kind == NODES:
            return Allowance(nodes=int(clock.amount))
        return Allowance(
            seconds=clock.amount if left_s is None else left_s,
            counts=clock.counts,
            whole_game=clock.whole_game,
        )

    def charge(self, side: int, cpu_s: float, wall_s: float) -> str | None:
        """Take a move's seconds from this side; the reason in words if its time is up, or None."""
        allowed = self.allowance(side)
        if allowed.seconds is None:
            return None
        spent = cpu_s if allowed.counts == CPU else wall_s
        if allowed.whole_game:
            self.left_s[side] = allowed.seconds - spent
        if spent < allowed.seconds:
            return None
        return f"spent {spent:.3f} s of {allowed.counts} time with {allowed.seconds:.3f} s left"


def parse_clocks(text: str) -> tuple[Clock, Clock]:
    """The clocks of two players: one text for both, or two with a comma.

    Raises ClockError, listing the spellings.
    """
    first, comma, second = text.partition(",")
    clock = parse_clock(first)
    return clock, parse_clock(second) if comma else clock


def format_clocks(clocks: tuple[Clock, Clock]) -> str:
    """Both clocks as text, once if they are alike; `parse_clocks` reads it back."""
    first, second = map(str, clocks)
    return first if first == second else f"{first},{second}"


def parse_clock(text: str) -> Clock:
    """The clock that a text such as `cpu:100` or `nodes:10000` names.

    Raises ClockError, listing the spellings.
    """
    kind, colon, amount = text.strip().partition(":")
    if kind not in KINDS or not colon:
        raise ClockError(f"{text!r} is no clock: expected {SPELLINGS}")
    if kind == NODES:
        if not (amount.isascii() and amount.isdigit() and int(amount) > 0):
            raise ClockError(f"{text!r}: nodes must be a whole number of at least 1")
        return Clock(kind=kind, amount=int(amount))
    try:
        seconds = float(amount)
    except ValueError:
        seconds = math.nan
    if not (math.isfinite(seconds) and seconds > 0):
        raise ClockError(f"{text!r}: seconds must be a number above 0, not {amount!r}")
    return Clock(kind=kind, amount=seconds)
