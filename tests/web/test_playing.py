"""Games over HTTP: people and engines move, take back, resign; tabs and restarts."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.conftest import AGAINST_ENGINE, PEOPLE, Running, serving
from web.engines import opponents, pool
from web.engines.pool import EnginePool
from web.errors import Busy, EngineFailed
from web.sessions import clocks

if TYPE_CHECKING:
    from web.settings import Settings

ENGINES = ({"kind": "engine", "level": 1}, {"kind": "engine", "level": 2})
STRONG = ({"kind": "human"}, {"kind": "engine", "level": 10})
HEADERS = """[Game "Pente"]
[Site "Pente.org"]
[Event "Tournament 9"]
[Round "2"]
[Section "1"]
[Date "01/02/2024"]
[Time "10:11:12"]
[TimeControl "20+0"]
[Rated "Y"]
[Player 1 Name "alice"]
[Player 2 Name "bob"]
[Player 1 Rating "1800"]
[Player 2 Rating "1750"]
[Player 1 Type "Human"]
[Player 2 Type "Computer"]
[Result "1-0"]

1. K10 J11 2. K7 K8 3. J7 L7 1-0
"""


def test_the_engine_answers_and_undo_takes_both_plies_back(board: Running) -> None:
    """It begins where it is first; undo and redo go two plies with it and one between people."""
    game = board.answered(board.new_game(players=AGAINST_ENGINE[::-1]))
    assert game["position"]["ply"] == 1
    assert "no move of yours" in board.post(f"games/{game['id']}/undo", 409)["detail"]
    for players, plies in ((PEOPLE, 1), (AGAINST_ENGINE, 2)):
        game = board.answered(board.played("gomoku-9", "E5", players=players))
        assert game["position"]["ply"] == plies
        at = f"games/{game['id']}"
        assert board.post(f"{at}/undo")["position"]["ply"] == 0
        assert board.post(f"{at}/redo")["position"] == game["position"]
    game = board.play(board.post(f"{at}/undo"), "A1")
    assert game["main"][1] == game["current"], "another move after undo is the main line"
    assert len(game["nodes"]) == 4


def test_undo_while_the_engine_thinks_stops_it(board: Running) -> None:
    """Its answer never comes; an undo that is refused lets it think on; it may be hurried.

    A resignation stops it, too, and is undone alone; an engine agrees to no draw.
    """
    game = board.played("pente", "K10", players=STRONG)
    assert game["thinking"]
    at = f"games/{game['id']}"
    board.post(f"{at}/draw", 409)
    game = board.post(f"{at}/resign")
    assert (game["result"]["winner"], game["thinking"]) == (1, False)
    assert board.post(f"{at}/undo")["result"] is None
    game = board.post(f"{at}/undo")
    assert (game["thinking"], game["current"]) == (False, 0)
    board.until(lambda: board.service.pool.running == 0)
    assert board.get(f"games/{game['id']}")["position"]["ply"] == 0
    game = board.new_game("pente", STRONG[::-1])
    assert game["thinking"]
    board.post(f"games/{game['id']}/undo", 409)
    assert board.answered(game)["position"]["ply"] == 1
    game = board.played("pente", "K10", players=STRONG)
    session = board.kept(game)
    board.until(lambda: board.service.pool.running == 1 or not session.thinking)
    board.post(f"games/{game['id']}/engine", go=True, now=True)
    assert board.answered(game)["position"]["ply"] == 2
    board.post(f"games/{game['id']}/engine", go=True, now=True)  # none thinks now


def test_undo_while_all_engines_are_busy_ends_the_wait(
    board: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search that never began plays nothing and tells of no failure."""

    def busy(_kind: str) -> None:
        raise Busy("all engines are busy")

    with monkeypatch.context() as patch:
        patch.setattr(pool, "AGAIN_S", 0.01)
        patch.setattr(board.service.pool, "admit", busy)
        game = board.played("pente", "K10", players=STRONG)
        task, _ = board.service.opponents._thinking[game["id"]]
        board.post(f"games/{game['id']}/undo")
        board.until(task.done)
    game = board.get(f"games/{game['id']}")
    assert (game["position"]["ply"], game["notices"]) == (0, [])


