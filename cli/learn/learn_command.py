"""`pente learn` and its subcommands: make a learned evaluation by self-play and training."""

from __future__ import annotations

import json
import os
import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import rich_click as click

from agent.files import write_whole
from arena.match.provenance import commit_of_tree
from arena.strength.sprt import parse_sprt
from cli.learn.watch import LearnWatch, RunWatch
from cli.matches.arena_commands import SPRT_EXIT_CODES
from cli.options import TwoNumbers, cluster_at, json_option, scheduler_option, seed_option
from cli.output.settings import command_line, tell
from cli.output.stopping import INTERRUPTED, end_on_signals
from games.five.rules import PRESETS

if TYPE_CHECKING:
    from collections.abc import Callable

    from tuning.net.games.play import Players
    from tuning.net.training.fit import FitOptions

EXTRA = "learning is an extra: pip install '.[learn]'"
NONE = "none"

five_game_option = click.option(
    "-g",
    "--game",
    type=click.Choice(list(PRESETS)),
    default="pente",
    show_default=True,
    metavar="GAME",
    help=f"Game to learn: {', '.join(PRESETS)}.",
)
games_option = click.option(
    "--games",
    type=click.IntRange(min=1),
    default=40_000,
    show_default=True,
    metavar="N",
    help="Number of games of self-play.",
)
nodes_option = click.option(
    "--nodes",
    type=click.IntRange(min=1),
    default=1_500,
    show_default=True,
    metavar="N",
    help="Nodes for each move of self-play.",
)
workers_option = click.option(
    "--workers",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Number of games played at the same time.",
)
net_option = click.option(
    "--net",
    default=NONE,
    show_default=True,
    metavar="FILE",
    help="Net of the engine that plays; none is the hand-fitted evaluation.",
)
sprt_option = click.option(
    "--sprt",
    cls=TwoNumbers,
    default="0,10",
    show_default=True,
    metavar="LOW,HIGH",
    help="Bounds of each SPRT, in normalised Elo.",
)
most_games_option = click.option(
    "--gate-games",
    "most_games",
    type=click.IntRange(min=2),
    default=2_000,
    show_default=True,
    metavar="N",
    help="Maximum number of games of each SPRT.",
)
clocks_option = click.option(
    "--clock",
    "clocks",
    multiple=True,
    default=("nodes:5000", "cpu-move:0.02"),
    show_default=True,
    metavar="CLOCK",
    help="Clock of an SPRT; repeat the option for further tests.",
)


