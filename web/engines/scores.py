"""Scores for the page: chances in percent, moves to a proven end, marks of mistakes."""

from __future__ import annotations

from arena.review.marks import Mark, lost_percent, mark_of
from games.family import AnyRules
from search.chance import winning_chance
from web.contract import messages, positions
from web.engines.orders import FoundLine


def line_score(line: FoundLine, side: int, rules: AnyRules) -> messages.Score:
    """The score of a line, from a search with `side` to move."""
    kind: messages.ScoreKind = line.proven or "score"
    value = (line.win_in or 0) if line.proven else line.score
    mover = 100.0 * winning_chance(line.score, rules)
    percent = mover if side == 0 else 100.0 - mover
    return messages.Score(kind=kind, value=value, percent=round(percent, 1))


def result_score(result: positions.Result, side: int) -> messages.Score:
    """The score of a finished game with `side` to move."""
    if result.winner is None:
        return messages.Score(kind="score", value=0, percent=50.0)
    return messages.Score(
        kind="win" if result.winner == side else "loss",
        value=0,
        percent=100.0 if result.winner == 0 else 0.0,
    )


def judged(before: messages.Score, after: messages.Score, mover: int) -> tuple[float, Mark | None]:
    """The percent that a move of side `mover` loses, and its mark (`arena.review.marks`).

    `before` is for the mover to move; the move is not the engine's own choice.
    """
    chances = [score.percent if mover == 0 else 100.0 - score.percent for score in (before, after)]
    winning = before.kind == "win"
    return lost_percent(*chances), mark_of(*chances, winning=winning)
