"""Results files of matches and tournaments, JSON Lines: a head with the identity, then the games.

Each complete line is flushed, so a killed match leaves at most one torn last line. Resuming the
match truncates that line.
"""

from __future__ import annotations

import json
import os
import re
from typing import Any

from arena.appended import AppendedFile, lock
from arena.errors import MatchError, OtherMatch, RecordError
from arena.game.record import GameRecord, format_game, parse_game
from arena.openings.files import openings_in_words
from games.errors import naming
from games.records.json_text import read_json

MATCH, TOURNAMENT = "match", "tournament"  # key of the head
CONTESTANTS = ("a", "b", "contestants")  # keys of the identity
FOLDER_OF_FILE = re.compile(r"([:,](?:net|weights)=)[^,]*/")
ENGINES = "engines"  # key of the identity: commit and signature of each contestant's engine


class ResultsFile(AppendedFile):
    """A results file, open for appending.

    records  the games in the file when it was opened
    mixed    how the earlier engines differ from the present ones, in words; None if they agree
    """

    def __init__(
        self,
        path: str,
        identity: dict[str, Any],
        *,
        resume: bool,
        anyway: bool = False,
        kind: str = MATCH,
    ) -> None:
        """Create the file, or continue it if `resume` is set and it exists.

        Raises MatchError if the file exists without `resume`, belongs to another match, is being
        written, has games of other engines (unless `anyway`) or a bad line before its last. Raises
        OSError if it cannot be opened.
        """
        super().__init__(path)
        self.records: list[GameRecord] = []
        self.mixed: str | None = None
        self._anyway = anyway
        self._kind = kind
        try:
            with naming(path):
                self._open(identity, resume=resume)
        except BaseException:
            self.close()
            raise

    def _open(self, identity: dict[str, Any], *, resume: bool) -> None:
        """Lock the file for this process and read its games."""
        if not lock(self._file):
            raise MatchError(f"{self.path} is being written by another {self._kind}")
        head = json.dumps({self._kind: identity})
        whole = 0
        if os.path.getsize(self.path):
            if not resume:
                raise MatchError(f"{self.path} already exists: resume it or name another file")
            kind, earlier, self.records, whole = read_series(self.path)
            if earlier is not None:
                if kind != self._kind:
                    raise MatchError(f"{self.path} is the file of a {kind}, not of a {self._kind}")
                require_same(self.path, earlier, identity, kind)
                self.mixed = self._mixed(earlier, identity)
            else:
                with open(self.path, "rb") as file:
                    torn = head.encode().startswith(file.read())
                if not torn:  # any other file must not be overwritten
                    raise MatchError(f"{self.path}, line 1: not the head of a results file")
        self._file.truncate(whole)
        if whole == 0:
            self.write(head)

    def _mixed(self, earlier: dict[str, Any], wanted: dict[str, Any]) -> str | None:
        """How the engines differ. Raises OtherMatch unless `anyway` was set."""
        differing = differing_engines(earlier.get(ENGINES), wanted[ENGINES])
        if differing is None:
            return None
        if not self._anyway:
            raise OtherMatch(
                f"{self.path} has games of other engines: {differing}. All games would count in "
                "one score: name another file, or use --resume-anyway",
                differing,
            )
        return f"{self.path} has games of other engines, which also count: {differing}"

    def append(self, record: GameRecord) -> None:
        """Append one game and flush it."""
        self.write(format_game(record))


def read_results(path: str) -> tuple[dict[str, Any] | None, list[GameRecord], int]:
    """Read a results file: the match's identity, its games, the byte length of its complete lines.

    The identity is None if the first line is incomplete. An incomplete last line is ignored. Raises
    MatchError that names any other bad line, and OSError.
    """
    return read_series(path)[1:]


def read_series(path: str) -> tuple[str, dict[str, Any] | None, list[GameRecord], int]:
    """Read a results file as `read_results` does; return its kind first, MATCH or TOURNAMENT."""
    with open(path, "rb") as file:
        content = file.read()
    whole = content.rfind(b"\n") + 1
    lines = content[:whole].decode(errors="replace").splitlines()
    if not lines:
        return MATCH, None, [], 0
    try:
        head = read_json(lines[0])
        kind = TOURNAMENT if TOURNAMENT in head else MATCH
        identity = head[kind]
    except (ValueError, KeyError, TypeError) as error:
        raise MatchError(f"{path}, line 1: not the head of a results file") from error
    records: dict[int, GameRecord] = {}
    for number, line in enumerate(lines[1:], 2):
        try:
            record = parse_game(line)
        except RecordError as error:
            raise MatchError(f"{path}, line {number}: {error}") from error
        records[record.game] = record
    return kind, identity, list(records.values()), whole


def differing_engines(
    earlier: list[dict[str, Any]] | None, wanted: list[dict[str, Any]]
) -> str | None:
    """In words how the engines of A and B differ from the file's; None if they agree."""
    if earlier is None:
        return "the file does not name them"
    names = "AB" if len(wanted) == 2 else [str(number) for number in range(1, len(wanted) + 1)]
    words = [
        f"{name} was {format_engine(before)} and is {format_engine(now)}"
        for name, before, now in zip(names, earlier, wanted, strict=True)
        if before != now
    ]
    return "; ".join(words) or None


def format_engine(engine: dict[str, Any]) -> str:
    """An engine in words: commit, uncommitted changes, signature."""
    commit, _, changes = (engine["commit"] or "of no commit").partition("+")
    words = commit if " " in commit else f"commit {commit[:12]}"
    if changes:
        words += f" with changes {changes}"
    return f"{words}, signature {engine['signature']}" if engine["signature"] else words


def require_same(
    path: str, earlier: dict[str, Any], wanted: dict[str, Any], kind: str = MATCH
) -> None:
    """Raise OtherMatch that names the first difference of two matches.

    Ignores engines, and the folders of nets and weights: their digests are compared instead.
    """
    before, now = openings_in_words(earlier), openings_in_words(wanted)
    if before != now:
        difference = f"it was played from {before}, this one would be from {now}"
        raise OtherMatch(
            f"{path} belongs to another {kind}: {difference}. Name another results file, or the "
            "earlier openings with --openings",
            difference,
        )
    for name in sorted((earlier.keys() | wanted.keys()) - {ENGINES}):
        old, new = (
            without_folders(identity.get(name)) if name in CONTESTANTS else identity.get(name)
            for identity in (earlier, wanted)
        )
        if old != new:
            number, old, new = first_difference(old, new)
            difference = f"its {name}{number} is {old!r}, not {new!r}"
            raise OtherMatch(f"{path} belongs to another {kind}: {difference}", difference)


def without_folders(told: Any) -> Any:
    """A contestant, or a list of them, without the folders of its nets and weights."""
    if isinstance(told, list):
        return [without_folders(text) for text in told]
    return FOLDER_OF_FILE.sub(r"\1", told) if isinstance(told, str) else told


def first_difference(before: object, now: object) -> tuple[str, object, object]:
    """Where two values differ: of lists of one length the first item, with its number."""
    if isinstance(before, list) and isinstance(now, list) and len(before) == len(now) > 2:
        for number, (old, new) in enumerate(zip(before, now, strict=True), 1):
            if old != new:
                return f" {number}", old, new
    return "", before, now