def fit_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options of a fit."""
    for name, kind, default, text in (
        ("--seed", int, 1, "Random seed."),
        ("--no-borrow", None, None, "Plain rows: windows of one meaning share nothing."),
        ("--slip-share", float, 1.0, "Part of --blend that stays where a slip is still to come."),
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
                show_default=True,
                metavar="N" if kind is int else "X",
                help=text,
            )
        command = option(command)
    return command


def options_of(options: dict[str, Any]) -> FitOptions:
    """The options of a fit. Raises UsageError if the extra is missing."""
    try:
        from tuning.net.training.fit import FitOptions  # noqa: PLC0415 - needs the extra
    except ImportError as error:
        raise click.UsageError(f"{error}; {EXTRA}") from error
    names = ("epochs", "batch", "rate", "decay", "blend", "seed")
    return FitOptions(
        borrow=not options["plain"],
        slips=options["slip_share"],
        **{name: options[name] for name in names},
    )


def players_of(scheduler: str | None, workers: int) -> Callable[[], Players]:
    """How what plays is opened: a cluster, or processes of our own."""

    def opened() -> Players:
        if scheduler is not None:
            from tuning.net.games.cluster import PlayCluster  # noqa: PLC0415 - needs the extra `cluster`

            return PlayCluster(scheduler)
        from tuning.net.games.play import PlayProcesses  # noqa: PLC0415 - the extra may be missing

        return PlayProcesses(workers)

    return opened


def interrupted() -> None:
    """Say how to go on, and exit."""
    tell("interrupted; what is finished is kept. To continue:")
    tell(f"  {command_line()}")
    sys.exit(INTERRUPTED)


@click.group(epilog="Example: pente learn run night -g pente --generations 4 --workers 2")
def learn() -> None:
    """Make a learned evaluation (a net) by self-play and training.

    `run` does everything in a loop; the other commands are its steps. The same command resumes a
    step that was stopped. See docs/learning.md.
    """


@learn.command(epilog="Example: pente learn play games -g pente --games 40000 --workers 2")
@click.argument("folder", type=click.Path(file_okay=False))
@five_game_option
@games_option
@nodes_option
@net_option
@click.option(
    "--slips",
    type=click.FloatRange(0, 1),
    default=0.03,
    show_default=True,
    metavar="SHARE",
    help="Share of moves that are random.",
)
@click.option(
    "--siblings",
    type=click.FloatRange(0, 1),
    default=0.25,
    show_default=True,
    metavar="SHARE",
    help="Share of positions of which a move that was not played is searched as well.",
)
@seed_option
@workers_option
@scheduler_option
@json_option
def play(*, folder: str, as_json: bool, **options: Any) -> None:
    """Fill FOLDER with games of self-play from random balanced openings.

    FOLDER keeps whole games as moves and scores. With more --games it grows.
    """
    try:
        from tuning.net.games.play import self_play  # noqa: PLC0415 - the extra may be missing
        from tuning.net.games.self_play import PlayPlan, net_name  # noqa: PLC0415
    except ImportError as error:
        raise click.UsageError(f"{error}; {EXTRA}") from error
    end_on_signals()
    net, wanted = options["net"], options["games"]
    names = ("game", "seed", "nodes", "slips", "siblings")
    plan = PlayPlan(net=net_name(net), **{name: options[name] for name in names})
    watch = LearnWatch()
    try:
        with watch.progress:
            found = self_play(
                folder,
                plan,
                players_of(options["scheduler"], options["workers"]),
                games=wanted,
                net="" if net == NONE else os.path.abspath(net),
                listener=lambda news: watch.played(news.games, wanted, news.positions),
            )
    except KeyboardInterrupt:
        interrupted()
    if as_json:
        print(json.dumps({"folder": folder, "games": found.games, "positions": found.positions}))
    else:
        print(f"{folder}: {found.games} games, {found.positions} positions to train on")


@learn.command(epilog="Example: pente learn train fit games-1 games-2")
@click.argument("folder", type=click.Path(file_okay=False))
@click.argument("games", nargs=-1, required=True, type=click.Path(file_okay=False, exists=True))
@fit_options
@click.option(
    "--trials",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    metavar="N",
    help="Trials with Optuna of other rates, decays, blends and batches, before the fit.",
)
@json_option
def train(*, folder: str, games: tuple[str, ...], trials: int, as_json: bool, **given: Any) -> None:
    """Train a net on the games of the folders GAMES; keep it in FOLDER.

    One opening in ten is held out. The losses are log losses on its positions: of the games'
    results, of the search's scores, and of results at turning points alone.
    """
    options = options_of(given)
    from tuning.net.training.fit_files import train as fit  # noqa: PLC0415 - the extra is there
    from tuning.net.training.fit_files import trainer_of  # noqa: PLC0415

    end_on_signals()
    watch = LearnWatch()
    try:
        with watch.progress:
            if trials:
                from tuning.net.training.hyper import best_options  # noqa: PLC0415

                trainer, _ = trainer_of(games, watch.features)
                options = best_options(folder, trainer, options, trials, watch.trial)
            record = fit(
                folder,
                games,
                options,
                command=command_line(),
                shards=watch.features,
                listener=lambda epoch: watch.epoch(
                    epoch.number, options.epochs, epoch.held_out.result, epoch.held_out.score
                ),
            )
    except KeyboardInterrupt:
        interrupted()
    print(json.dumps(record) if as_json else fit_text(folder, record))


def fit_text(folder: str, record: dict[str, Any]) -> str:
    """The losses of a fit for people."""
    rows = [
        f"{folder}: {record['game']}, {record['trained']} positions, {record['held_out']} held out",
        "log loss on held-out openings     result    search   turning points",
    ]
    for name, losses in (
        ("constant", record["constant"]),
        ("hand-fitted evaluation", record["static"]),
        ("net", record["epochs"][-1]["held_out"]),
        ("search", record["search"]),
    ):
        numbers = (losses["result"], losses["score"], losses["turning"])
        rows.append(f"  {name:28}" + "".join(f"{number:10.4f}" for number in numbers))
    return "\n".join(rows)


@learn.command(epilog="Example: pente learn export fit --output pente.net")
@click.argument("folder", type=click.Path(file_okay=False, exists=True))
@click.option(
    "--output",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="File of the net. [default: FOLDER/net.net]",
)
@click.option(
    "-g",
    "--game",
    type=click.Choice(list(PRESETS)),
    metavar="GAME",
    help="Game of the net, if not that of the fit: one that differs in size only.",
)
@json_option
def export(*, folder: str, output: str | None, game: str | None, as_json: bool) -> None:
    """Round the net in FOLDER to integers and write its file.

    An error if integers could overflow, or lose more than 0.002 of log loss.
    """
    try:
        from tuning.net.training.fit_files import export as write  # noqa: PLC0415 - the extra may be missing
    except ImportError as error:
        raise click.UsageError(f"{error}; {EXTRA}") from error
    found = write(
        folder,
        output or os.path.join(folder, "net.net"),
        game=game,
        command=command_line(),
        commit=commit_of_tree() or "",
    )
    if as_json:
        print(json.dumps(asdict(found)))
        return
    print(
        f"{found.path}: digest {found.digest}\n"
        f"log loss in integers {found.integer.blend:.4f}, in float {found.float_.blend:.4f}\n"
        f"clipped: {100 * found.clipped:.3f} % of the entries; at a limit: "
        f"{100 * found.points:.3f} % of the points' channels, {100 * found.inputs:.3f} % of the "
        f"sums, {100 * found.hidden:.3f} % of the hidden values"
    )


@learn.command(epilog="Example: pente learn policy pente.net games --output with-policy.net")
@click.argument("net", type=click.Path(dir_okay=False, exists=True))
@click.argument("games", type=click.Path(file_okay=False, exists=True))
@click.option(
    "--output",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    required=True,
    help="File to write.",
)
@click.option(
    "--positions",
    type=click.IntRange(min=1),
    default=50_000,
    show_default=True,
    metavar="N",
    help="Maximum number of positions to search.",
)
@click.option(
    "--scale",
    type=click.IntRange(min=1),
    default=700,
    show_default=True,
    metavar="N",
    help="What a logit counts in the move order, beside killers and history.",
)
@nodes_option
@seed_option
@json_option
def policy(*, net: str, games: str, output: str, as_json: bool, **options: Any) -> None:
    """Add a policy to NET, which orders the moves; it learns from positions off the GAMES."""
    try:
        from tuning.net.policy.policy_file import add_policy  # noqa: PLC0415 - the extra may be missing
    except ImportError as error:
        raise click.UsageError(f"{error}; {EXTRA}") from error
    end_on_signals()
    fitted = add_policy(
        net,
        games,
        output,
        count=options["positions"],
        nodes=options["nodes"],
        scale=options["scale"],
        seed=options["seed"],
        command=command_line(),
        commit=commit_of_tree() or "",
    )
    rankings = {"weights": asdict(fitted.present), "policy": asdict(fitted.learned)}
    if as_json:
        print(json.dumps({"file": output, "trained": fitted.trained, **rankings}))
        return
    print(f"{output}: {fitted.trained} positions, {fitted.held_out} held out")
    print("best move among the first     1      3      8   moves before it")
    for name, each in rankings.items():
        shares = "".join(f"{share:7.3f}" for share in each["among"])
        print(f"  {name:22}{shares}{each['before']:10.2f}")


@learn.command(epilog="Example: pente learn gate tests pente.net --workers 2")
@click.argument("folder", type=click.Path(file_okay=False))
@click.argument("net", type=click.Path(dir_okay=False, exists=True))
@click.option(
    "--rival",
    default=NONE,
    show_default=True,
    metavar="FILE",
    help="Net to beat; none is the hand-fitted evaluation.",
)
@five_game_option
@clocks_option
@sprt_option
@most_games_option
@seed_option
@workers_option
@scheduler_option
@json_option
def gate(*, folder: str, net: str, as_json: bool, **options: Any) -> None:
    """Test NET against another in an SPRT for each clock; keep the games in FOLDER.

    Exit code 0: all tests accept; 1: one rejects; 3: undecided.
    """
    try:
        from tuning.net.gate import GatePlan, verdict_of  # noqa: PLC0415 - the extra may be missing
        from tuning.net.gate import gate as decide  # noqa: PLC0415
    except ImportError as error:
        raise click.UsageError(f"{error}; {EXTRA}") from error
    end_on_signals()
    plan = GatePlan(
        game=options["game"],
        net=net,
        rival=options["rival"],
        clocks=options["clocks"],
        test=parse_sprt(options["sprt"]),
        games=options["most_games"],
        seed=options["seed"],
    )
    watch = LearnWatch()
    try:
        with watch.progress:
            tests = decide(
                folder,
                plan,
                workers=options["workers"],
                cluster=cluster_at(options["scheduler"]),
                listener=lambda clock, score: watch.match(clock, score, plan.games),
            )
    except KeyboardInterrupt:
        interrupted()
    verdict = verdict_of(tests)
    if as_json:
        print(json.dumps({"verdict": verdict, "tests": [asdict(test) for test in tests]}))
    else:
        for test in tests:
            print(f"{test.clock}: {test.verdict}, {test.elo}, LLR {test.llr:+.2f}")
    sys.exit(SPRT_EXIT_CODES[verdict])


@learn.command(epilog="Example: pente learn run night -g gomoku-15 --generations 4")
@click.argument("folder", type=click.Path(file_okay=False))
@five_game_option
@click.option(
    "--generations",
    type=click.IntRange(min=1),
    default=4,
    show_default=True,
    metavar="N",
    help="Number of generations; with more than before a run goes on.",
)
@games_option
@nodes_option
@click.option(
    "--window",
    type=click.IntRange(min=1),
    default=4,
    show_default=True,
    metavar="N",
    help="Number of generations whose games train a net.",
)
@click.option(
    "--anchor",
    type=click.IntRange(min=0),
    default=200,
    show_default=True,
    metavar="N",
    help="Games of each net against the hand-fitted evaluation, for the report.",
)
@fit_options
@clocks_option
@sprt_option
@most_games_option
@workers_option
@scheduler_option
@json_option
@click.option_panel("Games", options=["--game", "--generations", "--games", "--nodes", "--window"])
@click.option_panel(
    "Fit",
    options=[
        *("--epochs", "--batch", "--rate", "--decay", "--blend", "--slip-share", "--no-borrow"),
        "--seed",
    ],
)
@click.option_panel("Tests", options=["--clock", "--sprt", "--gate-games", "--anchor"])
def run(*, folder: str, generations: int, as_json: bool, **options: Any) -> None:
    """Play, train, export and test generations of nets in a loop; write a report.

    Each generation plays with the best net so far. FOLDER keeps everything, so the same command
    goes on after an interruption.
    """
    fit = options_of(options)
    from tuning.net.generations import LearnPlan, Loop  # noqa: PLC0415 - the extra is there

    end_on_signals()
    test = parse_sprt(options["sprt"])
    names = ("game", "games", "nodes", "window", "clocks", "most_games", "anchor", "seed")
    plan = LearnPlan(bounds=(test.nelo0, test.nelo1), **{name: options[name] for name in names})
    watch = RunWatch(generations)
    loop = Loop(
        folder,
        plan,
        fit,
        players=players_of(options["scheduler"], options["workers"]),
        workers=options["workers"],
        cluster=cluster_at(options["scheduler"]),
        listener=watch,
        command=command_line(),
        commit=commit_of_tree() or "",
    )
    try:
        with watch.progress:
            best = loop.run(generations)
    except KeyboardInterrupt:
        interrupted()
    path = written_report(folder, None)
    if as_json:
        print(json.dumps({"best": best, "report": path}))
    else:
        print(f"best net: {best}\nreport: {path}")


@learn.command(epilog="Example: pente learn report night")
@click.argument("folder", type=click.Path(file_okay=False, exists=True))
@click.option(
    "--output",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="File of the report. [default: FOLDER/report.html]",
)
@json_option
def report(*, folder: str, output: str | None, as_json: bool) -> None:
    """Write a report of a run as one page of HTML, and print its path."""
    path = written_report(folder, output)
    print(json.dumps({"report": path}) if as_json else path)


def written_report(folder: str, output: str | None) -> str:
    """Write the report of a run; return its path."""
    try:
        from tuning.net.report import report as page_of  # noqa: PLC0415 - the extra may be missing
    except ImportError as error:
        raise click.UsageError(f"{error}; {EXTRA}") from error
    path = output or os.path.join(folder, "report.html")
    write_whole(path, page_of(folder).encode())
    return path
