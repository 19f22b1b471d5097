"""A game of Gipf, and its main line as a line of JSON, which holds all that replays it.

Every decision is kept, in the notation of entries:

    {"format": 1, "rules": "gipf", "most_turns": 0, "start": "w 12 12 GKb2 ...",
     "moves": ["g1-g2", ...], "winner": "white", "termination": "empty reserve"}
"""

from __future__ import annotations

import json
from typing import Any

from games.errors import GameError, NotationError
from games.gipf.notation import ENTRY, format_move, parse_move
from games.gipf.position import GipfPosition
from games.gipf.rules import GipfRules, gipf_rules_named
from games.gipf.text import format_position, parse_position
from games.recorded import RecordedMove, line_of_moves, main_line_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

FORMAT = 1


class GipfGame:
    """A game, finished or not.

    start    the position before its first move
    moves    the decisions of the main line from there
    tree     all decisions, with variations and comments; parents stand before children
    comment  on the game as a whole
    """

    __slots__ = ("comment", "moves", "start", "tree")

    def __init__(self, start: GipfPosition, moves: Sequence[int], comment: str = "") -> None:
        """A game without variations."""
        self.start = start.copy()
        self.moves = list(moves)
        self.tree = line_of_moves(self.moves)
        self.comment = comment

    @classmethod
    def of_tree(
        cls, start: GipfPosition, tree: Sequence[RecordedMove], comment: str = ""
    ) -> GipfGame:
        """A game with variations; from each decision the first child goes on with the line."""
        game = cls(start, main_line_of(tree), comment)
        game.tree = list(tree)
        return game

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


def rules_of(name: str, most_turns: str) -> GipfRules:
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
        rules = rules_of(line["rules"], str(line["most_turns"]))
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
    check_winner(position, winner)
    return GipfGame(start, position.moves)


def check_winner(end: GipfPosition, winner: str | None) -> None:
    """Refuse another winner than the board's; where the board has none, anybody may have won."""
    if end.outcome is not None and winner != winner_of(end):
        raise NotationError(f"the record says that {winner} won, the board {winner_of(end)}")
