"""What a running match shows, and how it can be continued."""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from arena.match.results import MATCH
from arena.strength.score import MatchScore
from cli.matches.shared import GAMES_PER_LINE, tell_how_to_resume
from cli.output.match_report import game_line, live_view, progress_line
from cli.output.progress import Progress
from cli.output.settings import command_line, tell

if TYPE_CHECKING:
    from arena.game.record import GameRecord
    from arena.match.match import MatchSpec
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
        """Say how to continue."""
        if self._heard:
            tell_how_to_resume(self._spec, MATCH, self.kept, self._results)
        else:
            tell(f"interrupted before the first game ended. To begin again: {command_line()}")


def games_in(path: str) -> int:
    """The number of games in a file of results; 0 if there is none."""
    if not os.path.exists(path):
        return 0
    with open(path, "rb") as file:
        return max(0, file.read().count(b"\n") - 1)
