"""The engine goes through a whole game: the chances before and after each move, and its mistakes.

It searches every position of the main line, the last one included. A `Judged` record is one move;
in Gipf one decision. `arena.review.marks` says what a mistake is.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from arena.review.marks import Mark, accuracy, lost_percent, mark_of
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
    judged   it had an alternative
    own      it is the engine's choice
    lost     percent of the mover's winning chance that it loses, or None if it is not judged
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
    judged: bool
    own: bool
    lost: float | None
    mark: Mark | None

    @property
    def better(self) -> str:
        """The engine's move, as players write it; "" if it is this one."""
        return "" if self.own or not self.before.line else self.before.line[0]


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
        return accuracy(
            [move.lost for move in self.moves if move.side == side and move.lost is not None]
        )

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
        alternatives = len(position.legal_moves()) > 1
        position.play(move)
        after = opinion_of(position, engine, limits)
        own = move == before.best
        lost, mark = _judgement(before, after, side, own=own) if alternatives else (None, None)
        yield Judged(
            ply=ply,
            turn=turn,
            side=side,
            move=move,
            text=text,
            comment=node.comment,
            before=before,
            after=after,
            judged=alternatives,
            own=own,
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


def _judgement(
    before: Opinion, after: Opinion, side: int, *, own: bool
) -> tuple[float, Mark | None]:
    """What a move with alternatives loses, and its mark."""
    if own:
        return 0.0, None
    chances = before.percent_of(side), after.percent_of(side)
    return lost_percent(*chances), mark_of(*chances, winning=before.win_in is not None)


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
