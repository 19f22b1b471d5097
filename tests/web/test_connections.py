"""Connections that are late, too many or broken off (`web/http/connections.py`, `web/log.py`)."""

from __future__ import annotations

import contextlib
import errno
import logging
import os
import resource
import signal
import socket
from types import SimpleNamespace
from typing import TYPE_CHECKING

import pytest

from tests.web.conftest import DEADLINE_S, Running, serving
from web import log
from web.http import server
from web.http.connections import BoundedProtocol, client_of, most_connections
from web.log import Quiet
from web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HEAD = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
LIMIT_S = 1000.0  # passes only when a test says so


@pytest.fixture(scope="module")
def timed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server whose clients are late after LIMIT_S."""
    with pytest.MonkeyPatch.context() as patch:
        for limit in ("head_s", "body_s", "stalled_s"):
            patch.setattr(BoundedProtocol, limit, LIMIT_S)
        with serving(Settings(data=str(tmp_path_factory.mktemp("data")), slots=1)) as running:
            yield running


def rest(connection: socket.socket) -> bytes:
    """Everything until the server closes the connection, by the deadline of the socket."""
    with contextlib.suppress(ConnectionResetError):
        return b"".join(iter(lambda: connection.recv(65_536), b""))
    return b""


def unread(connections: set[BoundedProtocol]) -> list[int]:
    """How many bytes of the next request each has; -1 where its body is on the way."""
    return sorted(len(one.conn.trailing_data[0]) if one.idle else -1 for one in connections)


def test_a_connection_without_a_whole_request_ends(timed: Running) -> None:
    """A client that stops in the middle of a request is told so; a silent one is just closed.

    The time counts from the beginning, whatever single bytes come; a second request has the same.
    """
    before = timed.connections
    parts = {
        b"": b"",
        b"GET / HT": b"408",
        HEAD: b"408",
        POST + b"Content-Length: 50\r\n\r\n{": b"408",
        POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{": b"408",
    }
    with contextlib.ExitStack() as opened:
        begun = [opened.enter_context(timed.connect()) for _ in range(6)]
        begun[-1].sendall(HEAD + b"\r\n")
        assert b"200" in begun[-1].recv(65_536)
        for connection, part in zip(begun, [*parts, b"GET /api"], strict=True):
            connection.sendall(part)
        timed.until(lambda: unread(timed.connections - before) == [-1, -1, 0, 8, 8, len(HEAD)])
        timed.pass_time(LIMIT_S / 2)
        begun[1].sendall(b"T")
        timed.until(lambda: unread(timed.connections - before) == [-1, -1, 0, 8, 9, len(HEAD)])
        timed.pass_time(LIMIT_S / 2)
        for connection, status in zip(begun, [*parts.values(), b"408"], strict=True):
            answer = rest(connection)
            assert answer.split()[1:2] == ([status] if status else [])
            assert not status or b"1000 s" in answer


def test_a_client_that_reads_nothing_ends(timed: Running) -> None:
    """Answers that nobody takes keep no connection open; a stream stays, its request is whole."""
    with timed.tab(timed.new_game(), "one"), socket.socket() as connection:
        before = timed.connections
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", timed.port))
        connection.settimeout(DEADLINE_S)
        with contextlib.suppress(OSError):
            connection.sendall((b"GET /api/openapi.json" + HEAD[15:] + b"\r\n") * 400)
        assert connection.recv(1)
        timed.until(lambda: any(one._stall for one in timed.connections - before))
        timed.pass_time(LIMIT_S)
        timed.until(lambda: timed.connections <= before)
        assert len(timed.service.hub) == 1


@pytest.mark.parametrize(("of_a_client", "of_all", "refusal"), [(20, 99, b"429"), (99, 20, b"503")])
def test_half_open_connections_make_room(
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    of_a_client: int,
    of_all: int,
    refusal: bytes,
) -> None:
    """Beyond a cap the oldest connection without a request goes, and requests are answered.

    If all connections have a request, a new one is refused with a reason.
    """
    monkeypatch.setattr(BoundedProtocol, "most_per_client", of_a_client)
    monkeypatch.setattr(server, "most_connections", lambda: of_all)
    with serving(settings) as running, contextlib.ExitStack() as opened:
        half = [opened.enter_context(running.connect()) for _ in range(50)]
        assert running.get("health")["status"] == "ok"
        running.until(lambda: len(running.connections) <= 20)
        assert rest(half[0]) == b""
        for _ in range(20):
            busy = opened.enter_context(running.connect())
            busy.sendall(POST + b"Content-Length: 50\r\n\r\n{")
        running.until(lambda: sum(not one.idle for one in running.connections) == 20)
        answer = rest(opened.enter_context(running.connect()))
        assert answer.startswith(b"HTTP/1.1 " + refusal)
        assert b"too many connections" in answer


def test_open_files_bound_the_connections(monkeypatch: pytest.MonkeyPatch) -> None:
    """Engines, saved games and connections that wait to be accepted have files left."""
    for files, most in ((300, 50), (64, 10), (5000, 1000), (resource.RLIM_INFINITY, 1000)):
        monkeypatch.setattr(resource, "getrlimit", lambda _, limit=files: (limit, limit))
        assert most_connections() == most


def test_clients_are_counted_by_network() -> None:
    """All addresses of an IPv6 network are one client; an IPv4 address is one by itself."""
    assert client_of("2001:db8::1") == client_of("2001:db8::ffff") != client_of("2001:db8:0:1::1")
    assert client_of("192.0.2.1") == client_of("::ffff:192.0.2.1") != client_of("192.0.2.2")


def test_a_request_that_is_broken_off_leaves_no_traceback(
    board: Running, caplog: pytest.LogCaptureFixture
) -> None:
    """A client that goes in the middle of its body, or sends no HTTP, is no failure of ours."""
    before = board.connections
    with caplog.at_level(logging.INFO):
        for body in (b'{"preset"', b"\xff"):
            with board.connect() as connection:
                connection.sendall(POST + b"Content-Length: 500\r\n\r\n" + body)
                board.until(lambda: any(not one.idle for one in board.connections - before))
            board.until(lambda: board.connections <= before)
        with board.connect() as connection:
            connection.sendall(b"\0\1\2 no http\r\n\r\n")
            assert b"400" in rest(connection)
        board.until(lambda: board.connections <= before)
    assert not [record for record in caplog.records if record.exc_info]
    assert "Traceback" not in caplog.text


def test_an_impatient_ctrl_c_ends_as_orderly_as_one(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Further signals neither break off the end of the server nor make it print a traceback."""
    with serving(Settings(data=str(tmp_path))) as running:
        for _ in range(3):
            running._server.handle_exit(signal.SIGINT, None)
        running._thread.join(DEADLINE_S)
        assert not running._thread.is_alive()
    assert capfd.readouterr().err == ""


