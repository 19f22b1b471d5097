"""The tree of moves of a game of any kind: variations, comments, marks, names, headers, result.

Records, the page's games and the games of `pente` are this tree. Node ROOT is the start. The first
child of a node continues its line, the others are variations. One board walks from node to node by
undoing and playing moves, so a step costs one move and not a replay of the game.

A move is one decision, as the rules number it; in Gipf a turn may have several.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any, Generic, TypeVar

from games.errors import GameError, IllegalMove, NotationError
from games.family import family_of, play_all
from games.markup import Markup
from games.result import OPEN, checked_result

ROOT = 0
NOTHING = -1  # the parent and the move of the start
MOST_MOVES = 20_000  # moves in a record, variations included
TAG_NAME = re.compile(r"[A-Za-z0-9 '?]{1,60}")
LONGEST_TAG = 20_000  # characters
MOST_TAGS = 200


class Node:
    """A move: the id of the node before it, its number in the rules, and what is said about it.

    `markup` is drawn on the board after it.
    `id` and `children` are set by the tree that the node joins.
    """

    __slots__ = ("children", "comment", "id", "mark", "markup", "move", "parent")

    def __init__(
        self,
        parent: int,
        move: int,
        comment: str = "",
        mark: str | None = None,
        markup: Markup = (),
    ) -> None:
        self.id = ROOT
        self.parent = parent
        self.move = move
        self.comment = comment
        self.mark: Any = mark  # what a judge said of the move, in its own words
        self.markup = markup
        self.children: list[int] = []

    def __repr__(self) -> str:
        return f"Node({self.parent}, {self.move}, {self.comment!r})"


N = TypeVar("N", bound=Node)


class Tree(Generic[N]):
    """A game, finished or not, whose nodes are of a kind that the subclass makes.

    start    the position before its first move
    nodes    all nodes by their ids, which stay while the tree changes
    names    of side 0 and side 1; "" if unknown
    result   one of `games.result.RESULTS`; a resignation does not show on the board
    comment  on the game as a whole
    tags     other headers, by pente.org's names: "Event", "Date", "Player 1 Rating" ...
    notes    what the reader assumed or left out, in words for the user; not part of the game
    """

    nodes: dict[int, N]
    names: tuple[str, str] = ("", "")
    result = OPEN

    def __init__(self, start: Any, root: N) -> None:
        """The start alone; `start` is a position, of which the tree keeps a copy."""
        self.start = start.copy()
        self.family = family_of(start.rules)
        self.nodes = {ROOT: root}
        self.tags: dict[str, str] = {}
        self.notes: list[str] = []
        self._board = start.copy()
        self._path = [ROOT]  # the nodes from the start to the board
        self._on_path = {ROOT}
        self._next_id = ROOT + 1

    @property
    def rules(self) -> Any:
        """The rules it is played by."""
        return self.start.rules

    @property
    def comment(self) -> str:
        """The comment on the game as a whole: that of the start."""
        return self.nodes[ROOT].comment

    # Lines

    def node(self, id_: int) -> N:
        """The node with this id. Raises KeyError."""
        return self.nodes[id_]

    def path(self, id_: int) -> list[int]:
        """The ids from the start to this node, both included."""
        path = [id_]
        while path[-1] != ROOT:
            path.append(self.node(path[-1]).parent)
        return path[::-1]

    def main_line(self) -> list[int]:
        """The ids from the start along first children."""
        line = [ROOT]
        while self.nodes[line[-1]].children:
            line.append(self.nodes[line[-1]].children[0])
        return line

    def main_nodes(self) -> list[N]:
        """The nodes of the main line, without the start."""
        return [self.nodes[id_] for id_ in self.main_line()[1:]]

    @property
    def moves(self) -> list[int]:
        """The moves of the main line."""
        return [node.move for node in self.main_nodes()]

    def in_order(self) -> list[N]:
        """All nodes, parents before children, a line before its variations."""
        order, waiting = [], [ROOT]
        while waiting:
            node = self.nodes[waiting.pop()]
            order.append(node)
            waiting += node.children[::-1]
        return order

    def is_one_line(self) -> bool:
        """Whether no move has a variation, a comment or markup."""
        return all(len(node.children) < 2 for node in self.nodes.values()) and not any(
            node.comment or node.markup for id_, node in self.nodes.items() if id_ != ROOT
        )

    # Positions

    def board_at(self, id_: int) -> Any:
        """The board at this node; the next call moves the same board. Raises IllegalMove."""
        steps = []
        while id_ not in self._on_path:
            steps.append(id_)
            id_ = self.node(id_).parent
        while self._path[-1] != id_:
            self._board.undo()
            self._on_path.remove(self._path.pop())
        for step in reversed(steps):
            self._play(self.nodes[step].move)
            self._stand_on(step)
        return self._board

    def _play(self, move: int) -> None:
        """Play a move on the board. Raises IllegalMove, which says its number and the move."""
        try:
            self._board.play(move)
        except GameError as error:
            text = self.family.format_answer(self._board, [move])
            raise IllegalMove(f"move {len(self._path)}, {text}: {error}") from error

    def _stand_on(self, id_: int) -> None:
        self._path.append(id_)
        self._on_path.add(id_)

    def end(self) -> Any:
        """A position at the end of the main line, with its moves."""
        return after(self.start, self.moves)

    # Changes

    def attach(self, node: N, id_: int | None = None) -> int:
        """Add a node as the last child of its parent and return its id; its move is not played."""
        node.id = self._next_id if id_ is None else id_
        self._next_id = max(self._next_id, node.id + 1)
        self.nodes[node.id] = node
        self.nodes[node.parent].children.append(node.id)
        return node.id

    def add(self, parent: int, move: int, *, first: bool = False) -> int:
        """The child that a move makes, new or there already; `first`: of the main line.

        Raises IllegalMove, or NotationError for too many moves.
        """
        children = self.node(parent).children
        child = next((id_ for id_ in children if self.nodes[id_].move == move), None)
        if child is None:
            child = self._grow(parent, move)
        if first and children[0] != child:
            children.remove(child)
            children.insert(0, child)
        return child

    def _grow(self, parent: int, move: int) -> int:
        if len(self.nodes) > MOST_MOVES:
            raise NotationError(f"a record of more than {MOST_MOVES} moves")
        self.board_at(parent)
        node = self._made(parent, move)
        self._play(move)
        self._stand_on(self.attach(node))
        return node.id

    def _made(self, parent: int, move: int) -> N:
        raise NotImplementedError

    def delete(self, id_: int) -> None:
        """Delete a node other than the start, with all that follows it."""
        node = self.node(id_)
        self.board_at(node.parent)
        self.nodes[node.parent].children.remove(id_)
        waiting = [id_]
        while waiting:
            node = self.nodes.pop(waiting.pop())
            waiting += node.children

    def promote(self, id_: int) -> None:
        """Make the line to this node the main line."""
        for parent, child in pairwise(self.path(id_)):
            children = self.nodes[parent].children
            children.remove(child)
            children.insert(0, child)

    # As a record

    def record(self, nodes: Sequence[N] | None = None, **about: Any) -> GameTree:
        """A record of all nodes in order, or of these, each after its parent; the start is first.

        `about` are further arguments of GameTree; what is not given is as in this tree.
        """
        kept = self.in_order() if nodes is None else nodes
        place = {node.id: number for number, node in enumerate(kept)}
        moves = [
            Node(place[node.parent], node.move, node.comment, node.mark, node.markup)
            for node in kept[1:]
        ]
        own: dict[str, Any] = {"names": self.names, "result": self.result, "tags": self.tags}
        own |= {"comment": self.comment, "markup": self.nodes[ROOT].markup}
        return GameTree(self.start, moves, **own | about)


class GameTree(Tree[Node]):
    """A game as a record: read from a file, or made to be written."""

    def __init__(
        self,
        start: Any,
        moves: Iterable[Node] = (),
        *,
        names: tuple[str, str] = ("", ""),
        result: str = OPEN,
        comment: str = "",
        markup: Markup = (),
        tags: dict[str, str] | None = None,
        notes: Sequence[str] = (),
    ) -> None:
        """A tree that takes these moves, numbered from 1; each stands after its parent.

        Raises NotationError for a result that contradicts the board or bad tags, or IllegalMove.
        """
        super().__init__(start, Node(NOTHING, NOTHING, comment, markup=markup))
        self.names = names
        self.tags = checked_tags(tags or {})
        self.notes = list(notes)
        for node in moves:
            if not ROOT <= node.parent < self._next_id:
                raise NotationError("each move of a record must come after its parent")
            self.attach(node)
        if len(self.nodes) > MOST_MOVES + 1:
            raise NotationError(f"a record of {len(self.nodes) - 1} moves: at most {MOST_MOVES}")
        for node in self.in_order():
            self.board_at(node.id)
        self.result = checked_result(result, self.board_at(self.main_line()[-1]).outcome)

    def _made(self, parent: int, move: int) -> Node:
        return Node(parent, move)

    def with_main_line(self, moves: Sequence[int], **about: Any) -> GameTree:
        """A record whose main line are these moves; `about` as for `record`.

        Moves up to the first difference keep their comments and variations. What followed in the
        old main line is left out; so are the variations from there, if no new move takes its place.
        """
        copy = self.record(result=OPEN)
        at, kept = ROOT, 0
        for node, move in zip(copy.main_nodes(), moves, strict=False):
            if node.move != move:
                break
            at, kept = node.id, kept + 1
        rest, following = moves[kept:], copy.nodes[at].children
        for child in following[:1] if rest else list(following):
            copy.delete(child)
        for index, move in enumerate(rest):
            at = copy.attach(Node(at, move))
            if index == 0:
                copy.promote(at)
        return copy.record(**about)


def checked_tags(tags: dict[str, str]) -> dict[str, str]:
    """A copy of the tags. Raises NotationError for a name or a length that no format can hold."""
    if len(tags) > MOST_TAGS:
        raise NotationError(f"a record of {len(tags)} headers: at most {MOST_TAGS}")
    for name, value in tags.items():
        if not TAG_NAME.fullmatch(name):
            raise NotationError(f"{name[:60]!r} is no name of a header: letters, digits and blanks")
        if len(value) > LONGEST_TAG:
            raise NotationError(f"header {name}: {len(value)} characters, at most {LONGEST_TAG}")
    return dict(tags)


def one_line(moves: Iterable[int]) -> list[Node]:
    """One line of play as the nodes of a tree."""
    return [Node(before, move) for before, move in enumerate(moves, ROOT)]


def record_of(position: Any, **about: Any) -> GameTree:
    """The game whose moves led to this position; `about` as for GameTree."""
    return GameTree(beginning_of(position), one_line(position.moves), **about)


def beginning_of(position: Any) -> Any:
    """The position before all moves that led to this one."""
    back = list(position.moves)
    for _ in back:
        position.undo()
    start = position.copy()
    play_all(position, back)
    return start


def after(start: Any, moves: Iterable[int]) -> Any:
    """The position after these moves. Raises IllegalMove."""
    position = start.copy()
    play_all(position, moves)
    return position


def turns_of(start: Any, moves: Iterable[int]) -> list[tuple[int, ...]]:
    """The moves grouped into turns: consecutive decisions of one side are one."""
    position, turns = start.copy(), list[tuple[int, ...]]()
    before: int | None = None
    for move in moves:
        if position.side == before:
            turns[-1] = (*turns[-1], move)
        else:
            turns.append((move,))
        before = position.side
        position.play(move)
    return turns
