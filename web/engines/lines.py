"""Converts the results of an engine for the page: lines, scores, marks of mistakes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arena.review.marks import Chance, Verdict, judge
from games.errors import GameError
from games.tree import ROOT
from search.chance import percent_of_first
from search.score import is_loss, is_win, own_moves_to_win
from web.contract import messages, streamed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.family import AnyRules
    from web.engines.orders import EngineResult
    from web.families.views import AnyViews
    from web.sessions.tree import SessionTree

KEPT_MOVES = 6  # of the best line at each node


def analysis_lines(
    views: AnyViews, position: str, result: EngineResult
) -> list[streamed.AnalysisLine]:
    """The lines of a search in a position, given as text; best first."""
    lines = []
    for line in result.lines:
        board = views.family.parse_position(position)
        score = score_of(line.score, board.side, views.family.rules)
        moves, points = spell(views, board, line.pv)
        lines.append(
            streamed.AnalysisLine(score=score, depth=line.depth, moves=moves, points=points)
        )
    return lines


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
        tuple(messages.Threat(**threat._asdict()) for threat in threats)
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


def score_of(score: int, side: int, rules: AnyRules) -> messages.Score:
    """A score of the search, or of the end of a game, with `side` to move."""
    kind: messages.ScoreKind = "win" if is_win(score) else "loss" if is_loss(score) else "score"
    moves = own_moves_to_win(abs(score))
    percent = percent_of_first(score, side, rules)
    value = score if moves is None else moves
    return messages.Score(kind=kind, value=value, percent=round(percent, 1))


def judged_node(tree: SessionTree, number: int) -> Verdict:
    """The verdict on the move to a node (`arena.review.marks`); none without both scores.

    Raises NotFound.
    """
    here = tree.node(number)
    before = None if number == ROOT else tree.nodes[here.parent]
    if before is None or before.score is None or here.score is None:
        return Verdict(None, None)
    choices = len(tree.board_at(here.parent).legal_moves())
    engines = before.best.moves[0] if before.best.moves else None
    first = Chance(before.score.percent, before.score.kind != "score", engines)
    then = Chance(here.score.percent, here.score.kind != "score")
    return judge(first, then, side=here.side, move=here.text, choices=choices)
