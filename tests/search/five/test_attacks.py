"""Wins that need open threes: a proved attack wins against every legal reply."""

from __future__ import annotations

from random import Random

import pytest

from games.five.diagram import parse_diagram, parse_position
from games.five.position import Position
from games.five.rules import PRESETS, Rules
from games.rules import BLACK
from search.engine import Engine
from search.five.forced import lost_moves, win_by_attack
from search.five.native import open_search, set_position
from search.kernel.five import FiveSearch
from search.limits import Limits
from search.reference.engine import plain_search
from search.result import PROVEN
from search.score import WIN, is_win
from search.weights import Weights
from tests.conditions import met, often
from tests.strategies import random_move

PENTE = PRESETS["pente"]
NODES = 20_000
LIMITS = Limits(nodes=4_000_000)

# A stone where White's two lines meet makes two open threes; there is no four yet.
TWO_THREES = """
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . w . . . . . . . . . .
. . . . . . . . w . . . . . . . . . .
. . . . . . . . . w w . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . b . . . . . . . . . . . . . .
. . . . . . . . . . . . . . b . . . .
. . . b . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . b . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
. . . . . . . . . . . . . . . . . . .
"""

# Black's attacks win whatever White plays: in nine moves after C10 or C9, in two after most others.
LOST = (
    "5b9/w14/15/w1w2b1w3b1b1/2w1w10/b8b2wb1/7b7/w1w2w4bw3/5w1w7/b1wb1b1b1b5/b1b1w3w6/6b4bb2/"
    "wwbwb1w1wb5/b8w3bw/2bw1w1b7 w 0,0"
)

# The side to move wins by threats alone, in twelve moves.
WON = "9/8w/w1b2wb1w/9/b2bw4/b8/2bw1b3/w6b1/1bwwb2w1 b 0,0"


def kernel_at(position: Position) -> FiveSearch:
    """A selective kernel search with a table, set to a position."""
    search = open_search(position.rules, Weights())
    search.use_table(bytearray(1 << 20))
    set_position(search, position)
    search.begin(selective=True)
    return search


def attacked_positions(rules: Rules, seed: int, wanted: int) -> list[tuple[Position, int, int]]:
    """Positions of random games that an attack wins, with the score and the first stone."""
    random = Random(f"{rules.name} {seed}")
    found: list[tuple[Position, int, int]] = []
    while len(found) < wanted:
        position = Position(rules)
        while position.outcome is None and len(found) < wanted:
            if position.stones_placed(0) > 5:
                kernel = kernel_at(position)
                score = None if kernel.wins_at_once() else kernel.prove_attack(2, NODES)
                if score is not None:
                    found.append((position.copy(), score, kernel.pv()[0]))
                    break
            position.play(random_move(position, random))
    return found


@pytest.mark.parametrize("name", ["pente", "keryo", "gomoku-15", "standard-15"])
@often(replies=1000, not_at_once=230)
def test_attack_wins_against_every_reply(name: str) -> None:
    """After the first stone every legal reply loses to a shorter win, or to one at once."""
    for position, score, point in [
        each for seed in range(8) for each in attacked_positions(PRESETS[name], seed, 2)
    ]:
        position.play(point)
        plies_left = WIN - score - 2
        assert position.outcome is None
        for reply in position.legal_moves():
            met("replies")
            position.play(reply)
            assert position.outcome is None
            kernel = kernel_at(position)
            if not kernel.wins_at_once():
                met("not_at_once")
                shorter = win_by_attack(kernel, 10 * NODES)
                assert shorter is not None
                assert WIN - shorter.score <= plies_left
            position.undo()


@pytest.mark.parametrize("stones", [-1, 13])
def test_a_number_of_stones_that_no_attack_may_have_is_refused(stones: int) -> None:
    """So no attack ends at a limit of plies, which would refute it elsewhere in the table too."""
    with pytest.raises(ValueError, match=f"{stones} stones: expected 0 to 12"):
        kernel_at(Position(PENTE)).prove_attack(stones, NODES)


def test_attack_of_the_opponent_leaves_the_moves_that_stop_it() -> None:
    """With the other side to move, some moves lose to the attack, and some are left."""
    position = parse_diagram(TWO_THREES, PENTE, BLACK, 0, 0)
    kernel = kernel_at(position)
    candidates = [point for point, _ in kernel.candidates()]
    before = kernel.board_bytes()
    lost = lost_moves(kernel, candidates, LIMITS)
    assert kernel.board_bytes() == before
    assert lost
    assert set(lost) < set(candidates)
    for point in lost:
        kernel.play(point)
        assert kernel.wins_at_once() or win_by_attack(kernel, NODES) is not None
        kernel.undo()


def test_a_lost_side_plays_the_longest_defence() -> None:
    """If all other moves lose sooner, the search tries the moves again that the attack refutes."""
    position = parse_position(LOST, PRESETS["gomoku-15"])
    with Engine(position.rules) as engine:
        position.play(engine.search(position, Limits(depth=3)).best)
    assert not is_win(plain_search(position, Weights(), 2).score)


def test_a_win_that_was_proved_is_proved_again() -> None:
    """The table's entry of the root does not prevent a second proof by longer threats."""
    position = parse_position(WON, PRESETS["gomoku-9"])
    limits = Limits(nodes=60_000, cpu_s=60, aim_s=60)  # with an aim the first proof ends a search
    with Engine(position.rules) as engine:
        first, again = (engine.search(position, limits) for _ in range(2))
    assert first.stopped_by == again.stopped_by == PROVEN
    assert (again.score, again.best) == (first.score, first.best)
    assert again.nodes < first.nodes
