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
from typing import TYPE_CHECKING

from arena.errors import MatchError

if TYPE_CHECKING:
    from collections.abc import Sequence

# Terminations of these ends.
ADJUDICATED = "adjudication"
MOVE_LIMIT = "move limit"


@dataclass(frozen=True, slots=True, kw_only=True)
class EarlyEnd:
    """An early end: the side that loses or None for a draw, a termination, a reason in words."""

    loser: int | None
    termination: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Adjudication:
    """When a game ends early; None leaves a rule out.

    lost        (score, answers) of --adjudicate
    drawn       (score, answers, least moves) of --draw-score
    most_moves  moves of --draw-moves
    """

    lost: tuple[int, int] | None = None
    drawn: tuple[int, int, int] | None = None
    most_moves: int | None = None

    def verdict(
        self, scores: tuple[Sequence[int | None], Sequence[int | None]], moves: int
    ) -> EarlyEnd | None:
        """Return how the game ends after `moves` moves, or None.

        `scores` are those of each side's answers, the latest first; None where it told none.
        """
        if self.lost is not None:
            for side in (0, 1):
                if self._has_given_up(scores[side], scores[1 - side]):
                    bound, answers = self.lost
                    reason = f"reports a score of {-bound} or less {answers} times in a row"
                    return EarlyEnd(loser=side, termination=ADJUDICATED, reason=reason)
        if self.drawn is not None and self._is_even(scores, moves):
            bound, answers, _ = self.drawn
            reason = f"both sides report scores of at most {bound} {answers} times in a row"
            return EarlyEnd(loser=None, termination=ADJUDICATED, reason=reason)
        if self.most_moves is not None and moves >= self.most_moves:
            reason = f"{moves} moves have been played, the limit is {self.most_moves}"
            return EarlyEnd(loser=None, termination=MOVE_LIMIT, reason=reason)
        return None

    def _has_given_up(self, own: Sequence[int | None], other: Sequence[int | None]) -> bool:
        assert self.lost is not None
        bound, answers = self.lost
        lost, won = own[:answers], other[:answers]
        if len(lost) < answers or any(score is None or score > -bound for score in lost):
            return False
        silent = all(score is None for score in other)
        return silent or (
            len(won) == answers and all(score is not None and score >= bound for score in won)
        )

    def _is_even(
        self, scores: tuple[Sequence[int | None], Sequence[int | None]], moves: int
    ) -> bool:
        assert self.drawn is not None
        bound, answers, least = self.drawn
        last = [score for each in scores for score in each[:answers]]
        return (
            moves >= least
            and len(last) == 2 * answers
            and all(score is not None and abs(score) <= bound for score in last)
        )


NO_ADJUDICATION = Adjudication()


def adjudication_of(
    lost: Sequence[int] | None, drawn: Sequence[int] | None, most_moves: int | None
) -> Adjudication:
    """Return the rules with these numbers. Raises MatchError for numbers below 1 (FROM: 0)."""
    numbers = [*(lost or ()), *(drawn or ())[:2], *([] if most_moves is None else [most_moves])]
    if any(number < 1 for number in numbers) or any(number < 0 for number in (drawn or ())[2:]):
        raise MatchError(f"adjudication by {numbers}: expected whole numbers of at least 1")
    return Adjudication(
        lost=None if lost is None else (lost[0], lost[1]),
        drawn=None if drawn is None else (drawn[0], drawn[1], drawn[2]),
        most_moves=most_moves,
    )


def whole_numbers(text: str, count: int, spelling: str) -> tuple[int, ...]:
    """Return the whole numbers of a text such as `2000,3`. Raises MatchError with the spelling."""
    words = [word.strip() for word in text.split(",")]
    if len(words) != count or not all(word.isascii() and word.isdigit() for word in words):
        raise MatchError(f"{text!r}: expected {spelling}, whole numbers joined by commas")
    return tuple(map(int, words))
