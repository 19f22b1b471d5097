"""Files that survive a crash: replaced atomically, or appended by lines."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from typing import Any

from arena.appended import AppendedFile, read_lines, trim_torn_line
from arena.processes.worker import as_line
from games.errors import naming
from games.records.json_text import read_json
from tuning.errors import TuningError
from tuning.games import Played, parse_played

TRIAL = "trial"  # first word of a pair's key; older logs also have games of validation


def write_atomically(path: str, content: bytes) -> None:
    """Replace the file atomically; the content is on disk before this returns."""
    temporary = f"{path}.tmp"
    with naming(path):
        with open(temporary, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)


def write_record(path: str, record: object) -> None:
    """Replace the file by this JSON value."""
    write_atomically(path, json.dumps(record, indent=1).encode() + b"\n")


def read_text(path: str) -> str:
    """Read a text file. Raises OSError, or TuningError that names the line that is no text."""
    with open(path, "rb") as file:
        content = file.read()
    try:
        return content.decode()
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise TuningError(f"{path}, line {line}: not text in UTF-8") from error


def read_object(text: str | bytes) -> dict[str, Any]:
    """The JSON object in a text. Raises ValueError saying what it is instead."""
    try:
        parsed = read_json(text)
    except UnicodeDecodeError as error:
        raise ValueError("not text in UTF-8") from error
    if not isinstance(parsed, dict):
        raise ValueError(f"not a JSON object, but {str(parsed)[:20]!r}")  # noqa: TRY004 - bad input
    return parsed


def read_pairs(path: str) -> dict[str, Played]:
    """Read the pairs of a log by key; ignores a torn last line.

    Raises TuningError that names any other bad line.
    """
    if not os.path.exists(path):
        return {}
    pairs = read_lines(
        path, lambda line: parse_played(read_object(line)), TuningError, "not a pair of games: "
    )
    return {played.key: played for played in pairs}


def games_of(keys: Iterable[str]) -> int:
    """Count the games of the trials among the pairs with these keys."""
    return 2 * sum(key.startswith(f"{TRIAL} ") for key in keys)


class PairLog(AppendedFile):
    """The log of a study, open for appending; it has each pair once.

    path   its file
    known  its pairs by key
    """

    def __init__(self, path: str) -> None:
        trim_torn_line(path)
        known = read_pairs(path)
        super().__init__(path)
        self.known = known

    def append(self, played: Played) -> None:
        """Append a pair and flush it."""
        self.write(as_line(played))
        self.known[played.key] = played
