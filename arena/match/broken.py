"""Broken contestants: programs that crash, answer nonsense or never answer.

A broken contestant loses every game, so its result looks like that of a weak one. A match ends when
a contestant reaches the crash limit, a number of broken games in a row. A tournament disqualifies
it. A contestant is broken in a game that it loses by a crash, without an output, by a malformed
output or an illegal move. So is one that loses on time without a single answer.
"""

from __future__ import annotations

from dataclasses import dataclass

from arena.game.player import CRASH, ILLEGAL, MALFORMED, NO_OUTPUT, TIME
from arena.game.record import GameRecord

CRASH_LIMIT = 3  # default; 0 is no limit
ALWAYS_BROKEN = (CRASH, NO_OUTPUT, MALFORMED, ILLEGAL)


def broken_name(record: GameRecord) -> str | None:
    """The name of the contestant that is broken in this game, or None."""
    if record.forfeit is None or record.winner is None:
        return None
    loser = 1 - record.family.rules.side_of(record.winner)
    never_answered = record.termination == TIME and len(record.answers_of(loser)) == 1
    if record.termination in ALWAYS_BROKEN or never_answered:
        return record.players[loser].name
    return None


@dataclass(slots=True, kw_only=True)
class Breakage:
    """The broken games of one contestant.

    games    games that it has played; `broken` of them were broken, the last `in_a_row` too
    game     number of its first broken game; `reason`: how that ended, in words
    spec     the text that names it
    """

    spec: str
    games: int = 0
    broken: int = 0
    in_a_row: int = 0
    game: int | None = None
    reason: str = ""

    @property
    def never_played(self) -> bool:
        """Whether all its games were broken."""
        return self.games > 0 and self.broken == self.games


class Breakages:
    """Counts the broken games of all contestants of a match or a tournament.

    resumed_games  how many games a resumed file had
    """

    def __init__(self, limit: int = CRASH_LIMIT) -> None:
        self.limit = limit
        self.resumed_games = 0
        self.by_name: dict[str, Breakage] = {}

    def add(self, record: GameRecord) -> str | None:
        """Count one more game; return the name of a contestant that now reaches the limit."""
        broken = broken_name(record)
        for player in record.players:
            breakage = self.by_name.setdefault(player.name, Breakage(spec=player.spec))
            breakage.games += 1
            if player.name != broken:
                breakage.in_a_row = 0
                continue
            breakage.broken += 1
            breakage.in_a_row += 1
            if breakage.game is None:
                breakage.game = record.game
                breakage.reason = f"{record.termination}: {record.reason}"
        if broken is not None and self.limit and self.by_name[broken].in_a_row == self.limit:
            return broken
        return None

    def at_limit(self, name: str) -> bool:
        """Whether this contestant has reached the limit now."""
        breakage = self.by_name.get(name)
        return bool(self.limit) and breakage is not None and breakage.in_a_row >= self.limit

    @property
    def any_at_limit(self) -> bool:
        """Whether a contestant has reached the limit now."""
        return any(map(self.at_limit, self.by_name))

    @property
    def never_played(self) -> list[str]:
        """The names of contestants that have played no game properly, those at the limit too."""
        return [
            name
            for name, breakage in self.by_name.items()
            if breakage.never_played or self.at_limit(name)
        ]

    def lines(self) -> list[str]:
        """A sentence for each contestant with broken games."""
        return [
            f"{name} {breakage.spec}: {breakage.broken} of {breakage.games} games broken, "
            f"the first is game {(breakage.game or 0) + 1}: {breakage.reason}"
            for name, breakage in sorted(self.by_name.items())
            if breakage.broken
        ]

    def record(self) -> list[dict[str, object]]:
        """The same for JSON."""
        return [
            {
                "player": name,
                "spec": breakage.spec,
                "games": breakage.games,
                "broken": breakage.broken,
                "first_game": breakage.game,
                "reason": breakage.reason,
                "crash_limit_reached": self.at_limit(name),
            }
            for name, breakage in sorted(self.by_name.items())
            if breakage.broken
        ]
