"""The application and the engine in workers of the browser, whose scripts are Python here."""

from __future__ import annotations

import asyncio
import gzip
import signal
import sys
from functools import partial
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import msgspec
import pytest

from web.engines.orders import Command, EngineResult, Order, Reply
from web.events import Stream
from web.explorer import importing
from web.sharing.page import SCRIPTS, STYLE
from web.standalone import engine, files
from web.standalone import server as standalone
from web.standalone.engine import begin
from web.standalone.server import FIRST, EngineWorker, Server, first_session

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping
    from pathlib import Path


JSON = {"Content-Type": "application/json"}
AT, NEWS = f"games/{FIRST}", f"events?game={FIRST}&tab=one"
K10 = b'{"node": 0, "move": "K10"}'


class Engine:
    """An engine's worker in this process: it carries out an order when it gets it."""

    def __init__(self, heard: Callable[[str], None], *, can_stop: bool, searches: bool) -> None:
        self.can_stop, self.ended, self.posted = can_stop, False, False
        self._heard = heard
        asyncio.get_running_loop().call_soon(heard, "")
        self._hear = begin(heard) if searches else None

    def post(self, line: str) -> None:
        """Carry out an order."""
        self.posted = True
        if self._hear is not None:
            asyncio.get_running_loop().call_soon(self._hear, line)

    def say(self, order: int, depth: int, *, done: bool) -> None:
        """Tell a result."""
        result = EngineResult(move=3, lines=[], depth=depth, nodes=9, ms=1, stopped_by="")
        self._heard(msgspec.json.encode(Reply(id=order, found=result, done=done)).decode())

    def end(self) -> None:
        """End the worker."""
        self.ended = True


class Scripts:
    """What the worker's scripts do."""

    def __init__(self, *, can_stop: bool = True, searches: bool = True) -> None:
        self.answers: dict[int, tuple[int, bytes, bool]] = {}
        self.engines: list[Any] = []
        self._kind = {"can_stop": can_stop, "searches": searches}

    def serve(self, folder: Path) -> None:
        """Start the application."""
        self.server = Server(self, str(folder))

    def ask(self, method: str, path: str, body: bytes | memoryview = b"") -> int:
        """Begin a request; its number."""
        number = len(self.answers) + 1
        self.answers[number] = 0, b"", False
        self.server.ask(number, method, f"/api/{path}", JSON, body)
        return number

    async def whole(self, method: str, path: str, body: bytes | memoryview = b"") -> Any:
        """The status and the content of an answer that has ended."""
        number = self.ask(method, path, body)
        await until(lambda: self.answers[number][2])
        return self.answers[number][:2]

    async def heard(self, request: int, words: bytes, times: int = 1) -> bytes:
        """What a request has for an answer as soon as that has these words."""
        await until(lambda: self.answers[request][1].count(words) >= times)
        return self.answers[request][1]

    def answer(self, request: int, status: int, headers: Mapping[str, str]) -> None:
        """Begin an answer."""
        assert headers["content-type"].startswith(("application/", "text/event-stream"))
        self.answers[request] = status, b"", False

    def part(self, request: int, content: bytes, last: bool) -> None:  # noqa: FBT001 - a script
        """Go on with an answer."""
        status, before, _ = self.answers[request]
        self.answers[request] = status, before + content, last

    def start_engine(self, heard: Callable[[str], None], ended: Callable[[], None]) -> Any:
        """Start an engine."""
        self.broken = ended
        self.engines.append(Engine(heard, **self._kind))
        return self.engines[-1]


async def until(holds: Callable[[], object]) -> None:
    """Let the loop run until something holds."""
    async with asyncio.timeout(60):
        while not holds():  # noqa: ASYNC110 - a condition of any kind
            await asyncio.sleep(0.01)


