"""The engine goes through a whole game: the chances before and after each move, and its mistakes.

It searches every position of the main line, the last one included. A `Judged` record is one move;
in Gipf one decision. `arena.review.marks` says what a mistake is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arena.review.marks import Chance, Mark, accuracies, judge
from games.family import AnyPosition, AnyRules
from games.registry import family_of
from games.tree import GameTree
from search.chance import winning_chance
from search.engine import Engine
from search.forced import search_past_forced
from search.limits import Limits
from search.score import is_win, own_moves_to_win

DRAWN = 50.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Opinion:
    """The engine's opinion of a position.

    percent  the winning chance of side 0, 0 to 100
    side     the side to move
    score    for the side to move, or None at the end of the game
    win_in   own moves to a proven win of the side to move, or None
    loss_in  own moves of the other side to its proven win, or None
    best     the best move, or None at the end of the game
    line     the best line as players write it
    nodes    positions that the search entered
    """

    percent: float
    side: int
    score: int | None = None
    win_in: int | None = None
    loss_in: int | None = None
    best: int | None = None
    line: tuple[str, ...] = ()
    nodes: int = 0

    @property
    def chance(self) -> Chance:
        """What the judge needs."""
        decided = self.score is None and self.percent != DRAWN
        proven = decided or self.win_in is not None or self.loss_in is not None
        return Chance(self.percent, proven, self.best)

    def percent_of(self, side: int) -> float:
        """The winning chance of a side."""
        return self.percent if side == 0 else 100.0 - self.percent


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A move of the game with the engine's opinion.

    ply      its number, from 1
    turn     the number of the turn that it belongs to, from 1; in Gipf a turn has several decisions
    side     the side that made it
    move     its number in the rules
    text     as players write it
    comment  the record's
    before, after   the engine's opinions
    lost     percent of the mover's winning chance that it loses, or None if it is not judged, as
             it had no alternative
    mark     its mark, or None
    """

    ply: int
    turn: int
    side: int
    move: int
    text: str
    comment: str
    before: Opinion
    after: Opinion
    lost: float | None
    mark: Mark | None

    @property
    def better(self) -> str:
        """The engine's move, as players write it; "" if it is this one."""
        own = self.move == self.before.best
        return "" if own or not self.before.line else self.before.line[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """A reviewed game: the record, all moves, and the opinion of its start."""

    record: GameTree
    start: Opinion
    moves: tuple[Judged, ...]

    @property
    def rules(self) -> AnyRules:
        """The rules of the game."""
        rules: AnyRules = self.record.rules
        return rules

    def accuracy(self, side: int) -> float | None:
        """The accuracy of a side in percent, or None if none of its moves is judged."""
        return accuracies((move.side, move.lost) for move in self.moves)[side]

    def marked(self) -> list[Judged]:
        """The mistakes in the order of the game."""
        return [move for move in self.moves if move.mark is not None]


def review_moves(record: GameTree, engine: Engine, limits: Limits) -> Iterator[Opinion | Judged]:
    """Yield the opinion of the start, then each move when it is judged; `collected` joins them."""
    position: AnyPosition = record.start.copy()
    before = opinion_of(position, engine, limits)
    yield before
    turn, last_side = 0, None
    for ply, node in enumerate(record.main_nodes(), 1):
        side, move = position.side, node.move
        turn += side != last_side
        last_side = side
        text = family_of(position.rules).format_move(position, move)
        choices = len(position.legal_moves())
        position.play(move)
        after = opinion_of(position, engine, limits)
        lost, mark = judge(before.chance, after.chance, side=side, move=move, choices=choices)
        yield Judged(
            ply=ply,
            turn=turn,
            side=side,
            move=move,
            text=text,
            comment=node.comment,
            before=before,
            after=after,
            lost=lost,
            mark=mark,
        )
        before = after


def collected(record: GameTree, found: list[Opinion | Judged]) -> Review:
    """Return the review that `review_moves` yielded part by part, whole or broken off."""
    start = found[0]
    assert isinstance(start, Opinion), "the first part is the opinion of the start"
    return Review(
        record=record,
        start=start,
        moves=tuple(move for move in found[1:] if isinstance(move, Judged)),
    )


def opinion_of(position: AnyPosition, engine: Engine, limits: Limits) -> Opinion:
    """Search a position, past forced moves; at the end of a game return its result."""
    side, outcome = position.side, position.outcome
    if outcome is not None:
        percent = DRAWN if outcome.winner is None else 100.0 * (outcome.winner == 0)
        return Opinion(percent=percent, side=side)
    result = search_past_forced(engine, position, limits)
    chance = 100.0 * winning_chance(result.score, position.rules)
    family = family_of(position.rules)
    return Opinion(
        percent=chance if side == 0 else 100.0 - chance,
        side=side,
        score=result.score,
        win_in=result.win_in,
        loss_in=own_moves_to_win(-result.score) if is_win(-result.score) else None,
        best=result.best,
        line=tuple(_spelled(position, family.format_line(position, result.pv), result.best)),
        nodes=result.nodes,
    )


def _spelled(position: AnyPosition, line: list[str], best: int) -> list[str]:
    """The line; in Gipf its first word is the best decision alone, as moves are judged singly."""
    if family_of(position.rules).lays_stones:
        return line
    return [family_of(position.rules).format_move(position, best), *line[1:]]
