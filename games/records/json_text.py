"""Reads JSON, and refuses numbers that no record of ours has; the tree of a game as JSON lists."""

from __future__ import annotations

import json
from typing import Any

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from games.tree import GameTree

MOST_DIGITS = 20  # of a whole number; Python refuses 4,301, in words about Python


def read_json(text: str | bytes) -> Any:
    """The value of a text in JSON. Raises ValueError, also for a number of too many digits."""
    return json.loads(text, parse_int=_whole_number)


def _whole_number(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise ValueError(f"a number of {len(digits)} digits, expected {MOST_DIGITS} at most")
    return int(digits)


def tree_as_lists(tree: GameTree, spell: Callable[[Any, int], str]) -> list[list[Any]] | None:
    """All moves as [index of the parent or -1, move, comment]; None for one line without comments.

    `spell` writes a move in a position.
    """
    if tree.is_one_line():
        return None
    nodes = tree.in_order()
    place = {node.id: index for index, node in enumerate(nodes, -1)}
    return [
        [place[node.parent], spell(tree.board_at(node.parent), node.move), node.comment]
        for node in nodes[1:]
    ]
