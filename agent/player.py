"""One turn: memory and time plan, then the book or a search.

A move loads this module only for the book or a search; by then output.txt holds a legal move.
"""

from __future__ import annotations

from time import process_time

from agent.calibration import FILE, load_calibration
from agent.clock import (
    PANIC,
    PYTHON_ANSWERS,
    STORED,
    STORED_OVERHEADS,
    book_may_know,
    plan,
    unseen_seconds,
)
from agent.memory import load_harvest, load_memory, save_memory
from agent.protocol import write_move
from agent.searcher import has_kernel, search, tuned_weights
from games.errors import in_words, reason_of
from search.weights import Weights

TYPE_CHECKING = False
if TYPE_CHECKING:  # the move path does not pay for the imports
    from agent.clock import Budget
    from agent.protocol import Request
    from agent.searcher import AnyEngine, Say
    from games.five.position import FivePosition

# Searches of at least this many CPU seconds keep part of their table for the next move. It saves a
# tenth of the work or more; a shorter search does not gain by it (docs/performance.md).
KEEP_FROM_S = 0.1
SHARE_FROM_S = 0.1  # shortest search, in CPU seconds, that forks helpers
DEEP_FROM_S = 0.02  # shortest search that begins at calibration's first depth (about 1 ms)


def take_turn(request: Request, seconds_left: float, point: int, folder: str, say: Say) -> None:
    """Write a better move than `point` to output.txt if one is found, then save the memory.

    Any error is passed on; output.txt holds a complete legal move at every moment.
    """
    position = request.position
    if position.outcome is not None:
        say(f"WARNING: the game is over already ({position.outcome.termination})")
        return
    turn = Turn(position, seconds_left, folder, say)
    line = turn.choose() or (point,)
    if line[0] != point:
        write_move(f"{folder}/output.txt", line[0], request.rules.size)
    turn.remember(line)


class Turn:
    """One turn of ours: what its position, its clock and its folder's files say.

    own_move   the number of this own move, from 1
    path       path of the memory file
    searched   the engine, if its search was long enough to keep its harvest
    helpers_s  CPU seconds of the search's helper processes
    """

    def __init__(self, position: FivePosition, seconds_left: float, folder: str, say: Say) -> None:
        self.position = position
        self.seconds_left = seconds_left
        self.own_move = 1 + position.stones_placed(position.side)
        self.path = f"{folder}/playdata.txt"
        self.searched: AnyEngine | None = None
        self.helpers_s = 0.0
        self.say = say
        self.memory = load_memory(self.path, position, seconds_left)
        if self.memory.doubt is not None:
            say(f"WARNING: playdata.txt is not used: it {self.memory.doubt}")
        self.calibration = load_calibration(f"{folder}/{FILE}")
        if self.calibration.doubt is not None:
            say(f"WARNING: {FILE} is not used: it {self.calibration.doubt}")

    def choose(self) -> tuple[int, ...]:
        """The line to play, our move first; () if nothing is better than the instant move.

        The first point is checked against the rules.
        """
        may_search = self.seconds_left >= STORED_OVERHEADS * self.calibration.overhead_s
        weights = tuned_weights(self.position.rules.name, self.say) if may_search else Weights()
        spent_s = process_time()
        budget = self._plan(weights, spent_s)
        if budget.mode == PANIC:
            return ()
        line = self._from_book()
        if not line and budget.mode == STORED:
            line = self.memory.line
        elif not line:
            if not has_kernel():
                budget = self._plan(weights, spent_s, PYTHON_ANSWERS)
            line = self._search(weights, budget)
        reason = self.position.why_illegal(line[0]) if line else None
        if reason is None:
            return line
        self.say(f"WARNING: the search returned an illegal move: {reason}")
        return ()

    def remember(self, line: tuple[int, ...]) -> None:
        """Save what the next move can use, with the expected line; a failure costs a warning."""
        try:
            harvest = b"" if self.searched is None else self.searched.harvest()
            entry = self._entry(process_time() + self.helpers_s)
            save_memory(self.path, self.memory, line[0], line[1:], entry, harvest=harvest)
        except (OSError, MemoryError) as error:
            self.say(f"WARNING: playdata.txt could not be written: {reason_of(error)}")

    def _plan(self, weights: Weights, spent_s: float, late_answers: int | None = None) -> Budget:
        """The budget of this move, as `agent.clock.plan` gives it."""
        return plan(
            self.seconds_left,
            own_move=self.own_move,
            empty_points=self.position.cells.count(0),
            unseen_s=unseen_seconds((*self.memory.ledger, self._entry(0.0))),
            overhead_s=self.calibration.overhead_s,
            spent_s=spent_s,
            late_answers=late_answers,
            share_percent=weights["share_percent"],
            limit_percent=weights["limit_percent"],
        )

    def _from_book(self) -> tuple[int, ...]:
        """The book's reply while few stones are on the board; () if there is none."""
        if not book_may_know(self.position.cells):
            return ()
        try:
            from agent.book import book_path, book_reply  # noqa: PLC0415  # only few moves need it

            reply = book_reply(self.position, book_path())
        except (OSError, ValueError, ImportError) as error:
            self.say(f"WARNING: the book is not used: {in_words(error)}")
            return ()
        return () if reply is None else (reply,)

    def _search(self, weights: Weights, budget: Budget) -> tuple[int, ...]:
        """The line of a search within the budget; () if there was none."""
        figures, target_s = self.calibration.figures, budget.target_s
        workers = int(figures["workers"]) if target_s >= SHARE_FROM_S else 1
        helpers_s = (workers - 1) * figures["helper_seconds"]
        keeps = target_s >= KEEP_FROM_S
        finished = search(
            self.position,
            weights,
            target_s=target_s - helpers_s,
            maximum_s=budget.maximum_s - helpers_s,
            kept=self._kept() if keeps else b"",
            workers=workers,
            # A short search needs a result within its first milliseconds.
            first_depth=int(figures["first_depth"]) if target_s >= DEEP_FROM_S else 1,
            say=self.say,
        )
        if finished is None:
            return ()
        result, engine, self.helpers_s = finished
        self.searched = engine if keeps else None
        return (result.best, *result.pv[1:])

    def _kept(self) -> bytes:
        """The harvest of the last search; b"" if there is none that can be used."""
        try:
            return load_harvest(self.path, self.memory)
        except (OSError, ValueError) as error:
            self.say(f"WARNING: the harvest in playdata.txt is not used: it {reason_of(error)}")
            return b""

    def _entry(self, own_s: float) -> tuple[int, float, float]:
        """The ledger's entry of this move, which has used so many CPU seconds."""
        return self.own_move, self.seconds_left, own_s
