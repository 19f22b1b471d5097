"""Renders the tables of `docs/strength.md` in Markdown, from the results of their jobs."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from arena.game.clock import DEFAULT_CLOCK
from arena.strength.elo import score_of_elo
from tools.strength.plan import LEVELS, MATCHES, PlannedTable

Record = dict[str, Any]
Results = Mapping[str, list[Record]]  # the records that a job printed, by its text

# Where `tools.strength.run` puts a hand-in of one file, and one with the kernel for all Pythons.
ONE_FILE, FOLDER = "/build/single/", "/build/folder/"


def format_hand_in(spec: str) -> str:
    """`one file, python3.8`: what `agent:COMMAND` runs, and with which Python."""
    python, _, script = spec.removeprefix("agent:").rpartition(" ")
    kind = "one file" if ONE_FILE in script else "folder"
    if FOLDER in script:
        kind = "folder with a kernel"
    name = python.rpartition("/")[2]
    return f"{kind}, `{name}`" if name else f"{kind}, the Python of `pente`"


OF_MATCHES: dict[str, tuple[str, Callable[[Record], str]]] = {
    "opponent": ("opponent", lambda match: f"`{match['b']}`"),
    "hand-in": ("hand-in, Python", lambda match: format_hand_in(match["a"])),
    "game": ("game", lambda match: f"`{match['game']}`"),
    "clock": ("clock", lambda match: f"`{match['clock'] or DEFAULT_CLOCK}`"),
    "games": ("games", lambda match: str(match["games"])),
    "won": ("won", lambda match: str(match["wins"])),
    "drawn": ("drawn", lambda match: str(match["draws"])),
    "lost": ("lost", lambda match: str(match["losses"])),
    "pairs": ("pairs", lambda match: "-".join(map(str, match["pentanomial"]))),
    "elo": ("Elo", lambda match: format_elo(match["elo"])),
    "cpu": ("CPU, A's share", lambda match: format_share(match["cpu_s"])),
    "most_cpu": ("most CPU in a game", lambda match: f"{match['most_cpu_in_a_game_s']['A']:.2f} s"),
}
SOLVED_MEANS = {
    "wins": "plays the only move that wins by threats, or reports a shorter win",
    "defences": "plays the only move that saves",
    "look-alikes": "claims no win that a reply refutes",
}


def format_table(rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table; the first row is its head."""
    lines = [f"| {' | '.join(texts)} |" for texts in rows]
    lines.insert(1, "|" + "---|" * len(rows[0]))
    return "\n".join(lines)


def format_elo(ends: list[float | None]) -> str:
    """`+225 [171, 291]`; an end without bound is `inf`."""
    low, middle, high = (
        "inf" if end is None else f"{end:+.0f}" if at == 1 else f"{end:.0f}"
        for at, end in enumerate(ends)
    )
    return f"{middle} [{low}, {high}]"


def format_share(cpu_s: Mapping[str, float]) -> str:
    """A's part of both players' CPU time, in percent."""
    total = sum(cpu_s.values())
    return f"{100 * cpu_s['A'] / total:.0f} %" if total else ""


def render(table: PlannedTable, results: Results) -> str:
    """The lines of a table whose jobs have all ended."""
    records = [results[job.text] for job in table.jobs]
    if table.kind == MATCHES:
        shown = [OF_MATCHES[column] for column in table.columns]
        rows = [[name for name, _ in shown]]
        rows += [[cell(printed[0]) for _, cell in shown] for printed in records]
    elif table.kind == LEVELS:
        rows = rows_of_levels(records)
    else:
        rows = rows_of_problems(records[0])
    return format_table(rows)


def step_of(match: Record) -> Record:
    """What a ladder says of the match of one step: the upper level's share, with its interval."""
    won, drawn, lost = (match[name] for name in ("wins", "draws", "losses"))
    low, _, high = match["elo"]
    return {
        "game": match["game"],
        "upper": match["a"],
        "lower": match["b"],
        "score": (won + drawn / 2) / match["games"],
        "low": 0.0 if low is None else score_of_elo(low),
        "high": 1.0 if high is None else score_of_elo(high),
        "won": won,
        "drawn": drawn,
        "lost": lost,
    }


def rows_of_levels(records: list[list[Record]]) -> list[list[str]]:
    """A row per step and a column per game: the upper level's percentage with its interval."""
    games = [f"`{steps[0]['game']}`" for steps in records]
    rows = [["upper", "lower", *games]]
    for step in zip(*records, strict=True):
        names = [step[0][side].removeprefix("level:") for side in ("upper", "lower")]
        rows.append([*names, *(format_percent(score) for score in step)])
    return rows


def format_percent(step: Record) -> str:
    """`94.5 [91, 98]`."""
    score, low, high = (100 * step[name] for name in ("score", "low", "high"))
    return f"{score:.4g} [{low:.0f}, {high:.0f}]"


def rows_of_problems(records: list[Record]) -> list[list[str]]:
    """A row per file and meaning of solved, a column per limit of nodes."""
    limits = sorted({record["nodes"] for record in records})
    rows = [["file", "problems", "solved means", *(f"{nodes:,} nodes" for nodes in limits)]]
    by_file: dict[str, list[Record]] = {}
    for record in records:
        by_file.setdefault(record["file"], []).append(record)
    for file, of_file in by_file.items():
        of_file.sort(key=lambda record: record["nodes"])
        first = of_file[0]
        name = f"`{file.removesuffix('.jsonl')}`"
        solved = [str(record["solved"]) for record in of_file]
        rows.append([name, str(first["problems"]), SOLVED_MEANS[first["kind"]], *solved])
        if first["kind"] == "wins":
            proven = [str(record["proven"]) for record in of_file]
            rows.append(["", "", "and reports a win at most as long", *proven])
    return rows


def put_into(page: str, name: str, table: str, commits: Sequence[str]) -> str:
    """The page with this table, which these commits played, between its marks.

    Raises ValueError if a mark is missing.
    """
    begin, end = f"<!-- table {name} -->", f"<!-- end of table {name} -->"
    pattern = re.compile(f"{re.escape(begin)}.*?{re.escape(end)}", re.DOTALL)
    if not pattern.search(page):
        raise ValueError(f"the page has no table {name!r}: expected {begin} and {end}")
    said = f"Commit {commits[0]}."
    if len(commits) > 1:
        names = "`data/results/strength.jsonl` names the commit of each row."
        said = f"Commits {', '.join(commits)}: {names}"
    return pattern.sub(lambda _: f"{begin}\n\n{table}\n\n{said}\n\n{end}", page)
