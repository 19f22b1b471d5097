"""The running score of a match from A's view; plain counts, no statistics."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from arena.game.record import GameRecord, MoveRecord
from arena.strength.pairs import PairCounts

A, B = "A", "B"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Games won, drawn and lost by A."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """Number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """Points of A: 1 for a win, 1/2 for a draw."""
        return self.wins + self.draws / 2

    @property
    def counts(self) -> tuple[int, int, int]:
        """The results, worst first."""
        return self.losses, self.draws, self.wins

    def __add__(self, other: Tally) -> Tally:
        return Tally(
            wins=self.wins + other.wins,
            draws=self.draws + other.draws,
            losses=self.losses + other.losses,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeUse:
    """One player's CPU seconds in all games, and the most in one answer and in one game."""

    answers: int = 0
    cpu_s: float = 0.0
    longest_cpu_s: float = 0.0
    most_cpu_in_a_game_s: float = 0.0

    def with_game(self, answers: list[MoveRecord]) -> TimeUse:
        """This use plus that of one more game."""
        cpu_s = sum(answer.cpu_s for answer in answers)
        return TimeUse(
            answers=self.answers + len(answers),
            cpu_s=self.cpu_s + cpu_s,
            longest_cpu_s=max([self.longest_cpu_s, *(answer.cpu_s for answer in answers)]),
            most_cpu_in_a_game_s=max(self.most_cpu_in_a_game_s, cpu_s),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchScore:
    """The score so far; repeated games count only in `repeats`.

    first, second  A's results in games where A moved first, and second
    pairs          A's results by pairs of games
    terminations   number of games by (winner's name or None, termination)
    time           use of time by player's name
    longest_game   plies of the longest game, its opening included
    repeats        number of repeated games (`arena.match.repeats`)
    """

    first: Tally = Tally()
    second: Tally = Tally()
    pairs: PairCounts = field(default_factory=PairCounts)
    terminations: dict[tuple[str | None, str], int] = field(default_factory=dict)
    time: dict[str, TimeUse] = field(default_factory=lambda: {A: TimeUse(), B: TimeUse()})
    longest_game: int = 0
    repeats: int = 0

    @property
    def ends(self) -> list[tuple[str | None, str, int]]:
        """The terminations, most frequent first: winner's name or None, termination, games."""
        ends = [(*end, games) for end, games in self.terminations.items()]
        return sorted(ends, key=lambda end: (-end[2], str(end[:2])))

    @property
    def total(self) -> Tally:
        """A's results in all games."""
        return self.first + self.second

    @property
    def counts(self) -> tuple[int, ...]:
        """The results that tell the strength, worst first: of the pairs, if there is one.

        Pairs leave out a game whose partner is still missing. If games have no partner, as with
        uneven sides, single games count.
        """
        total, pairs = self.total, self.pairs
        paired = 2 * pairs.pairs + len(pairs.waiting) >= total.games
        return pairs.counts if paired and pairs.pairs else total.counts

    def with_game(self, record: GameRecord) -> MatchScore:
        """The score after one more game."""
        if record.repeats is not None:
            return replace(self, repeats=self.repeats + 1)
        winner = record.winner_name
        result = Tally(wins=int(winner == A), draws=int(winner is None), losses=int(winner == B))
        a_first = record.players[0].name == A
        terminations = Counter(self.terminations)
        terminations[winner, record.termination] += 1
        return replace(
            self,
            first=self.first + result if a_first else self.first,
            second=self.second if a_first else self.second + result,
            pairs=self.pairs.with_game(record),
            terminations=dict(terminations),
            time={
                player.name: self.time[player.name].with_game(record.answers_of(side))
                for side, player in enumerate(record.players)
            },
            longest_game=max(self.longest_game, len(record.opening) + len(record.moves)),
        )


def score_of(records: Iterable[GameRecord]) -> MatchScore:
    """The score of these games."""
    score = MatchScore()
    for record in records:
        score = score.with_game(record)
    return score
