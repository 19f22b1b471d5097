"""A recorded game of the five-in-a-row family: moves, variations, comments, player names.

`games.records.pente_text`, `games.records.psq` and `games.records.five_sgf` read and write it. Not
every format keeps all of it; each module says what its format omits.
"""

from __future__ import annotations

import re

from games.errors import GameError, IllegalMove, NotationError
from games.five.points import format_point
from games.five.position import Position

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.five.rules import Rules
    from games.rules import Outcome

WON, LOST, DRAWN, OPEN = "1-0", "0-1", "1/2-1/2", "?"  # for side 0, which moves first
RESULTS = (WON, LOST, DRAWN, OPEN)
RESULT_OF_WINNER = {0: WON, 1: LOST, None: DRAWN}
RESIGNATION, AGREEMENT = "resignation", "agreement"  # ends that the board does not show
START = -1  # the parent of a first move
MOST_MOVES = 20_000  # moves in a record, variations included
TERMINATION = "Termination"  # the tag for an end that the board does not show, such as "time"
TAG_NAME = re.compile(r"[A-Za-z0-9 '?]{1,60}")
LONGEST_TAG = 20_000  # characters
MOST_TAGS = 200


class RecordedMove:
    """A move of a record: the index of the move before it (START: none), its point, a comment.

    In Gipf, `point` is the number of a decision.
    """

    __slots__ = ("comment", "parent", "point")

    def __init__(self, parent: int, point: int, comment: str = "") -> None:
        self.parent = parent
        self.point = point
        self.comment = comment

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RecordedMove) and self._state() == other._state()

    def __hash__(self) -> int:
        return hash(self._state())

    def __repr__(self) -> str:
        return f"RecordedMove{self._state()}"

    def _state(self) -> tuple[int, int, str]:
        return self.parent, self.point, self.comment


class RecordedGame:
    """A game, finished or not.

    start    the position before its first move
    moves    a tree: parents stand before children, the main line's child before its variations
    names    of side 0 and side 1; "" if unknown
    result   WON, LOST, DRAWN or OPEN; a resigned game has a result that the board does not show
    comment  on the game as a whole
    tags     other headers, by pente.org's names: "Event", "Date", "Player 1 Rating" ...
    notes    what the reader assumed or left out, in words for the user; not part of the game
    """

    __slots__ = ("comment", "moves", "names", "notes", "result", "start", "tags")

    def __init__(
        self,
        start: Position,
        moves: Sequence[RecordedMove],
        *,
        names: tuple[str, str] = ("", ""),
        result: str = OPEN,
        comment: str = "",
        tags: dict[str, str] | None = None,
        notes: Sequence[str] = (),
    ) -> None:
        """Raises NotationError for a result that contradicts the board or bad tags, or
        IllegalMove.
        """
        self.start = start.copy()
        self.moves = list(moves)
        self.names = names
        self.comment = comment
        self.tags = checked_tags(tags or {})
        self.notes = list(notes)
        self.result = self._checked(result)

    @property
    def rules(self) -> Rules:
        """The rules it was played by."""
        return self.start.rules

    def main_line(self) -> list[int]:
        """The points of the main line: each move's first child."""
        return main_line_of(self.moves)

    def children(self) -> dict[int, list[int]]:
        """The indexes of the moves that follow each move, main line first."""
        found: dict[int, list[int]] = {}
        for index, move in enumerate(self.moves):
            found.setdefault(move.parent, []).append(index)
        return found

    def end(self) -> Position:
        """The position at the end of the main line."""
        return play_all(self.start, self.main_line())

    def _checked(self, result: str) -> str:
        """The result, or the board's if it shows one; plays every move to check that it is legal.

        Raises NotationError or IllegalMove.
        """
        if len(self.moves) > MOST_MOVES:
            raise NotationError(f"a record of {len(self.moves)} moves: at most {MOST_MOVES}")
        _play_tree(self)
        return checked_result(result, self.end().outcome)


def checked_tags(tags: dict[str, str]) -> dict[str, str]:
    """A copy of the tags. Raises NotationError for a name or a length that no format can hold."""
    if len(tags) > MOST_TAGS:
        raise NotationError(f"a record of {len(tags)} headers: at most {MOST_TAGS}")
    for name, value in tags.items():
        if not TAG_NAME.fullmatch(name):
            raise NotationError(f"{name[:60]!r} is no name of a header: letters, digits and blanks")
        if len(value) > LONGEST_TAG:
            raise NotationError(f"header {name}: {len(value)} characters, at most {LONGEST_TAG}")
    return dict(tags)


def termination_of(result: str, outcome: Outcome | None) -> str | None:
    """The termination of a game with this result, the board's if it has one; None: unfinished."""
    if outcome is not None:
        return outcome.termination
    if result == OPEN:
        return None
    return AGREEMENT if result == DRAWN else RESIGNATION


def checked_result(said: str, outcome: Outcome | None) -> str:
    """The result that a record says, or the board's if it shows one.

    Raises NotationError for a text that is no result, or one that contradicts the board.
    """
    if said not in RESULTS:
        raise NotationError(f"{said!r} is no result: expected {', '.join(RESULTS)}")
    if outcome is None:
        return said
    truth = RESULT_OF_WINNER[outcome.winner]
    if said not in (truth, OPEN):
        raise NotationError(f"the record says {said}, the board {truth}")
    return truth


def main_line_of(moves: Sequence[RecordedMove]) -> list[int]:
    """The points of a tree's main line: each move's first child."""
    return [moves[index].point for index in main_indexes_of(moves)]


def main_indexes_of(moves: Sequence[RecordedMove]) -> list[int]:
    """The indexes of the moves of a tree's main line."""
    first: dict[int, int] = {}
    for index, move in enumerate(moves):
        first.setdefault(move.parent, index)
    line, at = [], START
    while at in first:
        at = first[at]
        line.append(at)
    return line


def line_of_moves(points: Sequence[int]) -> list[RecordedMove]:
    """One line of play as a tree."""
    return [RecordedMove(index, point) for index, point in enumerate(points, START)]


def play_all(start: Position, points: Sequence[int]) -> Position:
    """The position after these moves. Raises IllegalMove naming the move's number and point."""
    position = start.copy()
    for number, point in enumerate(points, 1):
        play_one(position, point, number)
    return position


def play_one(position: Position, point: int, number: int) -> None:
    """Play a move of a record. Raises IllegalMove naming its number."""
    try:
        position.play(point)
    except GameError as error:
        name = format_point(point, position.rules.size)
        raise IllegalMove(f"move {number}, {name}: {error}") from error


def _play_tree(game: RecordedGame) -> None:
    """Play every line of a game, taking back between them. Raises IllegalMove or NotationError."""
    position, children = game.start.copy(), game.children()
    if any(not START <= move.parent < index for index, move in enumerate(game.moves)):
        raise NotationError("each move of a record must come after its parent")
    waiting: list[int | None] = list(reversed(children.get(START, [])))
    while waiting:
        index = waiting.pop()
        if index is None:
            position.undo()
            continue
        play_one(position, game.moves[index].point, len(position.moves) + 1)
        waiting.append(None)
        waiting += reversed(children.get(index, []))
