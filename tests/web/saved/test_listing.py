"""Which games are saved, how their list is read and searched, and how a deletion is undone."""

from __future__ import annotations

import datetime as dt
import os
import sqlite3
import stat
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.conftest import AGAINST_ENGINE, PEOPLE
from web.errors import TooLarge
from web.sessions import games as kept_games
from web.sessions import store as stored
from web.sessions.store import FILE, KEPT_DELETED, Store

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.web.conftest import Running


POSITION = "9/9/9/4w4/4b4/9/9/9/9 b 0,0"
SWAP = {"rule": "swap", "stones": ["H8", "H9", "K12"], "placer": 0}
BODY = b'{"players": [{"name": "%s"}, {"name": "Bob"}], "tags": {"Event": "Cup %d"}, "nodes": []}'


UNPLAYED: dict[str, Callable[[Running], Any]] = {
    "a new game": lambda own: own.new_game(),
    "a first visit": lambda own: own.new_game("pente", AGAINST_ENGINE),
    "with a clock": lambda own: own.new_game(clock={"initial_s": 60}),
    "an opening of Gomoku": lambda own: own.new_game("gomoku-15", opening=SWAP),
    "an opening of Pente": lambda own: own.new_game(
        "pente", opening={**SWAP, "stones": ["K10", "L11", "M12"]}
    ),
    "a position": lambda own: own.post("import", text=POSITION, preset="gomoku-9"),
    "a rematch": lambda own: own.post(f"games/{own.new_game()['id']}/rematch"),
    "other players": lambda own: own.post(f"games/{own.new_game()['id']}/players", players=PEOPLE),
}


def test_a_game_is_saved_from_its_first_move(own: Running) -> None:
    """Without a move it is in no list, but can be opened; a move or a comment saves it."""
    for way, begin in UNPLAYED.items():
        before = own.get("games")
        game = begin(own)
        assert own.get("games") == before, way
        assert own.get(f"games/{game['id']}")["id"] == game["id"]
        if way == "a position":
            own.post(f"games/{game['id']}/comment", node=0, text="why")
        else:
            game = own.play(game, "K10" if game["size"] == 19 and not game["opening"] else "A1")
        own.answered(game)
        assert own.get("games")[0]["id"] == game["id"], way


def test_only_the_latest_drafts_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Visits without a move take bounded room."""
    monkeypatch.setattr(stored, "MOST_DRAFTS", 3)
    store = Store(str(tmp_path))
    for number in range(9):
        store.save((str(number), "", "pente", "Pente", 0, ""), b"x", begun=False)
    assert [number for number in range(9) if store.load(str(number))] == [6, 7, 8]
    store.save(("8", "", "pente", "Pente", 1, ""), b"y")
    store.delete("8")
    assert store.load("8") is None, "its draft is gone"
    store.close()


def test_games_in_memory_are_bounded(own: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that are read from the disk, or are large, do not stay in memory for ever."""
    ids = [own.play(own.new_game(clock={"initial_s": 60}), "E5")["id"] for _ in range(5)]
    for id_ in ids:
        own.post(f"games/{id_}/resign")
    monkeypatch.setattr(kept_games, "KEPT_SESSIONS", 2)
    for id_ in ids:
        own.service.games.forget(id_)
    for id_ in ids:
        own.get(f"games/{id_}")
    assert [one.id for one in own.service.games] == ids[-2:]
    monkeypatch.setattr(kept_games, "KEPT_BYTES", 1)
    own.get(f"games/{ids[0]}")
    assert [one.id for one in own.service.games] == ids[:1]


FOUND = {
    "": 1200,
    "ünal": 1188,
    "ZOË bob": 12,
    "cup pente": 1200,
    "white wins": 1200,
    "bob black": 0,
    "pente 1199": 1,
    "%": 0,
}


def test_a_search_finds_players_game_event_and_result(tmp_path: Path) -> None:
    """All words must be there, in any order and case; signs mean themselves.

    Part after part, the latest first, each game comes once. A list and a search read the index
    alone, so that they stay fast.
    """
    store = Store(str(tmp_path))
    rows = [
        ((f"g{n:04}", f"2026-{n:04}", "pente", f"Pente {n}", 30, "White wins."), n)
        for n in range(1200)
    ]
    names = ["Zoë".encode(), "Ünal".encode()]
    store.save_all([((row, BODY % (names[n % 100 > 0], n % 50)), True) for row, n in rows])
    for find, count in FOUND.items():
        assert len(store.rows(find=find, limit=2000)) == count, find
    parts = [store.rows(skip=skip, limit=100) for skip in range(0, 1300, 100)]
    ids = [row[0] for part in parts for row in part]
    assert ids == [f"g{n:04}" for n in reversed(range(1200))]
    plan: list[str] = []
    store._reader.set_trace_callback(plan.append)
    store.rows(find="bob")
    store.rows(deleted=True)
    store._reader.set_trace_callback(None)
    for query in plan:
        (steps,) = store._reader.execute(f"EXPLAIN QUERY PLAN {query}").fetchall()
        assert "COVERING INDEX listed" in steps[-1]
    for id_ in ids[:70]:
        store.delete(id_)
    gone = [store.rows(deleted=True, skip=skip, limit=50) for skip in (0, 50)]
    assert [len(part) for part in gone] == [50, 20]
    store.close()


