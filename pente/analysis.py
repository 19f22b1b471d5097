"""What a search has found, as records."""

from __future__ import annotations

from dataclasses import dataclass

from search.chance import number_of_score
from search.score import own_moves_to_win


@dataclass(frozen=True)
class Line:
    """A line of play and its score.

    moves    the moves of both sides in turn, the side to move first
    score    for the side to move, in the units of the evaluation; in Pente an open three is worth
             some 400, a captured pair some 1,500. Above 999,000 a win is proved, below -999,000 a
             loss
    chance   the chance, 0 to 1, that the side to move wins; a draw counts as half a win. 1.0 for a
             proved win, 0.0 for a proved loss
    depth    turns of the search that found the line
    win_in   own moves to a proved win, the last included; None without one
    loss_in  the opponent's moves to a proved loss, likewise
    """

    moves: tuple[str, ...]
    score: int
    chance: float
    depth: int = 0

    @property
    def win_in(self) -> int | None:
        """Own moves to a proved win, the last included; None without one."""
        return own_moves_to_win(self.score)

    @property
    def loss_in(self) -> int | None:
        """The opponent's moves to a proved loss, the last included; None without one."""
        return own_moves_to_win(-self.score)

    @property
    def score_in_words(self) -> str:
        """`+35`, `win in 3` or `loss in 2`."""
        return number_of_score(self.score)

    def __str__(self) -> str:
        """The chance in percent, the score, the depth and the moves on one line."""
        return (
            f"{self.chance:5.0%}  {self.score_in_words:>10}  depth {self.depth:>2}  "
            f"{' '.join(self.moves)}"
        )


@dataclass(frozen=True)
class Analysis:
    """The result of a search.

    lines       the best lines, best first; at least one, each with another first move. If a limit
                ended an iteration, some are one turn deeper. Where the deeper search found a
                better move than a line of the iteration before, that line scores no more than it
    depth       turns of full-width search that were finished
    nodes       positions entered
    seconds     wall-clock seconds
    stopped_by  what ended the search: "depth", "nodes", "time", "stop" (`Engine.stop`), "only
                move", or "proven" if deeper search changes nothing
    move        the best move, the first of the first line
    score, chance, win_in, loss_in, moves   of the first line
    """

    lines: tuple[Line, ...]
    depth: int
    nodes: int
    seconds: float
    stopped_by: str

    @property
    def move(self) -> str:
        """The best move."""
        return self.lines[0].moves[0]

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves of best play."""
        return self.lines[0].moves

    @property
    def score(self) -> int:
        """The score of the best line, for the side to move."""
        return self.lines[0].score

    @property
    def chance(self) -> float:
        """The chance, 0 to 1, that the side to move wins."""
        return self.lines[0].chance

    @property
    def win_in(self) -> int | None:
        """Own moves to a proved win, the last included; None without one."""
        return self.lines[0].win_in

    @property
    def loss_in(self) -> int | None:
        """The opponent's moves to a proved loss, the last included; None without one."""
        return self.lines[0].loss_in

    def __str__(self) -> str:
        """The best move and its cost, then a row for each line."""
        head = (
            f"{self.move}  {self.lines[0].score_in_words}  depth {self.depth}  "
            f"{self.nodes:,} nodes  {self.seconds:.2f} s"
        )
        return "\n".join([head, *map(str, self.lines)])
