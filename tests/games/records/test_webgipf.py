"""Games of the program webgipf."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import GameError
from games.gipf.moves import is_removal
from games.gipf.notation import ENTRY, format_move
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS
from games.records.webgipf import is_webgipf, parse_webgipf
from tests.gipf_strategies import gipf_presets, random_gipf_game

# A game in webgipf's own source; both removals are Black's and White's, with GIPF-pieces left.
OWN = (
    "GWi3-h3 GKb6-c6 GWi2-h3 GKc7-c6 GWi2-h3 GKc7-c6 Wi4-h4 Ka5-b5 Wi3-h4 Ki4-h4 Wi3-h4 Kg7-g6 "
    "Wb6-c6 Kb6-c6 Wi3-h4 Kf8-f7 Wg1-f2 Ka5-b5 xf6,g6 Wa4-b5 Ka4-b5 Wd8-d7 Ke9-e8 xc5,d6,e7,f7 "
    "xe6,g4 Wb6-c6 Ka5-b5 Wh6-h5 Ki4-h5 Wi4-h5 Kg7-g6 Wi3-h4 Kh6-h5 Wa5-b5 Ki3-h3 Wi4-h4"
)


def test_a_game_of_webgipf_is_read() -> None:
    """A tournament game with removals by both sides reads to its end without naming its game."""
    game = parse_webgipf(OWN)
    assert (game.rules.name, game.notes) == ("gipf-tournament", [])
    assert is_webgipf(OWN)
    pushes = [word for word in OWN.split() if not word.startswith("x")]
    assert sum(not is_removal(move) for move in game.moves) == len(pushes) == 33


@given(gipf_presets(), st.integers(0, 300), st.integers(1, 60))
def test_actions_read_back(rules: object, seed: int, most: int) -> None:
    """The actions of a random game, as webgipf writes them, give its last board."""
    position = GipfPosition(rules)  # type: ignore[arg-type]  # drawn
    words = []
    for move in random_gipf_game(position, seed, most):
        text = format_move(position, move, ENTRY)
        letter = "WK"[position.side]
        if not is_removal(move):
            text = f"G{letter}{text[1:]}" if text.startswith("G") else letter + text
        elif "@" in text:
            position.play(move)
            continue  # webgipf does not write a row that stays whole
        words.append(text.replace("*", "").replace("G", "") if is_removal(move) else text)
        position.play(move)
    name = position.rules.name
    try:
        again = parse_webgipf(" ".join(words), name)
    except GameError as error:
        assert "could be any of" in str(error) or "several removals" in str(error)  # noqa: PT017
        return
    assert again.end().reserves == position.reserves or not position.placing


def test_basic_and_standard_games_are_told_apart_or_named() -> None:
    """If both games are legal the reader takes the basic one and says so."""
    game = parse_webgipf("We1-e2 Ka1-b2")
    assert game.rules.name == "gipf-basic"
    assert "-g gipf is legal as well" in game.notes[0]
    assert parse_webgipf("We1-e2 Ka1-b2", "gipf").rules is not GIPF_PRESETS["gipf-basic"]
    with pytest.raises(GameError, match="Black is not to move"):
        parse_webgipf("Ke1-e2")
