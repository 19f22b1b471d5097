"""The opponents that re-implement named programs: minimax, SharpMoku, Pent 2.0."""

from __future__ import annotations

import random
from hashlib import sha256

import pytest

from arena.game.clock import Allowance
from arena.players.contestants import make_player
from arena.players.parsing import parse_contestant
from arena.players.reference.boards import adjacent_candidates
from arena.players.reference.minimax import MinimaxBoard, MinimaxPlayer, depth_for
from arena.players.reference.sharpmoku import (
    SharpMokuPlayer,
)
from games.five.diagram import parse_position
from games.five.points import format_point
from games.five.position import FivePosition
from games.five.rules import FiveRules
from games.rules import WHITE
from tests.arena.building import NINE, after

SEVEN = FiveRules("small-7", 7, capture_lengths=(2,), captured_stones_to_win=10, first_colour=WHITE)


def choice(player: MinimaxPlayer | SharpMokuPlayer, text: str, rules: FiveRules = NINE) -> str:
    """The point that a player chooses in this position."""
    player.new_game(1)
    answer = player.choose(parse_position(text, rules), Allowance())
    assert answer.point is not None
    return format_point(answer.point, rules.size)


def test_minimax_keeps_the_opening_rule() -> None:
    """Its board begins in the centre, then has the points beside stones that the rule allows."""
    for moves in ("", "K10", "K10 L11", "K10 L11 N10"):
        position = after(moves)
        board = MinimaxBoard(position.rules)
        board.set_up(position)
        assert board.candidates() == adjacent_candidates(position, position.legal_moves())


def test_minimax_looks_as_deep_as_the_handout_says() -> None:
    """The depth is 3 with over 50 s left, 1 with less than 3 s, else 2."""
    assert [depth_for(seconds) for seconds in (100, 50.1, 50, 3, 2.9)] == [3, 3, 2, 2, 1]


def test_steps_come_in_order() -> None:
    """It completes its own five first, then blocks: an open three at its first end in
    board order.
    """
    player, fours = SharpMokuPlayer(NINE, 2), "9/2bbbb3/9/9/9/1wwww4/9/9/9"
    assert choice(player, f"{fours} b 0,0") in ("B8", "G8")
    assert choice(player, f"{fours} w 0,0") in ("A4", "F4")
    assert choice(player, "9/9/9/3www3/3b5/4b4/9/9/9 b 0,0") == "C6"
    quiet = after("E5 D4", NINE)
    assert SharpMokuPlayer(NINE, 3).choose(quiet, Allowance()).point in quiet.legal_moves()


# Strengths in docs/strength.md were measured against these programs as they are: they follow their
# descriptions, and a change would make old and new results incomparable.
GAMES = {
    ("minimax:depth=1", SEVEN): "b6d33f0d07562c04",
    ("minimax:depth=2", SEVEN): "c37b2de410bdec33",
    ("sharpmoku:depth=1", NINE): "ba25a61fed573fe3",
    ("sharpmoku:depth=2", NINE): "56c41c218a8a4248",
    ("pent2", NINE): "6a3346e048009cc9",
}


@pytest.mark.parametrize(("about", "digest"), GAMES.items(), ids=[text for text, _ in GAMES])
def test_programs_play_as_they_always_did(about: tuple[str, FiveRules], digest: str) -> None:
    """Whole games are legal, end, and follow from their seeds."""
    text, rules = about
    games, captured = [], 0
    for seed in (1, 3, 5):
        player, dice = make_player(parse_contestant(text), rules), random.Random(seed)
        player.new_game(seed)
        position = FivePosition(rules)
        while position.outcome is None:
            point = player.choose(position.copy(), Allowance()).point
            if len(position.moves) < 4:
                point = dice.choice(position.legal_moves())
            assert point is not None
            position.play(point)
        games.append(position.moves)
        captured += sum(position.captured_stones)
    assert bool(captured) == bool(rules.capture_lengths)
    assert sha256(repr(games).encode()).hexdigest()[:16] == digest
