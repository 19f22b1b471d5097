"""One pool for games of matches, pairs of studies and blocks of self-play: submit, next, close.

A `Work` says how one kind of task is written, played and read. Its player answers a text with a
text and depends on nothing else. So a task may be played in this process, in worker processes or on
a Dask cluster (`arena.cluster.dask_pool`), and again after a crash.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, Self, TypeVar

from arena.processes.worker_pool import TaskError, WorkerPool

if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from arena.processes.worker import TextPlayer

Task = TypeVar("Task")
Answer = TypeVar("Answer")
Task_contra = TypeVar("Task_contra", contravariant=True)
Answer_co = TypeVar("Answer_co", covariant=True)
AHEAD = 2  # tasks queued for each worker, so that none waits for its next one


@dataclass(frozen=True, slots=True, kw_only=True)
class Work(Generic[Task, Answer]):
    """One kind of task.

    player       makes what plays tasks; the `main` of its module serves a worker process with it
    write, read  a task as one line of text, and an answer from one
    key          a name of a task
    family       the family of games whose search a task needs
    cores        the cores that a task needs
    packed       the task with the files that it needs on another computer
    failed       the exception for a task that cannot be played
    deadline_s   wall seconds for a task; then its worker counts as lost
    tries        failures of a task that raise the exception
    most_losses  workers lost over one task that raise it
    grace_s      seconds for workers to end themselves and their child processes
    """

    player: Callable[[], TextPlayer]
    write: Callable[[Task], str]
    read: Callable[[str], Answer]
    key: Callable[[Task], str]
    family: Callable[[Task], str]
    cores: Callable[[Task], int]
    packed: Callable[[Task], Task]
    failed: Callable[[TaskError], Exception]
    deadline_s: float
    tries: int = 1
    most_losses: int = 1
    grace_s: float = 0.0


class Pool(Protocol[Task_contra, Answer_co]):
    """Plays tasks; each answer comes once, in any order."""

    @property
    def workers(self) -> int:
        """Number of workers now."""
        ...

    def submit(self, task: Task_contra, /) -> None:
        """Queue a task."""
        ...

    def next(self) -> Answer_co:
        """Wait for the next answer; a task must be queued.

        Raises the work's exception for a task that cannot be played, or ClusterError.
        """
        ...

    def close(self) -> None:
        """Drop unfinished tasks and release all processes."""
        ...


class InProcess(Generic[Task, Answer]):
    """Plays in this process, one task at a time; its exceptions are those of the player."""

    workers = 1

    def __init__(self, work: Work[Task, Answer]) -> None:
        self._work = work
        self._player = work.player()
        self._tasks: deque[Task] = deque()

    def submit(self, task: Task) -> None:
        """Queue a task."""
        self._tasks.append(task)

    def next(self) -> Answer:
        """Play the oldest task in the queue."""
        work = self._work
        return work.read(self._player.answer(work.write(self._tasks.popleft())))

    def close(self) -> None:
        """Close the player."""
        self._player.close()


class Processes(Generic[Task, Answer]):
    """Worker processes of this computer, one task at a time in each; a context manager."""

    def __init__(self, work: Work[Task, Answer], workers: int) -> None:
        self.workers = workers
        self._work = work
        self._pool = WorkerPool(
            work.player.__module__,
            workers,
            deadline_s=work.deadline_s,
            tries=work.tries,
            most_losses=work.most_losses,
            grace_s=work.grace_s,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def losses(self) -> int:
        """Workers that died or hung and were replaced."""
        return self._pool.losses

    def submit(self, task: Task) -> None:
        """Give the task to an idle worker, or keep it until one is idle."""
        self._pool.submit(self._work.write(task))

    def next(self) -> Answer:
        """Wait for the next answer. Raises the work's exception."""
        try:
            return self._work.read(self._pool.next())
        except TaskError as error:
            raise self._work.failed(error) from error

    def close(self) -> None:
        """End and reap every process."""
        self._pool.close()


def answers(tasks: Iterable[Task], pool: Pool[Task, Answer]) -> Generator[Answer, None, None]:
    """Yield the answers to these tasks as they come; queues AHEAD tasks for each worker."""
    waiting, queued, more = iter(tasks), 0, True
    while more or queued:
        while more and queued < AHEAD * max(1, pool.workers):
            for task in waiting:
                pool.submit(task)
                queued += 1
                break
            else:
                more = False
        if queued:
            yield pool.next()
            queued -= 1
