"""A game of Gipf as one line of JSON, from which it can be replayed.

The line holds every decision in entry notation:

    {"format": 1, "rules": "gipf", "most_turns": 0, "start": "w 12 12 GKb2 ...",
     "moves": ["g1-g2", ...], "winner": "white", "termination": "empty reserve"}

If the board did not end the game, the termination is `resignation` or `agreement`, or null for an
unfinished game. Further keys stand only where a game has them: `names`, `tags` (other headers),
`comment`, `markup` of the start, and `tree` for variations, comments and markup. The tree lists
each decision after its parent, as [parent, move, comment, markup if there is any]; -1 is the start.
"""

from __future__ import annotations

import json
from typing import Any

from games.errors import GameError, NotationError
from games.family import family_of
from games.gipf.position import EMPTY_RESERVE, GAME_LENGTH, NO_GIPF_PIECE, GipfPosition
from games.gipf.rules import rules_with_limit
from games.gipf.text import format_position, parse_position
from games.markup import checked_markup
from games.records.json_text import nodes_of_lists, read_json, tree_as_lists
from games.result import (
    AGREEMENT,
    DRAWN,
    LOST,
    OPEN,
    RESULT_OF_WINNER,
    SAID,
    TERMINATION,
    WON,
    termination_of,
)
from games.rules import BLACK, WHITE
from games.tree import ROOT, GameTree, after, one_line

FORMAT = 1
COLOUR_OF_RESULT = {WON: WHITE, LOST: BLACK, DRAWN: None, OPEN: None}
RESULT_OF_COLOUR = {WHITE: WON, BLACK: LOST}
BY_THE_BOARD = (EMPTY_RESERVE, NO_GIPF_PIECE, GAME_LENGTH)  # terminations that the board shows


def format_json(game: GameTree) -> str:
    """The game as one line of JSON."""
    rules, outcome = game.rules, game.end().outcome
    line: dict[str, Any] = {
        "format": FORMAT,
        "rules": rules.name,
        "most_turns": rules.most_turns,
        "start": format_position(game.start),
        "moves": game.family.format_stored_line(game.start, game.moves),
        "winner": COLOUR_OF_RESULT[game.result],
        "termination": termination_of(game.result, outcome),
    }
    if TERMINATION in game.tags and outcome is None and game.result != OPEN:
        line["termination"] = game.tags[TERMINATION]
    rare = {
        "names": list(game.names) if any(game.names) else None,
        "tags": {name: value for name, value in game.tags.items() if name != TERMINATION},
        "comment": game.comment,
        "markup": game.nodes[ROOT].markup,
        "tree": tree_as_lists(game),
    }
    line |= {key: value for key, value in rare.items() if value}
    return json.dumps(line, separators=(",", ":")) + "\n"


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
        tree = [
            (int(at), str(word), str(said), *more) for at, word, said, *more in line.get("tree", ())
        ]
        comment = str(line.get("comment", ""))
        markup = checked_markup(family_of(rules), line.get("markup", ()))
    except GameError:
        raise
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        reason = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        raise NotationError(f"no record of Gipf: {reason}: {text[:80]!r}") from error
    family = family_of(rules)
    moves = family.parse_stored_line(start, words)
    end = after(start, moves)
    said = line.get("termination")
    if end.outcome is None and result != OPEN and said not in (None, SAID):
        tags[TERMINATION] = str(said)
    game = GameTree(
        start,
        nodes_of_lists(start, tree, family.parse_stored) if tree else one_line(moves),
        result=result,
        names=(first, second),
        tags=tags,
        comment=comment,
        markup=markup,
    )
    _check_end(line, end)
    if game.moves != moves:
        raise NotationError("the tree of a record of Gipf contradicts its moves")
    return game


def _result_of(winner: str | None, termination: str | None) -> str:
    if winner is None:
        return DRAWN if termination in (AGREEMENT, SAID, GAME_LENGTH) else OPEN
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
