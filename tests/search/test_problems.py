"""The problems of data/problems: their statements hold, and the engine solves them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from agent.protocol import parse_request
from games.five.points import format_harness_point, parse_point
from games.five.position import Position
from games.five.rules import PRESETS
from search.engine import Engine
from search.five.native import open_search, set_position
from search.limits import Limits
from search.reference.engine import LineTable, plain_search
from search.score import WIN
from search.solve.five_solver import Solver
from search.solve.solver import PROVED, REFUTED
from search.weights import Weights, built_in_weights
from tests.conditions import met, often

PENTE, NO_CAPTURES = PRESETS["pente"], PRESETS["five-19"]
FOLDER = Path(__file__).parents[2] / "data/problems"
SURE = Limits(nodes=100_000)


def problems(name: str) -> list[dict[str, Any]]:
    """Return the problems of one file."""
    return [json.loads(line) for line in (FOLDER / name).read_text().splitlines()]


def sample(name: str, count: int) -> list[dict[str, Any]]:
    """A number of problems of one file, spread over it."""
    found = problems(name)
    return found[:: len(found) // count][:count]


def position_of(problem: dict[str, Any]) -> Position:
    """Return the position of a problem."""
    return parse_request(problem["input"].encode(), PENTE).position


def spelled(point: int | None) -> str | None:
    """A point as the problems spell it."""
    return None if point is None else format_harness_point(point, PENTE.size)


@pytest.mark.parametrize(
    ("name", "least"),
    [("own_forced_wins.jsonl", 500), ("look_alikes.jsonl", 20), ("only_defences.jsonl", 50)],
)
def test_problems_are_many_and_none_stands_twice(name: str, least: int) -> None:
    """Each set is as large as promised, of different positions in which the game goes on."""
    boards = [problem["input"] for problem in problems(name)]
    assert len(set(boards)) == len(boards) >= least
    assert all(position_of(problem).outcome is None for problem in problems(name))


def test_own_forced_wins_are_proved() -> None:
    """In a sample, the solver proves the win, its length and its key move."""
    with Solver(PENTE, table_mb=4) as solver:
        for problem in sample("own_forced_wins.jsonl", 25):
            proof = solver.solve(position_of(problem), SURE)
            assert (proof.verdict, proof.win_in) == (PROVED, problem["moves"])
            assert spelled(proof.best) == problem["best"]


@pytest.mark.parametrize("moves", [2, 3])
def test_short_wins_are_the_only_ones_by_full_width(moves: int) -> None:
    """In a sample, the plain full-width search finds the win, and none without its key."""
    search, plies = open_search(PENTE, Weights()), 2 * moves - 1
    short = [p for p in problems("own_forced_wins.jsonl") if p["moves"] == moves]
    for problem in short[:: len(short) // 6][:6]:
        set_position(search, position_of(problem))
        search.begin()
        assert search.iterate(plies, WIN - plies - 1, WIN - plies + 1) == WIN - plies
        search.exclude([parse_point(problem["best"], PENTE.size)])
        without = search.iterate(plies, WIN - plies - 1, WIN - plies)
        assert without is not None
        assert without < WIN - plies


def test_shortest_wins_are_won_by_the_readable_search() -> None:
    """In a sample, the plain-Python reference finds the same win and the same key."""
    table = LineTable(PENTE, Weights())
    short = [p for p in problems("own_forced_wins.jsonl") if p["moves"] == 2]
    longer = next(p for p in problems("own_forced_wins.jsonl") if p["moves"] == 3)
    for problem in [*short[:: len(short) // 3][:3], longer]:
        plies = 2 * problem["moves"] - 1
        found = plain_search(position_of(problem), Weights(), plies, table)
        assert (found.score, spelled(found.best)) == (WIN - plies, problem["best"])


def test_engine_plays_the_key_of_own_forced_wins() -> None:
    """With 10,000 nodes the proof finds the key and the length in nine in ten of a sample.

    It may report a longer win where its nodes do not suffice for the shortest.
    """
    tried, found, exact = sample("own_forced_wins.jsonl", 40), 0, 0
    with Engine(PENTE, built_in_weights(PENTE), table_mb=4) as engine:
        for problem in tried:
            engine.new_game()
            # With an aim of time the search ends with the first win that is proved.
            result = engine.search(position_of(problem), Limits(nodes=10_000, cpu_s=60, aim_s=60))
            found += spelled(result.best) == problem["best"]
            exact += result.win_in == problem["moves"]
    assert found >= 0.9 * len(tried)
    assert exact >= 0.9 * len(tried)


def test_engine_plays_the_only_defence() -> None:
    """With 10,000 nodes the engine finds nine in ten of a sample."""
    tried = sample("only_defences.jsonl", 20)
    with Engine(PENTE, built_in_weights(PENTE), table_mb=4) as engine:
        found = 0
        for problem in tried:
            engine.new_game()
            result = engine.search(position_of(problem), Limits(nodes=10_000))
            found += spelled(result.best) == problem["best"]
    assert found >= 0.9 * len(tried)


def test_look_alikes_are_not_called_won() -> None:
    """None is proved, and the engine calls none of a sample won."""
    with Solver(PENTE, table_mb=4) as solver:
        for problem in problems("look_alikes.jsonl"):
            assert solver.solve(position_of(problem), SURE).verdict == REFUTED
    with Engine(PENTE, table_mb=4) as engine:
        for problem in sample("look_alikes.jsonl", 20):
            engine.new_game()
            result = engine.search(position_of(problem), Limits(nodes=10_000))
            assert result.win_in is None


@often(refuted=2, lost=1)
def test_look_alikes_win_without_captures_and_a_capture_refutes_them() -> None:
    """In a sample, the line wins without captures, and its capture wins or leaves no win."""
    with Solver(PENTE, table_mb=4) as solver, Solver(NO_CAPTURES, table_mb=4) as without:
        for problem in sample("look_alikes.jsonl", 10):
            position = position_of(problem)
            seeming = without.solve(Position(NO_CAPTURES, position.cells, position.side), SURE)
            assert (seeming.win_in, spelled(seeming.best)) == (problem["moves"], problem["lure"])
            taken = 0
            for text in problem["refutation"]:
                point = parse_point(text, PENTE.size)
                taken = len(position.captures_of(point))
                position.play(point)
            assert taken
            if position.outcome is None:
                met("refuted")
                assert solver.solve(position, SURE).verdict == REFUTED
            else:
                met("lost")
                assert position.outcome.winner == 1 - position.side


@often(saves=1, loses=10)
def test_only_defences_are_the_only_ones() -> None:
    """In a sample, a confirmed win by threats answers every likely move but one."""
    with Solver(PENTE, table_mb=4) as solver:
        for problem in sample("only_defences.jsonl", 3):
            position = position_of(problem)
            for point in likely_moves(position, 12):
                position.play(point)
                saves = spelled(point) == problem["best"]
                assert (solver.solve(position, SURE).verdict != PROVED) == saves
                met("saves" if saves else "loses")
                position.undo()


def likely_moves(position: Position, count: int) -> list[int]:
    """The candidates that are best by their static order."""
    search = open_search(position.rules, Weights())
    set_position(search, position)
    return [point for point, _ in search.candidates()[:count]]
