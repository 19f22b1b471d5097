"""The page's views of Gipf.

A push is always sent with its dot, `a1-b2`, even if it pushes nothing. The official notation allows
that, and it distinguishes two ways onto the same spot.
"""

from __future__ import annotations

from itertools import pairwise

from games.gipf.board import DOTS, ENTRY_DOTS, ENTRY_SPOTS, SPOTS
from games.gipf.moves import brings_gipf, entry_of, is_removal, line_of
from games.gipf.notation import format_removal
from games.gipf.position import GipfPosition
from games.gipf.rows import OWNER, rows_of, segment
from games.rules import EMPTY
from web.contract import positions
from web.families.views import Views

PIECE_LETTERS = " wbWB"


class GipfViews(Views[GipfPosition]):
    """The views of a game of Gipf."""

    offers = ("threat",)

    def text_of(self, board: GipfPosition, move: int) -> str:
        """The text with the dot of a push."""
        return sent_text(board, move)

    place_of = text_of

    def passed(self, board: GipfPosition) -> GipfPosition | None:
        """The board with the other side to push; None within a turn or if that ends it."""
        if board.outcome is not None or not board.placing:
            return None
        try:
            other = GipfPosition(
                board.rules, board.cells, 1 - board.side, board.reserves, adding=board.adding
            )
        except ValueError:
            return None
        return other if other.outcome is None else None

    def view(self, board: GipfPosition) -> positions.GipfPositionView:
        """The position as the page draws it."""
        return positions.GipfPositionView(
            **self.told(board),
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
            moves=[move_view(board, move) for move in board.legal_moves()],
            last=last_spot(board),
            taken=taken_by_last(board),
        )


def sent_text(board: GipfPosition, move: int) -> str:
    """The text that plays exactly this decision; a push has its dot."""
    if is_removal(move):
        return format_removal(board, move)
    entry = entry_of(move)
    prefix = "G" if brings_gipf(move) else ""
    return f"{prefix}{DOTS[ENTRY_DOTS[entry]]}-{SPOTS[board.gap(entry)]}"


def move_view(board: GipfPosition, move: int) -> positions.GipfMove:
    """A decision and its effects, which the page shows in advance."""
    return _removal_view(board, move) if is_removal(move) else _push_view(board, move)


def _push_view(board: GipfPosition, move: int) -> positions.GipfMove:
    """A push with the pieces that it shifts and the rows after it."""
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
    """A removal with the pieces taken and those that remain."""
    row = [SPOTS[spot] for spot in segment(board.cells, line_of(move))]
    removed = board.spots_removed(move)
    own = [SPOTS[spot] for spot in removed if OWNER[board.cells[spot]] == board.side]
    others = [SPOTS[spot] for spot in removed if OWNER[board.cells[spot]] != board.side]
    takes = [SPOTS[spot] for spot in removed]
    parts = [
        f"take back {', '.join(own)}" if own else "",
        f"capture {', '.join(others)}" if others else "",
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


def last_spot(board: GipfPosition) -> str | None:
    """The spot of the last piece that entered."""
    for move in reversed(board.moves):
        if not is_removal(move):
            return SPOTS[ENTRY_SPOTS[entry_of(move)][0]]
    return None


def taken_by_last(board: GipfPosition) -> list[str]:
    """The spots that the last decision cleared."""
    if not board.moves or not is_removal(board.moves[-1]):
        return []
    move = board.undo()
    taken = [SPOTS[spot] for spot in board.spots_removed(move)]
    board.play(move)
    return taken
