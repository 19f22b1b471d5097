"""Levels and the one-ply player as contestants."""

from __future__ import annotations

import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import ContestantError
from arena.game.clock import Allowance
from arena.match.match import MatchSpec, play_match
from arena.players.contestants import make_player, weights_digest
from arena.players.gipf_one_ply import (
    GipfOnePlyPlayer,
    gain_of,
    rows_given,
    saving_pushes,
    taking_moves,
    ways_to_a_row,
    with_opponent_to_move,
)
from arena.players.one_ply import OnePlyPlayer, saving_moves, winning_moves
from arena.players.parsing import parse_contestant
from arena.strength.score import score_of
from games.five.diagram import parse_diagram
from games.five.points import parse_point
from games.five.position import Position
from games.five.rules import PRESETS
from games.gipf.notation import OFFICIAL, format_move
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS
from games.gipf.text import parse_position
from games.rules import BLACK, WHITE
from search.levels import moves_near
from tests.conditions import met, often
from tests.strategies import last_positions, positions

PENTE = PRESETS["pente"]
NODES = Allowance(nodes=2_000)

# Black has an open four; White has taken eight stones and can take a pair at L15.
FOUR_AND_A_PAIR = """
...................
...................
...................
...................
.......wbb.........
...................
...................
...................
...................
......bbbb.........
...................
..........w........
...................
...................
...................
...................
...................
...................
...................
"""


def four_and_a_pair(colour: str) -> Position:
    """That position with this colour to move."""
    board = parse_diagram(FOUR_AND_A_PAIR, PENTE, colour)
    return Position(PENTE, board.cells, board.side, (8, 0))


def points(*names: str) -> list[int]:
    """The points of these names, in board order."""
    return sorted(parse_point(name, 19) for name in names)


def test_one_ply_wins_at_once() -> None:
    """The one-ply player plays one of the wins at once: a five or the last captures."""
    for colour, wins in ((BLACK, points("F10", "L10")), (WHITE, points("L15"))):
        position = four_and_a_pair(colour)
        assert winning_moves(position) == wins
        assert one_ply_move(position, 1) in wins


def test_one_ply_blocks_the_opponents_win() -> None:
    """Without a win, it plays where the opponent would win, by a five or by the last captures."""
    white = four_and_a_pair(WHITE)
    white.captured_stones[0] = 6
    assert winning_moves(white) == []
    assert one_ply_move(white, 1) in saving_moves(white) == points("F10", "L10")
    black = four_and_a_pair(BLACK)
    black.cells[parse_point("F10", 19)] = black.cells[parse_point("L10", 19)] = 1
    assert one_ply_move(black, 1) in saving_moves(black) == points("L15")


@often(won=8, quiet=9)
@given(position=positions() | last_positions())
def test_one_ply_overlooks_no_win(position: Position) -> None:
    """The wins at once are all legal moves that win by the readable rules."""
    side, wins = position.side, []
    for point in position.legal_moves():
        position.play(point)
        if position.outcome is not None and position.outcome.winner == side:
            wins.append(point)
        position.undo()
    assert winning_moves(position) == wins
    met("won" if wins else "quiet")


def one_ply_move(position: Position, seed: int) -> int | None:
    """What the one-ply player plays with this seed."""
    player = OnePlyPlayer()
    player.new_game(seed)
    return player.choose(position, NODES).point


@often(near=10)
@given(position=positions(), seed=st.integers(0, 100))
def test_one_ply_else_plays_near(position: Position, seed: int) -> None:
    """If nobody can win at once, it plays next to a stone, if the rules allow."""
    quiet = not winning_moves(position) and not saving_moves(position)
    move = one_ply_move(position, seed)
    assert move in position.legal_moves()
    if quiet and moves_near(position):
        met("near")
        assert move in moves_near(position)


def gipf_position(text: str, game: str = "gipf-basic") -> GipfPosition:
    """The position of Gipf that a line of text holds."""
    return parse_position(text, GIPF_PRESETS[game])


def gipf_one_ply_choices(position: GipfPosition) -> set[str]:
    """All decisions of the one-ply player of Gipf, in official notation, over thirty seeds."""
    player, choices = GipfOnePlyPlayer(), set()
    for seed in range(30):
        player.new_game(seed)
        move = player.decide(position, position.legal_moves())
        choices.add(format_move(position, move, OFFICIAL))
    return choices


def test_gipf_one_ply_takes_the_most() -> None:
    """Of two rows that it can make, it makes the one that captures a piece."""
    position = gipf_position("w 6 6 Wc3 Wc4 Wc5 Wg3 Wg4 Wg5 Kg6 Kd2 Kf2")
    takes = taking_moves(position, position.legal_moves())
    rows = [move for move in position.legal_moves() if gain_of(position, move) is not None]
    assert len(rows) > len(takes) > 0
    assert all(gain_of(position, move) == (1, 0, 4) for move in takes)
    assert gipf_one_ply_choices(position) <= {
        format_move(position, move, OFFICIAL) for move in takes
    }


