"""The pool of engine processes: who may search when, and what happens when one dies or hangs.

A job is admitted or refused at once (`Busy`); an admitted job then takes turns at an engine. Moves
and hints go before analyses, analyses before reviews; among equals the first comes first, and one
that has had its slice makes room for the next. So one long analysis holds nobody up, and no number
of analyses holds up a game.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import time
from collections import deque
from functools import partial
from typing import TYPE_CHECKING, Literal

import msgspec

from web.contract import messages
from web.engines.orders import Found, Order, Reply, Word
from web.errors import Busy, EngineFailed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MOVE, ANALYSIS, REVIEW = 0, 1, 2
MOST_MOVES = 16  # admitted at a time: one for each game whose engine thinks, and hints
SLICE_S = 2.0  # of an analysis, while others wait
GRACE_S = 2.0  # beyond its own limit, before an engine is ended
STOP_S = 1.0  # for an engine to obey a stop
RETRY_AFTER_S = 2
LOGGED, LOGGED_SIGNS = 200, 400  # lines of the log, and signs of a line
Speaker = Literal["server", "engine"]
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Job:
    """What was admitted: a kind, and whether it is to end or to make room."""

    def __init__(self, kind: int) -> None:
        self.kind = kind
        self.stopped = False
        self.yielded = False  # its last search was ended to make room: it may ask again
        self._seat: Seat | None = None
        self._turn: asyncio.Future[Seat | None] | None = None

    def stop(self) -> None:
        """End its search, or its waiting for one; it gets no further turn."""
        self.stopped = True
        if self._turn is not None and not self._turn.done():
            self._turn.set_result(None)
        if self._seat is not None:
            self._seat.stop()

    def hurry(self) -> None:
        """End its search with what it has found, if it has one."""
        if self._seat is not None:
            self._seat.stop()


class Seat:
    """A place for one engine process, which is started when needed and ended when idle."""

    def __init__(
        self, memory_mb: int, idle_s: float, heard: Callable[[Speaker, bytes], None]
    ) -> None:
        """`heard(by, line)` is told every line to and from the engine."""
        self.job: Job | None = None
        self._heard = heard
        self.since_s = 0.0
        self._memory_mb = memory_mb
        self._idle_s = idle_s
        self._process: asyncio.subprocess.Process | None = None
        self._order = 0
        self._deadline_s = 0.0
        self._idle: asyncio.TimerHandle | None = None

    @property
    def process_id(self) -> int | None:
        """The number of the engine process, if there is one."""
        return None if self._process is None else self._process.pid

    async def search(self, order: Order, listener: Callable[[Found], None]) -> Found:
        """What the engine finds; news on the way go to the listener. Raises EngineFailed."""
        if self._idle is not None:
            self._idle.cancel()
        self._order += 1
        self._deadline_s = time.monotonic() + order.wall_s + GRACE_S
        try:
            if self._process is None:
                self._process = await self._start()
            self._say(Word(id=self._order, do="search", order=order))
            if self.job is not None and (self.job.stopped or self.job.yielded):
                self.stop()
            return await self._listen(listener)
        except (TimeoutError, OSError, ValueError, msgspec.MsgspecError) as error:
            await self.end()
            raise EngineFailed(f"{type(error).__name__}: {error}") from error
        except (EngineFailed, asyncio.CancelledError):
            await self.end()
            raise

    def stop(self) -> None:
        """Tell the engine to end its search with what it has."""
        self._deadline_s = min(self._deadline_s, time.monotonic() + STOP_S)
        with contextlib.suppress(OSError):
            self._say(Word(id=self._order, do="stop"))

    def rest(self) -> None:
        """Nobody needs the engine now: it is ended if that lasts."""
        loop = asyncio.get_running_loop()
        self._idle = loop.call_later(self._idle_s, lambda: loop.create_task(self._end_if_idle()))

    async def _end_if_idle(self) -> None:
        if self.job is None:
            await self.end()

    async def end(self) -> None:
        """Kill the process, if there is one, and wait for its end."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(process.wait(), STOP_S)
        transport = getattr(process, "_transport", None)
        if transport is not None:
            transport.close()

    async def _start(self) -> asyncio.subprocess.Process:
        """A new engine process, with its own group and no more of our environment than it needs."""
        return await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "web.engines.process", str(self._memory_mb)),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            cwd=ROOT,
            env={"PYTHONPATH": ROOT, "PATH": os.environ.get("PATH", "")},
            start_new_session=True,
        )

    def _say(self, word: Word) -> None:
        """Write a line to the engine."""
        if self._process is not None and self._process.stdin is not None:
            line = msgspec.json.encode(word)
            self._process.stdin.write(line + b"\n")
            self._heard("server", line)

    async def _listen(self, listener: Callable[[Found], None]) -> Found:
        """The engine's last word on this order. Raises what `search` tells."""
        assert self._process is not None, "started by `search`"
        assert self._process.stdout is not None, "a pipe of ours"
        decoder = msgspec.json.Decoder(Reply)
        while True:
            line = await self._line(self._process.stdout)
            reply = decoder.decode(line)
            if reply.id != self._order:
                continue
            if reply.error or reply.found is None:
                raise EngineFailed(reply.error or "an answer without findings")
            if reply.done:
                return reply.found
            listener(reply.found)

    async def _line(self, stream: asyncio.StreamReader) -> bytes:
        """The next line, by a deadline that a stop brings nearer. Raises OSError at the end."""
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


