"""Which moves are mistakes, and how accurately a side played: the one judge of all reviews.

The board in the browser, `pente review` and its page ask this judge, so they mark the same moves.
It compares winning chances in percent (`search.chance`), as the side that made the move sees them:
before the move with best play, and after it. It counts tenths of a percent, as they are shown.

- A move *loses* the difference, at least 0. The engine's own choice loses nothing, even if the
  search after it is less hopeful. A move without an alternative is not judged at all.
- A loss of 8 percent is an inaccuracy, of 16 a mistake, of 30 a blunder.
- A mark must not rest on a proof alone, which a longer search might find for both positions. So a
  move is not marked if a win is proven before it, and that side's chance after it is 70 percent or
  more, or the other way round.
- The *accuracy* of a side is lichess's curve of accuracy, at the average loss of its judged moves.
  A side's moves count until it is lost for good: once its chance is 5 percent or less before each
  of its moves to the end, there is nothing to lose any more, and these moves are left out.
  lichess averages the curve instead. But that is flat for large losses, so one blunder that loses
  a game would cost less than a few inaccuracies of the winner.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp
from typing import Literal, NamedTuple

Mark = Literal["inaccuracy", "mistake", "blunder"]
# Percent of winning chances that a move loses, the worst first.
BOUNDS: tuple[tuple[float, Mark], ...] = ((30.0, "blunder"), (16.0, "mistake"), (8.0, "inaccuracy"))
SIGNS = {"inaccuracy": "?!", "mistake": "?", "blunder": "??"}
CERTAIN = 100.0
LOST = 5.0  # percent of winning chances
EXPECTED = 70.0  # percent, at which a win that is not proven agrees with a proof
CURVE = (103.1668, 0.04354415, 3.1669)  # of lichess, fitted to games of chess: a * exp(-b * x) - c


class Chance(NamedTuple):
    """What the judge knows of a position.

    percent  the winning chance of side 0, 0 to 100
    proven   the engine has proven a win of one side, or the game is won
    best     the engine's move, as a number or as text
    """

    percent: float
    proven: bool
    best: int | str | None = None

    def of(self, side: int) -> float:
        """The winning chance of a side, in tenths of a percent."""
        shown = round(self.percent, 1)
        return shown if side == 0 else round(CERTAIN - shown, 1)


class Verdict(NamedTuple):
    """What a move loses in percent of winning chances, None if it is not judged, and its mark."""

    lost: float | None
    mark: Mark | None


def judge(before: Chance, after: Chance, *, side: int, move: int | str, choices: int) -> Verdict:
    """The verdict on a move of a side, spelled as `before.best`; `choices` counts legal moves."""
    if choices == 1:
        return Verdict(None, None)
    if move == before.best:
        return Verdict(0.0, None)
    chances = before.of(side), after.of(side)
    lost = max(0.0, round(chances[0] - chances[1], 1))
    agrees = min(chances) >= EXPECTED or max(chances) <= CERTAIN - EXPECTED
    if agrees and before.proven != after.proven:
        return Verdict(lost, None)
    return Verdict(lost, next((mark for bound, mark in BOUNDS if lost >= bound), None))


def accuracies(
    moves: Iterable[tuple[int, float, float | None]],
) -> tuple[float | None, float | None]:
    """The accuracy of both sides; None without judged moves.

    A move is its side, this side's chance in percent before it, and its loss.
    """
    own: tuple[list[tuple[float, float | None]], list[tuple[float, float | None]]] = ([], [])
    for side, chance, lost in moves:
        own[side].append((chance, lost))
    first, second = map(_accuracy, own)
    return first, second


def _accuracy(moves: list[tuple[float, float | None]]) -> float | None:
    """The accuracy of a side, by the chance before each of its moves and what the move loses."""
    while moves and round(moves[-1][0], 1) <= LOST:
        moves.pop()
    losses = [lost for _, lost in moves if lost is not None]
    if not losses:
        return None
    height, fall, shift = CURVE
    accuracy = height * exp(-fall * sum(losses) / len(losses)) - shift
    return round(min(CERTAIN, max(0.0, accuracy)), 1)
