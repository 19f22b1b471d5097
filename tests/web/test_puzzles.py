"""Puzzles by the API: lists, positions along a line, judgements, and the mistakes of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from arena.puzzles import DEFENCE, WIN, read_puzzles
from games.registry import family_named

if TYPE_CHECKING:
    from tests.web.conftest import Running

MISTAKE = ("E5", "E6", "D5", "D6", "C5", "A1")  # on gomoku-9; Black had to stop the open three


GAMES = {"pente": "pente", "gomoku": "gomoku-15", "gipf": "gipf-basic"}


def test_a_family_lists_its_puzzles(board: Running) -> None:
    """Both kinds are there, easiest first; each can be fetched with its solution, others not."""
    for family, game in GAMES.items():
        entries = board.get("puzzles", of=family)
        assert {entry["kind"] for entry in entries} == {WIN, DEFENCE}, family
        levels = [entry["level"] for entry in entries]
        assert levels == sorted(levels)
        assert set(levels) == {1, 2, 3, 4, 5}, family
        entry = next(one for one in entries if one["preset"] == game)
        puzzle = board.get(f"puzzles/{entry['id']}")
        kept = next(one for one in read_puzzles(game).puzzles if one.id == entry["id"])
        assert puzzle["line"] == list(kept.line)
        views = board.post("line", preset=game, position=puzzle["position"], moves=puzzle["line"])
        assert len(views) == len(kept.line) + 1
        assert (views[-1]["outcome"] is not None) == (kept.kind == WIN)
    for id_ in ("pente-0000000000", "gomoku-9-0000000000", "nothing"):
        assert id_ in board.get(f"puzzles/{id_}", status=404)["detail"]


EMPTY = family_named("gomoku-9").format_position(family_named("gomoku-9").start())
OVER = "9/9/9/9/9/3wwwww1/9/9/9 b 0,0"


@pytest.mark.parametrize(
    ("route", "request_", "reason"),
    [
        ("line", {"preset": "chess", "position": EMPTY}, "chess"),
        ("line", {"position": "9/9 b 0,0"}, "9 lines"),
        ("line", {"position": EMPTY, "moves": ["E5", "E5"]}, "E5 is occupied"),
        ("line", {"position": EMPTY, "pieces": [15, 15]}, "pieces"),
        ("judge", {"position": OVER, "move": "A1"}, "over"),
    ],
)
def test_a_line_must_be_legal(board: Running, route: str, request_: Any, reason: str) -> None:
    """Bad rules, positions and moves are refused with their reasons."""
    asked = {"preset": "gomoku-9", **request_}
    assert reason in board.post(route, status=422, **asked)["detail"]


def test_a_wrong_defence_is_refuted_and_the_right_one_is_not(board: Running) -> None:
    """After a wrong move the opponent is proved to win; after the only defence it is not."""
    puzzle = next(one for one in read_puzzles("gomoku-15").puzzles if one.kind == DEFENCE)
    position = puzzle.start()
    request: dict[str, Any] = {"preset": puzzle.game, "position": puzzle.position}
    wrong = "A15" if puzzle.line[0] != "A15" else "A1"
    judged = board.post("judge", move=wrong, **request)
    assert judged["winner"] == 1 - position.side
    assert judged["mark"] is not None
    assert judged["reply"]["moves"]
    assert judged["view"]["last"] == 0
    right = board.post("judge", move=puzzle.line[0], **request)
    assert right["winner"] != 1 - position.side


def test_the_mistakes_of_a_review_can_be_asked_again(board: Running) -> None:
    """Each has the position before it and the engine's line, which a judgement confirms."""
    game = board.play(board.new_game("gomoku-9"), *MISTAKE)
    assert board.get(f"games/{game['id']}/mistakes") == []
    board.post(f"games/{game['id']}/judge", node=6)
    (mistake,) = board.get(f"games/{game['id']}/mistakes")
    assert (mistake["node"], mistake["side"], mistake["move"]) == (6, 1, "A1")
    assert mistake["lost"] > 0
    request = {"preset": mistake["preset"], "position": mistake["position"]}
    best = board.post("judge", move=mistake["best"][0], **request)
    assert best["mark"] is None
    assert board.post("judge", move=mistake["move"], **request)["mark"] is not None
