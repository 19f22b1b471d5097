"""What clients see while games cannot be saved: a reason, an unchanged game, a server that answers.

A full disk is simulated by SQLite's own limit of pages, another program by its lock.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import threading
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from tests.web.conftest import AGAINST_ENGINE, DEADLINE_S, Running, awaited, serving
from web import databases
from web.sessions import games
from web.sessions.store import FILE, Store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from web.settings import Settings

AGAIN_S = 1000.0  # passes only when a test says so
LONG = "x" * 4000


@pytest.fixture
def own(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    """A server for one test: other programs and full disks are waited for as the tests say."""
    monkeypatch.setattr(databases, "WAIT_S", 0.4)
    monkeypatch.setattr(games, "AGAIN_S", AGAIN_S)
    with serving(settings) as running:
        yield running


@contextlib.contextmanager
def full_disk(running: Running) -> Iterator[None]:
    """The file of the saved games cannot grow."""
    base = running.service.games.store._base
    pages = base.execute("PRAGMA page_count").fetchone()[0]
    base.execute(f"PRAGMA max_page_count = {pages}")
    try:
        yield
    finally:
        base.execute("PRAGMA max_page_count = 1000000")


@contextlib.contextmanager
def other_program(data: str, file: str = FILE) -> Iterator[None]:
    """Another program is writing to the saved games, or to another file."""
    with contextlib.closing(
        sqlite3.connect(os.path.join(data, file), isolation_level=None)
    ) as base:
        base.execute("BEGIN IMMEDIATE")
        yield
        base.execute("ROLLBACK")


def full(running: Running) -> contextlib.AbstractContextManager[None]:
    """The disk is full."""
    return full_disk(running)


def used(running: Running) -> contextlib.AbstractContextManager[None]:
    """Another program uses the saved games."""
    return other_program(running.service.settings.data)


@pytest.mark.parametrize(
    ("fails", "status", "reason"), [(full, 507, "make room"), (used, 503, "nother program")]
)
def test_a_command_that_cannot_be_saved_is_undone(
    own: Running, settings: Settings, fails: Callable[[Running], Any], status: int, reason: str
) -> None:
    """The game is as before, here and after a restart, and each tab gets that; later it goes on.

    A record that cannot be saved is not opened, and leaves no game behind. Clocks run on.
    """
    game = own.play(own.new_game(clock={"initial_s": 100}), "E5")
    at = f"games/{game['id']}"
    comment: dict[str, Any] = {"node": 1, "text": LONG}
    with own.tab(game, "one") as tab, fails(own):
        tab.wait("game")
        own.post("import", status, text=f"(;GM[4]RU[pente]SZ[19];W[jj]C[{LONG}])")
        refused = own.client.post(f"/api/{at}/comment", json=comment)
        assert refused.status_code == status
        assert reason in refused.json()["detail"]
        assert ("retry-after" in refused.headers) == (status == 503)
        assert tab.wait("game", lambda _: len(tab.of("game")) > 1)["current"] == 1
        now = own.get(at)
        assert now | {"clocks": 0} == game | {"clocks": 0}
        assert now["clocks"]["running"] == game["clocks"]["running"]
        assert [one["id"] for one in own.get("games")] == [game["id"]]
    with contextlib.closing(Store(settings.data)) as saved:
        assert LONG.encode() not in (saved.load(game["id"]) or LONG.encode())
    assert own.post(f"{at}/comment", **comment)["nodes"][1]["comment"] == LONG
    assert own.play(now, "E6")["current"] == 2


def test_what_cannot_be_deleted_or_begun_is_told(own: Running, settings: Settings) -> None:
    """Nothing is deleted, and no engine begins to think, while another program writes."""
    game = own.play(own.new_game(), "E5")
    with other_program(settings.data):
        own.delete(f"games/{game['id']}", 503)
        own.post("games", 503, preset="pente", players=AGAINST_ENGINE)
    assert own.play(game, "E6")["current"] == 2


def test_nobody_waits_for_the_disk_of_another(
    own: Running, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While saves wait for another program, questions are answered, also from the disk."""
    others = [own.new_game() for _ in range(6)]
    own.service.games.forget(others[0]["id"])
    monkeypatch.setattr(databases, "WAIT_S", DEADLINE_S / 2)
    with contextlib.ExitStack() as held, other_program(settings.data):
        waiting = [threading.Thread(target=own.play, args=(game, "E5")) for game in others[1:]]
        for thread in waiting:
            thread.start()
            held.callback(thread.join)
        paths = ("health", "games", f"games/{others[0]['id']}", f"games/{others[1]['id']}")
        for path in paths:
            own.get(path)
        assert all(thread.is_alive() for thread in waiting), "none has been refused meanwhile"


def test_many_saves_wait_no_longer_than_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time in the queue counts as time that a save has waited for another program."""
    now_s, both_asked, waits = 0.0, threading.Event(), list[float]()
    monkeypatch.setattr(databases, "time", SimpleNamespace(monotonic=lambda: now_s))

    class Locked:
        def wait(self, wait_s: float, **_: bool) -> None:
            nonlocal now_s
            both_asked.wait(DEADLINE_S)
            waits.append(wait_s)
            now_s += wait_s

        def save_all(self, _: object) -> None:
            pass

        close = both_asked.set

    async def work() -> None:
        kept = databases.Desk(lambda: cast("Store", Locked()))
        saves = [
            asyncio.ensure_future(kept.change(lambda store: store.save_all([]))) for _ in range(3)
        ]
        await asyncio.sleep(0)
        both_asked.set()
        await asyncio.gather(*saves)
        kept.close()

    awaited(work())
    assert waits == [databases.WAIT_S, databases.LEAST_WAIT_S, databases.LEAST_WAIT_S]


def test_an_engine_s_move_is_saved_later(
    own: Running, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The engine's move is shown with a notice at once, and saved when that is possible."""
    locked, find = threading.Event(), own.service.opponents._find

    async def late(*about: Any) -> Any:
        await asyncio.to_thread(locked.wait, DEADLINE_S)
        return await find(*about)

    monkeypatch.setattr(own.service.opponents, "_find", late)
    game = own.new_game(players=(AGAINST_ENGINE[1], AGAINST_ENGINE[0]))
    with other_program(settings.data):
        locked.set()
        at_engine = own.wait(game, lambda now: bool(now["notices"]))
        assert at_engine["current"] == 1
        assert "not saved yet" in at_engine["notices"][-1]
        assert at_engine["version"] == 2, "tabs have the move already, and take a newer version"
    own.pass_time(AGAIN_S)
    saved = own.wait(at_engine, lambda now: not now["notices"])
    assert saved["version"] > 2
    body = own.service.games.store.load(game["id"])
    assert body is not None
    assert at_engine["nodes"][1]["move"].encode() in body


def test_a_store_reads_while_another_program_writes(tmp_path: Path) -> None:
    """A server starts, lists and loads beside a writer; a damaged file is named."""
    first = Store(str(tmp_path))
    first.save(("a", "2026-01-01", "pente", "Pente", 0, ""), b"x")
    with other_program(str(tmp_path)):
        second = Store(str(tmp_path))
        second.wait(0.1)
        assert [row[0] for row in second.rows()] == ["a"]
        assert second.load("a") == b"x"
        second.close()
    first.close()
    (tmp_path / FILE).write_bytes(b"no database" * 100)
    with pytest.raises(OSError, match=FILE):
        Store(str(tmp_path))
    assert databases.WAIT_S <= 2
