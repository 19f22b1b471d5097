"""What is played in a tournament: its specification, and the games of each format.

round-robin  everybody against everybody
gauntlet     the first contestant against all others
knock-out    rounds; a contestant that loses more than half of its games is out (`knock_out`)

A contestant is known by its number, from 0; records name it by the number from 1. The games of a
pairing come in pairs that share an opening and swap the sides. All pairings play the same openings.
The games are numbered so that all pairings play their first two games, then all their next two. So
a file may be resumed with more games per pairing, except for a knock-out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arena.errors import MatchError
from arena.game.clock import parse_clocks
from arena.game.spec import GameSpec, Job

ROUND_ROBIN, GAUNTLET, KNOCK_OUT = FORMATS = ("round-robin", "gauntlet", "knock-out")


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentSpec(GameSpec):
    """Everything that determines the games of a tournament; it has one clock for all.

    contestants    as `arena.players.parsing` spells them
    format         one of FORMATS
    games          games per pairing; in a knock-out per pairing and round, an even number
    rounds         knock-out: the most rounds; None: as `most_rounds` says
    """

    contestants: tuple[str, ...]
    format: str = ROUND_ROBIN
    games: int = 2
    rounds: int | None = None

    @property
    def by_name(self) -> dict[str, str]:
        """The contestants' texts by their numbers from 1, as game records name them."""
        return {str(number): text for number, text in enumerate(self.contestants, 1)}

    @property
    def may_grow(self) -> bool:
        """Whether the number of games does not decide who plays whom."""
        return self.format != KNOCK_OUT

    @property
    def names(self) -> tuple[str, ...]:
        """What people read: the contestants' texts, numbered where the same text returns."""
        seen: dict[str, int] = {}
        names = []
        for text in self.contestants:
            seen[text] = seen.get(text, 0) + 1
            names.append(text if seen[text] == 1 else f"{text} ({seen[text]})")
        return tuple(names)

    def check(self) -> None:
        """Raise MatchError for impossible numbers, ClockError."""
        if len(self.contestants) < 2:
            raise MatchError(f"{len(self.contestants)} contestants: expected at least 2")
        if self.format not in FORMATS:
            raise MatchError(f"{self.format!r} is no format: expected {', '.join(FORMATS)}")
        if self.games < 1 or (self.format == KNOCK_OUT and self.games % 2):
            even = "an even number" if self.format == KNOCK_OUT else "a number"
            raise MatchError(f"{self.games} games per pairing: expected {even} of at least 1")
        if self.rounds is not None and (self.format != KNOCK_OUT or self.rounds < 1):
            raise MatchError("rounds: expected at least 1, in a knock-out only")
        GameSpec.check(self)
        first, second = parse_clocks(self.clock)
        if first != second:
            raise MatchError(f"{self.clock}: a tournament has one clock for all")


def pairings(spec: TournamentSpec) -> list[tuple[int, int]]:
    """The pairings of a round robin or a gauntlet in order, the first mover first.

    In a round robin each contestant plays once in each round (circle method). It begins in half of
    its pairings, or as nearly as possible.
    """
    count = len(spec.contestants)
    if spec.format == GAUNTLET:
        return [(0, other) if other % 2 else (other, 0) for other in range(1, count)]
    circle: list[int | None] = list(range(count))
    if count % 2:
        circle.append(None)  # its opponent has no game in this round
    pairs = []
    for _ in range(len(circle) - 1):
        half = len(circle) // 2
        for contestant, other in zip(circle[:half], circle[: half - 1 : -1], strict=True):
            if contestant is not None and other is not None:
                low, high = min(contestant, other), max(contestant, other)
                pairs.append((low, high) if (low + high) % 2 else (high, low))
        circle.insert(1, circle.pop())
    return pairs


def fixtures(spec: TournamentSpec) -> list[Job]:
    """All games of a round robin or a gauntlet in the order of their numbers."""
    return games_of(spec, pairings(spec))


def games_of(
    spec: TournamentSpec, pairs: Sequence[tuple[int, int]], number: int = 0, opening: int = 0
) -> list[Job]:
    """The games of these pairs: all play two games from an opening, then from the next.

    The sides swap after the first. `number` and `opening` are those of the first game. The last
    game of an odd number keeps a number free for its second, for a longer tournament.
    """
    games = []
    for twos in range(-(-spec.games // 2)):
        for contestant, other in pairs:
            for swapped, sides in enumerate(
                ((contestant, other), (other, contestant))[: spec.games - 2 * twos]
            ):
                games.append(
                    Job(
                        spec=spec,
                        number=number + swapped,
                        first=sides[0],
                        second=sides[1],
                        opening=opening + twos,
                    )
                )
            number += 2
    return games
