"""Opening rules that let a player choose a side: swap, Swap2 and D-Pente.

One player places the first stones of both sides, in turn and anywhere. The other player then takes
either side; in Swap2 that player may instead place two more stones and hand the choice back. The
stones obey the rules of the game, captures included, but no opening rule of the game.

(Swap and Swap2: the Gomocup protocol's SWAP2BOARD. D-Pente, Swap2-Pente: pente.org.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from games.errors import GameError, IllegalMove, NotationError
from games.five.points import parse_point
from games.five.position import FivePosition
from games.five.rules import FiveRules

ADDED = 2  # stones that the other player may add in Swap2
Phase = Literal["place", "choose", "add", "choose back"]
PLACE: Phase = "place"
CHOOSE: Phase = "choose"
ADD: Phase = "add"
CHOOSE_BACK: Phase = "choose back"


@dataclass(frozen=True, slots=True)
class OpeningRule:
    """How the first stones are placed; `may_add`: two more may be added for the choice back."""

    name: str
    title: str
    stones: int
    may_add: bool

    def words(self) -> list[str]:
        """The rule in sentences."""
        lines = [
            f"One player places the first {self.stones} stones of both sides, anywhere.",
            "The other player takes either side.",
        ]
        if self.may_add:
            lines.append("Or that player adds two stones, and the first player takes either side.")
        return lines

    def phase(self, stones: int) -> Phase:
        """What is to be done after this number of stones."""
        if stones < self.stones:
            return PLACE
        if stones == self.stones:
            return CHOOSE
        return ADD if stones < self.stones + ADDED else CHOOSE_BACK

    @property
    def most(self) -> int:
        """The most stones that are placed before a side is taken."""
        return self.stones + (ADDED if self.may_add else 0)


SWAP = OpeningRule("swap", "Swap", 3, may_add=False)
SWAP2 = OpeningRule("swap2", "Swap2", 3, may_add=True)
D_PENTE = OpeningRule("d-pente", "D-Pente", 4, may_add=False)


def opening_rules(rules: FiveRules) -> tuple[OpeningRule, ...]:
    """The opening rules that a game can be played with."""
    return (SWAP, SWAP2, D_PENTE) if rules.capture_lengths else (SWAP, SWAP2)


def opening_rule_named(name: str, rules: FiveRules) -> OpeningRule:
    """The opening rule of this name. Raises NotationError, listing those of the game."""
    known = {rule.name: rule for rule in opening_rules(rules)}
    if name not in known:
        raise NotationError(f"{rules.name} has no opening rule {name!r}; it has {', '.join(known)}")
    return known[name]


def placed(rule: OpeningRule, rules: FiveRules, stones: Sequence[str]) -> FivePosition:
    """The position after these stones, by name. Raises NotationError or IllegalMove."""
    if len(stones) > rule.most:
        raise NotationError(f"{len(stones)} stones: {rule.title} has at most {rule.most}")
    position = FivePosition(rules.without_opening())
    for number, stone in enumerate(stones, 1):
        try:
            position.play(parse_point(stone, rules.size))
        except GameError as error:
            kind = IllegalMove if isinstance(error, IllegalMove) else NotationError
            raise kind(f"stone {number}, {stone[:8]}: {error}") from error
    return position
