"""One self-contained page of HTML for a report: its frame, its tables and its pictures."""

from __future__ import annotations

import io
import re
from html import escape
from typing import TYPE_CHECKING

import matplotlib as mpl
from matplotlib.figure import Figure

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from matplotlib.axes import Axes

STYLE = """body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;
color:#1b1f24;background:#fff}h1,h2{line-height:1.2}.wide{overflow-x:auto}img,svg{max-width:100%;
height:auto}table{border-collapse:collapse}td,th{padding:.15rem .7rem;text-align:right;
border-bottom:1px solid #d0d7de;white-space:nowrap}td.name,th.name{text-align:left}
td.self{background:#eaeef2}small,.note{color:#59636e}"""


def page(title: str, parts: Iterable[str]) -> str:
    """The page of these elements."""
    body = "\n".join(parts)
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        f"<title>{escape(title)}</title><style>{STYLE}</style><body>{body}</body></html>\n"
    )


def table(head: Sequence[str], rows: Iterable[Sequence[str]], names: Sequence[int] = (0,)) -> str:
    """A table; the columns with these numbers hold names."""
    lines = [row_of("td", row, names) for row in rows]
    top = row_of("th", head, names) if any(head) else ""
    return f'<div class="wide"><table>{top}{"".join(lines)}</table></div>'


def row_of(tag: str, cells: Sequence[str], names: Sequence[int]) -> str:
    """A row of a table."""
    kinds = [' class="name"' if column in names else "" for column in range(len(cells))]
    told = [f"<{tag}{kind}>{escape(cell)}</{tag}>" for cell, kind in zip(cells, kinds, strict=True)]
    return f"<tr>{''.join(told)}</tr>"


def new_figure(height: float = 4.2) -> tuple[Figure, Axes]:
    """A figure as wide as the page, and its axes."""
    figure = Figure(figsize=(9, height), layout="constrained")
    return figure, figure.subplots()


def picture(figure: Figure, name: str) -> str:
    """The figure as an inline SVG element with its name for screen readers."""
    buffer = io.StringIO()
    with mpl.rc_context({"svg.hashsalt": name, "svg.fonttype": "path"}):
        figure.savefig(buffer, format="svg", metadata={"Date": None})
    svg = buffer.getvalue()
    svg = svg[svg.index("<svg") :]
    # Identifiers must differ between the pictures of a page.
    mark = re.sub(r"\W+", "-", name.lower())
    svg = re.sub(r'(id="|href="#|url\(#)', rf"\g<1>{mark}-", svg)
    head = f'<svg role="img" aria-label="{escape(name)}"'
    return f"<p>{svg.replace('<svg', head, 1)}</p>"
