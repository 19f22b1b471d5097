"""Options that several commands share, spelled alike everywhere."""

from __future__ import annotations

import rich_click as click

from games.families.choice import GAMES
from search.limits import MOST_WORKERS, Limits

game_option = click.option(
    "-g",
    "--game",
    type=click.Choice(GAMES),
    default=None,
    metavar="GAME",
    help=f"Game of FILE, where FILE does not say: {', '.join(GAMES)}. [default: pente]",
)
time_option = click.option(
    "--time",
    "time_s",
    type=click.FloatRange(min=0.001),
    metavar="SECONDS",
    help="Time limit of the search.",
)
clock_option = click.option(
    "--clock",
    type=click.Choice(["cpu", "wall"]),
    default="cpu",
    show_default=True,
    help="Clock that --time is measured on.",
)
nodes_option = click.option(
    "--nodes", type=click.IntRange(min=1), metavar="N", help="Maximum number of nodes."
)
workers_option = click.option(
    "--workers",
    type=click.IntRange(1, MOST_WORKERS),
    default=1,
    show_default=True,
    metavar="N",
    help="Number of worker processes.",
)
number_option = click.option(
    "--number",
    type=click.IntRange(min=1),
    metavar="N",
    help="Number of the game in a file that holds several. [default: 1]",
)
weights_option = click.option(
    "--weights",
    "weights_file",
    metavar="FILE",
    help="Weights file, or the name of one in data/weights, such as gipf-thesis.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")


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
