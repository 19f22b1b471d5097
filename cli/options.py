"""Options that several commands share, spelled alike everywhere."""

from __future__ import annotations

import click

from games.rules import PRESETS

game_option = click.option(
    "-g",
    "--game",
    type=click.Choice(list(PRESETS)),
    default=None,
    help="The game that FILE is a position of; pente unless FILE says.",
)
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON for machines.")
