"""Scores for the page: chances in percent, moves to a proven end, marks of mistakes."""

from __future__ import annotations

from arena.review.marks import Chance, Verdict, judge
from games.family import AnyRules
from games.tree import ROOT
from search.chance import winning_chance
from web.contract import messages, positions
from web.engines.orders import FoundLine
from web.sessions.tree import SessionTree


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


def judged(  # noqa: PLR0917 - a move, and what is known before and after it
    before: messages.Score,
    best: messages.BestLine,
    after: messages.Score,
    side: int,
    move: str,
    choices: int,
) -> Verdict:
    """The verdict on a move of a side (`arena.review.marks`); `best` is the engine's line."""
    engines = best.moves[0] if best.moves else None
    first = Chance(before.percent, before.kind != "score", engines)
    then = Chance(after.percent, after.kind != "score")
    return judge(first, then, side=side, move=move, choices=choices)


def judged_node(tree: SessionTree, number: int) -> Verdict:
    """The verdict on the move to a node; no verdict unless both positions have a score."""
    here = tree.nodes[number]
    if number == ROOT or here.score is None:
        return Verdict(None, None)
    before = tree.nodes[here.parent]
    if before.score is None:
        return Verdict(None, None)
    choices = len(tree.board_at(here.parent).legal_moves())
    return judged(before.score, before.best, here.score, here.side, here.text, choices)
