"""`pente.Game`: moves as texts, the board, the end, copies."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

import pente


def random_game(name: str, plies: int, seed: int = 1) -> pente.Game:
    """A game of this many random legal moves, or fewer if it ends."""
    dice, game = random.Random(seed), pente.Game(name)
    while len(game.moves) < plies and not game.is_over:
        game.play(dice.choice(game.legal_moves))
    return game


def test_moves_are_read_from_one_text_or_several() -> None:
    """All spellings of the same moves give the same game."""
    game = pente.Game("pente").play("K10 L11 K13")
    assert game.moves == ("K10", "L11", "K13")
    assert game == pente.Game().play("10K", "11l", "k13")
    assert game == pente.Game().play(["K10", "L11"], "K13")
    assert game == pente.Game("pente", "1. K10 L11 2. K13")
    assert game == pente.Game(moves=game.moves)
    assert game == pente.Game().play("K10,L11;K13")


def test_play_is_all_or_nothing() -> None:
    """If one move is illegal, none is played, and the message names it and the reason."""
    game = pente.Game().play("K10")
    with pytest.raises(pente.IllegalMove, match="move 3, L10: White's second stone must lie"):
        game.play("A1 L10 A2")
    assert game.moves == ("K10",)


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: pente.Game("chess"), pente.UnknownGame, "no game is called 'chess'"),
        (lambda: pente.Game().play("K9"), pente.IllegalMove, "must lie on K10"),
        (lambda: pente.Game().play("I9"), pente.NotationError, "no letter I"),
        (lambda: pente.Game().play("K10 K10"), pente.IllegalMove, "K10 is occupied"),
        (lambda: pente.Game(position="19/19 b 0,0"), pente.UnknownGame, "2 rows"),
        (lambda: pente.Game("pente", position="w 12 12"), pente.NotationError, "position"),
        (lambda: pente.Game(pieces=(15, 17)), pente.OptionError, "handicap"),
        (lambda: pente.Game().undo(), pente.OptionError, "take back 1 of 0"),
        (lambda: pente.Game("gipf").play("e5"), pente.NotationError, "e5: expected a dot"),
    ],
)
def test_bad_input_is_a_named_error(make: object, error: type[pente.Error], words: str) -> None:
    """Bad input raises an exception of the package that says what was wrong."""
    assert callable(make)
    with pytest.raises(error, match=words) as caught:
        make()
    assert isinstance(caught.value, pente.Error)
    assert isinstance(caught.value, ValueError)


def test_numbers_are_no_moves() -> None:
    """A move is a text; a number is refused, not guessed."""
    with pytest.raises(TypeError, match="not numbers: 180"):
        pente.Game().play(180)  # type: ignore[arg-type]


def test_result_of_a_resigned_game_can_be_set() -> None:
    """A result that the board does not show is kept until a move is played or taken back."""
    game = pente.Game().play("K10")
    game.result = "0-1"
    assert game.result == game.copy().result == "0-1"
    assert game.play("A1").result == "?"
    with pytest.raises(pente.OptionError, match="is no result"):
        game.result = "2-0"


@pytest.mark.parametrize("name", ["keryo", "gomoku-9", "standard-15", "gipf-basic", "gipf"])
def test_every_game_obeys_the_same_laws(name: str) -> None:
    """Legal moves can be played, `repr`, pickle, copies and positions give an equal game back."""
    game = random_game(name, 20, seed=3)
    assert game.at(len(game.moves)) == game != pente.Game(name) == game.at(0)
    assert eval(repr(game.at(0)), {"Game": pente.Game}) == game.at(0)  # noqa: S307 - that is the law
    for _ in range(2):
        before = game.position
        for move in game.legal_moves[:2]:
            assert game.is_legal(move)
            assert game.after(move).undo().position == before
        assert eval(repr(game), {"Game": pente.Game}) == game  # noqa: S307 - that is the law
        assert pickle.loads(pickle.dumps(game)) == game == copy.deepcopy(game)  # noqa: S301
        again = pente.Game(name, position=before)
        assert again.position == before
        assert again.legal_moves == game.legal_moves
        assert pente.Game(name).play(*game.moves).position == before
        if not name.startswith("gipf"):
            assert pente.Game.from_text(before, name).position == before
        game.undo(min(9, len(game.moves)))


def test_text_shows_board_captures_and_side() -> None:
    """`print` shows the board with the last move marked, the captures, who is to move."""
    lines = str(pente.Game().play("K10 L11 K13")).splitlines()
    assert "[W]" in lines[7]
    assert lines[-2:] == ["captured stones: by White 0, by Black 0", "Black to move"]


def test_gipf_moves_are_turns() -> None:
    """A Gipf move is a whole turn; the removals belong to it, and to its taking back."""
    game = random_game("gipf-basic", 40, seed=2)
    turns = [move for move in game.moves if ";" in move]
    assert turns
    ply = game.moves.index(turns[0])
    assert game.at(ply).play(turns[0]) == game.at(ply + 1)
    assert game.at(ply).to_move != game.at(ply + 1).to_move
    assert set(game.reserves) == {"white", "black"}


def test_gipf_turn_may_be_played_in_parts() -> None:
    """Parts of a turn become one move, and are taken back as one."""
    game = pente.Game("gipf-basic", position="w 10 12 Wc2 Wd3 We4 Wb5 Kd6").play("b1-f4")
    assert (game.to_move, game.state) == ("white", "White to remove a row")
    whole = game.copy().play("xc2,d3,e4,f4")
    assert whole.moves == ("b1-f4;xc2,d3,e4,f4",)
    assert whole == game.copy().undo().play("b1-f4;xc2,d3,e4,f4")
    assert pickle.loads(pickle.dumps(game)) == game  # noqa: S301 - our own
    assert whole.undo().moves == ()


def test_handicap_and_turn_limit_are_kept() -> None:
    """Options of Gipf go into `repr`, copies and positions."""
    game = pente.Game("gipf-basic", pieces=(15, 17), most_turns=40).play("c2")
    assert repr(game) == "Game('gipf-basic', 'c2', most_turns=40, pieces=(15, 17))"
    assert eval(repr(game), {"Game": pente.Game}) == game  # noqa: S307 - that is the law
    assert game != pente.Game("gipf-basic", "c2")


def test_games_cannot_be_hashed() -> None:
    """A game can change, so it is no key of a dictionary; it differs from other things."""
    with pytest.raises(TypeError):
        hash(pente.Game())
    assert pente.Game() != "pente"
