"""One turn: memory and time plan, then the book or a search.

A move loads this module only for the book or a search; by then output.txt holds a legal move.
"""

from __future__ import annotations

from time import process_time

from agent.calibration import FILE, load_calibration
from agent.clock import PANIC, STORED, Budget, book_may_know, mode_of, plan, unseen_seconds
from agent.memory import load_harvest, load_memory, save_memory
from agent.protocol import write_move
from agent.searcher import search, tuned_weights
from games.errors import in_words, reason_of
from search.weights import Weights

TYPE_CHECKING = False
if TYPE_CHECKING:  # the move path does not pay for the imports
    from agent.calibration import Calibration
    from agent.memory import Memory
    from agent.protocol import Request
    from agent.searcher import FinishedSearch, Say
    from games.five.position import Position


# Searches of at least this many CPU seconds keep part of their table for the next move. It saves a
# tenth of the work or more; a shorter search does not gain by it (docs/performance.md).
KEEP_FROM_S = 0.1
SHARE_FROM_S = 0.1  # shortest search, in CPU seconds, that forks helpers
DEEP_FROM_S = 0.02  # shortest search that begins at calibration's first depth (about 1 ms)


class Turn:
    """One turn of ours: the request, the memory and the time budget.

    own_move  the number of this own move, from 1
    budget    the time plan's budget
    path      path of the memory file
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
        self._found: FinishedSearch | None = None
        self._weights = Weights()

    def settle_budget(self, say: Say) -> None:
        """Set the budget, less all time spent before this moment."""
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
        """The line to play, our move first; () if nothing is better than the instant move.

        The first point is checked against the rules.
        """
        known = self._from_book(say)
        if known is not None:
            return (known,)
        line = self.memory.line if self.budget.mode == STORED else self._search(say)
        if not line:
            return ()
        reason = self.position.why_illegal(line[0])
        if reason is not None:
            say(f"WARNING: the search returned an illegal move: {reason}")
            return ()
        return line

    def remember(self, line: tuple[int, ...]) -> None:
        """Save what the next move can use, with the expected line. Raises OSError."""
        harvest = b""
        if self._found is not None and self.budget.target_s >= KEEP_FROM_S:
            harvest = self._found.engine.harvest()
        helpers_s = 0.0 if self._found is None else self._found.helpers_s
        entry = self._entry(process_time() + helpers_s)
        save_memory(self.path, self.memory, line[0], line[1:], entry, harvest=harvest)

    def _from_book(self, say: Say) -> int | None:
        """The book's reply while few stones are on the board; None if there is none."""
        if not book_may_know(self.position.cells):
            return None
        try:
            from agent.book import book_path, book_reply  # noqa: PLC0415  # only few moves need it

            return book_reply(self.position, book_path())
        except (OSError, ValueError, ImportError) as error:
            say(f"WARNING: the book is not used: {in_words(error)}")
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
        return (self._found.result.best, *self._found.result.pv[1:])

    def _first_depth(self) -> int:
        """The first iteration's depth; a short search needs a result within its first ms."""
        return self._calibration.first_depth if self.budget.target_s >= DEEP_FROM_S else 1

    def _kept(self, say: Say) -> bytes:
        """The harvest of the last search, if this one is long enough to gain by it."""
        if self.budget.target_s < KEEP_FROM_S:
            return b""
        try:
            return load_harvest(self.path, self.memory)
        except (OSError, ValueError) as error:
            say(f"WARNING: the harvest in playdata.txt is not used: it {reason_of(error)}")
            return b""

    def _entry(self, own_s: float) -> tuple[int, float, float]:
        return self.own_move, self.seconds_left, own_s


def take_turn(request: Request, seconds_left: float, point: int, folder: str, say: Say) -> None:
    """Write a better move than `point` to output.txt if one is found, then save the memory.

    Any error is passed on; output.txt holds a complete legal move at every moment.
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
        say(f"WARNING: playdata.txt could not be written: {reason_of(error)}")
