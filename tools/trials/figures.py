"""Keeps the figures of a trial in data/results/systems.jsonl, and shows them in a page's table."""

from __future__ import annotations

import json

from tools.programs import ROOT, output_of
from tools.strength.tables import format_table, put_into

KEPT = ROOT / "data" / "results" / "systems.jsonl"
PAGES = {"wheels": "systems.md", "exe": "gomocup.md"}

Row = dict[str, str]  # the cells by the names of their columns


def publish(table: str, rows: list[Row]) -> None:
    """Replace the rows of a table in the file and in its page."""
    commit = output_of(["git", "rev-parse", "--short", "HEAD"])
    others = [line for line in KEPT.read_text("utf-8").splitlines() if table_of(line) != table]
    ours = [json.dumps({"table": table, "commit": commit.strip(), "row": row}) for row in rows]
    KEPT.write_text("\n".join(sorted([*others, *ours], key=table_of)) + "\n", "utf-8")
    page = ROOT / "docs" / PAGES[table]
    page.write_text(with_table(page.read_text("utf-8"), table), "utf-8")


def table_of(line: str) -> str:
    """The table that a line of the file belongs to."""
    return str(json.loads(line)["table"])


def with_table(page: str, table: str) -> str:
    """The page with the rows of the file in this table."""
    entries = [json.loads(line) for line in KEPT.read_text("utf-8").splitlines()]
    entries = [entry for entry in entries if entry["table"] == table]
    rows = [list(entries[0]["row"]), *([*entry["row"].values()] for entry in entries)]
    return put_into(page, table, format_table(rows), [entries[0]["commit"]])
