"""A small model of the protocol of split points, for the exhaustive check of `split_check.py`.

The protocol is that of `search/kernel/parallel`: `split.pxi` and `crew.pxi`. A root has a few
brothers. A brother is a leaf, or a node that its worker shares out again. A step of a worker reads
or changes the shared words as an atomic operation of the kernel does; several reads of one split
point in a row are one step. An instruction is a method; each worker has a stack of them.

MUTATIONS are changes of the protocol that a check must refuse. Left out are limits, Ctrl-C, moves
and boards, the repeated search of a brother, and split points more than two deep.
"""

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


class Step:
    """One step of one worker: the instruction on top of its stack, which may push others."""

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

    # Changes

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

    # The owner

    def fill(self, number: int, brothers: Tree, alpha: int, beta: int) -> None:
        """Fill a closed split point."""
        split = self.splits[number]
        self.splits[number] = Split(
            0, 0, 0, split.inside, alpha, beta, NONE, brothers, split.fills + 1, 0
        )

    def open(self, number: int) -> None:
        """Let others draw."""
        self.put(number, open=1)

    def close(self, number: int) -> None:
        """Let nobody draw."""
        self.put(number, open=0)

    def empty(self, number: int) -> None:
        """Wait until nobody is inside."""
        if self.mutation == "the owner does not wait" or self.words["abandon"]:
            return
        if self.splits[number].inside:
            self.push(("assist", number))

    def assist(self, number: int) -> None:
        """Read the news; then help below, or sleep."""
        self.set(fresh=True, joined=False)
        helps = number == ROOT and self.worker.stopped == RUNNING and not self.was_cut(number)
        scan = (("scan", number, 1, 0),) if helps else ()
        self.push(*scan, ("doze", number))

    def doze(self, number: int) -> None:
        """Sleep, unless work was found or nobody is inside."""
        sleep = self.splits[number].inside and not self.worker.joined
        self.push(*((("sleep",), ("look",)) if sleep else ()), ("empty", number))

    def look(self) -> None:
        """Poll after a sleep."""
        self.poll()

    def finish(self, number: int) -> None:
        """Take the best brother; of the root, check it."""
        if self.worker.stopped == CUT:
            self.set(stopped=RUNNING)
        self.poll()
        best = self.splits[number].best
        if number != ROOT:
            if self.worker.stopped == RUNNING and self.was_cut(ROOT):
                self.set(stopped=CUT)
            self.set(value=-best[0])
        elif self.words["abandon"]:
            helpers = range(1, len(self.state.workers))
            self.push(("tell",), *(("gather", helper) for helper in helpers), ("again",))
        else:
            self.check(best)

    def check(self, best: Best) -> None:
        """Raise Broken unless value, brother and nodes of the root are right."""
        tree = self.splits[ROOT].brothers
        right = max(map(value_of, tree))
        if min(max(right, ALPHA), BETA) != min(max(best[0], ALPHA), BETA):
            raise Broken(f"the root's value is {right}, not {best[0]}")
        if right > ALPHA and min(value_of(tree[-best[2] - 1]), BETA) != min(right, BETA):
            raise Broken(f"brother {-best[2]} does not have the value {right}")
        for number, worker in enumerate(self.state.workers[1:], 1):
            if worker.told != worker.nodes and not self.words["dead"] >> number & 1:
                raise Broken("nodes are missing in the sum")

    def gather(self, helper: int) -> None:
        """Pass a helper that is idle or lost; `successors` waits for that."""
        if self.words["dead"] >> helper & 1:
            self.words["lost"] |= 1 << helper

    def again(self) -> None:
        """Clear the crew, and search the root again."""
        self.splits = [split._replace(open=0, inside=0) for split in self.splits]
        self.words["waiting"] &= ~(self.words["lost"] | 1)
        self.words["abandon"] = 0
        self.set(stopped=RUNNING)
        self.push(*share_out(ROOT, self.splits[ROOT].brothers, ALPHA, BETA))

    # Everybody in a split point

    def work(self, number: int, fills: int = 0) -> None:
        """Draw brothers until none is left, or the search has stopped."""
        split = self.filled(number, fills or self.splits[number].fills)
        if self.worker.stopped == RUNNING and not split.cut:
            self.push(("draw", number, split.fills))

    def draw(self, number: int, fills: int) -> None:
        """Take the next number."""
        split = self.filled(number, fills)
        if self.mutation == "a draw is not atomic":
            self.push(("drawn", number, fills, split.next))
        else:
            self.drawn(number, fills, split.next)

    def drawn(self, number: int, fills: int, brother: int) -> None:
        """Search the brother of this number, and publish its value."""
        self.put(number, next=brother + 1)
        split = self.filled(number, fills)
        if brother >= len(split.brothers):
            return
        if split.drawn >> brother & 1:
            raise Broken("a brother is drawn twice")
        self.put(number, drawn=split.drawn | 1 << brother)
        self.push(
            ("brother", number, fills, brother),
            ("publish", number, fills, brother),
            ("work", number, fills),
        )

    def brother(self, number: int, fills: int, brother: int) -> None:
        """Search a brother in a null window: a leaf, or a node that is shared out."""
        split = self.filled(number, fills)
        self.poll()
        if split.alpha >= split.beta and not split.cut:
            raise Broken("the bound is at beta, and the cut cannot be seen")
        if self.was_cut(number) and self.worker.stopped == RUNNING:
            self.set(stopped=CUT)
        if self.worker.stopped != RUNNING:
            return
        below, low = split.brothers[brother], split.alpha
        self.set(nodes=self.worker.nodes + 1)
        if not isinstance(below, tuple):
            self.set(value=below)
        else:
            self.push(*share_out(self.me + 1, below, -low - 1, -low))

    def publish(self, number: int, fills: int, brother: int) -> None:
        """Publish the value of a brother, the cut first."""
        counts = self.worker.stopped == RUNNING or self.mutation == "interrupted brothers count"
        if not counts:
            return
        value = self.worker.value
        later = self.mutation == "the bound comes before the cut"
        refutes = value >= self.filled(number, fills).beta
        if refutes and not later:
            self.put(number, cut=1)
        self.push(
            ("compare", number, fills, value, brother + 1),
            *((("cut", number),) if refutes and later else ()),
        )

    def cut(self, number: int) -> None:
        """Publish the cut."""
        self.put(number, cut=1)

    def compare(self, number: int, fills: int, value: int, brother: int) -> None:
        """Look whether a value raises the bound."""
        raises = int(value > self.filled(number, fills).alpha)
        self.push(("better", number, fills, (value, raises, -brother)))

    def better(self, number: int, fills: int, found: Best) -> None:
        """Keep a value if it is the best."""
        if found > self.filled(number, fills).best:
            bound = (("bound", number, fills, found[0]),) if found[1] else ()
            if self.mutation == "best is not atomic":
                self.push(("store", number, found), *bound)
            else:
                self.store(number, found)
                self.push(*bound)

    def store(self, number: int, found: Best) -> None:
        """Write the best."""
        self.put(number, best=found)

    def bound(self, number: int, fills: int, value: int) -> None:
        """Raise the bound."""
        self.put(number, alpha=max(value, self.filled(number, fills).alpha))

    # Helpers, and owners who help

    def idle(self) -> None:
        """Begin to look for work."""
        self.set(fresh=True, joined=False)
        late = self.mutation == "busy comes after the look at abandon"
        self.push(*((("dare", 1),) if late else (("busy",), ("dare", 0))), ("rest",))

    def busy(self) -> None:
        """Tell that this helper is not idle."""
        self.words["busy"] |= self.bit

    def dare(self, late: int) -> None:
        """Look for work unless the iteration is abandoned."""
        if not self.words["abandon"]:
            self.push(*((("busy",),) if late else ()), ("scan", ALL, 0, ALL))

    def rest(self) -> None:
        """Tell that this helper is idle; sleep if there was no work."""
        self.words["busy"] &= ~self.bit
        self.push(*((("idle",),) if self.worker.joined else (("sleep",), ("idle",))))

    def may_join(self, number: int, above: int) -> bool:
        """Whether moves can be drawn from a split point that lies below another."""
        split = self.splits[number]
        left = split.open and split.next < len(split.brothers)
        return bool(left and number > above and not self.was_cut(number))

    def scan(self, above: int, number: int, found: int) -> None:
        """Look at one split point after the other; the deepest is joined."""
        own = number == self.me + 1 or (number == ROOT and self.me == 0)
        if not own and found <= ROOT and self.may_join(number, above):
            found = number if number != ROOT or found == ALL else found
        if number + 1 < len(self.splits):
            self.push(("scan", above, number + 1, found))
        elif found > above:
            self.push(("join", found, above))

    def join(self, number: int, above: int) -> None:
        """Enter a split point before looking whether it is open."""
        inside = self.splits[number].inside | self.bit
        if self.mutation == "inside is not atomic":
            self.push(("mark", number, inside), ("enter", number, above))
        else:
            self.mark(number, inside)
            self.push(("enter", number, above))

    def mark(self, number: int, inside: int) -> None:
        """Write who is inside."""
        self.put(number, inside=inside)

    def enter(self, number: int, above: int) -> None:
        """Check again, now that the owner waits for this worker."""
        blind = self.mutation == "join does not check again"
        if blind or self.may_join(number, above):
            outer = self.worker.stopped
            if above == ALL:
                self.set(stopped=RUNNING)
            work = ("work", number, self.splits[number].fills)
            self.push(work, ("report", outer), ("leave", number), ("farewell", number))
        else:
            self.push(("leave", number), ("farewell", number))

    def report(self, outer: int) -> None:
        """Publish the nodes."""
        if self.worker.stopped == CUT:
            self.set(stopped=outer)
        self.set(joined=True)
        if self.mutation != "nodes are told after leaving":
            self.set(told=self.worker.nodes)

    def leave(self, number: int) -> None:
        """Leave a split point."""
        inside = self.splits[number].inside & ~self.bit
        if self.mutation == "inside is not atomic":
            self.push(("mark", number, inside))
        else:
            self.mark(number, inside)

    def farewell(self, number: int) -> None:
        """Tell the owner, who may wait."""
        self.set(told=self.worker.nodes)
        if not self.splits[number].open and self.mutation != "leaving does not tell":
            self.push(("tell",))

    # News

    def tell(self) -> None:
        """Count up the news and wake those who sleep."""
        if self.mutation == "tell looks for sleepers before it counts up":
            self.push(*((("count",), ("wake",)) if self.words["waiting"] else (("count",),)))
        else:
            self.count()
            self.push(("wake",))

    def count(self) -> None:
        """Count up the news: nobody has read the latest."""
        for number, worker in enumerate(self.state.workers):
            if number != self.me:
                self.others[number] = worker._replace(fresh=False)
        self.set(fresh=False)

    def wake(self) -> None:
        """Wake those who sleep."""
        if self.words["waiting"]:
            for number, worker in enumerate(self.state.workers):
                if worker.stack[-1:] == (("asleep",),):
                    self.others[number] = worker._replace(stack=(*worker.stack[:-1], ("awake",)))

    def sleep(self) -> None:
        """Count as waiting."""
        self.words["waiting"] |= self.bit
        self.push(("slumber",))

    def slumber(self) -> None:
        """Sleep, unless there are news."""
        stays = self.worker.fresh or self.mutation == "sleep ignores the news"
        self.push(("asleep",) if stays else ("awake",))

    def awake(self) -> None:
        """Count as waiting no more."""
        self.words["waiting"] &= ~self.bit
