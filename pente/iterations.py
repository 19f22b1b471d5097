"""A search that runs in a thread and hands over a record after each iteration."""

from __future__ import annotations

import os
import queue
import threading
import weakref
from typing import TYPE_CHECKING, Self

from search.result import NODES, STOP, TIME

if TYPE_CHECKING:
    from collections.abc import Callable

    from pente.analysis import Analysis

    Run = Callable[[Callable[[Analysis], None]], Analysis]

CUT = (NODES, TIME, STOP)  # these end a search within an iteration


class Stream:
    """An iterator over the records of a running search.

    It ends with the search. `close` ends the search; so does the end of a `with` block, and so does
    the garbage collector.
    """

    def __init__(self, run: Run, stop: Callable[[], None]) -> None:
        """Start the search; `run` gets the function that hears of each iteration."""
        self._search = _Search(run, stop)
        # Also called when the interpreter exits, while threads still run.
        self._end = weakref.finalize(self, self._search.end)

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> Analysis:
        """The next record, as soon as there is one. Raises the search's exception."""
        try:
            record = self._search.records.get() if self._end.alive else None
        except BaseException:  # Ctrl-C, whose traceback may keep this stream alive
            self.close()
            raise
        if isinstance(record, BaseException):
            self.close()
            raise record
        if record is None:
            self.close()
            raise StopIteration
        return record

    def close(self) -> None:
        """End the search, its thread and its processes; a second call does nothing."""
        self._end()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Search:
    """The thread and what it has found; it holds no reference to its Stream."""

    def __init__(self, run: Run, stop: Callable[[], None]) -> None:
        self.records: queue.SimpleQueue[Analysis | BaseException | None] = queue.SimpleQueue()
        self._run = run
        self._stop = stop
        self._ended = False
        self._owner = os.getpid()
        self._thread = threading.Thread(target=self._work, name="pente stream", daemon=True)
        self._thread.start()

    def _work(self) -> None:
        """Search, and hand over every record, then the end."""
        heard = 0

        def hear(record: Analysis) -> None:
            nonlocal heard
            heard += 1
            self.records.put(record)
            if self._ended:
                self._stop()

        try:
            last = self._run(hear)
            if not heard or last.stopped_by in CUT:
                self.records.put(last)
            self.records.put(None)
        except BaseException as error:  # noqa: BLE001 - the caller's thread raises it
            self.records.put(error)

    def end(self) -> None:
        """Stop the search and wait for its thread; nothing in a forked process, which has none."""
        if self._owner != os.getpid():
            return
        self._ended = True
        while self._thread.is_alive():
            self._stop()
            self._thread.join(0.05)  # a search that has not begun yet does not hear `stop`
