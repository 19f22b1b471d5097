"""Matches between engines, as the page asks for them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest

from arena.match.results import read_results
from games.tree import ROOT
from tests.web.conftest import DEADLINE_S
from web.contract.study import NewMatch
from web.errors import EngineFailed
from web.matches import matches
from web.matches.match import Match

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.conftest import Running
    from web.sessions.session import Session

SHORT: dict[str, Any] = {"preset": "gomoku-9", "levels": [1, 2], "games": 4, "nodes": 200}


def seen(board: Running, match: Any, done: Callable[[Any], bool]) -> Any:
    """The match as soon as the condition holds."""

    def now() -> Any:
        latest = board.get(f"matches/{match['id']}")
        return done(latest) and latest

    return board.until(now)


def ended(board: Running, match: Any) -> Any:
    """The match once it no longer plays."""
    return seen(board, match, lambda now: not now["running"])


def test_a_match_is_played_counted_and_kept(board: Running) -> None:
    """Its score and its file agree, its games open, and it is found after a restart."""
    match = ended(board, board.post("matches", **SHORT))
    assert (match["played"], match["problem"], len(match["rows"])) == (4, "", 4)
    repeats = sum(row["repeats"] is not None for row in match["rows"])
    assert match["wins"] + match["draws"] + match["losses"] + repeats == 4
    assert [row["first"] for row in match["rows"]] == [0, 1, 0, 1]
    service = board.service.matches
    _, records, _ = read_results(service._path(match["id"]))
    assert [record.rules for record in records] == ["gomoku-9"] * 4
    game = board.post(f"matches/{match['id']}/open", game=1)
    assert game["position"]["ply"] == match["rows"][1]["plies"]
    assert [player["name"] for player in game["players"]] == ["Level 2", "Level 1"]
    assert game["result"] is not None
    service._known.clear()
    assert board.get(f"matches/{match['id']}")["rows"] == match["rows"]
    assert match["id"] in [one["id"] for one in board.get("matches")]
    board.delete(f"matches/{match['id']}")
    board.get(f"matches/{match['id']}", 404)


def test_a_match_is_stopped_and_goes_on(board: Running) -> None:
    """Only one match plays, a game grows on the board while it does, and is played anew there."""
    match = board.post("matches", **SHORT | {"games": 30, "levels": [3, None], "nodes": 3_000})
    board.post("matches", 409, **SHORT)
    match = seen(board, match, lambda now: now["rows"] and not now["rows"][-1]["reason"])
    number = match["rows"][-1]["number"]
    game = board.post(f"matches/{match['id']}/open", game=number)
    before = game["position"]["ply"]
    board.wait(game, lambda now: now["position"]["ply"] > before or now["result"])
    match = board.post(f"matches/{match['id']}/stop")
    assert not match["running"]
    assert board.service.pool.running == 0
    played = match["played"]
    match = board.post(f"matches/{match['id']}/go")
    assert match["running"]
    assert match["played"] >= played
    ends = {row["number"]: row["plies"] for row in match["rows"] if row["reason"]}
    if number not in ends:
        match = seen(board, match, lambda now: now["played"] > number)
        ends = {row["number"]: row["plies"] for row in match["rows"]}
    assert len(board.get(f"games/{game['id']}")["main"]) == ends[number] + 1
    board.post(f"matches/{match['id']}/stop")
    board.delete(f"matches/{match['id']}")


def test_a_game_that_ends_while_it_is_opened_is_shown_to_its_end(
    board: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk is slower than the engines: the moves since the game was opened are not lost."""
    match = board.post("matches", **SHORT)
    save = board.service.games.save

    async def late(session: Session) -> None:
        shown = board.service.matches._known[match["id"]]
        for _ in range(1000):
            if not shown.todo:
                break
            await asyncio.sleep(0.1)
        await save(session)

    monkeypatch.setattr(board.service.games, "save", late)
    match = seen(board, match, lambda now: now["rows"])
    number = match["rows"][-1]["number"]
    opened = board.post(f"matches/{match['id']}/open", game=number)
    monkeypatch.undo()
    game = board.get(f"games/{opened['id']}")
    match = ended(board, match)
    assert game["position"]["ply"] == match["rows"][number]["plies"]
    assert game["result"] is not None
    again = board.post(f"matches/{match['id']}/open", game=number)
    assert again["id"] == game["id"]
    board.delete(f"matches/{match['id']}")


def test_the_line_of_a_match_is_the_main_line_and_is_saved(board: Running) -> None:
    """Also where a viewer has tried its next move before, or has variations of its own."""
    service = board.service.matches
    match = Match("some", NewMatch(preset="gomoku-9", levels=(1, 2), games=2, nodes=100), [])
    session = board.kept(board.new_game("gomoku-9"))
    service._watched["some", 0] = session.id
    first, second, other, third = (9 * n + 4 for n in range(1, 5))
    session.tree.attempt(ROOT, first)
    for moves in ([first, second], [first, other], [first, second, third], [first, second]):
        asyncio.run_coroutine_threadsafe(service._show(match, 0, moves), board.loop).result(
            DEADLINE_S
        )
        assert session.tree.moves[: len(moves)] == moves
        assert len(session.tree.kept()) == len(session.tree.nodes)


def test_a_bad_match_is_refused(board: Running) -> None:
    """Unknown games, no limit or two, and games that have not begun."""
    board.post("matches", 422, **SHORT | {"preset": "chess"})
    board.post("matches", 422, **SHORT | {"seconds": 1.0})
    board.post("matches", 422, **SHORT | {"nodes": None})
    board.get("matches/nothing", 404)
    board.post("matches/nothing/open", 404, game=0)


def test_a_match_that_nobody_sees_pauses(board: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a question of a page it stops after a while, as if its engine keeps failing."""
    monkeypatch.setattr(matches, "UNSEEN_S", 0.0)
    match = ended(board, board.post("matches", **SHORT))
    assert (match["played"], match["problem"]) == (0, "")
    monkeypatch.undo()

    async def fails(*_: Any) -> None:
        raise EngineFailed("it ended")

    monkeypatch.setattr(board.service.pool, "search", fails)
    match = ended(board, board.post(f"matches/{match['id']}/go"))
    assert match["played"] == 0
    assert "engine" in match["problem"]
    told = board.client.get(f"/api/matches/{match['id']}", headers={"Pente-Tab": "one"}).json()
    assert {"code": "notices.matchFailed", "path": ["problem"]} in told["said"]
    monkeypatch.undo()
    match = ended(board, board.post(f"matches/{match['id']}/go"))
    assert (match["played"], match["problem"]) == (4, "")
    shown = board.get(f"matches/{match['id']}", skip=3)
    assert [row["number"] for row in shown["rows"]] == [3]
    board.delete(f"matches/{match['id']}")
