"""Scores for the page: chances in percent, moves to a proven end, marks of mistakes."""

from __future__ import annotations

import math

from web.contract import messages, positions
from web.engines.orders import FoundLine

# Scale of the logistic curve: evaluation points that change the odds by a factor of e, fitted to
# scores and results of games by `tools/fit/win_chances.py`. Five family: 7,058 scores in recorded
# games of Pente. Gipf: 16,274 scores in 180 self-play games at 300 nodes, three rule sets.
SCALE = {"five": 1600.0, "gipf": 200.0}
INACCURACY, MISTAKE, BLUNDER = 8.0, 16.0, 30.0  # percent of winning chances that a move loses


def line_score(line: FoundLine, side: int, family: str) -> messages.Score:
    """The score of a line, from a search with `side` to move."""
    if line.proven:
        mover = 100.0 if line.proven == "win" else 0.0
        kind: messages.ScoreKind = line.proven
        value = line.win_in or 0
    else:
        mover = 100.0 / (1.0 + math.exp(-max(-40.0, min(40.0, line.score / SCALE[family]))))
        kind, value = "score", line.score
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


def mark_of(
    before: messages.Score, after: messages.Score, mover: int, *, only_move: bool
) -> messages.Mark | None:
    """The mark of a move of side `mover`, from the scores before and after it.

    `before` is for the mover to move. A move without alternative is never marked.
    """
    if only_move:
        return None
    lost = before.percent - after.percent if mover == 0 else after.percent - before.percent
    chance = after.percent if mover == 0 else 100.0 - after.percent
    if before.kind == "win" and chance < 100.0:
        return "missed win"
    if lost >= BLUNDER:
        return "blunder"
    if lost >= MISTAKE:
        return "mistake"
    return "inaccuracy" if lost >= INACCURACY else None
