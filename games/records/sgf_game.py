"""A game of any family as SGF: the tree, comments, names, result and headers.

What a family adds to the root, and what a move is called, its own module says: `records/sgf.py` of
its folder. One node holds what a side decides before the other side decides again. If these
decisions branch or have a comment in their middle, several nodes of one side hold them.

Markup reads `AR[jj:mg]CR[kk][ll]LB[jj:A]`: AR and LN name two points, LB a point and a text, in
which the colons are escaped, too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from games.errors import NotationError
from games.markup import KINDS, LABEL, SHAPES, Markup, checked_markup
from games.records.sgf import (
    Properties,
    format_result,
    format_sgf_tree,
    notes_on_result,
    parse_result,
)
from games.records.sgf_headers import format_headers, parse_headers, unread_properties
from games.result import OPEN, TERMINATION
from games.rules import BLACK, WHITE
from games.tree import ROOT, GameTree

COLOUR_OF_LETTER = {"W": WHITE, "B": BLACK}
LETTER_OF_COLOUR = {colour: letter for letter, colour in COLOUR_OF_LETTER.items()}
MOST_NOTES = 3  # on markup
READ_PROPERTIES = frozenset((*COLOUR_OF_LETTER, "C", *KINDS))


def letters_of(rules: Any) -> list[str]:
    """W or B of side 0 and side 1."""
    return [LETTER_OF_COLOUR[rules.colour_of(side)] for side in (0, 1)]


def players_of(game: GameTree) -> Properties:
    """The properties of the names that are known."""
    sides = zip(letters_of(game.rules), game.names, strict=True)
    return {f"P{letter}": [name] for letter, name in sides if name}


def format_sgf(
    game: GameTree,
    number: str,
    properties: Properties,
    spell: Callable[[Any, int], str],
    spell_place: Callable[[str], str] = str,
) -> str:
    """The whole game as one SGF tree.

    number      SGF's number of the game
    properties  those of the root that the family has, and the names
    spell       writes a move in a position
    spell_place writes a place, which has the family's name
    """
    letters = letters_of(game.rules)
    root: Properties = {"FF": ["4"], "GM": [number], "CA": ["UTF-8"], "RU": [game.rules.name]}
    root |= properties
    root |= format_headers(game.tags, letters)
    if game.result != OPEN:
        termination = game.tags.get(TERMINATION, "")
        root["RE"] = [format_result(game.result, game.rules.colour_of(0), termination)]
    if game.comment:
        root["C"] = [game.comment]
    root |= format_markup(game.nodes[ROOT].markup, spell_place)
    return format_sgf_tree([(-1, root), *_nodes_of(game, letters, spell, spell_place)])


def _nodes_of(
    game: GameTree,
    letters: Sequence[str],
    spell: Callable[[Any, int], str],
    spell_place: Callable[[str], str],
) -> list[tuple[int, Properties]]:
    """The nodes after the root: (index of the parent, node); the root has index 0."""
    nodes: list[tuple[int, Properties]] = []
    place = {ROOT: 0}  # the node that holds each move
    for move in game.in_order()[1:]:
        board, before = game.board_at(move.parent), game.nodes[move.parent]
        letter, text = letters[board.side], spell(board, move.move)
        joins = move.parent != ROOT and letter in nodes[place[move.parent] - 1][1]
        if joins and len(before.children) == 1 and not before.comment and not before.markup:
            place[move.id] = place[move.parent]
            nodes[place[move.id] - 1][1][letter][0] += f";{text}"
        else:
            nodes.append((place[move.parent], {letter: [text]}))
            place[move.id] = len(nodes)
        if move.comment:
            nodes[place[move.id] - 1][1]["C"] = [move.comment]
        nodes[place[move.id] - 1][1].update(format_markup(move.markup, spell_place))
    return nodes


def format_markup(markup: Markup, spell: Callable[[str], str]) -> Properties:
    """The properties of a node; `spell` writes a place."""
    properties: Properties = {}
    for kind, place, *rest in markup:
        words = [spell(place), *(rest if kind == LABEL else map(spell, rest))]
        properties.setdefault(kind, []).append(":".join(words))
    return properties


class SgfReader:
    """Reads the moves of SGF nodes into a tree; a family's subclass knows the moves.

    refused  properties that no node after the first may have
    """

    refused: Sequence[str] = ()

    def __init__(self, start: Any) -> None:
        self.tree = GameTree(start)
        self.letters = letters_of(start.rules)
        self._left_out: list[str] = []

    def places(self, word: str) -> list[str]:
        """The family's names of the places that a value of markup names. Raises NotationError."""
        return [self.tree.family.marked_place(word)]

    def words(self, node: Properties, before: int) -> list[tuple[int, str]]:
        """The moves of a node after a move of the tree, as (side, text). Raises NotationError."""
        raise NotImplementedError

    def read(self, before: int, side: int, word: str) -> int:
        """Add the moves of a word to the tree; return the last one. Raises GameError."""
        raise NotImplementedError

    def game(self, nodes: Sequence[tuple[int, Properties]], notes: Sequence[str] = ()) -> GameTree:
        """The game of these nodes; `notes` are about its rules. Raises GameError."""
        root = nodes[0][1]
        comment = self._read_moves(nodes)
        said = text_of(root, "RE")
        result = parse_result(said, self.tree.rules.colour_of(0))
        unread = unread_properties(nodes, READ_PROPERTIES)
        left_out = [f"SGF: the properties {', '.join(unread)} of moves are left out"]
        first, second = (text_of(root, f"P{letter}") for letter in self.letters)
        return self.tree.record(
            names=(first, second),
            result=result,
            comment=comment,
            tags=parse_headers(root, self.letters),
            notes=[
                *(*notes, *notes_on_result(said, result)),
                *(*(left_out if unread else ()), *self._left_out[:MOST_NOTES]),
            ],
        )

    def _read_moves(self, nodes: Sequence[tuple[int, Properties]]) -> str:
        """Add all moves with their comments; return the comments before the first move."""
        comments = [text_of(nodes[0][1], "C")]
        last: list[int] = []  # the last move of each node; a node without one takes its parent's
        for number, (parent, node) in enumerate(nodes):
            at = last[parent] if number else ROOT
            if number and (refused := [name for name in self.refused if name in node]):
                raise NotationError(
                    f"SGF: {refused[0]} after the first node changes the board: not read"
                )
            for side, word in self.words(node, at):
                at = self.read(at, side, word)
            last.append(at)
            self._read_markup(at, node)
            if not number or not (said := text_of(node, "C")):
                continue
            if at == ROOT:
                comments.append(said)
            else:
                move = self.tree.nodes[at]
                move.comment = f"{move.comment}\n{said}" if move.comment else said
        return "\n".join(filter(None, comments))

    def _read_markup(self, at: int, node: Properties) -> None:
        """Add the markup of a node to a move; what cannot be read is left out, with a note."""
        move, family = self.tree.nodes[at], self.tree.family
        markup: list[tuple[str, ...]] = []
        for kind in KINDS:
            for value in node.get(kind, ()):
                try:
                    marks = self._marks(kind, value)
                    checked_markup(family, marks)
                    markup += marks
                except NotationError as error:
                    self._left_out.append(f"SGF: {kind}[{value[:20]}] is left out: {error}")
        if markup:
            move.markup = checked_markup(family, [*move.markup, *checked_markup(family, markup)])

    def _marks(self, kind: str, value: str) -> list[tuple[str, ...]]:
        """The marks of a value: a shape may mark a rectangle. Raises NotationError."""
        if kind in SHAPES:
            return [(kind, place) for place in self.places(value)]
        first, _, second = value.partition(":")
        rest = second if kind == LABEL else self.places(second)[0]
        return [(kind, self.places(first)[0], rest)]


def text_of(node: Properties, name: str) -> str:
    """The first value of a property, or nothing."""
    return (node.get(name) or [""])[0]


def only(node: Properties, name: str) -> str:
    """The one value of a property. Raises NotationError."""
    values = node.get(name, [])
    if len(values) != 1:
        raise NotationError(f"SGF: expected one value of {name}, not {values}")
    return values[0]
