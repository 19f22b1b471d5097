"""A game of Gipf as SGF, with variations and comments.

In SGF (FF[4]) Gipf is game 39. One node holds a player's consecutive decisions in the official
notation. Our own property SU holds the starting position:

    (;FF[4]GM[39]CA[UTF-8]RU[gipf]SU[w 12 12 GKb2 ...]RE[W+];W[g2];B[c7-c5];W[xd7*,e7,f6,h4;a5-f4])

Our own property MT holds the limit of turns, if there is one.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.errors import GameError, NotationError
from games.gipf.notation import OFFICIAL, format_move
from games.gipf.position import GipfPosition
from games.gipf.records.recognised import recognised
from games.gipf.rules import GipfRules, rules_with_limit
from games.gipf.text import format_position, parse_position
from games.gipf.turns import play_unwritten, play_word
from games.records.sgf import Properties, parse_sgf_tree
from games.records.sgf_game import COLOUR_OF_LETTER, SgfReader, format_sgf, only, players_of
from games.tree import ROOT, GameTree

GAME_NUMBER = "39"  # Gipf's number in SGF's property GM


def format_gipf_sgf(game: GameTree) -> str:
    """The game as an SGF game tree, turns in the official notation."""
    properties = {"SU": [format_position(game.start)]}
    if game.rules.most_turns:
        properties["MT"] = [str(game.rules.most_turns)]
    return format_sgf(game, GAME_NUMBER, properties | players_of(game), _spell)


def _spell(position: GipfPosition, move: int) -> str:
    return format_move(position, move, OFFICIAL)


def parse_gipf_sgf(text: str, rules: GipfRules | None = None) -> GameTree:
    """The game of an SGF file, ours or another program's in the official notation.

    `rules` are used if the property RU is missing; without SU it begins at the start. Without
    either the turns decide, as `games.gipf.records.recognised` says.

    Raises NotationError, UnknownRules or IllegalMove.
    """
    nodes = parse_sgf_tree(text)
    root = nodes[0][1]
    if root.get("GM") != [GAME_NUMBER]:
        raise NotationError(f"SGF: expected GM[{GAME_NUMBER}], Gipf, not GM{root.get('GM')}")
    if any(letter in root for letter in COLOUR_OF_LETTER):
        raise NotationError("SGF: a turn of Gipf in the first node is not read")
    if "RU" in root:
        return _game(nodes, only(root, "RU"))
    if rules is not None:
        return _game(nodes, rules.name)
    words = [
        word for _, node in nodes for letter in COLOUR_OF_LETTER for word in node.get(letter, ())
    ]
    game, notes = recognised(words, lambda name: _game(nodes, name))
    game.notes += notes
    return game


def _game(nodes: Sequence[tuple[int, Properties]], name: str) -> GameTree:
    root = nodes[0][1]
    rules = rules_with_limit(name, only(root, "MT") if "MT" in root else "0")
    start = parse_position(only(root, "SU"), rules) if "SU" in root else GipfPosition(rules)
    return _Reader(start).game(nodes)


class _Reader(SgfReader):
    """Reads turns; a tree that grows as they are played supplies the decisions left unwritten."""

    def __init__(self, start: GipfPosition) -> None:
        super().__init__(start)
        self._turns = {ROOT: 0}  # turns written up to each decision

    def words(self, node: Properties, before: int) -> list[tuple[int, str]]:  # noqa: ARG002
        """The turns of a node, White's first."""
        letters = enumerate(self.letters)
        return [(side, word) for side, letter in letters for word in node.get(letter, [])]

    def read(self, before: int, side: int, word: str) -> int:
        """Add the decisions of a word; return the last one. Raises GameError."""
        position = self.tree.board_at(before).copy()
        number = self._turns[before] + 1
        try:
            if position.side != side:
                play_unwritten(position, position.side)
            if position.side != side:
                raise NotationError(f"{self.letters[side]} is not to move: {word[:40]}")
            play_word(position, word, OFFICIAL)
        except GameError as error:
            raise type(error)(f"turn {number}, {word[:40]}: {error}") from error
        at = before
        for move in position.moves:
            self._turns.setdefault(at, self._turns[before])
            at = self.tree.add(at, move)
        self._turns[at] = number
        return at
