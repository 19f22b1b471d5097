"""A hand-in plays like the package it came from, by a bare interpreter in an empty folder."""

from __future__ import annotations

import ast
import os
import stat
import sys
from pathlib import Path

import pytest

from agent.bundle.contents import byte_code, single_file_contents
from arena.foreign.harness_files import format_request
from games.five.diagram import parse_position
from games.five.rules import rules_named
from search.engine import Engine
from search.limits import Limits
from tests.agent.bundle.conftest import BARE, POSITIONS, searched
from tests.agent.desk import (
    ROOT,
    Desk,
    is_move_for,
    sample,
    with_clock,
)
from tests.agent.interpreters import MINORS, interpreter
from tools.programs import output_of

PENTE = rules_named("pente")
MOST_BYTES = 4_000_000


def test_bare_interpreter_plays_as_the_package_does(hand_in: Path, desk: Desk) -> None:
    """A sure move and one of the book are the same, and the hand-in's folder stays as it was.

    A search has all that it needs, but for the kernel in one file.
    """
    before = files_of(hand_in)
    second = parse_position("19/" * 8 + "10b8/9w9" + "/19" * 9 + " w 0,0", PENTE)
    for request in (sample("win_at_once_white"), format_request(second, 5.0).encode()):
        known = desk.play(request).output
        (desk.folder / "playdata.txt").unlink(missing_ok=True)
        done = desk.ask(request, root=hand_in, python=BARE)
        assert (done.code, done.output, done.said) == (0, known, "")
    (desk.folder / "playdata.txt").unlink()
    request = with_clock(sample("middle_game_black"), "8.0")
    done = desk.ask(request, root=hand_in, python=BARE)
    assert is_move_for(done.output, request)
    lacks = not (hand_in / "search").exists()
    assert (done.said.count("\n"), "slow search" in done.said) == (lacks, lacks)
    assert files_of(hand_in) == before


def files_of(folder: Path) -> dict[str, int]:
    """Every file below a folder and when it was written."""
    return {str(path): path.stat().st_mtime_ns for path in folder.rglob("*") if path.is_file()}


def test_hand_in_searches_as_the_package_does(written: dict[str, Path], tmp_path: Path) -> None:
    """The stripped kernel visits the same nodes and finds the same."""
    rows = []
    for text in POSITIONS:
        result = Engine(PENTE).search(parse_position(text, PENTE), Limits(nodes=20_000))
        rows.append(f"{result.best} {result.score} {result.nodes}\n")
    assert searched(written["folder"], tmp_path) == "".join(rows)


@pytest.mark.nightly
@pytest.mark.parametrize("minor", MINORS)
def test_any_python_plays_and_refuses(hand_in: Path, desk: Desk, minor: int) -> None:
    """With every interpreter the move is legal on any clock; a bad input has exit code 2.

    Without a kernel, the search is the one in Python, and one line says why.
    """
    python, handout = (interpreter(minor), "-I", "-S"), sample("handout_black")
    for name in ("empty_white", "handout_black", "nearly_full_white"):
        for clock in ("0.01", "0.05", "1.5"):
            request = with_clock(sample(name), clock)
            done = desk.ask(request, root=hand_in, python=python)
            assert done.code == 0, (name, clock)
            assert is_move_for(done.output, request)
            (desk.folder / "playdata.txt").unlink(missing_ok=True)
    done = desk.ask(with_clock(handout, "8.0"), root=hand_in, python=python)
    assert is_move_for(done.output, handout)
    assert (desk.folder / "playdata.txt").exists()
    is_folder = (hand_in / "search").exists()
    if not (is_folder and minor == sys.version_info.minor):
        assert "playing weakly" in done.said
        assert f"this is cpython-3{minor}" in done.said or minor < 8 or not is_folder
        assert done.said.count("\n") == 1
    done = desk.ask(handout.replace(b"BLACK", b"GREEN"), root=hand_in, python=python)
    assert (done.code, done.output, done.said.count("\n")) == (2, None, 1)
    assert "input.txt, line 1, column 1: expected BLACK or WHITE" in done.said


def test_hand_in_is_small(written: dict[str, Path]) -> None:
    """A folder has less than 4 MB, kernel included; every byte of the single file can be read."""
    paths = (path for path in written["folder"].rglob("*.*") if path.suffix != ".pyc")
    assert sum(path.stat().st_size for path in paths) < MOST_BYTES
    text = (written["single-file"] / "homework.py").read_text(encoding="ascii")
    assert len(text) < MOST_BYTES / 10
    assert max(map(len, text.split("\n"))) < 1000


def test_single_file_holds_the_sources_as_they_are() -> None:
    """Its texts are those of the modules, ordinary Python; the same whenever it is made."""
    text = single_file_contents()["homework.py"]
    assert text == single_file_contents()["homework.py"]
    tree = ast.parse(text, feature_version=(3, 7))
    for path in ("agent/harness.py", "games/five/rules.py"):
        source = (ROOT / path).read_text()
        assert f"SOURCES[{path!r}] = r'''{source}'''" in text.decode()
    assigned = [node for node in ast.walk(tree) if isinstance(node, ast.Subscript)]
    assert len(assigned) > 30


def test_byte_code_is_that_of_its_source() -> None:
    """The byte code lies where Python looks for it, and Python checks it by its source."""
    ((path, content),) = byte_code({"agent/files.py": b"x = 1\n"}).items()
    assert path == f"agent/__pycache__/files.{sys.implementation.cache_tag}.pyc"
    assert int.from_bytes(content[4:8], "little") == 0b11  # by a hash of the source, checked


@pytest.mark.skipif(os.geteuid() == 0, reason="root writes into every folder")
def test_hand_in_plays_in_a_folder_that_forbids_new_files(
    written: dict[str, Path], desk: Desk
) -> None:
    """With an output.txt that can be overwritten, it answers there."""
    desk.put("input.txt", with_clock(sample("handout_black"), "1.0"))
    desk.put("output.txt", "")
    desk.folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
    done = desk.ask(root=written["folder"], python=BARE)
    desk.folder.chmod(stat.S_IRWXU)
    assert is_move_for(done.output, sample("handout_black"))


IN_A_WHEEL = """
from pente.agent.bundle.contents import folder_contents
from pente.agent.measure import empty_move_seconds
from pente.agent.scripts import script_path
from pente.games.five.rules import rules_named
print(script_path("homework.py"))
print(empty_move_seconds(rules_named("pente")) > 0)
print(*sorted(name for name in folder_contents() if name.endswith(".py") and "/" not in name))
"""


@pytest.mark.nightly
def test_installed_packages_find_the_entry_points(tmp_path: Path) -> None:
    """From a wheel, calibration measures a move of homework.py, and a bundle holds it."""
    output_of([sys.executable, "setup.py", "-q", "build_py", "--build-lib", str(tmp_path)], ROOT)
    assert not (tmp_path / "homework.py").exists()
    command, variables = [sys.executable, "-c", IN_A_WHEEL], {"PYTHONPATH": str(tmp_path)}
    said = output_of(command, tmp_path, variables=variables)
    script = tmp_path / "pente" / "agent" / "entry" / "homework.py"
    assert said.split("\n")[:3] == [str(script), "True", "calibrate.py homework.py"]
