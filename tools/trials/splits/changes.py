"""How a step of the model is run, and how it changes the state."""

from __future__ import annotations

from typing import Any

from tools.trials.splits.state import (
    LOSS,
    MERGED,
    ROOT,
    RUNNING,
    Broken,
    Instruction,
    Split,
    State,
    Worker,
)


class Changes:
    """A step of a worker: the instruction on top of its stack, which may push others.

    The instructions are methods of the subclasses.
    """

    def __init__(
        self, state: State, me: int, mutation: str = "", merged: frozenset[str] = MERGED
    ) -> None:
        self.state = state
        self.merged = merged
        self.splits = list(state.splits)
        self.me = me
        self.bit = 1 << me
        self.mutation = mutation
        self.worker = state.workers[me]
        self.others: dict[int, Worker] = {}
        self.words = {name: getattr(state, name) for name in State._fields[2:]}

    def run(self) -> State:
        """The state after the step, and after those that are merged with it."""
        while True:
            name, *arguments = self.worker.stack[-1]
            self.set(stack=self.worker.stack[:-1])
            getattr(self, name)(*arguments)
            if not self.worker.stack or self.worker.stack[-1][0] not in self.merged:
                break
        workers = list(self.state.workers)
        for number, worker in (*self.others.items(), (self.me, self.worker)):
            workers[number] = worker
        return State(tuple(self.splits), tuple(workers), **self.words)

    def set(self, **fields: Any) -> None:
        """Change this worker."""
        self.worker = self.worker._replace(**fields)

    def put(self, number: int, **fields: Any) -> None:
        """Change words of a split point."""
        self.splits[number] = self.splits[number]._replace(**fields)

    def push(self, *instructions: Instruction) -> None:
        """Go on with these, in order."""
        self.set(stack=self.worker.stack + instructions[::-1])

    def was_cut(self, number: int) -> bool:
        """Whether this split point or the root's is no longer needed."""
        return bool(self.splits[number].cut or self.splits[ROOT].cut)

    def filled(self, number: int, fills: int) -> Split:
        """The split point, which must be the one that this worker has joined."""
        if self.splits[number].fills != fills:
            raise Broken("a worker is in a split point that was refilled")
        return self.splits[number]

    def poll(self) -> None:
        """Worker 0 notices a dead helper; all notice `abandon`."""
        if self.me == 0 and self.words["dead"] & ~self.words["lost"]:
            self.words["lost"] |= self.words["dead"]
            self.words["abandon"] = 1
        if self.words["abandon"] and self.worker.stopped == RUNNING:
            self.set(stopped=LOSS)
