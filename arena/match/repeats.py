"""Repeated games, which are no evidence and so do not count.

Two deterministic players repeat a game when its opening or a mirror image of it returns. The record
of a repeat names the earlier game; no score, Elo or test counts it.
"""

from __future__ import annotations

from dataclasses import replace
from hashlib import blake2b

from arena.game.record import GameRecord, replay

# This many repeats in a row end a match. The chance that 20 games all repeat is one in a million if
# half of the games are new, and one in twenty if one in seven is new.
MOST_IN_A_ROW = 20
DIGEST_BYTES = 16


class Repeats:
    """Recognises repeated games of a match.

    in_a_row  number of repeats since the last new game
    """

    def __init__(self) -> None:
        self._games: dict[bytes, int] = {}
        self.in_a_row = 0

    def marked(self, record: GameRecord) -> GameRecord:
        """The record with `repeats` set: the number of the earlier game, or None."""
        earlier = self._games.setdefault(key_of(record), record.game)
        if earlier == record.game:
            self.in_a_row = 0
            return replace(record, repeats=None)
        self.in_a_row += 1
        return replace(record, repeats=earlier)


def key_of(record: GameRecord) -> bytes:
    """A key that is equal for games with the same moves, up to symmetry.

    Raises RecordError for an invalid move.
    """
    family, moves = record.family, replay(record).moves
    image = min(family.image(moves, symmetry) for symmetry in range(family.images))
    lost_by = None if record.forfeit is None else record.termination
    words = f"{record.players[0].name} {len(record.opening)} {image} {lost_by}"
    return blake2b(words.encode(), digest_size=DIGEST_BYTES).digest()
