"""The instructions of those who share out a node: its owner, and all who draw its brothers."""

from __future__ import annotations

from tools.trials.splits.changes import Changes
from tools.trials.splits.state import (
    ALPHA,
    BETA,
    CUT,
    NONE,
    ROOT,
    RUNNING,
    Best,
    Broken,
    Split,
    Tree,
    share_out,
    value_of,
)


class Sharing(Changes):
    """The instructions of an owner, and of everybody in a split point."""

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

    def better(self, number: int, fills: int, candidate: Best) -> None:
        """Keep a value if it is the best."""
        if candidate > self.filled(number, fills).best:
            bound = (("bound", number, fills, candidate[0]),) if candidate[1] else ()
            if self.mutation == "best is not atomic":
                self.push(("store", number, candidate), *bound)
            else:
                self.store(number, candidate)
                self.push(*bound)

    def store(self, number: int, best: Best) -> None:
        """Write the best."""
        self.put(number, best=best)

    def bound(self, number: int, fills: int, value: int) -> None:
        """Raise the bound."""
        self.put(number, alpha=max(value, self.filled(number, fills).alpha))
