"""The tree of a game: moves with variations, comments and scores, and a board that walks it.

Node 0 is the start. The main line is first among children. The board goes from node to node by
undoing and playing moves, so a step costs one move and not a replay of the game.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from arena.review.marks import Mark
from games.family import AnyFamily
from web.contract import messages
from web.errors import NotFound, Stale, TooLarge

ROOT = 0
MOST_NODES = 20_000


class TreeNode:
    """A move and what hangs on it; `move` is its number in the rules, None at the start.

    `best` is the engine's line in the position after it, as its analysis or review found it.
    """

    __slots__ = (
        *("best", "captures", "children", "comment", "id", "mark", "move", "parent", "ply"),
        *("score", "side", "text"),
    )

    def __init__(  # noqa: PLR0917 - a record
        self,
        id_: int,
        parent: int | None,
        move: int | None,
        text: str,
        side: int,
        captures: int,
        ply: int,
    ) -> None:
        self.id = id_
        self.parent = parent
        self.move = move
        self.text = text
        self.side = side
        self.captures = captures
        self.ply = ply
        self.children: list[int] = []
        self.comment = ""
        self.score: messages.Score | None = None
        self.mark: Mark | None = None
        self.best = messages.NO_LINE

    def view(self) -> messages.Node:
        """The node as a message."""
        return messages.Node(
            id=self.id,
            parent=self.parent,
            move=self.text,
            text=self.text,
            side=1 if self.side else 0,
            captures=self.captures,
            comment=self.comment,
            ply=self.ply,
            score=self.score,
            mark=self.mark,
            best=self.best,
        )


class GameTree:
    """All nodes of a game, and a board at one of them."""

    def __init__(self, family: AnyFamily, start: Any) -> None:
        """A tree of the start alone; `start` is a position, which the tree keeps."""
        self.family = family
        self.board = start
        self.start_text = family.format_position(start)
        self.nodes = {ROOT: TreeNode(ROOT, None, None, "", 1 - start.side, 0, 0)}
        self.at = ROOT  # the node of the board
        self._next_id = 1

    def node(self, id_: int) -> TreeNode:
        """The node with this id. Raises NotFound."""
        if id_ not in self.nodes:
            raise NotFound("that move is no longer in the game")
        return self.nodes[id_]

    def path(self, id_: int) -> list[int]:
        """The nodes from the start to this one, inclusive."""
        path = [id_]
        while (parent := self.node(path[-1]).parent) is not None:
            path.append(parent)
        return path[::-1]

    def main_line(self) -> list[int]:
        """The nodes from the start along first children."""
        line = [ROOT]
        while self.nodes[line[-1]].children:
            line.append(self.nodes[line[-1]].children[0])
        return line

    def board_at(self, id_: int) -> Any:
        """The board at this node; the next call moves the same board."""
        target = self.path(id_)
        here = set(target)
        while self.at not in here:
            self.board.undo()
            parent = self.nodes[self.at].parent
            assert parent is not None, "the start is on every path"
            self.at = parent
        for step in target[target.index(self.at) + 1 :]:
            self.board.play(self.nodes[step].move)
            self.at = step
        return self.board

    def add(self, parent: int, move: int, *, first: bool = False) -> int:
        """The child that a legal move makes, new or there already; `first`: of the main line.

        Raises TooLarge, or IllegalMove.
        """
        board = self.board_at(parent)
        node = self.nodes[parent]
        child = next((one for one in node.children if self.nodes[one].move == move), None)
        if child is None:
            child = self._grow(node, board, move)
        if first and node.children[0] != child:
            node.children.remove(child)
            node.children.insert(0, child)
        return child

    def _grow(self, node: TreeNode, board: Any, move: int) -> int:
        """Add a child to the node of the board."""
        if len(self.nodes) >= MOST_NODES:
            raise TooLarge(f"a game has at most {MOST_NODES} moves, variations included")
        text = self.family.format_move(board, move)
        captures = self.family.taken_by(board, move)
        side = board.side
        board.play(move)
        child, self._next_id = self._next_id, self._next_id + 1
        self.nodes[child] = TreeNode(child, node.id, move, text, side, captures, node.ply + 1)
        node.children.append(child)
        self.at = child
        return child

    def delete(self, id_: int) -> None:
        """Delete a node with all that follows it. Raises Stale for the start."""
        node = self.node(id_)
        if node.parent is None:
            raise Stale("the start of a game cannot be deleted")
        self.board_at(node.parent)
        self.nodes[node.parent].children.remove(id_)
        waiting = [id_]
        while waiting:
            node = self.nodes.pop(waiting.pop())
            waiting += node.children

    def promote(self, id_: int) -> None:
        """Make the line to this node the main line."""
        path = self.path(id_)
        for parent, child in pairwise(path):
            children = self.nodes[parent].children
            children.remove(child)
            children.insert(0, child)

    def in_order(self) -> list[TreeNode]:
        """All nodes, parents before children, a line before its variations."""
        order, waiting = [], [ROOT]
        while waiting:
            node = self.nodes[waiting.pop()]
            order.append(node)
            waiting += node.children[::-1]
        return order

    def restore(self, node: TreeNode) -> None:
        """Add a saved node as the last child of its parent."""
        assert node.parent is not None, "the start exists already"
        self.nodes[node.id] = node
        self.nodes[node.parent].children.append(node.id)
        self._next_id = max(self._next_id, node.id + 1)
