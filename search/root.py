"""The root of a search: its moves, the proofs of wins and losses, and the lines they lead to."""

from __future__ import annotations

from search.result import Line
from search.score import INFINITY, is_loss, is_win

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Root:
    """The root's moves to search, those known to lose by force, and how many lines to find.

    `wins` holds the shortest win found by each first move; `loss` is the score if all moves lose.
    """

    __slots__ = ("loss", "lost", "moves", "multipv", "wins")

    def __init__(
        self,
        moves: list[int],
        lost: list[int],
        multipv: int,
        won: tuple[Line, ...],
        loss: int | None,
    ) -> None:
        self.moves = moves
        self.lost = lost
        self.multipv = multipv
        self.wins = {line.pv[0]: line for line in won}
        self.loss = loss

    def with_proofs(self, lines: tuple[Line, ...]) -> tuple[Line, ...]:
        """As many lines: the shortest wins found so far, best first, then those of these lines.

        A deeper iteration is selective, so it may find a longer win than an earlier one. A proven
        loss replaces the score of a search that does not see it.
        """
        if self.loss is not None:
            return (Line(self.loss, lines[0].pv, lines[0].depth), *lines[1:])
        for line in lines:
            known = self.wins.get(line.pv[0])
            if is_win(line.score) and (known is None or line.score > known.score):
                self.wins[line.pv[0]] = line
        others = [line for line in lines if line.pv[0] not in self.wins]
        return (*best_first(self.wins.values()), *others)[: len(lines)]

    def restore_lost(self) -> None:
        """Search the lost moves as well: the others lose too, perhaps sooner."""
        self.moves += self.lost
        self.lost = []


def best_first(lines: Iterable[Line]) -> tuple[Line, ...]:
    """The lines by score; of equal lines, the earlier stays before the later."""
    return tuple(sorted(lines, key=lambda line: -line.score))


def merged(
    finished: Sequence[Line], begun: Line | None, before: tuple[Line, ...]
) -> tuple[Line, ...]:
    """The lines of an iteration that a limit ended, and of the one before; best first, as many.

    `begun` is the best so far of the search that was cut. Scores compare only at equal depth, so an
    earlier line whose move the deeper searches had to beat scores no more than their lines. The
    first search begins with the best move: if only that move's score has fallen, below the second
    line, the others might fall as far, and the earlier lines stay.
    """
    if begun is not None and not finished:
        beaten = len(before) > 1 and begun.score < before[1].score
        if beaten and (begun.pv[0] == before[0].pv[0] or is_loss(begun.score)):
            return before
        finished, begun = (begun,), None
    most = min((line.score for line in finished), default=INFINITY)
    deeper = [*finished, begun] if begun is not None else [*finished]
    known = {line.pv[0] for line in deeper}
    rest = [_at_most(most, line) for line in before if line.pv[0] not in known]
    return best_first([*deeper, *rest])[: len(before)]


def replacing_best(move: int, lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The lines without the best, which loses, and with this move, of unknown value; best first.

    The move comes first unless it loses as well: the others may have been refuted.
    """
    known = [line for line in lines if line.pv[0] == move]
    first = known[0] if known else Line(lines[-1].score, (move,), lines[-1].depth)
    others = [line for line in lines[1:] if line is not first]
    if is_loss(first.score):
        return best_first([first, *others])
    return (first, *(_at_most(first.score, line) for line in others))


def _at_most(score: int, line: Line) -> Line:
    return line if line.score <= score else Line(score, line.pv, line.depth)
