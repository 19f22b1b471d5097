"""Solved positions of five in a row: what engine, solver and rules say where the answer is known.

The problems of `data/problems` have one key move; further positions stand in tables below. The
readable rules confirm proofs: a tree is walked against every legal reply.
"""

from __future__ import annotations

from itertools import accumulate
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.five.diagram import parse_position
from games.five.points import format_harness_point, parse_point
from games.five.position import CAPTURES, FivePosition
from games.five.rules import PRESETS, rules_named
from search.engine import Engine
from search.errors import ProofError
from search.five.native import open_search, set_position
from search.limits import Limits
from search.pace import Stopwatch
from search.result import PROVEN
from search.score import WIN
from search.solve.five_solver import FOURS, OPEN_THREES, Solver
from search.solve.solver import PROVED, REFUTED, UNDECIDED, Proof, ProofNode, Verdict
from search.weights import Weights, built_in_weights
from tests.conditions import met, often
from tests.families import plain_search
from tests.search.problems import position_of, problems
from tests.strategies import last_positions, positions

PENTE, NO_CAPTURES = PRESETS["pente"], PRESETS["five-19"]
SURE = Limits(nodes=100_000)
PROOF = Limits(nodes=20_000, cpu_s=600, aim_s=600)  # with an aim the first proof ends a search

REST = 6 * "/19"

# Wins by open threes, which fours and captures do not win; the most moves that they take.
BY_OPEN_THREES = (
    ("19/19/15b3/2b16/19/19/19/9w9/19/8w1w8/19/9w9/19/19/19/19/2b12b3/19/19 w 0,0", 8),
    ("19/19/16b2/2b16/19/19/19/9w9/19/10ww7/19/9w9/19/19/19/19/2b12b3/19/19 w 0,0", 7),
    ("19/19/19/19/19/19/8w10/8w10/9ww8/19/19/4b14/14b4/3b15/15b3/19/19/19/19 w 0,0", 9),
)
# The side to move wins; earlier versions reported a longer win at some larger limit.
SHORTER_BEFORE = (
    ("gomoku-15", "15/15/15/5b9/4w1b8/4bbwb7/4bww1w6/3wbwb8/10w4/8b6/9w5/15/15/15/15 b 0,0"),
    ("gomoku-15", "15/15/15/15/7w7/15/6w8/6wbb6/7wbb5/9bb4/7w1b1w3/9w5/15/15/15 b 0,0"),
    ("gomoku-15", "15/15/15/5b9/3wbbb8/3wbb4w4/4ww3w5/6w2b5/15/15/15/15/15/15/15 b 0,0"),
    (
        "pente",
        "19/19/19/19/5w4w8/5w3b9/5wb1w10/5b1wb1w8/6w1w1b8/5b3wb8/10b8/10w8/10b8" + REST + " w 2,0",
    ),
    ("pente", "19/19/19/5b3b9/6w1w10/7w11/6wbw10/9w9/10b8/9w1b7/11b7/19/9b9" + REST + " w 0,0"),
    (
        "pente",
        "19/19/19/19/19/19/8b10/6b2b1b7/5w4w8/5b1b1w9/4wbwwwbb8/7b11/6w12" + REST + " w 0,2",
    ),
)
# The side to move wins by threats alone, in twelve moves.
LONG_WIN = ("gomoku-9", "9/8w/w1b2wb1w/9/b2bw4/b8/2bw1b3/w6b1/1bwwb2w1 b 0,0")
# White, to move, loses by force at last: it plays the longest defence.
LOST = (
    "5b9/w14/15/w1w2b1w3b1b1/2w1w10/b8b2wb1/7b7/w1w2w4bw3/5w1w7/b1wb1b1b1b5/b1b1w3w6/6b4bb2/"
    "wwbwb1w1wb5/b8w3bw/2bw1w1b7 w 0,0"
)
QUIET = "19/19/19/19/19/19/19/19/19/9w9/10b8/19/19/19/19/19/19/19/19 w 0,0"
# White has taken eight stones and takes two more: at once, or by a stone that flanks two pairs.
TAKEN = (
    ("19/19/19/19/19/19/19/19/19/7wbb9/19/19/19/19/19/19/19/19/w18 w 8,0", 1),
    ("19/19/19/19/19/19/19/9b9/9b9/10bb7/19/19/19/19/19/19/19/19/w17w w 8,0", 2),
)


def spelled(point: int | None) -> str | None:
    """A point as the problems spell it."""
    return None if point is None else format_harness_point(point, PENTE.size)


def solved(position: FivePosition, limits: Limits = SURE, *, open_threes: bool = True) -> Proof:
    """A new solver's result."""
    with Solver(position.rules, table_mb=4) as solver:
        return solver.solve(position, limits, open_threes=open_threes)


