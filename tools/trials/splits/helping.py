"""The instructions of those who help: looking for work, joining, leaving, sleeping and waking."""

from __future__ import annotations

from tools.trials.splits.changes import Changes
from tools.trials.splits.state import ALL, CUT, ROOT, RUNNING


class Helping(Changes):
    """The instructions of helpers, and of owners who help; and the news that wake them."""

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

    def scan(self, above: int, number: int, deepest: int) -> None:
        """Look at one split point after the other; the deepest is joined."""
        own = number == self.me + 1 or (number == ROOT and self.me == 0)
        if not own and deepest <= ROOT and self.may_join(number, above):
            deepest = number if number != ROOT or deepest == ALL else deepest
        if number + 1 < len(self.splits):
            self.push(("scan", above, number + 1, deepest))
        elif deepest > above:
            self.push(("join", deepest, above))

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
