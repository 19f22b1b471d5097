"""Checks the protocol of split points: every order of events in a small model of it.

`explore` tries the steps of all workers in every order, and the death of a helper at every moment.
It raises Broken for

- a state in which nobody can go on, or from which the search can no longer end. Unless a helper has
  died, sleep has no time limit here, so a lost wake-up is such a state;
- a wrong value of the root, a brother drawn twice, a worker in a split point that was refilled, a
  bound at beta before the cut can be seen, or nodes that are missing in the sum at the end.

    .venv/bin/python -m tools.trials.splits.check      explores CASES, and prints their sizes
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Iterator

from tools.trials.splits.helping import Helping
from tools.trials.splits.sharing import Sharing
from tools.trials.splits.state import COARSE, MERGED, Broken, State, Tree, Worker, start

# Tree, workers, deaths, and whether steps are coarse.
CASES: tuple[tuple[Tree, int, int, bool], ...] = (
    ((3, 5), 2, 1, False),
    ((12, 4), 2, 1, False),
    (((-4, -2), 3), 2, 1, False),
    (((-4, -2), 12), 2, 1, False),
    (((-4,), (-3,)), 2, 1, False),
    ((3, 5), 3, 0, True),
    ((12,), 3, 1, True),
    ((3, 5), 3, 1, True),
)


class Transition(Sharing, Helping):
    """One step of one worker, with the instructions of owners and helpers."""


def successors(state: State, mutation: str, deaths: int, merged: frozenset[str]) -> Iterator[State]:
    """The states after one step of any worker, the end of a time limit, or a death."""
    for me, worker in enumerate(state.workers):
        if not worker.stack:
            continue
        name, *arguments = worker.stack[-1]
        if name == "asleep":
            late = state.abandon or (me == 0 and state.dead & ~state.lost)
            if late and len(worker.stack) > 1 and worker.stack[-2] == ("look",):
                stack = (*worker.stack[:-1], ("awake",))
                yield with_worker(state, me, worker._replace(stack=stack))
        elif name != "gather" or not (state.busy & ~state.dead) >> arguments[0] & 1:
            yield Transition(state, me, mutation, merged).run()
        if me and state.dead.bit_count() < deaths:
            gone = with_worker(state, me, worker._replace(stack=()))
            yield gone._replace(dead=state.dead | 1 << me)


def with_worker(state: State, number: int, worker: Worker) -> State:
    """The state with another worker of this number."""
    workers = list(state.workers)
    workers[number] = worker
    return state._replace(workers=tuple(workers))


def explore(
    tree: Tree, workers: int, *, deaths: int = 0, mutation: str = "", coarse: bool = False
) -> int:
    """The number of reachable states. Raises Broken if one is wrong, or cannot end any more."""
    collects = gc.isenabled()
    gc.disable()  # no cycles here, and looking for them takes a third of the time
    try:
        return _explore(tree, workers, deaths, mutation, COARSE if coarse else MERGED)
    finally:
        if collects:
            gc.enable()


def _explore(tree: Tree, workers: int, deaths: int, mutation: str, merged: frozenset[str]) -> int:
    first = start(tree, workers)
    numbers: dict[State, int] = {first: 0}
    before: list[list[int]] = [[]]  # the states before each state
    ends: list[int] = []
    waiting = [first]
    while waiting:
        state = waiting.pop()
        number = numbers[state]
        if not state.workers[0].stack:
            ends.append(number)
            continue
        for after in successors(state, mutation, deaths, merged):
            known = numbers.setdefault(after, len(numbers))
            if known == len(before):
                before.append([])
                waiting.append(after)
            before[known].append(number)
    can_end = set(ends)
    while ends:
        new = set(before[ends.pop()]) - can_end
        can_end |= new
        ends += new
    if len(can_end) < len(numbers):
        stuck = next(state for state, number in numbers.items() if number not in can_end)
        tops = [worker.stack[-1:] for worker in stuck.workers]
        raise Broken(f"the search cannot end: the workers are at {tops}")
    return len(numbers)


def main() -> int:
    """Explore all cases; 1 if the protocol does not hold."""
    for tree, workers, deaths, coarse in CASES:
        began_s = time.monotonic()
        about = f"{tree}, {workers} workers, {deaths} deaths"
        try:
            states = explore(tree, workers, deaths=deaths, coarse=coarse)
        except Broken as error:
            print(f"{about}: {error}")
            return 1
        print(f"{about}: {states:,} states, {time.monotonic() - began_s:.1f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
