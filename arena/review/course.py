"""The searches of a review, and what they say of each position, whoever runs them.

The commands search in their own process, the board's server in others. Both run the searches that
`Course.wanted` asks for, one after another, so they reach the same values.

1. Every position of the line is searched.
2. Values are carried back from the end. The mover could choose the move that was played, so a
   position is worth at least as much to the mover as the one after it.
3. Where the engine's move and the move played differ by `SWING`, they are searched `DEEPER`: the
   position after the move played, the one before it, and the one after the engine's move. The
   values are carried back again, until no such difference rests on a short search.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from arena.review.marks import Chance, Verdict, accuracies, judge
from search.chance import percent_of_first
from search.score import is_loss, is_win, lost_in, win_in

NODES = 20_000  # of the first search of a position
DEEPER = 25  # times the nodes where the value swings: 500,000, about a second
SWING = 4.0  # percent of winning chances, half an inaccuracy

Place = tuple[int, int | None]  # of a search: the ply, and a move after it or None


class Wanted(NamedTuple):
    """A search that a review needs: a position, and how many times the nodes of the first."""

    position: Any
    effort: int = 1


class Value(NamedTuple):
    """What is known of a position: the side to move, a score for it, and the line to that score.

    effort  of the search; 0 where the game is over
    nodes   positions that the search entered
    """

    side: int
    score: int
    pv: tuple[int, ...] = ()
    effort: int = 1
    nodes: int = 0

    @property
    def is_final(self) -> bool:
        """Whether a longer search cannot change it."""
        return not self.effort or is_win(self.score) or is_loss(self.score)

    def before(self, side: int, move: int) -> Value:
        """The value of this move in the position before this one, in which `side` moves."""
        turned = side != self.side
        score = _further(-self.score if turned else self.score, 1 if turned or not self.pv else 0)
        return self._replace(side=side, score=score, pv=(move, *self.pv))

    def after(self, side: int) -> Value:
        """The value of the position after the first move of the line, in which `side` moves."""
        turned = side != self.side
        score = _further(-self.score if turned else self.score, -1 if turned else 0)
        return self._replace(side=side, score=score, pv=self.pv[1:])


def _further(score: int, turns: int) -> int:
    """A score whose proven end, if there is one, is so many turns further away."""
    return score - turns if is_win(score) else score + turns if is_loss(score) else score


def value_of_end(position: Any) -> Value | None:
    """The value of a position in which the game is over; None if it is not."""
    outcome, side = position.outcome, position.side
    if outcome is None:
        return None
    if outcome.winner is None:
        return Value(side, 0, effort=0)
    return Value(side, win_in(0) if outcome.winner == side else lost_in(0), effort=0)


class Course:
    """A line of moves under review.

    positions  the start, and the position after each move
    values     of the positions searched so far, carried back
    done       searches that were run, of `total` as far as known
    """

    def __init__(self, start: Any, moves: Sequence[int]) -> None:
        """A line from a position, of legal moves."""
        self.moves = tuple(moves)
        self.positions = [start.copy()]
        for move in self.moves:
            self.positions.append(_after(self.positions[-1], move))
        self._choices = [len(position.legal_moves()) for position in self.positions]
        self.values: list[Value] = []
        self.done, self.total = 0, len(self.positions)
        self._searched: list[Value] = []
        self._instead: dict[Place, Value] = {}  # of the engine's move, where another was played

    def wanted(self) -> Wanted | None:
        """The next search, whose result `learn` takes; None at the end of the review."""
        while (place := next(self._open_places(), None)) is not None:
            ply, move = place
            position = self.positions[ply] if move is None else _after(self.positions[ply], move)
            value = value_of_end(position)
            if value is None:
                return Wanted(position, 1 if ply == len(self._searched) else DEEPER)
            self.learn(value)
        return None

    def learn(self, value: Value) -> None:
        """Take the result of the search that is wanted, and carry all values back."""
        ply, move = next(self._open_places())
        if move is not None:
            self._instead[ply, move] = value.before(self._searched[ply].side, move)
        else:
            self._searched[ply : ply + 1] = [value]
        self._carry()
        self.done += 1
        self.total = max(len(self.positions), self.done + len(list(self._open_places())))

    def chance(self, ply: int) -> Chance:
        """What the judge knows of a position; its `best` is the number of a move."""
        value = self.values[ply]
        percent = self._percent(value)
        proven = is_win(value.score) or is_loss(value.score)
        return Chance(percent, proven, value.pv[0] if value.pv else None)

    def verdict(self, ply: int) -> Verdict:
        """The verdict on the move that leads to a position, which must have its value."""
        return judge(
            self.chance(ply - 1),
            self.chance(ply),
            side=self.positions[ply - 1].side,
            move=self.moves[ply - 1],
            choices=self._choices[ply - 1],
        )

    @property
    def accuracy(self) -> tuple[float | None, float | None]:
        """The accuracy of side 0 and side 1, as far as moves are judged."""
        sides = [position.side for position in self.positions]
        return accuracies(
            (sides[ply], self.chance(ply).of(sides[ply]), self.verdict(ply + 1).lost)
            for ply in range(len(self.values) - 1)
        )

    def _percent(self, value: Value) -> float:
        """The winning chance of side 0."""
        return percent_of_first(value.score, value.side, self.positions[0].rules)

    def _carry(self) -> None:
        """Carry proofs on along the line, then values back."""
        searched = self._searched
        for ply, (value, after) in enumerate(pairwise(searched)):
            if self._is_own(ply) and is_win(value.score) and value.pv[1:] and not after.is_final:
                searched[ply + 1] = value.after(after.side)
        values = searched[-1:]
        for ply in reversed(range(len(searched) - 1)):
            played = values[-1].before(searched[ply].side, self.moves[ply])
            values.append(self._better(ply, played))
        self.values = values[::-1]

    def _better(self, ply: int, played: Value) -> Value:
        """The value of a position: of the move played, or of the engine's if that is worth more."""
        claim = self._claim(ply)
        if is_loss(claim.score) and claim.is_final:
            return claim
        return claim if claim.score > played.score and not self._is_own(ply) else played

    def _is_own(self, ply: int) -> bool:
        """Whether the move played is the engine's."""
        return self._searched[ply].pv[:1] == (self.moves[ply],)

    def _claim(self, ply: int) -> Value:
        """What the engine's move is worth, by searches before and after it: the less of both."""
        before = self._searched[ply]
        after = before if before.is_final else self._instead.get((ply, before.pv[0]), before)
        return min(before, after, key=lambda value: value.score)

    def _open_places(self) -> Iterator[Place]:
        """Where searches are missing, the next one first; later ones can make others needless."""
        if len(self._searched) < len(self.positions):
            yield len(self._searched), None
            return
        for ply in reversed(range(len(self.moves))):
            before, after, claim = self._searched[ply], self._searched[ply + 1], self._claim(ply)
            played = self.values[ply + 1].before(before.side, self.moves[ply])
            swing = abs(self._percent(played) - self._percent(claim))
            if swing < SWING or self._choices[ply] == 1:
                continue
            if after.effort == 1 and not (after.is_final or self.values[ply + 1].is_final):
                yield ply + 1, None
            elif before.is_final:
                continue
            elif before.effort == 1:
                yield ply, None
            elif claim.score > played.score and not self._is_own(ply):
                best = (ply, before.pv[0])
                yield from () if best in self._instead else (best,)


def _after(position: Any, move: int) -> Any:
    """The position after a move, a copy."""
    after = position.copy()
    after.play(move)
    return after
