"""A review in words: `12. K10 loses a won game: L11 wins in 3`."""

from __future__ import annotations

from typing import Any

from arena.review.marks import CERTAIN
from arena.review.review import Judged, Opinion, Review
from games.family import AnyRules
from search.chance import estimate_in_percent

ARTICLE = {"inaccuracy": "an", "mistake": "a", "blunder": "a"}
SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??", "missed win": "?"}  # as on the board


def number_of(move: Judged) -> str:
    """The number of a move: `6.` for the side that began, `6...` for the other."""
    return f"{(move.turn + 1) // 2}{'.' if move.turn % 2 else '...'}"


def percent_text(percent: float) -> str:
    """A winning chance for people; 0 and 100 percent are certain."""
    return f"{percent:.0f} %" if percent in (0.0, CERTAIN) else estimate_in_percent(percent)


def opinion_text(opinion: Opinion, rules: AnyRules) -> str:
    """The opinion in words: `62 % for White`, `Black wins in 3`, `White has won`."""
    mover, other = (rules.colour_of(side).capitalize() for side in (opinion.side, 1 - opinion.side))
    if opinion.win_in is not None:
        return f"{mover} wins in {opinion.win_in}"
    if opinion.loss_in is not None:
        return f"{other} wins in {opinion.loss_in}"
    if opinion.score is None:
        if opinion.percent not in (0.0, CERTAIN):
            return "a draw"
        return f"{rules.colour_of(0 if opinion.percent else 1).capitalize()} has won"
    ahead = 0 if opinion.percent >= 50 else 1
    return f"{percent_text(opinion.percent_of(ahead))} for {rules.colour_of(ahead).capitalize()}"


def sentence(move: Judged, rules: AnyRules) -> str:
    """What is wrong with a marked move; "" for a move without a mark."""
    if move.mark is None:
        return ""
    head = f"{number_of(move)} {move.text}"
    before, after = move.before, move.after
    chance = after.percent_of(move.side)
    if move.mark == "missed win":
        how = "loses a won game" if chance < 50 else "misses a win"
        return f"{head} {how}: {move.better} wins in {before.win_in}{_answer(move, rules)}"
    fall = f"{percent_text(before.percent_of(move.side))} to {percent_text(chance)}"
    if chance == 0.0:
        return f"{head} loses by force{_answer(move, rules)}; {move.better} was better ({fall})"
    article = ARTICLE[move.mark]
    return f"{head} is {article} {move.mark}: {move.better} was better ({fall})"


def _answer(move: Judged, rules: AnyRules) -> str:
    """The opponent's proven win after a move: `; now M9 wins in 2 for Black`."""
    after, opponent = move.after, rules.colour_of(1 - move.side).capitalize()
    if after.side != move.side and after.win_in is not None and after.line:
        return f"; now {after.line[0]} wins in {after.win_in} for {opponent}"
    if after.side == move.side and after.loss_in is not None:
        return f"; now {opponent} wins in {after.loss_in}"
    return ""


def line_of(move: Judged, rules: AnyRules) -> str:
    """One line of the list of moves: number, move, opinion, sign."""
    sign = f"{SIGNS[move.mark]}" if move.mark else ""
    better = f"  better: {move.better}" if move.mark and move.better else ""
    head = f"{number_of(move):>5} {move.text}{sign}"
    return f"{head:<16} {opinion_text(move.after, rules)}{better}"


def accuracy_text(review: Review) -> str:
    """The accuracy of both sides: `accuracy: White (ann) 93 %, Black 88 %`."""
    parts = []
    for side in (0, 1):
        name = f" ({review.record.names[side]})" if review.record.names[side] else ""
        value = review.accuracy(side)
        shown = "-" if value is None else f"{value:.1f} %"
        parts.append(f"{review.rules.colour_of(side).capitalize()}{name} {shown}")
    return f"accuracy: {', '.join(parts)}"


def review_fields(review: Review) -> dict[str, Any]:
    """The review for JSON."""
    rules = review.rules
    return {
        "rules": rules.name,
        "names": list(review.record.names),
        "result": review.record.result,
        "accuracy": {rules.colour_of(side): review.accuracy(side) for side in (0, 1)},
        "start": _opinion_fields(review.start, rules),
        "moves": [
            {
                "ply": move.ply,
                "colour": rules.colour_of(move.side),
                "move": move.text,
                "mark": move.mark,
                "lost": move.lost,
                "best": move.before.line[0] if move.before.line else None,
                "line": list(move.before.line),
                "text": sentence(move, rules),
                "comment": move.comment,
                **_opinion_fields(move.after, rules),
            }
            for move in review.moves
        ],
    }


def _opinion_fields(opinion: Opinion, rules: AnyRules) -> dict[str, Any]:
    """An opinion for JSON; `score`, `win_in` and `loss_in` are for the side to move."""
    return {
        "percent": round(opinion.percent, 1),
        "percent_for": rules.colour_of(0),
        "to_move": rules.colour_of(opinion.side),
        "score": opinion.score,
        "win_in": opinion.win_in,
        "loss_in": opinion.loss_in,
        "nodes": opinion.nodes,
    }
