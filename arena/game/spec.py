"""What is played: the terms of all games of a match or a tournament, and each game as a job.

A game depends only on its job. So it may run in this process, in a worker process or on another
computer, and again after a crash.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arena.errors import MatchError
from arena.game.adjudication import require_numbers
from arena.game.clock import DEFAULT_CLOCK, Clock, parse_clocks
from arena.game.match_rules import match_family
from arena.game.record import PlayerRecord
from games.errors import UnknownRules
from games.family import AnyFamily

DEFAULT_OPENING_PLIES = 4
SEED_STEP = 1_000_003


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSpec:
    """What all games of a match or a tournament share; a subclass says who plays whom.

    rules          name of the game
    clock          one clock for both, or the two contestants' joined by a comma
    seed           of the openings and the players
    openings       path of an opening file; None: random openings
    opening_plies  length of a random opening in stones (Gipf: turns); 0 is the initial position
    pieces         basic Gipf: White's and Black's pieces, 15 to 18 each; None: as in the rule book
    adjudicate, draw_score, draw_moves   early ends of games (`arena.game.adjudication`), or None
    """

    rules: str = "pente"
    clock: str = DEFAULT_CLOCK
    seed: int = 1
    openings: str | None = None
    opening_plies: int = DEFAULT_OPENING_PLIES
    pieces: Sequence[int] | None = None
    adjudicate: tuple[int, int] | None = None
    draw_score: tuple[int, int, int] | None = None
    draw_moves: int | None = None

    @property
    def family(self) -> AnyFamily:
        """The game with its family and handicap.

        Raises UnknownRules, or MatchError for a handicap that the game does not have.
        """
        try:
            return match_family(self.rules, pieces=self.pieces)
        except UnknownRules:
            raise
        except ValueError as error:
            raise MatchError(str(error)) from error

    @property
    def timed(self) -> bool:
        """Whether a clock counts seconds, not nodes. Raises ClockError."""
        return any(clock.counts is not None for clock in parse_clocks(self.clock))

    @property
    def by_name(self) -> dict[str, str]:
        """The texts of the contestants by their names in game records, in order."""
        raise NotImplementedError

    @property
    def may_grow(self) -> bool:
        """Whether a file of these games may be resumed with more games."""
        raise NotImplementedError

    def check(self) -> None:
        """Raise MatchError for impossible numbers."""
        require_numbers(self)
        if self.opening_plies < 0:
            raise MatchError(f"{self.opening_plies} plies of opening: expected 0 or more")


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """One game.

    spec           its match or tournament
    number         its number there, from 0
    first, second  numbers of the contestants, from 0; `first` moves first
    opening        number of the opening; games with the same number share it

    The process that keeps the games adds what other processes cannot know:

    players  what the game's record says of the two, by side
    moves    the opening's moves; None: drawn, with `opening_seed`
    weights  contents of weights files by name; None on the same computer
    """

    spec: GameSpec
    number: int
    first: int
    second: int
    opening: int
    players: tuple[PlayerRecord, ...] = ()
    moves: tuple[int, ...] | None = None
    weights: dict[str, str] | None = None

    @property
    def pair(self) -> tuple[int, int]:
        """The two contestants, the smaller number first."""
        return min(self.first, self.second), max(self.first, self.second)

    @property
    def clocks(self) -> tuple[Clock, Clock]:
        """The clocks by side. Raises ClockError."""
        one, other = parse_clocks(self.spec.clock)
        return (one, other) if self.first < self.second else (other, one)

    @property
    def seed(self) -> int:
        """The seed of both players."""
        return SEED_STEP * self.spec.seed + self.number

    @property
    def opening_seed(self) -> int:
        """The seed of a random opening."""
        return SEED_STEP * self.spec.seed + self.opening
