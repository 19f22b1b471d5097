"""Connections that are late, too many or broken off (`web/http/connections.py`, `web/log.py`)."""

from __future__ import annotations

import contextlib
import errno
import json
import logging
import os
import re
import socket
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

from tests.web.conftest import PEOPLE, Running
from web.http.connections import BACKLOG, BoundedProtocol, client_of, most_connections
from web.log import Quiet
from web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HEAD = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
SOON_S = 8.0
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


@pytest.fixture
def impatient(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server that waits for clients for half a second."""
    for limit in ("head_s", "body_s", "stalled_s"):
        monkeypatch.setattr(BoundedProtocol, limit, 0.5)
    running = Running(settings)
    yield running
    running.end()


def connect(port: int) -> socket.socket:
    """A connection to the server."""
    return socket.create_connection(("127.0.0.1", port), SOON_S)


def rest(connection: socket.socket) -> bytes:
    """Everything until the server closes the connection, by the deadline of the socket."""
    with contextlib.suppress(ConnectionResetError):
        return b"".join(iter(lambda: connection.recv(65_536), b""))
    return b""


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"", b""),
        (b"GET / HT", b"408"),
        (HEAD, b"408"),
        (POST + b"Content-Length: 50\r\n\r\n{", b"408"),
        (POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{", b"408"),
    ],
)
def test_a_connection_without_a_whole_request_ends(
    impatient: Running, sent: bytes, status: bytes
) -> None:
    """A client that stops in the middle of a request is told so; a silent one is just closed."""
    with connect(impatient.port) as connection:
        began = time.monotonic()
        connection.sendall(sent)
        answer = rest(connection)
        assert 0.3 < time.monotonic() - began < SOON_S
    assert answer.split()[1:2] == ([status] if status else [])
    assert not status or b"not complete after 0.5 s" in answer


def test_a_request_in_drops_ends_too(impatient: Running) -> None:
    """The time counts from the beginning: single bytes do not prolong it."""
    with connect(impatient.port) as connection:
        began = time.monotonic()
        with contextlib.suppress(OSError):
            while time.monotonic() - began < SOON_S:
                connection.sendall(b"G" if time.monotonic() - began < 0.1 else b"x")
                time.sleep(0.02)
        assert time.monotonic() - began < SOON_S / 2


def test_a_second_request_in_part_ends_too(impatient: Running) -> None:
    """After an answer, the next request has the same time."""
    with connect(impatient.port) as connection:
        connection.sendall(HEAD + b"\r\n")
        assert b"200" in connection.recv(65_536)
        connection.sendall(b"GET /api")
        assert b"408" in rest(connection)


def test_a_client_that_reads_nothing_ends(impatient: Running) -> None:
    """Answers that nobody takes do not keep a connection open."""
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", impatient.port))
        connection.settimeout(SOON_S)
        with contextlib.suppress(OSError):
            connection.sendall((b"GET /api/openapi.json" + HEAD[15:] + b"\r\n") * 400)
        impatient.until(lambda: not impatient.connections, SOON_S)


def test_a_slow_client_is_served(impatient: Running) -> None:
    """A stream outlasts the limits, because its request is complete."""
    tab = impatient.tab(impatient.new_game(), "one")
    time.sleep(1.2)
    assert len(impatient.service.hub) == 1
    tab.close()


def test_half_open_connections_make_room(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beyond the cap the oldest connection without a request goes, and requests are answered."""
    monkeypatch.setattr(BoundedProtocol, "most_per_client", 20)
    running = Running(settings)
    try:
        with contextlib.ExitStack() as opened:
            half = [opened.enter_context(connect(running.port)) for _ in range(200)]
            assert running.get("health")["status"] == "ok"
            running.until(lambda: len(running.connections) <= 20)
            assert rest(half[0]) == b""
    finally:
        running.end()


def test_a_client_with_many_requests_is_refused_more(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If all connections of a client have a request, a new one is refused with a reason."""
    monkeypatch.setattr(BoundedProtocol, "most_per_client", 3)
    running = Running(settings)
    try:
        with contextlib.ExitStack() as opened:
            for _ in range(3):
                busy = opened.enter_context(connect(running.port))
                busy.sendall(POST + b"Content-Length: 50\r\n\r\n{")
            running.until(lambda: sum(not one.idle for one in running.connections) == 3)
            more = opened.enter_context(connect(running.port))
            answer = rest(more)
        assert answer.startswith(b"HTTP/1.1 429 ")
        assert b"too many connections from your address" in answer
    finally:
        running.end()


def test_clients_are_counted_by_network() -> None:
    """All addresses of an IPv6 network are one client; an IPv4 address is one by itself."""
    assert client_of("2001:db8::1") == client_of("2001:db8::ffff") != client_of("2001:db8:0:1::1")
    assert client_of("192.0.2.1") == client_of("::ffff:192.0.2.1") != client_of("192.0.2.2")
    assert 10 <= most_connections() <= 1000


def test_a_request_that_is_broken_off_leaves_no_traceback(
    impatient: Running, caplog: pytest.LogCaptureFixture
) -> None:
    """A client that goes in the middle of its body, or sends no HTTP, is no failure of ours."""
    with caplog.at_level(logging.INFO):
        for body in (b'{"preset"', b"\xff"):
            with connect(impatient.port) as connection:
                connection.sendall(POST + b"Content-Length: 500\r\n\r\n" + body)
                time.sleep(0.1)
        with connect(impatient.port) as connection:
            connection.sendall(b"\0\1\2 no http\r\n\r\n")
            assert b"400" in rest(connection)
        impatient.until(lambda: not impatient.connections)
    assert not [record for record in caplog.records if record.exc_info]
    assert "Traceback" not in caplog.text


def test_repeated_records_are_left_out_and_counted() -> None:
    """Of one kind a few records pass in a span; the next span tells how many were left out."""
    quiet = Quiet(most=2, span_s=0.2)

    def passed(text: str) -> str:
        record = logging.LogRecord("web", logging.ERROR, "", 0, text, (), None)
        return record.getMessage() if quiet.filter(record) else ""

    assert [bool(passed("full")) for _ in range(10)] == [True] * 2 + [False] * 8
    assert passed("other") == "other"
    time.sleep(0.25)
    assert passed("full") == "full (8 more like this were left out)"
    assert passed("full") == "full"


@pytest.mark.parametrize(
    ("number", "lines"), [(errno.EMFILE, 1), (errno.ENFILE, 1), (errno.EPIPE, 3)]
)
def test_a_shortage_of_the_system_is_one_line(number: int, lines: int) -> None:
    """Without an open file left the log has one line; other errors keep their traceback."""
    error = OSError(number, os.strerror(number))
    text = "socket.accept() out of system resource\nsocket: 3"
    failure = (OSError, error, None)
    record = logging.LogRecord("asyncio", logging.ERROR, "", 0, text, (), failure)
    assert Quiet().filter(record)
    assert len(logging.Formatter().format(record).splitlines()) >= lines
    assert (record.exc_info is None) == (lines == 1)
    if lines == 1:
        wanted = f"socket.accept() out of system resource: {os.strerror(number)}"
        assert logging.Formatter().format(record) == wanted


@pytest.mark.slow
@pytest.mark.processes
def test_a_flood_of_connections_leaves_files_and_the_log_small(tmp_path: Path) -> None:
    """With 300 files at most, 600 half-open connections stop neither answers nor the disk."""
    script = (
        "import resource\n"
        "resource.setrlimit(resource.RLIMIT_NOFILE, (300, 300))\n"
        "from cli.main import main; main()\n"
    )
    words = ("serve", "--port", "0", "--data", str(tmp_path / "data"))
    with open(tmp_path / "log", "wb") as log:
        server = subprocess.Popen(
            [sys.executable, "-c", script, *words],
            stdout=subprocess.PIPE,
            stderr=log,
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": ROOT},
        )
    try:
        assert server.stdout is not None
        found = re.search(rb":(\d+)/", server.stdout.readline())
        assert found is not None
        with contextlib.ExitStack() as opened:
            for _ in range(600):
                opened.enter_context(connect(int(found[1])))
            with connect(int(found[1])) as asked:
                body = json.dumps({"preset": "gomoku-9", "players": PEOPLE}).encode()
                size = b"Content-Length: %d\r\nConnection: close\r\n\r\n" % len(body)
                asked.sendall(POST + size + body)
                assert rest(asked).startswith(b"HTTP/1.1 200 ")
            assert len(os.listdir(f"/proc/{server.pid}/fd")) < 300 - BACKLOG
    finally:
        server.terminate()
        server.communicate(timeout=10)
    assert (tmp_path / "log").stat().st_size < 5_000
