"""The search in plain Python: its answers are complete, its proofs are the kernel's, limits leave
no trace.
"""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from games.five.diagram import parse_position
from games.five.position import FivePosition
from games.five.rules import PRESETS
from search.five.native import open_search, set_position
from search.limits import Limits
from search.pure.board import Board
from search.pure.search import PureSearch
from search.python_engine import PythonEngine
from search.result import PROVEN
from search.score import WIN, is_loss, is_win
from search.weights import Weights
from tests.conditions import met, often
from tests.strategies import last_positions, lost_positions, positions, small_rules

PENTE = PRESETS["pente"]
NARROW = Weights({"width": 2})
MOST_TURNS = 6  # of a win or loss that a full search can find in a short time
MIDDLE = "19/19/19/19/19/12w6/9b1b7/7b1wb8/7b1bw8/7b1b9/6wwwb9/9w1bw6/19/19/19/19/19/19/19 w 2,4"


@often(wins=2, others=10)
@settings(max_examples=40)
@given(st.one_of(positions(), last_positions(back=9)), st.integers(1, 3))
def test_wins_by_threats_are_those_of_the_kernel(position: FivePosition, threats: int) -> None:
    """The same number of threats wins or does not, and a win has the same length."""
    kernel, search = open_search(position.rules, Weights()), PureSearch(position.rules, Weights())
    set_position(kernel, position)
    kernel.begin(selective=True)
    search.set_position(position)
    search.begin()
    if search.wins_at_once():
        return
    found = search.prove_vcf(threats, 1_000_000)
    assert found == kernel.prove_vcf(threats, 1_000_000)
    met("others" if found is None else "wins")
    if found is not None:
        for point in search.pv():
            assert position.why_illegal(point) is None
            position.play(point)


@often(wins=2, losses=2)
@settings(max_examples=100)
@given(
    positions(small_rules(), max_turns=20)
    | last_positions(small_rules(), back=4)
    | lost_positions(small_rules().filter(lambda rules: rules.size > 5))
)
def test_what_it_proves_a_full_search_proves(position: FivePosition) -> None:
    """A win or a loss that a narrow search claims also holds with every candidate."""
    result = PythonEngine(position.rules, NARROW).search(position, Limits(depth=3))
    turns = WIN - abs(result.score)
    if result.stopped_by == PROVEN and turns <= MOST_TURNS:
        met("wins" if is_win(result.score) else "losses")
        kernel = open_search(position.rules, NARROW)
        set_position(kernel, position)
        kernel.begin()  # plain mode
        full = kernel.iterate(max(1, turns - 1))
        assert full is not None
        assert (is_win(full), is_loss(full)) == (is_win(result.score), is_loss(result.score))
        assert abs(full) >= abs(result.score)


def test_limit_leaves_no_trace() -> None:
    """After searches that a limit of nodes ended anywhere, the board is as it was."""
    position = parse_position(MIDDLE, PENTE)
    search = PureSearch(PENTE, Weights())
    search.set_position(position)
    before = search.candidates(), search.evaluate()
    for nodes in range(1, 900, 40):
        search.begin(nodes=nodes)
        assert search.iterate(6) is None
        assert search.nodes <= nodes
        search.prove_vcf(9, 40)
        assert (search.candidates(), search.evaluate()) == before


@often(wins=3)
@settings(max_examples=20)
@given(lost_positions() | last_positions(back=2))
def test_what_answers_leave_out_loses_at_once(position: FivePosition) -> None:
    """Where the opponent would win at once, it still does after any move that is no answer."""
    board = Board(position.rules, Weights())
    board.set_position(position)
    side = position.side
    if board.can_win(side) or not board.can_win(1 - side):
        return
    met("wins")
    answers = board.answers()
    assert {*answers} <= {*position.legal_moves()}
    others = [point for point in position.legal_moves() if point not in answers]
    for point in Random(len(others)).sample(others, min(30, len(others))):
        position.play(point)
        board.play(point)
        assert position.outcome is None
        assert board.can_win(1 - side)
        board.undo()
        position.undo()


@settings(max_examples=8)
@given(positions(st.just(PRESETS["gomoku-9"])))
def test_threats_are_the_points_that_threaten_a_five(position: FivePosition) -> None:
    """After a stone on one of them, and on no other point, its side could win at once."""
    board, side = Board(position.rules, Weights()), position.side
    board.set_position(position)
    threats = board.threats()
    if not board.can_win(side):
        for point in position.legal_moves():
            board.play(point)
            assert board.can_win(side) == (point in threats)
            board.undo()
