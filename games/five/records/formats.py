"""The record formats of the five-in-a-row family, and how a text in one is recognised."""

from __future__ import annotations

import re
from functools import partial

from games.errors import GameError, NotationError, UnknownRules
from games.five.diagram import parse_position
from games.five.records.move_list import NOTATIONS, PLAYERS, is_move_list, parse_move_list
from games.five.records.pente_text import format_pente_text, parse_pente_text
from games.five.records.psq import format_psq, is_rec, parse_psq, parse_rec
from games.five.records.sgf import format_five_sgf, parse_five_sgf
from games.five.rules import PRESETS, FiveRules
from games.records.format import (
    Part,
    RecordFormat,
    before,
    lines,
    movetext,
    paragraphs,
    trees,
    without_comment_lines,
)
from games.records.movetext import is_pos
from games.tree import GameTree

PENTE, REC, POSITION = "pente", "rec", "position"
PISKVORKY = "Piskvorky"
MOVE_NUMBER = re.compile(r"1\.")
PRESET_OF_ROWS = {9: "gomoku-9", 15: "gomoku-15", 19: "pente", 20: "gomoku-20"}
# `alice* vs. bob`, where the winner has the star, then `02/12/2000 13:45 EST`
DSG = re.compile(r"[^\n]{1,200}\n\s*\d{1,2}/\d{1,2}/\d{4} +\d{1,2}:\d\d")


def format_of(text: str) -> str:
    """The format of a text that no other family knows; "" if none. Raises NotationError."""
    if text.startswith("[") or MOVE_NUMBER.match(text):
        return PENTE
    line = without_comment_lines(text)
    if "/" in line and len(line.splitlines()) == 1:
        return POSITION
    if DSG.match(text):
        raise NotationError(
            "the oldest text of pente.org (DSG 2.12: names, a date, moves) is not read: expected "
            "headers in brackets, or the moves alone"
        )
    if is_rec(text):
        return REC
    return PLAYERS if is_move_list(text) else ""


def read_moves(notation: str, text: str, rules: FiveRules | None) -> GameTree:
    """A list of moves; without rules it is a game of Pente, as pente.org's text is."""
    asked = None if notation == PLAYERS else notation
    if rules is not None:
        return parse_move_list(text, rules, asked)
    try:
        game = parse_move_list(text, PRESETS["pente"], asked)
    except GameError as error:
        raise type(error)(f"{error} (read as Pente: no game is named)") from error
    game.notes.append("a list of moves names no game: read as Pente")
    return game


def read_position(text: str, rules: FiveRules | None) -> GameTree:
    """A game that starts from a position string, without moves."""
    rows = text.count("/") + 1
    if rules is None and rows not in PRESET_OF_ROWS:
        raise UnknownRules(f"no game has {rows} rows: name the game")
    return GameTree(parse_position(text, rules or PRESETS[PRESET_OF_ROWS[rows]]))


def _lists(text: str) -> list[Part]:
    """The lists of moves of a file: joined points fill a line, others a paragraph."""
    return lines(text) if is_pos(text) else paragraphs(text)


FORMATS = {
    "sgf": RecordFormat(read=parse_five_sgf, write=format_five_sgf, suffix=".sgf", split=trees),
    PENTE: RecordFormat(
        read=parse_pente_text,
        write=format_pente_text,
        suffix=".txt",
        split=partial(movetext, lambda _: False),
        between="\r\n",
    ),
    "psq": RecordFormat(
        read=parse_psq,
        write=format_psq,
        suffix=".psq",
        begins=re.compile(PISKVORKY),
        split=partial(before, re.compile(PISKVORKY).match),
        between=None,
    ),
    REC: RecordFormat(read=parse_rec),
    **{
        name: RecordFormat(
            read=partial(read_moves, name), split=_lists if name == PLAYERS else lines
        )
        for name in NOTATIONS
    },
    POSITION: RecordFormat(read=read_position),
}