def test_a_click_is_answered_and_the_engine_moves(tmp_path: Path) -> None:
    """The first game is there at once, as the page has shown it; its stream tells the reply."""

    async def played() -> None:
        scripts = Scripts()
        scripts.serve(tmp_path)
        stream = scripts.ask("GET", NEWS)
        shown = msgspec.json.decode((await scripts.whole("GET", AT))[1])
        first = msgspec.json.decode(msgspec.json.encode(first_session().view()))
        assert shown == first
        assert (await scripts.whole("POST", f"{AT}/play", K10))[0] == 200
        await scripts.heard(stream, b"event: game", 2)
        assert len(scripts.engines) == 1
        scripts.server.leave(stream)
        assert (await scripts.whole("POST", f"{AT}/play", memoryview(b"{")))[0] == 422

    asyncio.run(played())


def test_an_engine_that_cannot_hear_moves_now(tmp_path: Path) -> None:
    """Whoever asks for its move before it has any result gets its first one."""

    async def moved() -> bytes:
        scripts = Scripts(can_stop=False, searches=False)
        scripts.serve(tmp_path)
        scripts.ask("POST", f"{AT}/play", K10)
        await scripts.whole("POST", f"{AT}/engine", b'{"go": true, "now": true}')
        await until(lambda: scripts.engines and scripts.engines[0].posted)
        scripts.engines[0].say(1, depth=1, done=False)
        answer = await scripts.heard(scripts.ask("GET", NEWS), b'"ply":2')
        assert len(scripts.engines) == 1  # another one would take the time of the answer
        await until(lambda: len(scripts.engines) == 2)
        return answer

    assert b"failed" not in asyncio.run(moved())


def test_an_engine_that_breaks_down_is_replaced(tmp_path: Path) -> None:
    """Before it has started, or while it searches; the second failure in a row is told."""

    async def broken() -> bytes:
        scripts = Scripts(searches=False)
        scripts.serve(tmp_path)
        stream = scripts.ask("GET", NEWS)
        scripts.ask("POST", f"{AT}/play", K10)
        for count in (1, 2):
            await until(partial(lambda number: len(scripts.engines) == number, count))
            scripts.broken()
        return await scripts.heard(stream, b"failed twice")

    assert asyncio.run(broken()).count(b'"thinking":true') == 1


def test_an_answer_that_breaks_off_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The page asks again, instead of waiting for the rest of a stream for ever.

    It hears, too, that there is no answer for want of its texts.
    """

    async def events(_: Stream) -> AsyncIterator[bytes]:
        yield b"retry: 1\n\n"
        raise OSError("no more")

    async def asked(path: str) -> Any:
        scripts = Scripts()
        scripts.serve(tmp_path)
        return await scripts.whole("GET", path)

    (tmp_path / "de.json").touch()
    monkeypatch.setattr(standalone, "WORDS", str(tmp_path))
    monkeypatch.setattr(standalone, "fetched", lambda name: (tmp_path / "none" / name).read_bytes())
    monkeypatch.setattr(Stream, "events", events)
    assert asyncio.run(asked(NEWS)) == (200, b"retry: 1\n\n")
    assert asyncio.run(asked(f"{AT}/page?language=de")) == (0, b"")


def test_requests_are_answered_during_an_import_without_threads(tmp_path: Path) -> None:
    """A page has none: what `pente serve` gives to a thread runs at once there."""

    async def asked() -> Any:
        loop = asyncio.get_running_loop()

        def at_once(_: Any, work: Callable[..., Any], *given: Any) -> asyncio.Future[Any]:
            done = loop.create_future()
            done.set_result(work(*given))
            return done

        scripts = Scripts()
        scripts.serve(tmp_path)
        games = "\n".join(f"1. K10 {column}5" for column in "ABCDEFGHJKLMNOPQRST")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(loop, "run_in_executor", at_once)
            patch.setattr(importing, "AT_ONCE", 1)
            body = msgspec.json.encode({"name": "mine", "text": games})
            await scripts.whole("POST", "explorer/import", body)
            _, state = await scripts.whole("GET", "explorer")
        return msgspec.json.decode(state)["importing"]

    course = asyncio.run(asked())
    assert (course["state"], course["total"]) == ("running", 19)


def test_what_the_pack_left_out_is_fetched_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Compressed nets, for games that have one, and the page's texts, for languages alone."""
    asked: list[str] = []

    def fetched(name: str) -> Any:
        asked.append(name)
        content = gzip.compress(b"a net") if name.endswith(".net") else b"texts"
        return SimpleNamespace(to_bytes=lambda: content)

    monkeypatch.setitem(sys.modules, files.SCRIPTS, SimpleNamespace(fetched=fetched))
    monkeypatch.setattr(engine, "net_path", lambda game: str(tmp_path / f"{game}.net"))
    monkeypatch.setattr(standalone, "WORDS", str(tmp_path))
    (tmp_path / "de.json").touch()
    for game in ("pente", "pente", "gipf"):
        engine.fetch_net(game)
    for language in ("de", "de", "../de"):
        standalone.fetch_words(language)
    assert asked == ["pente.net", "../words/de.json"]
    assert (tmp_path / "pente.net").read_bytes() == b"a net"
    assert (tmp_path / "de.json").read_bytes() == b"texts"


