"""Options that several commands share, spelled alike everywhere."""

from __future__ import annotations

import click

from games.five.rules import PRESETS
from games.gipf.rules import GIPF_PRESETS
from search.limits import MOST_WORKERS, Limits

game_option = click.option(
    "-g",
    "--game",
    type=click.Choice(list(PRESETS)),
    default=None,
    help="The game that FILE is a position of; pente unless FILE says.",
)
any_game_option = click.option(
    "-g",
    "--game",
    type=click.Choice([*PRESETS, *GIPF_PRESETS]),
    default=None,
    help="The game that FILE is a position of; pente unless FILE says.",
)
time_option = click.option(
    "--time", "time_s", type=click.FloatRange(min=0.001), help="Seconds to search."
)
clock_option = click.option(
    "--clock", type=click.Choice(["cpu", "wall"]), default="cpu", help="Of --time."
)
nodes_option = click.option(
    "--nodes", type=click.IntRange(min=1), help="Positions to enter at most."
)
workers_option = click.option(
    "--workers",
    type=click.IntRange(1, MOST_WORKERS),
    default=1,
    help="Processes that search together.",
)
number_option = click.option(
    "--number",
    type=click.IntRange(min=1),
    help="Which game of a file that holds several, from 1.",
)
weights_option = click.option(
    "--weights",
    "weights_file",
    metavar="FILE",
    help="Weights file, or the name of one in data/weights: gipf-thesis.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")


def limits_of(
    time_s: float | None, clock: str, nodes: int | None, depth: int | None = None
) -> Limits:
    """The limits that the options of these names mean."""
    return Limits(
        depth=depth,
        nodes=nodes,
        cpu_s=time_s if clock == "cpu" else None,
        wall_s=time_s if clock == "wall" else None,
    )