def winning_move(position: FivePosition, first: int | None) -> int | None:
    """A legal move that wins by the rules, or None; `first` is tried first."""
    for point in sorted(position.legal_moves(), key=lambda point: point != first):
        position.play(point)
        won = position.outcome is not None and position.outcome.winner is not None
        position.undo()
        if won:
            return point
    return None


def play_out(position: FivePosition, node: ProofNode, dice: Random) -> None:
    """Play a tree against random replies, half of them those that it names, to the won end."""
    while True:
        position.play(node.moves[0])
        if position.outcome is not None:
            return
        answers = {reply: then for (reply,), then in node.answers}
        named = bool(answers) and dice.random() < 0.5
        reply = dice.choice(list(answers) if named else position.legal_moves())
        position.play(reply)
        assert position.outcome is None
        if reply in answers:
            node = answers[reply]
            continue
        assert node.otherwise is not None
        _, then = node.otherwise
        win = winning_move(position, None) if then.win_in == 1 else None
        if win is not None:
            position.play(win)
            return
        tree = solved(position, Limits(), open_threes=False).tree
        assert tree is not None
        assert tree.win_in <= then.win_in
        node = tree


# Five in a row


@pytest.mark.parametrize("name", ["forced_wins.jsonl", "own_forced_wins.jsonl"])
def test_forced_wins_are_proved_and_played(name: str) -> None:
    """Solver and engine find the only key of the shortest win by threats, and its length.

    The main line is legal and ends the game in time.
    """
    with Engine(PENTE, built_in_weights(PENTE), table_mb=4) as engine:
        tried, found = problems(name, 25), 0
        for problem in tried:
            position = position_of(problem)
            before = position.key
            proof = solved(position)
            assert (proof.verdict, proof.win_in) == (PROVED, problem["moves"]), problem
            assert (spelled(proof.best), position.key) == (problem["best"], before)
            engine.new_game()
            result = engine.search(position, PROOF)
            found += (spelled(result.best), result.win_in) == (problem["best"], problem["moves"])
            winner = position.side
            for point in proof.pv:
                position.play(point)
            assert position.outcome is not None
            assert (position.outcome.winner, len(proof.pv)) == (winner, 2 * problem["moves"] - 1)
    assert found >= (1 if name.startswith("forced") else 0.9) * len(tried)


@often(refuted=2, lost=1)
def test_look_alikes_are_not_called_won() -> None:
    """None is proved or called won; without captures its line wins, and a capture refutes it."""
    with Solver(PENTE, table_mb=4) as solver, Solver(NO_CAPTURES, table_mb=4) as without:
        for problem in problems("look_alikes.jsonl", 60):
            assert solver.solve(position_of(problem), SURE).verdict == REFUTED, problem
        for problem in problems("look_alikes.jsonl", 10):
            position = position_of(problem)
            with Engine(PENTE, table_mb=4) as engine:
                assert engine.search(position, Limits(nodes=10_000)).win_in is None
            seeming = without.solve(FivePosition(NO_CAPTURES, position.cells, position.side), SURE)
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


def test_only_defences_are_found_and_are_the_only_ones() -> None:
    """The engine plays nine in ten; a proved win answers every other likely move."""
    tried, found = problems("only_defences.jsonl", 20), 0
    with Engine(PENTE, built_in_weights(PENTE), table_mb=4) as engine:
        for problem in tried:
            engine.new_game()
            result = engine.search(position_of(problem), Limits(nodes=10_000))
            found += spelled(result.best) == problem["best"]
    assert found >= 0.9 * len(tried)
    position, search = position_of(tried[0]), open_search(PENTE, Weights())
    set_position(search, position)
    for point, _ in search.candidates()[:8]:
        position.play(point)
        saves = spelled(point) == tried[0]["best"]
        assert (solved(position).verdict != PROVED) == saves
        position.undo()


@pytest.mark.parametrize(("game", "text"), SHORTER_BEFORE)
def test_a_win_is_no_longer_with_more_nodes(game: str, text: str) -> None:
    """What a smaller limit finds, a larger one finds too, or something shorter."""
    position, found = parse_position(text, rules_named(game)), []
    with Engine(position.rules, table_mb=4) as engine:
        for nodes in (1_000, 2_000, 5_000, 10_000, 20_000):
            engine.new_game()
            found.append(engine.search(position, Limits(nodes=nodes)).win_in or 1_000)
    assert found[-1] < 1_000
    assert found == list(accumulate(found, min))


def test_a_win_that_was_proved_is_proved_again() -> None:
    """The table's entry of the root does not prevent a second proof by longer threats."""
    position = parse_position(LONG_WIN[1], PRESETS[LONG_WIN[0]])
    with Engine(position.rules) as engine:
        limits = Limits(nodes=60_000, cpu_s=600, aim_s=600)
        first, again = (engine.search(position, limits) for _ in range(2))
    assert first.stopped_by == again.stopped_by == PROVEN
    assert (again.score, again.best) == (first.score, first.best)
    assert again.nodes < first.nodes


