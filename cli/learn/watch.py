"""The progress of `pente learn`: a bar for each step on a terminal, else lines."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from rich.text import Text

from arena.strength.elo import elo_of_counts
from cli.output.progress import Progress, bar

if TYPE_CHECKING:
    from arena.strength.score import MatchScore
    from tuning.net.training.fit_files import Exported

HINT = "Ctrl-C ends it; what is finished is kept and can be resumed"
LINE_S = 10.0  # between two lines of one step


class LearnWatch:
    """Shows a step that runs."""

    def __init__(self) -> None:
        self.progress = Progress(HINT)
        self._title = ""
        self._began: tuple[str, float, float] | None = None
        self._last_line_s = 0.0

    def played(self, games: int, wanted: int, positions: int) -> None:
        """Self-play has so many games."""
        self._show("self-play", "games", games, wanted, f"{positions} positions")

    def features(self, ready: int, wanted: int) -> None:
        """The features of so many shards are ready."""
        self._show("features", "shards", ready, wanted, "")

    def looked(self, searched: int, wanted: int) -> None:
        """So many positions off the games have been searched."""
        self._show("search", "positions", searched, wanted, "")

    def epoch(self, number: int, wanted: int, result: float, score: float) -> None:
        """An epoch has ended with these losses on held-out positions."""
        words = f"held out: result {result:.4f}, search {score:.4f}"
        self._show("training", "epochs", number, wanted, words, always=True)

    def match(self, clock: str, score: MatchScore, wanted: int) -> None:
        """A game of a test has ended."""
        words = str(elo_of_counts(score.pairs.counts) or "no pair yet")
        self._show(f"test at {clock}", "games", score.total.games, wanted, words)

    def _show(
        self, step: str, unit: str, done: int, wanted: int, words: str, *, always: bool = False
    ) -> None:
        now_s = time.monotonic()
        if self._began is None or self._began[0] != step:
            self._began = step, now_s, done
            self._last_line_s = 0.0
        seconds, more = now_s - self._began[1], done - self._began[2]
        left = f"{(wanted - done) * seconds / more / 60:.0f} min left" if more > 0 else ""
        rows = [f"{self._title}{step}", *filter(None, [words, left])]
        self.progress.show(bar(f"{done}/{wanted} {unit}", done, wanted, *rows))
        if always or done >= wanted or now_s - self._last_line_s >= LINE_S:
            self._last_line_s = now_s
            rest = ", ".join(filter(None, [words, left]))
            self.progress.line(f"{rows[0]}: {done}/{wanted} {unit}{', ' if rest else ''}{rest}")


class RunWatch(LearnWatch):
    """Shows a run of generations; a listener of `tuning.net.generations`."""

    def __init__(self, generations: int) -> None:
        super().__init__()
        self._generations = generations

    def step(self, generation: int, name: str) -> None:
        """A step of a generation begins."""
        self._title = f"generation {generation}/{self._generations}, "
        self._began = None
        self.progress.show(Text(f"{self._title}{name}"))

    def exported(self, exported: Exported) -> None:
        """A net has been written."""
        self.progress.line(
            f"{self._title}{exported.path}: digest {exported.digest}, log loss "
            f"{exported.integer.blend:.4f} in integers, {exported.float_.blend:.4f} in float"
        )
