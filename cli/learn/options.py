"""Options that several subcommands of `pente learn` share, and what they mean."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import rich_click as click

from cli.extra import from_extra
from cli.options import sprt_option, whole
from cli.output.settings import end_interrupted
from games.registry import BUILT_IN
from search.weights import tunables_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

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
net_option = click.option(
    "--net",
    default=NONE,
    metavar="FILE",
    help="Net of the engine that plays; none is the hand-fitted evaluation.",
)


def gate_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --clock, --sprt and --gate-games, the options of a test."""
    for option in (
        whole(
            "--gate-games",
            "most_games",
            default=2_000,
            least=2,
            text="Maximum number of games of each SPRT.",
        ),
        sprt_option("Bounds of each SPRT, in normalised Elo.", default="0,10"),
        click.option(
            "--clock",
            "clocks",
            multiple=True,
            default=("nodes:5000", "cpu-move:0.02"),
            metavar="CLOCK",
            help="Clock of an SPRT; repeat the option for further tests.",
        ),
    ):
        command = option(command)
    return command


def fit_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a fit."""
    for name, kind, default, text in (
        ("--seed", int, 1, "Random seed."),
        ("--no-borrow", None, None, "Give each window its own numbers only, none for its meaning."),
        ("--slip-share", float, 1.0, "Share of --blend that counts before a slip."),
        ("--blend", float, 0.4, "Share of the game's result in a target."),
        ("--decay", float, 0.5, "Weight decay of the windows' own rows."),
        ("--rate", float, 0.012, "Highest learning rate."),
        ("--batch", int, 256, "Positions of a step."),
        ("--epochs", int, 8, "Passes over the positions."),
    ):
        if kind is None:
            option = click.option(name, "plain", is_flag=True, help=text)
        else:
            bounds = click.IntRange(min=1) if kind is int else click.FloatRange(min=0)
            option = click.option(
                name,
                type=int if name == "--seed" else bounds,
                default=default,
                metavar="N" if kind is int else "X",
                help=text,
            )
        command = option(command)
    return command


def options_of(options: dict[str, Any]) -> FitOptions:
    """The options of a fit. Raises UsageError if the extra is missing."""
    with from_extra("learn"):
        from tuning.net.training.fit import FitOptions  # noqa: PLC0415 - needs the extra
    names = ("epochs", "batch", "rate", "decay", "blend", "seed")
    return FitOptions(
        borrow=not options["plain"],
        slips=options["slip_share"],
        **{name: options[name] for name in names},
    )


@contextmanager
def resumable(progress: Progress) -> Iterator[None]:
    """Show the progress; after Ctrl-C say how to go on, and exit."""
    try:
        with progress:
            yield
    except KeyboardInterrupt:
        end_interrupted("; what is finished is kept. To continue")
