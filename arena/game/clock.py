"""Clocks of a game: how they are written, what a player may spend, what is left on each side.

    cpu:S  wall:S             S seconds a side for the whole game
    cpu-move:S  wall-move:S   S seconds for every move
    nodes:N                   N nodes for every move; no time is kept
    wall:120+wall-move:5      both: 120 seconds for the game, and no more than 5 for a move
    cpu:5,cpu:100             5 seconds for one side, 100 for the other

CPU seconds are user + system of all processes of a player together; wall seconds include the start
of its process.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from agent.protocol import plain_number
from arena.errors import ClockError

CPU = "cpu"
WALL = "wall"
CPU_MOVE = "cpu-move"
WALL_MOVE = "wall-move"
NODES = "nodes"
KINDS = (CPU, WALL, CPU_MOVE, WALL_MOVE, NODES)

DEFAULT_CLOCK = "nodes:10000"
SPELLINGS = (
    "cpu:S, wall:S, cpu-move:S, wall-move:S, nodes:N or a game's and a move's such as "
    "wall:120+wall-move:5, or two of them with a comma"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """One clock for both sides: its kind and its amount, seconds or nodes.

    move  beside a clock for the whole game, one for every move, or None
    """

    kind: str
    amount: float
    move: Clock | None = None

    def __str__(self) -> str:
        amount = f"{self.amount:.0f}" if self.kind == NODES else f"{self.amount:g}"
        return f"{self.kind}:{amount}" + (f"+{self.move}" if self.move else "")

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
    move_s      a limit of this move beside that, in seconds that `move_counts` names, or None
    """

    seconds: float | None = None
    counts: str | None = None
    whole_game: bool = False
    nodes: int | None = None
    move_s: float | None = None
    move_counts: str | None = None

    def most_s(self, kind: str) -> float | None:
        """The most seconds of a kind that this move may take; None if they are not counted."""
        limits = ((self.seconds, self.counts), (self.move_s, self.move_counts))
        return min((s for s, counts in limits if s is not None and counts == kind), default=None)


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
            move_s=clock.move.amount if clock.move else None,
            move_counts=clock.move.counts if clock.move else None,
        )

    def charge(self, side: int, cpu_s: float, wall_s: float) -> str | None:
        """Take a move's seconds from this side; the reason in words if its time is up, or None."""
        allowed = self.allowance(side)
        spent = {CPU: cpu_s, WALL: wall_s}
        if allowed.whole_game and allowed.seconds is not None and allowed.counts is not None:
            self.left_s[side] = allowed.seconds - spent[allowed.counts]
        for kind, spent_s in spent.items():
            most_s = allowed.most_s(kind)
            if most_s is not None and spent_s >= most_s:
                return f"spent {spent_s:.3f} s of {kind} time with {most_s:.3f} s left"
        return None


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
    """The clock that a text such as `cpu:100`, `nodes:10000` or `cpu:100+cpu-move:5` names.

    Raises ClockError, listing the spellings.
    """
    first, *more = [parse_part(part) for part in re.split(r"\+(?=[^0-9.])", text)]
    if not more:
        return first
    game, move = sorted([first, more[0]], key=lambda clock: not clock.whole_game)
    if len(more) > 1 or not game.whole_game or move.whole_game or move.kind == NODES:
        raise ClockError(f"{text!r}: a plus joins a clock for the game and one for every move")
    return Clock(kind=game.kind, amount=game.amount, move=move)


def parse_part(text: str) -> Clock:
    """A clock that has no other beside it. Raises ClockError."""
    kind, colon, amount = text.strip().partition(":")
    if kind not in KINDS or not colon:
        raise ClockError(f"{text!r} is no clock: expected {SPELLINGS}")
    if kind == NODES:
        if not (amount.isascii() and amount.isdigit() and int(amount) > 0):
            raise ClockError(f"{text!r}: nodes must be a whole number of at least 1")
        return Clock(kind=kind, amount=int(amount))
    try:
        seconds = plain_number(amount)
    except ValueError:
        seconds = math.nan
    if not (math.isfinite(seconds) and seconds > 0):
        raise ClockError(f"{text!r}: seconds must be a number above 0, not {amount!r}")
    return Clock(kind=kind, amount=seconds)
