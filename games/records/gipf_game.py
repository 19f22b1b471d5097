"""A recorded game of Gipf, and its main line as one line of JSON from which it can be replayed.

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
from games.gipf.rules import LONGEST_GAME, GipfRules, gipf_rules_named
from games.gipf.text import format_position, parse_position
from games.records.five_game import (
    AGREEMENT,
    DRAWN,
    LOST,
    MOST_MOVES,
    OPEN,
    RESIGNATION,
    RESULT_OF_WINNER,
    START,
    TERMINATION,
    WON,
    RecordedMove,
    checked_result,
    checked_tags,
    line_of_moves,
    main_line_of,
    termination_of,
)
from games.records.json_text import read_json
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
    names    of White and Black; "" if unknown
    tags     other headers, by the names that pente.org has for them
    notes    what the reader assumed or left out, in words for the user; not part of the game
    """

    __slots__ = ("comment", "moves", "names", "notes", "result", "start", "tags", "tree")

    def __init__(
        self,
        start: GipfPosition,
        moves: Sequence[int],
        comment: str = "",
        *,
        result: str = OPEN,
        names: tuple[str, str] = ("", ""),
        tags: dict[str, str] | None = None,
        notes: Sequence[str] = (),
    ) -> None:
        """A game without variations.

        Raises NotationError for a result that contradicts the board or bad tags, or IllegalMove.
        """
        self.start = start.copy()
        self.moves = list(moves)
        self.tree = line_of_moves(self.moves)
        self.comment = comment
        self.names = names
        self.tags = checked_tags(tags or {})
        self.notes = list(notes)
        self.result = checked_result(result, self.end().outcome)

    @classmethod
    def of_tree(
        cls,
        start: GipfPosition,
        tree: Sequence[RecordedMove],
        comment: str = "",
        *,
        result: str = OPEN,
        names: tuple[str, str] = ("", ""),
        tags: dict[str, str] | None = None,
        notes: Sequence[str] = (),
    ) -> GipfGame:
        """A game with variations; each decision's first child continues the line."""
        game = cls(
            start,
            main_line_of(tree),
            comment,
            result=result,
            names=names,
            tags=tags,
            notes=notes,
        )
        game.tree = list(tree)
        return game

    @property
    def rules(self) -> GipfRules:
        """The rules it was played by."""
        return self.start.rules

    def end(self) -> GipfPosition:
        """The position after all moves. Raises IllegalMove."""
        position = self.start.copy()
        for move in self.moves:
            position.play(move)
        return position


class Walk:
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


def game_of(
    position: GipfPosition,
    result: str = OPEN,
    names: tuple[str, str] = ("", ""),
    tags: dict[str, str] | None = None,
    notes: Sequence[str] = (),
) -> GipfGame:
    """The game whose moves led to this position. Raises NotationError."""
    moves = list(position.moves)
    for _ in moves:
        position.undo()
    start = position.copy()
    for move in moves:
        position.play(move)
    return GipfGame(start, moves, result=result, names=names, tags=tags, notes=notes)


def format_json(game: GipfGame) -> str:
    """The game as one line of JSON, without its line feed."""
    position, words = game.start.copy(), []
    for move in game.moves:
        words.append(format_move(position, move, ENTRY))
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
    line |= _rare_keys(game)
    return json.dumps(line, separators=(",", ":"))


def _rare_keys(game: GipfGame) -> dict[str, Any]:
    """Names, headers, comments and variations, if there are any."""
    tags = {name: value for name, value in game.tags.items() if name != TERMINATION}
    rare: dict[str, Any] = {}
    if any(game.names):
        rare["names"] = list(game.names)
    if tags:
        rare["tags"] = tags
    if game.comment:
        rare["comment"] = game.comment
    if game.tree != line_of_moves(game.moves):
        walk = Walk(game.start, game.tree)
        rare["tree"] = [
            [move.parent, format_move(walk.to(move.parent), move.point, ENTRY), move.comment]
            for move in game.tree
        ]
    return rare


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
        line: dict[str, Any] = read_json(text)
        if line["format"] != FORMAT:
            raise NotationError(f"a record of format {line['format']}: expected {FORMAT}")
        rules = rules_of(line["rules"], str(line["most_turns"]))
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
    position = start.copy()
    for number, word in enumerate(words, 1):
        try:
            position.play(parse_move(word, position, ENTRY))
        except GameError as error:
            raise type(error)(f"move {number}: {error}") from error
    said = line.get("termination")
    if position.outcome is None and result in (WON, LOST) and said not in (None, RESIGNATION):
        tags[TERMINATION] = str(said)
    game = GipfGame(start, position.moves, comment, result=result, names=(first, second), tags=tags)
    _check_end(line, position)
    if tree:
        game.tree = _tree_of(start, tree)
        if main_line_of(game.tree) != game.moves:
            raise NotationError("the tree of a record of Gipf contradicts its moves")
    return game


def _tree_of(start: GipfPosition, words: Sequence[tuple[int, str, str]]) -> list[RecordedMove]:
    """The decisions of a tree: (index of the parent, decision, comment)."""
    if len(words) > MOST_MOVES:
        raise NotationError(f"a record of {len(words)} decisions: at most {MOST_MOVES}")
    tree: list[RecordedMove] = []
    walk = Walk(start, tree)
    for index, (parent, word, said) in enumerate(words):
        if not START <= parent < index:
            raise NotationError(f"decision {index}: each decision must come after its parent")
        try:
            position = walk.to(parent)
            tree.append(RecordedMove(parent, parse_move(word, position, ENTRY), said))
        except GameError as error:
            raise type(error)(f"decision {index}: {error}") from error
    return tree


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
