"""The measures of `docs/security.md`, row by row, and the names under which a server answers."""

from __future__ import annotations

import json
import os
import re
import socket
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from tests.web.conftest import PEOPLE, Running, serving
from web.errors import Busy, TooLarge
from web.events import MOST_TABS
from web.http.addresses import BadPublicUrl, PublicUrl, own_names, parse_public_url, reachable
from web.http.safety import HEADERS, IMPORT, Bodies, Bucket
from web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

TOKEN = "a-token-of-some-length"  # noqa: S105 - only in tests
JSON = {"content-type": "application/json"}
NEW_GAME = json.dumps({"preset": "gomoku-9", "players": PEOPLE})


def refused(answer: httpx.Response, status: int) -> None:
    """Check that the answer is a problem document with this status, without traceback or path."""
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"] == "application/problem+json"
    problem = answer.json()
    assert problem["status"] == status
    assert problem["detail"]
    assert "Traceback" not in answer.text
    assert os.getcwd() not in answer.text


def test_only_our_own_names_are_taken(board: Running) -> None:
    """A page whose host name points to our address gets nothing, not even a file."""
    for host in ("evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "[::2]"):
        for path in ("/api/health", "/", "/api/openapi.json"):
            refused(board.client.get(path, headers={"host": host}), 400)
    for host in ("127.0.0.1", "localhost:1", "[::1]:8123", "LOCALHOST"):
        assert board.client.get("/api/health", headers={"host": host}).status_code == 200, host


def test_another_origin_is_refused(board: Running) -> None:
    """Another page's commands and queries are refused; those of the page itself are answered."""
    before = len(board.get("games"))
    origins = [{"origin": one} for one in ("http://evil.example", "null", "http://127.0.0.1:1")]
    for site in (*origins, {"sec-fetch-site": "cross-site"}, {"sec-fetch-site": "same-site"}):
        answer = board.client.post("/api/games", content=NEW_GAME, headers={**JSON, **site})
        refused(answer, 403)
        refused(board.client.get("/api/games", headers=site), 403)
    assert len(board.get("games")) == before
    own = {"origin": f"http://127.0.0.1:{board.port}", "sec-fetch-site": "same-origin"}
    headers = {**JSON, **own}
    assert board.client.post("/api/games", content=NEW_GAME, headers=headers).status_code == 200


def test_only_json_is_taken(board: Running) -> None:
    """A body type that a form can send across sites is refused, and a command by GET."""
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""):
        headers = {"content-type": kind} if kind else {}
        refused(board.client.post("/api/games", content=NEW_GAME, headers=headers), 415)
    refused(board.client.get(f"/api/games/{board.new_game()['id']}/undo"), 405)


def test_every_answer_has_the_headers(board: Running) -> None:
    """Files, answers and refusals have the headers, and no cookie, other origin or server name.

    Only files are compressed: the length of a compressed answer could leak its content.
    """
    for path in [
        "/",
        "/api/health",
        "/api/openapi.json",
        "/api/games/none",
        "/nothing",
        "/index.html",
    ]:
        answer = board.client.get(path, headers={"accept-encoding": "gzip"})
        assert ("content-encoding" in answer.headers) == (path in ("/", "/index.html")), path
        for name, value in HEADERS.items():
            assert answer.headers[name] == value, path
        assert "unsafe" not in answer.headers["content-security-policy"]
        assert not {"set-cookie", "access-control-allow-origin", "server"} & {*answer.headers}, path


# web/errors.py is no file of the page; web/static is its folder.
WAYS_OUT = r"""/../errors.py /..%2ferrors.py /%2e%2e/errors.py /%2e%2e%2f%2e%2e%2fpyproject.toml
    /..\errors.py /..%5cerrors.py //etc/passwd /css/../../errors.py /css/%00 /css /css/
    /api/games/..%2f..%2fetc%2fpasswd /api/games/%2e%2e"""


