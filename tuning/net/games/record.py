"""A recorded game of self-play: one line of JSON, with all that training needs.

Only moves are kept. `tuning.net.positions.replay` plays them again, so that features can always be
made anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass

from games.errors import IllegalMove
from games.five.position import FivePosition
from games.five.rules import FiveRules
from search.score import EVALUATION_LIMIT, WIN, is_loss, is_win
from tuning.errors import LearningError
from tuning.files import read_object

MOST = 10**9  # of a number that has no other bound


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What the search said of a position.

    score   for the side to move, as in `search.score`
    static  the value of the hand-fitted evaluation
    trains  whether the position may train: the search asks for static values of such positions.
            So nobody wins at once or must answer, and the search proved no result
    """

    score: int
    static: int
    trains: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Sibling:
    """A position that was searched but not played: the game's after `ply` moves, then `point`.

    ply  number of moves after the opening
    """

    ply: int
    point: int
    judged: Judged


@dataclass(frozen=True, slots=True, kw_only=True)
class LearnedGame:
    """One game of self-play.

    number    its number, which is also its seed
    opening   points of the random opening
    moves     points after it
    judged    the search's words on the position before each move. A game that ends with a proven
              result has one more, on the position after the last move
    slips     the plies whose move was random
    siblings  further positions, valued by the search alone
    winner    side 0 or 1; None for a draw
    """

    number: int
    opening: tuple[int, ...]
    moves: tuple[int, ...]
    judged: tuple[Judged, ...]
    slips: tuple[int, ...]
    siblings: tuple[Sibling, ...]
    winner: int | None

    @property
    def positions(self) -> int:
        """The number of positions that may train."""
        words = [*self.judged, *(sibling.judged for sibling in self.siblings)]
        return sum(judged.trains for judged in words)


def format_learned(game: LearnedGame) -> str:
    """The game as one line of JSON."""
    fields = asdict(game)
    fields["judged"] = [_words(judged) for judged in game.judged]
    fields["siblings"] = [
        [sibling.ply, sibling.point, *_words(sibling.judged)] for sibling in game.siblings
    ]
    return json.dumps(fields, separators=(",", ":"))


def _words(judged: Judged) -> list[int]:
    return [judged.score, judged.static, int(judged.trains)]


def parse_learned(text: str | bytes) -> LearnedGame:
    """The game in a line of `format_learned`. Raises LearningError for any other line."""
    try:
        fields = read_object(text)
        return LearnedGame(
            number=_whole(fields["number"], 0),
            opening=tuple(_whole(point, 0) for point in fields["opening"]),
            moves=tuple(_whole(point, 0) for point in fields["moves"]),
            judged=tuple(_judged(words) for words in fields["judged"]),
            slips=tuple(_whole(ply, 0) for ply in fields["slips"]),
            siblings=tuple(
                Sibling(ply=_whole(ply, 0), point=_whole(point, 0), judged=_judged(words))
                for ply, point, *words in fields["siblings"]
            ),
            winner=None if fields["winner"] is None else _whole(fields["winner"], 0, 1),
        )
    except KeyError as error:
        raise LearningError(f"not a game of self-play: it has no {error}") from error
    except (ValueError, TypeError, RecursionError) as error:
        raise LearningError(f"not a game of self-play: {error}") from error


def _judged(words: list[object]) -> Judged:
    score, static, trains = words
    most = EVALUATION_LIMIT if _whole(trains, 0, 1) else WIN  # a proven result trains nothing
    return Judged(
        score=_whole(score, -most, most),
        static=_whole(static, -EVALUATION_LIMIT, EVALUATION_LIMIT),
        trains=bool(trains),
    )


def _whole(value: object, low: int, high: int = MOST) -> int:
    if type(value) is not int or not low <= value <= high:
        raise ValueError(f"{value!r:.40}, expected a whole number from {low} to {high}")
    return value


def course(
    game: LearnedGame, position: FivePosition
) -> Iterator[tuple[FivePosition, int, Judged, bool]]:
    """Play the game on an empty board; yield it at each judged position. The next step changes it.

    With it come the number of moves after the opening, the search's words, and whether it is a
    sibling. Raises LearningError for a move that the rules do not allow.
    """
    aside: dict[int, list[Sibling]] = {}
    for sibling in game.siblings:
        aside.setdefault(sibling.ply, []).append(sibling)
    try:
        for point in game.opening:
            position.play(point)
        for ply, move in enumerate((*game.moves, None)):
            if ply < len(game.judged):
                yield position, ply, game.judged[ply], False
            if move is not None:
                for sibling in aside.get(ply, ()):
                    position.play(sibling.point)
                    yield position, ply, sibling.judged, True
                    position.undo()
                position.play(move)
    except IllegalMove as error:
        raise LearningError(f"move {len(position.moves) + 1}: {error}") from error


def require_possible(game: LearnedGame, rules: FiveRules) -> None:
    """Raise LearningError unless the rules allow the game and its other fields fit its moves."""
    position = FivePosition(rules)
    for _ in course(game, position):
        pass
    plies = (*(sibling.ply for sibling in game.siblings), *game.slips)
    late = [ply for ply in plies if ply >= len(game.moves)]
    if late:
        raise LearningError(f"a sibling or slip at ply {late[0]} of {len(game.moves)}")
    expected = _winner(game, position)
    if game.winner != expected:
        raise LearningError(f"its winner is {game.winner}, expected {expected}")


def _winner(game: LearnedGame, position: FivePosition) -> int | None:
    """The winner by the last position: by the rules, else by a search that proved a result."""
    words = game.judged[len(game.moves) :]
    if len(game.judged) < len(game.moves) or len(words) > (position.outcome is None):
        raise LearningError(f"{len(game.judged)} judged positions for {len(game.moves)} moves")
    if position.outcome is not None:
        return position.outcome.winner
    if not words:
        return None  # the longest game
    if not is_win(words[0].score) and not is_loss(words[0].score):
        raise LearningError("it ends without a result")
    return position.side if is_win(words[0].score) else 1 - position.side