def test_gipf_one_ply_stops_the_opponents_row() -> None:
    """If it makes no row, it leaves the opponent as few ways to a row as it can."""
    position = gipf_position("w 6 6 Kc3 Kc4 Kc5 Wg3 We7")
    before = ways_to_a_row(with_opponent_to_move(position))
    saving = saving_pushes(position, position.legal_moves())
    assert 0 < len(saving) < len(position.legal_moves())
    assert all(rows_given(position, move) < before for move in saving)
    assert gipf_one_ply_choices(position) <= {
        format_move(position, move, OFFICIAL) for move in saving
    }


@pytest.mark.parametrize("game", GIPF_PRESETS)
@often(decided=5)
def test_gipf_one_ply_plays_wins_and_legal_moves(game: str) -> None:
    """In any position it plays a win at once or a legal decision, to the end of the game."""
    position, dice, player = GipfPosition(GIPF_PRESETS[game]), Random(2), GipfOnePlyPlayer()
    player.new_game(5)
    while position.outcome is None and position.turns < 60:
        legal, wins = position.legal_moves(), winning_moves(position)
        before = position.key
        move = player.decide(position, legal) if position.side == 0 else dice.choice(legal)
        assert position.key == before
        if position.side == 0:
            met("decided")
            assert move in (wins or legal)
        position.play(move)


@pytest.mark.parametrize("text", ["level:1", "level:full", "level:8", "one-ply"])
def test_levels_answer_legally_and_by_their_seed(text: str) -> None:
    """A level, named by number or word, plays legally and follows from its seed."""
    with closing(make_player(parse_contestant(text), PENTE)) as player:
        for position in (Position(PENTE), four_and_a_pair(WHITE)):
            moves = []
            for _ in range(2):
                player.new_game(4)
                moves.append(player.choose(position.copy(), NODES).point)
            assert moves[0] == moves[1]
            assert moves[0] in position.legal_moves()


@pytest.mark.parametrize("text", ["level", "level:", "level:11", "level:3,nodes=5"])
def test_unknown_levels_are_refused(text: str) -> None:
    """A text that names no level raises ContestantError with the list of levels."""
    with pytest.raises(ContestantError, match=r"no level is called .* expected 1 to 10"):
        parse_contestant(text)


def test_levels_play_with_the_game_s_weights() -> None:
    """A record names the weights that a level plays with; the one-ply player has none."""
    engine, level, one_ply = (
        weights_digest(parse_contestant(text), PENTE) for text in ("engine", "level:2", "one-ply")
    )
    assert engine == level
    assert one_ply is None


@pytest.mark.parametrize("game", ["pente", "gomoku-9", "gipf-basic", "gipf-tournament"])
def test_ladder_is_in_order(game: str) -> None:
    """In a short match the club level beats the one-ply player, which beats the newcomer."""
    games = 4 if game.startswith("gipf") else 6  # games of Gipf are long
    for strong, weak in (("level:7", "one-ply"), ("one-ply", "level:1")):
        spec = MatchSpec(a=strong, b=weak, games=games, rules=game, seed=11)
        assert score_of(play_match(spec)).total.points >= games - 1


def test_match_of_levels_is_the_same_again() -> None:
    """A match of levels follows from its seed, like any other."""
    spec = MatchSpec(a="level:3", b="level:1", games=2, rules="gomoku-15", seed=2)
    games = []
    for _ in range(2):
        records = play_match(spec)
        games.append([[move.point for move in record.moves] for record in records])
    assert games[0] == games[1]


def test_ladder_of_another_engine_is_not_continued_unasked(tmp_path: Path) -> None:
    """Games of another commit are refused by name, or counted if that is requested."""
    path = tmp_path / "levels.jsonl"
    words = ["gomoku-9", "--games", "10", "--steps", "3-1", "--clock", "nodes:200"]
    first = run_ladder(*words, "--results", str(path))
    assert first.returncode == 0
    path.write_text(re.sub('"commit": [^,}]*', '"commit": "6985eee1"', path.read_text()))
    second = run_ladder(*words, "--results", str(path))
    assert second.returncode == 1
    assert "commit 6985eee1" in second.stderr
    third = run_ladder(*words, "--results", str(path), "--resume-anyway")
    assert (third.returncode, third.stdout) == (0, first.stdout)


def run_ladder(*words: str) -> subprocess.CompletedProcess[str]:
    """Run the command that measures the levels, to its end."""
    command = [sys.executable, "-m", "tools.trials.levels", *words]
    root = Path(__file__).parents[3]
    return subprocess.run(
        command, cwd=root, capture_output=True, text=True, timeout=120, check=False
    )
