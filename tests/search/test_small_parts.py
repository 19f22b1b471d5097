"""Scores, chances, pace, forced moves and merged lines: the small parts of a search."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pente
from games.five.rules import PRESETS, rules_named
from games.registry import GAMES, family_named
from search.chance import winning_chance
from search.engine import Engine, adapter_class
from search.forced import ForcedMoves, only_move, search_past_forced
from search.limits import Limits
from search.pace import Pace, Stopwatch
from search.result import ENOUGH, TIME, Line
from search.root import best_first, merged, replacing_best
from search.score import (
    EVALUATION_LIMIT,
    MAX_TURNS,
    WIN,
    is_loss,
    is_win,
    lost_in,
    own_moves_to_win,
    win_in,
)
from search.weights import Weights
from search.weights.file import game_weights
from tests.strategies import random_position
from tools.fit.win_chances import Sample, fitted, kept_lines, kept_samples


@given(st.integers(-EVALUATION_LIMIT, EVALUATION_LIMIT))
def test_score_estimates_are_never_proofs(score: int) -> None:
    """No estimate counts as a win or a loss, and none has a distance."""
    assert not is_win(score)
    assert not is_loss(score)
    assert own_moves_to_win(score) is None
    assert lost_in(MAX_TURNS) < score < win_in(MAX_TURNS)


ESTIMATES = st.integers(-EVALUATION_LIMIT, EVALUATION_LIMIT)
RULES = [family_named(game).rules for game in GAMES]


@given(ESTIMATES, st.sampled_from(RULES))
def test_chances_of_both_sides_add_up_to_one(score: int, rules: object) -> None:
    """What one side wins the other loses."""
    total = winning_chance(score, rules) + winning_chance(-score, rules)  # type: ignore[arg-type]
    assert total == pytest.approx(1.0)
    for turns in (0, 7, MAX_TURNS):
        assert winning_chance(win_in(turns), rules) == 1.0  # type: ignore[arg-type]
        assert winning_chance(lost_in(turns), rules) == 0.0  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("score", "words"),
    [
        (0, "50 %"),
        (730, "57 %"),
        (-730, "43 %"),
        (900_000, "99 %"),
        (-900_000, "1 %"),
        (win_in(5), "win in 3"),
        (lost_in(4), "loss in 2"),
    ],
)
def test_words_of_a_score(score: int, words: str) -> None:
    """People read a percentage that is never certain, or the moves to a proven end."""
    line = pente.Line((), score, winning_chance(score, rules_named("pente")))
    assert line.chance_in_words == words


@pytest.mark.parametrize(("game", "samples"), kept_samples().items())
def test_scale_fits_the_searched_games(game: str, samples: list[Sample]) -> None:
    """A family's scale is, rounded, that under which the results of its games are likeliest."""
    rules = family_named(game).rules
    assert adapter_class(rules.family).scale(rules) == pytest.approx(fitted(samples), rel=0.15)


def test_scales_are_those_of_the_nets_that_ship() -> None:
    """A new net has scores of its own: the games are searched again (data/results/README.md)."""
    nets = {(entry["samples"][0][0], entry["net"]) for entry in kept_lines().known.values()}
    for game, net in nets:
        assert net == game_weights(family_named(game).rules).net_digest, game


PENTE = PRESETS["pente"]
WEIGHTS = Weights()
A_DAY_S = 86_400.0


def pace_of(aim_s: float | None, found: list[Line]) -> Pace:
    """A new pace after these lines."""
    pace = Pace(Limits(cpu_s=A_DAY_S, aim_s=aim_s), WEIGHTS, Stopwatch())
    for line in found:
        pace.learn(line)
    return pace


def test_pace_a_falling_score_gets_more_than_a_rising_one() -> None:
    """A score that falls by `score_scale` in a turn of both sides needs more time, a rise less."""
    fall = WEIGHTS["score_scale"]
    steady, falling, rising = (
        pace_of(1.0, [Line(0, (1,)), Line(0, (1,)), Line(change, (1,))]).factor()
        for change in (0, -fall, fall)
    )
    assert rising < steady < falling


def test_pace_ends_at_once_on_a_proven_win_and_soon_on_a_loss() -> None:
    """A proven win ends the search; if all moves lose, a quarter of the aim is enough."""
    assert pace_of(A_DAY_S, [Line(WIN - 9, (1,))]).enough()
    assert not pace_of(A_DAY_S, [Line(9 - WIN, (1,))]).enough()
    assert not pace_of(A_DAY_S, [Line(100, (1,))]).enough()
    assert pace_of(0.0, [Line(100, (1,))]).enough()


