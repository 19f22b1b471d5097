"""The state of the model of split points: the words of the crew, and what each worker keeps."""

from __future__ import annotations

from typing import Any, NamedTuple

Instruction = tuple[Any, ...]  # its name, then its arguments
Tree = tuple[Any, ...]  # the root's brothers: values, or tuples of values for the other side
Best = tuple[int, int, int]  # value, whether it raised the bound, minus the number of the brother

RUNNING, CUT, LOSS = 0, 1, 2  # why the search of a worker has stopped
ALL, ROOT = -1, 0  # above all split points; the root's; worker w opens number w + 1 below it
ALPHA, BETA = 0, 10  # the window of the root
NONE: Best = (-99, 1, 0)

MUTATIONS = (
    "tell looks for sleepers before it counts up",
    "sleep ignores the news",
    "leaving does not tell",
    "join does not check again",
    "a draw is not atomic",
    "the owner does not wait",
    "inside is not atomic",
    "the bound comes before the cut",
    "best is not atomic",
    "interrupted brothers count",
    "nodes are told after leaving",
    "busy comes after the look at abandon",
)

# Instructions that are part of the step before them: they change nothing that others read, or
# nothing that others read yet. With three workers more are, which read one word each.
MERGED = frozenset(("fill", "report"))
COARSE = MERGED | {"scan", "doze", "look", "assist", "idle", "slumber", "compare"}


class Split(NamedTuple):
    """A split point, as in `crew.pxi`.

    fills  how often it was filled
    drawn  a bit for each brother drawn
    """

    open: int = 0
    next: int = 0
    cut: int = 0
    inside: int = 0
    alpha: int = 0
    beta: int = 0
    best: Best = NONE
    brothers: Tree = ()
    fills: int = 0
    drawn: int = 0


class Worker(NamedTuple):
    """What a worker keeps to itself, and `told`, the nodes in its slot.

    fresh  the news have not changed since it read them
    """

    stack: tuple[Instruction, ...]
    stopped: int = RUNNING
    value: int = NONE[0]
    fresh: bool = False
    joined: bool = False
    nodes: int = 0
    told: int = 0


class State(NamedTuple):
    """Everything; the numbers are words of the crew, and a bit for each dead worker."""

    splits: tuple[Split, ...]
    workers: tuple[Worker, ...]
    waiting: int = 0
    abandon: int = 0
    busy: int = 0
    lost: int = 0
    dead: int = 0


class Broken(Exception):  # noqa: N818 - what was found
    """The protocol does not hold."""


def value_of(brother: Any) -> int:
    """The value of one of the root's brothers for the side to move at the root."""
    return -max(brother) if isinstance(brother, tuple) else int(brother)


def start(tree: Tree, workers: int) -> State:
    """Worker 0 is about to share out the root; its helpers look for work."""
    stacks = [share_out(ROOT, tree, ALPHA, BETA)[::-1]]
    stacks += [(("idle",),)] * (workers - 1)
    return State((Split(),) * (workers + 1), tuple(Worker(stack) for stack in stacks))


def share_out(number: int, brothers: Tree, alpha: int, beta: int) -> tuple[Instruction, ...]:
    """What the owner of a split point does, in order."""
    return (
        ("fill", number, brothers, alpha, beta),
        ("open", number),
        ("tell",),
        ("work", number),
        ("close", number),
        ("empty", number),
        ("finish", number),
    )
