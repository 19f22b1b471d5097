"""Commands of the file harness: its two entry points, move and calibrate."""

from __future__ import annotations

import json
import os
import sys

import rich_click as click
from rich.console import Group
from rich.table import Table
from rich.text import Text

from agent.calibration import FILE, save_calibration
from agent.harness import run
from agent.measure import DEFAULT, FAILURES, QUICK, THOROUGH, Crew, measured
from agent.protocol import parse_request
from cli.options import json_option
from cli.output.analysis import board
from cli.output.progress import Progress
from cli.output.settings import is_json, print_answer
from games.errors import in_words
from games.five.points import format_point, parse_point
from games.five.rules import rules_named

ABOUT = {QUICK: "about 2 seconds", DEFAULT: "about 10 seconds", THOROUGH: "minutes"}
BAR = 6  # width of the bar for the speed of one worker, in characters


@click.command(epilog="Example: pente move --show game")
@click.argument("folder", type=click.Path(exists=True, file_okay=False), default=".")
@click.option("--show", is_flag=True, help="Print the board with the move.")
@json_option
def move(*, folder: str, show: bool) -> None:
    """Make one move in FOLDER, as homework.py does.

    It reads input.txt and writes output.txt. FOLDER is the current folder by default.
    """
    code = run(folder)
    if is_json() and code == 0:
        print(json.dumps({"best": move_in(folder)}))
    elif show and code == 0:
        print(show_move(folder))
    sys.exit(code)


def show_move(folder: str) -> str:
    """The board of the folder's input.txt with the move of its output.txt in brackets."""
    rules = rules_named("pente")
    with open(f"{folder}/input.txt", "rb") as file:
        position = parse_request(file.read(), rules).position
    point = parse_point(move_in(folder), rules.size)
    colour = rules.colour_of(position.side).capitalize()
    return f"{board(position, point)}\n{colour} plays {format_point(point, rules.size)}"


def move_in(folder: str) -> str:
    """The move in the folder's output.txt, spelled as there: `10K`."""
    with open(f"{folder}/output.txt", encoding="ascii") as file:
        return file.read().strip()


@click.command(epilog="Example: pente calibrate --quick game")
@click.argument("folder", type=click.Path(exists=True, file_okay=False), default=".")
@click.option("--quick", "level", flag_value=QUICK, help="Measure for about 2 seconds.")
@click.option("--thorough", "level", flag_value=THOROUGH, help="Measure for minutes.")
@json_option
def calibrate(*, folder: str, level: str | None) -> None:
    """Write calibration.txt in FOLDER, as calibrate.py does."""
    folder = os.path.abspath(folder)
    progress = Progress("Ctrl-C ends it, and nothing is written")
    try:
        with progress:
            progress.line(f"measuring this machine for {ABOUT[level or DEFAULT]}")
            progress.show(Text("measuring this machine"))
            measurement = measured(level or DEFAULT)
        save_calibration(f"{folder}/{FILE}", measurement.figures)
    except FAILURES as error:
        raise click.ClickException(f"no {FILE} is written: {in_words(error)}") from error
    print_answer(
        lambda: measurement.figures,
        lambda: Group(
            crew_table(measurement.crews), _figure_table(measurement.figures, measurement.reasons)
        ),
    )


def crew_table(crews: list[Crew]) -> Table:
    """The efficiency of each number of workers, with a bar for its speedup."""
    table = Table(title="time to the same depth", title_justify="left")
    for name in ("workers", "positions", "M nodes/s", "faster", "CPU"):
        table.add_column(name, justify="right")
    table.add_column("")
    for crew in crews:
        error = crew.wall_error / crew.wall, crew.cpu_error * crew.cpu
        table.add_row(
            str(crew.workers),
            str(crew.positions),
            f"{crew.nodes_per_second / 1e6:.2f}",
            f"{1 / crew.wall:.2f} +- {error[0]:.2f}",
            f"{crew.cpu:.2f} +- {error[1]:.2f}",
            "#" * round(BAR / crew.wall),
        )
    return table


def _figure_table(figures: dict[str, float], reasons: dict[str, str]) -> Table:
    table = Table(title=FILE, title_justify="left")
    for name in ("figure", "value", "because"):
        table.add_column(name)
    for name, value in figures.items():
        table.add_row(name, f"{value:.6g}", reasons.get(name, "measured"))
    return table
