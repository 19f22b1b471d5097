"""The winning chance: the one unit in which people read scores, in the terminal and on the board.

A score becomes a chance only here. Programs get the score as well (JSON keeps `score`); an
evaluation with another scale needs a new fit of the adapter's `scale`, and nothing else.

Near even, `scale` points change the odds by a factor of e. In Gipf they do so everywhere, which is
a logistic curve. In the five-in-a-row family twice the score only doubles high odds. Of unproven
scores that is what its games show, since wins that are certain are proven.
`tools/fit/win_chances.py` fits the scales, here rounded, to the results of games between levels and
of unequal searches, at 200,000 nodes a position (data/results/chances.jsonl).
"""

from __future__ import annotations

from math import asinh, tanh

from search.engine import adapter_class
from search.score import is_loss, is_win, own_moves_to_win

TYPE_CHECKING = False
if TYPE_CHECKING:
    from games.family import AnyRules


def winning_chance(score: int, rules: AnyRules) -> float:
    """The chance, 0 to 1, that the side to move wins with this score.

    A draw counts as half a win. A proven win is 1.0 and a proven loss 0.0.
    """
    if is_win(score):
        return 1.0
    if is_loss(score):
        return 0.0
    scale = adapter_class(rules.family).scale(rules)
    return 0.5 + 0.5 * tanh(0.5 * log_odds(score, scale, rules))


def percent_of_first(score: int, side: int, rules: AnyRules) -> float:
    """The chance of side 0 in percent, with a score for `side`, which is to move."""
    mover = 100.0 * winning_chance(score, rules)
    return mover if side == 0 else 100.0 - mover


def log_odds(score: float, scale: float, rules: AnyRules) -> float:
    """The logarithm of the odds of winning with this score, at this scale."""
    odds = score / scale
    return odds if adapter_class(rules.family).logistic else asinh(odds)


def number_of_score(score: int) -> str:
    """The score itself: an estimate with its sign, or the moves to a proven end, `win in 3`."""
    if is_win(score):
        return f"win in {own_moves_to_win(score)}"
    if is_loss(score):
        return f"loss in {own_moves_to_win(-score)}"
    return f"{score:+d}"


def estimate_in_percent(percent: float) -> str:
    """An estimated winning chance for people: 1 to 99 percent, since nothing is proved."""
    return f"{min(99, max(1, round(percent)))} %"
