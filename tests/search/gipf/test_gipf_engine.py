"""The engine on Gipf has the same contract as on square boards."""

from __future__ import annotations

from games.gipf.position import GipfPosition
from games.gipf.rules import BASIC, GIPF_PRESETS, GipfRules
from games.gipf.text import parse_position
from search.engine import Engine
from search.limits import Limits
from search.result import PROVEN
from search.score import is_loss, is_win
from search.weights.file import game_weights

STANDARD = GIPF_PRESETS["gipf"]


def test_gipf_engine_says_how_soon_it_wins() -> None:
    """A forced win is proven before the search and counted in own turns."""
    text = "b 3 1 Kf4 Kg3 Kh2"
    position = parse_position(text, GIPF_PRESETS["gipf-basic"])
    with Engine(position.rules) as engine:
        result = engine.search(position, Limits(nodes=100_000))
        searched = engine.search(position, Limits(depth=9), multipv=2)
    assert (result.win_in, result.stopped_by) == (4, PROVEN)
    assert is_win(searched.score)
    assert searched.win_in == 4
    assert searched.best == result.best


def test_gipf_limit_in_the_middle_of_a_proof_leaves_a_move() -> None:
    """A limit before, in or after the proof of a win leaves a legal line."""
    position = parse_position("b 3 1 Kf4 Kg3 Kh2", GIPF_PRESETS["gipf-basic"])
    with Engine(position.rules, table_mb=1) as engine:
        for nodes in (*range(1, 60, 7), *range(100, 200_000, 9_973)):
            engine.new_game()
            result = engine.search(position, Limits(nodes=nodes))
            played = position.copy()
            for move in result.pv:
                played.play(move)
            assert result.best == result.pv[0]


def test_gipf_engine_takes_back_what_it_needs_to_go_on() -> None:
    """Black has nothing to bring in and a row of seven GIPF-pieces; leaving it loses.

    The row may be removed in 128 ways, and again after every piece. A few nodes must be enough to
    see the end of a turn, or at least to avoid the losing move first.
    """
    text = (
        "b 4 0 GKd4 GKe5 GKe6 GKe8 GKf5 GKg4 GKg5 GKg6 GKh5 GWc6 GWh2 Wb3 Wd2 Wd7 We7 Wf2 Wf7 Wg2 "
        "add=K turn=W turns=20"
    )
    position = parse_position(text, GIPF_PRESETS["gipf-tournament"])
    with Engine(position.rules, table_mb=1) as engine:
        for nodes in (50, 500, 2_000):
            engine.new_game()
            result = engine.search(position, Limits(nodes=nodes))
            assert not is_loss(result.score)
            played = position.copy()
            played.play(result.best)
            assert played.reserves[1] >= 2
    assert result.depth >= 1


def test_gipf_limit_of_turns_is_a_draw_to_the_search() -> None:
    """Two turns before the limit nothing can be won any more, so every line is worth 0."""
    rules = GipfRules("gipf-basic", BASIC, most_turns=10)
    start = GipfPosition(rules)
    with Engine(rules) as engine:
        near = GipfPosition(rules, start.cells, 0, start.reserves, turns=8)
        assert engine.search(near, Limits(depth=4)).score == 0
        far = GipfPosition(rules, start.cells, 0, start.reserves, turns=0)
        assert engine.search(far, Limits(depth=1)).score != 0


def test_gipf_handicap_is_seen() -> None:
    """Eighteen pieces against fifteen have a positive value for their owner."""
    even, more = GIPF_PRESETS["gipf-basic"], GIPF_PRESETS["gipf-basic"].with_pieces((18, 15))
    scores = []
    for rules in (even, more):
        with Engine(rules, game_weights(rules)) as engine:
            scores.append(engine.search(GipfPosition(rules), Limits(depth=4)).score)
    assert scores[1] > scores[0]
