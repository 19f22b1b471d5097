"""`pente serve` and `pente play` as processes: address, busy ports, remote access, shutdown."""

from __future__ import annotations

import contextlib
import os
import re
import selectors
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from typing import TYPE_CHECKING

import httpx
import pytest
from click.testing import CliRunner

from cli.main import pente
from web.http.server import bind

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
RUN = "from cli.main import main; main()"
START_S, END_S = 20.0, 6.0


@contextlib.contextmanager
def server(*words: str, data: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Yield a running command and its first line; end it by a signal, or kill it at a deadline."""
    process = subprocess.Popen(
        [sys.executable, "-c", RUN, *words, "--data", str(data)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=data.parent,
        env={**os.environ, "PYTHONPATH": ROOT, "BROWSER": "true"},
    )
    try:
        yield process, first_line(process)
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.communicate(timeout=END_S)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate(timeout=END_S)


def first_line(process: subprocess.Popen[str]) -> str:
    """Return the first line that a process prints, by a deadline."""
    assert process.stdout is not None
    with selectors.DefaultSelector() as waiting:
        waiting.register(process.stdout, selectors.EVENT_READ)
        assert waiting.select(START_S), "it printed nothing"
    return process.stdout.readline()


def port_of(line: str) -> int:
    """Return the port of the printed address."""
    found = re.search(r"http://[^:/]+:(\d+)/", line)
    assert found is not None, line
    return int(found[1])


def test_the_address_is_told_and_answers(tmp_path: Path) -> None:
    """The server answers at the printed address, started from any folder."""
    with (
        server("play", "--port", "0", data=tmp_path / "data") as (_, line),
        urllib.request.urlopen(f"http://127.0.0.1:{port_of(line)}/", timeout=10) as page,
    ):
        assert b"<html" in page.read()
    assert (tmp_path / "data" / "games.sqlite3").exists()


def test_a_busy_port_is_told_and_the_next_is_taken(tmp_path: Path) -> None:
    """The server takes the next port and prints which one."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        with server("serve", "--port", str(port), data=tmp_path / "d") as (process, line):
            assert port < port_of(line) <= port + 20
            assert process.stderr is not None
            assert f"Port {port} is busy" in process.stderr.readline()


@pytest.mark.parametrize("sign", [signal.SIGINT, signal.SIGTERM])
def test_the_server_ends_with_streams_open(tmp_path: Path, sign: signal.Signals) -> None:
    """An open stream does not delay shutdown; the server notifies the tab first."""
    with server("serve", "--port", "0", data=tmp_path / "data") as (process, line):
        base = f"http://127.0.0.1:{port_of(line)}/api/"
        body = b'{"preset":"pente","players":[{"kind":"human"},{"kind":"engine"}]}'
        ask = urllib.request.Request(  # noqa: S310 - the server's address
            base + "games", body, {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(ask, timeout=10) as answer:  # noqa: S310 - as above
            game = re.search(rb'"id":"([0-9a-f]+)"', answer.read())
        assert game is not None
        events = f"{base}events?game={game[1].decode()}&tab=a"
        with urllib.request.urlopen(events, timeout=10) as stream:  # noqa: S310 - as above
            stream.readline()
            began = time.monotonic()
            process.send_signal(sign)
            rest = stream.read()
            process.wait(END_S)
        assert b"event: bye" in rest
        assert time.monotonic() - began < END_S


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--host", "0.0.0.0"), "--allow-remote"),  # noqa: S104 - the test expects a refusal
        (("--public-url", "https://pente.example"), "--allow-remote"),
        (("--allow-remote", "--public-url", "pente"), "expected http://HOST"),
        (("--allow-remote", "--token", "short"), "16 characters"),
    ],
)
def test_remote_access_needs_its_option(words: tuple[str, ...], reason: str) -> None:
    """An address other than loopback needs the option and a long enough token."""
    result = CliRunner().invoke(pente, ["serve", *words])
    assert result.exit_code == 2
    assert reason in result.output


def test_a_remote_server_tells_its_token(tmp_path: Path) -> None:
    """Without a given token the server makes one; without it the API refuses every request."""
    words = ("serve", "--port", "0", "--host", "127.0.0.1", "--allow-remote")
    with server(*words, data=tmp_path / "data") as (_, line):
        token = re.search(r"#token=([A-Za-z0-9_-]{16,})", line)
        assert token is not None
        address = f"http://127.0.0.1:{port_of(line)}/api/health"
        with pytest.raises(urllib.error.HTTPError) as refusal:
            urllib.request.urlopen(address, timeout=10)
        refusal.value.close()
        with urllib.request.urlopen(f"{address}?token={token[1]}", timeout=10) as answer:  # noqa: S310 - as above
            assert b"ok" in answer.read()


def test_a_server_for_other_machines_prints_addresses_that_they_can_open(tmp_path: Path) -> None:
    """With --host 0.0.0.0 the output names this machine's addresses, and each one answers."""
    words = ("serve", "--port", "0", "--host", "0.0.0.0", "--allow-remote")  # noqa: S104 - with a token
    public = ("--public-url", "https://pente.example")
    with server(*words, *public, data=tmp_path / "data") as (process, line):
        assert "at https://pente.example/#token=" in line
        assert process.stdout is not None
        told = ""
        while "127.0.0.1" not in told:
            told = process.stdout.readline()
            address = re.search(r"http://[^#]+/", told)
            assert address is not None
            assert "0.0.0.0" not in address[0]  # noqa: S104 - only compared
            with urllib.request.urlopen(address[0], timeout=10) as answer:  # noqa: S310 - as above
                assert answer.status == 200


def test_small_answers_are_sent_at_once() -> None:
    """The listening socket names its protocol, so that asyncio sends without delay; else each
    answer waits 40 ms for an acknowledgement.
    """
    with bind("127.0.0.1", 0) as listener:
        assert listener.proto == socket.IPPROTO_TCP


def test_play_opens_a_recorded_game(tmp_path: Path) -> None:
    """The address names a new game with the moves, names and headers of the file, at --ply."""
    source = tmp_path / "game.txt"
    source.write_text(
        '[Game "Pente"]\n[Rated "Y"]\n[Player 1 Name "ann"]\n\n1. K10 {why} L10 2. K14\n',
        encoding="ascii",
    )
    words = ("play", str(source), "--ply", "2", "--port", "0")
    with server(*words, data=tmp_path / "data") as (_, line):
        found = re.search(r"#game=([\w-]+)", line)
        assert found is not None
        address = f"http://127.0.0.1:{port_of(line)}/api/games/{found[1]}"
        game = httpx.get(address, timeout=10).json()
        text = httpx.get(f"{address}/export?format=pente", timeout=10).json()["text"]
    assert game["players"][0]["name"] == "ann"
    assert [node["text"] for node in game["nodes"][1:]] == ["K10", "L10", "K14"]
    assert game["position"]["ply"] == 2
    assert game["nodes"][1]["comment"] == "why"
    assert '[Rated "Y"]' in text


def test_play_says_what_is_wrong_with_a_file(tmp_path: Path) -> None:
    """A bad file, a ply beyond the end, and options without a file are refused before a server."""
    source = tmp_path / "game.share"
    source.write_text("pente:K10", encoding="ascii")
    for words, reason in (
        ((str(tmp_path / "none.txt"),), "none.txt"),
        ((str(source), "--ply", "5", "--data", str(tmp_path)), "has 1 moves, not 5"),
        (("--ply", "5"), "need a FILE"),
    ):
        result = CliRunner().invoke(pente, ["play", *words])
        assert result.exit_code != 0
        assert reason in result.output + str(result.exception)
