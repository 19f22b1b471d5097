"""Ends of games before the board ends them: by the players' own scores, or after many moves.

    SCORE,MOVES         --adjudicate: a player loses that reports -SCORE or less in MOVES answers
                        in a row, if the opponent reports SCORE or more as often, or no scores
    SCORE,MOVES,FROM    --draw-score: a draw if both players report scores from -SCORE to SCORE in
                        MOVES answers each in a row, after FROM moves or more
    N                   --draw-moves: a draw after N moves of the game, its opening included

Scores are those that an engine reports, from its own view. A player without scores never loses by
them, and its games never end as drawn by them. In Gipf a move is a turn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from arena.errors import MatchError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arena.game.record import MoveRecord
    from arena.game.spec import GameSpec

    Scores = Sequence[int | None]

# Terminations of these ends.
ADJUDICATED = "adjudication"
MOVE_LIMIT = "move limit"


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """How a game ended: the winning side or None, a termination, a reason in words."""

    winner: int | None
    termination: str
    reason: str


def early_end(
    spec: GameSpec, rules: Any, side: int, moves: Sequence[MoveRecord], played: int
) -> End | None:
    """How the moves of both players, the last one by `side`, end the game early, or None.

    `played` counts the opening's moves too.
    """
    own, other = ([move.score for move in moves[last::-2]] for last in (-1, -2))
    if spec.adjudicate is not None:
        bound, answers = spec.adjudicate
        for loser, lost, won in ((side, own, other), (1 - side, other, own)):
            if _has_given_up(lost, won, bound, answers):
                colour = rules.colour_of(loser).capitalize()
                reason = f"{colour} reports a score of {-bound} or less {answers} times in a row"
                return End(winner=1 - loser, termination=ADJUDICATED, reason=reason)
    if spec.draw_score is not None:
        bound, answers, least = spec.draw_score
        last = own[:answers] + other[:answers]
        if played >= least and len(last) == 2 * answers and _all_within(last, -bound, bound):
            reason = f"both sides report scores of at most {bound} {answers} times in a row"
            return End(winner=None, termination=ADJUDICATED, reason=reason)
    if spec.draw_moves is not None and played >= spec.draw_moves:
        reason = f"{played} moves have been played, the limit is {spec.draw_moves}"
        return End(winner=None, termination=MOVE_LIMIT, reason=reason)
    return None


def _has_given_up(own: Scores, other: Scores, bound: int, answers: int) -> bool:
    """Whether the own scores, the latest first, are lost and the other's do not object."""
    if len(own) < answers or not _all_within(own[:answers], None, -bound):
        return False
    agrees = len(other) >= answers and _all_within(other[:answers], bound, None)
    return agrees or all(score is None for score in other)


def _all_within(scores: Scores, low: int | None, high: int | None) -> bool:
    """Whether all scores are told and lie between these bounds, if any."""
    return all(
        score is not None and (low is None or low <= score) and (high is None or score <= high)
        for score in scores
    )


def require_numbers(spec: GameSpec) -> None:
    """Raise MatchError for early ends with numbers below 1 (FROM: 0)."""
    least = (spec.draw_score or ())[2:]
    most = () if spec.draw_moves is None else (spec.draw_moves,)
    numbers = [*(spec.adjudicate or ()), *(spec.draw_score or ())[:2], *most]
    if any(number < 1 for number in numbers) or any(number < 0 for number in least):
        raise MatchError(f"adjudication by {numbers}: expected whole numbers of at least 1")


def whole_numbers(text: str, count: int, spelling: str) -> tuple[int, ...]:
    """The whole numbers of a text such as `2000,3`. Raises MatchError with the spelling."""
    words = [word.strip() for word in text.split(",")]
    if len(words) != count or not all(word.isascii() and word.isdigit() for word in words):
        raise MatchError(f"{text!r}: expected {spelling}, whole numbers joined by commas")
    return tuple(map(int, words))
