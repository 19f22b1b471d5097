"""`pente play` and `pente serve` as processes: addresses, scripts, remote access, shutdown."""

from __future__ import annotations

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

import httpx
import pytest

from web.http.server import bind

ROOT = Path(__file__).parents[3]
END_S = 60.0
PLAY = ("play", "--json", "-g", "gomoku-9", "--level", "1")

pytestmark = pytest.mark.processes


def listen_to_all() -> None:
    """In a new process: heed hang-ups, which a background job of these tests ignores."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)


@contextlib.contextmanager
def running(
    *words: str, data: Path, stdin: int | IO[str] = subprocess.DEVNULL, port: int = 0
) -> Iterator[subprocess.Popen[str]]:
    """Yield a running command; kill it if it is still there."""
    code = "from cli.main import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", code, *words, "--port", str(port), "--data", str(data)],
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
    printed: dict[str, Any] = json.loads(process.stdout.readline())
    return printed


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
        refused, last = rest(process)
    assert refused["reason"] == "E5 is occupied"
    assert (last["event"], last["outcome"], last["winner"]) == ("end", "0-1", "white")
    assert last["termination"] == "resignation"
    assert last["moves"] == ["E5", answer["move"]]


def test_a_script_plays_both_sides_of_a_record(tmp_path: Path) -> None:
    """The game of FILE goes on from --ply, with its names; the moves that followed are replaced.

    The address names the game, which has the comments of the file.
    """
    record = tmp_path / "game.txt"
    head = '[Game "Pente"]\n[Player 1 Name "ann"]\n\n1. K10 {why} A1 2. K14 A3 3. K13 A5 4. A7\n'
    record.write_text(head)
    words = ("play", str(record), "--json", "--ply", "6")
    with running(*words, data=tmp_path / "data", stdin=subprocess.PIPE) as process:
        lines = [said(process), said(process)]
        base, _, opened = lines[0]["address"].partition("#game=")
        game = httpx.get(f"{base}api/games/{opened}", timeout=END_S).json()
        lines += rest(process, "K12\nA9\nK11\n")
    assert [node["move"] for node in game["nodes"][1:]] == lines[1]["moves"]
    assert (game["position"]["ply"], game["nodes"][1]["comment"]) == (6, "why")
    events = ["listening", "game", "back", "move", "move", "move", "end"]
    assert [line["event"] for line in lines] == events
    assert len(lines[1]["moves"]) == 7
    assert lines[1]["players"]["white"]["name"] == "ann"
    assert lines[2]["ply"] == 6
    last = lines[-1]
    assert (last["outcome"], last["winner"], last["termination"]) == ("1-0", "white", "five")
    assert last["moves"] == ["K10", "A1", "K14", "A3", "K13", "A5", "K12", "A9", "K11"]


def test_moves_on_the_board_are_told(tmp_path: Path) -> None:
    """Without a script, moves through the board are printed; Ctrl-C prints how far it came, and an
    open stream, which ends first, does not delay the end.
    """
    with running(*PLAY, data=tmp_path / "data") as process:
        listening = said(process)
        assert said(process)["event"] == "game"
        base, game = f"{listening['address'].partition('#')[0]}api/", listening["game"]
        move = {"node": 0, "move": "E5"}
        assert httpx.post(f"{base}games/{game}/play", json=move, timeout=END_S).status_code == 200
        moves = [said(process)["move"], said(process)["move"]]
        events = f"{base}events?game={game}&tab=a"
        with httpx.stream("GET", events, timeout=END_S) as stream:
            told = stream.iter_lines()
            next(told)
            process.send_signal(signal.SIGINT)
            list(told)  # raises an error unless the server completes the stream
        (last,) = rest(process)
    assert moves[0] == "E5"
    assert (last["event"], last["outcome"], last["moves"]) == ("end", None, moves)


def test_serve_tells_its_start_and_its_end(tmp_path: Path) -> None:
    """One object names addresses, process and database; a busy port is told and the next is taken;
    one more object says that the server ended.
    """
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with running("serve", "--json", data=tmp_path / "d", port=port) as process:
            start = said(process)
            assert port < httpx.URL(start["address"]).port <= port + 20
            assert b"<html" in httpx.get(start["address"], timeout=END_S).content
            process.send_signal(signal.SIGTERM)
            output, errors = process.communicate(timeout=END_S)
    (last,) = [json.loads(line) for line in output.splitlines()]
    assert f"Port {port} is busy" in errors
    assert (start["event"], last["event"]) == ("listening", "ended")
    assert start["pid"] == last["pid"] == process.pid
    assert start["addresses"] == [start["address"]]
    assert start["database"] == str(tmp_path / "d" / "games.sqlite3")
    assert last["seconds_wall"] > 0


def address_in(process: subprocess.Popen[str]) -> str:
    """The address in the next line that a command prints."""
    assert process.stdout is not None
    line = process.stdout.readline()
    address = re.search(r"http[^ ]+", line)
    assert address is not None, line
    return address[0]


def test_a_server_for_other_machines_tells_its_token_and_addresses(tmp_path: Path) -> None:
    """Without a given token the server makes one; without it the API refuses every request. With
    --host 0.0.0.0 the output names this machine's addresses, and each one answers. A hang-up ends
    it.
    """
    words = ("serve", "--host", "0.0.0.0", "--allow-remote")  # noqa: S104 - with a token
    public = ("--public-url", "https://pente.example")
    with running(*words, *public, data=tmp_path / "data") as process:
        address, _, token = address_in(process).partition("#token=")
        assert (address, len(token) >= 16) == ("https://pente.example/", True)
        while "127.0.0.1" not in address:
            address = address_in(process).partition("#")[0]
            assert "0.0.0.0" not in address  # noqa: S104 - only compared
            assert httpx.get(address, timeout=END_S).status_code == 200
        health = f"{address}api/health"
        assert httpx.get(health, timeout=END_S).status_code in (401, 403)
        assert b"ok" in httpx.get(health, params={"token": token}, timeout=END_S).content
        process.send_signal(signal.SIGHUP)
        assert process.wait(END_S) == 0


def test_small_answers_are_sent_at_once() -> None:
    """The listening socket names its protocol, so that asyncio sends without delay; else each
    answer waits 40 ms for an acknowledgement.
    """
    with bind("127.0.0.1", 0) as listener:
        assert listener.proto == socket.IPPROTO_TCP


def test_a_reader_that_goes_ends_the_command(tmp_path: Path) -> None:
    """When nobody reads the lines any more, the exit code is that of SIGPIPE."""
    with running(*PLAY, data=tmp_path / "data", stdin=subprocess.PIPE) as process:
        assert said(process)["event"] == "listening"
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.close()
        process.stdin.write("E5\n")
        process.stdin.flush()
        assert process.wait(END_S) == 141
