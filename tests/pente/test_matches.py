"""`pente.match`: matches between contestants and functions."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

import pente


def any_move(game: pente.Game) -> str:
    """A player that has no plan."""
    return random.Random(len(game.stones)).choice(game.legal_moves)


def test_match_is_heard_of_and_plays_pairs() -> None:
    """A match tells of its games as they end; the games of a pair have one opening."""
    heard: list[str] = []
    match = pente.match(
        "one-ply", "random", games=4, listener=lambda game: heard.append(game.result)
    )
    assert (match.points, match.elo is not None) == (4.0, True)
    assert [game.result for game in match.games] == heard == ["1-0", "0-1"] * 2
    assert match.games[0].moves[:3] == match.games[1].moves[:3]  # the opening
    assert "in a row" in match.reasons[0]


def test_function_sees_the_moves_before() -> None:
    """A function plays against a text or a function. It gets the game with all its moves,
    those of the opening included.
    """
    seen: list[pente.Game] = []
    games: list[int] = []

    def watcher(game: pente.Game) -> str:
        seen.append(game.copy())
        games.append(len(ended))
        move = any_move(game)
        game.undo(len(game.moves))  # a copy: the match goes on
        return move

    ended: list[pente.Game] = []
    match = pente.match(watcher, "random", game="gipf-basic", games=2, listener=ended.append)
    for number, played in enumerate(match.games):
        views = [view for view, of in zip(seen, games, strict=True) if of == number]
        opening = len(views[0].moves)
        assert [view.moves for view in views] == [
            played.moves[:ply] for ply in range(opening, len(played.moves), 2)
        ]
        assert all(view.start == played.start for view in views)
        assert views[-1].position == played.at(len(views[-1].moves)).position
        assert played.is_over
    assert opening > 1
    assert (match.a, match.b, len(match.games)) == ("watcher", "random", 2)
    assert match.wins + match.draws + match.losses == 2
    assert pente.match(any_move, "random", game="gipf-basic", games=2).games == match.games


def test_illegal_move_of_a_function_loses() -> None:
    """A function that returns no legal move loses; the reason says why."""
    match = pente.match(lambda _: "A1", any_move, game="gomoku-9", games=2, opening_plies=0)
    assert match.losses == 2
    assert match.a == "<lambda>"
    assert "A1: A1 is occupied" in match.reasons[0]
    assert match.games[0].result == "0-1"


def test_exception_of_a_function_ends_the_match() -> None:
    """A function's own error reaches the caller as it is."""

    def broken(_: pente.Game) -> str:
        raise ValueError("my own error")

    with pytest.raises(ValueError, match="my own error") as caught:
        pente.match(broken, "random")
    assert not isinstance(caught.value, pente.Error)


@pytest.mark.processes
def test_results_are_kept_and_resumed(tmp_path: Path) -> None:
    """A results file continues where it stopped, and `read` reads its games."""
    file = tmp_path / "results.jsonl"
    pente.match("one-ply", "random", game="gomoku-9", games=2, results=file)
    with pytest.raises(pente.MatchError, match="already exists"):
        pente.match("one-ply", "random", game="gomoku-9", games=4, results=file)
    match = pente.match(
        "one-ply", "random", game="gomoku-9", games=4, results=file, resume=True, workers=2
    )
    assert len(match.games) == 4
    assert {game.position for game in pente.read(file)} == {game.position for game in match.games}


@pytest.mark.parametrize(
    ("options", "error", "words"),
    [
        ({"a": "nobody"}, pente.MatchError, "names no contestant"),
        ({"game": "chess"}, pente.UnknownGame, "chess"),
        ({"games": 0}, pente.MatchError, "1 game or more"),
        ({"clock": "soon"}, pente.MatchError, "soon"),
        ({"openings": "nowhere.txt"}, pente.MatchError, "nowhere"),
        ({"openings": "pente", "opening_plies": 2}, pente.OptionError, "exclude each other"),
        ({"a": any_move, "workers": 2}, pente.OptionError, "functions play in this process"),
        ({"a": any_move, "b": "agent:."}, pente.MatchError, "program"),
        ({"pieces": (15, 16)}, pente.MatchError, "handicap"),
    ],
)
def test_bad_options_are_refused(
    options: dict[str, object], error: type[pente.Error], words: str
) -> None:
    """A match that cannot be played is an error of the package, before the first game."""
    with pytest.raises(error, match=words):
        pente.match(**{"a": "random", "b": "random", **options})  # type: ignore[arg-type]


def test_only_matches_load_what_plays_them() -> None:
    """Asking for another name, as the commands do, loads no match: it would double their start."""
    names = sorted({*pente.__all__} - {"Elo", "Match", "match"})
    asked = f"import pente, sys; [getattr(pente, name) for name in {names}]; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], check=True, capture_output=True, text=True)
    assert {"pente.reviewing", "pente.matches"} & {*done.stdout.split()} == {"pente.reviewing"}
