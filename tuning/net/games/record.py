"""A recorded game of self-play: one line of JSON, with all that training needs.

Only moves are kept. `tuning.net.positions.replay` plays them again, so that features can always be
made anew.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass

from tuning.net.errors import LearningError


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
    """Return the game as one line of JSON."""
    fields = asdict(game)
    fields["judged"] = [_words(judged) for judged in game.judged]
    fields["siblings"] = [[each.ply, each.point, *_words(each.judged)] for each in game.siblings]
    return json.dumps(fields, separators=(",", ":"))


def _words(judged: Judged) -> list[int]:
    return [judged.score, judged.static, int(judged.trains)]


def parse_learned(text: str) -> LearnedGame:
    """Return the game in a line of `format_learned`. Raises LearningError for any other line."""
    try:
        fields = json.loads(text)
        return LearnedGame(
            number=int(fields["number"]),
            opening=tuple(map(int, fields["opening"])),
            moves=tuple(map(int, fields["moves"])),
            judged=tuple(_judged(words) for words in fields["judged"]),
            slips=tuple(map(int, fields["slips"])),
            siblings=tuple(
                Sibling(ply=int(ply), point=int(point), judged=_judged(words))
                for ply, point, *words in fields["siblings"]
            ),
            winner=fields["winner"],
        )
    except (ValueError, TypeError, KeyError) as error:
        raise LearningError(f"not a game of self-play: {error!r}: {text[:80]!r}") from error


def _judged(words: list[int]) -> Judged:
    score, static, trains = words
    return Judged(score=int(score), static=int(static), trains=bool(trains))
