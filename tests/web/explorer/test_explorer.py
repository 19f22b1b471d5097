"""The explorer's API: collections, saved games and the book, by position."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import threading
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.conftest import DEADLINE_S, serving
from tests.web.test_saving import other_program
from web import databases
from web.explorer import importing, index
from web.explorer.entries import entry_of
from web.explorer.importing import Course, Importing
from web.explorer.index import FILE, Index

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.web.conftest import Running
    from web.settings import Settings

GAME = (
    '[Game "Pente"]\n[Player 2 Name "{name}"]\n[Date "{date}"]\n[Result "{result}"]\n\n'
    "1. K10 {moves}\n\n"
)
REPLIES = ["J11 2. K14 L12", "L9 2. K6 M8", "K11 2. N10 L12"]


def collection(count: int = 3) -> str:
    """A collection: the replies in turn, by players of different names."""
    return "".join(
        GAME.format(name=f"p{number}", date="01/02/2020", result="1-0", moves=REPLIES[number % 3])
        for number in range(count)
    )


def imported(board: Running, text: str, name: str = "club.txt") -> Any:
    """Import a collection; return what the explorer has when the import has ended."""
    board.post("explorer/import", name=name, text=text)
    board.until(lambda: board.get("explorer")["importing"]["state"] != "running")
    return board.get("explorer")


def looked(board: Running, moves: str = "K10", node: int | None = None) -> Any:
    """What the explorer knows after these moves."""
    game = board.played("pente", moves)
    return board.get(f"games/{game['id']}/explorer", **({} if node is None else {"node": node}))


def test_some_games_are_counted(own: Running) -> None:
    """Those with all words in names or date, whatever their case, and with one result."""
    imported(
        own,
        collection() + GAME.format(name="ZO\u00cb", date="05/06/2021", result="0-1", moves="J11"),
    )
    at = f"games/{own.played('pente', 'K10')['id']}/explorer"
    wanted: list[tuple[dict[str, Any], int]] = [
        ({"find": "zo\u00eb 2021"}, 1),
        ({"find": "2020"}, 3),
        ({"find": "p1 2021"}, 0),
        ({"result": "first"}, 3),
        ({"result": "draw"}, 0),
        ({"find": "p2", "result": "first"}, 1),
    ]
    for query, games in wanted:
        explored = own.get(at, **query)
        assert (explored["games"], len(explored["latest"])) == (games, games), query


def test_an_import_goes_on_where_it_ended(own: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stopped import keeps what it read; repeated, it passes that quickly and counts once."""
    steps, reached = Importing.steps, threading.Event()

    def held(self: Importing, index: Index) -> Iterator[Course]:
        for course in steps(self, index):
            yield course
            if course.done == 3:
                reached.set()
                own.until(lambda: "stopped" in repr(own.service.explorer._course))

    monkeypatch.setattr(importing, "AT_ONCE", 1)
    monkeypatch.setattr(Importing, "steps", held)
    text = collection(300)
    own.post("explorer/import", name="big", text=text)
    assert reached.wait(DEADLINE_S)
    assert "imports another" in own.post("explorer/import", 429, name="x", text=text)["detail"]
    stopped = own.post("explorer/stop")["importing"]
    assert stopped["state"] == "stopped"
    assert 2 < stopped["done"] < 300
    before = own.get("explorer")["games"]
    monkeypatch.undo()
    after = imported(own, text, "big")["importing"]
    assert after["state"] == "done"
    assert after["known"] >= before
    assert after["known"] + after["added"] == 300
    state = own.get("explorer")
    assert (state["games"], [one["games"] for one in state["collections"]]) == (300, [300])


def test_the_files_of_a_request_are_one_collection(own: Running) -> None:
    """They may have several formats; one that is no record is left out with its name."""
    files = {"a.txt": collection(2), "b.txt": "pente:K10J11", "c.txt": "hello"}
    own.post("explorer/import", name="club", files=files)
    own.until(lambda: own.get("explorer")["importing"]["state"] != "running")
    state = own.get("explorer")
    assert [(one["name"], one["games"]) for one in state["collections"]] == [("club", 3)]
    assert (state["importing"]["total"], state["importing"]["refused"]) == (4, 1)
    assert "c.txt" in state["importing"]["reasons"][0]
    own.post("explorer/import", 422, name="club", files={"c.txt": "hello", "d.txt": "x"})
    own.post("explorer/import", 422, name="club")


