"""What `analyse` prints: a line for each iteration, a live view, the answer as text or JSON."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from rich.table import Table

from cli.output.settings import width
from games.registry import family_of
from search.chance import number_of_score, winning_chance, words_of_score
from search.score import is_loss, is_win

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.family import AnyPosition
    from search.result import Line, SearchResult

BY_USER = "interrupted"  # `stopped_by` of a search that the user ended
MOST_ROWS = 12  # of the live view
MILLION = 1e6


def board(position: AnyPosition, move: int | None = None) -> str:
    """The board. A square board marks the move; Gipf's says who decides what next."""
    return "\n".join(family_of(position.rules).shown_lines(position, move))


def in_words(position: AnyPosition, moves: Sequence[int]) -> str:
    """A variation as players write it: its points or, in Gipf, its turns."""
    return " ".join(family_of(position.rules).format_line(position, moves))


def move_fields(position: AnyPosition, move: int | None) -> dict[str, str | None]:
    """The best move's fields in a JSON answer: `best`, and for Gipf also `entry`."""
    family = family_of(position.rules)
    if move is None:
        return dict.fromkeys(("best", *family.spellings))
    others = {name: family.spelled(position, move, name) for name in family.spellings}
    return {"best": family.json_move(position, move), **others}


def analysis(position: AnyPosition, result: SearchResult, stopped_by: str) -> dict[str, object]:
    """The answer as JSON."""
    family, rules = family_of(position.rules), position.rules
    return {
        **move_fields(position, result.best),
        "to_move": rules.colour_of(position.side),
        "score": result.score,
        "winning_chance": chance_field(position, result.score),
        "win_in": result.win_in,
        "depth": result.depth,
        "nodes": result.nodes,
        "seconds_wall": round(result.seconds_wall, 6),
        "seconds_cpu": round(result.seconds_cpu, 6),
        "stopped_by": stopped_by,
        "pv": family.json_line(position, result.pv),
        "lines": [
            {
                "score": line.score,
                "winning_chance": chance_field(position, line.score),
                "win_in": line.win_in,
                "depth": line.depth,
                "pv": family.json_line(position, line.pv),
            }
            for line in result.lines
        ],
    }


def chance_field(position: AnyPosition, score: int) -> float:
    """The winning chance of the side to move, 0 to 1, as JSON holds it."""
    return round(winning_chance(score, position.rules), 4)


def spell_chance(position: AnyPosition, score: int) -> str:
    """A score for people: `62 % for Black`, or the moves to a proven end."""
    return words_of_score(score, position.rules, position.rules.colour_of(position.side))


def effort(result: SearchResult) -> str:
    """What the search has cost."""
    rate = result.nodes / max(result.seconds_cpu, 1e-9) / MILLION
    return f"{result.nodes:,} nodes, {result.seconds_cpu:.2f} CPU s, {rate:.2f} M nodes/s"


def iteration_line(position: AnyPosition, result: SearchResult) -> str:
    """An iteration as one line that fits the columns; the variation is cut off."""
    moves = in_words(position, result.pv)
    words = (
        f"depth {result.depth:>2}  {spell_chance(position, result.score):<14}  "
        f"{result.nodes:>11,} nodes  {result.seconds_cpu:>6.2f} s  {moves}"
    )
    return cut(words)


def other_line(position: AnyPosition, line: Line) -> str:
    """A line after the best one, as a detail of its iteration."""
    moves = in_words(position, line.pv)
    return cut(f"depth {line.depth:>2}  {spell_chance(position, line.score):<14}  {moves}")


def cut(text: str) -> str:
    """The text, cut off at the last column."""
    if len(text) <= width():
        return text
    return text[: width() - 3].rpartition(" ")[0].rstrip() + " .."


def live_view(position: AnyPosition, results: list[SearchResult]) -> Table:
    """The last iterations as a table."""
    table = Table(box=None, pad_edge=False, expand=True)
    for name in ("depth", "chance", "nodes", "CPU s"):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("best line", no_wrap=True, overflow="ellipsis", ratio=1)
    for result in results[-MOST_ROWS:]:
        table.add_row(
            str(result.depth),
            spell_chance(position, result.score),
            f"{result.nodes:,}",
            f"{result.seconds_cpu:.2f}",
            in_words(position, result.pv),
        )
    return table


def describe(position: AnyPosition, result: SearchResult) -> str:
    """The answer as text: the board with the best move, then the lines."""
    best = family_of(position.rules).format_move(position, result.best)
    rows = [
        board(position, result.best),
        f"best {best}, {spell_chance(position, result.score)}",
        f"depth {result.depth}, {effort(result)}",
    ]
    for line in result.lines:
        moves = in_words(position, line.pv)
        chance = spell_chance(position, line.score).partition(" for ")[0]
        head = f"{chance:>9}  {number_of_score(line.score):>7}  "
        if is_win(line.score) or is_loss(line.score):
            head = f"{number_of_score(line.score):>18}  "
        head += f"depth {line.depth:>2}  "
        rows += textwrap.wrap(moves, width(), initial_indent=head, subsequent_indent=" " * 30)
    return "\n".join(rows)
