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
from games.records.five_game import MOST_MOVES, OPEN, START, TERMINATION, RecordedMove
from games.records.gipf_game import GipfGame, Walk, rules_of
from games.records.gipf_paper import (
    AMBIGUOUS,
    BASIC,
    STANDARD,
    TOURNAMENT,
    brings_gipf_pieces,
)
from games.records.sgf import (
    Node,
    format_result,
    format_sgf_tree,
    notes_on_result,
    parse_result,
    parse_sgf_tree,
)
from games.records.sgf_headers import format_headers, parse_headers, unread_properties

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

GAME_NUMBER = "39"  # Gipf's number in SGF's property GM
SGF_SIDES = "WB"
READ_PROPERTIES = frozenset(("W", "B", "C"))


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
    for letter, name in zip(SGF_SIDES, game.names, strict=True):
        if name:
            root["P" + letter] = [name]
    root |= format_headers(game.tags, SGF_SIDES)
    if game.result != OPEN:
        termination = game.tags.get(TERMINATION, "")
        root["RE"] = [format_result(game.result, rules.colour_of(0), termination)]
    if game.comment:
        root["C"] = [game.comment]
    return format_sgf_tree([(-1, root), *_nodes_of(game)])


def _nodes_of(game: GipfGame) -> list[tuple[int, Node]]:
    """The nodes after the root: (index of the parent, node); the root has index 0."""
    tree, walk = game.tree, Walk(game.start, game.tree)
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

    `preset` is the game if the property RU is missing; without SU it begins at the start. Without
    either the turns decide, as in `games.records.gipf_paper`.

    Raises NotationError, UnknownRules or IllegalMove.
    """
    (_, root), *nodes = parse_sgf_tree(text)
    if root.get("GM") != [GAME_NUMBER]:
        raise NotationError(f"SGF: expected GM[{GAME_NUMBER}], Gipf, not GM{root.get('GM')}")
    if any(letter in root for letter in SGF_SIDES):
        raise NotationError("SGF: a turn of Gipf in the first node is not read")
    if "RU" in root or preset is not None:
        return _game(root, nodes, _only(root, "RU") if "RU" in root else str(preset))
    words = [word for _, node in nodes for letter in SGF_SIDES for word in node.get(letter, [])]
    if brings_gipf_pieces(words):
        return _game(root, nodes, TOURNAMENT)
    games, refusal = [], GameError("no turns")
    for name in (STANDARD, BASIC):
        try:
            games.append(_game(root, nodes, name))
        except GameError as error:
            refusal = type(error)(f"read as {name}: {error}")
    if not games:
        raise refusal
    if len(games) > 1:
        games[-1].notes.append(AMBIGUOUS)
    return games[-1]


def _game(root: Node, nodes: Sequence[tuple[int, Node]], name: str) -> GipfGame:
    """The game of these nodes, of this name. Raises GameError."""
    rules = rules_of(name, _only(root, "MT") if "MT" in root else "0")
    start = parse_position(_only(root, "SU"), rules) if "SU" in root else GipfPosition(rules)
    reader = _Reader(start)
    last = [START]  # the last decision of each node; a node without one takes its parent's
    for parent, node in nodes:
        at = last[parent]
        for side, letter in enumerate(SGF_SIDES):
            for word in node.get(letter, []):
                at = reader.read(at, side, word)
        if said := _text(node, "C"):
            reader.comment(at, said)
        last.append(at)
    unread = unread_properties([(-1, root), *nodes], READ_PROPERTIES)
    notes = [f"SGF: the properties {', '.join(unread)} of moves are left out"] if unread else []
    result = parse_result(_text(root, "RE"), start.rules.colour_of(0))
    notes += notes_on_result(_text(root, "RE"), result)
    return GipfGame.of_tree(
        start,
        reader.tree,
        "\n".join(filter(None, (_text(root, "C"), *reader.before))),
        result=result,
        names=(_text(root, "PW"), _text(root, "PB")),
        tags=parse_headers(root, SGF_SIDES),
        notes=notes,
    )


class _Reader:
    """A tree that grows as turns are read."""

    def __init__(self, start: GipfPosition) -> None:
        self.tree: list[RecordedMove] = []
        self.before: list[str] = []  # comments before the first decision
        self._turns: dict[int, int] = {START: 0}  # turns written up to each decision
        self._known: dict[tuple[int, int], int] = {}  # decisions by parent and move
        self._walk = Walk(start, self.tree)

    def comment(self, index: int, said: str) -> None:
        """Add a comment to a decision, or to the game if there is none before it."""
        if index == START:
            self.before.append(said)
            return
        old = self.tree[index].comment
        self.tree[index].comment = f"{old}\n{said}" if old else said

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


def _text(node: Node, name: str) -> str:
    """The first value of a property, or nothing."""
    return (node.get(name) or [""])[0]


def _only(node: Node, name: str) -> str:
    """The one value of a property."""
    values = node.get(name, [])
    if len(values) != 1:
        raise NotationError(f"SGF: expected one value of {name}, not {values}")
    return values[0]
