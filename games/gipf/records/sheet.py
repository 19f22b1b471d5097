"""What players and other programs put around the turns of Gipf, and whether a text has such turns.

    White    Black            a4-b4 / i3-h3         1. W a4 - b4       ga1-b2 gi5-h5 nc1-c2
    a4-b4  1 i3-h3            g1-g2 / c1-c2         1. B I3-H3

gipf.com advises a sheet of two columns with the number of the move between them, or a line or a
slash for each move, and the reserve after a turn in brackets, `(12)`. A heading may name the
players: `White: Ann  Black: Ben`. Players leave blanks within a turn, use capitals, write commas or
upright lines between turns, and name the colour. Richard's PBeM server (gamerz.net) puts `g` before
a GIPF-piece and `n` before a single one.
"""

from __future__ import annotations

import re

from games.records.movetext import read_headers, without_comments

LOOKED_AT = 4_000  # characters that recognition reads
LONGEST_HEADING = 200  # characters of a line
POINT = r"[a-i][1-9]"
PIECE = rf"g?{POINT}\*?(?!\s*-)"
# A turn that no list of points on a square board has: with a dash, or a mark before the point.
TURN = re.compile(rf"(?i)(?:\d+[.)]+)?[wbk]?(?:[gn]{POINT}|[gn]?{POINT}-{POINT})\b")
A_TURN = re.compile(rf"(?i)\b[gnx]?{POINT}\b")
SLASHED = re.compile(rf"(?i)(?<!\S){POINT}\s*/\s*{POINT}(?!\S)")
HEADING = re.compile(r"(?i)[^a-z{}]*(?:\b(?:white|black|no|nr|moves?|turns?|gipf)\b[^a-z{}]*)+")
RULE = re.compile(r"[-=+|_\s]*")
NAMES = re.compile(
    r"(?i)(?:white\s*[:=]\s*(?P<White>.*?))?[\s|,/]*(?:black\s*[:=]\s*(?P<Black>.*?))?"
)
COMMENT = re.compile(r"(\{[^{}]*\})")
TIDY = (
    (re.compile(r"\(\s*\d+\s*\)"), " "),  # the reserve
    (re.compile(r"(?<!\S)(\d+)\s*:"), r"\1. "),
    (re.compile(rf"(?i)(?<={POINT})\s*[-\u2013\u2014]\s*(?={POINT})"), "-"),
    (re.compile(rf"(?i)(?<={POINT})x"), ";x"),
    (re.compile(rf"(?i)(?:(?<={POINT})|(?<=[x*]))\s*[;:]\s*"), ";"),
    (re.compile(rf"(?i)(?<!\S)(w|b|k)(?:hite|lack)?(?:\s*[:.])?\s+(?=[gn]?{POINT}|x)"), r"\1"),
)
# A result, the list of a removal, or what stands between two turns.
BETWEEN = re.compile(
    rf"(?i)(?<!\S)1/2(?:-1/2)?(?!\S)|(?<![a-z0-9])[wbk]?x\s*{PIECE}(?:\s*,\s*{PIECE})+|[,/|]"
)


def is_paper(text: str) -> bool:
    """Whether a text has turns of Gipf that no other game has, or the two columns of a sheet."""
    _, rest = read_headers(text[:LOOKED_AT])
    rest = without_comments(rest)
    first = rest.partition("\n")[0].lower()
    if ("white" in first and "black" in first and is_heading(first)) or SLASHED.search(rest):
        return True
    return any(map(TURN.match, turns_apart(read_heading(rest)[1]).split()))


def is_heading(line: str) -> bool:
    """Whether a line has the words above the columns of a sheet, or names players."""
    return len(line) < LONGEST_HEADING and bool(HEADING.fullmatch(line) or _names_in(line))


def read_heading(text: str) -> tuple[dict[str, str], str]:
    """The players that a sheet's heading names, and the text after it."""
    names: dict[str, str] = {}
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if not (is_heading(line) or RULE.fullmatch(line)):
            return names, "\n".join(lines[number:])
        names |= _names_in(line)
    return names, ""


def _names_in(line: str) -> dict[str, str]:
    """The players that a line without turns names by their colours."""
    named = NAMES.fullmatch(line.strip()) if len(line) < LONGEST_HEADING else None
    if named is None or A_TURN.search(line):
        return {}
    return {colour: name for colour, name in named.groupdict().items() if name}


def turns_apart(text: str) -> str:
    """The text with a blank between turns, and none within one; comments stay as they are."""
    pieces = COMMENT.split(text)
    pieces[::2] = map(_tidied, pieces[::2])
    return "".join(pieces)


def _tidied(text: str) -> str:
    for pattern, written in TIDY:
        text = pattern.sub(written, text)
    return BETWEEN.sub(lambda between: _joined(between[0]), text)


def _joined(text: str) -> str:
    return " " if text in (",", "/", "|") else "".join(text.split())