def test_no_path_leads_out(board: Running) -> None:
    """However the path is written, only the page's files are found; no folder is listed."""
    for path in WAYS_OUT.split():
        with board.connect() as connection:
            head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
            connection.sendall(head.encode())
            with connection.makefile("rb") as file:
                answer = file.read()
        assert answer.split()[1] in (b"404", b"400"), (path, answer[:200])
        assert b"import" not in answer, path
        assert b"root:" not in answer, path


def test_a_body_that_is_too_large_is_refused(board: Running) -> None:
    """A large body is refused by its length, or at the limit; a record may be larger.

    100 kB of headers are not read to their end.
    """
    refused(board.client.get("/api/health", headers={"x-much": "x" * 100_000}), 431)
    large = json.dumps({"text": "x" * 300_000})
    refused(board.client.post("/api/games", content=large, headers=JSON), 413)
    chunks = (large[start : start + 1000].encode() for start in range(0, len(large), 1000))
    refused(board.client.post("/api/games", content=chunks, headers=JSON), 413)
    refused(board.client.post("/api/import", content=large, headers=JSON), 422)
    huge = json.dumps({"text": "x" * (3 << 20)})
    refused(board.client.post("/api/import", content=huge, headers=JSON), 413)


def test_the_bodies_of_all_requests_are_bounded() -> None:
    """Large bodies share a room, until their answers; small commands always have theirs."""
    bodies = Bodies(3 << 20)
    with bodies.room_for(upload(IMPORT, 2 << 20)):
        with pytest.raises(Busy), bodies.room_for(upload(IMPORT, 2 << 20)):
            pass
        with pytest.raises(Busy), bodies.room_for(upload(IMPORT, None)):
            pass
        with bodies.room_for(upload("/api/games", 1000)), bodies.room_for(upload(IMPORT, 1 << 19)):
            pass
        with pytest.raises(TooLarge), bodies.room_for(upload("/api/games", 300_000)):
            pass
    assert bodies.reserved == 0


def upload(path: str, size: int | None) -> Any:
    """The scope of a request whose body has this size, or one that it does not tell."""
    about = (
        (b"transfer-encoding", b"chunked") if size is None else (b"content-length", b"%d" % size)
    )
    return {"type": "http", "path": path, "headers": [about]}


def test_commands_that_come_too_fast_are_put_off(settings: Settings) -> None:
    """After a burst a client gets 429 and the time to wait; queries are still answered."""
    with serving(Settings(data=settings.data, slots=1, burst=5, rate_per_s=0.01)) as running:
        answers = [
            running.client.post("/api/games", content=NEW_GAME, headers=JSON) for _ in range(7)
        ]
        assert [answer.status_code for answer in answers[:5]] == [200] * 5
        refused(answers[-1], 429)
        assert answers[-1].headers["retry-after"]
        assert running.get("health")["status"] == "ok"
    bucket = Bucket(2.0, 3, 0.0)  # fills with time, up to the burst
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(0.5) for _ in range(2)] == [True, False]
    assert [bucket.take(100.0) for _ in range(4)] == [True, True, True, False]


def test_with_a_token_nobody_else_is_answered(settings: Settings) -> None:
    """Everybody gets the page's files, but only clients with the token get the API."""
    guarded = Settings(data=settings.data, slots=1, token=TOKEN, hosts=("127.0.0.1",))
    with serving(guarded) as running:
        assert running.client.get("/index.html").status_code == 200
        for headers in ({}, {"authorization": "Bearer other"}, {"authorization": TOKEN[:-1]}):
            refused(running.client.get("/api/health", headers=headers), 403)
        good = {"authorization": f"Bearer {TOKEN}"}
        assert running.client.get("/api/health", headers=good).status_code == 200
        refused(running.client.get("/api/health?token=x"), 403)
        assert running.client.get("/api/health", params={"token": TOKEN}).status_code == 200


