"""What must hold before the first game of an acceptance test: study, file, openings, net and test.

FOLDER/acceptance.jsonl  the games
FOLDER/acceptance.json   the test, and the signature of the engine that plays it
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict

from arena.openings.files import own_openings, read_openings
from arena.strength.sprt import Sprt
from search import ROOT
from search.weights.file import own_weights_path
from tuning.errors import TuningError
from tuning.files import read_object, read_text, write_atomically
from tuning.identity import PAIR_LOG
from tuning.plan import Plan, shipped_net_digest
from tuning.status import StudyStatus

CHECKOUT = "pyproject.toml"  # a file that only a checkout has beside the packages
MATCH_FILE = "acceptance.jsonl"
TEST = "acceptance.json"


def check_study(folder: str, status: StudyStatus) -> None:
    """Raise TuningError unless the study is finished, and its log has all games."""
    if not status.finished:
        raise TuningError(
            f"{folder}: the study is not finished, {status.games} of {status.plan.games} games"
        )
    if status.missing_games:
        raise TuningError(
            f"{os.path.join(folder, PAIR_LOG)}: {status.missing_games} games are missing that the "
            "study has counted: restore the file"
        )


def place_of(plan: Plan, target: str | None, output: str | None) -> str:
    """The file to write: `output`, else `target`, else the game's own file.

    Raises TuningError if it cannot be written.
    """
    path = output or target
    if path is None:
        path = own_weights_path(plan.game)
        require_checkout(path)
    require_place(path)
    return path


def require_checkout(path: str) -> None:
    """Raise TuningError unless this file of the engine belongs to a checkout and can be replaced.

    The next installation would overwrite a file of an installed package without a word.
    """
    if not os.path.isfile(os.path.join(ROOT, CHECKOUT)):
        raise TuningError(
            f"{path} belongs to an installed package, whose next version would replace it: name "
            "another file with --output FILE, and play it as engine:weights=FILE"
        )
    if not os.access(os.path.dirname(path), os.W_OK):
        raise TuningError(f"{path} cannot be written: name another file with --output FILE")


def require_place(path: str) -> None:
    """Raise TuningError unless a weights file can be written there, now rather than after games."""
    folder = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(folder):
        raise TuningError(f"{path} cannot be written: there is no folder {folder}")
    if os.path.isdir(path) or not os.access(folder, os.W_OK):
        raise TuningError(f"{path} cannot be written: name another file with --output FILE")


def check_openings(folder: str, plan: Plan, kept: str | None) -> None:
    """Raise TuningError unless the game's opening file is the one that the study avoided."""
    path = own_openings(plan.game)
    digest = read_openings(path, plan.rules).digest if path else None
    if digest != kept:
        raise TuningError(
            f"{folder}: expected the openings that the study avoided, digest {kept}; {path} has "
            f"digest {digest}: the study may have used some of its openings"
        )


def check_net(folder: str, plan: Plan) -> None:
    """Raise TuningError if the study played with another net than the game has now."""
    present = shipped_net_digest(plan.game) if plan.net else ""
    if plan.net != present:
        raise TuningError(
            f"{folder}: the study played with the net of digest {plan.net}; the present one has "
            f"{present or 'none'}: its search would be another one"
        )


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
    """The last test that `accept` wrote down, and the signature of its engine.

    Raises TuningError for a damaged file.
    """
    path = os.path.join(folder, TEST)
    text = read_text(path)
    try:
        record = read_object(text)
        return Sprt(**record["sprt"]), str(record["engine"])
    except (ValueError, TypeError, LookupError) as error:
        raise TuningError(f"{path}: not the test of a study: {error}") from error
