"""The file of a soak in JSON Lines: a head with the seed, then a line for each finished round."""

from __future__ import annotations

import json
import os
from dataclasses import asdict

from arena.appended import AppendedFile
from cli.soak.round import Round
from games.records.json_text import read_json

FILE = "soak.jsonl"
HEAD = "soak"


class SoakFileError(ValueError):
    """The file cannot be continued; the message names it and says why."""


class Ledger(AppendedFile):
    """The file of a soak, open for appending.

    seed    of all rounds
    rounds  the finished rounds
    """

    def __init__(self, folder: str, seed: int | None) -> None:
        """Create the file with a seed, or continue it; a torn last line is dropped.

        Raises SoakFileError if it has another seed, a bad line, or is in use; OSError.
        """
        os.makedirs(folder, exist_ok=True)
        super().__init__(os.path.join(folder, FILE))
        self.rounds: list[Round] = []
        try:
            self.seed = self._open(seed)
        except BaseException:
            self._close()
            raise

    def _open(self, seed: int | None) -> int:
        if not self._lock():
            raise SoakFileError(f"{self.path} is in use by another soak")
        with open(self.path, "rb") as file:
            content = file.read()
        whole = content.rfind(b"\n") + 1
        self._file.truncate(whole)
        if not whole:
            drawn = int.from_bytes(os.urandom(4)) if seed is None else seed
            self._write(json.dumps({HEAD: {"seed": drawn}}))
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
        self._write(json.dumps(asdict(played)))
        self.rounds.append(played)
