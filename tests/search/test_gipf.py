"""The engine on Gipf: how soon it wins, limits, and losses by an empty reserve."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from arena.puzzles import WIN as WIN_PUZZLE
from arena.puzzles import read_puzzles
from games.gipf.position import GipfPosition
from games.gipf.rules import BASIC, GIPF_PRESETS, GipfRules
from games.gipf.text import format_position, parse_position
from search.engine import Engine
from search.gipf.native import open_gipf_search, set_gipf_position
from search.kernel.gipf import GipfSearch
from search.limits import Limits
from search.result import PROVEN
from search.score import is_loss, is_win, lost_in
from search.weights.file import shipped_weights
from tests.conditions import met, often
from tests.gipf_strategies import random_gipf_position


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
    last, kernel = GipfPosition(rules, start.cells, 0, start.reserves, turns=9), proof_at(near)
    set_gipf_position(kernel, last)
    for over in (False, True):
        assert kernel.is_over() == over == (last.outcome is not None)
        if not over:
            move = last.legal_moves()[0]
            last.play(move)
            kernel.play(move)


BASIC_RULES = GIPF_PRESETS["gipf-basic"]
NODES = 20_000
MEMORY = ("killer_bonus", "history_limit")

# White, to move, loses by force; the turns of Black that it takes. An unselective search sees it at
# depth 10 and 8.
LOST = (
    ("w 1 1 Kb3 Kc6 Kd5 Kd7 Ke7 Kf7 Kg6 Wb4 Wc4 Wc5 Wd6 We2 We6 Wf5 Wf6", 5),
    ("w 4 4 Kb2 Kb3 Kb5 Kc3 Kc4 Kd4 Kd7 Kg3 Wb4 We5 Wg2 Wh2", 4),
)


def proof_at(position: GipfPosition) -> GipfSearch:
    """A kernel search with an empty table, set to a position."""
    search = open_gipf_search(position.rules, shipped_weights(position.rules))
    search.use_table(bytearray(1 << 20))
    set_gipf_position(search, position)
    search.begin(selective=True, nodes=NODES)
    return search


def test_a_loss_by_force_is_known_before_a_long_search() -> None:
    """The engine gives the score of the proof, although its short search sees none."""
    text, turns = LOST[1]
    with Engine(BASIC_RULES) as engine:
        result = engine.search(parse_position(text, BASIC_RULES), Limits(depth=2, nodes=12_000_000))
    assert result.score == lost_in(2 * turns)


def scarce_positions(count: int) -> Iterator[GipfPosition]:
    """Positions of random games in the basic game, each side with 0 to 2 pieces in reserve."""
    for seed in range(count):
        dice = Random(seed)
        played = random_gipf_position(BASIC_RULES, seed, dice.randrange(10, 30))
        words = format_position(played).split()
        words[1:3] = [str(min(int(reserve), dice.randrange(3))) for reserve in words[1:3]]
        position = parse_position(" ".join(words), BASIC_RULES)
        if position.outcome is None:
            yield position


@pytest.mark.parametrize(("text", "turns"), LOST)
def test_the_search_sees_a_loss_by_the_reserve(text: str, turns: int) -> None:
    """Without a proof the selective search needs no more than 12 turns of depth for it."""
    weights = shipped_weights(BASIC_RULES)
    search = open_gipf_search(BASIC_RULES, weights)
    search.use_table(bytearray(1 << 22))
    set_gipf_position(search, parse_position(text, BASIC_RULES))
    margins = {name: weights[name] for name in ("width", *MEMORY, "futility", "frontier")}
    search.begin(selective=True, **margins)
    scores = [search.iterate(depth) for depth in range(1, 13)]
    assert lost_in(2 * turns) in scores


@often(answers=3, lost=35)
def test_a_push_of_the_last_piece_that_is_no_answer_loses() -> None:
    """The opponent wins with its next turn, by the rules of the proof and within the limit."""
    for position in scarce_positions(75):
        search = proof_at(position)
        if not search.must_answer():
            continue
        answers = search.answers()
        for move in position.legal_moves():
            if move in answers:
                met("answers")
            elif move in dict(search.candidates()):
                met("lost")
                assert loses_by(position, move, 1)


@often(lost=2, held=15)
def test_a_loss_means_that_every_move_loses() -> None:
    """The side to move loses within two turns exactly if the opponent wins after each move."""
    for position in scarce_positions(75):
        loses = proof_at(position).prove_loss(2, NODES)
        assert loses is not None
        met("lost" if loses else "held")
        assert loses == all(loses_by(position, move, 2) for move in position.legal_moves())


@often(proved=20)
def test_a_proof_tries_the_move_that_won_before_first() -> None:
    """Repeated with the same table, it enters the root and the position after that move."""
    for puzzle in read_puzzles("gipf-basic").puzzles[:100]:
        position = puzzle.start()
        assert isinstance(position, GipfPosition)
        proof = proof_at(position)
        if puzzle.kind != WIN_PUZZLE or not proof.prove_turns(puzzle.moves, NODES):
            continue
        met("proved")
        proof.begin(selective=True)
        assert proof.prove_turns(puzzle.moves, NODES)
        assert proof.nodes == 2


@often(excluded=6)
def test_a_move_that_loses_at_once_is_not_played() -> None:
    """The engine plays a move after which the opponent does not win next turn, if there is one."""
    with Engine(BASIC_RULES, table_mb=1) as engine:
        for position in scarce_positions(60):
            moves = list(position.legal_moves())
            losing = [move for move in moves if loses_by(position, move, 1)]
            if not losing or len(losing) == len(moves):
                continue
            met("excluded")
            engine.new_game()
            assert engine.search(position, Limits(nodes=NODES)).best not in losing


def loses_by(position: GipfPosition, move: int, turns: int) -> bool:
    """Whether the opponent wins within so many of its turns after this move."""
    after = position.copy()
    after.play(move)
    if after.outcome is not None:
        return after.outcome.winner == 1 - position.side
    proof = proof_at(after)
    prove = proof.prove_loss if after.side == position.side else proof.prove_turns
    proved = prove(turns, NODES)
    assert proved is not None
    return proved
