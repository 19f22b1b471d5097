"""Decisions as text: one piece brought in, one row removed. (`games.gipf.turns` has whole turns.)

The two notations look alike, so the caller must say which it reads:

    OFFICIAL  a piece that pushes nothing: its spot, `e2`; one that pushes: its dot and the spot
              that the furthest piece reaches, `g1-c3` (rule book)
    ENTRY     always the dot and the first spot, `g1-f2`

A leading `G` means a GIPF-piece. In both, a removal lists the pieces taken in the order of the
line: `xc6*,d6,Gf5,g4`, with `*` after an opponent's piece and `G` before a GIPF-piece. GIPF-pieces
that stay are not listed. Fewer than two pieces do not identify the line, so we add it, unlike the
rule book: `x@e1-e9` leaves the row on that line standing.

The reader takes capitals as well, and marks of other programs before a piece: its colour, `W` and
`B` or `K`, and `N` for a single piece (gamerz.net).
"""

from __future__ import annotations

import re

from games.errors import IllegalMove, NotationError
from games.gipf.board import (
    DOTS,
    ENTRIES,
    ENTRY_DOTS,
    ENTRY_SPOTS,
    LINE_NAMES,
    SPOTS,
    entry_towards,
    parse_dot,
    parse_line,
    parse_spot,
)
from games.gipf.moves import brings_gipf, entry_of, is_removal, line_of, placement
from games.gipf.position import GipfPosition
from games.gipf.rows import OWNER, is_gipf
from games.rules import EMPTY

OFFICIAL = "official"
ENTRY = "entry"
LONGEST_DECISION = 100  # characters; a removal of seven marked pieces has half of them
MARK_OF_GIPF = re.compile(r"g(?=[wbk]?[a-i][1-9])")
MARK_OF_COLOUR = re.compile(r"(G?)([wbk])(?=x|[Gn]?[a-i][1-9])")
MARK_OF_SINGLE = re.compile(r"n(?=[a-i][1-9])")


def format_move(position: GipfPosition, move: int, notation: str) -> str:
    """A legal move in one of the notations."""
    if is_removal(move):
        return format_removal(position, move)
    entry = entry_of(move)
    first, reached = ENTRY_SPOTS[entry][0], position.gap(entry)
    text = f"{DOTS[ENTRY_DOTS[entry]]}-{SPOTS[first if notation == ENTRY else reached]}"
    if notation == OFFICIAL and reached == first:
        text = SPOTS[first]
    return "G" + text if brings_gipf(move) else text


def format_removal(position: GipfPosition, move: int) -> str:
    """What a removal takes, the same in both notations."""
    pieces = [_removed_piece(position, spot) for spot in position.spots_removed(move)]
    line = f"@{LINE_NAMES[line_of(move)]}" if len(pieces) < 2 else ""
    return f"x{','.join(pieces)}{line}"


def _removed_piece(position: GipfPosition, spot: int) -> str:
    cell = position.cells[spot]
    prefix = "G" if is_gipf(cell) else ""
    suffix = "" if OWNER[cell] == position.side else "*"
    return f"{prefix}{SPOTS[spot]}{suffix}"


def parse_move(text: str, position: GipfPosition, notation: str) -> int:
    """The legal move that the text means in this position.

    In the official notation a bare spot means the first entry that leads to it; all of them result
    in the same board. Raises NotationError (what was expected) or IllegalMove (why not).
    """
    if len(text) > LONGEST_DECISION:
        raise NotationError(f"{text[:20]!r}: a decision of {len(text)} characters")
    colour, text = plain_decision(text)
    if colour and "wb".index(colour) != position.side:
        named = position.rules.colour_of(1 - position.side).capitalize()
        raise IllegalMove(f"{text}: {named} is not to move")
    if text.startswith("x"):
        return parse_removal(text, position)
    entry = _parse_entry(text.removeprefix("G"), position, notation)
    move = placement(entry, gipf=text.startswith("G"))
    reason = position.why_illegal(move)
    if reason is not None:
        raise IllegalMove(f"{text}: {reason}")
    return move


