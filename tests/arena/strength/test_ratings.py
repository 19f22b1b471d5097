"""Elo ratings of several players."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable
from dataclasses import replace
from functools import reduce
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.game.record import GameRecord, PlayerRecord
from arena.strength.elo import elo_of_counts, elo_of_score, score_of_elo
from arena.strength.pairs import PAIR_RESULTS, PairCounts
from arena.strength.ratings import rate
from arena.strength.score import Tally

GAMES = st.integers(1, 60)


@given(GAMES, st.integers(0, 60), GAMES)
def test_two_players_have_the_elo_of_their_score(wins: int, draws: int, losses: int) -> None:
    """The difference of two players' ratings is the Elo of the score, and so is its error."""
    tally = Tally(wins=wins, draws=draws, losses=losses)
    one, other = rate(2, {(0, 1): tally}).players
    assert one.elo - other.elo == pytest.approx(elo_of_score(tally.points / tally.games), abs=0.01)
    assert one.elo == pytest.approx(-other.elo, abs=1e-6)
    mean = tally.points / tally.games
    variance = (wins + draws / 4) / tally.games - mean * mean
    floor = mean * (1 - mean) / (1 + tally.games)
    slope = 400 / math.log(10) / (mean * (1 - mean))
    error = 1.959964 * slope * math.sqrt(max(variance, floor) / tally.games)
    assert one.error + other.error == pytest.approx(error, rel=1e-3)
    if tally.games > 40 and abs(mean - 0.5) < 0.2:
        known = elo_of_counts(tally.counts)
        assert known is not None
        assert one.error + other.error == pytest.approx(known.error, rel=0.1, abs=3)


def test_points_are_those_expected() -> None:
    """At the maximum each player's points are the sum of its expected scores."""
    dice = random.Random(5)
    results = {
        (one, other): Tally(wins=dice.randint(1, 9), draws=dice.randint(0, 5), losses=3)
        for one in range(6)
        for other in range(one)
    }
    elo = [rating.elo for rating in rate(6, results).players]
    assert sum(elo) == pytest.approx(0, abs=1e-6)
    for player in range(6):
        points = expected = 0.0
        for (one, other), tally in results.items():
            if player in (one, other):
                rival = one + other - player
                points += tally.points if player == one else tally.games - tally.points
                expected += tally.games * score_of_elo(elo[player] - elo[rival])
        assert points == pytest.approx(expected, abs=1e-4)


def test_player_with_only_wins_has_a_bound() -> None:
    """At that rating, winning every game has a probability of 2.5 %; others stay finite."""
    results = {(0, 1): Tally(wins=10), (1, 2): Tally(wins=6, losses=4), (0, 2): Tally(wins=10)}
    ratings = rate(3, results)
    first, second, third = ratings.players
    assert ratings.with_prior
    assert [math.isinf(rating.high) for rating in ratings.players] == [True, False, False]
    assert first.low < first.elo
    assert f"(> {first.low:+.0f})" in str(first)
    chance = score_of_elo(first.low - second.elo) ** 10 * score_of_elo(first.low - third.elo) ** 10
    assert chance == pytest.approx(0.025, rel=1e-3)
    assert ratings.superiority(0, 1) > 0.95
    assert ratings.superiority(1, 0) == pytest.approx(1 - ratings.superiority(0, 1))
    lost = rate(2, {(0, 1): Tally(losses=4)}).players[0]
    assert lost.low == -math.inf
    assert lost.elo < lost.high


PLAYERS = (PlayerRecord(name="A", spec="random"), PlayerRecord(name="B", spec="random"))


def game(number: int, result: str, *, a_first: bool | None = None, opening: int = 0) -> GameRecord:
    """A game that A won, drew or lost ("W", "D", "L"); A moves first in even games by default."""
    first = number % 2 == 0 if a_first is None else a_first
    black = (result == "W") != first  # White moves first
    return GameRecord(
        game=number,
        rules="pente",
        clock="nodes:1",
        seed=1,
        players=PLAYERS if first else (PLAYERS[1], PLAYERS[0]),
        opening=(f"A{opening + 1}",),
        moves=(),
        forfeit=None,
        winner=None if result == "D" else "black" if black else "white",
        termination="five",
        reason="",
    )


def count_pairs(records: Iterable[GameRecord]) -> PairCounts:
    """The pairs of these games."""
    return reduce(PairCounts.with_game, records, PairCounts())


@given(st.lists(st.sampled_from("LDW"), max_size=30), st.integers(0, 99))
def test_pairs_count_alike_in_any_order(results: list[str], seed: int) -> None:
    """Each complete pair is counted once by its two results, in whatever order games end."""
    games = [game(number, result) for number, result in enumerate(results)]
    expected = [0] * 5
    for first, second in zip(results[::2], results[1::2], strict=False):
        expected["LDW".index(first) + "LDW".index(second)] += 1
    Random(seed).shuffle(games)
    counted = count_pairs(games)
    assert list(counted.counts) == expected
    assert counted.pairs == len(results) // 2
    assert len(counted.waiting) == len(results) % 2


def test_results_of_a_pair_and_what_is_none() -> None:
    """Two games without a common opening, or with A on the same side of both, are no pair; the five
    results have names, from A's view.
    """
    assert PAIR_RESULTS == ("LL", "LD", "DD+WL", "DW", "WW")
    for second in (
        game(1, "W", a_first=True),
        game(1, "W", opening=1),
        game(2, "W", a_first=False),
    ):
        assert count_pairs([game(0, "W"), second]).pairs == 0
        assert count_pairs([game(0, "W"), replace(second, game=1)]).pairs == (second.game == 2)