@pytest.mark.parametrize("clock", ["cpu_s", "wall_s"])
def test_pace_the_limit_holds_where_the_aim_does_not(clock: str) -> None:
    """No deadline exceeds the limit; a search that fails low may use the whole limit."""
    pace = Pace(Limits(**{clock: 2.0, "aim_s": 1e6}), WEIGHTS, Stopwatch())  # type: ignore[arg-type]
    assert pace.deadlines(failing_low=False) == pace.deadlines(failing_low=True)
    pace = Pace(Limits(**{clock: 2.0, "aim_s": 0.5}), WEIGHTS, Stopwatch())  # type: ignore[arg-type]
    assert sum(pace.deadlines(failing_low=False)) < sum(pace.deadlines(failing_low=True))


def test_engine_keeps_to_its_aim() -> None:
    """A search with an aim ends by itself, long before a distant limit."""
    with Engine(PENTE) as engine:
        position = random_position(PENTE, seed=3, turns=16)
        result = engine.search(position, Limits(cpu_s=A_DAY_S, aim_s=0.05))
    assert result.stopped_by in (ENOUGH, TIME)
    assert result.depth >= 1
    assert result.seconds_cpu < A_DAY_S / 1000


NODES = Limits(nodes=2_000)


def test_limits_and_moves_of_forced_positions() -> None:
    """The depths count from the first position; a search of an empty board knows its centre."""
    forced = ForcedMoves(family_named("pente").start())
    for limit, left in ((1, 1), (2, 1), (5, 4)):
        limits = forced.limits(Limits(depth=limit, nodes=9, first_depth=limit))
        assert (limits.depth, limits.first_depth, limits.nodes) == (left, left, 9)
    forced = ForcedMoves(family_named("gomoku-15").start())
    assert (forced.moves, only_move(forced.position)) == ([112], None)
    with Engine(PENTE) as engine:
        free = search_past_forced(engine, random_position(PENTE, seed=3, turns=16), NODES)
    assert free.depth >= 1


@pytest.mark.parametrize("turns", [1, 2, 7])
def test_a_proof_is_farther_away_by_the_forced_turns(turns: int) -> None:
    """After one forced turn the opponent's win is a loss one turn later, and the reverse."""
    forced = ForcedMoves(family_named("pente").start())
    assert forced.score(win_in(turns)) == lost_in(turns + 1)
    assert forced.score(lost_in(turns)) == win_in(turns + 1)
    assert forced.score(35) == -35


MOVES = st.lists(st.integers(0, 9), min_size=1, max_size=5, unique=True)
SCORES = st.integers(-9, 9) | st.integers(3, 9).map(lost_in)


@st.composite
def drawn_lines(draw: st.DrawFn, depth: int, moves: list[int]) -> tuple[Line, ...]:
    """Lines of one depth with these first moves, best first."""
    return best_first(Line(draw(SCORES), (move,), depth) for move in moves)


@given(data=st.data(), moves=MOVES)
def test_merged_lines_are_best_first_and_deepest_first(
    data: st.DataObject, moves: list[int]
) -> None:
    """As many lines as before, no move twice; a finished deeper search decides which is first."""
    before = data.draw(drawn_lines(4, moves))
    deeper = data.draw(drawn_lines(5, data.draw(MOVES)))
    finished = deeper[: data.draw(st.integers(0, min(len(deeper), len(before) - 1)))]
    begun = (*deeper, None)[len(finished)]
    found = merged(finished, begun, before)
    scores = [line.score for line in found]
    assert scores == sorted(scores, reverse=True)
    assert len({line.pv for line in found}) == len(before) == len(found)
    assert all(line.depth == 5 or line.score <= old_score(before, line) for line in found)
    if finished:
        assert found[0] is finished[0]
    elif begun is not None and len(before) == 1:
        assert found == (begun,)
    elif begun is not None and begun.pv != before[0].pv and not is_loss(begun.score):
        assert found[0] is begun
    else:
        assert found == before or found[0] is begun


def old_score(before: tuple[Line, ...], line: Line) -> int:
    """The score that the line with this move had."""
    return next(each.score for each in before if each.pv == line.pv)


@given(data=st.data(), moves=MOVES, move=st.integers(0, 9))
def test_an_unrefuted_move_comes_first_unless_it_loses(
    data: st.DataObject, moves: list[int], move: int
) -> None:
    """The refuted best line goes, and no other line is above a better one."""
    before = data.draw(drawn_lines(4, [each for each in moves if each != move] or [10]))
    found = replacing_best(move, before)
    scores = [line.score for line in found]
    assert scores == sorted(scores, reverse=True)
    assert before[0] not in found
    assert found[0].pv == (move,) or is_loss(next(x.score for x in found if x.pv == (move,)))
