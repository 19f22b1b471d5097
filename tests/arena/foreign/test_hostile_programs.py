"""Harmful agents and brains lose the game, never stop the match, and leave no process."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from arena.foreign.harness_agent import FolderAgent
from games.five.position import FivePosition
from tests.arena.building import FIVE_S, PENTE, match_of, played
from tests.arena.scripts import GOOD, agent_in
from tests.arena.waiting import DEADLINE_S, pids_in, running, wait_for

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="orphans are found through /proc")
FILES = ("input.txt", "output.txt", "playdata.txt")
EACH_FILE = f"import os\nfor name in {FILES}:\n    os.path.lexists(name) and os.remove(name)\n"
HARM = (
    "import os, shutil; shutil.rmtree(os.getcwd())",
    "import os; [os.remove(name) for name in os.listdir('.')]",
    "import os, shutil; here = os.getcwd(); shutil.rmtree(here); open(here, 'w').close()",
    "import os, shutil; here = os.getcwd(); shutil.rmtree(here); os.symlink({elsewhere!r}, here)",
    "import os; os.chmod('.', 0)",
    EACH_FILE + "    os.mkfifo(name)",
    EACH_FILE + "    os.symlink({elsewhere!r} + '/' + name, name)",
    "import os; os.remove('input.txt'); os.makedirs('input.txt/a/b')",
    "import os\nfor _ in range(1500):\n    os.mkdir('d'); os.chdir('d')",
)


def test_agent_that_spoils_its_folder_loses_games_not_the_match(tmp_path: Path) -> None:
    """Every game ends, and nothing outside the agent's folder changes."""
    elsewhere, agent = tmp_path / "elsewhere", tmp_path / "agent"
    elsewhere.mkdir()
    agent.mkdir()
    kept = dict.fromkeys((*FILES, "precious"), "precious")
    for name, text in kept.items():
        (elsewhere / name).write_text(text)
    spec = match_of(f"agent:{agent}", games=2, rules="pente", clock="cpu:5", seed=4, draw_moves=6)
    for number, harm in enumerate(HARM):
        answers = number % 2 == 0  # before it does harm
        text = (GOOD if answers else "") + "\n" + harm.format(elsewhere=str(elsewhere))
        (agent / "homework.py").write_text(text)
        records = played(spec)
        assert len(records) == 2, harm
        assert all(record.winner_name == "B" for record in records if record.forfeit), harm
        assert answers or all(record.forfeit for record in records), harm
        assert {path.name: path.read_text() for path in elsewhere.iterdir()} == kept, harm
        assert (agent / "homework.py").exists(), harm


def test_agent_gets_a_new_folder_after_one_that_it_spoilt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Removed or filled, which loses the game: the next game gets a new one with its code."""
    monkeypatch.setattr("arena.processes.confinement.MOST_FOLDER_BYTES", 2 << 20)
    fill = "for n in range(4): open(f'f{n}', 'wb').write(bytes(1 << 20))"
    program = agent_in(tmp_path, f"{GOOD}\n{fill}").program
    assert program is not None
    with contextlib.closing(FolderAgent(program)) as agent:
        folders = [agent.folder]
        os.unlink(agent.path("homework.py"))
        os.rmdir(agent.folder)
        agent.new_game(1)
        folders.append(agent.folder)
        answer = agent.choose(FivePosition(PENTE), FIVE_S)
        assert answer.fault is not None
        assert "filling its folder" in answer.fault.reason
        agent.new_game(2)
        assert os.path.exists(agent.path("homework.py"))
        folders.append(agent.folder)
        assert len(set(folders)) == 3
    assert not any(map(os.path.exists, folders))


# A brain that starts processes in every possible way; each records its process number.
SPAWNING = """
import os, sys, time
heard, told = os.pipe()
def note():
    with open({pids!r}, "a") as file:
        file.write(f"{{os.getpid()}}\\n")
    os.write(told, b".")
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
os.read(heard, 1)
free = iter(range(225))
for line in sys.stdin:
    word = line.split()[0]
    if word in ("START", "RESTART"):
        for way in range(8):
            spawn(way & 1, way & 2, way & 4)
        for _ in range(8):
            os.read(heard, 1)
        print("OK", flush=True)
    elif word in ("BEGIN", "TURN", "DONE"):
        point = next(free)
        print(point % 15, point // 15, sep=",", flush=True)
    elif word == "END":
        break
"""


@LINUX
def test_processes_of_a_brain_end_with_it(tmp_path: Path) -> None:
    """Closing a brain ends its children, in any session, with any parent or environment."""
    pids, brain = tmp_path / "pids", tmp_path / "brain.py"
    brain.write_text(SPAWNING.format(pids=str(pids)))
    text = f"gomocup:{sys.executable} {brain}"
    spec = match_of(text, text, rules="gomoku-15", clock="wall:100", draw_moves=6)
    assert all(record.moves for record in played(spec))
    assert len(pids_in(pids)) >= 2 * 9
    assert not running(*pids_in(pids))


@LINUX
@pytest.mark.parametrize(("kind", "workers"), [("agent", 2), ("gomocup", 1)])
def test_killed_match_takes_its_programs_along(tmp_path: Path, kind: str, workers: int) -> None:
    """After `kill -9` of the match, nothing that it started runs on or prints an error."""
    pids, program = tmp_path / "pids", tmp_path / "homework.py"
    note = f"open({str(pids)!r}, 'a').write(f'{{os.getpid()}}\\n')"
    slow = f"import os, time; {note}; time.sleep(600)"
    program.write_text(slow if kind == "agent" else SPAWNING.format(pids=str(pids)))
    text = f"agent:{tmp_path}" if kind == "agent" else f"gomocup:{sys.executable} {program}"
    game = "pente" if kind == "agent" else "gomoku-15"
    spec = f"{text!r}, games=9, rules={game!r}, clock='wall:300'"
    code = f"from tests.arena.building import *; played(match_of({spec}), workers={workers})"
    with subprocess.Popen([sys.executable, "-c", code], stderr=subprocess.PIPE) as match:
        wait_for(lambda: bool(running(*pids_in(pids))))
        os.kill(match.pid, signal.SIGKILL)
        wait_for(lambda: not running(*pids_in(pids)))
        assert match.stderr is not None
        assert match.stderr.read() == b""


def test_worker_whose_parent_dies_at_once_says_nothing() -> None:
    """A worker ends quietly if its parent dies before or while it sends the game."""
    program = (
        "from arena.processes.worker import serve\n"
        "from arena.match.jobs import JobPlayer\n"
        "serve(JobPlayer)"
    )
    for told in (b"", b"1\n"):
        reading, writing = os.pipe()
        os.write(writing, told)
        os.close(writing)  # before the worker can read it
        command = [sys.executable, "-c", program]
        end = subprocess.run(
            command, stdin=reading, capture_output=True, check=False, timeout=DEADLINE_S
        )
        os.close(reading)
        assert (end.returncode, end.stdout, end.stderr) == (0, b"", b"")
