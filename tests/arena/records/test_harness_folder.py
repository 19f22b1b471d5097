"""Harness folders as games."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.foreign.harness_files import format_request
from arena.game.record import replay
from arena.game.transcript import format_transcript
from arena.players.in_process import PlainPlayer, RandomPlayer
from arena.records.harness_folder import read_folder, read_transcript
from games.errors import NotationError
from games.five.points import format_harness_point, format_point
from games.five.position import FivePosition
from games.gipf.rules import GIPF_PRESETS
from games.tree import GameTree
from tests.arena.building import PENTE, Scripted, after, game_between
from tests.conditions import met, often
from tests.strategies import random_game

GIPF = GIPF_PRESETS["gipf-basic"]


def folder_of(points: list[int], side: int) -> dict[str, str]:
    """The files that a player's folder keeps of a game: its inputs and outputs by number."""
    files, position = {}, FivePosition(PENTE)
    for number, point in enumerate(points):
        if position.side == side:
            files[f"logs/input_{number:03}.txt"] = format_request(position, 100.0)
            files[f"logs/output_{number:03}.txt"] = format_harness_point(point, 19) + "\n"
        position.play(point)
    return files


def game_of(files: dict[str, str]) -> GameTree:
    """The game of a folder; it is not Gipf."""
    game = read_folder(files)
    assert isinstance(game, GameTree)
    return game


@often(games=6)
@given(st.integers(0, 500), st.integers(1, 40), st.sampled_from([0, 1]))
@settings(max_examples=20)
def test_a_players_files_give_the_game(seed: int, turns: int, side: int) -> None:
    """A player's files give every move from the first position to the last answer."""
    points = random_game(PENTE, seed, turns + 1)
    answered = points if (len(points) - 1) % 2 == side else points[:-1]
    files = folder_of(points, side)
    if not files:
        return
    met("games")
    game = game_of(files)
    assert game.moves == answered[side:]
    assert game.comment == ""


def test_the_handouts_files_are_a_position_and_its_answer() -> None:
    """One input and one output give the position and the move. A refused answer is told in words,
    and no move is invented.
    """
    position = after("K10")
    for output, moves, reason in (
        ("9N\n", ["N9"], ""),
        *(("N9\n", [], "column first"), ("10K\n", [], "occupied")),
        *(("", [], "empty"), ("10I\n", [], "column I")),
    ):
        game = game_of({"input.txt": format_request(position, 5.0), "output.txt": output})
        assert game.start.key == position.key
        assert [format_point(point, 19) for point in game.moves] == moves
        assert reason in game.comment


def test_a_strange_header_is_told_in_words() -> None:
    """The comment mentions a bad clock or bad captures; a second clock is ignored."""
    rows = "\n".join(["." * 19] * 19)
    for header, reason in (
        *(("100 100\n0,0", ""), ("100\nnone", "captures")),
        *(("soon\n0,0", "clock"), ("9\n20,0", "over")),
    ):
        game = game_of({"input.txt": f"WHITE\n{header}\n{rows}\n"})
        assert reason in game.comment
        assert bool(game.comment) == bool(reason)
        assert (game.start.outcome is None) == (reason != "over")


def test_files_that_do_not_follow_are_left_out() -> None:
    """A position that no two moves lead to ends the replay, and the comment says so."""
    points = random_game(PENTE, 3, 12)
    files = folder_of(points, 0)
    other = format_request(FivePosition(PENTE), 1.0)
    files["logs/input_999.txt"] = other
    game = game_of(files)
    assert game.moves == points[: len(game.moves)]
    assert "input_999" in game.main_nodes()[-1].comment


@pytest.mark.parametrize(
    ("rules", "opening", "of_board"),
    [(PENTE, (180, 200), "captured stones: by White "), (GIPF, (), "in reserve: White ")],
    ids=["five", "gipf"],
)
def test_a_transcript_gives_its_game(rules: Any, opening: tuple[int, ...], of_board: str) -> None:
    """A transcript, which has a board after each move, gives them all, whatever else is there."""
    second = PlainPlayer(1) if rules is GIPF else RandomPlayer()
    record = game_between(RandomPlayer(), second, "nodes:1", rules, opening=opening)
    text = format_transcript(record)
    assert text.count(of_board) == len(record.moves)
    assert f"({record.termination})" in text
    assert "  takes " in text
    game = game_of({"playdata.txt": "?", "game.txt": text})
    assert game.end().key == replay(record).key
    lost = format_transcript(game_between(Scripted([180]), Scripted([180])))
    assert game_of({"game.txt": lost}).result == "1-0"


def test_a_folder_without_the_harness_is_refused() -> None:
    """A folder without harness files is refused, and an unreadable input is refused
    with its place.
    """
    with pytest.raises(NotationError, match=r"input\.txt"):
        read_folder({"readme.txt": "hello"})
    with pytest.raises(NotationError, match="a transcript begins with"):
        read_transcript("Game 1, pente")
    with pytest.raises(NotationError, match="line"):
        read_folder({"input.txt": "WHITE\n1\n0,0\nwwb\n"})
