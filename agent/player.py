"""Who plays a move: what is remembered and what the clock allows, then the book or a search.

This is the part of a move that is loaded only when it is worth it; by then a legal move stands.
"""

from __future__ import annotations

from time import process_time

from agent.calibration import FILE, load_calibration
from agent.clock import PANIC, STORED, Budget, mode_of, plan, unseen_seconds
from agent.memory import load_harvest, load_memory, save_memory
from agent.protocol import write_move
from agent.searcher import search, tuned_weights
from search.weights import Weights

TYPE_CHECKING = False
if TYPE_CHECKING:  # the move path does not pay for the imports
    from agent.calibration import Calibration
    from agent.memory import Memory
    from agent.protocol import Request
    from agent.searcher import Found, Say
    from games.five.position import Position


# CPU seconds of a search from which on it pays to keep some of its table for the next: a tenth of
# the work and more is saved; a shorter search spends on it what it gains (tools/trials/memory.py).
KEEP_FROM_S = 0.1
SHARE_FROM_S = 0.1  # of a search from which on helpers are worth forking
DEEP_FROM_S = 0.02  # of a search that begins at calibration's first depth: a ms or so to reach it
BOOK_STONES = 5  # with more on the board the book is not even loaded


class Turn:
    """One move of ours: what was asked, what is known, and how long to think.

    own_move  the number of this own move, from 1
    budget    what the clock plan allows
    path      of the file of the memory
    """

    __slots__ = (
        "_calibration",
        "_found",
        "_weights",
        "budget",
        "memory",
        "own_move",
        "path",
        "position",
        "seconds_left",
    )

    def __init__(
        self,
        position: Position,
        seconds_left: float,
        memory: Memory,
        calibration: Calibration,
        path: str,
    ) -> None:
        self._calibration = calibration
        self.position = position
        self.seconds_left = seconds_left
        self.memory = memory
        self.own_move = 1 + position.stones_placed(position.side)
        self.budget = Budget(PANIC)
        self.path = path
        self._found: Found | None = None
        self._weights = Weights()

    def settle_budget(self, say: Say) -> None:
        """Settle the budget: everything that was spent before this moment is taken off."""
        overhead_s = self._calibration.overhead_s
        if mode_of(self.seconds_left, overhead_s) not in (PANIC, STORED):
            self._weights = tuned_weights(self.position.rules.name, say)
        self.budget = plan(
            self.seconds_left,
            own_move=self.own_move,
            empty_points=self.position.cells.count(0),
            unseen_s=unseen_seconds((*self.memory.ledger, self._entry(0.0))),
            overhead_s=overhead_s,
            spent_s=process_time(),
            share_percent=self._weights["share_percent"],
            limit_percent=self._weights["limit_percent"],
        )

    def choose(self, say: Say) -> tuple[int, ...]:
        """The line to play, our move first; () if nothing better than the instant move is known.

        Every point that comes back first is legal by the law.
        """
        known = self._from_book(say)
        if known is not None:
            return (known,)
        line = self.memory.line if self.budget.mode == STORED else self._search(say)
        if not line:
            return ()
        reason = self.position.why_illegal(line[0])
        if reason is not None:
            say(f"WARNING: a move was found that the rules forbid: {reason}")
            return ()
        return line

    def remember(self, line: tuple[int, ...]) -> None:
        """Keep in the file what the next move can use, the line expected too. Raises OSError."""
        harvest = b""
        if self._found is not None and self.budget.target_s >= KEEP_FROM_S:
            harvest = self._found.engine.harvest()
        helpers_s = 0.0 if self._found is None else self._found.helpers_s
        entry = self._entry(process_time() + helpers_s)
        save_memory(self.path, self.memory, line[0], line[1:], entry, harvest=harvest)

    def _from_book(self, say: Say) -> int | None:
        """The book's reply while few stones are on the board; None if there is none."""
        cells = self.position.cells
        if len(cells) - cells.count(0) > BOOK_STONES:
            return None
        try:
            from agent.book import book_path, book_reply  # noqa: PLC0415  # few moves need it

            return book_reply(self.position, book_path())
        except (OSError, ValueError, ImportError) as error:
            say(f"WARNING: the book is not used: {error}")
            return None

    def _search(self, say: Say) -> tuple[int, ...]:
        workers = self._calibration.workers if self.budget.target_s >= SHARE_FROM_S else 1
        helpers_s = (workers - 1) * self._calibration.figures["helper_seconds"]
        self._found = search(
            self.position,
            self._weights,
            target_s=self.budget.target_s - helpers_s,
            maximum_s=self.budget.maximum_s - helpers_s,
            kept=self._kept(say),
            workers=workers,
            first_depth=self._first_depth(),
            say=say,
        )
        if self._found is None:
            return ()
        return self._found.result.best, *self._found.result.pv[1:]

    def _first_depth(self) -> int:
        """Where the deepening begins: a short search must have something after its first ms."""
        return self._calibration.first_depth if self.budget.target_s >= DEEP_FROM_S else 1

    def _kept(self, say: Say) -> bytes:
        """What the last search harvested, if this one is long enough to gain by it."""
        if self.budget.target_s < KEEP_FROM_S:
            return b""
        try:
            return load_harvest(self.path, self.memory)
        except (OSError, ValueError) as error:
            say(f"WARNING: what playdata.txt keeps of the search is not used: it {error}")
            return b""

    def _entry(self, own_s: float) -> tuple[int, float, float]:
        return self.own_move, self.seconds_left, own_s


def take_turn(request: Request, seconds_left: float, point: int, folder: str, say: Say) -> None:
    """Put a better move than `point` in output.txt if one is found, then remember the game.

    Raises whatever goes wrong before that; the move that stands is whole all the while.
    """
    position = request.position
    if position.outcome is not None:
        say(f"WARNING: the game is over already ({position.outcome.termination})")
        return
    path = f"{folder}/playdata.txt"
    memory = load_memory(path, position, seconds_left)
    if memory.doubt is not None:
        say(f"WARNING: playdata.txt is not used: it {memory.doubt}")
    calibration = load_calibration(f"{folder}/{FILE}")
    if calibration.doubt is not None:
        say(f"WARNING: {FILE} is not used: it {calibration.doubt}")
    turn = Turn(position, seconds_left, memory, calibration, path)
    turn.settle_budget(say)
    line: tuple[int, ...] = ()
    if turn.budget.mode != PANIC:
        line = turn.choose(say)
    if not line:
        line = (point,)
    elif line[0] != point:
        write_move(f"{folder}/output.txt", line[0], request.rules.size)
    try:
        turn.remember(line)
    except (OSError, MemoryError) as error:
        say(f"WARNING: playdata.txt could not be written: {error}")
