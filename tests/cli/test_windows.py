"""The commands, the brain and the board run where the names of the system are those of Windows."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import httpx

from tests.agent.desk import DEADLINE_S, ROOT, sample, with_clock
from tests.arena.waiting import wait_for

SAMPLE = str(ROOT / "data" / "samples" / "handout_black.txt")
MATCH = ["match", "engine", "--clock", "nodes:200", "--games", "2"]
# Commands, the exit code of each, and what it prints on standard error.
COMMANDS = (
    (["move", "."], 0, ""),
    (["analyse", SAMPLE, "--nodes", "2000"], 0, ""),
    (["analyse", SAMPLE, "--nodes", "2000", "--workers", "2"], 2, "2 workers: expected 1,"),
    (["solve", SAMPLE, "--time", "0.2"], 1, ""),
    (["convert", SAMPLE, "game.sgf"], 0, ""),
    (["review", "game.sgf", "--nodes", "200"], 0, ""),
    ([*MATCH, "engine", "--results", "games.jsonl"], 0, ""),
    ([*MATCH, "engine", "--workers", "2"], 2, "playing in worker processes needs Linux or macOS"),
    ([*MATCH, "engine:tree=.."], 2, "engine:tree=..: a contestant in a process of its own needs"),
    (["match", "engine", "agent:.", "--clock", "cpu:9"], 2, "agent:.: a contestant in a process"),
    (["check", "true"], 2, "agent:true: a contestant in a process of its own needs Linux or"),
)
MAIN = """
import json, sys
import cli.main
def main():
    for words in json.loads(sys.argv[1]):
        sys.argv = ["pente", *words]
        try:
            cli.main.main()
        except SystemExit as end:
            print("\\ncode", end.code or 0, flush=True)
"""
START = [sys.executable, "-m", "tests.without_posix"]


def started(*words: str, folder: Path = ROOT) -> subprocess.Popen[str]:
    """A module of ours, which runs with these arguments as on Windows."""
    pipes: dict[str, Any] = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    path = {"PYTHONPATH": f"{ROOT}:{folder}"}
    return subprocess.Popen([*START, *words], cwd=folder, env=path, text=True, **pipes)


def test_windows_runs_the_commands(tmp_path: Path) -> None:
    """Each command ends well, or says what it needs; none fails inside."""
    (tmp_path / "commands.py").write_text(MAIN)
    (tmp_path / "input.txt").write_bytes(with_clock(sample("handout_black"), "1.0"))
    words = json.dumps([words for words, _, _ in COMMANDS])
    with started("commands", words, folder=tmp_path) as child:
        printed, errors = child.communicate(timeout=DEADLINE_S)
    codes = [int(line[5:]) for line in printed.splitlines() if line.startswith("code ")]
    assert codes == [code for _, code, _ in COMMANDS], errors
    assert all(said in errors for _, _, said in COMMANDS), errors
    assert (tmp_path / "output.txt").exists()


def test_windows_runs_the_brain() -> None:
    """A manager gets a move for each turn."""
    asked = "START 15\nINFO timeout_turn 100\nBEGIN\nTURN 5,5\nEND\n"
    with started("agent.gomocup.loop") as child:
        printed, errors = child.communicate(asked, timeout=DEADLINE_S)
    first, second, third = printed.split()
    assert (first, errors) == ("OK", "")
    assert second != third
    assert all(0 <= int(number) < 15 for move in (second, third) for number in move.split(","))


def test_windows_serves_the_board(tmp_path: Path) -> None:
    """An engine process, which also runs as on Windows, makes its move in a game."""
    words = ["cli.main", "serve", "--json", "--port", "0", "--data", str(tmp_path)]
    with started(*words) as child:
        try:
            address = json.loads(child.stdout.readline())["address"]  # type: ignore[union-attr]
            with httpx.Client(base_url=address, timeout=DEADLINE_S) as client:
                players = [{"kind": "engine", "level": 2}, {"kind": "human"}]
                new = {"preset": "gomoku-9", "players": players}
                path = f"/api/games/{client.post('/api/games', json=new).json()['id']}"
                wait_for(lambda: len(client.get(path).json()["nodes"]) >= 2)
        finally:
            child.kill()
