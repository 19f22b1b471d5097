"""Games over HTTP: people and engines move, take back, resign; tabs and restarts."""

from __future__ import annotations

import json
import time
from typing import TYPE_CHECKING, Any

import pytest

from games.five.rules import PRESETS
from games.gipf.rules import GIPF_PRESETS
from tests.web.conftest import AGAINST_ENGINE, PEOPLE, Running
from web.engines.pool import EnginePool
from web.errors import EngineFailed
from web.sessions.saved import decode, encode

if TYPE_CHECKING:
    from web.settings import Settings

ENGINES = ({"kind": "engine", "level": 1}, {"kind": "engine", "level": 2})
STRONG = ({"kind": "human"}, {"kind": "engine", "level": 10})


def plies(game: Any) -> list[str]:
    """Return the moves of the main line up to the current node."""
    by_id = {node["id"]: node for node in game["nodes"]}
    texts, node = [], by_id[game["current"]]
    while node["parent"] is not None:
        texts.append(node["text"])
        node = by_id[node["parent"]]
    return texts[::-1]


def test_every_preset_can_be_played(board: Running) -> None:
    """Every preset can be started, and a legal move is accepted."""
    presets = board.get("presets")
    assert [preset["name"] for preset in presets] == [*PRESETS, *GIPF_PRESETS]
    for preset in presets:
        game = board.new_game(preset["name"])
        position = game["position"]
        if preset["family"] == "gipf":
            move = position["moves"][0]["move"]
        else:
            legal = position["legal"]
            move = str(legal[0] if legal else 0)
        game = board.play(game, move)
        assert game["position"]["ply"] == 1
        assert game["position"]["side"] == 1


def test_moves_are_read_in_three_spellings(board: Running) -> None:
    """K10, 10K and the index are the same point."""
    for move in ("K10", "10k", "180"):
        assert plies(board.play(board.new_game("pente"), move)) == ["K10"]


def test_a_move_says_what_it_captured(board: Running) -> None:
    """Captured stones leave the board, are counted, and are in the list and the preview."""
    game = board.new_game("pente")
    game = board.play(game, "K10", "L10", "K14", "M10")
    assert game["position"]["captures"] == {"183": [181, 182]}
    game = board.play(game, "N10")
    assert game["position"]["captured"] == [2, 0]
    assert game["position"]["taken"] == [181, 182]
    assert game["nodes"][-1]["captures"] == 2
    assert game["position"]["cells"][180:184] == "w..w"


def test_an_illegal_move_is_refused_in_words(board: Running) -> None:
    """The page gets the rules' reason, and the game stays as it was."""
    game = board.play(board.new_game("pente"), "K10", "A1")
    problem = board.post(f"games/{game['id']}/play", 422, node=game["current"], move="L10")
    assert "second stone" in problem["detail"]
    assert board.get(f"games/{game['id']}") == game


def test_a_move_for_another_position_is_refused(board: Running) -> None:
    """A move whose node is not the current one is refused as outdated."""
    game = board.play(board.new_game(), "E5")
    problem = board.post(f"games/{game['id']}/play", 409, node=0, move="E6")
    assert problem["title"] == "Conflict"
    assert "node" not in problem["detail"], "no word of the program"
    assert board.get(f"games/{game['id']}")["nodes"] == game["nodes"]


def test_the_engine_answers(board: Running) -> None:
    """After a person's move the engine moves, and it is the person's turn again."""
    game = board.play(board.new_game(players=AGAINST_ENGINE), "E5")
    game = board.wait(game, lambda now: not now["thinking"])
    assert game["position"]["ply"] == 2
    assert game["position"]["side"] == 0


def test_an_engine_that_is_first_begins(board: Running) -> None:
    """A game whose first player is an engine begins without a command."""
    game = board.new_game(players=AGAINST_ENGINE[::-1])
    assert board.wait(game, lambda now: now["current"] > 0)["position"]["ply"] == 1


def test_undo_while_the_engine_thinks_stops_it(board: Running) -> None:
    """The person's move is taken back at once, and the engine's answer never comes."""
    game = board.play(board.new_game("pente", STRONG), "K10")
    assert game["thinking"]
    began = time.monotonic()
    game = board.post(f"games/{game['id']}/undo")
    assert time.monotonic() - began < 1.0
    assert (game["thinking"], game["current"]) == (False, 0)
    board.until(lambda: board.service.pool.running == 0)
    assert board.get(f"games/{game['id']}")["position"]["ply"] == 0


