"""A crew's processes: worker 0 forks helpers to search with it, stops them and reaps them.

It forks them when the table, the weights and the shared block are in place; they inherit all three.
From then on the workers communicate through the block alone (`search/kernel/parallel/crew.pxi`). A
helper ends when worker 0 tells it to, when its parent ends, or by a signal. In every case this
module waits for it.
"""

from __future__ import annotations

import os
import time

# The C half of `signal`, which the interpreter holds already; `signal` itself loads enum, 4 ms.
from _signal import (  # type: ignore[import-not-found]  # the type stubs leave it out
    SIG_BLOCK,
    SIG_IGN,
    SIG_SETMASK,
    SIGINT,
    SIGKILL,
    SIGPROF,
    pthread_sigmask,
    signal,
)
from mmap import mmap

TYPE_CHECKING = False
if TYPE_CHECKING:
    from search.kernel.searcher import SearchBase

# With two or three brothers first, 2, 4 and 8 workers are idle more and waste no less
# (data/results/experiments.jsonl).
BROTHERS_FIRST = 1
SPLIT_DEPTH = 5
GRACE_S = 0.05  # on the wall, for a helper that was told to quit
POLL_S = 0.0002


class Crew:
    """The helpers of one search: `workers` - 1 processes next to this one."""

    def __init__(
        self,
        kernel: SearchBase,
        workers: int,
        *,
        brothers: int | None = None,
        split_depth: int = SPLIT_DEPTH,
    ) -> None:
        """Fork the helpers of a kernel whose table is in use already.

        `brothers` are searched by the owner of a node of at least `split_depth` before the others
        are shared out. Raises ValueError for settings out of range, OSError where the system gives
        no process; then no helper is left.
        """
        self._kernel = kernel
        self._pids: dict[int, int] = {}
        self._reaped_cpu_s = 0.0
        self._block = mmap(-1, kernel.crew_bytes())
        first = BROTHERS_FIRST if brothers is None else brothers
        kernel.form_crew(
            self._block,
            workers=workers,
            brothers=first,
            split_depth=split_depth,
        )
        try:
            for worker in range(1, workers):
                self._fork(worker)
        except BaseException:
            self.close()
            raise

    @property
    def pids(self) -> tuple[int, ...]:
        """The processes of the helpers that have not been reaped."""
        return tuple(self._pids.values())

    @property
    def complete(self) -> bool:
        """Whether no helper has been lost."""
        return not self._kernel.lost_helpers()

    def close(self) -> float:
        """Tell the helpers to quit, kill those that do not, reap them all; search alone again.

        Returns the CPU seconds that they used in all their lives.
        """
        self._kernel.dismiss()
        deadline = time.monotonic() + GRACE_S
        while self._pids:
            for worker, pid in list(self._pids.items()):
                if not self._reap(worker, pid) and time.monotonic() > deadline:
                    os.kill(pid, SIGKILL)
            if self._pids:
                time.sleep(POLL_S)
        self._kernel.leave_crew()
        self._block.close()
        return self._reaped_cpu_s

    def _fork(self, worker: int) -> None:
        parent = os.getpid()
        # No handler may run until the child is a helper and the parent knows of it.
        before = pthread_sigmask(SIG_BLOCK, (SIGINT, SIGPROF))
        try:
            pid = os.fork()
            if pid == 0:
                self._live(worker, parent)
            self._pids[worker] = pid
            self._kernel.enlist(worker, pid)
        finally:
            pthread_sigmask(SIG_SETMASK, before)

    def _live(self, worker: int, parent: int) -> None:
        """A helper's life; it never returns into the code of the process it was forked from."""
        try:
            signal(SIGINT, SIG_IGN)  # Ctrl-C is worker 0's to handle: it tells the others
            self._kernel.help(worker, parent)
        finally:
            os._exit(0)

    def _reap(self, worker: int, pid: int) -> bool:
        """Whether the helper has ended and is waited for; its CPU time is added up then."""
        try:
            ended, _, usage = os.wait4(pid, os.WNOHANG)
        except ChildProcessError:  # somebody else has waited for it
            ended, usage = pid, None
        if not ended:
            return False
        if usage is not None:
            self._reaped_cpu_s += usage.ru_utime + usage.ru_stime
        del self._pids[worker]
        return True
