"""Splits the text of a file into the texts of its games (`arena.records.reading` reads them).

A file has one game or a collection, in any format of `arena.records.formats`, each of which knows
where its next game begins; or it is the harness's `input.txt`, or a transcript of our matches. The
reader checks sizes first and refuses texts longer than any real collection.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from arena.records.decoding import decoded
from arena.records.formats import (
    FORMATS,
    POSITION,
    READ_ONLY,
    SHARED,
    UnknownFormat,
    detect,
    format_named,
    read_record,
)
from arena.records.harness_folder import TRANSCRIPT_HEAD, read_transcript
from games.errors import NotationError
from games.records.format import Part, before, whole
from games.records.sgf import is_sgf
from games.registry import BUILT_IN
from games.share import is_share
from games.tree import GameTree

HARNESS, TRANSCRIPT = "harness", "transcript"
READ_FORMATS = (*FORMATS, *READ_ONLY, HARNESS, TRANSCRIPT)
LONGEST_FILE = 16 << 20  # bytes; a strong player's year on pente.org has about 2 MiB
LONGEST_GAME_TEXT = 1 << 20  # characters; our games of 20,000 moves with comments are shorter
MOST_GAMES = 20_000
HARNESS_WORDS = ("BLACK", "WHITE")


def text_of(data: bytes | str, name: str) -> str:
    """A file as text without a byte order mark.

    Raises NotationError if it is too long, or no text.
    """
    if len(data) > LONGEST_FILE:
        raise NotationError(f"{name}: {len(data)} bytes, at most {LONGEST_FILE} are allowed")
    return (data if isinstance(data, str) else decoded(data, name)).removeprefix("\ufeff")


def kind_of(text: str, preset: str | None) -> str:
    """The format of a file. Raises UnknownFormat if it recognises none."""
    start = text[:LONGEST_GAME_TEXT].lstrip()
    if start[:5].upper() in HARNESS_WORDS and not _is_of_other_games(start):
        return HARNESS
    if TRANSCRIPT_HEAD.match(start):
        return TRANSCRIPT
    if is_share(start.partition("\n")[0]):
        return "share"
    parts = SHARED[POSITION].split(text)
    try:
        return detect(parts[0].text if len(parts) > 1 and not is_sgf(text) else text, preset)
    except UnknownFormat as error:
        words = " or ".join(HARNESS_WORDS)
        raise UnknownFormat(f"{error}, or harness input ({words} first)") from error


def _is_of_other_games(text: str) -> bool:
    """Whether a family without a harness knows a text."""
    return any(family.format_of(text, named=False) for family in BUILT_IN if not family.harness)


def read_game(text: str, kind: str, preset: str | None) -> GameTree:
    """Read a game in this format, except harness input. Raises GameError."""
    if kind == TRANSCRIPT:
        return read_transcript(text)
    return read_record(text, format_=kind, preset=preset)


def split_games(text: str, kind: str, preset: str | None = None) -> list[Part]:
    """Split a text of this format into games without reading them. Raises NotationError.

    A text without games becomes one part, which the format's reader refuses.
    """
    if kind in OWN_SPLIT:
        parts = OWN_SPLIT[kind](text)
    else:
        parts = format_named(kind, text, preset)[0].split(text)
    if len(parts) > MOST_GAMES:
        raise NotationError(f"{len(parts)} games, at most {MOST_GAMES} are allowed")
    return parts or [Part(text, 1)]


OWN_SPLIT: dict[str, Callable[[str], list[Part]]] = {
    HARNESS: whole,
    TRANSCRIPT: partial(before, TRANSCRIPT_HEAD.match),
    POSITION: SHARED[POSITION].split,  # a file may have positions of several families
}
