"""`pente play --json` and `pente serve --json`: lines for a program."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import httpx
import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[3]
END_S = 30.0

pytestmark = pytest.mark.processes


def listen_to_all() -> None:
    """In a new process: heed hang-ups, which a background job of these tests ignores."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)


@contextlib.contextmanager
def running(*words: str, data: Path, stdin: int | IO[str]) -> Iterator[subprocess.Popen[str]]:
    """Yield a running command; kill it if it is still there."""
    process = subprocess.Popen(
        [
            *(sys.executable, "-c", "from cli.main import main; main()", *words),
            *("--port", "0", "--data", str(data)),
        ],
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=data.parent,
        env={**os.environ, "PYTHONPATH": str(ROOT), "BROWSER": "false"},
        preexec_fn=listen_to_all,  # noqa: PLW1509 - the tests have no threads
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate(timeout=END_S)


def said(process: subprocess.Popen[str]) -> dict[str, Any]:
    """The next object that it prints."""
    assert process.stdout is not None
    found: dict[str, Any] = json.loads(process.stdout.readline())
    return found


def rest(process: subprocess.Popen[str], given: str | None = None) -> list[dict[str, Any]]:
    """All objects up to its end, which must be a good one."""
    output, errors = process.communicate(given, timeout=END_S)
    assert (process.returncode, errors) == (0, "")
    return [json.loads(line) for line in output.splitlines()]


def test_a_script_plays_a_game(tmp_path: Path) -> None:
    """The engine answers the moves of a script, with scores; the last object has the whole game."""
    words = ("play", "--json", "-g", "gomoku-9", "--level", "4")
    with running(*words, data=tmp_path / "data", stdin=subprocess.PIPE) as process:
        assert process.stdin is not None
        lines = [said(process), said(process)]
        assert [line["event"] for line in lines] == ["listening", "game"]
        assert lines[0]["pid"] == process.pid
        assert Path(lines[0]["database"]).is_file()
        assert lines[1]["players"]["white"] == {"kind": "engine", "level": 4, "name": ""}
        process.stdin.write("E5\n")
        process.stdin.flush()
        own, answer = said(process), said(process)
        assert (own["ply"], own["side"], own["move"], own["by"]) == (1, "black", "E5", "human")
        assert own["score"] is own["winning_chance"] is None
        assert (answer["ply"], answer["side"], answer["by"]) == (2, "white", "engine")
        assert isinstance(answer["score"], int)
        assert 0 < answer["winning_chance"] < 1
        process.stdin.write("E5\nresign\n")
        process.stdin.flush()
        refused, end = rest(process)
    assert refused["reason"] == "E5 is occupied"
    assert (end["event"], end["outcome"], end["winner"]) == ("end", "0-1", "white")
    assert end["termination"] == "resignation"
    assert end["moves"] == ["E5", answer["move"]]


def test_a_script_plays_both_sides_of_a_record(tmp_path: Path) -> None:
    """The game of FILE goes on from --ply; the moves that followed are replaced."""
    record = tmp_path / "game.share"
    record.write_text("gomoku-9:E5A1E6A3E7A5A7", encoding="ascii")
    words = ("play", str(record), "--json", "--ply", "6")
    with running(*words, data=tmp_path / "data", stdin=subprocess.PIPE) as process:
        lines = rest(process, "E8\nA9\nE9\n")
    assert [line["event"] for line in lines] == [
        *("listening", "game", "back"),
        *("move", "move", "move", "end"),
    ]
    assert len(lines[1]["moves"]) == 7
    assert lines[2]["ply"] == 6
    end = lines[-1]
    assert (end["outcome"], end["winner"], end["termination"]) == ("1-0", "black", "five")
    assert end["moves"] == ["E5", "A1", "E6", "A3", "E7", "A5", "E8", "A9", "E9"]


def test_moves_on_the_board_are_told(tmp_path: Path) -> None:
    """Without a script, moves through the board are printed; Ctrl-C prints how far it came."""
    words = ("play", "--json", "-g", "gomoku-9", "--level", "1")
    with running(*words, data=tmp_path / "data", stdin=subprocess.DEVNULL) as process:
        listening = said(process)
        assert said(process)["event"] == "game"
        base = listening["address"].partition("#")[0]
        played = httpx.post(
            f"{base}api/games/{listening['game']}/play", json={"node": 0, "move": "E5"}, timeout=20
        )
        assert played.status_code == 200
        moves = [said(process)["move"], said(process)["move"]]
        process.send_signal(signal.SIGINT)
        (end,) = rest(process)
    assert moves[0] == "E5"
    assert (end["event"], end["outcome"], end["moves"]) == ("end", None, moves)


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_serve_tells_its_start_and_its_end(tmp_path: Path, sign: signal.Signals) -> None:
    """One object names addresses, process and database; one more says that the server ended."""
    with running("serve", "--json", data=tmp_path / "d", stdin=subprocess.DEVNULL) as process:
        start = said(process)
        with httpx.Client(timeout=20) as client:
            assert client.get(start["address"]).status_code == 200
        process.send_signal(sign)
        output, errors = process.communicate(timeout=END_S)
    (end,) = [json.loads(line) for line in output.splitlines()]
    assert errors == ""
    assert (start["event"], end["event"]) == ("listening", "ended")
    assert start["pid"] == end["pid"] == process.pid
    assert start["addresses"] == [start["address"]]
    assert start["database"] == str(tmp_path / "d" / "games.sqlite3")
    assert end["seconds_wall"] > 0


def test_a_reader_that_goes_ends_the_command(tmp_path: Path) -> None:
    """When nobody reads the lines any more, the exit code is that of SIGPIPE."""
    words = ("play", "--json", "-g", "gomoku-9")
    with running(*words, data=tmp_path / "data", stdin=subprocess.PIPE) as process:
        assert said(process)["event"] == "listening"
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.close()
        process.stdin.write("E5\n")
        process.stdin.flush()
        assert process.wait(END_S) == 141
