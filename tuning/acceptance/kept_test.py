"""The files of an acceptance test in the study's folder: its games, and what it tests.

FOLDER/acceptance.jsonl  the games
FOLDER/acceptance.json   the test, and the signature of the engine that plays it
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict

from arena.strength.sprt import Sprt
from tuning.errors import TuningError
from tuning.files import read_object, read_text, write_atomically

MATCH_FILE = "acceptance.jsonl"
TEST = "acceptance.json"


def settle_test(folder: str, test: Sprt, engine: str) -> None:
    """Write down the test. Raises TuningError if games of another engine would count."""
    path = os.path.join(folder, TEST)
    begun = os.path.exists(os.path.join(folder, MATCH_FILE)) and os.path.exists(path)
    known = read_test(folder)[1] if begun else engine
    if known != engine:
        raise TuningError(
            f"{folder}: {MATCH_FILE} has games of engine {known}, the present one is {engine}: "
            "continue with that engine, or remove the file to start again"
        )
    note = {"sprt": asdict(test), "engine": engine}
    write_atomically(path, json.dumps(note).encode() + b"\n")


def read_test(folder: str) -> tuple[Sprt, str]:
    """Return the last test that `accept` wrote down, and the signature of its engine.

    Raises TuningError for a damaged file.
    """
    path = os.path.join(folder, TEST)
    text = read_text(path)
    try:
        found = read_object(text)
        return Sprt(**found["sprt"]), str(found["engine"])
    except (ValueError, TypeError, LookupError) as error:
        raise TuningError(f"{path}: not the test of a study: {error}") from error