def plain_decision(text: str) -> tuple[str, str]:
    """The colour that a decision names, `w`, `b` or none, and the decision as we write it."""
    word = MARK_OF_GIPF.sub("G", text.lower())
    named = MARK_OF_COLOUR.match(word)
    if named is not None:
        word = named[1] + word[named.end() :]
    colour = "" if named is None else named[2].replace("k", "b")
    return colour, MARK_OF_SINGLE.sub("", word)


def _parse_entry(text: str, position: GipfPosition, notation: str) -> int:
    """The entry that `e2` (official only) or `g1-c3` means."""
    dot_name, dash, spot_name = text.rpartition("-")
    spot = parse_spot(spot_name)
    if not dash:
        return _entry_onto(spot, position, notation)
    entry = entry_towards(parse_dot(dot_name), spot)
    if entry is None:
        raise NotationError(f"{text}: no line leads from {dot_name} to {spot_name}")
    spots = ENTRY_SPOTS[entry]
    reached = spots[0]
    if notation == OFFICIAL:
        empty = [at for at in spots if position.cells[at] == EMPTY]
        reached = empty[0] if empty else spot
    if reached != spot:
        what = "the furthest piece reaches" if notation == OFFICIAL else "the first spot is"
        raise NotationError(f"{text}: from {dot_name} this way {what} {SPOTS[reached]}")
    return entry


def _entry_onto(spot: int, position: GipfPosition, notation: str) -> int:
    """The first entry onto an empty spot at the edge: the meaning of a bare spot."""
    name = SPOTS[spot]
    entries = [entry for entry in ENTRIES if ENTRY_SPOTS[entry][0] == spot]
    if notation == ENTRY or not entries:
        raise NotationError(f"{name}: expected a dot and a spot, as a1-b2")
    if position.cells[spot] != EMPTY:
        raise NotationError(f"{name} is occupied: a push is written with its dot, as a1-e5")
    return entries[0]


def parse_removal(text: str, position: GipfPosition) -> int:
    """The removal that `xc6*,d6` or `xGe5@e1-e9` means; a bare `x` is the only possible one.

    The marks `*` and `G` may be missing, but not wrong. Raises NotationError or IllegalMove.
    """
    pieces, at, line_name = text.removeprefix("x").partition("@")
    words = [word for word in pieces.split(",") if word]
    removals = [move for move in position.legal_moves() if is_removal(move)]
    if at:
        line = parse_line(line_name)
        removals = [move for move in removals if line_of(move) == line]
    if at or words:
        spots = sorted(parse_spot(word.removeprefix("G").removesuffix("*")) for word in words)
        removals = [move for move in removals if sorted(position.spots_removed(move)) == spots]
    else:
        removals = [move for move in removals if position.spots_removed(move)]
    colour = position.rules.colour_of(position.side).capitalize()
    if not removals:
        rows = ", ".join(LINE_NAMES[line] for line in position.rows_to_decide(position.side))
        raise IllegalMove(
            f"{text}: {colour} cannot remove that; {colour}'s rows stand on: {rows or '-'}"
        )
    if len(removals) > 1:
        several = ", ".join(format_removal(position, move) for move in removals)
        raise NotationError(f"{text}: it could be any of {several}")
    _check_marks(text, words, position)
    return removals[0]


def _check_marks(text: str, words: list[str], position: GipfPosition) -> None:
    """Raise NotationError for `*` after an own piece or `G` before a single one."""
    for word in words:
        truth = _removed_piece(position, parse_spot(word.removeprefix("G").removesuffix("*")))
        if any(word.count(mark) > truth.count(mark) for mark in "G*"):
            raise NotationError(f"{text}: {word} is {truth} here")
