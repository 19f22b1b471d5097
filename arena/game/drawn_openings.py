"""Random openings from a seed, so that deterministic players play different games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.registry import family_of

if TYPE_CHECKING:
    from games.family import AnyRules


class DrawnOpenings:
    """Draws openings of one game, as its family does."""

    def __init__(self, rules: AnyRules) -> None:
        self._family = family_of(rules)

    def draw(self, turns: int, seed: int) -> tuple[int, ...]:
        """Return the moves of an opening of `turns` turns. Raises ValueError if it finds none."""
        return self._family.draw_opening(turns, seed)

    def candidate(self, name: str) -> tuple[int, ...] | None:
        """Return a candidate for a balanced opening, with its name as seed; None if not quiet."""
        return self._family.opening_candidate(name)
