"""The tree of a game of the page: each move with what the page shows of it."""

from __future__ import annotations

from typing import Any

from arena.review.marks import Mark
from games.tree import MOST_MOVES, NOTHING, ROOT, Node, Tree
from web.contract import messages
from web.errors import NotFound, Stale, TooLarge


class TreeNode(Node):
    """A move and what the page shows of it.

    `best` is the engine's line in the position after it, as its analysis or review found it. A node
    is `tried` if a viewer tried it instead of a mistake and has not kept it since: it is not saved.
    """

    __slots__ = ("best", "captures", "ply", "score", "side", "text", "tried")

    mark: Mark | None

    def __init__(  # noqa: PLR0917 - a record
        self, parent: int, move: int, text: str, side: int, captures: int, ply: int
    ) -> None:
        super().__init__(parent, move)
        self.text = text
        self.side = side
        self.captures = captures
        self.ply = ply
        self.score: messages.Score | None = None
        self.best = messages.NO_LINE
        self.tried = False

    def view(self) -> messages.Node:
        """The node as a message."""
        return messages.Node(
            id=self.id,
            parent=None if self.id == ROOT else self.parent,
            move=self.text,
            side=1 if self.side else 0,
            captures=self.captures,
            comment=self.comment,
            ply=self.ply,
            score=self.score,
            mark=self.mark,
            best=self.best,
            tried=self.tried,
            markup=self.markup,
        )


class SessionTree(Tree[TreeNode]):
    """All nodes of a game, and a board at one of them."""

    def __init__(self, start: Any) -> None:
        """A tree of the start alone."""
        super().__init__(start, TreeNode(NOTHING, NOTHING, "", 1 - start.side, 0, 0))
        self.start_text = self.family.format_position(start)

    def node(self, id_: int) -> TreeNode:
        """The node with this id. Raises NotFound."""
        if id_ not in self.nodes:
            raise NotFound("that move is no longer in the game")
        return self.nodes[id_]

    def attempt(self, parent: int, move: int) -> None:
        """Add a move as one that is tried; one that is there already stays as it is."""
        last = self._next_id
        node = self.add(parent, move)
        self.nodes[node].tried = self.nodes[node].tried or node >= last

    def keep(self, id_: int) -> None:
        """Keep a node with all before it, if they were tried."""
        for node in self.path(id_):
            self.nodes[node].tried = False

    def kept(self) -> list[TreeNode]:
        """All nodes in order but those that were only tried."""
        return [node for node in self.in_order() if not node.tried]

    def _grow(self, parent: int, move: int) -> int:
        if len(self.nodes) >= MOST_MOVES:
            raise TooLarge(f"a game has at most {MOST_MOVES} moves, variations included")
        return super()._grow(parent, move)

    def _made(self, parent: int, move: int) -> TreeNode:
        board, ply = self.board_at(parent), self.nodes[parent].ply + 1
        text = self.family.format_move(board, move)
        captures = self.family.taken_by(board, move)
        return TreeNode(parent, move, text, board.side, captures, ply)

    def looks(self) -> dict[int, tuple[Any, ...]]:
        """What can change of each node, by its id."""
        return {
            id_: (
                *(node.comment, node.score, node.mark, node.best, node.tried, node.markup),
                *node.children,
            )
            for id_, node in self.nodes.items()
        }

    def delete(self, id_: int) -> None:
        """Delete a node with all that follows it. Raises NotFound, or Stale for the start."""
        if id_ == ROOT:
            raise Stale("the start of a game cannot be deleted")
        super().delete(id_)
