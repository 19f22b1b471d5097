"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any, TypeVar

import rich_click as click

from arena.game.adjudication import whole_numbers
from arena.match.broken import CRASH_LIMIT
from arena.records.collection import READ_FORMATS
from arena.strength.sprt import RATE, ToldTest, words_of_test
from cli.output.settings import JSON, QUIET, VERBOSE
from games.registry import GAMES, all_games
from search.limits import Limits

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
    """Return `-g GAME`; `subject` says in its help which game it is, `shown` names the default."""
    return click.option(
        "-g",
        "--game",
        type=GameName(GAMES),
        default=default,
        metavar="GAME",
        help=f"{subject}: {', '.join(GAMES)}. [default: {shown}]",
    )


file_game_option = game_option("Game of FILE, if FILE does not say")
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
    type=click.IntRange(min=1),  # the search says how many this system allows
    default=1,
    show_default=True,
    metavar="N",
    help="Number of worker processes.",
)
FROM = "pente.from"  # the key of the context's `meta` that holds --from


def _keep_format(context: click.Context, _option: click.Parameter, value: str | None) -> None:
    """Keep --from for `asked_format`, so that it is no argument of each command."""
    context.meta[FROM] = value


def asked_format() -> str | None:
    """The format that --from names in the running command, or None."""
    context = click.get_current_context(silent=True)
    return None if context is None else context.meta.get(FROM)


from_option = click.option(
    "--from",
    "from_",
    type=click.Choice(READ_FORMATS),
    metavar="FORMAT",
    expose_value=False,
    callback=_keep_format,
    help="Format of the input: "
    + ", ".join(READ_FORMATS)
    + ". A list of moves that can be read in several ways needs moves, pos-bottom or pos-top "
    "(docs/records.md). [default: detected]",
)
number_option = click.option(
    "--number",
    type=click.IntRange(min=1),
    metavar="N",
    help="Number of the game in a file that holds several. [default: 1; of JSON lines the last]",
)
all_option = click.option(
    "--all", "every", is_flag=True, help="All games of FILE, one after the other."
)
ply_option = click.option(
    "--ply",
    type=click.IntRange(min=0),
    metavar="N",
    help="Position after N moves of the main line, in Gipf N decisions. [default: the last]",
)


def file_options(command: Options) -> Options:
    """Add --from, --game and --number, which say how FILE is read."""
    return from_option(file_game_option(number_option(command)))


def limit_options(command: Options) -> Options:
    """Add --time, --clock and --nodes, which limit a search."""
    return time_option(clock_option(nodes_option(command)))


weights_option = click.option(
    "--weights",
    "weights_file",
    metavar="FILE",
    help="Weights file, or the name of one in data/weights, such as gipf-thesis.",
)
net_option = click.option(
    "--net",
    metavar="FILE",
    help="File of a learned net, or none: the weights value positions.",
)
seed_option = click.option(
    "--seed", type=int, default=1, show_default=True, metavar="N", help="Random seed."
)
games_at_once_option = click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Number of games played at the same time.",
)
openings_option = click.option(
    "--openings",
    metavar="FILE|GAME",
    help="File of openings, one per line, or the game whose file to use; both games of a pair "
    "share an opening. [default: data/openings/GAME.txt, else random openings]",
)
opening_plies_option = click.option(
    "--opening-plies",
    type=click.IntRange(min=0),
    metavar="N",
    help="Draw random openings of N stones (Gipf: pieces) instead; 0 = initial position.",
)
results_option = click.option(
    "--results",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="File of results, one JSON line per game.",
)
resume_option = click.option("--resume", is_flag=True, help="Continue the games in --results.")
resume_anyway_option = click.option(
    "--resume-anyway",
    is_flag=True,
    help="Continue even if another commit, changed code or another bench signature played the "
    "games in --results. The score then mixes two engines.",
)
error_rate = click.FloatRange(min=0, max=1, min_open=True, max_open=True)
alpha_option = click.option(
    "--alpha",
    type=error_rate,
    default=RATE,
    show_default=True,
    metavar="P",
    help="Type I error of the SPRT.",
)
beta_option = click.option(
    "--beta",
    type=error_rate,
    default=RATE,
    show_default=True,
    metavar="P",
    help="Type II error of the SPRT.",
)
scheduler_option = click.option(
    "--scheduler", metavar="ADDRESS", help="Address of a Dask scheduler that plays the games."
)
adjudicate_option = click.option(
    "--adjudicate",
    metavar="SCORE,MOVES",
    help="Loss of a player that reports -SCORE or less in MOVES answers in a row, unless the "
    "opponent's scores disagree.",
)
draw_score_option = click.option(
    "--draw-score",
    metavar="SCORE,MOVES,FROM",
    help="Draw if both players report scores from -SCORE to SCORE in MOVES answers in a row, at "
    "move FROM or later.",
)
draw_moves_option = click.option(
    "--draw-moves",
    type=click.IntRange(min=1),
    metavar="N",
    help="Draw after N moves, the opening included.",
)
crash_limit_option = click.option(
    "--crash-limit",
    type=click.IntRange(min=0),
    default=CRASH_LIMIT,
    show_default=True,
    metavar="N",
    help="Broken games in a row (crash, invalid or missing answer) after which a contestant is "
    "out; 0 = no limit.",
)


