"""The command that compares searchers: minimax, alpha-beta and the kernel, by depth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import rich_click as click
from rich.table import Table

from cli.options import file_game_option, json_option, whole
from cli.output.progress import Progress
from cli.output.settings import end_interrupted, print_answer
from cli.reading import read_any_position
from games.family import AnyPosition
from games.registry import family_named
from search.comparison import (
    ALPHA_BETA,
    CONSTANT,
    EVALUATIONS,
    MINIMAX,
    Cell,
    game_of,
    kernel_column,
    plain_column,
)
from search.errors import KernelMissing
from search.weights.file import game_weights

if TYPE_CHECKING:
    from search.textbook.turns_ahead import TurnGame

KERNEL = "kernel"
CAPTION = (
    "Minimax and alpha-beta count positions between turns, without the root; the kernel counts all "
    "positions entered, also in shallower iterations. Seconds are CPU time."
)
TIME_S = 200.0  # minimax takes about 150 to depth 4 of Gipf


@click.command("compare-search", epilog="Example: pente compare-search -g gipf-basic")
@click.argument("file", required=False)
@file_game_option
@whole("--depth", most=60, default=6, text="Depth of minimax and alpha-beta, in turns.")
@whole(
    "--kernel-depth",
    least=0,
    most=60,
    default=10,
    text="Depth of the engine, in turns; 0 = leave it out.",
)
@click.option(
    "--time",
    "time_s",
    type=click.FloatRange(min=0, min_open=True),
    default=TIME_S,
    metavar="SECONDS",
    help="CPU time limit of each search.",
)
@click.option(
    "--evaluation",
    type=click.Choice(EVALUATIONS),
    default=CONSTANT,
    help="Evaluation of minimax and alpha-beta: material for Gipf, reference for the others.",
)
@json_option
def compare_search(
    *,
    file: str | None,
    game: str | None,
    depth: int,
    kernel_depth: int,
    time_s: float,
    evaluation: str,
) -> None:
    """Compare minimax, alpha-beta and the engine by depth.

    Shows nodes and CPU seconds. They search the position in FILE, or the initial position. Minimax
    and alpha-beta are the textbook algorithms on the readable rules. With a constant evaluation
    they reproduce the counts of a thesis on Gipf. The engine searches as it does in play.
    """
    position = (
        family_named(game or "pente").start() if file is None else read_any_position(file, game)
    )
    if position.outcome is not None:
        raise click.UsageError(
            f"nothing to search: the game is over ({position.outcome.termination})"
        )
    columns, interrupted = all_columns(position, evaluation, time_s, depth, kernel_depth)
    print_answer(
        lambda: {**_comparison(position, evaluation, columns), "interrupted": interrupted},
        lambda: table_of(position, evaluation, columns),
    )
    if interrupted:
        end_interrupted(". To begin again")


def all_columns(
    position: AnyPosition, evaluation: str, time_s: float, depth: int, kernel_depth: int
) -> tuple[dict[str, list[Cell] | None], bool]:
    """The cells of each searcher by its name, and whether Ctrl-C ended the comparison.

    The kernel's cells are None if it was not built.
    """
    weights = game_weights(position.rules)

    def begin() -> TurnGame:
        """The game that the textbook's searchers play, from a copy of the position."""
        return game_of(position.copy(), evaluation, weights)

    columns: dict[str, list[Cell] | None] = {}
    cells_of: dict[str, Iterator[Cell]] = {
        searcher: plain_column(searcher, begin, range(1, depth + 1), time_s)
        for searcher in (MINIMAX, ALPHA_BETA)
    }
    cells_of[KERNEL] = kernel_column(position, weights, range(1, kernel_depth + 1), time_s)
    try:
        with Progress() as progress:
            for searcher, column in cells_of.items():
                cells = columns[searcher] = []
                for cell in column:
                    cells.append(cell)
                    nodes, seconds = spelled(cell)
                    progress.line(f"{searcher:<10}  depth {cell.depth:>2}  {nodes:>15}  {seconds}")
                    progress.show(table_of(position, evaluation, columns))
    except KernelMissing:
        columns[KERNEL] = None
    except KeyboardInterrupt:
        return {name: columns.get(name, []) for name in cells_of}, True
    return columns, False


def _comparison(
    position: AnyPosition, evaluation: str, columns: dict[str, list[Cell] | None]
) -> dict[str, object]:
    return {
        "game": position.rules.name,
        "evaluation": evaluation,
        **{
            name: None
            if cells is None
            else [
                {
                    "depth": cell.depth,
                    "nodes": cell.nodes,
                    "seconds_cpu": round(cell.seconds_cpu, 6),
                    "finished": cell.finished,
                }
                for cell in cells
            ]
            for name, cells in columns.items()
        },
    }


def table_of(
    position: AnyPosition, evaluation: str, columns: dict[str, list[Cell] | None]
) -> Table:
    """The comparison as a table: a row for each depth, two columns for each searcher."""
    table = Table(
        title=f"{position.rules.name}: minimax and alpha-beta with the {evaluation} evaluation",
        caption=CAPTION,
    )
    table.add_column("depth", justify="right")
    by_depth: list[dict[int, Cell]] = []
    for name, cells in columns.items():
        table.add_column(f"{name}\nnodes", justify="right")
        table.add_column("\nseconds", justify="right")
        by_depth.append({cell.depth: cell for cell in cells or ()})
    for depth in sorted({depth for cells in by_depth for depth in cells}):
        words = (word for cells in by_depth for word in spelled(cells.get(depth)))
        table.add_row(str(depth), *words)
    return table


def spelled(cell: Cell | None) -> tuple[str, str]:
    """A cell as its two texts, nodes and seconds."""
    if cell is None:
        return "", ""
    if not cell.nodes:
        return "not tried", ""
    nodes = f"{cell.nodes:,}"
    return (nodes if cell.finished else f"> {nodes}, unfinished"), f"{cell.seconds_cpu:.3f}"
