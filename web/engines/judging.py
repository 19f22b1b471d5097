"""Judges moves in positions outside of games, as a review judges those of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.registry import family_named
from web.contract import messages, puzzles
from web.engines.lines import analysis_lines, best_line
from web.engines.orders import order_of
from web.engines.pool import MOVE, EnginePool, Job, failure_told, stopped
from web.engines.scores import judged, result_score
from web.errors import Unreadable
from web.families.choice import views_of
from web.families.views import typed_side

if TYPE_CHECKING:
    from games.family import AnyFamily
    from web.contract.positions import PositionView
    from web.contract.schema import Side
    from web.families.views import AnyViews

TRY_NODES = 100_000  # for each of both positions
LONGEST_POSITION_S = 10.0

Opinion = tuple[messages.Score, messages.BestLine]


async def opinion(  # noqa: PLR0917 - what a search needs
    pool: EnginePool,
    job: Job,
    views: AnyViews,
    board: Any,
    pieces: tuple[int, int] | None,
    nodes: int,
) -> Opinion | None:
    """The score of a position and the engine's line; None if the search was stopped.

    Raises EngineFailed.
    """
    result = views.result_of(board)
    if result is not None:
        return result_score(result, board.side), messages.NO_LINE
    order = order_of(views.family, board, pieces, nodes=nodes, wall_s=LONGEST_POSITION_S)
    found = await pool.search(job, order)
    if found is None or not found.lines:
        return None
    line = analysis_lines(views, order.position, found)[0]
    return line.score, best_line(views, order.position, line)


async def judge_try(pool: EnginePool, request: puzzles.Try) -> puzzles.Judged:
    """What a move is worth. Raises Unreadable or Busy."""
    family, board = read_position(request)
    views = views_of(family)
    if board.outcome is not None:
        raise Unreadable("the game is over in this position")
    mover, choices = board.side, len(board.legal_moves())
    move = parsed_move(family, board, request.move)
    text = family.format_move(board, move)
    after = board.copy()
    after.play(move)
    with failure_told(), pool.admission(MOVE) as job:
        first = await opinion(pool, job, views, board, request.pieces, TRY_NODES)
        second = await opinion(pool, job, views, after, request.pieces, TRY_NODES)
    if first is None or second is None:
        raise stopped()
    lost, mark = judged(*first, second[0], mover, text, choices)
    return puzzles.Judged(
        view=views.view(after),
        before=first[0],
        after=second[0],
        best=first[1],
        reply=second[1],
        mark=mark,
        lost=lost or 0.0,
        winner=_winner(second[0], after.side),
    )


def _winner(score: messages.Score, side: int) -> Side | None:
    """The side that a score proves to win, with `side` to move."""
    if score.kind == "score":
        return None
    return typed_side(side if score.kind == "win" else 1 - side)


def views_along(request: puzzles.LineFrom) -> list[PositionView]:
    """The position, and the one after each of the moves. Raises Unreadable."""
    family, board = read_position(request)
    views = views_of(family)
    shown = [views.view(board)]
    for text in request.moves:
        if board.outcome is not None:
            raise Unreadable(f"the game is over before {text}")
        board.play(parsed_move(family, board, text))
        shown.append(views.view(board))
    return shown


def read_position(request: puzzles.LineFrom | puzzles.Try) -> tuple[AnyFamily, Any]:
    """The game and the position of a request. Raises Unreadable."""
    try:
        family = family_named(request.preset, pieces=request.pieces)
        return family, family.parse_position(request.position)
    except ValueError as error:
        raise Unreadable(str(error)) from error


def parsed_move(family: AnyFamily, board: Any, text: str) -> int:
    """The legal move that a text means. Raises Unreadable."""
    try:
        return family.parse_move(board, text)
    except ValueError as error:
        raise Unreadable(str(error)) from error
