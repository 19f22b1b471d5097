"""The handout's knock-out with planted results."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import MatchError
from arena.game.player import CRASH
from arena.game.spec import Job
from arena.tournament.knock_out import KnockOut, knock_out, most_rounds, placing
from arena.tournament.plan import (
    GAUNTLET,
    KNOCK_OUT,
    ROUND_ROBIN,
    TournamentSpec,
    fixtures,
    pairings,
)
from arena.tournament.play import due
from arena.tournament.standings import Standings
from arena.tournament.tables import round_words
from tests.arena.tournament.planted import Result, planted, play_planted
from tests.refusals import all_refused


def played(count: int, result: Result, *, games: int = 2, rounds: int | None = None) -> Standings:
    """A knock-out that has been played to its end."""
    spec = TournamentSpec(
        contestants=tuple(f"level:{level}" for level in range(1, count + 1)),
        format=KNOCK_OUT,
        games=games,
        rounds=rounds,
        rules="five-19",
    )
    standings = Standings(spec, crash_limit=2)
    play_planted(standings, result)
    return standings


def stronger(game: Job) -> int:
    """The contestant with the higher number wins."""
    return game.pair[1]


@given(st.integers(2, 12), st.randoms(use_true_random=False), st.sampled_from([2, 4]))
@settings(max_examples=20)
def test_every_knock_out_ends(count: int, dice: Any, games: int) -> None:
    """With any results the rounds end, everybody plays once a round, and somebody is left; without
    ties each round eliminates one of each pair, and the best one has won every game.
    """
    standings = played(count, lambda game: dice.choice([*game.pair, None]))
    state = knock_out(standings)
    assert state.ended
    assert not due(standings)
    assert state.left
    assert len(state.rounds) <= most_rounds(standings.spec)
    left = set(range(count))
    for round_ in state.rounds:
        named = [*(one for pair in round_.pairs for one in pair)]
        named += [] if round_.bye is None else [round_.bye]
        assert sorted(named) == sorted(left)
        left -= round_.out
    assert left == set(state.left)
    standings = played(count, stronger, games=games)
    state = knock_out(standings)
    assert (state.ended, state.left) == (True, (count - 1,))
    assert len(state.rounds) == (count - 1).bit_length()
    assert sorted(standings.records) == list(range(games * (count - 1)))
    assert placing(standings)[0] == count - 1
    assert all(len(round_.out) == len(round_.pairs) for round_ in state.rounds)


def taken_from(left: list[int | None], _: Job) -> int | None:
    """The last of the results that are left."""
    return left.pop()


def test_who_loses_more_than_half_is_out() -> None:
    """Of four games, two losses and a draw are not more than half; at a tie both go on."""
    for wins, draws, out in (
        *((0, 4, set()), (2, 0, set()), (1, 1, set())),
        *((1, 0, {0}), (0, 2, set()), (3, 0, {1})),
    ):
        left: list[int | None] = [1] * 4 + [None] * draws + [0] * wins
        standings = played(2, partial(taken_from, left), games=4, rounds=1)
        assert set(knock_out(standings).rounds[0].out) == out, (wins, draws)


def test_at_the_last_round_all_that_are_left_win_together() -> None:
    """If every pair ties, nobody is out; the rounds stop at their maximum, with new openings, and
    nobody has two byes before everybody has one.
    """
    standings = played(4, lambda _: None, rounds=3)
    state = knock_out(standings)
    assert (state.ended, len(state.rounds), sorted(state.left)) == (True, 3, [0, 1, 2, 3])
    openings = [{game.opening for game in round_.fixtures} for round_ in state.rounds]
    assert openings == [{0}, {1}, {2}]
    met = Counter(pair for round_ in state.rounds for pair in round_.pairs)
    assert set(met.values()) == {1}  # three rounds of four: everybody meets everybody
    assert "Winners together, after the maximum of 3 rounds" in round_words(standings)[-1]
    byes = [round_.bye for round_ in knock_out(played(5, lambda _: None, rounds=5)).rounds]
    assert sorted(byes) == [0, 1, 2, 3, 4]  # type: ignore[type-var]


def test_disqualified_contestant_is_out_and_the_opponent_goes_on() -> None:
    """The crash limit ends the pair at once; the words say who was disqualified."""
    spec = TournamentSpec(contestants=("random",) * 4, format=KNOCK_OUT, games=6, rules="five-19")
    standings = Standings(spec, crash_limit=2)
    for game in due(standings):
        if 3 in game.pair and 3 not in standings.disqualified:
            other = game.pair[0]
            standings.add(planted(spec, game, other, CRASH))
    assert 3 in standings.disqualified
    state: KnockOut = knock_out(standings)
    assert 3 not in state.left
    assert not any(3 in game.pair for game in due(standings))
    assert any("goes on, random (4) is disqualified" in line for line in round_words(standings))
    play_planted(standings, stronger)
    assert knock_out(standings).left == (2,)
    assert placing(standings)[-1] == 3


COUNTS = st.integers(2, 13)


def spec(count: int, games: int = 2, format_: str = ROUND_ROBIN) -> TournamentSpec:
    """A tournament of so many contestants."""
    return TournamentSpec(contestants=("random",) * count, format=format_, games=games)


@given(COUNTS, st.integers(1, 7))
def test_round_robin_is_complete_and_balanced(count: int, games: int) -> None:
    """Each pair plays its games, from openings shared by two; sides differ by one game at most."""
    planned = fixtures(spec(count, games))
    assert [game.number for game in planned] == sorted({game.number for game in planned})
    pairs = Counter(game.pair for game in planned)
    assert set(pairs.values()) == {games}
    assert len(pairs) == count * (count - 1) // 2
    for one in range(count):
        first = sum(game.first == one for game in planned)
        second = sum(game.second == one for game in planned)
        assert abs(first - second) <= (games % 2)
    for pair in pairs:
        openings = Counter(game.opening for game in planned if game.pair == pair)
        assert sorted(openings) == list(range(-(-games // 2)))
        games_of_pair = [game for game in planned if game.pair == pair]
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
    wanted = spec(count, games + more)
    short, long = fixtures(spec(count, games)), fixtures(wanted)
    assert {replace(game, spec=wanted) for game in short} <= set(long)


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
    all_refused(lambda changes: replace(spec(3), **changes).check(), MatchError, rows)
    repeated = TournamentSpec(contestants=("engine", "random", "engine", "engine"))
    assert repeated.names == ("engine", "random", "engine (2)", "engine (3)")
