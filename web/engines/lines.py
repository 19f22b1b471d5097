"""Converts the results of an engine for the page: lines and their moves as texts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from games.errors import GameError
from web.contract import messages, streamed
from web.engines.scores import score_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from web.engines.orders import Found, FoundLine
    from web.families.views import AnyViews

KEPT_MOVES = 6  # of the best line at each node


def analysis_lines(views: AnyViews, position: str, found: Found) -> list[streamed.AnalysisLine]:
    """The lines of a search in a position, given as text; best first."""
    return [_line(views, position, line) for line in found.lines]


def _line(views: AnyViews, position: str, line: FoundLine) -> streamed.AnalysisLine:
    """One line for the page."""
    board = views.family.parse_position(position)
    side = board.side
    moves, points = spell(views, board, line.pv)
    return streamed.AnalysisLine(
        score=score_of(line.score, side, views.family.rules),
        depth=line.depth,
        moves=moves,
        points=points,
    )


def spell(views: AnyViews, board: Any, pv: list[int]) -> tuple[list[str], list[int | str]]:
    """The texts and places of moves played on from a board, up to the first illegal one."""
    moves: list[str] = []
    points: list[int | str] = []
    for move in pv:
        try:
            text, place = views.family.format_move(board, move), views.place_of(board, move)
            board.play(move)
        except GameError:
            break
        moves.append(text)
        points.append(place)
    return moves, points


def best_line(
    views: AnyViews, board: Any, pv: Sequence[int], most: int = KEPT_MOVES
) -> messages.BestLine:
    """The beginning of a legal line from a position, for a node of the tree."""
    moves, points = spell(views, board.copy(), list(pv[:most]))
    if not moves:
        return messages.NO_LINE
    deeds = views.family.deeds(board, pv)
    threatens, stops = (
        tuple(messages.Threat(**each._asdict()) for each in threats)
        for threats in (deeds.threatens, deeds.stops)
    )
    return messages.BestLine(
        moves=moves,
        points=points,
        makes=deeds.makes,
        captures=deeds.captures,
        threatens=threatens,
        stops=stops,
    )
