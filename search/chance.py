"""The winning chance: the one unit in which people read scores, in the terminal and on the board.

A score becomes a chance only here. Programs get the score as well (JSON keeps `score`); an
evaluation with another scale needs a new fit of the adapter's `scale`, and nothing else.

The curve is logistic: `scale` points change the odds by a factor of e. `tools/fit/win_chances.py`
fits the scale, here rounded, to pairs of a score and the result of its game:

    five   5,827 scores of the recorded games in data/results, all of Pente
    gipf   16,705 scores of 180 games of self-play at 300 nodes per decision, three rule sets
"""

from __future__ import annotations

from math import exp

from search.engine import adapter_class
from search.score import is_loss, is_win, own_moves_to_win

TYPE_CHECKING = False
if TYPE_CHECKING:
    from games.family import AnyRules

MOST_EXPONENT = 40.0  # beyond it the chance is 0 or 1 within the precision of a float


def winning_chance(score: int, rules: AnyRules) -> float:
    """The chance, 0 to 1, that the side to move wins with this score.

    A draw counts as half a win. A proven win is 1.0 and a proven loss 0.0.
    """
    if is_win(score):
        return 1.0
    if is_loss(score):
        return 0.0
    return logistic(score, adapter_class(rules.family).scale)


def logistic(score: float, scale: float) -> float:
    """The chance on the logistic curve of this scale; 1/2 for a score of 0."""
    exponent = max(-MOST_EXPONENT, min(MOST_EXPONENT, score / scale))
    return 1.0 / (1.0 + exp(-exponent))


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
