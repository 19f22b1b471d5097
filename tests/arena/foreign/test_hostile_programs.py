"""Harmful agents and brains lose the game, never stop the match, and leave no process."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from arena.compliance.check import check_agent
from arena.foreign.harness_agent import FolderAgent
from arena.game.clock import CPU, Allowance
from arena.match.match import MatchSpec, play_match
from arena.players.parsing import parse_contestant
from arena.processes.process_tree import processes
from games.five.position import Position
from games.five.rules import PRESETS
from tests.arena.scripts import GOOD

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from arena.players.parsing import Contestant

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="orphans are found through /proc")

HARM = {
    "deletes its folder": "import os, shutil; shutil.rmtree(os.getcwd())",
    "empties its folder": "import os; [os.remove(name) for name in os.listdir('.')]",
    "a file in its folder's place": (
        "import os, shutil; here = os.getcwd(); shutil.rmtree(here); open(here, 'w').close()"
    ),
    "a link in its folder's place": (
        "import os, shutil; here = os.getcwd(); shutil.rmtree(here)\n"
        "os.symlink({elsewhere!r}, here)"
    ),
    "no rights to its folder": "import os; os.chmod('.', 0)",
    "pipes for files": (
        "import os\nfor name in ('input.txt', 'output.txt', 'playdata.txt'):\n"
        "    os.path.lexists(name) and os.remove(name)\n    os.mkfifo(name)"
    ),
    "links for files": (
        "import os\nfor name in ('input.txt', 'output.txt', 'playdata.txt'):\n"
        "    os.path.lexists(name) and os.remove(name)\n"
        "    os.symlink({elsewhere!r} + '/' + name, name)"
    ),
    "a folder for its input": "import os; os.remove('input.txt'); os.makedirs('input.txt/a/b')",
    "folders without end": ("import os\nfor _ in range(1500):\n    os.mkdir('d'); os.chdir('d')"),
}


@pytest.mark.parametrize("harm", HARM)
@pytest.mark.parametrize("answers", [False, True])
def test_agent_that_spoils_its_folder_loses_games_not_the_match(
    tmp_path: Path,
    harm: str,
    answers: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    """Every game ends, and nothing outside the agent's folder changes."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    for name in ("input.txt", "output.txt", "playdata.txt", "precious"):
        (elsewhere / name).write_text("precious")
    agent = tmp_path / "agent"
    agent.mkdir()
    text = HARM[harm].format(elsewhere=str(elsewhere))
    (agent / "homework.py").write_text((GOOD if answers else "") + "\n" + text)
    spec = MatchSpec(a=f"agent:{agent}", b="random", games=3, clock="cpu:5", seed=4)
    records = list(play_match(spec))
    assert len(records) == 3
    assert all(record.winner_name == "B" for record in records if record.forfeit)
    assert answers or all(record.forfeit for record in records)
    assert sorted(path.name for path in elsewhere.iterdir()) == [
        "input.txt",
        "output.txt",
        "playdata.txt",
        "precious",
    ]
    assert {path.read_text() for path in elsewhere.iterdir()} == {"precious"}
    assert (agent / "homework.py").exists()


def test_agent_gets_a_new_folder_after_one_that_it_spoilt(
    agent_of: Callable[[str], Contestant],
) -> None:
    """The next game gets a new folder with the agent's code in it."""
    program = agent_of(GOOD).program
    assert program is not None
    with contextlib.closing(FolderAgent(program)) as agent:
        first = agent.folder
        os.unlink(agent.path("homework.py"))
        os.rmdir(first)
        agent.new_game(1)
        assert agent.folder != first
        assert os.path.exists(agent.path("homework.py"))
    assert not os.path.exists(agent.folder)


