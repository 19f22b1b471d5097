"""The plain-Python references, by docs/evaluation.md, and the textbook searches."""

from __future__ import annotations

import sys
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.five.diagram import parse_position
from games.five.position import FivePosition
from games.five.rules import PRESETS, FiveRules, rules_named
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS, GipfRules
from games.gipf.text import parse_position as parse_gipf_position
from games.rules import WHITE
from search.comparison import ALPHA_BETA, MATERIAL, MINIMAX, REFERENCE, game_of, plain_cell
from search.limits import Limits
from search.pure.game import PlainGame
from search.python_engine import PythonEngine
from search.reference.gipf_captures import captured_next
from search.reference.static import combine, evaluate
from search.result import DEPTH, NODES, ONLY_MOVE, PROVEN, TIME
from search.score import EVALUATION_LIMIT, INFINITY, is_win, lost_in, win_in
from search.textbook.minimax import alpha_beta, minimax
from search.textbook.rules_game import RulesGame, material
from search.weights import Weights
from tests.conditions import met, often
from tests.families import plain_search
from tests.strategies import (
    last_positions,
    positions,
    rules_records,
)
from tools.programs import output_of

DEFAULTS = Weights()


def test_reference_value_is_clamped() -> None:
    """No estimate reaches the scores of proven wins."""
    limits = [combine([n, 0], [0, 0], 0, PRESETS["pente"], DEFAULTS) for n in (10**7, -(10**7))]
    assert limits == [EVALUATION_LIMIT, -EVALUATION_LIMIT]


def test_reference_value_by_hand() -> None:
    """One stone on a 5 x 5 board: the sums written out."""
    ones = {"one": 1, "two": 10, "tempo_percent": 50}
    others = dict.fromkeys(("open_one", "open_two", "three", "four"), 0)
    weights = Weights({**ones, **others})
    position = parse_position("5/5/2w2/5/5 b 0,0", FiveRules("tiny", 5, first_colour=WHITE))
    # White: a two on the 4 points of its row, column and both diagonals: 16 x 10. Ones on the other
    # lines of five: 4 rows and 4 columns of 5 points. Black: ones on those 8 lines alone.
    white, black = 16 * 10 + 8 * 5, 8 * 5
    assert evaluate(position, weights) == black * 150 // 100 - white


SIX_LINES = rules_records(max_size=6)
SMALL = positions(SIX_LINES, max_turns=20) | last_positions(SIX_LINES)


# The plain search


@often(won=10, not_won=7)
@given(SMALL, st.integers(0, 2))
def test_reference_plain_search_is_minimax(position: FivePosition, depth: int) -> None:
    """The plain search has minimax's value over all candidates and its first best move."""
    found = plain_search(position, DEFAULTS, depth)
    expected = minimax(PlainGame(position, DEFAULTS), depth)
    assert found.score == expected.value
    if not is_win(found.score):  # minimax has no move for a root that wins at once
        met("not_won")
        assert (found.pv or (None,))[0] == expected.move
    else:
        met("won")


# The engine


@settings(max_examples=20)
@given(positions(), st.sampled_from((1, 2, 30, 200)))
def test_python_engine_always_answers_legally(position: FivePosition, nodes: int) -> None:
    """With any number of nodes the move is legal, and no more nodes are entered."""
    result = PythonEngine(position.rules).search(position, Limits(nodes=nodes))
    assert position.why_illegal(result.best) is None
    assert result.nodes <= nodes
    assert -INFINITY < result.score < INFINITY
    for point in result.pv:
        assert position.why_illegal(point) is None
        position.play(point)


GOMOKU = PRESETS["gomoku-15"]


def test_python_engine_says_what_ended_it() -> None:
    """Depth, nodes, a proof and a single legal move each end a search and are named."""
    two = parse_position("15/15/15/15/15/15/15/7b7/15/6w8/15/15/15/15/15 b 0,0", GOMOKU)
    engine = PythonEngine(GOMOKU)
    assert engine.search(two, Limits(depth=2)).stopped_by == DEPTH
    assert engine.search(two, Limits(nodes=100)).stopped_by == NODES
    won = parse_position("15/15/15/15/15/15/15/3bbbb8/15/6www6/15/15/15/15/15 b 0,0", GOMOKU)
    proven = engine.search(won, Limits(depth=9))
    assert (proven.stopped_by, proven.score, proven.win_in, len(proven.pv)) == (
        PROVEN,
        win_in(1),
        1,
        1,
    )
    opening = PythonEngine(PRESETS["pente"]).search(FivePosition(PRESETS["pente"]), Limits(nodes=9))
    assert (opening.stopped_by, opening.best) == (ONLY_MOVE, 180)
    deep = PythonEngine(PRESETS["pente"]).search(FivePosition(PRESETS["pente"]), Limits(depth=9))
    assert (deep.depth, deep.best) == (1, 180)  # the only legal move needs no long search
    assert engine.search(two, Limits(cpu_s=0.02)).stopped_by == TIME
    assert len(engine.search(two, Limits(depth=1), multipv=2).lines) == 2


