"""A format of records, and how a file in it is split into games.

A family lists its formats by name (`games.family.Family.formats`); the record tells everything that
readers of files need to know of one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from games.records.sgf import BEGIN
from games.tree import GameTree

FIRST_MOVE = re.compile(r"\s*1\.(?![\d.])")
# Brackets, and values, in which brackets mean nothing. An unfinished value extends to the end of
# the text, so that the search for its end runs only once.
TREE_SIGN = re.compile(r"[()]|\[(?:[^\]\\]|\\.)*+(?:\]|\\?\Z)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Part:
    """The text of one game of a file, and its first line, counted from 1."""

    text: str
    line: int


def whole(text: str) -> list[Part]:
    """A file with one game."""
    return [Part(text, 1)]


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordFormat:
    """A format of the records of one family.

    read    gives the game of a text; the rules are those that the user named, if they are the
            family's. Raises GameError
    write   gives the text of a game, or raises NotationError; None in formats that are only read
    suffix  of files in it; "" if it is only read
    begins  matches the beginning of every text in it, and of no other text
    owns    whether a text in a format of several families, such as SGF, is of this family; it gets
            the rules as `read`
    split   gives the games of a file
    between what stands between two games in a file; None: a file has one game
    """

    read: Callable[[str, Any], GameTree]
    write: Callable[[GameTree], str] | None = None
    suffix: str = ""
    begins: re.Pattern[str] | None = None
    owns: Callable[[str, Any], object] = lambda _text, _rules: True
    split: Callable[[str], list[Part]] = whole
    between: str | None = ""


def lines(text: str) -> list[Part]:
    """The lines that are not blank."""
    numbered = enumerate(text.split("\n"), 1)
    return [Part(line.strip(), number) for number, line in numbered if line.strip()]


def paragraphs(text: str) -> list[Part]:
    """The groups of lines between blank lines and before lines that start with `1.`."""
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
    return [Part("\n".join(some), begin) for some, begin in zip(parts, begins, strict=True)]


def before(starts: Callable[[str], object], text: str, comment: str = "\n") -> list[Part]:
    """A text cut before each line that starts a game; the first game has all text before it.

    Lines that begin with `comment` start none.
    """
    all_lines = text.split("\n")
    cuts = [
        number
        for number, line in enumerate(all_lines)
        if (bare := line.strip()) and not bare.startswith(comment) and starts(bare)
    ]
    return _cut(all_lines, cuts[1:])


def movetext(is_head: Callable[[str], object], text: str) -> list[Part]:
    """A text of numbered moves cut before a head, or `1.` at the start of a line, after moves.

    A head is a line in brackets, or one that `is_head` knows.
    """
    moves, cuts, all_lines = False, [], text.split("\n")
    braces = False  # within a comment of several lines
    for number, line in enumerate(all_lines):
        bare = line.strip()
        if not bare:
            continue
        inside, head = braces, bare.startswith("[")
        if braces or not head:
            braces = bare.rfind("{") > bare.rfind("}") or (braces and "}" not in bare)
        head = head or bool(is_head(bare))
        if moves and not inside and (head or FIRST_MOVE.match(bare)):
            cuts.append(number)
            moves = False
        moves = moves or inside or not head
    return _cut(all_lines, cuts)


def _cut(all_lines: list[str], cuts: list[int]) -> list[Part]:
    """The text before, between and after these numbers of lines, from 0."""
    begins, ends = [0, *cuts], [*cuts, len(all_lines)]
    return [
        Part("\n".join(all_lines[begin:end]), begin + 1)
        for begin, end in zip(begins, ends, strict=True)
    ]


def trees(text: str) -> list[Part]:
    """Each SGF tree, an unfinished one too; text around the trees is passed over."""
    return list(_trees(text))


def _trees(text: str) -> Iterator[Part]:
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


def without_comment_lines(text: str) -> str:
    """The text without the lines that begin with `#`."""
    return "\n".join(line for line in text.splitlines() if not line.startswith("#")).strip()
