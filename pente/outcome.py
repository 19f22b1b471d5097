"""How a game ended on the board."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Outcome:
    """How a game ended on the board.

    winner  "white" or "black"; None for a draw
    by      "five", "captures", "board full"; in Gipf "empty reserve", "no GIPF-piece" or
            "game length"
    reason  the same in a sentence, as "White has captured 10 stones"
    line    the points of the winning row; () if no row won
    """

    winner: str | None
    by: str
    reason: str
    line: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The result and its reason: `White wins: White has captured 10 stones`."""
        who = "Draw" if self.winner is None else f"{self.winner.capitalize()} wins"
        return f"{who}: {self.reason}"
