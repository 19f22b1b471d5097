"""What a running match shows, and how it can be continued."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from arena.match.match import MatchSpec, Series
from arena.match.results import ResultsFile
from arena.strength.score import MatchScore
from cli.matches.shared import GAMES_PER_LINE
from cli.output.match_report import game_line, live_view, progress_line
from cli.output.progress import Progress
from cli.output.settings import command_line, new_file, tell

if TYPE_CHECKING:
    from arena.game.record import GameRecord
    from arena.strength.sprt import Sprt

LINE_EVERY_S = 60.0  # of progress, where games take long


class MatchWatch:
    """Counts the games of a running match, shows its state, and keeps its games if need be.

    score     the score so far
    kept      the games, if `keep` is set
    progress  the view or the lines, a line for every ten games or each minute
    """

    def __init__(
        self, spec: MatchSpec, test: Sprt | None, results: str | None, *, resume: bool, keep: bool
    ) -> None:
        self.score = MatchScore()
        self.progress = Progress("Ctrl-C ends the match and keeps its games")
        self._spec = spec
        self._test = test
        self._results = results
        self.kept: list[GameRecord] = []
        self._keep = keep
        self._known = games_in(results) if resume and results is not None else 0
        self._heard = 0
        self._line_s = time.monotonic()

    def hear(self, record: GameRecord) -> None:
        """Count a game and show the score."""
        self.score = self.score.with_game(record)
        self._heard += 1
        if self._keep:
            self.kept.append(record)
        spec, score, test = self._spec, self.score, self._test
        self.progress.view(lambda: live_view(spec, score, test))
        if self._heard < self._known:  # played by an earlier command
            return
        if self.progress.verbose and self._heard > self._known:
            self.progress.line(game_line(record))
        now_s = time.monotonic()
        if self._heard % GAMES_PER_LINE == 0 or now_s - self._line_s >= LINE_EVERY_S:
            self._line_s = now_s
            self.progress.line(progress_line(spec, score, test))

    def tell_how_to_resume(self) -> None:
        """Say how to continue; write the games to a file if the match had none."""
        if not self._heard:
            tell(f"interrupted before the first game ended. To begin again: {command_line()}")
            return
        more = [] if "--resume" in command_line().split() else ["--resume"]
        if self._results is None:
            more += ["--results", self._keep_games()]
        tell("interrupted; to continue:")
        tell(f"  {command_line(*more)}")

    def _keep_games(self) -> str:
        """Write the games to a new file; return its path."""
        path = new_file("match")
        tell(f"keeping the games in {path}")
        with ResultsFile(path, Series(self._spec).identity(), resume=False) as file:
            for record in self.kept:
                file.append(record)
        return path


def games_in(path: str) -> int:
    """The number of games in a file of results; 0 if there is none."""
    if not os.path.exists(path):
        return 0
    with open(path, "rb") as file:
        return max(0, file.read().count(b"\n") - 1)