def test_a_search_that_cannot_hear_ends_with_its_last_result() -> None:
    """Its worker ends, what it still says is not heard, and another one is started."""

    async def stopped() -> list[Reply]:
        scripts = Scripts(can_stop=False, searches=False)
        worker = EngineWorker(scripts, lambda: scripts.start_engine(print, print))
        order = Order(preset="gomoku-9", position="9/9/9/9/9/9/9/9/9 b 0,0")
        stop = msgspec.json.encode(Command(id=7, do="stop"))
        worker.write(msgspec.json.encode(Command(id=7, do="search", order=order)))
        worker.write(stop)  # there is no result yet
        assert not scripts.engines[0].ended
        scripts.engines[0].say(7, depth=2, done=False)
        scripts.engines[0].say(7, depth=3, done=False)
        assert [engine.ended for engine in scripts.engines] == [True, False]
        assert worker.returncode is not None
        worker.write(stop)  # it comes late, and needs no further replacement
        assert len(scripts.engines) == 2
        lines = [await worker.readline() for _ in range(3)]
        assert lines.pop() == b""
        return [msgspec.json.decode(line, type=Reply) for line in lines]

    said = [
        (reply.id, reply.found.depth, reply.done) for reply in asyncio.run(stopped()) if reply.found
    ]
    assert said == [(7, 2, False), (7, 2, True)]


def test_an_engine_that_does_not_start_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its worker would keep its memory."""
    monkeypatch.setattr(standalone, "START_S", 0)

    async def begun() -> bool:
        scripts = Scripts(searches=False)
        worker = EngineWorker(scripts)
        with pytest.raises(TimeoutError):
            await worker.begun()
        ended: bool = scripts.engines[0].ended
        return ended

    assert asyncio.run(begun())


def test_a_stop_before_the_order_is_known_ends_it() -> None:
    """A signal can come while the order's line is being read; a later order is searched in full."""
    said: list[Reply] = []
    order = Order(preset="gomoku-9", position="9/9/9/9/9/9/9/9/9 b 0,0", nodes=3000, wall_s=60)
    before = signal.getsignal(signal.SIGINT)
    try:
        hear = begin(lambda line: said.append(msgspec.json.decode(line, type=Reply)))
        signal.raise_signal(signal.SIGINT)
        for id_ in (1, 2):
            hear(msgspec.json.encode(Command(id=id_, do="search", order=order)).decode())
    finally:
        signal.signal(signal.SIGINT, before)
    ends = [reply.found.stopped_by for reply in said if reply.done and reply.found]
    assert ends == ["stop", "nodes"]


def test_the_pack_has_the_files_of_a_shared_page() -> None:
    """The application reads some of the page's own files when it makes one."""
    pytest.importorskip("ziglang", reason="the package ziglang compiles the kernel of the page")
    from tools.make.site.__main__ import own_files  # noqa: PLC0415 - needs ziglang

    names = {name for name, _ in own_files()}
    assert {f"web/static/{name}" for name in (*SCRIPTS, STYLE)} <= names
    assert "web/static/js/main.js" not in names
