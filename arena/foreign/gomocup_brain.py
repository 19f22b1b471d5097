"""Any brain of the Gomocup protocol as a player: `gomocup:COMMAND`.

One process plays all games of a match. It is restarted after every fault, and for a new game if it
does not know RESTART. The brain is told the rules, the memory limit and, before each move, the time
left. CPU seconds are told as if they were wall seconds, but measured as CPU. CPU used between moves
is charged to the next move. TURN asks for a move if the opponent has added one stone to the
position that the brain knows; otherwise BEGIN or BOARD does.
"""

from __future__ import annotations

import shutil
import tempfile
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import chain, zip_longest

from agent.gomocup.protocol import (
    NO_LIMIT_MS,
    OPPONENT,
    OWN,
    GomocupError,
    format_place,
    number_of,
    parse_numbers,
)
from arena.foreign.harness_agent import wall_cap_s
from arena.game.clock import CPU, WALL, Allowance
from arena.game.player import CRASH, ILLEGAL, MALFORMED, TIME, Answer, Fault
from arena.processes.line_process import BrainProcess
from games.five.position import FivePosition
from games.five.rules import FiveRules
from games.rules import EMPTY

START_LIMIT_S = 30.0
END_GRACE_S = 1.0  # set by the protocol
NODES_TURN_MS = 60_000  # told without a clock of seconds: a brain may not know node limits
NODES_LIMIT_S = 120.0  # of wall time for a move then
MEMORY_BYTES = 350 << 20  # as in Gomocup
GAME_TYPE = 2  # a tournament
PAUSE_S = 0.02  # between a move and the next command: some brains miss an earlier one
IGNORED = ("MESSAGE", "DEBUG", "OK")


class GomocupPlayer:
    """A brain; it starts with its first game.

    Raises GomocupError for rules without a number in the protocol.
    """

    def __init__(self, command: Sequence[str], rules: FiveRules) -> None:
        self._command = tuple(command)
        self._rules = rules
        self._number = number_of(rules)
        self._folder = tempfile.mkdtemp(prefix="pente-brain-")
        self._brain: BrainProcess | None = None
        self._fault: Fault | None = None
        self._told: dict[str, str] = {}
        self._known = FivePosition(rules)  # the brain's board, with the opponent to move
        self._match_ms: int | None = None
        self._cpu_mark_s = 0.0
        self._answered_s = 0.0

    def new_game(self, seed: int) -> None:  # noqa: ARG002 - the protocol has no seeds
        """Set up an empty board and the rules; `choose` reports a failure."""
        self._known = FivePosition(self._rules)
        self._match_ms = None
        self._fault = self._restarted()
        if self._brain is not None:
            self._cpu_mark_s = self._brain.cpu_s()

    def choose(self, position: FivePosition, allowance: Allowance) -> Answer:
        """The brain's answer within its allowance."""
        brain = self._brain
        if self._fault is not None or brain is None:
            fault = self._fault or Fault(termination=CRASH, reason="it has no game")
            return Answer(fault=fault)
        time.sleep(max(0.0, self._answered_s + PAUSE_S - time.monotonic()))
        started_s = time.monotonic()
        self._tell_time(brain, allowance)
        brain.forget_unread()
        brain.say(*self._asking(position))
        verdict = self._verdict(brain, allowance)
        self._answered_s = time.monotonic()
        cpu_s = brain.cpu_s()
        spent_s, self._cpu_mark_s = cpu_s - self._cpu_mark_s, cpu_s
        wall_s = self._answered_s - started_s
        if isinstance(verdict, Fault):
            self._fault = verdict
            if verdict.termination != ILLEGAL:
                brain.end()
            return Answer(fault=verdict, cpu_s=spent_s, wall_s=wall_s)
        self._remember(position, verdict)
        return Answer(point=verdict, cpu_s=spent_s, wall_s=wall_s)

    def close(self) -> None:
        """Ask the brain to end, kill it after a grace period, and remove its folder."""
        if self._brain is not None:
            self._brain.say("END")
            self._brain.end(END_GRACE_S)
            self._brain = None
        shutil.rmtree(self._folder, ignore_errors=True)

    # Start of a game

    def _restarted(self) -> Fault | None:
        """Give a running brain an empty board, or start one; return the fault, or None."""
        brain = self._brain
        if brain is not None and not brain.ended:
            brain.forget_unread()
            brain.say("RESTART")
            if self._accepts(brain) is None:
                return None
            brain.end()
        try:
            self._brain = brain = BrainProcess(self._command, self._folder)
        except OSError as error:
            self._brain = None
            reason = f"{self._command[0]} cannot be started: {error.strerror}"
            return Fault(termination=CRASH, reason=reason)
        brain.say(f"START {self._rules.size}")
        fault = self._accepts(brain)
        self._told = {}
        if fault is None:
            for key, value in (
                ("max_memory", MEMORY_BYTES),
                ("game_type", GAME_TYPE),
                ("rule", self._number),
                ("folder", self._folder),
            ):
                self._tell(brain, key, value)
        else:
            brain.end()
        return fault

    def _accepts(self, brain: BrainProcess) -> Fault | None:
        """Wait for OK to START or RESTART; return the fault, or None."""
        deadline = time.monotonic() + START_LIMIT_S
        while True:
            line = brain.hear(deadline - time.monotonic())
            if isinstance(line, Fault):
                return with_limit(line, deadline, START_LIMIT_S)
            word = line.split(maxsplit=1)[0].upper()
            if word == "OK":
                return None
            if word not in IGNORED:
                return Fault(termination=MALFORMED, reason=f"expected OK, got {line[:200]!r}")

    # A move

    def _tell(self, brain: BrainProcess, key: str, value: object) -> None:
        """Send an INFO unless its value is unchanged; always send `time_left`."""
        if self._told.get(key) != str(value) or key == "time_left":
            self._told[key] = str(value)
            brain.say(f"INFO {key} {value}")

    def _tell_time(self, brain: BrainProcess, allowance: Allowance) -> None:
        turn_ms, match_ms, left_ms = NODES_TURN_MS, 0, NO_LIMIT_MS
        if allowance.seconds is not None:
            turn_ms = int(1000 * allowance.seconds)
            if allowance.whole_game:
                self._match_ms = self._match_ms or max(1, turn_ms)
                match_ms, left_ms = self._match_ms, turn_ms
        if allowance.move_s is not None:
            turn_ms = int(1000 * allowance.move_s)
        self._tell(brain, "timeout_turn", turn_ms)
        self._tell(brain, "timeout_match", match_ms)
        self._tell(brain, "time_left", left_ms)
        if allowance.nodes is not None:
            self._tell(brain, "max_node", allowance.nodes)

    def _asking(self, position: FivePosition) -> list[str]:
        """The lines that ask for a move."""
        stone = next_stone(self._known, position)
        if stone is not None:
            return [f"TURN {format_place(stone, self._rules.size)}"]
        if not any(position.cells):
            return ["BEGIN"]
        own, other = (position.captured_stones[side] for side in (position.side, 1 - position.side))
        lines = [f"INFO captured {own},{other}"] if own or other else []
        return [*lines, "BOARD", *stone_lines(position), "DONE"]

    def _verdict(self, brain: BrainProcess, allowance: Allowance) -> int | Fault:
        """The brain's point, or its fault."""
        cpu_s, wall_s = allowance.most_s(CPU), allowance.most_s(WALL)
        if wall_s is None:
            wall_s = NODES_LIMIT_S if cpu_s is None else wall_cap_s(cpu_s)
        cpu_limit_s = None if cpu_s is None else self._cpu_mark_s + cpu_s
        deadline = time.monotonic() + wall_s
        while True:
            line = brain.hear(deadline - time.monotonic(), cpu_limit_s)
            if isinstance(line, Fault):
                return with_limit(line, deadline, wall_s)
            word, _, rest = line.partition(" ")
            if word.upper() == "SUGGEST":
                brain.say(f"PLAY {rest.strip()}")
            elif word.upper() not in IGNORED:
                return verdict_of(line, self._rules.size)

    def _remember(self, position: FivePosition, point: int) -> None:
        """Keep the brain's new board if its move is legal."""
        if position.why_illegal(point) is None:
            position.play(point)
            self._known = position


