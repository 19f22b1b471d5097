"""Commands that stand for the harness's two doors: move and calibrate."""

from __future__ import annotations

import os
import sys

import click

from agent.harness import run
from agent.measure import calibrate as measure_machine
from agent.protocol import parse_request
from cli.board import draw_board
from games.points import parse_point
from games.rules import rules_named


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False), default=".")
@click.option("--show", is_flag=True, help="Draw the board with the move.")
def move(*, folder: str, show: bool) -> None:
    """Make one harness move in FOLDER: read its input.txt, write its output.txt."""
    code = run(folder)
    if show and code == 0:
        print(show_move(folder))
    sys.exit(code)


def show_move(folder: str) -> str:
    """The board of the folder's input.txt with the move of its output.txt in brackets."""
    rules = rules_named("pente")
    with open(f"{folder}/input.txt", "rb") as file:
        position = parse_request(file.read(), rules).position
    with open(f"{folder}/output.txt", encoding="ascii") as file:
        answer = file.read().strip()
    colour = rules.colour_of(position.side).capitalize()
    return f"{draw_board(position, parse_point(answer, rules.size))}\n{colour} plays {answer}"


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False), default=".")
def calibrate(*, folder: str) -> None:
    """Measure this machine and write calibration.txt in FOLDER."""
    sys.exit(measure_machine(os.path.abspath(folder)))