def test_undo_against_the_engine_takes_both_plies_back(board: Running) -> None:
    """The person is to move again and may play another move, which is then the main line."""
    game = board.play(board.new_game(players=AGAINST_ENGINE), "E5")
    game = board.wait(game, lambda now: not now["thinking"])
    game = board.post(f"games/{game['id']}/undo")
    assert (game["position"]["ply"], game["position"]["side"]) == (0, 0)
    game = board.play(game, "A1")
    assert game["main"][1] == game["current"]
    assert len(game["nodes"]) == 4


def test_redo_undoes_undo(board: Running) -> None:
    """Redo returns to where undo started: one ply for two people, two with an engine."""
    for players, answered in ((PEOPLE, 1), (AGAINST_ENGINE, 2)):
        game = board.play(board.new_game(players=players), "E5")
        game = board.wait(game, lambda now: not now["thinking"])
        back = board.post(f"games/{game['id']}/undo")
        again = board.post(f"games/{game['id']}/redo")
        assert again["position"] == game["position"]
        assert again["position"]["ply"] == answered
        assert back["position"]["ply"] == 0


def test_a_move_after_going_back_is_a_variation(board: Running) -> None:
    """After `goto` the main line stays; promoting the variation makes it the main line."""
    game = board.play(board.new_game(), "E5", "E6", "D4")
    first = game["main"]
    game = board.post(f"games/{game['id']}/goto", node=first[1])
    game = board.play(game, "A1")
    assert game["main"] == first
    game = board.post(f"games/{game['id']}/promote", node=game["current"])
    assert game["main"] == [0, first[1], game["current"]]
    game = board.post(f"games/{game['id']}/delete", node=game["current"])
    assert game["main"] == first
    assert game["current"] == first[1]


def test_goto_does_not_start_the_engine(board: Running) -> None:
    """At an earlier position with the engine to move, it waits for a command."""
    game = board.play(board.new_game(players=AGAINST_ENGINE), "E5")
    game = board.wait(game, lambda now: not now["thinking"])
    game = board.post(f"games/{game['id']}/goto", node=game["main"][1])
    assert not game["thinking"]
    game = board.post(f"games/{game['id']}/engine", go=True)
    assert game["thinking"]


def test_engines_play_only_while_they_are_watched(board: Running) -> None:
    """A game between engines runs on one command and pauses on another."""
    game = board.new_game(players=ENGINES)
    assert not game["thinking"]
    game = board.post(f"games/{game['id']}/engine", go=True)
    board.wait(game, lambda now: now["position"]["ply"] >= 2)
    game = board.post(f"games/{game['id']}/engine", go=False)
    assert not game["thinking"]
    time.sleep(0.1)
    assert board.get(f"games/{game['id']}")["version"] == game["version"]


def test_hurry_brings_the_answer_now(board: Running) -> None:
    """An engine that must move now plays its best move so far."""
    game = board.play(board.new_game("pente", STRONG), "K10")
    board.until(lambda: board.service.pool.running == 1)
    board.post(f"games/{game['id']}/engine", go=True, now=True)
    assert board.wait(game, lambda now: not now["thinking"], 2.0)["position"]["ply"] == 2


def test_resigning_ends_the_game_for_the_person(board: Running) -> None:
    """Against an engine the person loses; no move is accepted, but undo reopens the game."""
    game = board.play(board.new_game("pente", STRONG), "K10")
    game = board.post(f"games/{game['id']}/resign")
    assert (game["result"]["winner"], game["result"]["termination"]) == (1, "resignation")
    assert not game["thinking"]
    board.post(f"games/{game['id']}/play", 409, node=game["current"], move="A1")
    assert board.post(f"games/{game['id']}/undo")["result"] is None


def test_a_resignation_can_be_taken_back(board: Running) -> None:
    """Undo takes back only the resignation: the board stays, and the game goes on."""
    game = board.play(board.new_game(), "E5", "E6")
    ended = board.post(f"games/{game['id']}/resign")
    back = board.post(f"games/{game['id']}/undo")
    assert (back["result"], back["position"]) == (None, game["position"])
    again = board.play(back, "D4")
    assert again["result"] is None
    assert board.post(f"games/{game['id']}/resign")["result"] != ended["result"]


