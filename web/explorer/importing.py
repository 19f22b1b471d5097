"""Reads collections of games into the explorer, some games at a time.

A text that was read before is recognised by its digest and not read again. So an import that was
broken off is repeated, and goes on where it ended.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from arena.records.collection import HARNESS, kind_of, read_game, split_games, text_of
from games.errors import GameError, IllegalMove, NotationError
from web.explorer.entries import digest_of, entry_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from arena.records.collection import Part
    from web.explorer.entries import Entry
    from web.explorer.index import Index

AT_ONCE = 20  # games of a step: about a fifth of a second
MOST_REASONS = 8
LONGEST_NAME = 80
LONGEST_REASON = 160


@dataclass(slots=True)
class Course:
    """How far an import has come.

    added    games that are new
    known    games that were there already
    refused  games that could not be read, by the reason; those with an illegal move together
    """

    name: str
    total: int
    done: int = 0
    added: int = 0
    known: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    illegal: str = ""  # the first illegal move

    def refuse(self, error: GameError) -> None:
        """Count a game that could not be read."""
        reason = str(error)[:LONGEST_REASON]
        if isinstance(error, IllegalMove):
            reason = self.illegal = self.illegal or reason
        self.refused[reason] += 1

    def reasons(self) -> list[str]:
        """Why games were left out, the most frequent reason first; another thread may count."""
        refused = Counter(dict(self.refused))
        return [
            f"{count} {'game' if count == 1 else 'games'}: {reason}"
            for reason, count in refused.most_common(MOST_REASONS)
        ]


class Importing:
    """The import of one text: `steps` reads some games at a time."""

    def __init__(
        self, text: str | bytes, name: str, preset: str | None = None, format_: str | None = None
    ) -> None:
        """Raises NotationError for a text without games."""
        whole = text_of(text, name)
        self._preset = preset
        self._kind = format_ or kind_of(whole, preset)
        if self._kind == HARNESS:
            raise NotationError("harness input is one position, not a collection of games")
        self._parts = split_games(whole, self._kind)
        self.course = Course(name[:LONGEST_NAME], len(self._parts))

    def steps(self, index: Index) -> Iterator[Course]:
        """Add the games; after each step, the course. Raises the refusals of the index."""
        collection = index.begin_collection(self.course.name)
        for begin in range(0, len(self._parts), AT_ONCE):
            parts = self._parts[begin : begin + AT_ONCE]
            digests = [self._digest(part) for part in parts]
            known = index.hold_known(collection, digests)
            fresh = [
                (digest, entry)
                for part, digest, is_known in zip(parts, digests, known, strict=True)
                if not is_known and (entry := self._read(part)) is not None
            ]
            added = index.add(collection, fresh) if fresh else 0
            self.course.added += added
            self.course.known += sum(known) + len(fresh) - added
            self.course.done += len(parts)
            yield self.course

    def _digest(self, part: Part) -> bytes:
        """The digest of a text and of how it is read."""
        return digest_of(repr((self._kind, self._preset, part.text.split())))

    def _read(self, part: Part) -> Entry | None:
        """The entry of a game; None, with the reason counted, if there is none."""
        try:
            entry = entry_of(read_game(part.text, self._kind, self._preset))
        except GameError as error:
            self.course.refuse(error)
            return None
        if not entry.visits:
            self.course.refuse(NotationError("no moves"))
            return None
        return entry
