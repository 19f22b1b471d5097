"""The file of a match: JSON Lines, one line that says which match it is, then a line for each game.

Every line is flushed when it is whole, so a match that was killed leaves at most one torn last
line, which is cut off when the match is resumed.
"""

from __future__ import annotations

import fcntl
import json
import os
from typing import IO, TYPE_CHECKING, Any, Self

from arena.errors import MatchError, RecordError
from arena.game.record import GameRecord, format_game, parse_game

if TYPE_CHECKING:
    from types import TracebackType


ENGINES = "engines"  # of the identity: which build of which engine each contestant is


class ResultsFile:
    """A results file, open for appending.

    records  the games that it held when it was opened
    mixed    how the engines that played them differ from those that go on, in words; None if not
    """

    def __init__(
        self, path: str, identity: dict[str, Any], *, resume: bool, anyway: bool = False
    ) -> None:
        """Begin the file, or go on with it if `resume` is given and it is there.

        Raises MatchError if it is there and may not be, is being written by another match, belongs
        to another match, was played by other engines (but for `anyway`), or has a bad line that is
        not its last; OSError if it cannot be opened.
        """
        self.path = path
        self.records: list[GameRecord] = []
        self.mixed: str | None = None
        self._anyway = anyway
        self._file: IO[bytes] = open(path, "ab")  # noqa: SIM115 - closed by __exit__
        try:
            self._open(identity, resume=resume)
        except BaseException:
            self._file.close()
            raise

    def _open(self, identity: dict[str, Any], *, resume: bool) -> None:
        """Take the file for this process alone, and what it holds already."""
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise MatchError(f"{self.path} is being written by another match") from None
        head = json.dumps({"match": identity})
        whole = 0
        if os.path.getsize(self.path):
            if not resume:
                raise MatchError(f"{self.path} is there already: resume it, or name another file")
            found, self.records, whole = read_results(self.path)
            if found is not None:
                require_same(self.path, found, identity)
                self.mixed = self._mixed(found, identity)
            else:
                require_torn_head(self.path, head)
        self._file.truncate(whole)
        if whole == 0:
            self._write(head)

    def _mixed(self, found: dict[str, Any], wanted: dict[str, Any]) -> str | None:
        """How the engines differ. Raises MatchError unless that was allowed."""
        differing = differing_engines(found.get(ENGINES), wanted[ENGINES])
        if differing is None:
            return None
        if not self._anyway:
            raise MatchError(
                f"{self.path} was played by other engines: {differing}. Their games would count in "
                "one score: begin another file, or --resume-anyway"
            )
        return f"{self.path} holds games of other engines, which count as well: {differing}"

    def append(self, record: GameRecord) -> None:
        """Add one game, and see it on its way to the disk."""
        self._write(format_game(record))

    def _write(self, line: str) -> None:
        self._file.write(line.encode() + b"\n")
        self._file.flush()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()


def read_results(path: str) -> tuple[dict[str, Any] | None, list[GameRecord], int]:
    """What a results file holds: the match's identity, its games, how many bytes are whole lines.

    The identity is None if not even the first line is whole. A last line without its line feed is
    passed over. Raises MatchError naming any other line that cannot be read; OSError.
    """
    with open(path, "rb") as file:
        content = file.read()
    whole = content.rfind(b"\n") + 1
    lines = content[:whole].decode(errors="replace").splitlines()
    if not lines:
        return None, [], 0
    try:
        identity = json.loads(lines[0])["match"]
    except (ValueError, KeyError, TypeError) as error:
        raise MatchError(f"{path}, line 1: not the head of a results file") from error
    records: dict[int, GameRecord] = {}
    for number, line in enumerate(lines[1:], 2):
        try:
            record = parse_game(line)
        except RecordError as error:
            raise MatchError(f"{path}, line {number}: {error}") from error
        records[record.game] = record
    return identity, list(records.values()), whole


def require_torn_head(path: str, head: str) -> None:
    """Nothing, if the file holds the beginning of this first line and nothing else.

    Raises MatchError: whatever else it is, it is not ours to write over.
    """
    with open(path, "rb") as file:
        if not head.encode().startswith(file.read()):
            raise MatchError(f"{path}, line 1: not the head of a results file")


def differing_engines(
    found: list[dict[str, Any]] | None, wanted: list[dict[str, Any]]
) -> str | None:
    """How the engines of A and of B differ from those of a file, in words; None if they do not."""
    if found is None:
        return "the file does not say which"
    words = [
        f"{name} was {format_engine(before)} and is {format_engine(now)}"
        for name, before, now in zip("AB", found, wanted, strict=True)
        if before != now
    ]
    return "; ".join(words) or None


def format_engine(engine: dict[str, Any]) -> str:
    """An engine in words: commit, changes that are not committed, signature."""
    commit, _, changes = (engine["commit"] or "of no commit").partition("+")
    words = commit if " " in commit else f"commit {commit[:12]}"
    if changes:
        words += f" with changes {changes}"
    return f"{words}, signature {engine['signature']}" if engine["signature"] else words


def require_same(path: str, found: dict[str, Any], wanted: dict[str, Any]) -> None:
    """Raise MatchError naming the first thing in which two matches differ, engines left out."""
    for name in sorted((found.keys() | wanted.keys()) - {ENGINES}):
        if found.get(name) != wanted.get(name):
            raise MatchError(
                f"{path} belongs to another match: its {name} is {found.get(name)!r}, "
                f"not {wanted.get(name)!r}"
            )
