"""The soak: it finds broken laws, continues where it stopped, and ends what it started."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from random import Random

import pytest

from arena.foreign.harness_files import OUTPUT, format_request
from games.five.position import FivePosition
from tests.arena.waiting import DEADLINE_S
from tools.soak import __main__ as soak
from tools.soak import moves, stage
from tools.soak.stage import Stage

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs /proc")
ORPHAN = "import subprocess; subprocess.Popen(['sleep', '300'], start_new_session=True)"


@pytest.mark.processes
def test_a_process_left_over_is_a_broken_law(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An orphan in another session is found, named and killed."""
    monkeypatch.setattr(stage, "LEFT_OVER_S", 0.1)
    here = Stage(tmp_path, Random(1))
    with here.program((sys.executable, "-c", ORPHAN)) as program:
        assert program.wait(DEADLINE_S) == 0
        assert len(program.family()) == 1
    assert "sleep" in here.broken[0]
    assert program.family() == []


@pytest.mark.processes
def test_an_illegal_move_is_a_broken_law(tmp_path: Path) -> None:
    """On an empty board the centre in the harness's notation is the only legal line."""
    request = format_request(FivePosition(moves.RULES), 5.0)
    for line, good in ((b"20Z\n", False), (b"K10\n", False), (b"10K\n", True)):
        here = Stage(tmp_path, Random(1))
        (tmp_path / OUTPUT).write_bytes(line)
        with here.program((sys.executable, "-c", "")) as program:
            assert program.wait(DEADLINE_S) == 0
            point = moves.judged(request.encode(), None, program, here)
        assert [point is not None, not here.broken] == [good, good]


def test_a_soak_goes_on_and_a_mended_round_counts_no_longer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A broken law gives exit code 1, its files and a command that repeats it; bad lines give 2."""
    kept, words = tmp_path / "soak.jsonl", [str(tmp_path), "--minutes", "0", "--only", "match"]
    draws: list[float] = []

    def scene(here: Stage) -> None:
        draws.append(here.dice.random())
        here.law(len(draws) not in (2, 3), "it broke")

    monkeypatch.setattr(soak, "SCENES", {"match": (scene, 2), "study": (scene, 1)})
    assert [soak.main(words), soak.main(words)] == [0, 1]
    repeat = capsys.readouterr().out.partition(f"tools.soak {tmp_path} ")[2].split()
    assert (tmp_path / "round-1").is_dir()
    assert [soak.main([str(tmp_path), *repeat]), soak.main([str(tmp_path), *repeat])] == [1, 0]
    assert draws[1] == draws[2] == draws[3] != draws[0]
    assert [json.loads(line)["round"] for line in kept.read_text().splitlines()] == [0, 1, 1, 1]
    kept.write_text("{}\n")
    with pytest.raises(SystemExit, match="2"):
        soak.main(words)
