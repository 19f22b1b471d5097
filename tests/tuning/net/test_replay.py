"""Replayed games: boards and captures as the rules have them, and what is told of positions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from games.five.position import Position
from games.five.rules import PRESETS, Rules
from search.score import lost_in, win_in
from tests.tuning.net.samples import random_game
from tuning.net.games.record import Judged, LearnedGame, format_learned, parse_learned
from tuning.net.positions.replay import NO_RESULT, is_turning, padded_points, replay


@pytest.mark.parametrize("name", ["pente", "keryo", "gomoku-9"])
def test_replay_agrees_with_the_rules(name: str) -> None:
    """Positions of random games, siblings included, have the cells and captures of the rules."""
    rules = PRESETS[name]
    games = [random_game(rules, number) for number in range(12)]
    (found,) = replay(games, rules)
    points = padded_points(rules.size)
    told = sorted(
        (bytes(found.boards[at][points]), int(found.side[at]), *map(int, found.captured[at]))
        for at in range(len(found))
    )
    expected = sorted(state for game in games for state in states(rules, game))
    assert told == expected
    assert name == "gomoku-9" or found.captured.any()


def states(rules: Rules, game: LearnedGame) -> list[tuple[object, ...]]:
    """The positions of a game and their siblings, by the rules."""
    position = Position(rules)
    for point in game.opening:
        position.play(point)
    found = []
    for ply in range(len(game.judged)):
        found.append(state(position))
        for sibling in game.siblings:
            if sibling.ply == ply:
                position.play(sibling.point)
                found.append(state(position))
                position.undo()
        if ply < len(game.moves):
            position.play(game.moves[ply])
    return found


def state(position: Position) -> tuple[object, ...]:
    """Cells, side to move and what it and the opponent have captured."""
    side = position.side
    captured = position.captured_stones
    return bytes(position.cells), side, captured[side], captured[1 - side]


def test_results_and_slips_are_those_of_the_side_to_move() -> None:
    """The winner's positions have two half points, the loser's none; siblings have no result."""
    game = replace(random_game(PRESETS["pente"], 3), winner=1)
    (found,) = replay([game], PRESETS["pente"])
    known = found.result != NO_RESULT
    assert np.array_equal(found.result[known], 2 * (found.side[known] == 1))
    assert np.sum(~known) == len(game.siblings) > 0
    # One slip, at ply 2 after the opening: it is still to come at plies 0 to 2.
    early = found.ply <= len(game.opening) + 2
    assert np.array_equal(found.slips[known], early[known])


def test_symmetric_openings_have_one_number() -> None:
    """An opening and its mirror image fall on the same side of a split."""
    game = random_game(PRESETS["gomoku-9"], 1)
    mirrored = replace(
        game,
        opening=tuple(point // 9 * 9 + 8 - point % 9 for point in game.opening),
        moves=tuple(point // 9 * 9 + 8 - point % 9 for point in game.moves),
        siblings=(),
    )
    (found,) = replay([game, mirrored, random_game(PRESETS["gomoku-9"], 2)], PRESETS["gomoku-9"])
    assert len(set(found.opening.tolist())) == 2


@pytest.mark.parametrize(
    ("scores", "slips", "turning"),
    [
        ((10, 0, lost_in(6)), (), True),
        ((10, win_in(5)), (), True),
        ((-10, win_in(5)), (), False),  # it saw itself behind
        ((10, 0, win_in(6)), (), False),  # it wins
        ((10, 0, 0, 0, 0, win_in(5)), (), False),  # too late
        ((10, 0, lost_in(6)), (1,), False),  # a random move lost
    ],
)
def test_turning_points(scores: tuple[int, ...], slips: tuple[int, ...], turning: bool) -> None:  # noqa: FBT001
    """A turning point is ahead or even, and a few plies later the search sees its loss."""
    game = replace(
        random_game(PRESETS["pente"], 1),
        judged=tuple(Judged(score=score, static=0, trains=True) for score in scores),
        slips=slips,
    )
    assert is_turning(game, 0) is turning


def test_record_survives_its_line() -> None:
    """A game that is written and read again is the same."""
    game = random_game(PRESETS["pente"], 5)
    assert parse_learned(format_learned(game)) == game
