"""Levels and the one-ply player as contestants."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.game.clock import Allowance
from arena.players.in_process import OnePlyPlayer
from arena.strength.score import score_of
from games.five.diagram import parse_position
from games.five.one_ply import saving_moves, winning_moves
from games.five.points import parse_point
from games.five.position import FivePosition, moves_near
from games.gipf.one_ply import (
    gain_of,
    one_ply_moves,
    rows_given,
    saving_pushes,
    taking_moves,
    ways_to_a_row,
    with_opponent_to_move,
)
from games.gipf.rules import GIPF_PRESETS
from games.gipf.text import parse_position as parse_gipf_position
from games.registry import family_of
from games.rules import BLACK, WHITE
from tests.arena.building import PENTE, match_of, played
from tests.arena.building import points as points_in_order
from tests.conditions import met, often
from tests.families import ALL_GAMES, FIVE, Games

NODES = Allowance(nodes=2_000)
# Black has an open four; White has taken eight stones and can take a pair at L15.
FOUR_AND_A_PAIR = "19/19/19/19/7wbb9/19/19/19/19/6bbbb9/19/10w8/19/19/19/19/19/19/19"


def four_and_a_pair(colour: str) -> FivePosition:
    """That position with this colour to move."""
    return parse_position(f"{FOUR_AND_A_PAIR} {colour[0]} 8,0", PENTE)


def points(names: str) -> list[int]:
    """The points of these names, in board order."""
    return sorted(points_in_order(names))


def one_ply_move(position: FivePosition, seed: int = 1) -> int | None:
    """What the one-ply player plays with this seed."""
    player = OnePlyPlayer()
    player.new_game(seed)
    return player.choose(position.copy(), NODES).point


def test_one_ply_wins_or_blocks_at_once() -> None:
    """It plays a win at once, a five or the last captures; without one, where the opponent would
    win.
    """
    for colour, wins in ((BLACK, points("F10 L10")), (WHITE, points("L15"))):
        position = four_and_a_pair(colour)
        assert winning_moves(position) == wins
        assert one_ply_move(position) in wins
    white = four_and_a_pair(WHITE)
    white.captured_stones[0] = 6
    assert winning_moves(white) == []
    assert one_ply_move(white) in saving_moves(white) == points("F10 L10")
    black = four_and_a_pair(BLACK)
    black.cells[parse_point("F10", 19)] = black.cells[parse_point("L10", 19)] = 1
    assert one_ply_move(black) in saving_moves(black) == points("L15")


@often(won=4, quiet=4, near=1)
@given(st.sampled_from(ALL_GAMES), st.integers(0, 999))
@settings(max_examples=30)
def test_one_ply_overlooks_no_win(games: Games, seed: int) -> None:
    """Near the end of any game it plays one of the moves that win at once, if there is one, else a
    legal move; on a square board next to a stone, if it prevents nothing.
    """
    dice = Random(seed)
    position: Any = games.play_randomly(dice.choice([*games.presets.values()]), seed)
    for _ in range(min(dice.randrange(1, 20), len(position.moves))):
        position.undo()
    side, wins, before, legal = position.side, [], position.key, position.legal_moves()
    for move in legal:
        position.play(move)
        if position.outcome is not None and position.outcome.winner == side:
            wins.append(move)
        position.undo()
    moves = family_of(position.rules).one_ply(position)
    assert position.key == before
    assert set(moves) <= set(wins or legal)
    met("won" if wins else "quiet")
    if games is FIVE:
        assert winning_moves(position) == wins
        if not wins and not saving_moves(position) and moves_near(position):
            met("near")
            assert set(moves) <= set(moves_near(position))


def test_gipf_one_ply_takes_the_most_or_stops_a_row() -> None:
    """Of two rows it makes the one that captures; if it makes none, it leaves the opponent as few
    ways to a row as it can.
    """
    taking = parse_gipf_position(
        "w 6 6 Wc3 Wc4 Wc5 Wg3 Wg4 Wg5 Kg6 Kd2 Kf2", GIPF_PRESETS["gipf-basic"]
    )
    legal = taking.legal_moves()
    takes = taking_moves(taking, legal)
    rows = [move for move in legal if gain_of(taking, move) is not None]
    assert len(rows) > len(takes) > 0
    assert all(gain_of(taking, move) == (1, 0, 4) for move in takes)
    stopping = parse_gipf_position("w 6 6 Kc3 Kc4 Kc5 Wg3 We7", GIPF_PRESETS["gipf-basic"])
    before = ways_to_a_row(with_opponent_to_move(stopping))
    saving = saving_pushes(stopping, stopping.legal_moves())
    assert 0 < len(saving) < len(stopping.legal_moves())
    assert all(rows_given(stopping, move) < before for move in saving)
    assert set(one_ply_moves(taking)) <= set(takes)
    assert set(one_ply_moves(stopping)) <= set(saving)


@pytest.mark.parametrize("game", ["gomoku-9", "gipf-basic"])
def test_ladder_is_in_order(game: str) -> None:
    """In a short match the club level beats the one-ply player, which beats the newcomer."""
    if game.startswith("gipf"):  # games of Gipf are long
        spec = match_of("level:7", "level:1", rules=game, seed=11)
        assert score_of(played(spec)).total.points == 2
        return
    for strong, weak in (("level:7", "one-ply"), ("one-ply", "level:1")):
        spec = match_of(strong, weak, games=6, rules=game, seed=11)
        assert score_of(played(spec)).total.points >= 5
