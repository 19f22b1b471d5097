"""Openings with a choice of sides: what the engine places and takes, and the game that follows."""

from __future__ import annotations

from typing import Any

import pytest

from tests.web.conftest import AGAINST_ENGINE, DEADLINE_S, PEOPLE, Running
from web.engines import openings, pool
from web.engines.orders import Order, order_of

FOUR = ["E5", "A1", "E6", "A9", "E7"]  # on gomoku-9 three of Black's in a row


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short searches, the same on every machine."""

    def limited(*about: Any, wall_s: float, nodes: int | None = None) -> Order:
        return order_of(*about, wall_s=DEADLINE_S, nodes=nodes or int(20_000 * wall_s))

    monkeypatch.setattr(pool, "order_of", limited)


def step(board: Running, *stones: str, preset: str = "gomoku-9", **more: Any) -> Any:
    """The opening after these stones."""
    request = {"rule": "swap2", "preset": preset, "stones": list(stones)} | more
    return board.post("openings", **request)


def test_the_engine_places_legal_stones(board: Running) -> None:
    """It places all of them; then a side is to be chosen."""
    for preset, rule, count in (("pente", "d-pente", 4), ("gomoku-15", "swap", 3)):
        opening = step(board, preset=preset, rule=rule, engine=True)
        assert len(set(opening["stones"])) == count
        assert (opening["phase"], opening["choice"]) == ("choose", None)
        assert opening["position"]["side"] == count % 2


def test_the_engine_takes_the_better_side(board: Running) -> None:
    """With three in a row for Black it takes Black, with two for White to move it takes White."""
    black = step(board, *FOUR, engine=True)
    assert (black["phase"], black["choice"]) == ("choose back", 0)
    assert black["percent"] > 60
    white = step(board, "A1", "E5", "J9", "E6", "A9", engine=True)
    assert white["choice"] == 1
    assert white["percent"] < 50


def test_the_engine_adds_stones_where_no_colour_is_better(
    board: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where its search does not tell the better side, Swap2 lets it add two stones, once."""
    monkeypatch.setattr(openings, "UNCLEAR_PERCENT", 101.0)
    three = ["E5", "F7", "D6"]
    added = step(board, *three, engine=True)
    assert added["stones"][:3] == three
    assert len(set(added["stones"])) == 5
    assert (added["phase"], added["choice"], added["may_add"]) == ("choose back", None, False)
    assert added["percent"] is not None
    assert added["position"]["side"] == 1
    assert step(board, *added["stones"], engine=True)["choice"] is not None
    assert step(board, *three, engine=True, rule="swap")["choice"] is not None


def test_steps_are_checked(board: Running) -> None:
    """Without the engine the answer tells the phase; bad stones are refused in words.

    Stones that are not a whole opening begin no game. Presets list their rules; Gipf has none.
    """
    presets = {one["name"]: one["openings"] for one in board.get("presets")}
    assert [rule["name"] for rule in presets["pente"]] == ["swap", "swap2", "d-pente"]
    assert [rule["name"] for rule in presets["gomoku-15"]] == ["swap", "swap2"]
    assert presets["gipf"] == []
    for rule, stones, reason in (
        ("swap2", "E5", "not complete"),
        ("swap2", "E5 A1 E6 A2", "not complete"),
        ("swap", "E5 A1 E5", "occupied"),
        ("renju", "", "no opening rule"),
    ):
        assert reason in begun(board, rule, stones, 422)["detail"]
    assert step(board)["phase"] == "place"
    chosen = step(board, "E5", "A1", "E6")
    assert (chosen["phase"], chosen["may_add"], chosen["position"]["side"]) == ("choose", True, 1)
    assert step(board, "E5", "A1", "E6", "A2")["phase"] == "add"
    for wrong, reason in ((["E5", "E5"], "occupied"), (["Z5"], "stone 1"), (["A1"] * 6, "at most")):
        request = {"rule": "swap2", "preset": "gomoku-9", "stones": wrong}
        assert reason in board.post("openings", 422, **request)["detail"]
    assert (
        "no opening rule"
        in board.post("openings", 422, preset="gipf", rule="swap", stones=[])["detail"]
    )


def begun(board: Running, rule: str, stones: str, status: int = 200, **more: Any) -> Any:
    """A game that begins after this opening."""
    opening = {"rule": rule, "stones": stones.split(), **more.pop("opening", {})}
    request = {"preset": "gomoku-9", "players": PEOPLE, "opening": opening, **more}
    return board.post("games", status, **request)


def test_a_game_begins_after_its_opening(board: Running) -> None:
    """In Gomoku the stones are moves; in Pente, whose own rule they break, a position."""
    game = begun(board, "swap2", "A1 B2 C3")
    assert [node["move"] for node in game["nodes"][1:]] == ["A1", "B2", "C3"]
    assert (game["current"], game["position"]["side"]) == (3, 1)
    pente = begun(board, "swap2", "A1 B2 C3", preset="pente")
    assert len(pente["nodes"]) == 1
    assert pente["nodes"][0]["comment"] == "Swap2: A1 B2 C3"
    assert pente["position"]["cells"].count("w") == 2
    board.play(pente, "K11", "K10")
    game = begun(board, "swap", "E5 A1 C3", players=AGAINST_ENGINE)
    board.wait(game, lambda now: len(now["nodes"]) == 5)  # the engine has taken the side to move


def test_the_stones_of_an_opening_are_not_taken_back(board: Running) -> None:
    """Undo ends where the game began, also after the game was saved; a viewer may go further.

    A game tells its opening and who placed the stones; a rematch needs a new one.
    """
    game = begun(board, "swap", "A1 B2 C3", opening={"placer": 1})
    at = f"games/{game['id']}"
    board.play(game, "E5")
    board.service.games.forget(game["id"])
    assert board.get(at)["opening"] == {"rule": "swap", "placer": 1}
    assert board.post(f"{at}/undo")["current"] == 3
    assert "no move to take back" in board.post(f"{at}/undo", 409)["detail"]
    assert board.post(f"{at}/undo", explore=True)["current"] == 2
    assert "choose a side" in board.post(f"{at}/rematch", 409)["detail"]
    assert board.new_game()["opening"] is None


@pytest.mark.parametrize("preset", ["pente", "gipf"])
def test_balanced_openings_are_found(board: Running, preset: str) -> None:
    """Each is new, near even, and opens as a game that goes on; the next question goes on."""
    seen, records = 0, list[str]()
    while len(records) < 2:
        answer = board.post("balanced", preset=preset, seed=1, seen=seen)
        assert answer["seen"] > seen
        seen, opening = answer["seen"], answer["found"]
        if opening is not None:
            assert 40 <= opening["percent"] <= 60
            records.append(opening["record"])
            game = board.post("import", text=opening["record"], format="share")
            assert (game["preset"], game["result"]) == (preset, None)
    assert len(set(records)) == 2
    board.post("balanced", 422, preset="chess")