def next_stone(known: FivePosition, position: FivePosition) -> int | None:
    """The one move that leads from a position to the next; None if there is none."""
    new = [
        point
        for point, (before, now) in enumerate(zip(known.cells, position.cells, strict=True))
        if before == EMPTY != now
    ]
    if len(new) != 1 or known.side == position.side or known.why_illegal(new[0]) is not None:
        return None
    after = known.copy()
    after.play(new[0])
    same = after.cells == position.cells and after.captured_stones == position.captured_stones
    return new[0] if same else None


def stone_lines(position: FivePosition) -> list[str]:
    """The lines of BOARD: both sides' stones in turn, one of the opponent's last."""
    size, own = position.rules.size, 1 + position.side
    places: dict[int, list[str]] = {OWN: [], OPPONENT: []}
    for point, cell in enumerate(position.cells):
        if cell != EMPTY:
            owner = OWN if cell == own else OPPONENT
            places[owner].append(f"{format_place(point, size)},{owner}")
    from_the_last = chain.from_iterable(zip_longest(places[OPPONENT], places[OWN]))
    return [place for place in from_the_last if place is not None][::-1]


def verdict_of(line: str, size: int) -> int | Fault:
    """The point that a line names, or a fault."""
    try:
        column, row = parse_numbers(line, 2, "X,Y")
    except GomocupError:
        return Fault(termination=MALFORMED, reason=f"expected X,Y, got {line[:200]!r}")
    if not (0 <= column < size and 0 <= row < size):
        reason = f"{column},{row} is not on the board of {size} lines"
        return Fault(termination=ILLEGAL, reason=reason)
    return row * size + column


def with_limit(fault: Fault, deadline: float, limit_s: float) -> Fault:
    """A fault; that of a brain which has reached its deadline names the limit."""
    if fault.termination != TIME or time.monotonic() < deadline:
        return fault
    return replace(fault, reason=f"killed without an answer after {limit_s:g} s of wall time")
