"""What `tune` prints: the progress of a running study, and its state as text or JSON."""

from __future__ import annotations

import textwrap
import time
from typing import TYPE_CHECKING

from cli.output.progress import Progress, bar
from cli.output.settings import width

if TYPE_CHECKING:
    from tuning.phase import News
    from tuning.status import StudyStatus

PHASE_FIELDS = ("name", "trials", "trials_wanted", "returned")  # in JSON
HINT = "Ctrl-C ends it; the study keeps all games and can be resumed"


class StudyWatch:
    """Shows a running study: a bar on a terminal, else a line for each trial."""

    def __init__(self, games: int) -> None:
        """`games` is the number of games wanted."""
        self.progress = Progress(HINT)
        self._wanted = games
        self._began: tuple[float, int] | None = None

    def hear(self, news: News) -> None:
        """Show what the driver tells."""
        if self._began is None:
            self._began = time.monotonic(), news.games
        phase = f"phase {news.phase + 1}, " if news.phase else ""
        self.progress.line(
            f"{phase}trial {news.step}/{news.steps}, {news.games}/{self._wanted} games, "
            f"score {100 * news.score:.0f} %{self.rate(news)}"
        )
        row = f"phase {news.phase + 1}, trial {news.step}/{news.steps}{self.rate(news)}"
        label = f"{news.games}/{self._wanted} games"
        self.progress.show(bar(label, news.games, self._wanted, row))

    def rate(self, news: News) -> str:
        """Games an hour and what is left, since this process began."""
        assert self._began is not None  # set by the first news
        seconds, games = time.monotonic() - self._began[0], news.games - self._began[1]
        if games <= 0 or seconds <= 0:
            return ""
        left_s = (self._wanted - news.games) * seconds / games
        return f", {3600 * games / seconds:.0f} games/h, {left_s / 60:.0f} min left"


def status_record(status: StudyStatus) -> dict[str, object]:
    """A study's state for machines."""
    return {
        "game": status.plan.game,
        "games": status.games,
        "games_wanted": 2 * status.plan.pairs,
        "trials": status.trials,
        "trials_wanted": status.trials_wanted,
        "missing_games": status.missing_games,
        "cpu_s": round(status.cpu_s, 2),
        "finished": status.finished,
        "grown_from": [growth.games for growth in status.plan.grown],
        "phases": [
            {name: getattr(phase, name) for name in PHASE_FIELDS} for phase in status.phases
        ],
    }


def status_text(folder: str, status: StudyStatus) -> str:
    """A study's state for people."""
    state = "finished" if status.finished else "not finished"
    games = f"{status.games} of {2 * status.plan.pairs} games"
    trials = f"{status.trials} of {status.trials_wanted} trials"
    rows = [
        f"{folder}: {status.plan.game}",
        f"{state}: {games}, {trials}",
        f"{status.cpu_s:.0f} CPU s",
    ]
    if status.missing_games:
        rows.append(
            f"damaged: games.jsonl lacks {status.missing_games} games that these trials have "
            "counted"
        )
    if status.plan.grown:
        rows.append("grown from " + ", ".join(f"{growth.games}" for growth in status.plan.grown))
    for phase in status.phases:
        rows.append(f"{phase.name}: {phase.trials} of {phase.trials_wanted} trials")
        if phase.returned is not None:
            rows.append(
                "  " + ", ".join(f"{name} {round(value)}" for name, value in phase.returned.items())
            )
    return "\n".join(fitted(row) for row in rows)


def fitted(row: str) -> str:
    """A row, broken where it does not fit the columns."""
    return textwrap.fill(row, width(), subsequent_indent="  ", break_on_hyphens=False) or row
