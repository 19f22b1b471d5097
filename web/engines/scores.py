"""Scores for the page: chances in percent, moves to a proven end, marks of mistakes."""

from __future__ import annotations

from arena.review.marks import Chance, Verdict, judge
from games.family import AnyRules
from games.tree import ROOT
from search.chance import percent_of_first
from search.score import is_loss, is_win, own_moves_to_win
from web.contract import messages
from web.sessions.tree import SessionTree


def score_of(score: int, side: int, rules: AnyRules) -> messages.Score:
    """A score of the search, or of the end of a game, with `side` to move."""
    kind: messages.ScoreKind = "win" if is_win(score) else "loss" if is_loss(score) else "score"
    moves = own_moves_to_win(abs(score))
    percent = percent_of_first(score, side, rules)
    value = score if moves is None else moves
    return messages.Score(kind=kind, value=value, percent=round(percent, 1))


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
