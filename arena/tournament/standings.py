"""The standings of a tournament: who won how many games against whom, and who is disqualified.

Repeated games do not count (`arena.match.repeats`). A contestant that reaches the crash limit is
disqualified, and none of its games counts: otherwise those that met it before would have an
advantage.
"""

from __future__ import annotations

from collections import Counter

from arena.game.record import GameRecord
from arena.match.broken import CRASH_LIMIT, Breakages
from arena.match.repeats import Repeats
from arena.strength.score import Tally
from arena.tournament.plan import TournamentSpec


class Standings:
    """The games of a tournament so far.

    records       all games by number, in the order in which they ended
    disqualified  the number of the game that broke the limit, by contestant
    """

    def __init__(self, spec: TournamentSpec, crash_limit: int = CRASH_LIMIT) -> None:
        self.spec = spec
        self.records: dict[int, GameRecord] = {}
        self.disqualified: dict[int, int] = {}
        self.breakages = Breakages(crash_limit)
        self._repeats: dict[tuple[int, int], Repeats] = {}
        self._tallies: dict[tuple[int, int], Tally] = {}

    def add(self, record: GameRecord) -> GameRecord:
        """Count one more game; return its record, marked if it repeats an earlier one."""
        contestant, other = sorted(players_of(record))
        record = self._repeats.setdefault((contestant, other), Repeats()).marked(record)
        self.records[record.game] = record
        if record.repeats is None:
            result = tally_of(record, contestant)
            self._tallies[contestant, other] = (
                self._tallies.get((contestant, other), Tally()) + result
            )
        broken = self.breakages.add(record)
        if broken is not None:
            self.disqualified.setdefault(index_of(broken), record.game)
        return record

    def tally(self, contestant: int, other: int) -> Tally:
        """What one contestant won, drew and lost against another."""
        if contestant in self.disqualified or other in self.disqualified:
            return Tally()
        tally = self._tallies.get((min(contestant, other), max(contestant, other)), Tally())
        return tally if contestant < other else swapped(tally)

    def total(self, contestant: int) -> Tally:
        """All that a contestant won, drew and lost."""
        others = range(len(self.spec.contestants))
        return sum(
            (self.tally(contestant, other) for other in others if other != contestant), Tally()
        )

    def results(self) -> dict[tuple[int, int], Tally]:
        """The results of all pairs that count, for `arena.strength.ratings.rate`."""
        pairs = sorted(self._tallies)
        return {pair: self.tally(*pair) for pair in pairs if self.tally(*pair).games}

    def ranking(self) -> list[int]:
        """The contestants, best first: by share of points, then by number of points.

        Disqualified ones come last.
        """

        def worth(contestant: int) -> tuple[bool, float, float]:
            total = self.total(contestant)
            share = total.points / total.games if total.games else 0.0
            return contestant in self.disqualified, -share, -total.points

        return sorted(range(len(self.spec.contestants)), key=worth)

    @property
    def repeats(self) -> int:
        """The number of games that repeat others and do not count."""
        return sum(record.repeats is not None for record in self.records.values())

    def terminations(self) -> list[tuple[str, int]]:
        """How the games ended and how many of them, most frequent first."""
        counts = Counter(record.termination for record in self.records.values())
        return sorted(counts.items(), key=lambda item: (-item[1], item[0]))

    def first_moves(self) -> Tally:
        """What the side that moved first won, drew and lost, in games that count."""
        total = Tally()
        for record in self.records.values():
            first, second = players_of(record)
            if record.repeats is None and not {first, second} & self.disqualified.keys():
                total += tally_of(record, first)
        return total


def index_of(name: str) -> int:
    """The contestant that a record names by its number from 1."""
    return int(name) - 1


def players_of(record: GameRecord) -> tuple[int, int]:
    """The contestants of a game, the one who moved first first."""
    first, second = record.players
    return index_of(first.name), index_of(second.name)


def tally_of(record: GameRecord, contestant: int) -> Tally:
    """A game as this contestant's result."""
    winner = record.winner_name
    if winner is None:
        return Tally(draws=1)
    return Tally(wins=1) if index_of(winner) == contestant else Tally(losses=1)


def swapped(tally: Tally) -> Tally:
    """The same results from the opponent's view."""
    return Tally(wins=tally.losses, draws=tally.draws, losses=tally.wins)