def test_engines_play_only_while_they_are_watched(
    board: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game between engines runs on one command, pauses on another, and is not lost on time."""
    monkeypatch.setattr(opponents, "WATCHED_MOVE_S", 1000.0)  # a clock allows far less
    clock = {"initial_s": 30, "increment_s": 0.01}
    game = board.new_game("gipf-basic", ENGINES, clock=clock)  # its games are long
    assert not game["thinking"]
    at = f"games/{game['id']}/engine"
    game = board.wait(board.post(at, go=True), lambda now: now["position"]["ply"] >= 3)
    game = board.post(at, go=False)
    assert game["result"] is None
    board.until(lambda: board.service.pool.running == 0)
    assert board.get(f"games/{game['id']}")["version"] == game["version"]
    assert not game["thinking"]


def test_an_offered_draw_lapses(board: Running) -> None:
    """A move, a step back and a refusal end the offer; an engine gets none."""
    game = board.played("gomoku-9", "E5")
    at = f"games/{game['id']}"
    for command, body in (("play", {"move": "A1"}), ("undo", {}), ("draw/offer", {"offer": False})):
        game = board.post(f"{at}/draw/offer")
        assert (game["draw_offered"], game["result"]) == (True, None)
        node = {"node": game["current"]} if command == "play" else {}
        assert not board.post(f"{at}/{command}", **node, **body)["draw_offered"]
    against = board.new_game(players=AGAINST_ENGINE)
    board.post(f"games/{against['id']}/draw/offer", 409)


def test_an_engine_that_fails_twice_waits(board: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """After two failures an engine stops, the players get a notice, and a command restarts it."""
    tries = []

    async def fail(*_: Any) -> None:
        tries.append(1)
        raise EngineFailed("broken")

    with monkeypatch.context() as broken:
        broken.setattr(EnginePool, "search", fail)
        game = board.played("gomoku-9", "E5", players=AGAINST_ENGINE)
        game = board.wait(game, lambda now: bool(now["notices"]))
        assert not game["thinking"]
        assert len(tries) == 2
    board.post(f"games/{game['id']}/engine", go=True)
    game = board.wait(game, lambda now: now["position"]["ply"] == 2)
    assert game["notices"] == []


@pytest.mark.parametrize(
    ("preset", "kind", "side", "amount", "moves"),
    [
        ("pente", "moves", 0, 2, "N10 J9 M9"),
        ("pente", "captured", 1, 4, "A1 J9 B2"),
        ("gomoku-15", "moves", 0, 2, "H9 J9"),
    ],
)
def test_a_handicap_is_kept(  # noqa: PLR0917 - a row of the table
    board: Running, preset: str, kind: str, side: int, amount: int, moves: str
) -> None:
    """It is a start by the rules; records, links and a rematch begin as the game did."""
    handicap = {"kind": kind, "side": side, "amount": amount}
    game = board.new_game(preset, handicap=handicap)
    assert handicap in next(p for p in board.get("presets") if p["name"] == preset)["handicaps"]
    assert not game["even"]
    assert game["position"]["side"] == 0
    taken = [amount * (kind == "captured" and side == one) for one in (0, 1)]
    assert game["position"]["captured"] == taken
    assert bool(game["position"]["forbidden"]) == (preset != "gomoku-15" and side == 0)
    start = game["position"]["key"]
    game = board.play(game, *moves.split())
    for kept in ("sgf", "json"):
        text = board.get(f"games/{game['id']}/export", format=kept)["text"]
        again = board.post("import", text=text)
        line = [board.get(f"games/{again['id']}/position", node=at) for at in again["main"]]
        assert [line[0]["key"], line[-1]["key"]] == [start, game["position"]["key"]]
        assert not again["even"]
    for lost in {"pente", "psq"} & {*game["formats"]}:
        board.get(f"games/{game['id']}/export", 422, format=lost)
    again = board.post(f"games/{game['id']}/rematch")
    assert again["position"]["captured"] == taken[::-1]
    assert (again["position"]["key"] == start) == (kind == "moves")


TWO = {"kind": "moves", "side": 0, "amount": 2}
OPENING = {"rule": "swap2", "stones": ["H8", "H9", "J9"], "placer": 0}


@pytest.mark.parametrize(
    ("preset", "handicap", "more"),
    [
        ("gipf", TWO, {}),
        ("pente", {**TWO, "side": 1}, {}),
        ("gomoku-15", {**TWO, "kind": "captured"}, {}),
        ("pente", {**TWO, "kind": "captured", "amount": 10}, {}),
        ("gomoku-15", TWO, {"opening": OPENING}),
    ],
)
def test_an_unknown_handicap_is_refused(
    board: Running, preset: str, handicap: Any, more: Any
) -> None:
    """So is one together with an opening."""
    asked = {"preset": preset, "players": PEOPLE, "handicap": handicap}
    assert "handicap" in board.post("games", 422, **asked, **more)["detail"]


def test_a_clock_that_runs_out_ends_the_game(
    board: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if no request arrives; after an undo the game goes on without clocks."""
    now_s = 0.0
    monkeypatch.setattr(clocks, "time", SimpleNamespace(monotonic=lambda: now_s))
    game = board.new_game(clock={"initial_s": 100, "increment_s": 0})
    assert game["clocks"]["running"] is None
    game = board.play(game, "E5")
    assert game["clocks"]["running"] == 1
    now_s = 100.0
    board.pass_time(101)
    game = board.wait(game, lambda now: now["result"] is not None)
    assert (game["result"]["winner"], game["result"]["termination"]) == (0, "time")
    assert (game["clocks"]["left_s"], game["clocks"]["running"]) == ([100, 0.0], None)
    game = board.play(board.post(f"games/{game['id']}/undo"), "E5", "E6")
    assert (game["result"], game["clocks"]["running"]) == (None, None)


def test_games_survive_a_restart(settings: Settings) -> None:
    """Clocks are stopped; an engine thinks on; the end of a game with a limit of turns stays.

    So do games without a move.
    """
    start = "w 12 12 Kb2 Ke8 Kh2 Wb5 We2 Wh5 turns=0"
    limited = f'[Game "gipf-basic"]\n[Start "{start}"]\n[Turns "2"]\n\n1. b1-b3 c2\n'
    with serving(settings) as first:
        game = first.played("pente", "K10 L10", clock={"initial_s": 100})
        ended = first.post("import", text=limited)
        draft, deleted = first.new_game(), first.new_game()
        first.delete(f"games/{deleted['id']}")
        patient = STRONG[0], {**STRONG[1], "seconds": 60}
        thinking = first.played("pente", "K10", players=patient)
    with serving(settings) as second:
        assert second.get(f"games/{game['id']}")["clocks"]["running"] is None
        second.play(second.get(f"games/{draft['id']}"), "E5")
        second.get(f"games/{deleted['id']}", 404)
        assert ended["result"]["termination"] == "game length"
        assert second.get(f"games/{ended['id']}")["result"] == ended["result"]
        thinking = second.get(f"games/{thinking['id']}")
        assert thinking["thinking"]
        second.post(f"games/{thinking['id']}/engine", go=True, now=True)
        assert second.answered(thinking)["position"]["ply"] == 2


def test_headers_of_an_imported_game_are_exported(board: Running) -> None:
    """Those of pente.org survive import, saving and every format; each names what it lacks."""
    game = board.post("import", text=HEADERS)
    at = f"games/{game['id']}"
    board.service.games.forget(game["id"])
    for format_ in ("pente", "sgf", "json"):
        text = board.get(f"{at}/export", format=format_)["text"]
        again = board.post("import", text=text)
        back = board.get(f"games/{again['id']}/export", format="pente")["text"]
        assert back.splitlines() == HEADERS.splitlines(), format_
    board.post(f"{at}/comment", node=1, text="why")
    lost = [
        board.get(f"{at}/export", format=name)["lost"] for name in ("sgf", "json", "pente", "share")
    ]
    assert lost[:3] == [[], [], ["1 comment"]]
    assert "the result 1-0" in lost[3]


def test_what_an_import_assumed_is_a_notice(board: Running) -> None:
    """Rules that a file does not name; names are kept."""
    game = board.post("import", text="(;GM[4]SZ[15];B[hh])")
    assert "gomoku-15" in " ".join(game["notices"])
    gipf = board.post("import", text='[Game "gipf-basic"]\n[White "ann"]\n\n1. c2')
    assert gipf["players"][0]["name"] == "ann"


@pytest.mark.parametrize(("said", "ended_by"), [("W+", "as recorded"), ("W+Resign", "resignation")])
def test_a_result_is_told_as_the_record_says_it(board: Running, said: str, ended_by: str) -> None:
    """`1-0` names no resignation, a resignation stays one in each format that can say so."""
    record = f"(;GM[4]RU[pente]SZ[19]PW[ann]PB[bob]RE[{said}];W[jj];B[kk])"
    game = board.post("import", text=record)
    results = [game["result"]]
    for format_ in ("sgf", "json", "pente"):
        text = board.get(f"games/{game['id']}/export", format=format_)["text"]
        results.append(board.post("import", text=text)["result"])
    assert {(one["winner"], one["termination"]) for one in results} == {(0, ended_by)}


def test_a_link_keeps_the_names(board: Running) -> None:
    """The word of a link has both names, whatever is in them."""
    game = board.post("import", text="(;GM[4]RU[pente]SZ[19]PW[Ann B_c~d];W[jj];B[kk])")
    word = board.get(f"games/{game['id']}/export", format="share")["text"].strip()
    assert " " not in word
    again = board.post("import", text=word, format="share")
    assert [player["name"] for player in again["players"]] == ["Ann B_c~d", ""]


def test_a_try_instead_of_a_mistake_is_not_saved(own: Running) -> None:
    """It is marked, leaves the game where it stands, and is in no file. It can be kept, and is kept
    when it becomes the main line or the game goes on from it.
    """
    game = own.played("gomoku-9", "E5 E6 D5")
    at = f"games/{game['id']}"

    def nodes() -> list[str]:
        own.service.games.forget(game["id"])
        return [node["move"] for node in own.get(at)["nodes"][1:]]

    tried = own.post(f"{at}/play", node=1, move="A1", instead=True)
    assert [(node["move"], node["tried"]) for node in tried["nodes"] if node["id"] == 4] == [
        ("A1", True)
    ]
    assert tried["current"] == game["current"]
    assert "A1" not in own.get(f"{at}/export", format="sgf")["text"]
    assert "ai" not in own.get(f"{at}/export", format="sgf")["text"]
    assert nodes() == ["E5", "E6", "D5"]
    known = own.post(f"{at}/play", node=1, move="E6", instead=True)
    assert not any(node["tried"] for node in known["nodes"])
    for move, command in (("A1", "keep"), ("A2", "promote"), ("A3", "goto")):
        change = own.post(f"{at}/play", node=1, move=move, instead=True)
        (node,) = (one["id"] for one in change["nodes"] if one["move"] == move)
        own.post(f"{at}/{command}", node=node)
        assert move in nodes()
    assert "ai" in own.get(f"{at}/export", format="sgf")["text"]
