"""Pairs of games: two games that share an opening and swap the sides count as one result.

An opening that favours a side favours both players in turn. So the two games are correlated, and an
error that assumes independence is wrong. From A's view a pair has five results: two losses, a loss
and a draw, one point, a draw and a win, two wins. One point is two draws, or a win and a loss. The
frequencies of the five are the pentanomial counts of a match.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from arena.game.record import GameRecord

PAIR_RESULTS = ("LL", "LD", "DD+WL", "DW", "WW")


@dataclass(frozen=True, slots=True, kw_only=True)
class PairCounts:
    """The pairs of a match so far.

    counts   complete pairs by result, in the order of PAIR_RESULTS
    waiting  first games of incomplete pairs, by pair number
    """

    counts: tuple[int, ...] = (0,) * len(PAIR_RESULTS)
    waiting: dict[int, GameRecord] = field(default_factory=dict)

    @property
    def pairs(self) -> int:
        """Number of complete pairs."""
        return sum(self.counts)

    def with_game(self, record: GameRecord) -> PairCounts:
        """The counts after one more game; games may come in any order.

        Games 2i and 2i + 1 are a pair if they share their opening and swap the sides. Games without
        a partner, in a match with uneven sides, do not count.
        """
        pair = record.game // 2
        other = self.waiting.get(pair)
        if other is None:
            return PairCounts(counts=self.counts, waiting={**self.waiting, pair: record})
        waiting = {number: game for number, game in self.waiting.items() if number != pair}
        if not are_pair(record, other):
            return PairCounts(counts=self.counts, waiting=waiting)
        half_points = half_points_of_a(record) + half_points_of_a(other)
        counts = tuple(count + (result == half_points) for result, count in enumerate(self.counts))
        return PairCounts(counts=counts, waiting=waiting)


def are_pair(record: GameRecord, other: GameRecord) -> bool:
    """Whether two games share their opening and swap the sides."""
    first, second = record.players[0].name, other.players[0].name
    return record.game != other.game and record.opening == other.opening and first != second


def half_points_of_a(record: GameRecord) -> int:
    """A's half points: 2 for a win, 1 for a draw, 0 for a loss."""
    winner = record.winner_name
    return 1 if winner is None else 2 * (winner == "A")