def test_reference_imports_little() -> None:
    """Besides what homework.py loads, the fallback imports only the project's modules and time."""
    program = (
        "import os, sys; before = set(sys.modules); import search.python_engine;"
        "print(*sorted(set(sys.modules) - before))"
    )
    found = output_of([sys.executable, "-S", "-c", program]).split()
    allowed = ("games", "search", "__future__", "time", "mmap")
    assert [m for m in found if m.partition(".")[0] not in allowed] == []


BASIC = GIPF_PRESETS["gipf-basic"]


@pytest.mark.parametrize(
    ("pieces", "captured"),
    [
        ("We2 We3 We4 Ke5 Ke6", 2),  # a push from e1 makes the row, both black pieces touch it
        ("We2 We3 We4 Ke6", 1),  # the row fills e5 and touches e6
        ("We2 We3 We4 Ke7", 0),  # e6 stays empty between them
        ("We2 We3 Ke5 Ke6", 0),  # only three in a row
        ("We3 We4 We5 We6 Ke7", 0),  # the row stands already
    ],
)
def test_captures_by_the_next_piece_are_those_that_touch_the_row(
    pieces: str, captured: int
) -> None:
    """White's next piece captures what is connected to its new row without a gap."""
    turn = "" if captured or "We6" not in pieces else " turn=W"
    assert captured_next(parse_gipf_position(f"w 4 4 {pieces}{turn}", BASIC).cells, 0) == captured


Node = Any  # an end, with its value for side 0; or the side to move and the nodes it may choose
TREES = st.recursive(
    st.integers(-50, 50),
    lambda nodes: st.tuples(st.integers(0, 1), st.lists(nodes, min_size=1, max_size=3)),
    max_leaves=12,
)
DEEP = 20  # more than the trees have


class Tree:
    """A game on a tree of nodes, where a side may move several times in a row."""

    def __init__(self, root: Node) -> None:
        self.path = [root]

    @property
    def side(self) -> int:
        """The side to move, side 0 at an end."""
        return 0 if self.is_over() else int(self.path[-1][0])

    def moves(self) -> range:
        """The numbers of the nodes to choose from."""
        return range(len(self.path[-1][1]))

    def play(self, move: int) -> None:
        """Go to a node."""
        self.path.append(self.path[-1][1][move])

    def undo(self) -> None:
        """Go back."""
        self.path.pop()

    def is_over(self) -> bool:
        """Whether this is an end."""
        return isinstance(self.path[-1], int)

    def score(self) -> int:
        """The value of an end."""
        return int(self.path[-1])


def value_for_side_0(node: Node) -> int:
    """The value by best play of both, computed without changes of sign."""
    if isinstance(node, int):
        return node
    return (max, min)[node[0]](map(value_for_side_0, node[1]))


@often(low=4, high=8, inside=4)
@settings(max_examples=100)
@given(TREES, st.integers(-40, 15), st.integers(1, 30))
def test_textbook_searches_have_the_value_of_best_play(root: Node, below: int, width: int) -> None:
    """Values change sign only with the side. Alpha-beta is fail-soft: outside its window it bounds
    the value.
    """
    tree = Tree(root)
    true = value_for_side_0(root) * (-1 if tree.side else 1)
    assert minimax(tree, DEEP).value == alpha_beta(tree, DEEP).value == true
    alpha = true + below
    found = alpha_beta(tree, DEEP, alpha, alpha + width).value
    if found <= alpha:
        met("low")
        assert true <= found
    elif found >= alpha + width:
        met("high")
        assert true >= found
    else:
        met("inside")
        assert true == found


def test_minimax_refuses_a_game_without_moves() -> None:
    """A game that neither ends nor offers a move is refused with a message."""
    for search in (minimax, alpha_beta):
        with pytest.raises(ValueError, match="at least one move"):
            search(Tree((0, [])), 1)


def test_rules_game_scores_the_end_exactly() -> None:
    """A finished game scores as a win or loss with its number of turns; a limit is a draw."""
    position = parse_gipf_position("w 1 0 Wb2 Kb3", BASIC)
    game = RulesGame(position, material)
    found = alpha_beta(game, 1)
    assert found.value == win_in(1)
    game.play(found.move)
    assert game.is_over()
    assert (game.side, game.score()) == (1, lost_in(1))
    limited = GipfRules("gipf-basic", "basic", most_turns=1)
    game = RulesGame(GipfPosition(limited), material)
    game.play(0)
    assert (game.is_over(), game.score()) == (True, 0)


def test_comparison_evaluations_know_their_games() -> None:
    """Only Gipf has material, only the other family the reference, which alpha-beta prunes."""
    pente, gipf = FivePosition(rules_named("pente")), GipfPosition(BASIC)
    for position, evaluation in ((pente, MATERIAL), (gipf, REFERENCE)):
        with pytest.raises(ValueError, match="does not know"):
            game_of(position, evaluation, Weights())
    full, pruned = (
        plain_cell(each, game_of(pente, REFERENCE, Weights()), 2, 600.0).nodes
        for each in (MINIMAX, ALPHA_BETA)
    )
    assert pruned <= full
