"""The root of a search: its moves, the proofs of wins and losses, and the lines they lead to."""

from __future__ import annotations

from search.result import Line
from search.score import is_win


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
            return (Line(self.loss, lines[0].pv), *lines[1:])
        for line in lines:
            known = self.wins.get(line.pv[0])
            if is_win(line.score) and (known is None or line.score > known.score):
                self.wins[line.pv[0]] = line
        others = [line for line in lines if line.pv[0] not in self.wins]
        wins = sorted(self.wins.values(), key=lambda line: -line.score)
        return tuple([*wins, *others][: len(lines)])

    def restore_lost(self) -> None:
        """Search the lost moves as well: the others lose too, perhaps sooner."""
        self.moves += self.lost
        self.lost = []


def replacing_best(move: int, lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """The lines without the best, which loses, and with this move, of unknown value, first."""
    known = [line for line in lines if line.pv[0] == move]
    first = known[0] if known else Line(lines[-1].score, (move,))
    return (first, *(line for line in lines[1:] if line is not first))
