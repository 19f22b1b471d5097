"""What `analyse` prints: a line for each iteration, a live view, the answer as text or JSON."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from rich.table import Table

from cli.output.settings import width
from games.registry import family_of

if TYPE_CHECKING:
    from games.family import AnyPosition
    from pente import Analysis, Line

BY_USER = "interrupted"  # `stopped_by` of a search that the user ended
MOST_ROWS = 12  # of the live view
MILLION = 1e6


def board(position: AnyPosition, move: int | None = None) -> str:
    """The board. A square board marks the move; Gipf's says who decides what next."""
    return "\n".join(family_of(position.rules).shown_lines(position, move))


def analysis(answer: Analysis, stopped_by: str) -> dict[str, object]:
    """The answer as JSON."""
    best = line_fields(answer.lines[0])
    return {
        **answer.spellings,
        "to_move": answer.to_move,
        **{name: best[name] for name in ("score", "winning_chance", "win_in")},
        "depth": answer.depth,
        "nodes": answer.nodes,
        "seconds_wall": round(answer.seconds, 6),
        "seconds_cpu": round(answer.seconds_cpu, 6),
        "stopped_by": stopped_by,
        "pv": best["pv"],
        "lines": [line_fields(line) for line in answer.lines],
    }


def line_fields(line: Line) -> dict[str, object]:
    """A line as JSON."""
    return {
        "score": line.score,
        "winning_chance": round(line.chance, 4),
        "win_in": line.win_in,
        "depth": line.depth,
        "pv": list(line.spelled),
    }


def spell_chance(answer: Analysis, line: Line) -> str:
    """A line's score for people: `62 % for Black`, or the moves to a proven end."""
    return f"{line.chance_in_words} for {answer.to_move.capitalize()}"


def effort(nodes: int, seconds_cpu: float) -> str:
    """What a search has cost."""
    rate = nodes / max(seconds_cpu, 1e-9) / MILLION
    return f"{nodes:,} nodes, {seconds_cpu:.2f} CPU s, {rate:.2f} M nodes/s"


def iteration_line(iteration: Analysis) -> str:
    """An iteration as one line that fits the columns; the variation is cut off."""
    words = (
        f"depth {iteration.depth:>2}  {spell_chance(iteration, iteration.lines[0]):<14}  "
        f"{iteration.nodes:>11,} nodes  {iteration.seconds_cpu:>6.2f} s  "
        f"{' '.join(iteration.moves)}"
    )
    return cut(words)


def other_line(iteration: Analysis, line: Line) -> str:
    """A line after the best one, as a detail of its iteration."""
    return cut(
        f"depth {line.depth:>2}  {spell_chance(iteration, line):<14}  {' '.join(line.moves)}"
    )


def cut(text: str) -> str:
    """The text, cut off at the last column."""
    if len(text) <= width():
        return text
    return text[: width() - 3].rpartition(" ")[0].rstrip() + " .."


def live_view(iterations: list[Analysis]) -> Table:
    """The last iterations as a table."""
    table = Table(box=None, pad_edge=False, expand=True)
    for name in ("depth", "chance", "nodes", "CPU s"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("best line", no_wrap=True, overflow="ellipsis", ratio=1)
    for iteration in iterations[-MOST_ROWS:]:
        table.add_row(
            str(iteration.depth),
            spell_chance(iteration, iteration.lines[0]),
            f"{iteration.nodes:,}",
            f"{iteration.seconds_cpu:.2f}",
            " ".join(iteration.moves),
        )
    return table


def describe(position: AnyPosition, answer: Analysis) -> str:
    """The answer as text: the board with the best move, then the lines."""
    family = family_of(position.rules)
    best = family.parse_move(position, answer.spellings["best"])
    rows = [
        board(position, best),
        f"best {family.format_move(position, best)}, {spell_chance(answer, answer.lines[0])}",
        f"depth {answer.depth}, {effort(answer.nodes, answer.seconds_cpu)}",
    ]
    for line in answer.lines:
        head = f"{line.chance_in_words:>9}  {line.score_in_words:>7}  "
        if line.chance_in_words == line.score_in_words:  # a proven end
            head = f"{line.score_in_words:>18}  "
        head += f"depth {line.depth:>2}  "
        moves = " ".join(line.moves)
        rows += textwrap.wrap(moves, width(), initial_indent=head, subsequent_indent=" " * 30)
    return "\n".join(rows)