def test_streams_are_bounded(board: Running) -> None:
    """Too many tabs are refused; a second stream of one tab ends its first."""
    game = board.new_game()
    with board.tab(game, "same"), board.tab(game, "same"):
        board.until(lambda: len(board.service.hub) == 1)
    id_, many = game["id"], MOST_TABS + 1
    tabs = [f"tab-{number}" for number in range(many)]
    queries: list[tuple[Any, Any, int]]
    queries = [(id_, "../x", 422), (id_, ["one", "two"], 422), ([id_] * many, tabs, 429)]
    for one, tab, status in [*queries, ("none", "x", 404)]:
        refused(board.client.get("/api/events", params={"game": one, "tab": tab}), status)


ANYWHERE = "0.0.0.0"  # noqa: S104 - the tests are about it
PUBLIC = PublicUrl(origin="https://pente.example", host="pente.example")


@pytest.fixture(scope="module")
def everywhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server on all addresses of this machine, behind a proxy too."""
    data = str(tmp_path_factory.mktemp("data"))
    with serving(Settings(data=data, slots=1, public=PUBLIC), host="::") as running:
        yield running


ADDRESSES = [
    *((f"[{one}]" if ":" in one else one, "", None, 200) for one in reachable("::")),
    ("127.0.0.2", "127.0.0.2", None, 200),
    *(
        ("127.0.0.2", host, None, 400)
        for host in ("127.0.0.3", "192.0.2.77", "[::2]", "127.0.0.1.", "evil.example")
    ),
    ("127.0.0.1", "pente.example", None, 200),  # a proxy may pass on the public name
    ("127.0.0.1", "pente.example", PUBLIC.origin, 200),
    ("127.0.0.1", "127.0.0.1", PUBLIC.origin, 200),  # or write its own
    ("127.0.0.1", "pente.example", "https://evil.example", 403),
]


def test_only_the_address_of_the_connection_and_the_public_one_are_accepted(
    everywhere: Running,
) -> None:
    """Whatever address of the machine a client has reached, it may write in the Host header.

    An address at which this connection did not arrive is unknown, like any other name. The page's
    origin stays the public one.
    """
    for to, host, origin, status in ADDRESSES:
        headers = {"host": host or f"{to}:{everywhere.port}"}
        headers |= {} if origin is None else {"origin": origin}
        url = f"http://{to}:{everywhere.port}/api/health"
        assert everywhere.client.get(url, headers=headers).status_code == status, (to, host, origin)


def test_a_public_url_is_read() -> None:
    """The origin is spelled as browsers spell it; what is no address of a site is quoted."""
    for text, origin, host in (
        ("https://Pente.example/", "https://pente.example", "pente.example"),
        ("https://pente.example:443", "https://pente.example", "pente.example"),
        ("http://192.0.2.9:8000", "http://192.0.2.9:8000", "192.0.2.9"),
        ("http://[2001:db8::9]:8000", "http://[2001:db8::9]:8000", "[2001:db8::9]"),
    ):
        assert parse_public_url(text) == PublicUrl(origin=origin, host=host)
    for text in [
        "pente.example",
        "ftp://a",
        "https://",
        "https://a/b",
        "http://a:99999",
        "http://u@a",
        "http://[",
    ]:
        with pytest.raises(BadPublicUrl, match=re.escape(repr(text))):
            parse_public_url(text)


def test_only_addresses_that_work_are_told() -> None:
    """The wildcard address itself is never printed or accepted as a name."""
    for host in (ANYWHERE, "::"):
        told = reachable(host)
        assert told[-1] in ("127.0.0.1", "::1")
        assert not {ANYWHERE, "::"} & {*told, *own_names(host)}
        for address in told:
            family = socket.AF_INET6 if ":" in address else socket.AF_INET
            with socket.socket(family) as probe:
                probe.bind((address, 0))
    assert reachable("192.0.2.9") == ["192.0.2.9"]
