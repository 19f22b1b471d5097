"""The engine: takes a position and limits, returns the best move with its score and variation.

It serves every game; `adapter_class` finds what is specific to a family of games. The engine runs
iterative deepening with an aspiration window over the compiled kernel. Each iteration searches one
turn deeper and reuses the table, killers and history of the last.
"""

from __future__ import annotations

from _imp import source_hash  # SipHash, 64 bits; `binascii` would cost a move 0.3 ms

from games.rules import FIVE_FAMILY, GIPF_FAMILY
from search.errors import HarvestError
from search.five.adapter import FiveAdapter
from search.limits import Limits, check_workers
from search.native import kernel_stamp, table_memory
from search.pace import Pace, Stopwatch
from search.result import (
    DEPTH,
    ENOUGH,
    ONLY_MOVE,
    PROVEN,
    STOP,
    Line,
    SearchResult,
    nothing_to_learn,
)
from search.root import Root, best_first, merged, replacing_best
from search.score import INFINITY, WIN, is_loss, is_win
from search.weights import Weights
from search.weights.file import shipped_weights

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

    from games.family import AnyPosition, AnyRules
    from search.adapter import Adapter
    from search.kernel.searcher import SearchBase
    from search.parallel.crew import Crew

    Listener = Callable[["SearchResult"], object]

MAX_DEPTH = 100
MIB = 1 << 20
# Between games the engine clears a table up to this size in place. New memory costs page faults,
# which take longer for a short game.
EMPTIED_BYTES = 16 * MIB
HARVEST_DEPTH = 2  # docs/performance.md
HARVEST_ENTRIES = 15_000  # 16 bytes each
NO_MOVE = 0xFFFF  # as in the kernel
PAST_NS = 1  # a deadline that every clock has already passed


