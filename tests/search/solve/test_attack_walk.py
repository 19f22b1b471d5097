"""Proofs of wins by open threes: every legal reply loses, and no proof means undecided."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.five.diagram import parse_diagram
from games.five.position import Position
from games.five.rules import PRESETS
from games.rules import WHITE
from search.limits import Limits
from search.pace import Stopwatch
from search.solve.five_solver import FOURS, OPEN_THREES, Solver
from search.solve.solver import PROVED, REFUTED, UNDECIDED, Proof, ProofNode
from tests.conditions import met, often
from tests.strategies import last_positions, positions

PENTE = PRESETS["pente"]
UNLIMITED = Limits()
LONGEST = 30  # own moves of a play-out

# A stone in the middle makes an open three, and one with two gaps.
CROSSING = """
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . b . . .
. . b . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . w . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . w . w . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . w . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . b . . . . . . . . . . . . b . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
"""
# Two pairs that point at each other.
PAIRS = """
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . b . .
. . b . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . w . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . w w . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . w . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . b . . . . . . . . . . . . b . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
"""
# The diagram, and the length of the win that the engine finds.
WON = [(CROSSING, 8), (PAIRS, 7)]
QUIET.play(PENTE.centre)


def solved(position: Position, limits: Limits = UNLIMITED, *, open_threes: bool = True) -> Proof:
    """Return a new solver's result."""
    with Solver(position.rules, table_mb=4) as solver:
        return solver.solve(position, limits, open_threes=open_threes)


def won_at_once(position: Position) -> bool:
    """Whether some legal move wins by the readable rules; it stays played."""
    for point in position.legal_moves():
        side = position.side
        position.play(point)
        if position.outcome is not None and position.outcome.winner == side:
            return True
        position.undo()
    return False


@pytest.mark.parametrize(("diagram", "engine_says"), WON, ids=["crossing", "pairs"])
def test_win_by_open_threes_is_proved(diagram: str, engine_says: int) -> None:
    """Fours and captures win nothing; open threes do, no later than the engine says."""
    position = parse_diagram(diagram, PENTE, WHITE, 0, 0)
    by_fours = solved(position, open_threes=False)
    assert (by_fours.verdict, by_fours.by, by_fours.win_in) == (REFUTED, FOURS, None)
    proof = solved(position)
    assert (proof.verdict, proof.by) == (PROVED, OPEN_THREES)
    assert proof.win_in is not None
    assert proof.win_in <= engine_says
    assert len(proof.pv) == 2 * proof.win_in - 1
    winner = position.side
    for point in proof.pv:
        position.play(point)
    assert position.outcome is not None
    assert position.outcome.winner == winner


@pytest.mark.parametrize("diagram", [CROSSING, PAIRS], ids=["crossing", "pairs"])
def test_grouped_replies_lose_to_one_threat(diagram: str) -> None:
    """Grouped replies all lose to the same first move, after which fours and captures
    win in time.
    """
    position = parse_diagram(diagram, PENTE, WHITE, 0, 0)
    tree = solved(position).tree
    assert tree is not None
    assert tree.otherwise is not None
    assert not tree.by_threats
    _, threat = tree.otherwise
    assert threat.by_threats
    position.play(tree.moves[0])
    apart = {reply for (reply,), _ in tree.answers}
    together = [reply for reply in position.legal_moves() if reply not in apart]
    assert len(together) > len(apart)
    for reply in together[::7]:
        position.play(reply)
        proof = solved(position, open_threes=False)
        assert (proof.verdict, proof.best) == (PROVED, threat.moves[0])
        assert proof.win_in is not None
        assert proof.win_in <= threat.win_in
        position.undo()


def play_out(position: Position, node: ProofNode, random: Random) -> None:
    """Play a tree against random replies, half of them from the replies that it names."""
    for _ in range(LONGEST):
        position.play(node.moves[0])
        if position.outcome is not None:
            return
        answers = {reply: then for (reply,), then in node.answers}
        named = bool(answers) and random.random() < 0.5
        reply = random.choice(list(answers) if named else position.legal_moves())
        position.play(reply)
        assert position.outcome is None
        if reply in answers:
            node = answers[reply]
            continue
        assert node.otherwise is not None
        _, then = node.otherwise
        if then.win_in == 1:
            assert won_at_once(position)
            return
        tree = solved(position, open_threes=False).tree
        assert tree is not None
        assert tree.win_in <= then.win_in
        node = tree


@often(proved=10)
@given(positions(max_turns=50) | last_positions(back=5), st.integers(0, 100_000))
def test_whatever_is_proved_in_any_game_is_won(position: Position, seed: int) -> None:
    """In random positions of all games, the rules confirm each proof, and play-outs win in time."""
    proof = solved(position, Limits(nodes=5_000))
    assert (proof.tree is None) == (proof.verdict != PROVED)
    if proof.tree is not None:
        met("proved")
        game = position.copy()
        play_out(game, proof.tree, Random(seed))
        assert game.outcome is not None
        assert game.outcome.winner == position.side
        assert (len(game.moves) + 1) // 2 <= proof.tree.win_in


def test_unconfirmed_win_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    """A proof that the rules could not confirm in time is not reported as proved."""
    monkeypatch.setattr(Stopwatch, "within", lambda *_: False)
    proof = solved(parse_diagram(CROSSING, PENTE, WHITE, 0, 0))
    assert (proof.verdict, proof.by, proof.tree) == (UNDECIDED, OPEN_THREES, None)


def test_limit_of_nodes_ends_the_walk_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """The walk plays no more positions than the limit; one that needs more is undecided."""
    position = parse_diagram(CROSSING, PENTE, WHITE, 0, 0)
    walked, play = [0], Position.play

    def counted(self: Position, point: int) -> None:
        walked[0] += 1
        play(self, point)

    monkeypatch.setattr(Position, "play", counted)
    monkeypatch.setattr("search.solve.five_solver.LEAST_WALK", 1)
    assert solved(position).verdict == PROVED
    assert walked[0] > 10_000  # so the limit below is enough to find the win, but not to walk it
    walked[0] = 0
    proof = solved(position, Limits(nodes=10_000))
    assert (proof.verdict, proof.by, proof.tree) == (UNDECIDED, OPEN_THREES, None)
    assert 0 < walked[0] <= 2 * 10_000  # each is played and checked for a win by one stone
