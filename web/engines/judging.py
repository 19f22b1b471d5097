"""Judges moves in positions outside of games, as a review judges those of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arena.review.course import NODES, Course, Value
from games.registry import family_named, family_of
from web.contract import messages, study
from web.engines.lines import KEPT_MOVES, best_line, score_of
from web.engines.orders import order_of
from web.engines.pool import MOVE, EngineJob, EnginePool, failure_told, stopped
from web.errors import Unreadable, unreadable
from web.families.choice import views_of
from web.families.views import typed_side

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from games.family import AnyFamily
    from web.contract.positions import PositionView
    from web.contract.schema import Side
    from web.families.views import AnyViews

LONGEST_POSITION_S = 10.0
LONGEST_LINE = 100  # moves of a line in a judgement

Opinion = tuple[messages.Score, messages.BestLine]


async def searched(  # noqa: PLR0917 - what a search needs
    pool: EnginePool,
    job: EngineJob,
    views: AnyViews,
    board: Any,
    pieces: tuple[int, int] | None,
    nodes: int,
) -> Value | None:
    """The value of a position; None if the search was stopped. Raises EngineFailed."""
    order = order_of(views.family, board, pieces, nodes=nodes, wall_s=LONGEST_POSITION_S)
    result = await pool.whole(job, order)
    if job.stopped or result is None or not result.lines:
        return None
    line = result.lines[0]
    return Value(board.side, line.score, tuple(line.pv), nodes=result.nodes)


async def pursue(  # noqa: PLR0917 - as above
    pool: EnginePool,
    job: EngineJob,
    views: AnyViews,
    course: Course,
    pieces: tuple[int, int] | None,
    nodes: int = NODES,
) -> AsyncIterator[None]:
    """Search what a review wants, and stop after each search, or before the end if it is stopped.

    Raises EngineFailed.
    """
    while (wanted := course.wanted()) is not None:
        position, effort = wanted
        value = await searched(pool, job, views, position, pieces, nodes * effort)
        if value is None:
            return
        course.learn(value._replace(effort=effort))
        yield


def opinion(views: AnyViews, board: Any, value: Value, most: int = KEPT_MOVES) -> Opinion:
    """The value of a position as its score and the beginning of the engine's line."""
    score = score_of(value.score, board.side, views.family.rules)
    return score, best_line(views, board, value.pv, most)


async def judge_try(pool: EnginePool, request: study.Try) -> study.Judged:
    """What a move is worth. Raises Unreadable or Busy."""
    *_, board = boards_along(request)
    family = family_of(board.rules)
    views = views_of(family)
    if board.outcome is not None:
        raise Unreadable("the game is over in this position")
    move = parsed_move(family, board, request.move)
    course = Course(board, [move])
    with failure_told(), pool.admission(MOVE) as job:
        async for _ in pursue(pool, job, views, course, request.pieces):
            pass
    if course.wanted() is not None:
        raise stopped()
    after = course.positions[1]
    then, reply = opinion(views, after, course.values[1], LONGEST_LINE)
    lost, mark = course.verdict(1)
    return study.Judged(
        view=views.view(after),
        after=then,
        reply=reply,
        mark=mark,
        lost=lost or 0.0,
        winner=_winner(then, after.side),
    )


def _winner(score: messages.Score, side: int) -> Side | None:
    """The side that a score proves to win, with `side` to move."""
    if score.kind == "score":
        return None
    return typed_side(side if score.kind == "win" else 1 - side)


def views_along(request: study.LineFrom) -> list[PositionView]:
    """The position, and the one after each of the moves. Raises Unreadable."""
    return [views_of(family_of(board.rules)).view(board) for board in boards_along(request)]


def boards_along(request: study.LineFrom) -> Iterator[Any]:
    """The position, then the same board after each of the moves. Raises Unreadable."""
    with unreadable(ValueError):
        family = family_named(request.preset, pieces=request.pieces)
        board = family.parse_position(request.position)
    yield board
    for text in request.moves:
        if board.outcome is not None:
            raise Unreadable(f"the game is over before {text}")
        board.play(parsed_move(family, board, text))
        yield board


def parsed_move(family: AnyFamily, board: Any, text: str) -> int:
    """The legal move that a text means. Raises Unreadable."""
    with unreadable(ValueError):
        return family.parse_move(board, text)
