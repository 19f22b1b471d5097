"""What the page is told of a position, enough to draw it and to play on it."""

from __future__ import annotations

from web.contract.base import Pair, Side, View


class Result(View, frozen=True):
    """How a game ended.

    winner       the side that won, None for a draw
    termination  "five", "captures", "board full", "empty reserve", "no GIPF-piece", "game length",
                 "resignation" or "time"
    text         the same as a sentence
    """

    winner: Side | None
    termination: str
    text: str


class Zone(View, frozen=True):
    """A rectangle of points, its four edges included, in rows and columns from the top left."""

    top: int
    left: int
    bottom: int
    right: int


class FivePosition(View, frozen=True, tag_field="family", tag="five"):
    """A position on a square board, with all that the page needs to let a player move.

    key              the same for positions from which the same games can follow
    ply              moves played since the start of the game
    side             the side to move
    colours          the names of the colours of sides 0 and 1
    cells            one letter a point: `w`, `b` or `.`
    captured         stones taken by side 0, by side 1
    captured_to_win  stones that a side must take to win; 0 where nothing is captured
    legal            points that may be played; None: every empty one
    forbidden        empty points that an opening rule bars now
    zone             a square to draw around most of them
    captures         stones that a move on a point would take, for the points where it does
    last, taken      the point of the last move and what it took
    line             the winning row
    numbers          on which ply the stones that stand were played
    """

    key: str
    ply: int
    side: Side
    colours: tuple[str, str]
    outcome: Result | None
    size: int
    cells: str
    captured: Pair
    captured_to_win: int
    legal: list[int] | None
    forbidden: list[int]
    zone: Zone | None
    captures: dict[str, list[int]]
    last: int | None
    taken: list[int]
    line: list[int]
    numbers: dict[str, int]


class GipfMove(View, frozen=True):
    """A decision that may be made now.

    move         what is sent back to play it, in the official notation
    label        the same in words
    dot, first   where a piece comes in, and the first spot on its way; None for a removal
    gipf         whether a GIPF-piece comes in
    shifts       [from, to] of each piece that moves, the new one from its dot first
    rows         for each row that is removed now, or stands after the push: its spots, with those
                 of the pieces connected to it
    takes        spots that are cleared by this decision
    leaves       spots of the row that keep their GIPF-pieces
    """

    move: str
    label: str
    dot: str | None
    first: str | None
    gipf: bool
    shifts: list[tuple[str, str]]
    rows: list[list[str]]
    takes: list[str]
    leaves: list[str]


class Push(View, frozen=True, rename={"from_": "from"}):
    """From which dot the last piece came in, and the spot where it lies."""

    from_: str
    to: str


class GipfPosition(View, frozen=True, tag_field="family", tag="gipf"):
    """A position of Gipf.

    spots        what lies on the spots that are not empty: `w`, `b`, or `W`, `B` for GIPF-pieces
    side         who decides now
    turn         whose turn it is
    placing      whether a piece is to be brought in; else a row is to be removed
    reserves     pieces of either side beside the board
    lost         pieces of either side that the enemy has captured
    gipf_pieces  GIPF-pieces of either side on the board
    adding       which side may still bring in GIPF-pieces
    last, taken  the last piece that came in, and the spots cleared by the last decision
    """

    key: str
    ply: int
    side: Side
    colours: tuple[str, str]
    outcome: Result | None
    spots: dict[str, str]
    reserves: Pair
    lost: Pair
    gipf_pieces: Pair
    adding: tuple[bool, bool]
    placing: bool
    turn: Side
    moves: list[GipfMove]
    last: Push | None
    taken: list[str]


PositionView = FivePosition | GipfPosition
