"""`pente soak`: it finds broken laws, continues where it stopped, and holds on the real program."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from cli.main import pente
from cli.soak import jobs, moves, soak_command
from cli.soak import round as soak_round
from cli.soak.faults import damaged, polite_signals
from cli.soak.jobs import Job
from cli.soak.ledger import FILE, Ledger, SoakFileError
from cli.soak.round import Place, Round

if TYPE_CHECKING:
    from cli.soak.program import Program

pytestmark = pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="needs /proc")
ROUND = Round(number=0, scene="match", faults=("kill -9",), broken=(), seconds=1.5)
ILLEGAL = "open('output.txt', 'w').write('20Z\\n')"
ORPHAN = "import subprocess; subprocess.Popen(['sleep', '300'], start_new_session=True)"


def place_in(folder: Path) -> Place:
    """A place with fixed dice."""
    return Place(str(folder), str(folder), f"test-{os.getpid()}", Random(1))


def test_ledger_continues_and_drops_a_torn_line(tmp_path: Path) -> None:
    """Finished rounds and the seed survive; half a line, as a kill leaves it, is dropped."""
    with Ledger(str(tmp_path), 7) as ledger:
        ledger.append(ROUND)
    path = tmp_path / FILE
    whole = path.read_bytes()
    path.write_bytes(whole + whole[-20:-1])
    with Ledger(str(tmp_path), None) as ledger:
        assert (ledger.seed, ledger.rounds) == (7, [ROUND])
    assert path.read_bytes() == whole


@pytest.mark.parametrize(
    ("line", "seed", "told"), [(b"{}\n", 7, "line 2"), (b"", 8, "has the seed 7, not 8")]
)
def test_ledger_refuses_other_seeds_and_bad_lines(
    tmp_path: Path, line: bytes, seed: int, told: str
) -> None:
    """The message names the file and the line."""
    with Ledger(str(tmp_path), 7):
        pass
    with open(tmp_path / FILE, "ab") as file:
        file.write(line)
    with pytest.raises(SoakFileError, match=told):
        Ledger(str(tmp_path), seed)


def test_damage_follows_from_the_dice() -> None:
    """The same dice damage alike; nearly every draw changes the bytes."""
    content = b"WHITE\n100.0\n0,0\n" * 20
    draws = [damaged(content, Random(seed)) for seed in range(200)]
    assert draws == [damaged(content, Random(seed)) for seed in range(200)]
    assert sum(draw != content for draw in draws) > 180


def test_ignored_signals_are_not_sent() -> None:
    """Under `nohup`, or in the background of a shell, a command ignores a signal on purpose."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert signal.SIGHUP not in polite_signals()
        assert signal.SIGTERM in polite_signals()
    finally:
        signal.signal(signal.SIGHUP, before)


@pytest.mark.processes
def test_a_process_left_over_is_a_broken_law(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An orphan in another session is found by its mark, named and killed."""
    monkeypatch.setattr(soak_round, "LEFT_OVER_S", 0.1)
    place = place_in(tmp_path)
    with place.program((sys.executable, "-c", ORPHAN)) as program:
        assert program.wait(30) == 0
        assert len(program.family()) == 1
    assert "sleep 300" in place.broken[0]
    assert program.family() == []


@pytest.mark.processes
def test_an_illegal_move_is_a_broken_law(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A homework.py that writes another line than a legal one is reported."""
    script = tmp_path / "homework.py"
    script.write_text(ILLEGAL, encoding="ascii")
    monkeypatch.setattr(moves, "script_path", lambda _name: str(script))
    monkeypatch.setattr(moves, "PROCESS_FAULTS", (lambda *_: None,))
    monkeypatch.setattr(moves, "FILE_FAULTS", (lambda *_: None,))
    monkeypatch.setattr(moves, "damaged", lambda data, _dice: data)
    place = place_in(tmp_path)
    moves.play_moves(place)
    assert any("'20Z\\n', no legal line" in words for words in place.broken)


@pytest.mark.processes
def test_a_lost_line_is_a_broken_law(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A job that rewrites the lines of its file is reported."""

    def no_fault(program: Program, place: Place) -> None:
        del program, place

    monkeypatch.setattr(jobs, "RUNNING", (no_fault,))
    monkeypatch.setattr(jobs, "damage_between", lambda *_: None)
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"one\ntwo\n")
    words = (sys.executable, "-c", f"open({str(path)!r}, 'w').write('other\\n')")
    place = place_in(tmp_path)
    jobs.disturb(Job(words=words, lines=str(path), result=lambda: None), place)
    assert "a line of its file has changed" in place.broken


def test_a_broken_law_fails_the_soak_and_keeps_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit code 1; JSON has the seed, the round and the law."""

    def scene(place: Place) -> None:
        Path(place.path("evidence")).touch()
        place.law(False, "it broke")

    monkeypatch.setattr(soak_command, "SCENES", {"match": (scene, 1)})
    words = ["soak", "--folder", str(tmp_path), "--seed", "3", "--round", "4", "--json"]
    end = CliRunner().invoke(pente, words)
    assert end.exit_code == 1, end.output
    found = json.loads(end.stdout)
    assert found["seed"] == 3
    assert found["findings"] == [{"round": 4, "scene": "match", "broken": ["it broke"]}]
    assert (tmp_path / "round-4" / "evidence").exists()


@pytest.mark.slow
@pytest.mark.processes
def test_a_tiny_soak_of_the_program_holds_every_law(tmp_path: Path) -> None:
    """A quarter of a minute of faults over homework.py, a match and the server breaks no law."""
    words = ["soak", "--folder", str(tmp_path), "--seed", "5", "--minutes", "0.2", "--json"]
    only = ["--only", "homework", "--only", "match", "--only", "serve"]
    end = CliRunner().invoke(pente, [*words, *only])
    assert end.exit_code == 0, end.output
    found = json.loads(end.stdout)
    assert not found["findings"]
    assert sum(scene["faults"] for scene in found["scenes"]) >= 3
