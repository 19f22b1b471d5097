"""Pairs of games: which games are a pair, and which of the five results it has."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from arena.game.record import GameRecord, PlayerRecord
from arena.strength.pairs import PAIR_RESULTS, count_pairs
from arena.strength.score import score_of
from tests.arena.building import match_of, played

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


@given(st.lists(st.sampled_from("LDW"), max_size=30), st.integers(0, 99))
def test_pairs_count_alike_in_any_order(results: list[str], seed: int) -> None:
    """Each complete pair is counted once by its two results, in whatever order games end."""
    games = [game(number, result) for number, result in enumerate(results)]
    expected = [0] * 5
    for first, second in zip(results[::2], results[1::2], strict=False):
        expected["LDW".index(first) + "LDW".index(second)] += 1
    Random(seed).shuffle(games)
    found = count_pairs(games)
    assert list(found.counts) == expected
    assert found.pairs == len(results) // 2
    assert len(found.waiting) == len(results) % 2


def test_results_of_a_pair_and_what_is_none() -> None:
    """The five results, from A's view; two games without a common opening, or with A on the same
    side of both, are no pair.
    """
    for results, name in (
        *(("LL", "LL"), ("DL", "LD"), ("LD", "LD"), ("DD", "DD+WL"), ("WL", "DD+WL")),
        *(("LW", "DD+WL"), ("WD", "DW"), ("WW", "WW")),
    ):
        found = count_pairs([game(0, results[0]), game(1, results[1])])
        assert found.counts[PAIR_RESULTS.index(name)] == found.pairs == 1, results
    for second in (
        game(1, "W", a_first=True),
        game(1, "W", opening=1),
        game(2, "W", a_first=False),
    ):
        assert count_pairs([game(0, "W"), second]).pairs == 0
        assert count_pairs([game(0, "W"), replace(second, game=1)]).pairs == (second.game == 2)


def test_pairs_of_a_match() -> None:
    """A match of nine games, six with A first, has three pairs, and the score counts them."""
    score = score_of(played(match_of(games=9, a_first=6)))
    assert score.pairs.pairs == 3
    assert score.total.games == 9