def test_agent_that_fills_its_folder_loses_the_game_and_begins_anew(
    agent_of: Callable[[str], Contestant], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game is lost with a reason, and the next one has an empty folder."""
    monkeypatch.setattr("arena.processes.confinement.MOST_FOLDER_BYTES", 2 << 20)
    fill = "for n in range(4): open(f'f{n}', 'wb').write(bytes(1 << 20))"
    program = agent_of(f"{GOOD}\n{fill}").program
    assert program is not None
    with contextlib.closing(FolderAgent(program)) as agent:
        agent.new_game(1)
        first = agent.folder
        answer = agent.choose(Position(PRESETS["pente"]), Allowance(seconds=20.0, counts=CPU))
        assert answer.fault is not None
        assert "killed for filling its folder" in answer.fault.reason
        agent.new_game(2)
        assert agent.folder != first
        assert not os.path.exists(first)


def test_check_calibrates_once(tmp_path: Path) -> None:
    """calibrate.py runs once for all checks, and every trial's folder has its file."""
    agent, runs = tmp_path / "agent", tmp_path / "runs"
    agent.mkdir()
    (agent / "homework.py").write_text("assert open('calibration.txt').read() == 'kept'\n" + GOOD)
    (agent / "calibrate.py").write_text(
        f"open({str(runs)!r}, 'a').write('x'); open('calibration.txt', 'w').write('kept')"
    )
    for wanted in (("calibration", "sample", "game-as-white", "game-as-black"), ("game-as-white",)):
        runs.write_text("")
        results = check_agent(parse_contestant(f"agent:{agent}"), wanted)
        assert [result.reason for result in results if not result.passed] == []
        assert runs.read_text() == "x"


# A brain that starts processes in every possible way; each records its process number.
SPAWNING = """
import os, sys, time
def note():
    with open({pids!r}, "a") as file:
        file.write(f"{{os.getpid()}}\\n")
def spawn(session, twice, clean):
    if os.fork() == 0:
        if session:
            os.setsid()
        if twice and os.fork():
            os._exit(0)
        note()
        if clean:
            os.execve(sys.executable, [sys.executable, "-c", "import time; time.sleep(60)"], {{}})
        time.sleep(60)
        os._exit(0)
note()
free = iter(range(225))
for line in sys.stdin:
    word = line.split()[0]
    if word in ("START", "RESTART"):
        for way in range(8):
            spawn(way & 1, way & 2, way & 4)
        print("OK", flush=True)
    elif word in ("BEGIN", "TURN", "DONE"):
        point = next(free)
        print(point % 15, point // 15, sep=",", flush=True)
    elif word == "END":
        break
"""


def running(pids: Path) -> set[int]:
    """Return the recorded processes that still run."""
    noted = {int(word) for word in pids.read_text().split()} if pids.exists() else set()
    return {pid for pid, process in processes().items() if pid in noted and not process.zombie}


@LINUX
def test_processes_of_a_brain_end_with_it(tmp_path: Path) -> None:
    """Closing a brain ends its children, in any session, with any parent or environment."""
    pids, brain = tmp_path / "pids", tmp_path / "brain.py"
    brain.write_text(SPAWNING.format(pids=str(pids)))
    text = f"gomocup:{sys.executable} {brain}"
    spec = MatchSpec(a=text, b=text, games=2, rules="gomoku-15", clock="wall:5")
    for record in play_match(spec):
        assert record.moves
    assert len(pids.read_text().split()) >= 2 * 9
    assert running(pids) == set()


@LINUX
@pytest.mark.parametrize("kind", ["agent", "gomocup"])
@pytest.mark.parametrize("workers", [1, 2])
def test_killed_match_takes_its_programs_along(tmp_path: Path, kind: str, workers: int) -> None:
    """After `kill -9` of the match, nothing that it started runs on or prints an error."""
    pids, program = tmp_path / "pids", tmp_path / "homework.py"
    slow = (
        f"import os, time; open({str(pids)!r}, 'a').write(f'{{os.getpid()}}\\n'); time.sleep(600)"
    )
    program.write_text(slow if kind == "agent" else SPAWNING.format(pids=str(pids)))
    text = f"agent:{tmp_path}" if kind == "agent" else f"gomocup:{sys.executable} {program}"
    game = "pente" if kind == "agent" else "gomoku-15"
    spec = f"a={text!r}, b='random', games=9, rules={game!r}, clock='wall:300'"
    code = (
        f"from arena.match.match import *; list(play_match(MatchSpec({spec}), workers={workers}))"
    )
    with subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE) as match:
        wait_for(lambda: bool(running(pids)))
        os.kill(match.pid, signal.SIGKILL)
        wait_for(lambda: not running(pids))
        assert match.stderr is not None
        assert match.stderr.read() == b""


def wait_for(what: Callable[[], bool]) -> None:
    """Wait until the condition holds; fail after a while."""
    deadline = time.monotonic() + 30
    while not what():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_worker_whose_parent_dies_at_once_says_nothing() -> None:
    """A worker ends quietly if its parent dies before or while it sends the game."""
    spec = '{"a": "random", "b": "random", "games": 20, "rules": "gomoku-9"}'
    for told in (b"", b"1", b"1\n"):
        end = subprocess.run(
            [sys.executable, "-c", "from arena.match.jobs import main; main()", spec],
            input=told,
            capture_output=True,
            timeout=60,
            check=False,
        )
        assert (end.returncode, end.stdout, end.stderr) == (0, b"", b"")
