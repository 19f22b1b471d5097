"""Damaged files of a study are named with the line; a folder with other files is refused."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path

import pytest
from optuna.study import StudyDirection

from arena.strength.sprt import Sprt
from tests.full_disk import room_for
from tests.tuning.simulated import PLAN, Inline, landscape
from tuning.acceptance.accept import accept
from tuning.acceptance.checks import read_test
from tuning.driver import tune
from tuning.errors import TuningError
from tuning.files import write_atomically
from tuning.status import read_status
from tuning.storage import opened_storage

pytestmark = pytest.mark.usefixtures("quick_signature")
LAND = landscape(PLAN, seed=1)
FARM = partial(Inline, LAND.play)


def refused(folder: Path, *, begins: str) -> None:
    """Check that status and resumption name the damage in one line."""
    for use in (read_status, lambda name: tune(name, PLAN, FARM)):
        with pytest.raises(TuningError) as told:
            use(str(folder))
        assert str(told.value).startswith(f"{folder}/{begins}"), told.value
        assert "\n" not in str(told.value)
        assert "codec" not in str(told.value)
        assert len(str(told.value)) < 400


def spoil(path: Path, line: int, content: bytes) -> None:
    """Replace a line, counted from 1."""
    lines = path.read_bytes().split(b"\n")
    lines[line - 1] = content
    path.write_bytes(b"\n".join(lines))


def test_a_damaged_file_is_named(study: Path) -> None:
    """Bytes, half a line, JSON of another kind or a field out of range: the file and the line are
    in the message.
    """
    for name in ("games.jsonl", "study.journal"):
        whole = (study / name).read_bytes()
        for content in (b"\xff\xfe", b'{"op_code":', b"null", b"[]", b"7", b"{}"):
            spoil(study / name, 5, content)
            refused(study, begins=f"{name}, line 5: not a ")
        (study / name).write_bytes(whole)
    plan = json.loads((study / "plan.json").read_text())
    fields = ({"games": "many"}, {"base": {"four": -1}}, {"game": "chess"})
    for content, told in (
        (b"\n\xff", ", line 2: not text in UTF-8"),
        (b"null", ": cannot be read: not a JSON object"),
        (b"[]", ": cannot be read: not a JSON object"),
        (b"", ": cannot be read: "),
        (b'{"format": 1}', ": not the plan of a study: 'groups' is missing"),
        (b'{"format": 1, "groups": 3}', ": not the plan of a study: "),
        *(
            (json.dumps({**plan, **field}).encode(), ": not the plan of a study: ")
            for field in fields
        ),
    ):
        (study / "plan.json").write_bytes(content)
        refused(study, begins=f"plan.json{told}")
    for content in (b"\xff", b"null", b"{}", b'{"sprt": {"x": 1}, "engine": ""}'):
        (study / "acceptance.json").write_bytes(content)
        with pytest.raises(TuningError, match=r"acceptance\.json"):
            read_test(str(study))


def test_games_that_are_missing_behind_the_journal_are_noticed(study: Path) -> None:
    """If the log was cut, the status counts what is missing, and no driver or acceptance goes on.

    The log is flushed to disk before a trial ends, so no crash does this.
    """
    log = study / "games.jsonl"
    lines = log.read_bytes().splitlines(keepends=True)
    assert read_status(str(study)).missing_games == 0
    log.write_bytes(b"".join(lines[:18]))
    status = read_status(str(study))
    assert (status.games, status.missing_games) == (36, 60)
    weights = (study / "weights.toml").read_bytes()
    with pytest.raises(TuningError, match=r"games\.jsonl: 60 games are missing"):
        tune(str(study), PLAN, FARM)
    with pytest.raises(TuningError, match=r"games\.jsonl: 60 games are missing"):
        accept(str(study), Sprt(nelo0=0, nelo1=10), most_games=2)
    assert (study / "weights.toml").read_bytes() == weights
    log.unlink()
    assert read_status(str(study)).missing_games == 96
    log.write_bytes(b"".join(lines))
    assert read_status(str(study)).missing_games == 0


def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    """A study begins in a new or an empty folder, and leaves files of others alone."""
    for name in ("a.txt", "b.txt", "c.txt", "d.txt"):
        (tmp_path / name).write_text("mine")
    with pytest.raises(TuningError, match=r"other files \(a.txt, b.txt, c.txt and 1 more\)"):
        tune(str(tmp_path), PLAN, FARM)
    assert len(list(tmp_path.iterdir())) == 4
    empty = tmp_path / "empty"
    empty.mkdir()
    (empty / "driver.lock").write_text("1\n")  # of a driver that ended at once
    tune(str(empty), PLAN, FARM)
    assert read_status(str(empty)).finished


def test_full_disk_is_named(study: Path) -> None:
    """A file that does not fit is named: one that is replaced, and Optuna's journal."""
    storage = opened_storage(str(study))
    for write, name in (
        (lambda: write_atomically(f"{study}/weights.toml", b"[weights]"), "weights.toml"),
        (lambda: storage.create_new_study([StudyDirection.MAXIMIZE], "new"), "study.journal"),
    ):
        with room_for(3), pytest.raises(OSError, match="File too large") as failed:
            write()
        assert failed.value.filename == f"{study}/{name}"
