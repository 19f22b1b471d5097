"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from functools import partial
from typing import Any, TypeVar

import rich_click as click

from arena.records.collection import READ_FORMATS
from arena.strength.sprt import RATE, ToldTest, words_of_test
from cli.output.settings import JSON, QUIET, VERBOSE
from games.registry import GAMES, all_games

Options = TypeVar("Options", bound=Callable[..., Any])
TEST_NAMES = frozenset(field.name for field in fields(ToldTest))


class GameName(click.Choice[str]):
    """The name of a game; plugged ones are looked for if it is not built in."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The name. Raises BadParameter, with the names that there are."""
        if value not in self.choices:
            self.choices = all_games()
        return super().convert(value, param, ctx)


def game_option(
    subject: str, shown: str = "pente", *, default: str | None = None
) -> Callable[[Options], Options]:
    """`-g GAME`; `subject` says in its help which game it is, `shown` names the default."""
    return click.option(
        "-g",
        "--game",
        type=GameName(GAMES),
        default=default,
        show_default=False,  # the help names it
        metavar="GAME",
        help=f"{subject}: {', '.join(GAMES)}. [default: {shown}]",
    )


def joined(*options: Callable[[Options], Options]) -> Callable[[Options], Options]:
    """A decorator that adds several options, in this order of the help."""

    def add(command: Options) -> Options:
        for option in reversed(options):
            command = option(command)
        return command

    return add


def whole(
    *names: str, least: int = 1, most: int | None = None, default: int | None = None, text: str
) -> Callable[[Options], Options]:
    """An option for a whole number of at least `least` and at most `most`."""
    kind = click.IntRange(least, most)
    return click.option(*names, type=kind, default=default, metavar="N", help=text)


def path_option(
    *names: str, text: str, metavar: str = "FILE", required: bool = False
) -> Callable[[Options], Options]:
    """An option for a file, or with `metavar` FOLDER for a folder."""
    kind = click.Path(dir_okay=metavar != "FILE", file_okay=metavar == "FILE")
    return click.option(*names, type=kind, metavar=metavar, required=required, help=text)


FROM = "pente.from"  # the key of the context's `meta` that holds --from


def kept_at(key: str) -> Callable[[click.Context, click.Parameter, Any], None]:
    """A callback that keeps an option under this key of the context, for `setting`."""

    def keep(context: click.Context, _option: click.Parameter, value: Any) -> None:
        context.meta[key] = value or context.meta.get(key)

    return keep


from_option = click.option(
    "--from",
    "from_",
    type=click.Choice(READ_FORMATS),
    metavar="FORMAT",
    expose_value=False,
    callback=kept_at(FROM),
    help="Format of the input: "
    + ", ".join(READ_FORMATS)
    + ". A list of moves that can be read in several ways needs moves, pos-bottom or pos-top "
    "(docs/records.md). [default: detected]",
)
file_game_option = game_option("Game of FILE, if FILE does not say")
number_option = whole(
    "--number",
    text="Number of the game in a file that holds several. [default: 1; of JSON lines the last]",
)
all_option = click.option(
    "--all", "every", is_flag=True, help="All games of FILE, one after the other."
)
ply_option = whole(
    "--ply",
    least=0,
    text="Position after N moves of the main line, in Gipf N decisions. [default: the last]",
)


# How FILE is read.
file_options = joined(from_option, file_game_option, number_option)


# As `pente.analyse` takes them, which says what holds without a limit.
limit_options = joined(
    click.option(
        "--time",
        "seconds",
        type=click.FloatRange(min=0.001),
        metavar="SECONDS",
        help="Time limit of the search.",
    ),
    click.option(
        "--clock",
        type=click.Choice(["cpu", "wall"]),
        default="cpu",
        help="Clock that --time is measured on.",
    ),
    whole("--nodes", text="Maximum number of nodes."),
)


# The search says how many workers this system allows.
workers_option = whole("--workers", default=1, text="Number of worker processes.")
weights_option = click.option(
    "--weights",
    "weights_file",
    metavar="FILE",
    help="Weights file, or the name of one in data/weights, such as gipf-thesis.",
)
seed_option = click.option("--seed", type=int, default=1, metavar="N", help="Random seed.")
games_at_once_option = whole(
    "--workers", default=1, text="Number of games played at the same time."
)
scheduler_option = click.option(
    "--scheduler", metavar="ADDRESS", help="Address of a Dask scheduler that plays the games."
)
json_option = click.option(
    "--json",
    is_flag=True,
    expose_value=False,
    callback=kept_at(JSON),
    help="Print the result as JSON.",
)


error_rate = click.FloatRange(min=0, max=1, min_open=True, max_open=True)
rate_options = joined(
    *(
        click.option(name, type=error_rate, default=RATE, metavar="P", help=f"{text} of the SPRT.")
        for name, text in (("--alpha", "Type I error"), ("--beta", "Type II error"))
    )
)


# Of commands that play games by themselves.
farm_options = joined(games_at_once_option, scheduler_option, json_option)


def with_output_options(command: click.Command) -> click.Command:
    """Add `-q` and `-v` to a command and its subcommands, which need not know of them."""
    if not any(option.name == "quiet" for option in command.params):
        for short, name, key, text in (
            ("-q", "--quiet", QUIET, "Print only the result, warnings and errors."),
            ("-v", "--verbose", VERBOSE, "Print details of the progress."),
        ):
            command.params.append(
                click.RichOption(
                    [short, name],
                    is_flag=True,
                    expose_value=False,
                    callback=kept_at(key),
                    help=text,
                )
            )
    for below in command.commands.values() if isinstance(command, click.Group) else ():
        with_output_options(below)
    return command


class SprtOption(click.RichOption):
    """An option with the bounds of a test, in one word or several; `parse_test` reads its value."""

    def add_to_parser(self, parser: Any, ctx: click.Context) -> None:
        """Let the parser take the further words of the test."""
        super().add_to_parser(parser, ctx)
        for name in self.opts:
            option = parser._long_opt[name]  # noqa: SLF001 - click has no other place for this
            option.process = partial(_joined, option.process)


def _joined(process: Callable[[Any, Any], None], value: Any, state: Any) -> None:
    while state.rargs and goes_on(value, state.rargs[0]):
        value = f"{value} {state.rargs.pop(0)}"
    process(value, state)


def goes_on(told: str, word: str) -> bool:
    """Whether a word belongs to the test that begins so: a second number, or a name with `=`."""
    if "=" in told:
        return word.partition("=")[0] in TEST_NAMES
    return len(words_of_test(told)) == 1 and all(map(_is_number, words_of_test(word) or "-"))


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def sprt_option(text: str, default: str | None = None) -> Callable[[Options], Options]:
    """`--sprt`."""
    return click.option("--sprt", cls=SprtOption, default=default, metavar="LOW,HIGH", help=text)
