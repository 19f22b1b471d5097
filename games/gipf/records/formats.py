"""The record formats of Gipf, and how a text in one is recognised."""

from __future__ import annotations

import re
from contextlib import suppress
from functools import partial

from games.errors import NotationError
from games.gipf.notation import ENTRY
from games.gipf.records.json_line import format_json, parse_json
from games.gipf.records.paper import format_paper, parse_paper
from games.gipf.records.sgf import format_gipf_sgf, parse_gipf_sgf
from games.gipf.records.sheet import is_heading, is_paper
from games.gipf.rules import GipfRules, gipf_rules_named
from games.gipf.text import parse_position
from games.records.format import RecordFormat, lines, movetext, trees, without_comment_lines
from games.records.movetext import without_comments
from games.tree import GameTree

PAPER, WEBGIPF, POSITION = "gipf", "webgipf", "position"
SGF_NUMBER = re.compile(r"GM\s*\[\s*39\s*\]")
LONGEST_ROOT = 2_000  # characters of SGF in which its number is looked for
NUMBERED = re.compile(r"\[|1\.")
MOVE = re.compile(r"(?i)x?[gn]?[a-i][1-9]")
PUSH = re.compile(r"(?i)g?[wk][a-i][1-9]-[a-i][1-9]")  # of webgipf
FIRST_WORDS = 3  # of webgipf that recognition reads
START = re.compile(r"[wb]\s+\d+\s+\d+")  # of a position


def format_of(text: str, *, named: bool) -> str:
    """The format of a text; "" if it is none of Gipf's. `named`: the user said that it is Gipf."""
    line = without_comment_lines(text)
    if is_webgipf(text):
        return WEBGIPF
    if is_paper(text) or (named and NUMBERED.match(text)):
        return PAPER
    if START.match(line) or (named and "/" in line and len(line.splitlines()) == 1):
        return POSITION
    if not named:
        return ""
    return PAPER if MOVE.match(without_comments(text).lstrip()) else POSITION


def is_webgipf(text: str) -> bool:
    """Whether a text begins with actions of webgipf."""
    words = text[:200].split()[:FIRST_WORDS]
    return bool(words) and all(map(PUSH.fullmatch, words))


def parse_webgipf(text: str, rules: GipfRules | None = None) -> GameTree:
    """The game of such a text. Raises NotationError or IllegalMove.

        GWi3-h3 GKb6-c6 ... Wg1-f2 Ka5-b5 xf6,g6 Wa4-b5

    Each push has the colour, W or K (black), the dot and the first spot; G before it brings in a
    GIPF-piece. A removal lists the spots that are emptied; GIPF-pieces that stay are not listed.
    The text differs from other paper by the entry notation. (Source: webgipf's code.)
    """
    return parse_paper(text, rules, ENTRY)


def read_position(text: str, rules: GipfRules | None) -> GameTree:
    """A game that starts from a position; without rules its text decides which game it is.

    A tournament position may have more pieces in reserve than the basic game allows.
    """
    if rules is None and "add=" in text:
        rules = gipf_rules_named("gipf-tournament")
    if rules is None and re.search(r" G[WK]", text):
        rules = gipf_rules_named("gipf")
    try:
        return GameTree(parse_position(text, rules or gipf_rules_named("gipf-basic")))
    except NotationError:
        if rules is None:
            with suppress(NotationError):
                return GameTree(parse_position(text, gipf_rules_named("gipf-tournament")))
        raise


FORMATS = {
    "json": RecordFormat(read=lambda text, _: parse_json(text), write=format_json),
    "sgf": RecordFormat(
        read=parse_gipf_sgf,
        write=format_gipf_sgf,
        suffix=".sgf",
        owns=lambda text, _: SGF_NUMBER.search(text[:LONGEST_ROOT]),
        split=trees,
    ),
    PAPER: RecordFormat(
        read=parse_paper,
        write=format_paper,
        suffix=".gipf",
        begins=re.compile(r'\s*\[Game "gipf'),
        split=partial(movetext, is_heading),
        between="\n",
    ),
    WEBGIPF: RecordFormat(read=parse_webgipf, split=lines),
    POSITION: RecordFormat(read=read_position, begins=START, owns=lambda text, _: "/" not in text),
}