def test_repeated_records_are_left_out_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one kind a few records pass in a span; the next span tells how many were left out."""
    quiet, now_s = Quiet(most=2, span_s=60), 0.0
    monkeypatch.setattr(log, "time", SimpleNamespace(monotonic=lambda: now_s))

    def passed(text: str) -> str:
        record = logging.LogRecord("web", logging.ERROR, "", 0, text, (), None)
        return record.getMessage() if quiet.filter(record) else ""

    assert [bool(passed("full")) for _ in range(10)] == [True] * 2 + [False] * 8
    assert passed("other") == "other"
    now_s = 60.0
    assert passed("full").startswith("full (8 ")
    assert passed("full") == "full"


def test_a_shortage_of_the_system_is_one_line() -> None:
    """Without an open file left the log has one line; other errors keep their traceback."""
    for number, is_short in ((errno.EMFILE, True), (errno.ENFILE, True), (errno.EPIPE, False)):
        failure = (OSError, OSError(number, os.strerror(number)), None)
        text = "socket.accept() out of system resource\nsocket: 3"
        record = logging.LogRecord("asyncio", logging.ERROR, "", 0, text, (), failure)
        assert Quiet().filter(record)
        assert (record.exc_info is None) == is_short
        lines = logging.Formatter().format(record).splitlines()
        assert (len(lines) == 1) == is_short
        assert os.strerror(number) in lines[-1]
