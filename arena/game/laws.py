"""The laws of both families as the arena asks them: the five-in-a-row family's, and Gipf's.

Whoever referees, records or draws openings holds a `Law` and knows no family. An answer is all that
a side decides in one go: one point, or in Gipf what to take of the rows that the enemy has made
him, the piece that comes in, what to take of his own rows. So answers alternate in every game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from arena.game.five_law import FiveLaw
from arena.game.gipf_law import MOST_TURNS, GipfLaw
from games.five.position import Position
from games.five.rules import PRESETS, Rules, rules_named
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS, GipfRules

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from games.rules import Outcome

AnyRules = Rules | GipfRules
AnyPosition = Position | GipfPosition

GAMES = (*PRESETS, *GIPF_PRESETS)  # that the arena plays


class Law(Protocol):
    """What the arena must know of a game; positions are those that its `start` makes.

    images  how many symmetries leave the sides where they are
    """

    images: int

    @property
    def rules(self) -> AnyRules:
        """The game's rules."""

    @property
    def terms(self) -> dict[str, Any]:
        """What a record says of the rules beside their name; `law_named` takes it back."""

    def start(self) -> Any:
        """The position that a game begins with."""

    def why_illegal(self, position: Any, moves: Sequence[int]) -> str | None:
        """The reason in words why these decisions are no answer, or None; the position stays."""

    def format_answer(self, position: Any, moves: Sequence[int]) -> str:
        """An answer in the notation of the game; of one that is illegal what can be said of it."""
        ...

    def parse_answer(self, position: Any, text: str) -> tuple[int, ...]:
        """The answer that a text means. Raises NotationError or IllegalMove."""
        ...

    def format_opening(self, moves: Sequence[int]) -> tuple[str, ...]:
        """The decisions of an opening as the answers that they make up."""
        ...

    def draw_opening(self, turns: int, seed: int) -> tuple[int, ...]:
        """The decisions of an opening of so many turns. Raises ValueError if none is found."""
        ...

    def candidate(self, name: str) -> tuple[int, ...] | None:
        """An opening that may be balanced, drawn from its name; None if it is not quiet."""
        ...

    def canonical(self, opening: Sequence[int]) -> bytes:
        """The same for all openings that lead to one board, as any symmetry shows it."""
        ...

    def image(self, opening: Sequence[int], symmetry: int) -> tuple[int, ...]:
        """An opening as one of the `images` shows it."""
        ...

    def reason(self, position: Any, outcome: Outcome) -> str:
        """How the game has ended, in words."""
        ...

    def captured(self, position: Any, side: int) -> int:
        """How many stones or pieces a side has taken from the other."""
        ...

    def board_lines(self, position: Any) -> list[str]:
        """The board as people draw it, line by line, and what lies beside it."""
        ...


def play_all(position: AnyPosition, moves: Iterable[int]) -> None:
    """Play decisions, one after the other. Raises IllegalMove."""
    for move in moves:
        position.play(move)


def law_of(rules: AnyRules) -> Law:
    """The law of a game by its rules."""
    return GipfLaw(rules) if isinstance(rules, GipfRules) else FiveLaw(rules)


def law_named(
    name: str, *, most_turns: int | None = None, pieces: Sequence[int] | None = None
) -> Law:
    """The law of a preset, in Gipf with these terms: by default those of a match.

    Raises UnknownRules; ValueError for terms that cannot be.
    """
    if name not in GIPF_PRESETS:
        return FiveLaw(rules_named(name))
    limit = MOST_TURNS if most_turns is None else most_turns
    counts = None if pieces is None else (pieces[0], pieces[1])
    return GipfLaw(GipfRules(name, GIPF_PRESETS[name].variant, pieces=counts, most_turns=limit))
