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

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arena.errors import MatchError
from arena.game.clock import DEFAULT_CLOCK
from arena.game.match_rules import match_family
from arena.match.match import DEFAULT_OPENING_PLIES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.family import AnyFamily

ROUND_ROBIN, GAUNTLET, KNOCK_OUT = FORMATS = ("round-robin", "gauntlet", "knock-out")


@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentSpec:
    """Everything that determines the games of a tournament.

    contestants    as `arena.players.parsing` spells them
    format         one of FORMATS
    games          games per pairing; in a knock-out per pairing and round, an even number
    rounds         knock-out: the most rounds; None: as `most_rounds` says
    openings       path of an opening file; None: random openings of `opening_plies`
    clock          one clock for all
    adjudicate, draw_score, draw_moves   early ends of games (`arena.game.adjudication`), or None
    """

    contestants: tuple[str, ...]
    format: str = ROUND_ROBIN
    games: int = 2
    rounds: int | None = None
    rules: str = "pente"
    clock: str = DEFAULT_CLOCK
    seed: int = 1
    openings: str | None = None
    opening_plies: int = DEFAULT_OPENING_PLIES
    adjudicate: tuple[int, int] | None = None
    draw_score: tuple[int, int, int] | None = None
    draw_moves: int | None = None

    @property
    def family(self) -> AnyFamily:
        """The game with its family. Raises UnknownRules."""
        return match_family(self.rules)

    @property
    def names(self) -> tuple[str, ...]:
        """What people read: the contestants' texts, numbered where the same text returns."""
        seen: dict[str, int] = {}
        names = []
        for text in self.contestants:
            seen[text] = seen.get(text, 0) + 1
            names.append(text if seen[text] == 1 else f"{text} ({seen[text]})")
        return tuple(names)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    """One game to be played.

    number         of the game in the tournament, from 0
    first, second  the contestants; `first` moves first
    opening        number of its opening
    """

    number: int
    first: int
    second: int
    opening: int

    @property
    def pair(self) -> tuple[int, int]:
        """The two contestants, the smaller number first."""
        return min(self.first, self.second), max(self.first, self.second)


def check_spec(spec: TournamentSpec) -> None:
    """Raise MatchError for impossible numbers."""
    if len(spec.contestants) < 2:
        raise MatchError(f"{len(spec.contestants)} contestants: expected at least 2")
    if spec.format not in FORMATS:
        raise MatchError(f"{spec.format!r} is no format: expected {', '.join(FORMATS)}")
    if spec.games < 1 or (spec.format == KNOCK_OUT and spec.games % 2):
        even = "an even number" if spec.format == KNOCK_OUT else "a number"
        raise MatchError(f"{spec.games} games per pairing: expected {even} of at least 1")
    if spec.rounds is not None and (spec.format != KNOCK_OUT or spec.rounds < 1):
        raise MatchError("rounds: expected at least 1, in a knock-out only")
    if spec.opening_plies < 0:
        raise MatchError(f"{spec.opening_plies} plies of opening: expected 0 or more")


def pairings(spec: TournamentSpec) -> list[tuple[int, int]]:
    """Return the pairings of a round robin or a gauntlet in order, the first mover first.

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
        for one, other in zip(circle[:half], circle[: half - 1 : -1], strict=True):
            if one is not None and other is not None:
                low, high = min(one, other), max(one, other)
                pairs.append((low, high) if (low + high) % 2 else (high, low))
        circle.insert(1, circle.pop())
    return pairs


def fixtures(spec: TournamentSpec) -> list[Fixture]:
    """Return all games of a round robin or a gauntlet in the order of their numbers."""
    pairs = pairings(spec)
    return [
        fixture
        for twos in range(-(-spec.games // 2))
        for place, pair in enumerate(pairs)
        for fixture in games_of_two(
            pair, 2 * (twos * len(pairs) + place), twos, min(2, spec.games - 2 * twos)
        )
    ]


def games_of_two(pair: Sequence[int], number: int, opening: int, games: int = 2) -> list[Fixture]:
    """Return one or two games of a pair from an opening, with swapped sides."""
    one, other = pair
    both = [
        Fixture(number=number, first=one, second=other, opening=opening),
        Fixture(number=number + 1, first=other, second=one, opening=opening),
    ]
    return both[:games]