def test_a_lost_side_plays_the_longest_defence() -> None:
    """If all other moves lose sooner, the search tries the moves again that the attack refutes."""
    position = parse_position(LOST, PRESETS["gomoku-15"])
    with Engine(position.rules) as engine:
        position.play(engine.search(position, Limits(depth=3)).best)
    assert plain_search(position, Weights(), 2).score < WIN - 100


@pytest.mark.parametrize(("text", "most"), BY_OPEN_THREES)
def test_a_win_by_open_threes_is_proved(text: str, most: int) -> None:
    """Fours and captures win nothing; open threes do, in time; replies may share one threat."""
    position = parse_position(text, PENTE)
    by_fours = solved(position, open_threes=False)
    assert (by_fours.verdict, by_fours.by, by_fours.win_in) == (REFUTED, FOURS, None)
    proof = solved(position, Limits())
    assert (proof.verdict, proof.by) == (PROVED, OPEN_THREES)
    assert proof.win_in is not None
    assert proof.win_in <= most
    assert len(proof.pv) == 2 * proof.win_in - 1
    limited = solved(position, Limits(nodes=by_fours.nodes + 100))
    assert (limited.verdict, limited.by, limited.tree) == (UNDECIDED, OPEN_THREES, None)
    tree = proof.tree
    assert tree is not None
    assert tree.otherwise is not None
    _, threat = tree.otherwise
    assert (tree.by_threats, threat.by_threats) == (False, True)
    position.play(tree.moves[0])
    apart = {reply for (reply,), _ in tree.answers}
    for reply in [reply for reply in position.legal_moves() if reply not in apart][::40]:
        position.play(reply)
        after = solved(position, Limits(), open_threes=False)
        assert (after.verdict, after.best) == (PROVED, threat.moves[0])
        assert after.win_in is not None
        assert after.win_in <= threat.win_in
        position.undo()


@often(proved=10)
@given(positions(max_turns=50) | last_positions(back=5), st.integers(0, 100_000))
def test_what_is_proved_in_any_game_is_won(position: FivePosition, seed: int) -> None:
    """In random positions of all games, the tree of a proof wins every play-out in time."""
    proof = solved(position, Limits(nodes=5_000))
    assert (proof.tree is None) == (proof.verdict != PROVED)
    if proof.tree is not None:
        met("proved")
        game = position.copy()
        play_out(game, proof.tree, Random(seed))
        assert game.outcome is not None
        assert game.outcome.winner == position.side
        assert (len(game.moves) + 1) // 2 <= proof.tree.win_in


def test_wins_by_the_last_captures_are_proved() -> None:
    """A proof of one move, or of two by two pairs at once, ends by captures; a quiet one ends."""
    for text, moves in TAKEN:
        position = parse_position(text, PENTE)
        proof = solved(position)
        assert (proof.verdict, proof.win_in) == (PROVED, moves)
        for point in proof.pv:
            position.play(point)
        assert position.outcome is not None
        assert position.outcome.termination == CAPTURES
    proof = solved(parse_position(QUIET, PENTE))
    assert (proof.verdict, proof.tree, proof.pv, proof.win_in) == (REFUTED, None, (), None)
    assert proof.nodes < 10


def test_what_is_not_confirmed_is_not_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Limits and unconfirmed wins are undecided; a claim that the rules refute is an error."""
    last = position_of(problems("forced_wins.jsonl")[-1])
    assert solved(last, Limits(nodes=20)).verdict == UNDECIDED
    with Solver(PENTE) as solver, pytest.raises(ValueError, match="pente, not keryo"):
        solver.solve(FivePosition(PRESETS["keryo"]), SURE)
    over = parse_position("wwwww14" + 18 * "/19" + " b 0,0", PENTE)
    with pytest.raises(ValueError, match="game is over"):
        solved(over)
    crossing = parse_position(BY_OPEN_THREES[0][0], PENTE)
    monkeypatch.setattr("search.solve.five_solver.LEAST_WALK", 1)
    assert solved(crossing, Limits(nodes=10_000)).verdict == UNDECIDED  # not enough to walk it
    with monkeypatch.context() as context:
        context.setattr(Stopwatch, "within", lambda *_: False)
        proof = solved(crossing, Limits())
        assert (proof.verdict, proof.by, proof.tree) == (UNDECIDED, OPEN_THREES, None)
    claim = Verdict(PROVED, 3, FOURS)
    monkeypatch.setattr(Solver, "_find", lambda *_, **__: claim)
    with pytest.raises(ProofError, match="no win in 3"):
        solved(parse_position(QUIET, PENTE))
