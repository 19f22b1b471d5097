"""Positions as the page gets them: all that it needs to draw them and to play on."""

from __future__ import annotations

from web.contract.schema import Pair, Sentence, ServerMessage, Side


class Result(ServerMessage, frozen=True):
    """How a game ended.

    winner       the side that won, None for a draw
    termination  "five", "captures", "board full", "empty reserve", "no GIPF-piece", "game length",
                 "resignation" or "time"
    text         the same as a sentence
    """

    winner: Side | None
    termination: str
    text: Sentence


class Zone(ServerMessage, frozen=True):
    """A rectangle of points, its four edges included, in rows and columns from the top left."""

    top: int
    left: int
    bottom: int
    right: int


class AnyPositionView(ServerMessage, frozen=True):
    """What the position of any game has.

    key      equal for positions from which the same games can follow
    ply      moves played since the start of the game
    side     the side that decides now
    colours  the names of the colours of sides 0 and 1
    """

    key: str
    ply: int
    side: Side
    colours: tuple[str, str]
    outcome: Result | None


class FivePositionView(AnyPositionView, frozen=True, tag_field="family", tag="five"):
    """A position on a square board, with all that the page needs to let a player move.

    cells            one letter per point: `w`, `b` or `.`
    captured         stones captured by side 0, by side 1
    captured_to_win  stones that a side must capture to win; 0 without captures
    legal            legal points; None: all empty points
    forbidden        empty points that an opening rule forbids now
    barred           the rule that forbids them, and where one may play; "" without forbidden points
    zone             a square to draw around most of them
    captures         for each point, the stones that a move there would capture
    last, taken      the point of the last move and its captured stones
    line             the winning row
    numbers          the ply of each stone on the board
    """

    size: int
    cells: str
    captured: Pair
    captured_to_win: int
    legal: list[int] | None
    forbidden: list[int]
    barred: Sentence
    zone: Zone | None
    captures: dict[str, list[int]]
    last: int | None
    taken: list[int]
    line: list[int]
    numbers: dict[str, int]


class GipfMove(ServerMessage, frozen=True):
    """A decision that is possible now.

    move         the decision in the official notation, as `play` accepts it
    label        the decision in words
    dot, first   the dot where a piece enters, and its first spot; None for a removal
    gipf         whether a GIPF-piece enters
    shifts       [from, to] of each piece that moves, the new one first
    rows         for each row that is removed now or completed by the push: its spots, with those
                 of the pieces connected to it
    takes        spots that this decision clears
    leaves       spots of the row that keep their GIPF-pieces
    """

    move: str
    label: Sentence
    dot: str | None
    first: str | None
    gipf: bool
    shifts: list[tuple[str, str]]
    rows: list[list[str]]
    takes: list[str]
    leaves: list[str]


class GipfPositionView(AnyPositionView, frozen=True, tag_field="family", tag="gipf"):
    """A position of Gipf.

    spots        the pieces by spot: `w`, `b`, or `W`, `B` for GIPF-pieces
    placing      whether a piece is to be placed; else a row is to be removed
    reserves     pieces of each side that it can still place
    lost         pieces of each side that the opponent has captured
    gipf_pieces  GIPF-pieces of each side on the board
    adding       whether each side can still place GIPF-pieces
    last, taken  the spot of the last piece that entered, and those cleared by the last decision
    """

    spots: dict[str, str]
    reserves: Pair
    lost: Pair
    gipf_pieces: Pair
    adding: tuple[bool, bool]
    placing: bool
    moves: list[GipfMove]
    last: str | None
    taken: list[str]


class GridPositionView(AnyPositionView, frozen=True, tag_field="family", tag="grid"):
    """A position of a game that is drawn on a rectangular board, by what its family says.

    places         the names of the places, row by row from the top
    columns, rows  what is written at the edges
    in_squares     whether pieces lie in the squares; else where lines cross
    stones         the pieces by place: `w`, `b`, or `W`, `B` for other kinds
    clicks         by place, the move that a click there plays
    lands          by move, where its piece will lie ("": nowhere), unless its text is that place
    captured       pieces captured by side 0, by side 1; None in games without captures
    reserves       pieces of each side that it can still bring in; None in games without reserves
    wanted         what the side to move must do: "to move"
    last, taken    the place of the last move's piece, and where it captured
    line           the winning row
    numbers        the ply of each piece on the board
    """

    places: list[list[str]]
    columns: list[str]
    rows: list[str]
    in_squares: bool
    stones: dict[str, str]
    clicks: dict[str, str]
    lands: dict[str, str]
    captured: Pair | None
    reserves: Pair | None
    wanted: Sentence
    last: str | None
    taken: list[str]
    line: list[str]
    numbers: dict[str, int]


PositionView = FivePositionView | GipfPositionView | GridPositionView