def keep_json(context: click.Context, _option: click.Parameter, value: bool) -> bool:  # noqa: FBT001 - click's signature
    """Keep `--json` where `cli.output.settings` finds it as well."""
    context.meta[JSON] = value
    return value


json_option = click.option(
    "--json",
    "as_json",
    is_flag=True,
    callback=keep_json,
    help="Print the result as JSON.",
)


def keep_setting(context: click.Context, option: click.Parameter, value: bool) -> None:  # noqa: FBT001 - click's signature
    """Keep `-q` or `-v` where `cli.output.settings` finds it."""
    key = QUIET if option.name == "quiet" else VERBOSE
    context.meta[key] = value or context.meta.get(key, False)


def with_output_options(command: click.Command) -> click.Command:
    """Add `-q` and `-v` to a command and its subcommands, which need not know of them."""
    if not any(option.name == "quiet" for option in command.params):
        for short, name, text in (
            ("-q", "quiet", "Print only the result, warnings and errors."),
            ("-v", "verbose", "Print details of the progress."),
        ):
            command.params.append(
                click.RichOption(
                    [short, f"--{name}"],
                    is_flag=True,
                    expose_value=False,
                    callback=keep_setting,
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
            option.process = joining(option.process)


def joining(process: Callable[[Any, Any], None]) -> Callable[[Any, Any], None]:
    """The parser's `process` of such an option."""

    def joined(value: Any, state: Any) -> None:
        while state.rargs and goes_on(value, state.rargs[0]):
            value = f"{value} {state.rargs.pop(0)}"
        process(value, state)

    return joined


def goes_on(told: str, word: str) -> bool:
    """Whether a word belongs to the test that begins so: a second number, or a name with `=`."""
    if "=" in told:
        return word.partition("=")[0] in TEST_NAMES
    return len(words_of_test(told)) == 1 and all(map(is_number, words_of_test(word) or "-"))


def is_number(text: str) -> bool:
    """Whether `float` reads it."""
    try:
        float(text)
    except ValueError:
        return False
    return True


def limits_of(
    time_s: float | None, clock: str, nodes: int | None, depth: int | None = None
) -> Limits:
    """The search limits from the options of these names."""
    return Limits(
        depth=depth,
        nodes=nodes,
        cpu_s=time_s if clock == "cpu" else None,
        wall_s=time_s if clock == "wall" else None,
    )


def adjudicate_of(text: str | None) -> tuple[int, int] | None:
    """The numbers of --adjudicate. Raises MatchError."""
    if text is None:
        return None
    score, moves = whole_numbers(text, 2, "--adjudicate SCORE,MOVES")
    return score, moves


def draw_score_of(text: str | None) -> tuple[int, int, int] | None:
    """The numbers of --draw-score. Raises MatchError."""
    if text is None:
        return None
    score, moves, least = whole_numbers(text, 3, "--draw-score SCORE,MOVES,FROM")
    return score, moves, least
