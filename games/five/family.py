"""A game of the five-in-a-row family: an answer is one point."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from games.deeds import Deeds
from games.drawing.layout import GridLayout
from games.errors import IllegalMove, NotationError
from games.family import Family
from games.five.diagram import captured_by_colour, format_position, parse_position
from games.five.line_values import LineValues
from games.five.one_ply import one_ply_moves
from games.five.opening_rules import OpeningRule, opening_rules
from games.five.openings import draw_opening, drawn_candidate
from games.five.perft import perft
from games.five.points import COLUMN_LETTERS, format_harness_point, format_point, parse_point
from games.five.position import BOARD_FULL, CAPTURES, FIVE, FivePosition
from games.five.records.formats import FORMATS, PENTE, format_of
from games.five.records.pente_text import GAME_OF_PRESET
from games.five.rules import PRESETS, FiveRules
from games.five.shapes import deeds_of
from games.five.symmetry import SYMMETRIES, mapped_point
from games.handicap import Handicap
from games.rules import FIVE_FAMILY, Outcome

CELL_OF_DIGIT = bytes.maketrans(b"012", bytes((0, 1, 2)))
DIGIT_OF_CELL = bytes.maketrans(bytes((0, 1, 2)), b"012")
STAR_DISTANCE = {9: 2, 15: 4, 19: 6}  # of the eight outer star points from the centre
POINT = re.compile(r"[A-Za-z][0-9]{1,2}")
MOST_PAIRS_GIVEN = 4  # as a handicap
LONGEST_MOVE = 5  # characters of a move's text that are read
TITLES = {
    "pente": "Pente",
    "keryo": "Keryo-Pente",
    "five-19": "Five in a row 19x19",
    "gomoku-9": "Gomoku 9x9",
    "gomoku-15": "Gomoku 15x15",
    "gomoku-19": "Gomoku 19x19",
    "gomoku-20": "Gomoku 20x20",
    "standard-15": "Standard Gomoku 15x15 (exactly five)",
    "standard-19": "Standard Gomoku 19x19 (exactly five)",
    "standard-20": "Standard Gomoku 20x20 (exactly five)",
    "exact-five-19": "Exactly five in a row 19x19",
}
LESSONS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "lessons")
WON_BY = {FIVE: "five in a row", CAPTURES: "captures", BOARD_FULL: "the board is full"}


class FiveFamily(Family[FivePosition]):
    """A game on a square board."""

    name = FIVE_FAMILY
    presets = PRESETS
    titles = TITLES
    symmetries = kept = SYMMETRIES
    won_by = WON_BY
    letters = COLUMN_LETTERS
    on_time = BOARD_FULL
    harness = True
    offers = ("puzzles", "explorer", "review")
    lessons = tuple(os.path.join(LESSONS, f"{name}.json") for name in ("pente", "keryo", "gomoku"))
    formats = FORMATS
    format_position = staticmethod(format_position)
    one_ply = staticmethod(one_ply_moves)
    rules: FiveRules

    def __init__(self, rules: FiveRules) -> None:
        self.rules = rules
        self.size = rules.size

    @property
    def group(self) -> str:
        """Pente with captures, else Gomoku."""
        return "pente" if self.captures else "gomoku"

    @property
    def board_formats(self) -> Sequence[str]:
        """Players of Pente use pente.org's text."""
        usual = ("pente", "sgf") if self.captures else ("sgf", "pente")
        return *usual, "psq", *super().board_formats

    @property
    def opening_rules(self) -> Sequence[OpeningRule]:
        """Swap, Swap2 and their like."""
        return opening_rules(self.rules)

    @property
    def text_format(self) -> str:
        """pente.org's text, for games that it has."""
        return PENTE if self.rules.name in GAME_OF_PRESET else ""

    @classmethod
    def format_of(cls, text: str, *, named: bool) -> str:  # noqa: ARG003 - it is asked last
        """The format of a text that no other family knows. Raises NotationError."""
        return format_of(text)

    def rules_in_words(self) -> list[str]:
        """Board, row, captures and opening rule."""
        rules = self.rules
        first = rules.colour_of(0).capitalize()
        row = "Exactly five" if rules.exactly_five else "Five or more"
        lines = [
            f"{rules.size} by {rules.size} lines; {first} moves first.",
            f"{row} in a row, in any direction, win.",
        ]
        if rules.capture_lengths:
            lengths = " or ".join(map(str, rules.capture_lengths))
            lines.append(
                f"Exactly {lengths} stones of the opponent flanked by a move are captured; "
                f"{rules.captured_stones_to_win} captured stones win."
            )
        if rules.opening_distance:
            lines.append(
                f"{first}'s first stone lies on the centre, the second at least "
                f"{rules.opening_distance} lines from it."
            )
        return lines

    def start(self) -> FivePosition:
        """The empty board."""
        return FivePosition(self.rules)

    @property
    def handicaps(self) -> Sequence[Handicap]:
        """Two moves first; with captures also captured pairs, fewer than win."""
        pairs = range(2, self.rules.captured_stones_to_win, 2)[:MOST_PAIRS_GIVEN]
        given = [Handicap("captured", side, stones) for side in (0, 1) for stones in pairs]
        return (Handicap("moves", 0, 2), *given)

    def start_with(self, handicap: Handicap) -> FivePosition:
        """The start after the first of the two moves, on the centre; or with captured stones.

        Captured stones count as played: if Black has some, White's opening is free.
        """
        if handicap not in self.handicaps:
            raise ValueError(f"{self.rules.name} has no such handicap: {handicap}")
        position, (kind, side, amount) = self.start(), handicap
        if kind == "moves":
            position.play(self.rules.centre)
            position.side = side
        else:
            position.captured_stones[side] = amount
        return position.copy()

    def parse_position(self, text: str) -> FivePosition:
        """The position of a position string. Raises NotationError."""
        return parse_position(text, self.rules)

    def board_lines(
        self, position: FivePosition, marked: int | None = None, *, played: bool = False
    ) -> list[str]:
        """The board, and the captures."""
        by_white, by_black = captured_by_colour(position)
        captured = f"captured stones: by White {by_white}, by Black {by_black}"
        return [*super().board_lines(position, marked, played=played), captured]

    @property
    def captures(self) -> bool:
        """Whether stones are captured."""
        return bool(self.rules.capture_lengths)

    def captured(self, position: FivePosition, side: int) -> int:
        """The number of stones that a side has taken."""
        return position.captured_stones[side]

    def perft(self, position: FivePosition, depth: int) -> dict[str, int]:
        """Leaves, those that are wins, and captured stones."""
        return perft(position, depth)._asdict()

    def parse_move(self, position: FivePosition, text: str) -> int:
        """The point that `K10`, `10K` or its number names. Raises NotationError or IllegalMove."""
        word = text[:LONGEST_MOVE]
        is_number = text.isascii() and text.isdigit()
        point = int(word) if is_number else parse_point(word, self.size)
        reason = position.why_illegal(point)
        if reason is not None:
            raise IllegalMove(reason)
        return point

    def format_joined(self, position: FivePosition, moves: Sequence[int]) -> str:
        """`K10J11K7`."""
        return "".join(self.format_line(position, moves))

    def parse_joined(self, position: FivePosition, text: str) -> list[int]:  # noqa: ARG002
        """The points of `K10J11K7`; they need not be legal. Raises NotationError."""
        if rest := POINT.sub("", text):
            raise NotationError(f"{rest[:20]!r} is no move: expected points as K10")
        return [parse_point(point, self.size) for point in POINT.findall(text)]

    def json_move(self, position: FivePosition, move: int) -> str:
        """`10K`, as the harness spells it."""
        return format_harness_point(move, position.rules.size)

    def json_line(self, position: FivePosition, moves: Sequence[int]) -> list[str]:
        """The points as the harness spells them."""
        return [self.json_move(position, move) for move in moves]

    def taken_by(self, position: FivePosition, move: int) -> int:
        """The number of stones that a move takes."""
        return len(position.captures_of(move))

    def deeds(self, position: FivePosition, line: Sequence[int]) -> Deeds:
        """Shapes, captures and threats of a stone."""
        return deeds_of(position, line[0])

    def _read_answer(self, position: FivePosition, text: str) -> tuple[int, ...]:
        return (parse_point(text, position.rules.size),)

    def format_answer(self, position: FivePosition, moves: Sequence[int]) -> str:
        """`K10`; "" for a point that is not on the board."""
        on_board = [point for point in moves if 0 <= point < self.size**2]
        return " ".join(self.format_line(position, on_board))

    def draw_opening(self, turns: int, seed: int) -> tuple[int, ...]:
        """A quiet and fair opening near the centre. Raises ValueError."""
        return tuple(draw_opening(self.rules, turns, seed, self._line_values))

    def opening_candidate(self, name: str) -> tuple[int, ...] | None:
        """Quiet stones near the centre."""
        position = drawn_candidate(self.rules, name, self._line_values)
        return None if position is None else tuple(position.moves)

    @cached_property
    def _line_values(self) -> LineValues:
        """The line values, which a game from a file of openings does not need."""
        return LineValues(self.rules)

    def as_plain(self, position: FivePosition) -> dict[str, Any]:
        """The cells as digits, the side and the captures."""
        return {
            "cells": bytes(position.cells).translate(DIGIT_OF_CELL).decode(),
            "side": position.side,
            "captured": position.captured_stones,
        }

    def of_plain(self, position: FivePosition, told: Mapping[str, Any]) -> FivePosition:
        """The same position, changed. Raises ValueError, KeyError, TypeError."""
        cells, side, captured = told["cells"], told["side"], told["captured"]
        if len(cells) != len(position.cells) or set(cells) - set("012") or side not in (0, 1):
            raise ValueError(f"invalid position of {self.rules.name}: {cells!r}, side {side}")
        # The game is not over. A new Position would look for rows of five again, which costs more
        # than all other steps of the protocol.
        position.cells = list(cells.encode().translate(CELL_OF_DIGIT))
        position.side = side
        position.captured_stones = [captured[0], captured[1]]
        return position

    def image_of_place(self, place: int, symmetry: int) -> int:
        """The image of a point under one of the eight symmetries of the square."""
        return mapped_point(place, self.size, symmetry)

    def beside(self, position: FivePosition) -> tuple[Any, ...]:
        """The side to move and the captures."""
        return position.side, position.captured_stones

    def place_name(self, place: int) -> str:
        """`K10`."""
        return format_point(place, self.size)

    def place_named(self, text: str) -> int:
        """The point that `K10` or `10k` names. Raises NotationError."""
        return parse_point(text, self.size)

    def layout(self) -> GridLayout:
        """The board with its star points."""
        return GridLayout(self, star_points(self.size))

    def captures_in_words(self, captured: Mapping[str, int]) -> tuple[str, ...]:
        """Pairs where only pairs are captured, else stones."""
        if not self.captures:
            return ()
        unit, what = (2, "pairs") if self.rules.capture_lengths == (2,) else (1, "stones")
        white, black = captured["white"] // unit, captured["black"] // unit
        return (f"captured {what}: White {white}, Black {black}",)

    def why_over(self, position: FivePosition, outcome: Outcome) -> str:
        """The winning row, the captures, or the full board."""
        if outcome.winner is None:
            return WON_BY[BOARD_FULL]
        colour = self.rules.colour_of(outcome.winner).capitalize()
        if outcome.termination == FIVE:
            row = " ".join(self.format_line(position, outcome.line))
            return f"{colour} has {len(outcome.line)} in a row, {row}"
        assert outcome.termination == CAPTURES
        return f"{colour} has captured {position.captured_stones[outcome.winner]} stones"


def star_points(size: int) -> list[int]:
    """The marked points of a board: the centre, and eight around it."""
    middle, away = size // 2, STAR_DISTANCE.get(size)
    if away is None:
        return []
    steps = (middle - away, middle, middle + away)
    return [row * size + column for row in steps for column in steps]
