"""What a search has found, as records."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from games.registry import family_of
from search.chance import estimate_in_percent, number_of_score, winning_chance
from search.limits import Limits
from search.score import own_moves_to_win

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from games.family import AnyPosition
    from search.engine import Engine as SearchEngine
    from search.result import SearchResult

TURN_NODES = 5_000  # to complete a Gipf turn of which a line has only the beginning


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
    spelled  the moves as the file harness and JSON answers write them: "10K"
    win_in   own moves to a proved win, the last included; None without one
    loss_in  the opponent's moves to a proved loss, likewise
    """

    moves: tuple[str, ...]
    score: int
    chance: float
    depth: int = 0
    spelled: tuple[str, ...] = field(default=(), repr=False)

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

    @property
    def chance_in_words(self) -> str:
        """`62 %` of winning, `win in 3` or `loss in 2`."""
        proved = self.win_in is not None or self.loss_in is not None
        return self.score_in_words if proved else estimate_in_percent(100 * self.chance)

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
    seconds_cpu CPU seconds of all processes of the search together
    to_move     the colour to move, "white" or "black"
    spellings   the beginning of the best move, in Gipf one decision, as the file harness and JSON
                answers write it, {"best": "10K"}; in Gipf also in entry notation, "entry"
    stopped_by  what ended the search: "depth", "nodes", "time", "stop" (`Engine.stop`), "only
                move", or "proven" if deeper search changes nothing
    move        the best move, the first of the first line
    score, chance, win_in, loss_in, moves   of the first line
    """

    lines: tuple[Line, ...]
    depth: int
    nodes: int
    seconds: float
    seconds_cpu: float
    to_move: str
    spellings: Mapping[str, str] = field(hash=False, repr=False)
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


def analysis_of(
    position: AnyPosition, result: SearchResult, engine: SearchEngine | None, *, whole_turns: bool
) -> Analysis:
    """The result of a search; the engine, if given, completes the begun turns of Gipf."""
    family = family_of(position.rules)

    def line_of(score: int, moves: Sequence[int], depth: int) -> Line:
        if whole_turns:
            moves = whole_turn(position, moves, engine)
        return Line(
            tuple(family.format_line(position, moves)),
            score,
            winning_chance(score, position.rules),
            depth,
            tuple(family.json_line(position, moves)),
        )

    return Analysis(
        lines=tuple(line_of(line.score, line.pv, line.depth) for line in result.lines),
        depth=result.depth,
        nodes=result.nodes,
        seconds=result.seconds_wall,
        seconds_cpu=result.seconds_cpu,
        to_move=position.rules.colour_of(position.side),
        spellings=spellings_of(position, result.best),
        stopped_by=result.stopped_by,
    )


def spellings_of(position: AnyPosition, move: int) -> dict[str, str]:
    """A move for programs, `best`, and in each of its family's other spellings."""
    family = family_of(position.rules)
    others = {name: family.spelled(position, move, name) for name in family.spellings}
    return {"best": family.json_move(position, move), **others}


def whole_turn(
    position: AnyPosition, decisions: Sequence[int], engine: SearchEngine | None
) -> tuple[int, ...]:
    """The decisions, with the first turn completed: by short searches, else by any decisions."""
    ahead, line = position.copy(), list(decisions)
    for decision in line:
        ahead.play(decision)
        if ahead.side != position.side:
            return tuple(line)
    while ahead.side == position.side and ahead.outcome is None:
        legal = ahead.legal_moves()
        chosen = legal[0]
        if engine is not None and len(legal) > 1:
            chosen = engine.search(ahead.copy(), Limits(nodes=TURN_NODES)).best
        line.append(chosen)
        ahead.play(chosen)
    return tuple(line)