COLLECTION = """[Game "Pente"]
[Event "Cup"]
[Player 1 Name "ann"]
[Result "1-0"]

1. K10 J11

[Game "Pente"]

1. K10 K10

[Game "Pente"]
[Player 1 Name "eve"]

1. K10 L11 2. N10 L12
"""


def test_one_game_of_a_collection_is_opened(own: Running) -> None:
    """The games are listed, a bad one with the reason; only the chosen one is saved."""
    listed = own.post("import/games", text=COLLECTION)
    assert (listed["count"], own.get("games")) == (3, [])
    first, bad, third = listed["games"]
    assert (first["names"], first["event"], first["result"]) == (["ann", ""], "Cup", "1-0")
    assert "K10 is occupied" in bad["problem"]
    assert (third["number"], third["plies"], third["problem"]) == (3, 4, "")
    assert own.post("import/games", text=COLLECTION, skip=2)["games"] == [third]
    game = own.post("import", text=COLLECTION, number=3)
    assert (len(game["main"]), game["players"][0]["name"]) == (5, "eve")
    assert game["title"].endswith("(game 3 of 3)")
    own.post("import", 422, text=COLLECTION, number=2)
    own.post("import", 404, text=COLLECTION, number=4)
    assert [one["id"] for one in own.get("games")] == [game["id"]]
    own.post("import/games", 422, text="hello world")


ROW = ("2026-01-01", "pente", "Pente", 0, "")


def test_a_card_shows_a_saved_game_without_opening_it(own: Running) -> None:
    """It has the players and a picture of the end; an engine that is to move stays at rest."""
    game = own.played("gomoku-9", "E5 E6", players=AGAINST_ENGINE)
    own.answered(game)
    own.service.games.forget(game["id"])
    card = own.get(f"games/{game['id']}/card")
    assert [one["kind"] for one in card["players"]] == ["human", "engine"]
    assert card["svg"].startswith("<svg")
    assert own.service.games.known(game["id"]) is None
    own.get("games/0000/card", 404)


def test_a_deletion_is_undone(board: Running) -> None:
    """A deleted game is in a list of its own; a tab hears that it is restored, and plays on."""
    game = board.played("gomoku-9", "E5 E6", clock={"initial_s": 100})
    at = f"games/{game['id']}"
    with board.tab(game, "one") as tab:
        board.delete(at)
        told = board.post(f"{at}/undo", 404)["detail"]
        assert "was deleted" in told
        assert game["id"] not in told
        assert game["id"] not in [one["id"] for one in board.get("games")]
        assert board.get("games", deleted="true")[0]["id"] == game["id"]
        before = len(tab.of("game"))
        again = board.post(f"{at}/restore")
        assert again["clocks"]["running"] is None
        board.until(lambda: len(tab.of("game")) > before)
        assert game["id"] in [one["id"] for one in board.get("games", deleted="false")]
        assert "no deleted game" in board.post(f"{at}/restore", 404)["detail"]
        board.play(game, "D4")
        tab.wait("game", lambda news: news["current"] == 3)


def test_deleted_games_go_after_a_week(tmp_path: Path) -> None:
    """A game that was marked over a week ago is gone when the store is next used."""
    store = Store(str(tmp_path))
    for id_ in ("old", "new"):
        store.save((id_, *ROW), b"x")
        assert store.delete(id_)
    store.close()
    past = (dt.datetime.now(dt.UTC) - KEPT_DELETED - dt.timedelta(minutes=1)).isoformat()
    with sqlite3.connect(tmp_path / FILE) as base:
        base.execute("UPDATE games SET deleted_at = ? WHERE id = 'old'", (past,))
    base.close()
    store = Store(str(tmp_path))
    assert [row[0] for row in store.rows(deleted=True)] == ["new"]
    assert not store.restore("old")
    assert store.restore("new")
    assert store.load("new") == b"x"
    store.close()


def test_deleted_games_make_room(tmp_path: Path) -> None:
    """If the quota is reached, marked games go first and the others stay.

    Beyond it nothing is saved or lost. Only the user can read the folder.
    """
    store = Store(str(tmp_path / "games"), most_games=3, most_bytes=100)
    assert stat.S_IMODE(os.stat(tmp_path / "games").st_mode) == 0o700
    for id_ in ("a", "b", "c"):
        store.save((id_, *ROW), b"x" * 30)
    for id_ in ("b", "a"):
        store.delete(id_)
    store.save(("d", *ROW), b"y" * 30)
    assert [row[0] for row in store.rows(deleted=True)] == ["a"]
    store.save(("d", *ROW), b"y" * 70)
    assert store.rows(deleted=True) == []
    with pytest.raises(TooLarge, match="delete some"):
        store.save(("d", *ROW), b"y" * 80)
    store.save(("e", *ROW), b"")
    with pytest.raises(TooLarge, match="delete some"):
        store.save(("f", *ROW), b"")
    assert {row[0] for row in store.rows()} == {"c", "d", "e"}
    assert store.load("d") == b"y" * 70
    store.close()
