"""A game of Gipf as one line of JSON, from which it can be replayed.

The line holds every decision in entry notation:

    {"format": 1, "rules": "gipf", "most_turns": 0, "start": "w 12 12 GKb2 ...",
     "moves": ["g1-g2", ...], "winner": "white", "termination": "empty reserve"}

If the board did not end the game, the termination is `resignation` or `agreement`, or null for an
unfinished game. Further keys stand only where a game has them: `names`, `tags` (other headers),
`comment`, and `tree` for variations and comments. The tree lists each decision after its parent,
as [parent, move, comment]; -1 is the start.
"""

from __future__ import annotations

import json
from typing import Any

from games.errors import GameError, NotationError
from games.gipf.notation import ENTRY, format_move, parse_move
from games.gipf.position import EMPTY_RESERVE, GAME_LENGTH, NO_GIPF_PIECE, GipfPosition
from games.gipf.rules import rules_with_limit
from games.gipf.text import format_position, parse_position
from games.records.json_text import read_json, tree_as_lists
from games.result import (
    AGREEMENT,
    DRAWN,
    LOST,
    OPEN,
    RESIGNATION,
    RESULT_OF_WINNER,
    TERMINATION,
    WON,
    termination_of,
)
from games.rules import BLACK, WHITE
from games.tree import MOST_MOVES, ROOT, GameTree, Node, one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

FORMAT = 1
COLOUR_OF_RESULT = {WON: WHITE, LOST: BLACK, DRAWN: None, OPEN: None}
RESULT_OF_COLOUR = {WHITE: WON, BLACK: LOST}
BY_THE_BOARD = (EMPTY_RESERVE, NO_GIPF_PIECE, GAME_LENGTH)  # terminations that the board shows


def format_json(game: GameTree) -> str:
    """The game as one line of JSON, without its line feed."""
    position, words = game.start.copy(), []
    for move in game.moves:
        words.append(_spell(position, move))
        position.play(move)
    line: dict[str, Any] = {
        "format": FORMAT,
        "rules": position.rules.name,
        "most_turns": position.rules.most_turns,
        "start": format_position(game.start),
        "moves": words,
        "winner": COLOUR_OF_RESULT[game.result],
        "termination": termination_of(game.result, position.outcome),
    }
    if TERMINATION in game.tags and position.outcome is None and game.result != OPEN:
        line["termination"] = game.tags[TERMINATION]
    rare = {
        "names": list(game.names) if any(game.names) else None,
        "tags": {name: value for name, value in game.tags.items() if name != TERMINATION},
        "comment": game.comment,
        "tree": tree_as_lists(game, _spell),
    }
    return json.dumps(
        line | {key: value for key, value in rare.items() if value}, separators=(",", ":")
    )


def _spell(position: GipfPosition, move: int) -> str:
    return format_move(position, move, ENTRY)


def parse_json(text: str) -> GameTree:
    """The game of a line of JSON.

    Raises NotationError if it is no such record or the board contradicts its result, IllegalMove
    if the rules forbid a move.
    """
    try:
        line: dict[str, Any] = read_json(text)
        if line["format"] != FORMAT:
            raise NotationError(f"a record of format {line['format']}: expected {FORMAT}")
        rules = rules_with_limit(line["rules"], str(line["most_turns"]))
        start, words = parse_position(line["start"], rules), [str(word) for word in line["moves"]]
        result = _result_of(line["winner"], line.get("termination"))
        first, second = map(str, line.get("names", ("", "")))
        tags = {str(name): str(value) for name, value in line.get("tags", {}).items()}
        tree = [(int(at), str(word), str(said)) for at, word, said in line.get("tree", ())]
        comment = str(line.get("comment", ""))
    except GameError:
        raise
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        reason = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise NotationError(f"no record of Gipf: {reason}: {text[:80]!r}") from error
    end = _played(start, words)
    said = line.get("termination")
    if end.outcome is None and result in (WON, LOST) and said not in (None, RESIGNATION):
        tags[TERMINATION] = str(said)
    game = GameTree(
        start,
        _nodes_of(start, tree) if tree else one_line(end.moves),
        result=result,
        names=(first, second),
        tags=tags,
        comment=comment,
    )
    _check_end(line, end)
    if game.moves != end.moves:
        raise NotationError("the tree of a record of Gipf contradicts its moves")
    return game


def _played(start: GipfPosition, words: Sequence[str]) -> GipfPosition:
    """The position after these decisions. Raises GameError that says which is wrong."""
    position = start.copy()
    for number, word in enumerate(words, 1):
        try:
            position.play(parse_move(word, position, ENTRY))
        except GameError as error:
            raise type(error)(f"move {number}: {error}") from error
    return position


def _nodes_of(start: GipfPosition, words: Sequence[tuple[int, str, str]]) -> list[Node]:
    """The decisions of a tree: (index of the parent, decision, comment)."""
    if len(words) > MOST_MOVES:
        raise NotationError(f"a record of {len(words)} decisions: at most {MOST_MOVES}")
    tree = GameTree(start)
    for index, (parent, word, said) in enumerate(words):
        if not ROOT <= parent + 1 <= index:
            raise NotationError(f"decision {index}: each decision must come after its parent")
        try:
            move = parse_move(word, tree.board_at(parent + 1), ENTRY)
        except GameError as error:
            raise type(error)(f"decision {index}: {error}") from error
        tree.attach(Node(parent + 1, move, said))
    return [Node(node.parent, node.move, node.comment) for node in tree.nodes.values()][1:]


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
