"""Any game by its readable rules, as the textbook searchers need it; the thesis' order of moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import given, settings
from hypothesis import strategies as st

from games.five.position import Position
from games.five.rules import rules_named
from games.gipf.board import ENTRY_SPOTS, parse_spot
from games.gipf.notation import ENTRY, parse_move
from games.gipf.plain import CAPTURED_PIECE
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS, GipfRules
from games.gipf.text import parse_position
from search.score import lost_in, win_in
from search.textbook.minimax import alpha_beta, minimax
from search.textbook.rules_game import RulesGame, constant, material
from tests.conditions import met, often

if TYPE_CHECKING:
    import random

    from games.family import AnyPosition

BASIC = GIPF_PRESETS["gipf-basic"]
# White's a5-b5 makes two rows of Black's that cross at e5: Black chooses (games/gipf, T4).
CROSSING = "w 9 3 Kb2 Kd5 Ke2 Ke3 Ke4 Ke8 Kf4 Kg3 Kh2 Wb5 Wc5 Wh5"


def starts() -> list[AnyPosition]:
    """The starts of a game of each family and of each kind of Gipf."""
    return [Position(rules_named("gomoku-9")), *map(GipfPosition, GIPF_PRESETS.values())]


@often(taken_back=150)
@given(st.sampled_from(range(4)), st.randoms(use_true_random=False), st.integers(0, 40))
@settings(max_examples=30)
def test_rules_game_offers_all_legal_moves_and_undoes_each(
    index: int, dice: random.Random, plies: int
) -> None:
    """In any position its moves are those of the rules in some order; undo restores the
    position.
    """
    position = starts()[index]
    game = RulesGame(position, constant)
    for _ in range(plies):
        if game.is_over():
            break
        assert sorted(game.moves()) == sorted(position.legal_moves())
        before = (list(position.cells), position.side, game.turns)
        move = dice.choice(list(game.moves()))
        game.play(move)
        game.undo()
        assert (list(position.cells), position.side, game.turns) == before
        met("taken_back")
        game.play(move)


def test_rules_game_brings_pieces_in_along_long_lines_first() -> None:
    """The first six moves enter lines of seven spots, the first at a corner piece of Black's."""
    moves = list(RulesGame(GipfPosition(BASIC), constant).moves())
    lengths = [len(ENTRY_SPOTS[move]) for move in moves]
    assert lengths == sorted(lengths, reverse=True)
    assert ENTRY_SPOTS[moves[0]][0] == parse_spot("b2")


def test_rules_game_counts_a_turn_when_it_is_complete() -> None:
    """A piece that makes a row, and the other side's removal of it, are one turn."""
    position = parse_position(CROSSING, BASIC)
    game = RulesGame(position, constant)
    game.play(parse_move("a5-b5", position, ENTRY))
    assert (game.turns, game.side) == (0, 1)
    game.play(game.moves()[0])
    assert (game.turns, game.side) == (1, 1)


def test_rules_game_owner_of_crossing_rows_chooses() -> None:
    """The owner of crossing rows removes the one that captures, also in the opponent's turn."""
    position = parse_position(CROSSING, BASIC)
    position.play(parse_move("a5-b5", position, ENTRY))
    lost = position.lost[0]
    game = RulesGame(position, material)
    found = minimax(game, 1)
    assert len(game.moves()) == 2
    game.play(found.move)
    assert position.lost[0] == lost + 3


def test_rules_game_scores_the_end_exactly() -> None:
    """A finished game scores as a win or loss with its number of turns; a limit is a draw."""
    position = parse_position("w 1 0 Wb2 Kb3", BASIC)
    game = RulesGame(position, material)
    found = alpha_beta(game, 1)
    assert found.value == win_in(1)
    game.play(found.move)
    assert game.is_over()
    assert (game.side, game.score()) == (1, lost_in(1))
    limited = GipfRules("gipf-basic", "basic", most_turns=1)
    game = RulesGame(GipfPosition(limited), material)
    game.play(0)
    assert (game.is_over(), game.score()) == (True, 0)


def test_rules_game_material_changes_sign_with_the_side() -> None:
    """One side's material is the other's negated; a captured piece is the largest part of it."""
    position = parse_position("w 9 6 Wb2 Wc3 Kd4 Kf5", BASIC)
    mirrored = parse_position("b 9 6 Wb2 Wc3 Kd4 Kf5", BASIC)
    assert material(position) == -material(mirrored) == 3 * CAPTURED_PIECE
