"""What a net learns from: windows and their classes, replayed positions and their features."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np

from games.five.rules import PRESETS
from search.kernel.five_tables import BLOCK, EMPTY, OWN, meanings, rank_of_line
from search.score import lost_in, win_in
from tests.tuning.net.samples import random_game
from tuning.net.games.record import Judged
from tuning.net.games.self_play import PlayPlan
from tuning.net.games.shards import Shards, settle_plan
from tuning.net.positions.features import WindowReader, concatenated, features_of, load_features
from tuning.net.positions.replay import NO_RESULT, is_turning, replay
from tuning.net.positions.windows import (
    WALL,
    as_seen,
    class_meanings,
    classes,
    halves,
    reversed_codes,
)

PENTE, SMALL = PRESETS["pente"], PRESETS["gomoku-9"]


def code(half: tuple[int, ...]) -> int:
    """The cells as a number, the nearest in the lowest bits."""
    return sum(cell << 2 * place for place, cell in enumerate(half))


def test_halves_that_count_as_one_have_the_same_ranks() -> None:
    """The fifth cell that `as_seen` ignores changes no rank of a window, where five must be exact;
    no ray that captures or threatens reaches so far.
    """
    possible = [
        half
        for half in product(range(4), repeat=5)
        if WALL not in half or set(half[half.index(WALL) :]) == {WALL}
    ]
    dice, memo = random.Random(1), dict[int, int]()

    def ranks(before: tuple[int, ...], after: tuple[int, ...]) -> list[int]:
        found = []
        for own in (1, 2):
            seen = [{0: EMPTY, own: OWN}.get(cell, BLOCK) for cell in (*before[::-1], *after)]
            line = [*seen[:5], OWN, *seen[5:]]
            number = sum(content * 3**place for place, content in enumerate(line))
            found.append(rank_of_line(number, 11, exactly_five=True, memo=memo))
        return found

    for _ in range(600):
        before, after = dice.choice(possible), dice.choice(possible)
        assert ranks(before, after) == ranks(as_seen(before), as_seen(after))


def test_meanings_are_those_of_the_kernel() -> None:
    """A class has the meaning that the kernel's table gives its window; both mirrors agree."""
    numbers, found = meanings(4, exactly_five=False)
    meant, count = class_meanings(4, captures=True)
    assert count == len(found)
    table, turned = classes(4), reversed_codes(4)
    dice, by_number = random.Random(2), dict[int, int]()
    for _ in range(600):
        before, after = (dice.randrange(121) for _ in range(2))
        window = int(turned[code(halves(4)[before])]) | code(halves(4)[after]) << 8
        number = int(meant[table[before, after]])
        assert by_number.setdefault(number, numbers[window]) == numbers[window]


def test_results_and_slips_are_those_of_the_side_to_move() -> None:
    """The winner's positions have two half points, the loser's none; siblings have no result."""
    game = replace(random_game(PENTE, 3), winner=1)
    (found,) = replay([game], PENTE)
    known = found.result != NO_RESULT
    assert np.array_equal(found.result[known], 2 * (found.side[known] == 1))
    assert np.sum(~known) == len(game.siblings) > 0
    # One slip, at ply 2 after the opening: it is still to come at plies 0 to 2.
    early = found.ply <= len(game.opening) + 2
    assert np.array_equal(found.slips[known], early[known])


def test_symmetric_openings_have_one_number() -> None:
    """An opening and its mirror image fall on the same side of a split."""
    game = random_game(SMALL, 1)
    opening, moves = (
        tuple(point // 9 * 9 + 8 - point % 9 for point in points)
        for points in (game.opening, game.moves)
    )
    mirrored = replace(game, opening=opening, moves=moves, siblings=())
    (found,) = replay([game, mirrored, random_game(SMALL, 2)], SMALL)
    assert len(set(found.opening.tolist())) == 2


def test_turning_points() -> None:
    """A turning point is ahead or even, and a few plies later the search sees its loss."""
    for scores, slips, turning in (
        ((10, 0, lost_in(6)), (), True),
        ((10, win_in(5)), (), True),
        ((-10, win_in(5)), (), False),  # it saw itself behind
        ((10, 0, win_in(6)), (), False),  # it wins
        ((10, 0, 0, 0, 0, win_in(5)), (), False),  # too late
        ((10, 0, lost_in(6)), (1,), False),  # a random move lost
    ):
        judged = tuple(Judged(score=score, static=0, trains=True) for score in scores)
        game = replace(random_game(PENTE, 1), judged=judged, slips=slips)
        assert is_turning(game, 0) is turning, scores


def test_chosen_positions_keep_their_windows() -> None:
    """Chosen positions have the windows that they had among all."""
    parts = [
        features_of(positions, WindowReader(PENTE))
        for number in (1, 2)
        for positions in replay([random_game(PENTE, number)], PENTE)
    ]
    both = concatenated(parts)
    assert len(both) == len(parts[0]) + len(parts[1])
    at = len(parts[0]) + 3
    one = both.chosen(np.array([at, 2]), windows=True)
    own = parts[1].windows[parts[1].first[3] : parts[1].first[4]]
    assert np.array_equal(one.windows[: one.first[1]], own)


def test_cache_follows_a_shard_that_grows(tmp_path: Path) -> None:
    """Features come from the cache until the shard has more games; then they are made again."""
    folder = str(tmp_path)
    settle_plan(folder, PlayPlan(game=SMALL.name), "engine")
    with Shards(folder) as shards:
        shards.append([random_game(SMALL, 1)])
    first = load_features([folder])
    assert np.array_equal(first.windows, load_features([folder]).windows)
    with Shards(folder) as shards:
        shards.append([random_game(SMALL, 2)])
    assert len(load_features([folder])) > len(first)
    assert len(list((tmp_path / "features").iterdir())) == 1
