"""Gipf as the server asks it: texts of decisions, words of rules, views.

A decision that brings in a piece is sent with its dot, `a1-b2`, also where nothing is pushed: the
official notation allows that, and it tells two ways onto the same spot apart.
"""

from __future__ import annotations

from itertools import pairwise

from games.errors import GameError, NotationError
from games.gipf.board import DOTS, ENTRY_DOTS, ENTRY_SPOTS, SPOTS
from games.gipf.moves import brings_gipf, entry_of, is_removal, line_of
from games.gipf.notation import OFFICIAL, format_move, parse_move
from games.gipf.position import GipfPosition
from games.gipf.rows import OWNER, WORTH, rows_of, segment
from games.gipf.rules import BASIC, TOURNAMENT, GipfRules, gipf_rules_named
from games.gipf.text import format_position, parse_position
from games.rules import EMPTY
from web.contract import positions
from web.contract import schema as contract
from web.families.law import Law

LINES_A_SIDE = 9  # dots included
PIECE_LETTERS = " wbWB"
TITLES = {
    "gipf-basic": "Gipf, basic",
    "gipf": "Gipf, standard",
    "gipf-tournament": "Gipf, tournament",
}


class GipfLaw(Law[GipfPosition]):
    """A game of Gipf."""

    family = "gipf"

    def __init__(
        self, preset: str, pieces: tuple[int, int] | None = None, most_turns: int = 0
    ) -> None:
        """The law of a preset, with a handicap and a limit of turns if given. Raises ValueError."""
        variant = gipf_rules_named(preset).variant
        self.rules: GipfRules = GipfRules(preset, variant, pieces=pieces, most_turns=most_turns)

    @property
    def size(self) -> int:
        """Files of the board, those with dots only included."""
        return LINES_A_SIDE

    def start(self) -> GipfPosition:
        """The start of the game."""
        return GipfPosition(self.rules)

    def format_position(self, board: GipfPosition) -> str:
        """The position on one line."""
        return format_position(board)

    def parse_position(self, text: str) -> GipfPosition:
        """The position of such a line. Raises NotationError."""
        return parse_position(text, self.rules)

    def undo(self, board: GipfPosition) -> None:
        """Take the last decision back."""
        board.undo()

    def parse_move(self, board: GipfPosition, text: str) -> int:
        """The decision that a text means here. Raises NotationError or IllegalMove."""
        try:
            return parse_move(text, board, OFFICIAL)
        except GameError:
            raise
        except (ValueError, IndexError, KeyError) as error:
            raise NotationError(f"{text!r} is no decision: {error}") from error

    def format_move(self, board: GipfPosition, move: int) -> str:
        """The decision in the official notation."""
        return format_move(board, move, OFFICIAL)

    def captured(self, board: GipfPosition, move: int) -> int:
        """The enemy pieces that a removal takes, a GIPF-piece counting two."""
        if not is_removal(move):
            return 0
        cells = [board.cells[spot] for spot in board.spots_removed(move)]
        return sum(WORTH[cell] for cell in cells if OWNER[cell] == 1 - board.side)

    def place_of(self, board: GipfPosition, move: int) -> str:
        """The text that plays it."""
        return sent_text(board, move)

    def passed(self, board: GipfPosition) -> GipfPosition | None:
        """The other side to bring in a piece; None within a turn and where that ends the game."""
        if board.outcome is not None or not board.placing:
            return None
        try:
            other = GipfPosition(
                board.rules, board.cells, 1 - board.side, board.reserves, adding=board.adding
            )
        except ValueError:
            return None
        return other if other.outcome is None else None

    def title(self) -> str:
        """What the game is called."""
        return TITLES.get(self.rules.name, self.rules.name)

    def in_words(self) -> list[str]:
        """The rules, a sentence a line."""
        white, black = self.rules.pieces
        lines = [
            f"White has {white} pieces, Black {black}; White moves first.",
            "A piece comes in from a dot and pushes what stands in its way along the line.",
            "Four of a colour in a row are removed, with all that is connected to them.",
            "Of these, own pieces go back to the reserve, the enemy's are captured.",
            "Who is to bring in a piece and has none has lost.",
        ]
        if self.rules.most_turns:
            lines.append(f"After {self.rules.most_turns} turns the game is a draw.")
        if self.rules.variant != BASIC:
            lines.append("Who has lost his last GIPF-piece has lost.")
        if self.rules.variant == TOURNAMENT:
            lines.append("GIPF-pieces may be brought in until a side plays its first single piece.")
        return lines

    def view(self, board: GipfPosition) -> positions.GipfPosition:
        """The position as the page draws it."""
        return positions.GipfPosition(
            key=self.key_of(board),
            ply=len(board.moves),
            side=_side(board.side),
            colours=self.colours(),
            outcome=self.result_of(board),
            spots={
                SPOTS[spot]: PIECE_LETTERS[cell]
                for spot, cell in enumerate(board.cells)
                if cell != EMPTY
            },
            reserves=(board.reserves[0], board.reserves[1]),
            lost=(board.lost[0], board.lost[1]),
            gipf_pieces=(board.gipf_pieces(0), board.gipf_pieces(1)),
            adding=(board.adding[0], board.adding[1]),
            placing=board.placing,
            turn=_side(board.turn),
            moves=[move_view(board, move) for move in board.legal_moves()],
            last=last_push(board),
            taken=taken_by_last(board),
        )


