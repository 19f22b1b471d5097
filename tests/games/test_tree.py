"""The tree of moves: its board, its changes, and its copies as records, for every family."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import GameError, IllegalMove, NotationError
from games.registry import GAMES, family_named
from games.tree import MOST_MOVES, ROOT, GameTree, Node, beginning_of, one_line, record_of, turns_of

SEEDS = st.integers(0, 10_000)


def grown(name: str, seed: int, moves: int = 30) -> GameTree:
    """A tree with random moves at random nodes, comments and a promoted line."""
    dice, tree = Random(seed), GameTree(family_named(name).start())
    for _ in range(moves):
        at = dice.choice([list(tree.nodes)[-1], dice.choice(list(tree.nodes))])
        if tree.board_at(at).outcome is None:
            legal = tree.board_at(at).legal_moves()
            child = tree.add(at, dice.choice(legal), first=dice.random() < 0.2)
            tree.nodes[child].comment = dice.choice(("", "", "why"))
    tree.promote(dice.choice(list(tree.nodes)))
    return tree


def shape(tree: GameTree, id_: int = ROOT) -> object:
    """The moves and comments from a node on, without ids."""
    node = tree.nodes[id_]
    return node.move, node.comment, [shape(tree, child) for child in node.children]


@given(st.sampled_from(GAMES), SEEDS)
def test_the_board_at_a_node_is_the_replayed_one(name: str, seed: int) -> None:
    """From any node to any other, the board equals a replay from the start."""
    tree = grown(name, seed)
    ids = list(tree.nodes)
    Random(seed).shuffle(ids)
    for id_ in ids:
        again = tree.start.copy()
        for step in tree.path(id_)[1:]:
            again.play(tree.nodes[step].move)
        board = tree.board_at(id_)
        assert (board.key, board.outcome, board.moves) == (again.key, again.outcome, again.moves)


@given(st.sampled_from(GAMES), SEEDS)
def test_a_node_is_its_parents_child(name: str, seed: int) -> None:
    """Siblings differ, parents come first in order, and the main line is that of first children."""
    tree = grown(name, seed)
    order = [node.id for node in tree.in_order()]
    assert sorted(order) == sorted(tree.nodes)
    for node in tree.in_order()[1:]:
        siblings = tree.nodes[node.parent].children
        assert node.id in siblings
        assert len({tree.nodes[one].move for one in siblings}) == len(siblings)
        assert order.index(node.parent) < order.index(node.id)
    assert order[: len(tree.main_line())] == tree.main_line()


@given(st.sampled_from(GAMES), SEEDS)
def test_deleting_takes_what_follows_and_nothing_else(name: str, seed: int) -> None:
    """A deleted node leaves with all nodes below it; adding its move again makes a new node."""
    tree = grown(name, seed)
    node = tree.nodes[Random(seed).choice(list(tree.nodes)[1:])]
    below = {id_ for id_ in tree.nodes if node.id in tree.path(id_)}
    kept = set(tree.nodes) - below
    tree.board_at(Random(seed).choice(sorted(below)))
    tree.delete(node.id)
    assert set(tree.nodes) == kept
    assert tree.add(node.parent, node.move) not in kept | below


@given(st.sampled_from(GAMES), SEEDS)
def test_a_record_is_an_equal_tree_of_its_own(name: str, seed: int) -> None:
    """A copy has the same lines and comments; its changes do not reach the original."""
    tree = grown(name, seed)
    copy = tree.record(names=("a", "b"), comment="c")
    assert shape(copy)[2] == shape(tree)[2]  # type: ignore[index]  # of a node
    assert (copy.names, copy.comment) == (("a", "b"), "c")
    before = shape(tree)
    for child in list(copy.nodes[ROOT].children):
        copy.delete(child)
    assert shape(tree) == before


@given(st.sampled_from(GAMES), SEEDS)
def test_another_main_line_keeps_what_it_passes(name: str, seed: int) -> None:
    """Up to the first difference, moves keep their comments and variations."""
    dice, tree = Random(seed), grown(name, seed)
    before, moves = shape(tree), tree.moves[: dice.randint(0, 5)]
    kept = len(moves)
    position = tree.start.copy()
    for move in moves:
        position.play(move)
    for _ in range(3):
        if position.outcome is None:
            moves.append(dice.choice(position.legal_moves()))
            position.play(moves[-1])
    record = tree.with_main_line(moves)
    assert record.moves == moves
    said = [node.comment for node in tree.main_nodes()[:kept]]
    assert [node.comment for node in record.main_nodes()[:kept]] == said
    for mine, old in list(zip(record.main_line(), tree.main_line(), strict=False))[:kept]:
        others = [shape(tree, child) for child in tree.nodes[old].children[1:]]
        assert [shape(record, child) for child in record.nodes[mine].children[1:]] == others
    assert shape(tree) == before


@given(st.sampled_from(GAMES), SEEDS)
def test_turns_are_what_the_sides_decide_in_turn(name: str, seed: int) -> None:
    """Joined they are the moves, and the family writes each as one answer."""
    tree = grown(name, seed)
    turns = turns_of(tree.start, tree.moves)
    assert [move for turn in turns for move in turn] == tree.moves
    position, words = tree.start.copy(), []
    for turn in turns:
        words.append(tree.family.format_answer(position, turn))
        for move in turn:
            position.play(move)
    assert words == tree.family.format_line(tree.start, tree.moves)


def test_a_position_becomes_a_record_and_stays_unchanged() -> None:
    """Its own moves are the game's, from where they began."""
    start = family_named("pente").after([180, 200])
    position = start.copy()
    for point in (60, 61):
        position.play(point)
    record = record_of(position)
    assert (record.start.key, record.moves) == (start.key, [60, 61])
    assert (beginning_of(position).key, position.moves) == (start.key, [60, 61])


@pytest.mark.parametrize(
    ("moves", "error", "message"),
    [
        ([Node(ROOT, 180), Node(1, 180)], IllegalMove, "move 2, K10: .*occupied"),
        ([Node(ROOT, 180), Node(ROOT, 181), Node(2, 181)], IllegalMove, "move 2, L10"),
        ([Node(1, 180)], NotationError, "after its parent"),
        ([Node(-1, 180)], NotationError, "after its parent"),
        (one_line([0] * (MOST_MOVES + 1)), NotationError, f"at most {MOST_MOVES}"),
    ],
)
def test_a_record_of_bad_moves_is_refused(
    moves: list[Node], error: type[GameError], message: str
) -> None:
    """Every line is played; the message names the move."""
    with pytest.raises(error, match=message):
        GameTree(family_named("gomoku-19").start(), moves)


@pytest.mark.parametrize(
    ("about", "message"),
    [
        ({"result": "2-0"}, "'2-0' is no result"),
        ({"tags": {"a[b": "c"}}, "no name of a header"),
        ({"tags": {"Event": "x" * 20_001}}, "header Event: 20001"),
        ({"tags": {f"T{number}": "" for number in range(201)}}, "201 headers"),
    ],
)
def test_a_record_with_a_bad_result_or_header_is_refused(
    about: dict[str, object], message: str
) -> None:
    """No format could hold it."""
    with pytest.raises(NotationError, match=message):
        GameTree(family_named("pente").start(), **about)  # type: ignore[arg-type]  # refused