class EnginePool:
    """Engine processes, as many at once as there are seats."""

    def __init__(
        self, *, seats: int, waiting: int = 4, memory_mb: int = 1024, idle_s: float = 60.0
    ) -> None:
        """`waiting` analyses and reviews are admitted beyond those that have a seat."""
        self._log: deque[messages.EngineWord] = deque(maxlen=LOGGED)
        self._since_s = time.monotonic()
        self.seats = [Seat(memory_mb, idle_s, partial(self._hear, seat)) for seat in range(seats)]
        self._most_long = seats + waiting
        self._admitted: set[Job] = set()
        self._queue: list[tuple[Job, asyncio.Future[Seat | None]]] = []

    @property
    def running(self) -> int:
        """How many engines search now."""
        return sum(seat.job is not None for seat in self.seats)

    @property
    def waiting(self) -> int:
        """How many jobs wait for an engine now."""
        return len(self._queue)

    def log(self) -> list[messages.EngineWord]:
        """The last lines to and from all engines, oldest first."""
        return list(self._log)

    def _hear(self, seat: int, by: Speaker, line: bytes) -> None:
        """Keep a line for the log."""
        text = line[:LOGGED_SIGNS].decode(errors="replace")
        at_s = round(time.monotonic() - self._since_s, 3)
        self._log.append(messages.EngineWord(seat=seat, at_s=at_s, by=by, text=text))

    @contextlib.contextmanager
    def admission(self, kind: int) -> Iterator[Job]:
        """A job of this kind, admitted until the block ends. Raises Busy."""
        job = self.admit(kind)
        try:
            yield job
        finally:
            self.dismiss(job)

    def admit(self, kind: int) -> Job:
        """A job of this kind, which `dismiss` ends. Raises Busy."""
        alike = [job for job in self._admitted if (job.kind == MOVE) == (kind == MOVE)]
        if len(alike) >= (MOST_MOVES if kind == MOVE else self._most_long):
            raise Busy(
                "all engines are busy and the queue is full; try again soon",
                retry_after_s=RETRY_AFTER_S,
            )
        job = Job(kind)
        self._admitted.add(job)
        return job

    def dismiss(self, job: Job) -> None:
        """The job is over: its place is free for another."""
        job.stop()
        self._admitted.discard(job)

    async def search(
        self, job: Job, order: Order, listener: Callable[[Found], None] = lambda _: None
    ) -> Found | None:
        """What an engine finds, as soon as it is the job's turn; None if it was stopped before.

        Raises EngineFailed.
        """
        seat = await self._seat_for(job)
        if seat is None:
            return None
        job.yielded = False
        job._seat, seat.job, seat.since_s = seat, job, time.monotonic()  # noqa: SLF001 - ours
        try:
            self._nudge()
            return await seat.search(order, listener)
        finally:
            job._seat = seat.job = None  # noqa: SLF001 - as above
            seat.rest()
            self._hand_on()

    async def close(self) -> None:
        """End all engines."""
        for job in self._admitted:
            job.stopped = True
        for _, turn in self._queue:
            if not turn.done():
                turn.set_result(None)
        await asyncio.gather(*(seat.end() for seat in self.seats))

    async def _seat_for(self, job: Job) -> Seat | None:
        """A free seat, now or when the job's turn comes; None if the job is stopped."""
        if job.stopped:
            return None
        turn: asyncio.Future[Seat | None] = asyncio.get_running_loop().create_future()
        job._turn = turn  # noqa: SLF001 - as above
        self._queue.append((job, turn))
        self._hand_on()
        self._nudge()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and (seat := turn.result()) is not None:
                seat.job = None
                self._hand_on()
            raise
        finally:
            self._queue = [entry for entry in self._queue if entry[1] is not turn]
            job._turn = None  # noqa: SLF001 - as above

    def _hand_on(self) -> None:
        """Give free seats to those who wait: the best kind first, then who came first."""
        free = [seat for seat in self.seats if seat.job is None]
        waiting = [entry for entry in self._queue if not entry[1].done()]
        waiting.sort(key=lambda entry: entry[0].kind)
        for seat, (job, turn) in zip(free, waiting, strict=False):
            seat.job = job  # taken, until `search` takes it up
            turn.set_result(seat)

    def _nudge(self) -> None:
        """Let long searches make room for those who wait: at once for a better kind, else later."""
        waiting = [job for job, turn in self._queue if not turn.done()]
        if not waiting:
            return
        best = min(job.kind for job in waiting)
        loop = asyncio.get_running_loop()
        for seat in self.seats:
            holder = seat.job
            if holder is None or holder.kind == MOVE or holder.kind < best or holder.yielded:
                continue
            left_s = SLICE_S - (time.monotonic() - seat.since_s)
            if holder.kind > best or left_s <= 0:
                holder.yielded = True
                seat.stop()
                return
            loop.call_later(left_s + 0.01, self._nudge)
