"""A game of Gipf: an answer is a turn as players write it.

It has up to three parts: the side removes rows that the opponent made, brings in a piece, and
removes rows that it made itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.errors import GameError, NotationError
from games.families.family import Family
from games.gipf.diagram import format_diagram
from games.gipf.moves import is_removal
from games.gipf.notation import OFFICIAL, format_move, parse_move
from games.gipf.position import EMPTY_RESERVE, GAME_LENGTH, NO_GIPF_PIECE, GipfPosition
from games.gipf.rows import OWNER, WORTH
from games.gipf.rules import BASIC, TOURNAMENT, GipfRules
from games.gipf.symmetry import canonical, mapped_move
from games.gipf.text import format_position, parse_position
from games.gipf.turns import format_turns, parse_turns
from games.rules import GIPF_FAMILY, Outcome

LINES_A_SIDE = 9  # dots included
COLOURS_STAY = (0, 1, 4, 5, 8, 9)  # the symmetries that keep the colours of the initial corners
TITLES = {
    "gipf-basic": "Gipf, basic",
    "gipf": "Gipf, standard",
    "gipf-tournament": "Gipf, tournament",
}
WON_BY = {GAME_LENGTH: "the game has reached its limit of turns"}
LOST_BY = {
    EMPTY_RESERVE: "has no piece left to bring in",
    NO_GIPF_PIECE: "has no GIPF-piece left on the board",
}


class GipfFamily(Family[GipfPosition]):
    """A game of Gipf."""

    name = GIPF_FAMILY
    titles = TITLES
    images = len(COLOURS_STAY)
    won_by = WON_BY
    lost_by = LOST_BY
    size = LINES_A_SIDE
    rules: GipfRules

    def __init__(self, rules: GipfRules) -> None:
        self.rules = rules

    @property
    def terms(self) -> dict[str, Any]:
        """The limit of turns, and each side's pieces."""
        return {"most_turns": self.rules.most_turns, "pieces": self.rules.pieces}

    def rules_in_words(self) -> list[str]:
        """Pieces, pushes, rows, and how a game ends."""
        white, black = self.rules.pieces
        lines = [
            f"White has {white} pieces, Black {black}; White moves first.",
            "A piece comes in from a dot and pushes the pieces in its way along the line.",
            "Four of a colour in a row are removed, with all pieces connected to them.",
            "The owner's pieces return to the reserve, the opponent's are captured.",
            "A side that must bring in a piece and has none loses.",
        ]
        if self.rules.most_turns:
            lines.append(f"After {self.rules.most_turns} turns the game is a draw.")
        if self.rules.variant != BASIC:
            lines.append("A side that loses its last GIPF-piece loses the game.")
        if self.rules.variant == TOURNAMENT:
            lines.append("GIPF-pieces may be brought in until a side plays its first single piece.")
        return lines

    def start(self) -> GipfPosition:
        """The start of the game."""
        return GipfPosition(self.rules)

    def parse_position(self, text: str) -> GipfPosition:
        """The position of a line of `games.gipf.text`. Raises NotationError."""
        return parse_position(text, self.rules)

    def format_position(self, position: GipfPosition) -> str:
        """The line of `games.gipf.text`."""
        return format_position(position)

    def board_lines(
        self,
        position: GipfPosition,
        marked: int | None = None,  # noqa: ARG002 - a decision has no single spot
    ) -> list[str]:
        """The drawing of the board, the reserves and the captured pieces."""
        white, black = position.reserves
        by_white, by_black = (self.captured(position, side) for side in (0, 1))
        reserves = f"in reserve: White {white}, Black {black}"
        captured = f"captured pieces: by White {by_white}, by Black {by_black}"
        return [*format_diagram(position.cells).splitlines(), f"{reserves}; {captured}"]

    def captured(self, position: GipfPosition, side: int) -> int:
        """The number of pieces that a side has captured; a GIPF-piece counts as two."""
        return position.lost[1 - side]

    def parse_move(self, position: GipfPosition, text: str) -> int:
        """The decision in the official notation. Raises NotationError or IllegalMove."""
        try:
            return parse_move(text, position, OFFICIAL)
        except GameError:
            raise
        except (ValueError, IndexError, KeyError) as error:
            raise NotationError(f"{text!r} is no decision: {error}") from error

    def format_move(self, position: GipfPosition, move: int) -> str:
        """The decision in the official notation."""
        return format_move(position, move, OFFICIAL)

    def format_line(self, position: GipfPosition, moves: Sequence[int]) -> list[str]:
        """The turns as players write them."""
        return [text for _, text in format_turns(position, moves, OFFICIAL)]

    def taken_by(self, position: GipfPosition, move: int) -> int:
        """The number of the opponent's pieces that a removal takes; a GIPF-piece counts as two."""
        if not is_removal(move):
            return 0
        cells = [position.cells[spot] for spot in position.spots_removed(move)]
        return sum(WORTH[cell] for cell in cells if OWNER[cell] == 1 - position.side)

    def _read_answer(self, position: GipfPosition, text: str) -> tuple[int, ...]:
        return tuple(parse_turns(position, [text]))

    def format_answer(self, position: GipfPosition, moves: Sequence[int]) -> str:
        """`xd7*,e7,f6,h4;a5-f4`; it stops at an illegal decision, written as a number: `#83`."""
        ahead, words = position.copy(), []
        for move in moves:
            if ahead.why_illegal(move) is not None:
                words.append(f"#{move}")
                break
            words.append(self.format_move(ahead, move))
            ahead.play(move)
        return ";".join(words)

    def why_illegal(self, position: GipfPosition, moves: Sequence[int]) -> str | None:
        """The reason why these decisions are no answer: an illegal, surplus or missing one."""
        ahead, side = position.copy(), position.side
        for number, move in enumerate(moves, 1):
            if ahead.side != side or ahead.outcome is not None:
                return f"decision {number} of {len(moves)} is one too many"
            reason = ahead.why_illegal(move)
            if reason is not None:
                return reason
            ahead.play(move)
        if ahead.side == side and ahead.outcome is None:
            return "the turn is not complete: a decision is missing"
        return None

    def canonical(self, opening: Sequence[int]) -> bytes:
        """The representative of the board's twelve images."""
        return bytes(canonical(self.after(opening).cells))

    def image(self, opening: Sequence[int], symmetry: int) -> tuple[int, ...]:
        """The image of an opening under one of the symmetries in COLOURS_STAY."""
        return tuple(mapped_move(move, COLOURS_STAY[symmetry]) for move in opening)

    def why_over(self, position: GipfPosition, outcome: Outcome) -> str:
        """What the loser has run out of, or the number of turns."""
        if outcome.winner is None:
            return f"{position.turns} turns have been played"
        loser = self.rules.colour_of(1 - outcome.winner).capitalize()
        return f"{loser} {LOST_BY[outcome.termination]}"