def _side(side: int) -> contract.Side:
    """The side as the messages type it."""
    return 1 if side else 0


def sent_text(board: GipfPosition, move: int) -> str:
    """The text that plays exactly this decision: with its dot, where a piece comes in."""
    if is_removal(move):
        return format_move(board, move, OFFICIAL)
    entry = entry_of(move)
    prefix = "G" if brings_gipf(move) else ""
    return f"{prefix}{DOTS[ENTRY_DOTS[entry]]}-{SPOTS[board.gap(entry)]}"


def move_view(board: GipfPosition, move: int) -> positions.GipfMove:
    """A decision with what it does, so that the page can show it before it is made."""
    return _removal_view(board, move) if is_removal(move) else _push_view(board, move)


def _push_view(board: GipfPosition, move: int) -> positions.GipfMove:
    """A piece that comes in: what it pushes, and the rows that stand afterwards."""
    entry = entry_of(move)
    dot, gap = DOTS[ENTRY_DOTS[entry]], board.gap(entry)
    way = ENTRY_SPOTS[entry][: ENTRY_SPOTS[entry].index(gap) + 1]
    names = [dot, *(SPOTS[spot] for spot in way)]
    text, piece = sent_text(board, move), "GIPF-piece" if brings_gipf(move) else "piece"
    pushed = f", push {len(way) - 1} to {SPOTS[gap]}" if len(way) > 1 else ""
    board.play(move)
    rows = [
        [SPOTS[spot] for spot in segment(board.cells, line)]
        for side in (0, 1)
        for line in rows_of(board.cells, side)
    ]
    board.undo()
    return positions.GipfMove(
        move=text,
        label=f"{piece} from {dot} to {names[1]}{pushed}",
        dot=dot,
        first=names[1],
        gipf=brings_gipf(move),
        shifts=list(pairwise(names)),
        rows=rows,
        takes=[],
        leaves=[],
    )


def _removal_view(board: GipfPosition, move: int) -> positions.GipfMove:
    """A row that is removed: what goes and what stays."""
    row = [SPOTS[spot] for spot in segment(board.cells, line_of(move))]
    removed = board.spots_removed(move)
    own = [SPOTS[spot] for spot in removed if OWNER[board.cells[spot]] == board.side]
    enemy = [SPOTS[spot] for spot in removed if OWNER[board.cells[spot]] != board.side]
    takes = [SPOTS[spot] for spot in removed]
    parts = [
        f"take back {', '.join(own)}" if own else "",
        f"capture {', '.join(enemy)}" if enemy else "",
    ]
    return positions.GipfMove(
        move=sent_text(board, move),
        label="; ".join(filter(None, parts)) or f"leave the row {row[0]} to {row[-1]}",
        dot=None,
        first=None,
        gipf=False,
        shifts=[],
        rows=[row],
        takes=takes,
        leaves=[spot for spot in row if spot not in takes],
    )


def last_push(board: GipfPosition) -> positions.Push | None:
    """The last piece that came in."""
    for move in reversed(board.moves):
        if not is_removal(move):
            entry = entry_of(move)
            return positions.Push(from_=DOTS[ENTRY_DOTS[entry]], to=SPOTS[ENTRY_SPOTS[entry][0]])
    return None


def taken_by_last(board: GipfPosition) -> list[str]:
    """The spots that the last decision cleared."""
    if not board.moves or not is_removal(board.moves[-1]):
        return []
    move = board.undo()
    taken = [SPOTS[spot] for spot in board.spots_removed(move)]
    board.play(move)
    return taken