def test_people_may_agree_to_a_draw(board: Running) -> None:
    """Two people may agree, and undo takes it back; with an engine a draw is refused."""
    game = board.play(board.new_game(), "E5")
    ended = board.post(f"games/{game['id']}/draw")
    assert (ended["result"]["winner"], ended["result"]["termination"]) == (None, "agreement")
    board.post(f"games/{game['id']}/draw", 409)
    assert board.post(f"games/{game['id']}/undo")["result"] is None
    against = board.new_game(players=AGAINST_ENGINE)
    board.post(f"games/{against['id']}/draw", 409)


def test_undo_after_a_loss_on_time_drops_the_clocks(board: Running) -> None:
    """After a loss on time the moves can be taken back, and the game goes on without clocks."""
    game = board.play(board.new_game(clock={"initial_s": 0.3}), "E5")
    game = board.wait(game, lambda now: now["result"] is not None)
    assert game["result"]["termination"] == "time"
    game = board.play(board.post(f"games/{game['id']}/undo"), "E5", "E6")
    assert (game["result"], game["clocks"]["running"]) == (None, None)


def test_an_engine_that_fails_twice_waits(board: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """After two failures an engine stops, the players get a notice, and a command restarts it."""
    search, tries = EnginePool.search, []

    async def fail(*_: Any) -> None:
        tries.append(1)
        raise EngineFailed("broken")

    monkeypatch.setattr(EnginePool, "search", fail)
    game = board.play(board.new_game(players=AGAINST_ENGINE), "E5")
    game = board.wait(game, lambda now: bool(now["notices"]))
    time.sleep(0.1)
    assert not board.get(f"games/{game['id']}")["thinking"]
    assert len(tries) == 2
    monkeypatch.setattr(EnginePool, "search", search)
    board.post(f"games/{game['id']}/engine", go=True)
    game = board.wait(game, lambda now: now["position"]["ply"] == 2)
    assert game["notices"] == []


def test_watched_engines_do_not_lose_by_being_watched(board: Running) -> None:
    """With a short clock engines move faster than people can follow, and lose none on time."""
    clock = {"initial_s": 1.0, "increment_s": 0.2}
    level = {"kind": "engine", "level": 1}
    game = board.new_game("gomoku-9", players=(level, level), clock=clock)
    game = board.post(f"games/{game['id']}/engine", go=True)
    ended = board.wait(game, lambda now: now["result"] or now["position"]["ply"] > 12)
    assert ended["result"] is None or ended["result"]["termination"] != "time"
    board.post(f"games/{game['id']}/engine", go=False) if ended["result"] is None else None


def test_a_rematch_swaps_the_sides(board: Running) -> None:
    """The same game starts again with the players' sides swapped."""
    game = board.new_game("gipf-basic", AGAINST_ENGINE, pieces=[16, 17])
    again = board.post(f"games/{game['id']}/rematch")
    assert again["id"] != game["id"]
    assert again["players"] == game["players"][::-1]
    assert again["position"]["reserves"] == [13, 14]


def test_a_hint_is_a_legal_move_of_the_position(board: Running) -> None:
    """A hint has the position's key and can be played."""
    game = board.play(board.new_game(), "E5")
    game = board.post(f"games/{game['id']}/hint")
    hint = game["hint"]
    assert (hint["key"], hint["node"]) == (game["position"]["key"], game["current"])
    assert board.play(game, hint["move"])["hint"] is None


def test_a_five_wins_and_is_shown(board: Running) -> None:
    """The winning row is reported, and the game is over."""
    moves = [move for pair in zip("ABCDE", "ABCDE", strict=True) for move in pair]
    words = [f"{letter}{9 if index % 2 else 1}" for index, letter in enumerate(moves)][:9]
    game = board.play(board.new_game(), *words)
    assert game["result"]["termination"] == "five"
    assert game["result"]["winner"] == 0
    assert game["position"]["line"] == [72, 73, 74, 75, 76]


def test_a_clock_that_runs_out_ends_the_game(board: Running) -> None:
    """A side whose time runs out loses, even if no request arrives."""
    game = board.new_game(clock={"initial_s": 0.3, "increment_s": 0})
    assert game["clocks"]["running"] is None
    game = board.play(game, "E5")
    assert game["clocks"]["running"] == 1
    game = board.wait(game, lambda now: now["result"] is not None, 5.0)
    assert (game["result"]["winner"], game["result"]["termination"]) == (0, "time")
    assert game["clocks"] == {
        "initial_s": 0.3,
        "increment_s": 0,
        "left_s": [0.3, 0.0],
        "running": None,
    }


def test_the_increment_is_added(board: Running) -> None:
    """Each move adds the increment to its mover's clock, except the first, before any
    clock runs.
    """
    game = board.new_game(clock={"initial_s": 100, "increment_s": 5})
    game = board.play(game, "E5", "E6")
    left = game["clocks"]["left_s"]
    assert left[0] <= 100
    assert 104 < left[1] <= 105


def test_tabs_hear_of_each_others_moves(board: Running) -> None:
    """A move in one tab reaches other tabs of the same game, and none of another game."""
    game, other = board.new_game(), board.new_game()
    tabs = [board.tab(game, "one"), board.tab(game, "two"), board.tab(other, "three")]
    board.play(game, "E5")
    for tab in tabs[:2]:
        tab.wait("game", lambda news: news["current"] == 1)
    board.play(other, "D4")
    tabs[2].wait("game", lambda news: news["current"] == 1)
    assert {news["id"] for news in tabs[2].of("game")} == {other["id"]}
    for tab in tabs:
        tab.close()


def test_games_survive_a_restart(settings: Settings) -> None:
    """After a restart of the server a game is as it was, with its clocks stopped."""
    first = Running(settings)
    try:
        game = first.new_game("pente", clock={"initial_s": 100})
        game = first.play(game, "K10", "L10", "K14", "M10", "N10")
        first.post(f"games/{game['id']}/comment", node=2, text="hm")
        game = first.post(f"games/{game['id']}/goto", node=game["main"][3])
    finally:
        first.end()
    second = Running(settings)
    try:
        again = second.get(f"games/{game['id']}")
        for field in ("nodes", "main", "current", "position", "players", "preset", "result"):
            assert again[field] == game[field], field
        assert again["clocks"]["running"] is None
        assert [one["id"] for one in second.get("games")] == [game["id"]]
        second.client.request("DELETE", f"/api/games/{game['id']}")
        second.get(f"games/{game['id']}", 404)
    finally:
        second.end()


def test_a_gipf_row_is_taken_by_a_decision(board: Running) -> None:
    """With a row on the board, the decisions are removals, each with what it takes and leaves."""
    start = "w 8 8 Wc3 Wd4 We5 Kb2 Kf5 Ke7 Kg4"
    text = f"gipf-basic@{start.replace(' ', '_')}:"
    game = board.post("import", text=text)
    moves = [move for move in game["position"]["moves"] if move["rows"]]
    assert moves, "a push makes a row of four"
    game = board.play(game, moves[0]["move"])
    assert not game["position"]["placing"]
    removal = game["position"]["moves"][0]
    assert set(removal["takes"]) | set(removal["leaves"]) == set(removal["rows"][0])
    game = board.play(game, removal["move"])
    assert game["position"]["taken"] == removal["takes"]
    assert len(removal["takes"]) >= 4
    assert not {*removal["takes"]} & {*game["position"]["spots"]}


def test_new_players_take_over(board: Running) -> None:
    """An engine that takes over a side moves if it is its turn."""
    game = board.play(board.new_game(), "E5")
    game = board.post(f"games/{game['id']}/players", players=AGAINST_ENGINE)
    assert board.wait(game, lambda now: not now["thinking"])["position"]["ply"] == 2


@pytest.mark.parametrize("body", ["", "{", "[]", "null", '{"node": "x"}', '{"node":0,"extra":1}'])
def test_malformed_bodies_are_refused(board: Running, body: str) -> None:
    """A body that is no request gets a problem document that says so, never a crash."""
    game = board.new_game()
    answer = board.client.post(
        f"/api/games/{game['id']}/play",
        content=body,
        headers={"content-type": "application/json"},
    )
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert json.loads(answer.text)["detail"]


@pytest.mark.parametrize("preset", sorted(GIPF_PRESETS))
def test_the_engine_plays_gipf(board: Running, preset: str) -> None:
    """The engine answers with legal decisions, whole turns if rows must be removed, and
    no notice.
    """
    game = board.new_game(preset, ({"kind": "human"}, {"kind": "engine", "level": 4}))
    for _ in range(6):
        if game["result"] is not None:
            break
        game = board.play(game, game["position"]["moves"][0]["move"])
        game = board.wait(game, lambda now: not now["thinking"])
        assert game["result"] is not None or game["position"]["side"] == 0
    assert game["position"]["ply"] >= 4
    assert game["notices"] == []


def test_a_limit_of_turns_survives_a_restart(settings: Settings) -> None:
    """A game of Gipf that reached its limit is a draw before and after a restart."""
    start = "w 12 12 Kb2 Ke8 Kh2 Wb5 We2 Wh5 turns=0"
    text = f'[Game "gipf-basic"]\n[Start "{start}"]\n[Turns "2"]\n\n1. b1-b3 c2\n'
    first = Running(settings)
    try:
        game = first.post("import", text=text)
        assert game["result"]["termination"] == "game length"
    finally:
        first.end()
    second = Running(settings)
    try:
        assert second.get(f"games/{game['id']}")["result"] == game["result"]
    finally:
        second.end()


def test_an_engine_thinks_on_after_a_restart(settings: Settings) -> None:
    """A game that was left while the engine thought goes on when it is opened again."""
    first = Running(settings)
    try:
        game = first.play(first.new_game("pente", STRONG), "K10")
        assert game["thinking"]
    finally:
        first.end()
    second = Running(settings)
    try:
        game = second.get(f"games/{game['id']}")
        assert game["thinking"]
        assert second.wait(game, lambda now: not now["thinking"])["position"]["ply"] == 2
    finally:
        second.end()


def test_an_undo_that_is_refused_changes_nothing(board: Running) -> None:
    """If there is nothing to take back, an engine that thinks goes on thinking."""
    game = board.new_game("pente", STRONG[::-1])
    assert game["thinking"]
    board.post(f"games/{game['id']}/undo", 409)
    assert board.wait(game, lambda now: not now["thinking"])["position"]["ply"] == 1


SITE = '[Game "Pente"]\n[Site "Pente.org"]\n[Rated "Y"]\n[Player 1 Rating "1820"]\n\n1. K10 J11 1-0'


def test_headers_of_an_imported_game_are_exported(board: Running) -> None:
    """Site, ratings and "rated" survive import, play, saving and export in each format."""
    game = board.post("import", text=SITE)
    for format_ in ("pente", "sgf", "json"):
        text = board.get(f"games/{game['id']}/export", format=format_)["text"]
        again = board.post("import", text=text)
        back = board.get(f"games/{again['id']}/export", format="pente")["text"]
        for header in ('[Site "Pente.org"]', '[Rated "Y"]', '[Player 1 Rating "1820"]'):
            assert header in back
        assert '[Result "1-0"]' in back
    session = decode(encode(board.kept(game)))
    assert session.tree.tags == {"Site": "Pente.org", "Rated": "Y", "Player 1 Rating": "1820"}


def test_what_an_import_assumed_is_a_notice(board: Running) -> None:
    """A file without rules says under which it was read; names of a game of Gipf are kept."""
    game = board.post("import", text="(;GM[4]SZ[15];B[hh])")
    assert "read as gomoku-15" in " ".join(game["notices"])
    gipf = board.post("import", text='[Game "gipf-basic"]\n[White "ann"]\n\n1. c2')
    assert gipf["players"][0]["name"] == "ann"


def test_the_first_game_of_a_collection_is_opened(board: Running) -> None:
    """A notice says so, and the others are not saved."""
    before = len(board.get("games"))
    game = board.post("import", text="pente:K10\npente:K10J11\npente:K10J11K7\n")
    assert (len(game["main"]), game["notices"]) == (
        2,
        ["The text holds 3 games: this is number 1."],
    )
    assert len(board.get("games")) == before + 1


def test_an_export_names_what_its_format_lacks(board: Running) -> None:
    """SGF holds variations, comments and headers; the share address holds none of them."""
    game = board.post("import", text=SITE)
    game = board.post(f"games/{game['id']}/comment", node=1, text="why")
    lost = {
        format_: board.get(f"games/{game['id']}/export", format=format_)["lost"]
        for format_ in ("sgf", "json", "pente", "share")
    }
    assert (lost["sgf"], lost["json"]) == ([], [])
    assert lost["pente"] == ["1 comment"]
    assert "the result 1-0" in lost["share"]
