"""Game clocks: their spelling, the allowance for a move, the time left on each side.

    cpu:S  wall:S             S seconds a side for the whole game
    cpu-move:S  wall-move:S   S seconds for every move
    cpu:300+2  wall:60+1      the same with an increment (Fischer): 2 or 1 seconds after each move
    nodes:N                   N nodes for every move, no time limit
    wall:120+wall-move:5      both: 120 seconds for the game and at most 5 for a move
    wall:60+1+wall-move:5     all three
    cpu:5,cpu:100             5 seconds for one side, 100 for the other

CPU seconds are user + system time of all processes of a player. Wall seconds include the start of
its process. The clock adds the increment after each move that was made in time, the first one
included.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace

from agent.protocol import plain_number
from arena.errors import ClockError

CPU = "cpu"
WALL = "wall"
CPU_MOVE = "cpu-move"
WALL_MOVE = "wall-move"
NODES = "nodes"
KINDS = (CPU, WALL, CPU_MOVE, WALL_MOVE, NODES)

LONGEST_COUNT = 18  # digits
DEFAULT_CLOCK = "nodes:10000"
ONE_CLOCK = (
    "cpu:S or wall:S, seconds per game; cpu:S+I or wall:S+I, with an increment per move; "
    "cpu-move:S or wall-move:S, seconds per move; nodes:N, nodes per move; or a game's and a "
    "move's joined by +, as wall:120+wall-move:5"
)
SPELLINGS = f"{ONE_CLOCK}; two clocks with a comma between are A's and B's"


@dataclass(frozen=True, slots=True, kw_only=True)
class Clock:
    """A clock: its kind and its amount in seconds or nodes.

    move         an additional clock for every move besides a game clock, or None
    increment_s  seconds that a game clock gains after each move
    """

    kind: str
    amount: float
    move: Clock | None = None
    increment_s: float = 0.0

    def __str__(self) -> str:
        amount = f"{self.amount:.0f}" if self.kind == NODES else f"{self.amount:g}"
        if self.increment_s:
            amount += f"+{self.increment_s:g}"
        return f"{self.kind}:{amount}" + (f"+{self.move}" if self.move else "")

    @property
    def whole_game(self) -> bool:
        """Whether the amount is for the whole game."""
        return self.kind in (CPU, WALL)

    @property
    def counts(self) -> str | None:
        """The counted time, CPU or WALL; None for nodes."""
        return None if self.kind == NODES else CPU if self.kind in (CPU, CPU_MOVE) else WALL


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """What a player may spend on one move.

    seconds      seconds left on the clock that `counts` names; None without a time limit
    counts       CPU, WALL or None
    whole_game   the seconds are for the rest of the game, not for this move alone
    nodes        nodes for this move, or None
    move_s       an additional limit for this move, or None
    move_counts  the clock of `move_s`: CPU, WALL or None
    increment_s  seconds that the clock for the rest of the game gains after this move
    """

    seconds: float | None = None
    counts: str | None = None
    whole_game: bool = False
    nodes: int | None = None
    move_s: float | None = None
    move_counts: str | None = None
    increment_s: float = 0.0

    def most_s(self, kind: str) -> float | None:
        """This move's limit on the CPU or WALL clock; None without one."""
        limits = ((self.seconds, self.counts), (self.move_s, self.move_counts))
        return min((s for s, counts in limits if s is not None and counts == kind), default=None)


class GameClocks:
    """The clocks of both sides during one game.

    clocks  by side
    left_s  seconds left for the game, by side; None without a game clock
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
            increment_s=clock.increment_s,
        )

    def charge(self, side: int, cpu_s: float, wall_s: float) -> str | None:
        """Charge a move to this side's clock; return why it has lost on time, or None.

        A move in time then gains the increment.
        """
        allowed = self.allowance(side)
        spent = {CPU: cpu_s, WALL: wall_s}
        if allowed.whole_game and allowed.seconds is not None and allowed.counts is not None:
            self.left_s[side] = allowed.seconds - spent[allowed.counts]
        for kind, spent_s in spent.items():
            most_s = allowed.most_s(kind)
            if most_s is not None and spent_s >= most_s:
                return f"spent {spent_s:.3f} s of {kind} time with {most_s:.3f} s left"
        left_s = self.left_s[side]
        if left_s is not None:
            self.left_s[side] = left_s + allowed.increment_s
        return None


def parse_clocks(text: str) -> tuple[Clock, Clock]:
    """The clocks of two players, from one text for both or two with a comma.

    Raises ClockError that lists the spellings.
    """
    first, comma, second = text.partition(",")
    clock = parse_clock(first)
    return clock, parse_clock(second) if comma else clock


def format_clocks(clocks: tuple[Clock, Clock]) -> str:
    """Both clocks as text for `parse_clocks`; equal clocks appear once."""
    first, second = map(str, clocks)
    return first if first == second else f"{first},{second}"


def parse_clock(text: str) -> Clock:
    """The clock of a text such as `cpu:100`, `nodes:10000` or `cpu:100+cpu-move:5`.

    Raises ClockError that lists the spellings.
    """
    first, *more = [parse_part(part) for part in re.split(r"\+(?=\s*[^0-9.\s])", text)]
    if not more:
        return first
    game, move = sorted([first, more[0]], key=lambda clock: not clock.whole_game)
    if len(more) > 1 or not game.whole_game or move.whole_game or move.kind == NODES:
        raise ClockError(f"{text!r}: a plus joins a clock for the game and one for every move")
    return replace(game, move=move)


def is_count(text: str) -> bool:
    """Whether a text is a whole number of at least 1, in at most LONGEST_COUNT digits."""
    digits = text.isascii() and text.isdigit() and len(text) <= LONGEST_COUNT
    return digits and int(text) > 0


def parse_part(text: str) -> Clock:
    """A clock without an additional one for every move. Raises ClockError."""
    kind, colon, amount = text.strip().partition(":")
    if kind not in KINDS or not colon:
        raise ClockError(f"{text!r} is no clock: expected {SPELLINGS}")
    if kind == NODES:
        if not is_count(amount):
            raise ClockError(f"{text[:40]!r}: nodes must be a whole number of at least 1")
        return Clock(kind=kind, amount=int(amount))
    amount, *gained = re.split(r"(?<![eE])\+", amount)
    if len(gained) > 1 or (gained and kind not in (CPU, WALL)):
        raise ClockError(f"{text!r}: one increment may follow the seconds of a game, as cpu:300+2")
    return Clock(
        kind=kind,
        amount=_seconds(text, amount),
        increment_s=_seconds(text, gained[0]) if gained else 0.0,
    )


def _seconds(text: str, amount: str) -> float:
    """The seconds above 0 that `amount` says. Raises ClockError for the clock `text`."""
    try:
        seconds = plain_number(amount)
    except ValueError:
        seconds = math.nan
    if not (math.isfinite(seconds) and seconds > 0):
        raise ClockError(f"{text!r}: seconds must be a number above 0, not {amount!r}")
    return seconds
