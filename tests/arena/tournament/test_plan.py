"""Who plays whom: every schedule is complete and balanced."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import MatchError
from arena.tournament.plan import (
    GAUNTLET,
    KNOCK_OUT,
    ROUND_ROBIN,
    TournamentSpec,
    check_spec,
    fixtures,
    pairings,
)
from tests.refusals import all_refused

COUNTS = st.integers(2, 13)


def spec(count: int, games: int = 2, format_: str = ROUND_ROBIN) -> TournamentSpec:
    """A tournament of so many contestants."""
    return TournamentSpec(contestants=("random",) * count, format=format_, games=games)


@given(COUNTS, st.integers(1, 7))
def test_round_robin_is_complete_and_balanced(count: int, games: int) -> None:
    """Each pair plays its games, from openings shared by two; sides differ by one game at most."""
    found = fixtures(spec(count, games))
    assert [game.number for game in found] == sorted({game.number for game in found})
    pairs = Counter(game.pair for game in found)
    assert set(pairs.values()) == {games}
    assert len(pairs) == count * (count - 1) // 2
    for one in range(count):
        first = sum(game.first == one for game in found)
        second = sum(game.second == one for game in found)
        assert abs(first - second) <= (games % 2)
    for pair in pairs:
        openings = Counter(game.opening for game in found if game.pair == pair)
        assert sorted(openings) == list(range(-(-games // 2)))
        games_of_pair = [game for game in found if game.pair == pair]
        for first_game, second_game in zip(games_of_pair[::2], games_of_pair[1::2], strict=False):
            assert (first_game.first, first_game.second) == (second_game.second, second_game.first)
            assert first_game.opening == second_game.opening
            assert second_game.number == first_game.number + 1


@given(COUNTS, st.integers(1, 6), st.integers(1, 6))
@settings(max_examples=25)
def test_rounds_gauntlets_and_longer_plans(count: int, games: int, more: int) -> None:
    """Within a round nobody plays twice; a gauntlet is the first against all others, equally often;
    the games of a shorter tournament are games of the longer one, with the same numbers.
    """
    pairs, of_round = pairings(spec(count)), count // 2
    for begin in range(0, len(pairs), of_round):
        players = [one for pair in pairs[begin : begin + of_round] for one in pair]
        assert len(players) == len(set(players)) == 2 * of_round
    gauntlet = Counter(game.pair for game in fixtures(spec(count, games, GAUNTLET)))
    assert gauntlet == {(0, other): games for other in range(1, count)}
    short, long = (fixtures(spec(count, number)) for number in (games, games + more))
    assert set(short) <= set(long)


def test_impossible_tournaments_are_refused() -> None:
    """The message says what was expected; the same text twice is two contestants."""
    rows: list[tuple[dict[str, object], str]] = [
        ({"contestants": ("random",)}, "at least 2"),
        ({"format": "swiss"}, "round-robin, gauntlet, knock-out"),
        ({"games": 0}, "at least 1"),
        ({"format": KNOCK_OUT, "games": 3}, "an even number"),
        ({"rounds": 3}, "in a knock-out only"),
        ({"opening_plies": -1}, "0 or more"),
    ]
    all_refused(lambda changes: check_spec(replace(spec(3), **changes)), MatchError, rows)
    found = TournamentSpec(contestants=("engine", "random", "engine", "engine"))
    assert found.names == ("engine", "random", "engine (2)", "engine (3)")