def test_a_second_collection_is_refused_before_it_is_sent(own: Running) -> None:
    """One import at a time, from the first byte; a client that goes gives its place back."""
    head = (
        b"POST /api/explorer/import HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        b"Content-Type: application/json\r\nContent-Length: 15000000\r\n\r\n{"
    )
    with own.connect() as first:
        first.sendall(head)
        own.until(lambda: own.service.explorer._claimed)
        with own.connect() as second:
            second.sendall(head)
            assert b" 429 " in second.recv(65_536)
    own.until(lambda: not own.service.explorer._claimed)
    assert imported(own, collection())["games"] == 3


def test_collections_are_bounded(own: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """One too many is refused with the number that there are."""
    imported(own, collection())
    monkeypatch.setattr(index, "MOST_COLLECTIONS", 1)
    imported(own, collection(4), "one too many")
    assert "1 collections already" in own.get("explorer")["importing"]["failure"]


def test_games_go_with_the_last_collection_that_has_them(own: Running) -> None:
    """Removing one of two collections keeps the games that both have."""
    imported(own, collection(2), "two")
    imported(own, collection(3), "three")
    first, second = own.get("explorer")["collections"]
    assert (first["name"], first["games"], second["games"]) == ("three", 3, 2)
    own.delete(f"explorer/collections/{first['id']}")
    assert own.get("explorer")["games"] == 2
    assert looked(own)["games"] == 2
    own.delete(f"explorer/collections/{second['id']}")
    assert looked(own)["games"] == 0
    for id_ in ("99", "x"):
        own.delete(f"explorer/collections/{id_}", 404)


def test_many_games_go_as_well(tmp_path: Path) -> None:
    """The way to remove many games leaves the same tables as the way to remove few.

    Beyond the limit of games an import is refused with what helps; the games before it stay.
    """
    for count in (10, 30):
        index = Index(str(tmp_path / str(count)), most_games=count)
        with pytest.raises(Exception, match="remove a collection first"):
            list(Importing(collection(count + 1), "all").steps(index))
        games = index.sizes()[0]
        assert games in (0, 20), "the last step is undone"
        list(Importing(collection(count), "all").steps(index))
        assert index.sizes() == (count, 0)
        for one in index.collections():
            index.remove_collection(one.id)
        with contextlib.closing(sqlite3.connect(index.path)) as base:
            sizes = [base.execute(f"SELECT count(*) FROM {name}").fetchone() for name in TABLES]  # noqa: S608
        assert sizes == [(0,)] * len(TABLES)
        index.close()


TABLES = ("games", "held", "texts", "visits", "collections")


def test_finished_saved_games_count_and_follow_their_changes(own: Running) -> None:
    """A resigned game counts in other games, not in itself; deleted or unresigned it does not."""
    game = own.play(own.new_game("pente"), "K10", "J11", "K14")
    assert looked(own)["games"] == 0, "it has not ended"
    own.post(f"games/{game['id']}/resign")
    here = looked(own)
    assert (here["games"], here["moves"][0]["wins"]) == (1, [1, 0])
    assert own.get("explorer")["saved"] == 1
    assert own.get(f"games/{game['id']}/explorer", node=1)["games"] == 0
    own.post(f"games/{game['id']}/undo")
    assert looked(own)["games"] == 0
    own.post(f"games/{game['id']}/resign")
    assert looked(own)["games"] == 1
    own.delete(f"games/{game['id']}")
    assert looked(own)["games"] == 0
    own.post(f"games/{game['id']}/restore")
    assert looked(own)["games"] == 1


def test_a_saved_game_of_a_collection_counts_once(own: Running) -> None:
    """To open a game of a collection does not count it twice, and opens it once."""
    imported(own, collection())
    here = looked(own)
    game = own.post("explorer/open", game=here["latest"][0]["id"])
    assert [player["name"] for player in game["players"]] == ["", "p2"]
    assert len(game["main"]) == 5
    assert looked(own)["games"] == 3
    assert own.post("explorer/open", game=here["latest"][0]["id"])["id"] == game["id"]
    assert own.get(f"games/{game['id']}/explorer", node=1)["games"] == 3
    own.post("explorer/open", 404, game=999)


def test_scores_of_reviews_are_known_for_moves(own: Running) -> None:
    """A judged move has its score wherever the position arises, for the side that moves."""
    game = own.play(own.new_game("pente"), "K10", "J11", "K14")
    own.post(f"games/{game['id']}/judge", node=3)
    imported(own, collection(1))
    (move, *_) = looked(own, "K10 L11")["moves"]  # an image of J11
    judged = own.get(f"games/{game['id']}")["nodes"][3]["score"]
    assert move["score"]["percent"] == judged["percent"]
    assert move["score"]["value"] == -judged["value"]


def test_bad_collections_are_refused_in_words(own: Running) -> None:
    """A text without games, and harness input, are refused; bad games are counted by reason.

    A collection may have 16 MB; other commands take no such body.
    """
    assert own.post("explorer/import", 422, name="x", text="hello world")["detail"]
    harness = "WHITE\n1\n0,0\n" + ("." * 19 + "\n") * 19
    assert "one position" in own.post("explorer/import", 422, name="x", text=harness)["detail"]
    bad = '[Game "D-Pente"]\n\n1. K10 J11\n\n[Game "Pente"]\n\n1. K10 K10\n'
    text = collection(1) + bad + " " * 3_000_000
    own.post("import", 413, text=text)
    state = imported(own, text)
    assert (state["importing"]["added"], state["importing"]["refused"]) == (1, 2)
    assert "D-Pente" in " ".join(state["importing"]["reasons"])
    assert "K10 is occupied" in " ".join(state["importing"]["reasons"])


def test_a_damaged_explorer_does_not_stop_the_board(settings: Settings) -> None:
    """The board works; the explorer says what is wrong and what helps."""
    os.makedirs(settings.data)
    with open(os.path.join(settings.data, FILE), "wb") as file:
        file.write(b"no database" * 1000)
    with serving(settings) as running:
        game = running.played("pente", "K10")
        refused = running.get(f"games/{game['id']}/explorer", 503)["detail"]
        assert "cannot be used" in refused
        assert f"Remove the file {FILE}" in refused
        running.post("explorer/import", 503, name="x", text=collection())
        running.play(game, "J11")


def test_a_full_disk_ends_an_import_in_words(
    own: Running, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The import fails with the reason; the games before it stay, and nobody else notices.

    So while another program writes; questions are answered meanwhile.
    """
    monkeypatch.setattr(databases, "WAIT_S", 0.2)
    imported(own, collection(3))
    with other_program(settings.data, FILE):
        assert looked(own)["games"] == 3
        state = imported(own, collection(30), "more")
    assert "Another program uses the games of the explorer" in state["importing"]["failure"]
    index = own.service.explorer._index.base
    assert index
    (pages,) = index._base.execute("PRAGMA page_count").fetchone()
    index._base.execute(f"PRAGMA max_page_count = {pages}")
    monkeypatch.setattr(databases.Database, "is_full", lambda _: False)
    state = imported(own, collection(300), "big")
    assert state["importing"]["state"] == "failed"
    assert "disk with the games of the explorer is full" in state["importing"]["failure"]
    assert looked(own)["games"] >= 3


def test_a_name_in_other_letters_is_the_same_game() -> None:
    """The digest of a game ignores case and blanks in names, and nothing of the game itself."""
    from games.five.records.pente_text import parse_pente_text  # noqa: PLC0415 - next to its use

    one = GAME.format(name="Ann  B", date="d", result="1-0", moves=REPLIES[0])
    same, other = one.replace("Ann  B", "ann b"), one.replace("L12", "L13")
    digests = [entry_of(parse_pente_text(text)).digest for text in (one, same, other)]
    assert digests[0] == digests[1] != digests[2]
