"""The file of a soak, JSON Lines: a head with the seed, then a line for each finished round."""

from __future__ import annotations

import fcntl
import json
import os
from dataclasses import asdict
from typing import IO, TYPE_CHECKING, Self

from cli.soak.round import Round
from games.records.json_text import read_json

if TYPE_CHECKING:
    from types import TracebackType

FILE = "soak.jsonl"
HEAD = "soak"


class SoakFileError(ValueError):
    """The file cannot be continued; the message names it and says why."""


class Ledger:
    """The file of a soak, open for appending.

    seed    of all rounds
    rounds  the finished rounds
    """

    def __init__(self, folder: str, seed: int | None) -> None:
        """Create the file with a seed, or continue it; a torn last line is dropped.

        Raises SoakFileError if it has another seed, a bad line, or is in use; OSError.
        """
        os.makedirs(folder, exist_ok=True)
        self.path = os.path.join(folder, FILE)
        self.rounds: list[Round] = []
        self._file: IO[bytes] = open(self.path, "ab")  # noqa: SIM115 - closed by __exit__
        try:
            self.seed = self._open(seed)
        except BaseException:
            self._file.close()
            raise

    def _open(self, seed: int | None) -> int:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SoakFileError(f"{self.path} is in use by another soak") from None
        with open(self.path, "rb") as file:
            content = file.read()
        whole = content.rfind(b"\n") + 1
        self._file.truncate(whole)
        if not whole:
            drawn = int.from_bytes(os.urandom(4)) if seed is None else seed
            self._write({HEAD: {"seed": drawn}})
            return drawn
        head, *lines = content[:whole].decode(errors="replace").splitlines()
        number = 1
        try:
            found = int(read_json(head)[HEAD]["seed"])
            for line in lines:
                number = 2 + len(self.rounds)
                self.rounds.append(Round.from_json(line))
        except (ValueError, KeyError, TypeError) as error:
            raise SoakFileError(f"{self.path}, line {number}: not a line of a soak") from error
        if seed not in (None, found):
            raise SoakFileError(
                f"{self.path} has the seed {found}, not {seed}: name another folder"
            )
        return found

    def append(self, played: Round) -> None:
        """Append a finished round and flush it."""
        self._write(asdict(played))
        self.rounds.append(played)

    def _write(self, line: object) -> None:
        self._file.write(json.dumps(line).encode() + b"\n")
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
