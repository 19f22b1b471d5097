"""Reads collections of games into the explorer, some games at a time.

A text that was read before is recognised by its digest and not read again. So an import that was
broken off is repeated, and goes on where it ended.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from arena.records.archive import MOST_UNPACKED, files_in, is_zip
from arena.records.collection import HARNESS, kind_of, read_game, split_games, text_of
from arena.records.reading import KNOWN_SUFFIXES
from games.errors import GameError, IllegalMove, NotationError
from web.explorer.entries import digest_of, entry_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.records.format import Part
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
    failure  why it has failed, in words
    """

    name: str
    total: int
    done: int = 0
    added: int = 0
    known: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    illegal: str = ""  # the first illegal move
    state: Literal["running", "done", "stopped", "failed"] = "running"
    failure: str = ""

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


def files_of(name: str, data: str | bytes) -> list[tuple[str, Callable[[], str | bytes]]]:
    """A file, or those in a zip archive that may be records: their names and how to read them.

    Raises NotationError for a damaged archive.
    """
    if is_zip(data):
        return [*files_in(data, name, KNOWN_SUFFIXES, MOST_UNPACKED)[0]]
    return [(name, lambda: data)]


class Importing:
    """The import of a text, or of texts by their names: `steps` reads some games at a time."""

    def __init__(
        self,
        games: str | bytes | Mapping[str, str | bytes],
        name: str,
        preset: str | None = None,
        format_: str | None = None,
    ) -> None:
        """`name` is that of the collection. Raises NotationError if no text holds games.

        Of several texts, those without games are left out.
        """
        self._preset = preset
        self._parts: list[tuple[str, Part]] = []  # with their formats
        self.course = Course(name[:LONGEST_NAME], 0)
        texts = games if isinstance(games, Mapping) else {name: games}
        files = [entry for file, text in texts.items() for entry in files_of(file, text)]
        for file, load in files:
            try:
                self._split(file, load(), format_)
            except NotationError as error:
                if len(files) == 1:
                    raise
                self.course.refuse(NotationError(f"{file}: {error}"))
        self.course.total = len(self._parts) + self.course.refused.total()
        self.course.done = self.course.refused.total()
        if not self._parts:
            raise NotationError(f"{name}: none of {len(files)} files is a record")

    def _split(self, file: str, text: str | bytes, format_: str | None) -> None:
        """Add the games of a text. Raises NotationError if it holds none."""
        whole = text_of(text, file)
        kind = format_ or kind_of(whole, self._preset)
        if kind == HARNESS:
            raise NotationError("harness input is one position, not a collection of games")
        self._parts += [(kind, part) for part in split_games(whole, kind)]

    def steps(self, index: Index) -> Iterator[Course]:
        """Add the games; after each step, the course. Raises the refusals of the index."""
        collection = index.begin_collection(self.course.name)
        for begin in range(0, len(self._parts), AT_ONCE):
            parts = self._parts[begin : begin + AT_ONCE]
            digests = [self._digest(*part) for part in parts]
            known = index.hold_known(collection, digests)
            fresh = [
                (digest, entry)
                for part, digest, is_known in zip(parts, digests, known, strict=True)
                if not is_known and (entry := self._read(*part)) is not None
            ]
            added = index.add(collection, fresh) if fresh else 0
            self.course.added += added
            self.course.known += sum(known) + len(fresh) - added
            self.course.done += len(parts)
            yield self.course

    def _digest(self, kind: str, part: Part) -> bytes:
        return digest_of(repr((kind, self._preset, part.text.split())))

    def _read(self, kind: str, part: Part) -> Entry | None:
        """The entry of a game; None, with the reason counted, if there is none."""
        try:
            entry = entry_of(read_game(part.text, kind, self._preset))
        except GameError as error:
            self.course.refuse(error)
            return None
        if not entry.visits:
            self.course.refuse(NotationError("no moves"))
            return None
        return entry