class Engine:
    """The engine of one game: table, weights and compiled search, kept from move to move.

    aim_share  share of a planned time to aim at; the plan expects games of the compiled kernel
    """

    aim_share = 1.0

    def __init__(
        self,
        rules: AnyRules,
        weights: Weights | None = None,
        *,
        table_mb: float = 16,
        workers: int = 1,
    ) -> None:
        """An engine for these rules, with a table of `table_mb` MiB that fills as it is used.

        `weights` default to those shipped for the game (`shipped_weights`).

        Each worker after the first is a helper process. The first search forks the helpers;
        `close` ends them. Raises KernelMissing if the extension was not built, ValueError for
        workers out of range, WeightsError for an unusable shipped file.
        """
        check_workers(workers)
        self.rules = rules
        self.weights = weights or shipped_weights(rules)
        self.workers = workers
        self._adapter = self._adapted()
        self._kernel: SearchBase = self._adapter.kernel
        self._table_bytes = max(4096, int(table_mb * MIB))
        self._map_table()
        self.crew: Crew | None = None
        self._halted = False

    def _adapted(self) -> Adapter:
        return adapter_class(self.rules.family)(self.rules, self.weights)

    def new_game(self) -> None:
        """Forget table and history. Raises OSError, without a table, if there is no memory."""
        self.dismiss()
        self._kernel.forget()
        if self._table_bytes <= EMPTIED_BYTES:
            self._kernel.empty_table()
        else:
            self._map_table()

    def _map_table(self) -> None:
        """Release the table's memory and map new memory, shared if there are helpers."""
        self._kernel.use_table(None)  # first: both together may exceed the available memory
        self._kernel.use_table(table_memory(self._table_bytes, shared=self.workers > 1))

    def close(self) -> None:
        """End any helpers and release the table's memory."""
        self.dismiss()
        self._kernel.use_table(None)

    def stop(self) -> None:
        """End the running search, which returns what it has found; later ones end at once.

        Call this from another thread; it holds until `resume`.
        """
        self._halted = True
        self._kernel.set_deadlines(PAST_NS, PAST_NS)

    def progress(self) -> tuple[int, int | None]:
        """The nodes of the running search so far, and the root's move that it is searching.

        None: the search does not tell. Call this from another thread.
        """
        return self._kernel.nodes, self._kernel.searching

    def resume(self) -> None:
        """Let searches run to their limits again after `stop`."""
        self._halted = False

    def dismiss(self) -> float:
        """End any helpers; the next search forks new ones.

        Returns the CPU seconds that the helpers used since they were forked.
        """
        if self.crew is None:
            return 0.0
        cpu_s = self.crew.close()
        self.crew = None
        return cpu_s

    def _ensure_crew(self) -> None:
        """Fork the helpers unless all of them are alive.

        If the system cannot start a process, this process searches alone.
        """
        alone = self.workers == 1 or not self._adapter.shares
        if alone or (self.crew is not None and self.crew.complete):
            return
        from search.parallel.crew import Crew  # noqa: PLC0415  # few moves need it

        self.dismiss()
        try:
            self.crew = Crew(self._kernel, self.workers)
        except OSError:
            self.crew = None

    def harvest(self) -> bytes:
        """A stamp and the table entries worth keeping, for `plant` in another process.

        At most HARVEST_ENTRIES, most valuable first: proven results and entries of depth
        HARVEST_DEPTH or more. Raises OSError if the kernel's file is gone.
        """
        return self._stamp() + self._kernel.harvest(HARVEST_DEPTH, HARVEST_ENTRIES)

    def plant(self, harvest: bytes) -> None:
        """Fill the table with the harvest of an engine with the same game, weights, net and kernel.

        The entries get the age of the previous search. Raises HarvestError, with the table
        unchanged, for a harvest of another engine and for other bytes.
        """
        stamp = self._stamp()
        if harvest[: len(stamp)] != stamp:
            raise HarvestError(
                "was made by another kernel, in another game, or with other weights or another net"
            )
        try:
            self._kernel.plant(harvest[len(stamp) :])
        except ValueError as error:
            raise HarvestError(f"is not a harvest: {error}") from error

    def _stamp(self) -> bytes:
        """Sixteen bytes that change with rules, weights, net and the build of the kernel."""
        weights = self.weights
        made_by = self.rules.name, weights.as_dict(), weights.net_digest, kernel_stamp(self._kernel)
        return source_hash(0, repr(made_by).encode()).hex().encode()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def search(
        self,
        position: AnyPosition,
        limits: Limits,
        *,
        multipv: int = 1,
        listener: Listener | None = None,
    ) -> SearchResult:
        """The best lines of a position whose game is not over.

        Returns `multipv` lines, or fewer: one for each candidate, or for each immediate win if
        there is one. After each iteration `listener` receives the result so far. Without limits
        the search ends at MAX_DEPTH. A limit may end an iteration, whose results still count
        (`_cut_short`). Raises ValueError if the game is over, for a position of other rules, or
        if multipv < 1.
        """
        self._check(position, multipv)
        self._ensure_crew()
        started = Stopwatch(lambda: self._kernel.helpers_cpu_ns)
        self._begin(position, limits, started)
        won = self._adapter.won_lines(limits, multipv)
        if won and (limits.aim_s is not None or nothing_to_learn(won, 0)):
            return self._result(won, won[0].depth, started, PROVEN)
        moves = self._adapter.root_moves()
        may_lose = multipv == 1 and len(moves) > 1 and not won
        lost, loss = self._adapter.lost_moves(moves, limits) if may_lose else ([], None)
        root = Root([move for move in moves if move not in lost], lost, multipv, won, loss)
        return self._deepen(position, limits, root, started, listener)

    def _begin(self, position: AnyPosition, limits: Limits, started: Stopwatch) -> None:
        weights = self.weights
        cpu_ns, wall_ns = started.deadlines(limits)
        self._adapter.set_position(position)
        self._kernel.begin(
            width=weights["width"],
            killer_bonus=weights["killer_bonus"],
            history_limit=weights["history_limit"],
            futility=weights["futility"],
            frontier=weights["frontier"],
            selective=True,
            nodes=limits.nodes,
            cpu_ns=cpu_ns,
            wall_ns=wall_ns,
        )
        if self._halted:  # checked after the deadlines are set, so that no `stop` is lost
            self.stop()

    def _deepen(
        self,
        position: AnyPosition,
        limits: Limits,
        root: Root,
        started: Stopwatch,
        listener: Listener | None,
    ) -> SearchResult:
        """Search one turn deeper each time, until a limit or a reason to stop."""
        pace = Pace(limits, self.weights, started)
        lines = root.with_proofs((Line(self._kernel.evaluate(), (root.moves[0],)),))
        most = MAX_DEPTH if limits.depth is None else min(limits.depth, MAX_DEPTH)
        last_depth = self._adapter.last_depth(position, most)
        depth, stopped_by = min(limits.first_depth, last_depth) - 1, DEPTH
        while depth < last_depth:
            lines, finished = self._iterate(depth + 1, lines, root, pace)
            lines = root.with_proofs(lines)
            if not finished:
                stopped_by = STOP if self._halted else self._kernel.stopped_by
                break
            if root.lost and root.loss is None and is_loss(lines[0].score):
                root.restore_lost()
                continue
            depth += 1
            if listener:
                listener(self._result(lines, depth, started, DEPTH))
            pace.learn(lines[0])
            reason = self._reason_to_stop(lines, depth, limits, root, pace)
            if reason:
                stopped_by = reason
                break
        return self._result(lines, depth, started, stopped_by)

    def _reason_to_stop(
        self, lines: tuple[Line, ...], depth: int, limits: Limits, root: Root, pace: Pace
    ) -> str:
        """Why no deeper iteration is worth its time, or ""."""
        if nothing_to_learn(lines, depth):
            return PROVEN
        # Only one move is legal; or, with an aim, only one is not known to lose.
        alone = len(root.moves) == 1 and limits.depth is None
        if alone and (limits.aim_s is not None or len(self._kernel.candidates()) == 1):
            return ONLY_MOVE
        return ENOUGH if pace.enough() else ""

    def _check(self, position: AnyPosition, multipv: int) -> None:
        if position.rules != self.rules:
            raise ValueError(f"this engine plays {self.rules.name}, not {position.rules.name}")
        if position.outcome is not None:
            over = position.outcome.termination
            raise ValueError(f"nothing to search: the game is over ({over})")
        if multipv < 1:
            raise ValueError(f"multipv is {multipv}, expected 1 or more")

    def _iterate(
        self, depth: int, previous: tuple[Line, ...], root: Root, pace: Pace
    ) -> tuple[tuple[Line, ...], bool]:
        """The best lines at this depth, best first, and whether the iteration finished."""
        lines: list[Line] = []
        for index in range(min(root.multipv, len(root.moves))):
            self._kernel.exclude([*root.lost, *(line.pv[0] for line in lines)])
            before = previous[index] if index < len(previous) else None
            score = self._aspire(depth, before, pace)
            pv = self._kernel.pv()
            if score is None:
                return self._cut_short(depth, lines, previous), False
            if not pv:
                break
            lines.append(Line(score, self._adapter.with_win(pv, score), depth))
        return best_first(lines), True

    def _cut_short(
        self, depth: int, lines: list[Line], previous: tuple[Line, ...]
    ) -> tuple[Line, ...]:
        """The lines known when a limit ends an iteration: best first, as many as before.

        The iteration tries the previous best move first. So a move that beat it is better by a
        deeper search, and counts. If all finished moves lose, the unfinished one replaces the
        previous best.
        """
        unrefuted = None if lines or is_loss(previous[0].score) else self._kernel.unrefuted()
        if unrefuted is not None:
            return replacing_best(unrefuted, previous)
        pv, score = self._kernel.pv(), self._kernel.root_value
        begun = Line(score, self._adapter.with_win(pv, score), depth) if pv else None
        return merged(lines, begun, previous)

    def _aspire(self, depth: int, before: Line | None, pace: Pace) -> int | None:
        """The value at this depth, from a window around the last value, widened when it fails.

        The search tries the previous line's move first. After a fail low only the limits hold, not
        the pace. Returns None if a limit ended the search.
        """
        half = self.weights["aspiration"]
        guess = before.score if before is not None and depth > 2 else None
        first = NO_MOVE if before is None else before.pv[0]
        alpha, beta = -INFINITY, INFINITY
        if guess is not None and not is_win(guess) and not is_loss(guess):
            alpha, beta = guess - half, guess + half
        failing_low = False
        while True:
            self._kernel.set_deadlines(*pace.deadlines(failing_low=failing_low))
            if self._halted:
                self.stop()
            score = self._kernel.iterate(depth, alpha, beta, first)
            if score is None or alpha < score < beta:
                return score
            if score <= alpha:
                failing_low = True
                alpha = max(-INFINITY, score - half) if half < WIN // 64 else -INFINITY
            else:
                beta = min(INFINITY, score + half) if half < WIN // 64 else INFINITY
            half *= 4

    def _result(
        self, lines: tuple[Line, ...], depth: int, started: Stopwatch, stopped_by: str
    ) -> SearchResult:
        return SearchResult(
            lines=lines,
            depth=depth,
            nodes=self._kernel.nodes,
            seconds_wall=started.wall_s(),
            seconds_cpu=started.cpu_s(),
            stopped_by=stopped_by,
        )


def adapter_class(family: str) -> type[Adapter]:
    """What the search knows of a family of games: the only place that lists the adapters."""
    if family == FIVE_FAMILY:
        return FiveAdapter
    if family == GIPF_FAMILY:
        from search.gipf.adapter import GipfAdapter  # noqa: PLC0415  # five games need not load it

        return GipfAdapter
    from search.textbook.adapter import TextbookAdapter  # noqa: PLC0415  # likewise

    return TextbookAdapter
