"""A recorded game of Gipf, and its main line as one line of JSON from which it can be replayed.

The line holds every decision in entry notation:

    {"format": 1, "rules": "gipf", "most_turns": 0, "start": "w 12 12 GKb2 ...",
     "moves": ["g1-g2", ...], "winner": "white", "termination": "empty reserve"}

If the board did not end the game, the termination is `resignation` or `agreement`, or null for an
unfinished game.
"""

from __future__ import annotations

import json
from typing import Any

from games.errors import GameError, NotationError
from games.gipf.notation import ENTRY, format_move, parse_move
from games.gipf.position import EMPTY_RESERVE, GAME_LENGTH, NO_GIPF_PIECE, GipfPosition
from games.gipf.rules import LONGEST_GAME, GipfRules, gipf_rules_named
from games.gipf.text import format_position, parse_position
from games.records.five_game import (
    AGREEMENT,
    DRAWN,
    LOST,
    OPEN,
    RESULT_OF_WINNER,
    WON,
    RecordedMove,
    checked_result,
    line_of_moves,
    main_line_of,
    termination_of,
)
from games.rules import BLACK, WHITE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

FORMAT = 1
COLOUR_OF_RESULT = {WON: WHITE, LOST: BLACK, DRAWN: None, OPEN: None}
RESULT_OF_COLOUR = {WHITE: WON, BLACK: LOST}
BY_THE_BOARD = (EMPTY_RESERVE, NO_GIPF_PIECE, GAME_LENGTH)  # terminations that the board shows


class GipfGame:
    """A game, finished or not.

    start    the position before its first move
    moves    the decisions of the main line from there
    tree     all decisions, with variations and comments; parents stand before children
    comment  on the game as a whole
    result   WON (by White), LOST, DRAWN or OPEN; a resignation does not show on the board
    """

    __slots__ = ("comment", "moves", "result", "start", "tree")

    def __init__(
        self, start: GipfPosition, moves: Sequence[int], comment: str = "", *, result: str = OPEN
    ) -> None:
        """A game without variations.

        Raises NotationError for a result that contradicts the board, or IllegalMove.
        """
        self.start = start.copy()
        self.moves = list(moves)
        self.tree = line_of_moves(self.moves)
        self.comment = comment
        self.result = checked_result(result, self.end().outcome)

    @classmethod
    def of_tree(
        cls,
        start: GipfPosition,
        tree: Sequence[RecordedMove],
        comment: str = "",
        *,
        result: str = OPEN,
    ) -> GipfGame:
        """A game with variations; each decision's first child continues the line."""
        game = cls(start, main_line_of(tree), comment, result=result)
        game.tree = list(tree)
        return game

    def end(self) -> GipfPosition:
        """The position after all moves. Raises IllegalMove."""
        position = self.start.copy()
        for move in self.moves:
            position.play(move)
        return position


def game_of(position: GipfPosition, result: str = OPEN) -> GipfGame:
    """The game whose moves led to this position. Raises NotationError."""
    moves = list(position.moves)
    for _ in moves:
        position.undo()
    start = position.copy()
    for move in moves:
        position.play(move)
    return GipfGame(start, moves, result=result)


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
        "winner": COLOUR_OF_RESULT[game.result],
        "termination": termination_of(game.result, position.outcome),
    }
    return json.dumps(line, separators=(",", ":"))


def rules_of(name: str, most_turns: str) -> GipfRules:
    """The preset of this name with a limit of turns; the start may change the number of pieces.

    Raises UnknownRules or NotationError.
    """
    digits = most_turns.isascii() and most_turns.isdigit() and len(most_turns) < 10
    if not digits or int(most_turns) > LONGEST_GAME:
        raise NotationError(
            f"{most_turns[:20]!r} is no limit of turns: expected 1 to {LONGEST_GAME}, 0 for none"
        )
    return GipfRules(name, gipf_rules_named(name).variant, most_turns=int(most_turns))


def parse_json(text: str) -> GipfGame:
    """The game of a line of JSON.

    Raises NotationError if it is no such record or the board contradicts its result, IllegalMove
    if the rules forbid a move.
    """
    try:
        line: dict[str, Any] = json.loads(text)
        if line["format"] != FORMAT:
            raise NotationError(f"a record of format {line['format']}: expected {FORMAT}")
        rules = rules_of(line["rules"], str(line["most_turns"]))
        start, words = parse_position(line["start"], rules), [str(word) for word in line["moves"]]
        result = _result_of(line["winner"], line.get("termination"))
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
    game = GipfGame(start, position.moves, result=result)
    _check_end(line, position)
    return game


def _result_of(winner: str | None, termination: str | None) -> str:
    """The result for a winner and a termination. Raises NotationError."""
    if winner is None:
        return DRAWN if termination in (AGREEMENT, GAME_LENGTH) else OPEN
    if winner not in RESULT_OF_COLOUR:
        raise NotationError(f"{winner!r} is no winner: expected {WHITE}, {BLACK} or null")
    return RESULT_OF_COLOUR[winner]


def _check_end(line: dict[str, Any], end: GipfPosition) -> None:
    """Raise NotationError if the record's result or termination contradicts the board.

    If the board shows no result, a resignation or an agreement is accepted.
    """
    outcome, said = end.outcome, line.get("termination")
    if outcome is None:
        if said in BY_THE_BOARD:
            raise NotationError(f"the record ends by {said}, on the board the game goes on")
        return
    winner = COLOUR_OF_RESULT[RESULT_OF_WINNER[outcome.winner]]
    if line["winner"] != winner:
        raise NotationError(f"the record says that {line['winner']} won, the board {winner}")
    if "termination" in line and said != outcome.termination:
        raise NotationError(f"the record ends by {said}, the board by {outcome.termination}")
