"""Options that several subcommands of `pente learn` share, and what they mean."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import rich_click as click

from cli.extra import from_extra
from cli.options import joined, seed_option, sprt_option, whole
from cli.output.settings import end_interrupted
from games.registry import BUILT_IN
from search.weights import tunables_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from cli.output.progress import Progress
    from tuning.net.training.fit import FitOptions

NONE = "none"
# The games whose positions a net can value.
WITH_NETS = [
    name for family in BUILT_IN if tunables_of(family.name).nets for name in family.presets
]


five_game_option = click.option(
    "-g",
    "--game",
    type=click.Choice(WITH_NETS),
    default="pente",
    metavar="GAME",
    help=f"Game to play: {', '.join(WITH_NETS)}.",
)
games_option = whole("--games", default=40_000, text="Number of games of self-play.")
nodes_option = whole("--nodes", default=1_500, text="Nodes for each move of self-play.")


# A test of nets.
gate_options = joined(
    click.option(
        "--clock",
        "clocks",
        multiple=True,
        default=("nodes:5000", "cpu-move:0.02"),
        metavar="CLOCK",
        help="Clock of an SPRT; repeat the option for further tests.",
    ),
    sprt_option("Bounds of each SPRT, in normalised Elo.", default="0,10"),
    whole(
        "--gate-games",
        "most_games",
        default=2_000,
        least=2,
        text="Maximum number of games of each SPRT.",
    ),
)
FIT_NUMBERS = (
    ("--rate", 0.012, "Highest learning rate."),
    ("--decay", 0.5, "Weight decay of the windows' own rows."),
    ("--blend", 0.4, "Share of the game's result in a target."),
    ("--slip-share", 1.0, "Share of --blend that counts before a slip."),
)
fit_options = joined(
    whole("--epochs", default=8, text="Passes over the positions."),
    whole("--batch", default=256, text="Positions of a step."),
    *(
        click.option(name, type=click.FloatRange(min=0), default=value, metavar="X", help=text)
        for name, value, text in FIT_NUMBERS
    ),
    seed_option,
)


def options_of(options: dict[str, Any]) -> FitOptions:
    """The options of a fit. Raises UsageError if the extra is missing."""
    with from_extra("learn"):
        from tuning.net.training.fit import FitOptions  # noqa: PLC0415 - needs the extra
    names = ("epochs", "batch", "rate", "decay", "blend", "seed")
    return FitOptions(slips=options["slip_share"], **{name: options[name] for name in names})


@contextmanager
def resumable(progress: Progress) -> Iterator[None]:
    """Show the progress; after Ctrl-C say how to go on, and exit."""
    try:
        with progress:
            yield
    except KeyboardInterrupt:
        end_interrupted("; what is finished is kept. To continue")
