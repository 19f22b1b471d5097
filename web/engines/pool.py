"""The pool of engine processes: schedules searches and replaces engines that die or hang.

The pool admits or refuses (`Busy`) a job at once. Admitted jobs then take turns at the engines.
Moves and hints have priority over analyses, analyses over reviews; jobs of the same kind are served
in order of arrival. A job that has used its time slice yields to the next. So one long analysis
delays no other for long, and no number of analyses delays a game.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from search.chance import percent_of_first
from web.contract import messages
from web.engines.orders import Command, EngineResult, Order, Reply, order_of
from web.errors import Busy, EngineFailed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from games.family import AnyFamily

MOVE, ANALYSIS, REVIEW = 0, 1, 2
MOST_MOVES = 16  # admitted at once: one per game with an engine to move, and hints
SLICE_S = 2.0  # time slice of an analysis while others wait
GRACE_S = 2.0  # after the time limit of a search, before the engine is killed
STOP_S = 1.0  # for an engine to obey a stop command
END_S = 10.0  # for the system to clear up a killed engine, whose table may be large
RETRY_AFTER_S = 2
AGAIN_S = 0.5  # between attempts while all engines are busy
LOGGED, LOGGED_CHARACTERS = 200, 400  # lines of the log, and characters of a line
Sender = Literal["server", "engine"]


class EngineJob:
    """An admitted job: its kind, and whether it has been told to stop or to yield."""

    def __init__(self, kind: int) -> None:
        self.kind = kind
        self.stopped = False
        self.hurried = False  # it has been told to end its search with the results so far
        self.yielded = False  # its last search ended early for another job; it can search again
        self._slot: Slot | None = None
        self._turn: asyncio.Future[Slot | None] | None = None

    def stop(self) -> None:
        """End its search or its wait; it gets no further turn."""
        self.stopped = True
        if self._turn is not None and not self._turn.done():
            self._turn.set_result(None)
        if self._slot is not None:
            self._slot.stop()

    def hurry(self) -> None:
        """End its search, if there is one, with the results so far."""
        self.hurried = True
        if self._slot is not None:
            self._slot.stop()


class Slot:
    """A slot for one engine process, which starts when needed and ends when idle."""

    def __init__(
        self,
        launch: Callable[[], Awaitable[Any]],
        idle_s: float,
        heard: Callable[[Sender, bytes], None],
    ) -> None:
        """`heard(by, line)` is called with every line to and from the engine."""
        self.job: EngineJob | None = None
        self._heard = heard
        self.since_s = 0.0
        self._launch = launch
        self._idle_s = idle_s
        self._process: Any = None
        self._order = 0
        self._deadline_s = 0.0
        self._idle: asyncio.TimerHandle | None = None

    async def search(self, order: Order, listener: Callable[[EngineResult], None]) -> EngineResult:
        """The result of a search; the listener gets intermediate ones. Raises EngineFailed."""
        if self._idle is not None:
            self._idle.cancel()
        self._order += 1
        try:
            if self._process is None or self._process.returncode is not None:
                await self.end()  # one that ended by itself leaves pipes open
                self._process = await self._launch()
            self._deadline_s = time.monotonic() + order.wall_s + GRACE_S
            self._send(Command(id=self._order, do="search", order=order))
            job = self.job
            if job is not None and (job.stopped or job.yielded or job.hurried):
                self.stop()
            return await self._listen(listener)
        except (TimeoutError, OSError, ValueError, msgspec.MsgspecError) as error:
            await self.end()
            raise EngineFailed(f"{type(error).__name__}: {error}") from error
        except (EngineFailed, asyncio.CancelledError):
            await self.end()
            raise

    def stop(self) -> None:
        """Tell the engine to end its search with the results so far."""
        self._deadline_s = min(self._deadline_s, time.monotonic() + STOP_S)
        with contextlib.suppress(OSError):
            self._send(Command(id=self._order, do="stop"))

    def rest(self) -> None:
        """End the engine later if it stays idle."""
        loop = asyncio.get_running_loop()
        self._idle = loop.call_later(self._idle_s, lambda: loop.create_task(self._end_if_idle()))

    async def _end_if_idle(self) -> None:
        if self.job is None:
            await self.end()

    async def end(self) -> None:
        """Kill the process, if there is one, and wait for its end."""
        process, self._process = self._process, None
        if process is not None:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(END_S):
                    await process.end()

    def _send(self, command: Command) -> None:
        if self._process is not None:
            line = msgspec.json.encode(command)
            self._process.stdin.write(line + b"\n")
            self._heard("server", line)

    async def _listen(self, listener: Callable[[EngineResult], None]) -> EngineResult:
        """The final result of this order. Raises the errors that `search` handles."""
        assert self._process is not None, "started by `search`"
        decoder = msgspec.json.Decoder(Reply)
        while True:
            line = await self._line(self._process.stdout)
            reply = decoder.decode(line)
            if reply.id != self._order:
                continue
            if reply.error or reply.found is None:
                raise EngineFailed(reply.error or "a reply without a result")
            if reply.done:
                return reply.found
            listener(reply.found)

    async def _line(self, stream: asyncio.StreamReader) -> bytes:
        """The next line, before a deadline that a stop shortens. Raises OSError at the end."""
        reading = asyncio.ensure_future(stream.readline())
        try:
            while not reading.done():
                left_s = self._deadline_s - time.monotonic()
                if left_s <= 0:
                    raise TimeoutError
                await asyncio.wait([reading], timeout=min(left_s, STOP_S / 4))
        finally:
            if not reading.done():
                reading.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await reading
        line = reading.result()
        if not line.endswith(b"\n"):
            self._heard("server", b"(the engine process has ended)")
            raise OSError("the engine process has ended")
        self._heard("engine", line[:-1])
        return line


def stopped() -> Busy:
    """The refusal of a question whose search was stopped."""
    return Busy("the engine was stopped; try again", retry_after_s=1)


@contextlib.contextmanager
def failure_told() -> Iterator[None]:
    """Raise Busy for an engine that failed, where a client waits for the answer."""
    try:
        yield
    except EngineFailed as error:
        raise Busy("the engine failed and restarts; try again", retry_after_s=1) from error


class EnginePool:
    """Engine processes, one per slot."""

    def __init__(
        self,
        launch: Callable[[], Awaitable[Any]],
        *,
        slots: int,
        waiting: int = 4,
        idle_s: float = 60.0,
    ) -> None:
        """`waiting` is the number of analyses and reviews that may wait for a slot."""
        self._log: deque[messages.EngineLogLine] = deque(maxlen=LOGGED)
        self._since_s = time.monotonic()
        self.slots = [Slot(launch, idle_s, partial(self._hear, slot)) for slot in range(slots)]
        self._most_long = slots + waiting
        self._admitted: set[EngineJob] = set()
        self._queue: list[tuple[EngineJob, asyncio.Future[Slot | None]]] = []

    @property
    def running(self) -> int:
        """The number of engines that are searching."""
        return sum(slot.job is not None for slot in self.slots)

    @property
    def waiting(self) -> int:
        """The number of jobs that wait for an engine."""
        return len(self._queue)

    def log(self) -> list[messages.EngineLogLine]:
        """The last lines to and from all engines, oldest first."""
        return list(self._log)

    def _hear(self, slot: int, by: Sender, line: bytes) -> None:
        text = line[:LOGGED_CHARACTERS].decode(errors="replace")
        at_s = round(time.monotonic() - self._since_s, 3)
        self._log.append(messages.EngineLogLine(slot=slot, at_s=at_s, by=by, text=text))

    @contextlib.contextmanager
    def admission(self, kind: int) -> Iterator[EngineJob]:
        """A job of this kind, admitted until the block ends. Raises Busy."""
        job = self.admit(kind)
        try:
            yield job
        finally:
            self.dismiss(job)

    def admit(self, kind: int) -> EngineJob:
        """A job of this kind, which `dismiss` ends. Raises Busy."""
        alike = [job for job in self._admitted if (job.kind == MOVE) == (kind == MOVE)]
        if len(alike) >= (MOST_MOVES if kind == MOVE else self._most_long):
            raise Busy(
                "all engines are busy and the queue is full; try again soon",
                retry_after_s=RETRY_AFTER_S,
            )
        job = EngineJob(kind)
        self._admitted.add(job)
        return job

    def dismiss(self, job: EngineJob) -> None:
        """End a job and free its place."""
        job.stop()
        self._admitted.discard(job)

    async def search(
        self,
        job: EngineJob,
        order: Order,
        listener: Callable[[EngineResult], None] = lambda _: None,
        begun: Callable[[], None] = lambda: None,
    ) -> EngineResult | None:
        """The result of a search, after waiting for a turn; None if the job was stopped before.

        `begun` is called at the turn, `listener` with intermediate results. Raises EngineFailed.
        """
        slot = await self._slot_for(job)
        if slot is None:
            return None
        job.yielded = False
        job._slot, slot.job, slot.since_s = slot, job, time.monotonic()  # noqa: SLF001 - ours
        try:
            self._preempt()
            begun()
            return await slot.search(order, listener)
        finally:
            job._slot = slot.job = None  # noqa: SLF001 - as above
            slot.rest()
            self._assign_slots()

    async def whole(self, job: EngineJob, order: Order) -> EngineResult | None:
        """The result of a search that no other job has cut short; None if it was stopped."""
        result = await self.search(job, order)
        while job.yielded and not job.stopped:
            result = await self.search(job, order)
        return result

    async def answer(self, kind: int, order: Order) -> EngineResult:
        """The result of a search of this kind, for a client that waits for it. Raises Busy."""
        with failure_told(), self.admission(kind) as job:
            result = await self.whole(job, order)
        if result is None:
            raise stopped()
        return result

    async def insist(
        self,
        kind: int,
        order: Callable[[], Order],
        tries: int,
        *,
        wanted: Callable[[], bool] = lambda: True,
        begun: Callable[[EngineJob], None] = lambda _: None,
    ) -> EngineResult | None:
        """The result of a search that waits for an engine, and is tried again after a failure.

        None once it is not `wanted`. `begun` gets each job. Raises the last try's EngineFailed.
        """
        while wanted():
            try:
                job = self.admit(kind)
            except Busy:
                await asyncio.sleep(AGAIN_S)
                continue
            try:
                begun(job)
                return await self.whole(job, order())
            except EngineFailed:
                tries -= 1
                if not tries:
                    raise
            finally:
                self.dismiss(job)
        return None

    async def chance(self, kind: int, family: AnyFamily, board: Any, **limits: Any) -> float | None:
        """Side 0's chance in percent, by a search; None without a compiled engine. Raises Busy."""
        result = await self.answer(kind, order_of(family, board, None, **limits))
        if not result.lines:
            return None
        return percent_of_first(result.lines[0].score, board.side, family.rules)

    async def close(self) -> None:
        """End all engines."""
        for job in self._admitted:
            job.stopped = True
        for _, turn in self._queue:
            if not turn.done():
                turn.set_result(None)
        await asyncio.gather(*(slot.end() for slot in self.slots))

    async def _slot_for(self, job: EngineJob) -> Slot | None:
        """A free slot, now or at the job's turn; None if the job is stopped."""
        if job.stopped:
            return None
        turn: asyncio.Future[Slot | None] = asyncio.get_running_loop().create_future()
        job._turn = turn  # noqa: SLF001 - as above
        self._queue.append((job, turn))
        self._assign_slots()
        self._preempt()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and (slot := turn.result()) is not None:
                slot.job = None
                self._assign_slots()
            raise
        finally:
            self._queue = [entry for entry in self._queue if entry[1] is not turn]
            job._turn = None  # noqa: SLF001 - as above

    def _assign_slots(self) -> None:
        """Assign free slots to waiting jobs, by priority and then by arrival."""
        free = [slot for slot in self.slots if slot.job is None]
        waiting = [entry for entry in self._queue if not entry[1].done()]
        waiting.sort(key=lambda entry: entry[0].kind)
        for slot, (job, turn) in zip(free, waiting, strict=False):
            slot.job = job  # reserved until `search` starts
            turn.set_result(slot)

    def _preempt(self) -> None:
        """Let a search yield to a waiting job, at once to a better kind, else after its slice."""
        waiting = [job for job, turn in self._queue if not turn.done()]
        if not waiting:
            return
        best = min(job.kind for job in waiting)
        loop = asyncio.get_running_loop()
        for slot in self.slots:
            holder = slot.job
            if holder is None or holder.kind == MOVE or holder.kind < best or holder.yielded:
                continue
            left_s = SLICE_S - (time.monotonic() - slot.since_s)
            if holder.kind > best or left_s <= 0:
                holder.yielded = True
                slot.stop()
                return
            loop.call_later(left_s + 0.01, self._preempt)
