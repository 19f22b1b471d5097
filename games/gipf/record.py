"""A game of Gipf as a line of JSON, and as SGF; each holds all that is needed to replay it.

JSON keeps every decision, in the notation of entries:

    {"format": 1, "rules": "gipf", "most_turns": 0, "start": "w 12 12 GKb2 ...",
     "moves": ["g1-g2", ...], "winner": "white", "termination": "empty reserve"}

SGF (FF[4], where Gipf is game 39) has one node for what a player writes in one go, in the official
notation, and our own property SU with the starting position:

    (;FF[4]GM[39]CA[UTF-8]RU[gipf]SU[w 12 12 GKb2 ...]RE[W+];W[g2];B[c7-c5];W[xd7*,e7,f6,h4;a5-f4])

A limit of turns, where there is one, is our property MT.
"""

from __future__ import annotations

import json
from typing import Any

from games.errors import GameError, NotationError
from games.gipf.notation import ENTRY, OFFICIAL, format_move, parse_move
from games.gipf.position import GipfPosition
from games.gipf.rules import GipfRules, gipf_rules_named
from games.gipf.text import format_position, parse_position
from games.gipf.turns import format_turns, parse_turns
from games.rules import BLACK, WHITE
from games.sgf import Node, format_sgf, parse_sgf

FORMAT = 1
GAME_NUMBER = "39"  # of Gipf in SGF, property GM
SGF_SIDES = "WB"
RESULTS = {"W+": WHITE, "B+": BLACK, "0": None}  # property RE


class GipfGame:
    """A game, finished or not.

    start  the position before its first move
    moves  the decisions that were made from there
    """

    __slots__ = ("moves", "start")

    def __init__(self, start: GipfPosition, moves: list[int]) -> None:
        self.start = start.copy()
        self.moves = list(moves)

    def end(self) -> GipfPosition:
        """The position after all moves. Raises IllegalMove."""
        position = self.start.copy()
        for move in self.moves:
            position.play(move)
        return position


def game_of(position: GipfPosition) -> GipfGame:
    """The game that led to a position from where it was set up."""
    moves = list(position.moves)
    for _ in moves:
        position.undo()
    game = GipfGame(position, moves)
    for move in moves:
        position.play(move)
    return game


def format_json(game: GipfGame) -> str:
    """The game as one line of JSON, without its line feed."""
    position, words = game.start.copy(), []
    for move in game.moves:
        words.append(format_move(position, move, ENTRY))
        position.play(move)
    line = {
        "format": FORMAT,
        "rules": position.rules.name,
        "most_turns": position.rules.most_turns,
        "start": format_position(game.start),
        "moves": words,
        "winner": winner_of(position),
        "termination": None if position.outcome is None else position.outcome.termination,
    }
    return json.dumps(line, separators=(",", ":"))


def winner_of(position: GipfPosition) -> str | None:
    """The colour that has won, None for a draw or while the game goes on."""
    if position.outcome is None or position.outcome.winner is None:
        return None
    return position.rules.colour_of(position.outcome.winner)


def _rules_of(name: str, most_turns: str) -> GipfRules:
    """The preset of this name with a limit of turns; other numbers of pieces stand in the start."""
    if not (most_turns.isascii() and most_turns.isdigit()):
        raise NotationError(f"{most_turns!r} is no limit of turns: expected a number, 0 for none")
    rules = gipf_rules_named(name)
    return GipfRules(name, rules.variant, most_turns=int(most_turns))


def parse_json(text: str) -> GipfGame:
    """The game that a line of JSON holds.

    Raises NotationError or IllegalMove: no such record, a move that the rules forbid, or a winner
    whom the board contradicts.
    """
    try:
        line: dict[str, Any] = json.loads(text)
        if line["format"] != FORMAT:
            raise NotationError(f"a record of format {line['format']}: expected {FORMAT}")
        rules = _rules_of(line["rules"], str(line["most_turns"]))
        start, words = parse_position(line["start"], rules), [str(word) for word in line["moves"]]
        winner = line["winner"]
    except GameError:
        raise
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise NotationError(f"no record of Gipf: {error!r}: {text[:80]!r}") from error
    position = start.copy()
    for number, word in enumerate(words, 1):
        try:
            position.play(parse_move(word, position, ENTRY))
        except GameError as error:
            raise type(error)(f"move {number}: {error}") from error
    _check_winner(position, winner)
    return GipfGame(start, position.moves)


def _check_winner(end: GipfPosition, winner: str | None) -> None:
    """Refuse another winner than the board's; where the board has none, anybody may have won."""
    if end.outcome is not None and winner != winner_of(end):
        raise NotationError(f"the record says that {winner} won, the board {winner_of(end)}")


def format_sgf_game(game: GipfGame) -> str:
    """The game as an SGF game tree, turns in the official notation."""
    rules, end = game.start.rules, game.end()
    root: Node = {
        "FF": ["4"],
        "GM": [GAME_NUMBER],
        "CA": ["UTF-8"],
        "RU": [rules.name],
        "SU": [format_position(game.start)],
    }
    if rules.most_turns:
        root["MT"] = [str(rules.most_turns)]
    if end.outcome is not None:
        root["RE"] = [next(text for text, colour in RESULTS.items() if colour == winner_of(end))]
    turns = format_turns(game.start, game.moves, OFFICIAL)
    return format_sgf([root, *({SGF_SIDES[side]: [text]} for side, text in turns)])


def parse_sgf_game(text: str) -> GipfGame:
    """The game that an SGF file holds: ours, or another's in the official notation.

    Without the property SU it begins at the start. Raises NotationError or IllegalMove.
    """
    root, *nodes = parse_sgf(text)
    if root.get("GM") != [GAME_NUMBER]:
        raise NotationError(f"SGF: expected GM[{GAME_NUMBER}], Gipf, not GM{root.get('GM')}")
    rules = _rules_of(_only(root, "RU"), _only(root, "MT") if "MT" in root else "0")
    start = parse_position(_only(root, "SU"), rules) if "SU" in root else GipfPosition(rules)
    turns = [(side, _only(node, side)) for node in nodes for side in SGF_SIDES if side in node]
    for number, (side, turn) in enumerate(turns):
        if SGF_SIDES.index(side) != (start.side + number) % 2:
            raise NotationError(f"SGF, turn {number + 1}: it is not for {side} to play {turn}")
    game = GipfGame(start, parse_turns(start, [turn for _, turn in turns], OFFICIAL))
    if "RE" in root and _only(root, "RE") in RESULTS:
        _check_winner(game.end(), RESULTS[_only(root, "RE")])
    return game


def _only(node: Node, name: str) -> str:
    """The one value of a property."""
    values = node.get(name, [])
    if len(values) != 1:
        raise NotationError(f"SGF: expected one value of {name}, not {values}")
    return values[0]
