"""A game of Gipf: an answer is a turn as players write it.

It has up to three parts: the side removes rows that the opponent made, brings in a piece, and
removes rows that it made itself.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import Any, Self

from games.errors import GameError, NotationError
from games.family import Family, Painter
from games.gipf.board import DOTS, ENTRY_SPOTS, SPOTS
from games.gipf.deeds import deeds_of
from games.gipf.diagram import format_diagram
from games.gipf.moves import entry_of, is_removal
from games.gipf.notation import ENTRY, OFFICIAL, format_move, parse_move
from games.gipf.one_ply import one_ply_moves
from games.gipf.openings import draw_gipf_opening
from games.gipf.perft import perft_by_state
from games.gipf.picture import HexLayout, pushes
from games.gipf.plain import in_order, material
from games.gipf.position import EMPTY_RESERVE, GAME_LENGTH, NO_GIPF_PIECE, GipfPosition
from games.gipf.records.formats import FORMATS, PAPER, format_of
from games.gipf.records.sheet import turns_apart
from games.gipf.rows import OWNER, WORTH, is_gipf
from games.gipf.rules import (
    BASIC,
    FEWEST_PIECES,
    GIPF_PRESETS,
    MOST_PIECES,
    TOURNAMENT,
    GipfRules,
    rules_with_limit,
)
from games.gipf.symmetry import SYMMETRIES, mapped_entry, mapped_move, mapped_spot
from games.gipf.text import format_position, parse_position
from games.gipf.turns import format_turns, play_word
from games.rules import BLACK, GIPF_FAMILY, WHITE, Outcome

PIECE = re.compile(r"\bG?[WK]\b")  # in a drawing
LINES_A_SIDE = 9  # dots included
LIMIT = "limit="  # before the limit of turns of a shared game
COLOURS_STAY = (0, 1, 4, 5, 8, 9)  # the symmetries that keep the colours of the initial corners
TITLES = {
    "gipf-basic": "Gipf, basic",
    "gipf": "Gipf, standard",
    "gipf-tournament": "Gipf, tournament",
}
LESSONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lessons", "gipf.json")
WON_BY = {GAME_LENGTH: "the game has reached its limit of turns"}
LOST_BY = {
    EMPTY_RESERVE: "has no piece left to bring in",
    NO_GIPF_PIECE: "has no GIPF-piece left on the board",
}


class GipfFamily(Family[GipfPosition]):
    """A game of Gipf."""

    name = GIPF_FAMILY
    presets = GIPF_PRESETS
    titles = TITLES
    symmetries = SYMMETRIES
    kept = COLOURS_STAY
    between_moves = re.compile(r"\s+")
    text_format = PAPER
    formats = FORMATS
    offers = ("puzzles", "explorer", "review")
    lessons = (LESSONS,)
    lays_stones = False
    handicap = range(FEWEST_PIECES, MOST_PIECES + 1)
    spellings = (ENTRY,)
    won_by = WON_BY
    lost_by = LOST_BY
    size = LINES_A_SIDE
    format_of = staticmethod(format_of)
    apart = staticmethod(turns_apart)
    format_position = staticmethod(format_position)
    estimate = staticmethod(material)
    deeds = staticmethod(deeds_of)
    one_ply = staticmethod(one_ply_moves)
    image_of_place = staticmethod(mapped_spot)
    image_of_move = staticmethod(mapped_move)
    drawn_moves = staticmethod(pushes)
    rules: GipfRules

    @classmethod
    def named(cls, name: str, *, most_turns: int = 0, pieces: Sequence[int] | None = None) -> Self:
        """The preset with a limit of turns, 0 for none, and White's and Black's pieces.

        Raises ValueError for pieces that the game does not allow.
        """
        variant = GIPF_PRESETS[name].variant
        counts = None if pieces is None else (pieces[0], pieces[1])
        return cls(GipfRules(name, variant, pieces=counts, most_turns=most_turns))

    @property
    def board_formats(self) -> Sequence[str]:
        """The official notation, SGF and those of all games."""
        return "gipf", "sgf", *super().board_formats

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

    def format_start(self, position: GipfPosition) -> str:
        """The position, if its board or its handicap is its own, and the limit of turns."""
        text, limit = format_position(position), self.rules.most_turns
        own = text != format_position(self.start()) or "pieces=" in text
        return " ".join([text] * own + [f"{LIMIT}{limit}"] * bool(limit))

    def parse_start(self, text: str) -> GipfPosition:
        """The position of a text that may end in a limit of turns. Raises NotationError."""
        words = text.split()
        limit = words.pop().removeprefix(LIMIT) if words and words[-1].startswith(LIMIT) else "0"
        rules = rules_with_limit(self.rules.name, limit)
        return parse_position(" ".join(words), rules) if words else GipfPosition(rules)

    def board_lines(
        self,
        position: GipfPosition,
        marked: int | None = None,  # noqa: ARG002 - a decision has no single spot
        *,
        played: bool = False,  # noqa: ARG002 - as above
    ) -> list[str]:
        """The drawing of the board, the reserves and the captured pieces."""
        white, black = position.reserves
        by_white, by_black = (self.captured(position, side) for side in (0, 1))
        reserves = f"in reserve: White {white}, Black {black}"
        captured = f"captured pieces: by White {by_white}, by Black {by_black}"
        return [*format_diagram(position.cells).splitlines(), f"{reserves}; {captured}"]

    def shown_lines(
        self, position: GipfPosition, marked: int | None = None, *, played: bool = False
    ) -> list[str]:
        """The board, and who decides what next."""
        decides = self.rules.colour_of(position.side).capitalize()
        what = "to bring in a piece" if position.placing else "to remove a row"
        return [*self.board_lines(position, marked, played=played), f"{decides} {what}"]

    def painted(self, board: str, paint: Painter) -> str:
        """White and black pieces, GIPF-pieces included."""
        return PIECE.sub(
            lambda piece: paint(piece[0], WHITE if piece[0][-1] == "W" else BLACK, False), board
        )

    @property
    def captures(self) -> bool:
        """Always: a removed row takes the opponent's pieces in it."""
        return True

    def captured(self, position: GipfPosition, side: int) -> int:
        """The number of pieces that a side has captured; a GIPF-piece counts as two."""
        return position.lost[1 - side]

    def turns(self, position: GipfPosition) -> int:
        """The number of complete turns, including the one that ended the game."""
        return position.turns + (position.outcome is not None and not position.placing)

    def moves_in_order(self, position: GipfPosition) -> list[int]:
        """The placements along long lines first."""
        moves = position.legal_moves()
        return in_order(moves) if position.placing else moves

    def perft(self, position: GipfPosition, depth: int) -> dict[str, int]:
        """Leaves; each position counts once."""
        return {"leaves": perft_by_state(position, depth)}

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

    def spelled(self, position: GipfPosition, move: int, spelling: str) -> str:
        """The decision in entry notation."""
        return format_move(position, move, spelling)

    def format_line(self, position: GipfPosition, moves: Sequence[int]) -> list[str]:
        """The turns as players write them."""
        return [text for _, text in format_turns(position, moves, OFFICIAL)]

    def format_stored(self, position: GipfPosition, move: int) -> str:
        """The decision in entry notation: `g1-g2`."""
        return format_move(position, move, ENTRY)

    def parse_stored(self, position: GipfPosition, text: str) -> int:
        """The decision in entry notation. Raises NotationError or IllegalMove."""
        return parse_move(text, position, ENTRY)

    def taken_by(self, position: GipfPosition, move: int) -> int:
        """The number of the opponent's pieces that a removal takes; a GIPF-piece counts as two."""
        if not is_removal(move):
            return 0
        cells = [position.cells[spot] for spot in position.spots_removed(move)]
        return sum(WORTH[cell] for cell in cells if OWNER[cell] == 1 - position.side)

    def parse_part(self, position: GipfPosition, text: str) -> tuple[int, ...]:
        """The decisions of a turn or of its beginning. Raises GameError."""
        ahead = position.copy()
        play_word(ahead, text, OFFICIAL)
        return tuple(ahead.moves)

    _read_answer = parse_part

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

    def draw_opening(self, turns: int, seed: int) -> tuple[int, ...]:
        """Pushes that make no row. Raises ValueError."""
        return draw_gipf_opening(self.rules, turns, seed)

    def beside(self, position: GipfPosition) -> tuple[Any, ...]:
        """Who decides on what, the reserves, and who may bring in GIPF-pieces."""
        who = position.side, position.turn, position.placing
        return (*who, position.reserves, position.adding)

    def marks(self, position: GipfPosition) -> Sequence[int]:
        """The lines whose rows were left standing."""
        return position.left

    def image_of_mark(self, mark: int, symmetry: int) -> int:
        """The image of a line."""
        return mapped_entry(2 * mark, symmetry) // 2

    def place_name(self, place: int) -> str:
        """`e5`."""
        return SPOTS[place]

    def place_named(self, text: str) -> int:
        """The spot `e5`. Raises NotationError."""
        if text not in SPOTS:
            raise NotationError(f"{text!r} names no spot: expected b2 to h5")
        return SPOTS.index(text)

    def marked_place(self, text: str) -> str:
        """A spot, or a dot at the edge of the board. Raises NotationError."""
        return text if text in DOTS else super().marked_place(text)

    def place_of(
        self,
        position: GipfPosition,  # noqa: ARG002 - wherever a push ends, its piece is at the edge
        move: int,
        *,
        played: bool = False,  # noqa: ARG002 - as above
    ) -> int | None:
        """The spot where a push brings its piece in; None for a removal."""
        return None if is_removal(move) else ENTRY_SPOTS[entry_of(move)][0]

    def piece(self, cell: int) -> str:
        """Either colour, with " gipf" for a GIPF-piece."""
        owner = OWNER[cell]
        assert owner is not None, "the spot is not empty"
        return self.rules.colour_of(owner) + (" gipf" if is_gipf(cell) else "")

    def layout(self) -> HexLayout:
        """The hexagon of lines from dot to dot."""
        return HexLayout()

    def captures_in_words(self, captured: Mapping[str, int]) -> tuple[str, ...]:
        """The captured pieces."""
        return (f"captured pieces: White {captured['white']}, Black {captured['black']}",)

    def reserves(self, position: GipfPosition) -> dict[str, int]:
        """The pieces that each colour may still bring in."""
        return {self.rules.colour_of(side): position.reserves[side] for side in (0, 1)}

    def wanted(self, position: GipfPosition) -> str:
        """Whether the side must remove a row before or after its push."""
        return super().wanted(position) if position.placing else "to remove a row"

    def why_over(self, position: GipfPosition, outcome: Outcome) -> str:
        """What the loser has run out of, or the number of turns."""
        if outcome.winner is None:
            return f"{position.turns} turns have been played"
        return super().why_over(position, outcome)
