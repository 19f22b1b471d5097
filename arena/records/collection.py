"""Splits the text of a file into the texts of its games (`arena.records.reading` reads them).

A file has one game or a collection. It may be in any format of `arena.records.formats`, the
harness's `input.txt` or a transcript of one of our matches:

| format       | recognised by     | where the next game begins                                |
|--------------|-------------------|-----------------------------------------------------------|
| `json`       | `{`               | each line; the head of a results file is skipped          |
| `sgf`        | `(`               | each tree                                                 |
| `pente`      | `[` or `1.`       | a header, or `1.` at the start of a line, after moves     |
| `moves`      | points            | a blank line, or `1.` at the start of a line              |
| `pos-...`    |                   | each line                                                 |
| `webgipf`    | `We1-e2`          | each line                                                 |
| `rec`        | two names, a move | the file has one game                                     |
| `gipf`       | `[Game "gipf`     | as for `pente`                                            |
| `psq`        | `Piskvorky`       | the next such line                                        |
| `share`      | `PRESET:`         | each line                                                 |
| `position`   | `/`, or pieces    | each line; a Gipf position may take several               |
| `transcript` | `Game 7, `        | the next such line                                        |
| `harness`    | `BLACK`, `WHITE`  | the file has one position                                 |

The reader checks sizes first and refuses texts longer than any real collection.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arena.records.decoding import decoded
from arena.records.formats import (
    FORMATS,
    GIPF_POSITION,
    MOVES,
    READ_ONLY,
    WEBGIPF,
    UnknownFormat,
    detect,
    read_record,
)
from arena.records.harness_folder import TRANSCRIPT_HEAD, read_transcript
from games.errors import NotationError
from games.records.gipf_sheet import is_heading, is_paper
from games.records.move_list import NOTATIONS, is_pos
from games.records.sgf import BEGIN, is_sgf
from games.records.share import is_share
from games.tree import GameTree

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HARNESS, TRANSCRIPT = "harness", "transcript"
READ_FORMATS = (*FORMATS, *READ_ONLY, HARNESS, TRANSCRIPT)
LONGEST_FILE = 16 << 20  # bytes; a strong player's year on pente.org has about 2 MiB
LONGEST_GAME_TEXT = 1 << 20  # characters; our games of 20,000 moves with comments are shorter
MOST_GAMES = 20_000
HARNESS_WORDS = ("BLACK", "WHITE")
FIRST_MOVE = re.compile(r"\s*1\.(?![\d.])")
RESULTS_HEAD = ('{"match":', '{"tournament":')


@dataclass(frozen=True, slots=True)
class Part:
    """The text of one game of a file, and its first line, counted from 1."""

    text: str
    line: int


def text_of(data: bytes | str, name: str) -> str:
    """Return a file as text without a byte order mark.

    Raises NotationError if it is too long, or no text.
    """
    if len(data) > LONGEST_FILE:
        raise NotationError(f"{name}: {len(data)} bytes, at most {LONGEST_FILE} are allowed")
    return (data if isinstance(data, str) else decoded(data, name)).removeprefix("\ufeff")


def kind_of(text: str, preset: str | None) -> str:
    """Return the format of a file. Raises UnknownFormat if it recognises none."""
    start = text[:LONGEST_GAME_TEXT].lstrip()
    if start[:5].upper() in HARNESS_WORDS and not is_paper(start):
        return HARNESS
    if TRANSCRIPT_HEAD.match(start):
        return TRANSCRIPT
    if is_share(start.partition("\n")[0]):
        return "share"
    parts = _by_lines(text, "position", STARTS["position"])
    try:
        return detect(parts[0].text if len(parts) > 1 and not is_sgf(text) else text, preset)
    except UnknownFormat as error:
        words = " or ".join(HARNESS_WORDS)
        raise UnknownFormat(f"{error}, or harness input ({words} first)") from error


def read_game(text: str, kind: str, preset: str | None) -> GameTree:
    """Read a game in this format, except harness input. Raises GameError."""
    if kind == TRANSCRIPT:
        return read_transcript(text)
    return read_record(text, format_=kind, preset=preset)


def split_games(text: str, kind: str) -> list[Part]:
    """Split a text of this format into games without reading them. Raises NotationError.

    A text without games becomes one part, which the format's reader refuses.
    """
    if kind == "sgf":
        parts = list(_trees(text))
    elif kind == "json":
        parts = [each for each in _lines(text) if not each.text.startswith(RESULTS_HEAD)]
    elif kind in ("share", WEBGIPF) or (kind in NOTATIONS and (kind != MOVES or is_pos(text))):
        parts = _lines(text)
    elif kind == MOVES:
        parts = _paragraphs(text)
    elif kind in STARTS:
        parts = _by_lines(text, kind, STARTS[kind])
    else:
        parts = [Part(text, 1)]
    if len(parts) > MOST_GAMES:
        raise NotationError(f"{len(parts)} games, at most {MOST_GAMES} are allowed")
    return parts or [Part(text, 1)]


def _lines(text: str) -> list[Part]:
    """Return the lines that are not blank."""
    lines = enumerate(text.split("\n"), 1)
    return [Part(line.strip(), number) for number, line in lines if line.strip()]


def _paragraphs(text: str) -> list[Part]:
    """Return the groups of lines between blank lines and before lines that start with `1.`."""
    parts: list[list[str]] = []
    begins: list[int] = []
    open_ = False
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            open_ = False
            continue
        if not open_ or FIRST_MOVE.match(line):
            parts.append([])
            begins.append(number)
        parts[-1].append(line)
        open_ = True
    return [Part("\n".join(lines), begin) for lines, begin in zip(parts, begins, strict=True)]


def _by_lines(text: str, kind: str, starts: Callable[[str, bool], bool]) -> list[Part]:
    """Split a text before each line that starts a game; the first game includes all text before it.

    `starts` gets a line and whether the game so far has moves.
    """
    begun, moves, cuts, lines = False, False, [0], text.split("\n")
    braces = False  # within a comment of several lines
    for number, line in enumerate(lines):
        bare = line.strip()
        if not bare or (kind == "position" and bare.startswith("#")):
            continue
        inside = braces
        if kind in ("pente", "gipf") and not (bare.startswith("[") and not braces):
            braces = bare.rfind("{") > bare.rfind("}") or (braces and "}" not in bare)
        if not inside and starts(bare, moves):
            if begun:
                cuts.append(number)
            begun, moves = True, False
        head = bare.startswith("[") or (kind == "gipf" and is_heading(bare))
        moves = moves or inside or not head
        begun = begun or kind in ("pente", "gipf")
    ends = [*cuts[1:], len(lines)]
    return [
        Part("\n".join(lines[begin:end]), begin + 1) for begin, end in zip(cuts, ends, strict=True)
    ]


STARTS: dict[str, Callable[[str, bool], bool]] = {
    "pente": lambda line, moves: moves and (line.startswith("[") or bool(FIRST_MOVE.match(line))),
    "gipf": lambda line, moves: (
        moves and (line.startswith("[") or bool(FIRST_MOVE.match(line)) or is_heading(line))
    ),
    "psq": lambda line, _: line.startswith("Piskvorky"),
    "position": lambda line, _: "/" in line or bool(GIPF_POSITION.match(line)),
    TRANSCRIPT: lambda line, _: bool(TRANSCRIPT_HEAD.match(line)),
}
# Brackets, and values, in which brackets mean nothing. An unfinished value extends to the end of
# the text, so that the search for its end runs only once.
TREE_SIGN = re.compile(r"[()]|\[(?:[^\]\\]|\\.)*+(?:\]|\\?\Z)", re.DOTALL)


def _trees(text: str) -> Iterator[Part]:
    """Yield each SGF tree, an unfinished one too; text around the trees is passed over."""
    end = line = 0
    while begin := BEGIN.search(text, end):
        line += text.count("\n", end, begin.start())
        depth = 0
        for sign in TREE_SIGN.finditer(text, begin.start()):
            depth += {"(": 1, ")": -1}.get(sign[0], 0)
            if depth == 0:
                break
        end = sign.end() if depth == 0 else len(text)
        yield Part(text[begin.start() : end].strip(), line + 1)
        line += text.count("\n", begin.start(), end)
