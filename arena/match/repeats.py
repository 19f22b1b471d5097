"""Games that were played before: no evidence, though a statistic would count them.

Two players that always answer alike play the same game again where an opening comes again, also in
the mirror. Such a game keeps its record, which names the game that it repeats; no score, Elo or
test counts it.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import blake2b
from typing import TYPE_CHECKING

from games.families.family import play_all

if TYPE_CHECKING:
    from arena.game.record import GameRecord

# So many repeats in a row end a match: 20 games that are new half the time all repeat once in a
# million matches, 20 that are new one time in seven once in twenty.
MOST_IN_A_ROW = 20
DIGEST_BYTES = 16


class Repeats:
    """The games of a match so far, each told from those before it.

    in_a_row  how many games repeated others since the last new one
    """

    def __init__(self) -> None:
        self._games: dict[bytes, int] = {}
        self.in_a_row = 0

    def marked(self, record: GameRecord) -> GameRecord:
        """The record, with the number of the game that it repeats or None."""
        earlier = self._games.setdefault(key_of(record), record.game)
        if earlier == record.game:
            self.in_a_row = 0
            return replace(record, repeats=None)
        self.in_a_row += 1
        return replace(record, repeats=earlier)


def key_of(record: GameRecord) -> bytes:
    """The same for games in which the same side made the same moves, as any symmetry shows them.

    Raises GameError for a move that is none.
    """
    family = record.family
    position, moves = family.start(), list[int]()
    for text in (*record.opening, *(move.point for move in record.moves)):
        answer = family.parse_answer(position, text)
        play_all(position, answer)
        moves += answer
    image = min(family.image(moves, symmetry) for symmetry in range(family.images))
    lost_by = None if record.forfeit is None else record.termination
    words = f"{record.players[0].name} {len(record.opening)} {image} {lost_by}"
    return blake2b(words.encode(), digest_size=DIGEST_BYTES).digest()
