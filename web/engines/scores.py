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


def judged_node(tree: SessionTree, number: int) -> Verdict:
    """The verdict on the move to a node (`arena.review.marks`); none without both scores."""
    here = tree.nodes[number]
    before = None if number == ROOT else tree.nodes[here.parent]
    if before is None or before.score is None or here.score is None:
        return Verdict(None, None)
    choices = len(tree.board_at(here.parent).legal_moves())
    engines = before.best.moves[0] if before.best.moves else None
    first = Chance(before.score.percent, before.score.kind != "score", engines)
    then = Chance(here.score.percent, here.score.kind != "score")
    return judge(first, then, side=here.side, move=here.text, choices=choices)
