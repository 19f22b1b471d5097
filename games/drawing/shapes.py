"""The elements of an SVG picture as text."""

from __future__ import annotations

import math
from collections.abc import Sequence
from html import escape

Place = tuple[float, float]

HEAD = 9.0  # length of an arrow's head


def circle(at: Place, radius: float, fill: str, edge: str = "none", width: float = 1) -> str:
    """A disc with an edge."""
    x, y = at
    line = "" if edge == "none" else f' stroke="{edge}" stroke-width="{width:g}"'
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{fill}"{line}/>'


def stroke(places: Sequence[Place], colour: str, width: float, opacity: float = 1) -> str:
    """A line through places."""
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    faint = f' opacity="{opacity:g}"' if opacity < 1 else ""
    return (
        f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{width:g}" '
        f'stroke-linecap="round" stroke-linejoin="round"{faint}/>'
    )


def polygon(places: Sequence[Place], fill: str) -> str:
    """A filled area."""
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    return f'<polygon points="{points}" fill="{fill}"/>'


def words(at: Place, text: str, size: float, colour: str, anchor: str = "middle") -> str:
    """A text, centred on a place unless `anchor` is "start" or "end"."""
    x, y = at
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" dy="0.35em" text-anchor="{anchor}" font-size="{size:g}" '
        f'fill="{colour}">{escape(text)}</text>'
    )


def arrow(start: Place, end: Place, colour: str, short: float) -> list[str]:
    """An arrow whose tip ends `short` before the end."""
    (x, y), (to_x, to_y) = start, end
    length = math.hypot(to_x - x, to_y - y)
    if length == 0:
        return []
    dx, dy = (to_x - x) / length, (to_y - y) / length
    tip = to_x - short * dx, to_y - short * dy
    neck = tip[0] - HEAD * dx, tip[1] - HEAD * dy
    half = HEAD * 0.55
    head = [
        tip,
        (neck[0] - half * dy, neck[1] + half * dx),
        (neck[0] + half * dy, neck[1] - half * dx),
    ]
    return [stroke([start, neck], colour, 3.5), polygon(head, colour)]
