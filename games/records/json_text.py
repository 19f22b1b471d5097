"""Reads JSON, and refuses numbers that no record of ours has; the tree of a game as JSON lists."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from games.errors import GameError, NotationError
from games.markup import checked_markup
from games.tree import MOST_MOVES, ROOT, GameTree, Node

MOST_DIGITS = 20  # of a whole number; Python refuses 4,301, in words about Python


def read_json(text: str | bytes) -> Any:
    """The value of a text in JSON. Raises ValueError, also for a number of too many digits."""
    return json.loads(text, parse_int=_whole_number)


def _whole_number(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"a number of {len(digits)} digits, expected {MOST_DIGITS} at most")
    return int(digits)


def tree_as_lists(tree: GameTree) -> list[list[Any]] | None:
    """All moves as [index of the parent or -1, move, comment]; None for one line and nothing more.

    A move with markup has that as well. Moves are written as the family stores them.
    """
    if tree.is_one_line():
        return None
    nodes = tree.in_order()
    spell = tree.family.format_stored
    place = {node.id: index for index, node in enumerate(nodes, -1)}
    return [
        [
            *(place[node.parent], spell(tree.board_at(node.parent), node.move), node.comment),
            *([node.markup] if node.markup else ()),
        ]
        for node in nodes[1:]
    ]


def nodes_of_lists(start: Any, lists: Sequence[Any], read: Callable[[Any, str], int]) -> list[Node]:
    """The nodes of a tree that `tree_as_lists` wrote; `read` gives the move that a text means.

    Raises GameError that names the move, or TypeError or ValueError for lists of another form.
    """
    if len(lists) > MOST_MOVES:
        raise NotationError(f"a record of {len(lists)} moves: at most {MOST_MOVES}")
    tree = GameTree(start)
    for index, (before, text, said, *more) in enumerate(lists):
        parent = int(before) + 1
        if not ROOT <= parent <= index:
            raise NotationError(
                f"move {index} of the tree: expected a parent that stands before it"
            )
        try:
            move = read(tree.board_at(parent), str(text))
        except GameError as error:
            raise type(error)(f"move {index} of the tree, {str(text)[:40]}: {error}") from error
        (markup,) = more or ((),)
        tree.attach(Node(parent, move, str(said), markup=checked_markup(tree.family, markup)))
    nodes = list(tree.nodes.values())[1:]
    return [Node(node.parent, node.move, node.comment, markup=node.markup) for node in nodes]
