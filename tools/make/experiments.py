"""Makes `docs/experiments.md` from `data/results/experiments.jsonl`.

    .venv/bin/python -m tools.make.experiments

A line of the data file is one match, or one measurement where `games` is null:

    idea     what was changed
    game     preset; null for several
    clock    clock of both players, in the form of `pente match --clock`
    games    number of games
    pairs    pairs of games in which the idea made 0, 1/2, 1, 3/2 and 2 points
    elo, low, high   difference in Elo with the ends of its 95 % interval
    llr      log-likelihood ratio of the sequential test
    verdict  "kept" or "left out"
    commit   tree of the match
    note     anything else; "before the fix" marks matches that counted mirrored games twice
"""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from agent.files import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DATA = f"{ROOT}/data/results/experiments.jsonl"
PAGE = f"{ROOT}/docs/experiments.md"

VERDICTS = {"kept": "Kept", "left out": "Left out"}
HEAD = """# Experiments

Each row is a match between the engine with an idea and the same engine without it. Most matches
were played by

<!-- nightly
BEFORE -> .
GAME -> gomoku-9
CLOCK -> nodes:500
N -> 2
-->

```sh
pente match engine engine:tree=BEFORE -g GAME --clock CLOCK --games N
```

where `BEFORE` is a checkout of the older tree. Many of them ran a sequential test (`--sprt 0,10`).

- **Pairs** counts the pairs of games in which the idea made 0, 1/2, 1, 3/2 and 2 points.
- **Elo** is the difference with its 95 % interval. Up to commit b823b19 the interval takes the
  games as independent; later it takes the pairs as independent.
- **LLR** is the log-likelihood ratio of the sequential test. At +2.94 the test accepts the idea, at
  -2.94 it rejects it.
- **Commit** is the commit of the idea; if the idea was not committed, the one that it was added to.
- **"build not committed"** means that the code of the idea is not in the history.
- **"before the fix"** marks a match that counted mirrored games as new games. Until
  24 November 2026 a match with more games than twice its openings repeated some of them as mirror
  images. Its error is therefore too small, and its sequential test stopped too early.

Matches up to commit 0034acc began with four random plies. The same colour then won both games of
some 60 % of the pairs, which makes differences look smaller than they are. Later matches began from
`data/openings`.

Ideas that gained with few nodes often did not gain with many, so several rows have both.

This page is made by `.venv/bin/python -m tools.make.experiments` from
`data/results/experiments.jsonl`. Edit that file, not this page.
"""
COLUMNS = ("idea", "game", "clock", "games", "pairs", "Elo", "LLR", "commit", "note")


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """One line of the data file; the module's docstring explains the fields."""

    idea: str
    game: str | None
    clock: str | None
    games: int | None
    pairs: list[int] | None
    elo: int | None
    low: int | None
    high: int | None
    llr: float | None
    verdict: str
    commit: str | None
    note: str


def read_experiments(path: str = DATA) -> list[Experiment]:
    """Return the experiments of a data file in its order."""
    with open(path, encoding="utf-8") as file:
        experiments = [Experiment(**json.loads(line)) for line in file]
    for number, experiment in enumerate(experiments, 1):
        if experiment.verdict not in VERDICTS:
            raise ValueError(f"{path}:{number}: unknown verdict {experiment.verdict!r}")
    return experiments


def render(experiments: list[Experiment]) -> str:
    """Return the text of the page."""
    parts = [HEAD]
    for verdict, heading in VERDICTS.items():
        chosen = [experiment for experiment in experiments if experiment.verdict == verdict]
        parts.append(f"\n## {heading}\n\n" + "\n".join(table(chosen)) + "\n")
    return "".join(parts)


def table(experiments: Iterable[Experiment]) -> Iterator[str]:
    """Yield the lines of one table; only the first row of an idea names it."""
    yield format_row(COLUMNS)
    yield "|" + "---|" * len(COLUMNS)
    idea = ""
    for experiment in experiments:
        yield format_row(cells(experiment, show_idea=experiment.idea != idea))
        idea = experiment.idea


def format_row(texts: Iterable[str]) -> str:
    """Return one line of a Markdown table."""
    return "| " + " | ".join(texts) + " |"


def cells(experiment: Experiment, *, show_idea: bool) -> tuple[str, ...]:
    """Return the texts of one row."""
    return (
        experiment.idea if show_idea else "",
        f"`{experiment.game}`" if experiment.game else "several",
        f"`{experiment.clock}`" if experiment.clock else "",
        "" if experiment.games is None else str(experiment.games),
        "-".join(map(str, experiment.pairs or ())),
        format_elo(experiment),
        "" if experiment.llr is None else f"{experiment.llr:.2f}",
        experiment.commit or "",
        experiment.note,
    )


def format_elo(experiment: Experiment) -> str:
    """Return the difference in Elo with its interval, or an empty string without one."""
    if experiment.elo is None:
        return ""
    return f"{experiment.elo:+d} [{experiment.low}, {experiment.high}]"


def main() -> None:
    """Write the page."""
    write_whole(PAGE, render(read_experiments()).encode())


if __name__ == "__main__":
    main()
