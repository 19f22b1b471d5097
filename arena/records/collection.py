"""Files of games: the one reader that every command and the board use.

A file holds one game or a collection of them. What it holds is told as in `arena.records.formats`;
beside those formats the harness's `input.txt` and the transcripts of our matches are read:

| format       | told by           | one game after the other                                  |
|--------------|-------------------|-----------------------------------------------------------|
| `json`       | `{`               | one a line; the head of a results file is passed over     |
| `sgf`        | `(`               | one tree after the other                                  |
| `pente`      | `[` or `1.`       | a header, or `1.` at the start of a line, after moves     |
| `gipf`       | `[Game "gipf`     | the same                                                  |
| `psq`        | `Piskvorky`       | the next such line                                        |
| `share`      | `PRESET:`         | one a line                                                |
| `position`   | `/`, or pieces    | one a line; a position of Gipf may fill several           |
| `transcript` | `Game 7, `        | the next such line                                        |
| `harness`    | `BLACK`, `WHITE`  | one position                                              |

Limits come first: no text is looked at that is longer than any true collection.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arena.records.formats import FORMATS, GIPF_POSITION, Record, detect, read_record
from arena.records.harness_folder import TRANSCRIPT_HEAD, read_request, read_transcript
from games.errors import GameError, NotationError
from games.records.share import is_share

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HARNESS, TRANSCRIPT = "harness", "transcript"
READ_FORMATS = (*FORMATS, HARNESS, TRANSCRIPT)
LONGEST_FILE = 16 << 20  # bytes; pente.org's games of a strong player in a year have some 2 MiB
LONGEST_GAME = 1 << 20  # signs of one game; ours of 20,000 moves with comments stay below
MOST_GAMES = 20_000
HARNESS_WORDS = ("BLACK", "WHITE")
FIRST_MOVE = re.compile(r"\s*1\.(?!\d)")
RESULTS_HEAD = '{"match":'


@dataclass(frozen=True, slots=True)
class Part:
    """The text of one game of a file, and the line from 1 on which it begins."""

    text: str
    line: int


def read_games(
    data: bytes | str, name: str, *, format_: str | None = None, preset: str | None = None
) -> list[Record]:
    """All games that a file holds, at least one, in its order.

    `name` is the file's, for messages; `preset` is the game where the file does not say it. Raises
    NotationError saying what is wrong with which game, on which line.
    """
    text = text_of(data, name)
    try:
        kind = format_ or kind_of(text, preset)
        parts = split_games(text, kind)
    except GameError as error:
        raise NotationError(f"{name}: {error}") from error
    if kind == HARNESS:
        return [read_request(text, name, preset)]
    games = []
    for number, part in enumerate(parts, 1):
        try:
            if len(part.text) > LONGEST_GAME:
                raise NotationError(f"a game of {len(part.text)} signs, at most {LONGEST_GAME}")
            games.append(read_game(part.text, kind, preset))
        except GameError as error:
            place = f", game {number} of {len(parts)}, from line {part.line} on"
            where = name + (place if len(parts) > 1 else "")
            raise NotationError(f"{where}: {error}") from error
    return games


def text_of(data: bytes | str, name: str) -> str:
    """A file as text, without a byte order mark. Raises NotationError for one that is too long."""
    if len(data) > LONGEST_FILE:
        raise NotationError(f"{name}: {len(data)} bytes, at most {LONGEST_FILE} are read")
    text = data if isinstance(data, str) else data.decode("utf-8-sig", errors="replace")
    return text.removeprefix("\ufeff")


def kind_of(text: str, preset: str | None) -> str:
    """The format that a file looks like. Raises NotationError where it is like none."""
    start = text[:LONGEST_GAME].lstrip()
    if start[:5].upper() in HARNESS_WORDS:
        return HARNESS
    if TRANSCRIPT_HEAD.match(start):
        return TRANSCRIPT
    if is_share(start.partition("\n")[0]):
        return "share"
    parts = _by_lines(text, "position", STARTS["position"])
    try:
        return detect(parts[0].text if len(parts) > 1 else text, preset)
    except NotationError as error:
        words = " or ".join(HARNESS_WORDS)
        raise NotationError(f"no harness input ({words} first), and {error}") from error


def read_game(text: str, kind: str, preset: str | None) -> Record:
    """The one game of a text of this format, harness input apart. Raises GameError."""
    if kind == TRANSCRIPT:
        return read_transcript(text)
    return read_record(text, format_=kind, preset=preset)


def split_games(text: str, kind: str) -> list[Part]:
    """The games of a text of this format, none of them read yet. Raises NotationError.

    A text without any has one part, which the format's reader refuses in its own words.
    """
    if kind == "sgf":
        parts = list(_trees(text))
    elif kind == "json":
        parts = [each for each in _lines(text) if not each.text.startswith(RESULTS_HEAD)]
    elif kind == "share":
        parts = _lines(text)
    elif kind in STARTS:
        parts = _by_lines(text, kind, STARTS[kind])
    else:
        parts = [Part(text, 1)]
    if len(parts) > MOST_GAMES:
        raise NotationError(f"{len(parts)} games, at most {MOST_GAMES} are read")
    return parts or [Part(text, 1)]


def _lines(text: str) -> list[Part]:
    """Each line that is not blank."""
    lines = enumerate(text.split("\n"), 1)
    return [Part(line.strip(), number) for number, line in lines if line.strip()]


def _by_lines(text: str, kind: str, starts: Callable[[str, bool], bool]) -> list[Part]:
    """The text cut before each line that starts a game; what stands before the first belongs to it.

    `starts` is asked of a line, and whether the game so far has moves.
    """
    begun, moves, cuts, lines = False, False, [0], text.split("\n")
    for number, line in enumerate(lines):
        bare = line.strip()
        if not bare or (kind == "position" and bare.startswith("#")):
            continue
        if starts(bare, moves):
            if begun:
                cuts.append(number)
            begun, moves = True, False
        moves = moves or not bare.startswith("[")
        begun = begun or kind in ("pente", "gipf")
    ends = [*cuts[1:], len(lines)]
    return [
        Part("\n".join(lines[begin:end]), begin + 1) for begin, end in zip(cuts, ends, strict=True)
    ]


STARTS: dict[str, Callable[[str, bool], bool]] = {
    "pente": lambda line, moves: moves and (line.startswith("[") or bool(FIRST_MOVE.match(line))),
    "gipf": lambda line, moves: moves and (line.startswith("[") or bool(FIRST_MOVE.match(line))),
    "psq": lambda line, _: line.startswith("Piskvorky"),
    "position": lambda line, _: "/" in line or bool(GIPF_POSITION.match(line)),
    TRANSCRIPT: lambda line, _: bool(TRANSCRIPT_HEAD.match(line)),
}
# What matters for a tree's end: brackets, and values, in which brackets mean nothing. A value that
# does not end reaches to the text's end: looking for each end anew would walk through the rest.
TREE_SIGN = re.compile(r"[()]|\[(?:[^\]\\]|\\.)*+(?:\]|\\?\Z)", re.DOTALL)


def _trees(text: str) -> Iterator[Part]:
    """Each SGF tree; a text after the last one, and a tree without an end, are parts as well."""
    depth = begin = 0
    line, seen = 1, 0
    for sign in TREE_SIGN.finditer(text):
        depth += {"(": 1, ")": -1}.get(sign[0], 0)
        if depth == 0 and sign[0] == ")":
            lead = len(text[begin : sign.end()]) - len(text[begin : sign.end()].lstrip())
            line += text.count("\n", seen, begin + lead)
            seen = begin + lead
            yield Part(text[begin : sign.end()].strip(), line)
            begin = sign.end()
    if text[begin:].strip():
        yield Part(text[begin:].strip(), line + text.count("\n", seen, begin))
