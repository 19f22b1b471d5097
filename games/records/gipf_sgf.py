"""A game of Gipf as SGF, with variations and comments.

In SGF (FF[4]) Gipf is game 39. One node holds a player's consecutive decisions in the official
notation. Our own property SU holds the starting position:

    (;FF[4]GM[39]CA[UTF-8]RU[gipf]SU[w 12 12 GKb2 ...]RE[W+];W[g2];B[c7-c5];W[xd7*,e7,f6,h4;a5-f4])

If these decisions branch or have a comment in their middle, several nodes of one side hold them.
Our own property MT holds the limit of turns, if there is one.
"""

from __future__ import annotations

from games.errors import GameError, NotationError
from games.gipf.notation import OFFICIAL, format_move
from games.gipf.position import GipfPosition
from games.gipf.text import format_position, parse_position
from games.gipf.turns import play_unwritten, play_word
from games.records.five_game import MOST_MOVES, OPEN, START, RecordedMove
from games.records.gipf_game import GipfGame, rules_of
from games.records.sgf import Node, format_result, format_sgf_tree, parse_result, parse_sgf_tree

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

GAME_NUMBER = "39"  # Gipf's number in SGF's property GM
SGF_SIDES = "WB"


def format_sgf_game(game: GipfGame) -> str:
    """The game as an SGF game tree, turns in the official notation."""
    rules = game.start.rules
    root: Node = {
        "FF": ["4"],
        "GM": [GAME_NUMBER],
        "CA": ["UTF-8"],
        "RU": [rules.name],
        "SU": [format_position(game.start)],
    }
    if rules.most_turns:
        root["MT"] = [str(rules.most_turns)]
    if game.result != OPEN:
        root["RE"] = [format_result(game.result, rules.colour_of(0))]
    if game.comment:
        root["C"] = [game.comment]
    return format_sgf_tree([(-1, root), *_nodes_of(game)])


def _nodes_of(game: GipfGame) -> list[tuple[int, Node]]:
    """The nodes after the root: (index of the parent, node); the root has index 0."""
    tree, walk = game.tree, _Walk(game.start, game.tree)
    followers = [0] * len(tree)  # how many decisions follow each
    for move in tree:
        if move.parent != START:
            followers[move.parent] += 1
    nodes: list[tuple[int, Node]] = []
    place: list[int] = []  # the node that holds each decision
    sides: list[int] = []
    for move in tree:
        position, before = walk.to(move.parent), move.parent
        side, text = position.side, format_move(position, move.point, OFFICIAL)
        sides.append(side)
        joins = before != START and sides[before] == side
        if joins and followers[before] == 1 and not tree[before].comment:
            place.append(place[before])
            nodes[place[-1] - 1][1][SGF_SIDES[side]][0] += f";{text}"
        else:
            parent = 0 if before == START else place[before]
            nodes.append((parent, {SGF_SIDES[side]: [text]}))
            place.append(len(nodes))
        if move.comment:
            nodes[place[-1] - 1][1]["C"] = [move.comment]
    return nodes


def parse_sgf_game(text: str, preset: str | None = None) -> GipfGame:
    """The game of an SGF file, ours or another program's in the official notation.

    `preset` is the game if the property RU is missing; without SU it begins at the start.
    Raises NotationError, UnknownRules or IllegalMove.
    """
    (_, root), *nodes = parse_sgf_tree(text)
    if root.get("GM") != [GAME_NUMBER]:
        raise NotationError(f"SGF: expected GM[{GAME_NUMBER}], Gipf, not GM{root.get('GM')}")
    name = preset if preset is not None and "RU" not in root else _only(root, "RU")
    rules = rules_of(name, _only(root, "MT") if "MT" in root else "0")
    start = parse_position(_only(root, "SU"), rules) if "SU" in root else GipfPosition(rules)
    reader = _Reader(start)
    last = [START]  # the last decision of each node; a node without one takes its parent's
    for parent, node in nodes:
        at = last[parent]
        for side, letter in enumerate(SGF_SIDES):
            for word in node.get(letter, []):
                at = reader.read(at, side, word)
        if at != START and "C" in node:
            said = reader.tree[at].comment
            reader.tree[at].comment = f"{said}\n{node['C'][0]}" if said else node["C"][0]
        last.append(at)
    result = parse_result(root.get("RE", [""])[0], start.rules.colour_of(0))
    return GipfGame.of_tree(start, reader.tree, root.get("C", [""])[0], result=result)


class _Walk:
    """A position that moves between the decisions of a tree by undo and play."""

    def __init__(self, start: GipfPosition, tree: Sequence[RecordedMove]) -> None:
        self.position = start.copy()
        self._tree = tree
        self._path: list[int] = []
        self._places: dict[int, int] = {}  # where each decision stands on the path

    def to(self, index: int) -> GipfPosition:
        """The position after this decision: undo to the common ancestor, then play."""
        steps = []
        while index != START and index not in self._places:
            steps.append(index)
            index = self._tree[index].parent
        kept = 0 if index == START else self._places[index] + 1
        while len(self._path) > kept:
            self.position.undo()
            del self._places[self._path.pop()]
        for step in reversed(steps):
            self.position.play(self._tree[step].point)
            self._places[step] = len(self._path)
            self._path.append(step)
        return self.position


class _Reader:
    """A tree that grows as turns are read."""

    def __init__(self, start: GipfPosition) -> None:
        self.tree: list[RecordedMove] = []
        self._turns: dict[int, int] = {START: 0}  # turns written up to each decision
        self._known: dict[tuple[int, int], int] = {}  # decisions by parent and move
        self._walk = _Walk(start, self.tree)

    def read(self, before: int, side: int, word: str) -> int:
        """Add the decisions of a word; return the index of the last one."""
        position = self._walk.to(before).copy()
        first, number = len(position.moves), self._turns[before] + 1
        try:
            if position.side != side:
                play_unwritten(position, position.side)
            if position.side != side:
                raise NotationError(f"{SGF_SIDES[side]} is not to move: {word[:40]}")
            play_word(position, word, OFFICIAL)
        except GameError as error:
            raise type(error)(f"turn {number}, {word[:40]}: {error}") from error
        at = before
        for move in position.moves[first:]:
            at = self._add(at, move)
        self._turns[at] = number
        return at

    def _add(self, before: int, move: int) -> int:
        """The index of a decision, added if it is new."""
        known = self._known.get((before, move))
        if known is not None:
            return known
        if len(self.tree) >= MOST_MOVES:
            raise NotationError(f"a record of more than {MOST_MOVES} decisions")
        self.tree.append(RecordedMove(before, move))
        self._known[before, move] = len(self.tree) - 1
        self._turns.setdefault(len(self.tree) - 1, self._turns[before])
        return len(self.tree) - 1


def _only(node: Node, name: str) -> str:
    """The one value of a property."""
    values = node.get(name, [])
    if len(values) != 1:
        raise NotationError(f"SGF: expected one value of {name}, not {values}")
    return values[0]
