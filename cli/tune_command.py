"""`pente tune`, `pente tune status`, `pente tune accept`: fit the weights by self-play."""

from __future__ import annotations

import json
import os
import sys
import time
from typing import TYPE_CHECKING, Self

import rich_click as click
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from agent.efficiency import cores
from arena.strength.elo import elo_of_counts
from arena.strength.score import MatchScore
from arena.strength.sprt import ACCEPTED, REJECTED, UNDECIDED, estimate_nelo, parse_sprt
from cli.arena_commands import SPRT_EXIT_CODES, end_on_signals
from cli.options import (
    cluster_at,
    game_option,
    games_at_once_option,
    json_option,
    scheduler_option,
    seed_option,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from tuning.acceptance import Verdict
    from tuning.farm import Farm
    from tuning.phase import News
    from tuning.plan import Plan
    from tuning.status import StudyStatus

LOG_EVERY_S = 60.0  # where no terminal shows a bar
study_option = click.option(
    "--study",
    "folder",
    type=click.Path(file_okay=False),
    metavar="FOLDER",
    required=True,
    help="Folder of the study.",
)
EXTRA = "tuning is an extra: pip install '.[tuning]'"


@click.group(
    invoke_without_command=True,
    epilog="Example: pente tune --study night -g gomoku-15 --games 40000",
)
@click.option(
    "--study",
    "folder",
    type=click.Path(file_okay=False),
    metavar="FOLDER",
    help="Folder of the study.",
)
@game_option("Game to tune", default="pente")
@click.option(
    "--games",
    type=click.IntRange(min=2),
    default=20_000,
    show_default=True,
    metavar="N",
    help="Number of games of the study.",
)
@click.option(
    "--nodes",
    type=click.IntRange(min=1),
    default=5_000,
    show_default=True,
    metavar="N",
    help="Nodes per move.",
)
@seed_option
@click.option(
    "--groups",
    multiple=True,
    metavar="GROUP,...",
    help="Groups of weights to tune together: evaluation, captures, order, search, clock. "
    "Repeat the option for further phases. [default: evaluation,captures]",
)
@click.option(
    "--pairs",
    "step_pairs",
    type=click.IntRange(min=1),
    default=16,
    show_default=True,
    metavar="N",
    help="Pairs of games per trial.",
)
@click.option(
    "--validate",
    type=click.FloatRange(0, 1),
    default=0.05,
    show_default=True,
    metavar="SHARE",
    help="Extra games, as a share of --games, to monitor progress.",
)
@click.option("--clock", help="Time per move instead of --nodes (cpu-move:S); cpu:S is per game.")
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    metavar="N",
    help="Number of worker processes. [default: one per core]",
)
@scheduler_option
@click.option("--storage", metavar="URL", help="Optuna storage: database URL or grpc://HOST:PORT.")
@click.option_panel("What is tuned", options=["--study", "--game", "--groups", "--seed"])
@click.option_panel("Games", options=["--games", "--pairs", "--nodes", "--clock", "--validate"])
@click.option_panel("Where the games are played", options=["--workers", "--scheduler", "--storage"])
@click.pass_context
def tune(context: click.Context, /, **options: object) -> None:
    """Fit the weights of a game by self-play. The same command resumes a study that was stopped.

    The weights are in groups: `evaluation` (patterns and tempo), `captures`, `order` (which moves
    are searched first), `search` (width and margins of the search) and `clock` (how the agent
    divides its time). A study has one phase, or a phase for each --groups. A phase tunes its groups
    together and begins with the weights that the phase before found.
    """
    if context.invoked_subcommand is not None:
        return
    if options["folder"] is None:
        raise click.UsageError("name the study's folder: --study FOLDER")
    run_study(options)


def run_study(options: dict[str, object]) -> None:
    """Begin a study or go on with it, and show how it goes."""
    try:
        from tuning.driver import tune as drive  # noqa: PLC0415 - the extra may be missing
    except ImportError as error:
        raise click.UsageError(f"{error}; {EXTRA}") from error
    end_on_signals()
    folder = str(options["folder"])
    plan = plan_of_options(options)
    with Watch(plan) as watch:
        try:
            drive(
                folder,
                plan,
                farm_of(options),
                storage=options["storage"],  # type: ignore[arg-type]  # as its option says
                listener=watch.hear,
                command=" ".join(["pente", *sys.argv[1:]]),
            )
        except KeyboardInterrupt:
            print(f"pente: stopped; the same command resumes {folder}", file=sys.stderr)
            sys.exit(130)
    print_status(folder, as_json=False)


def plan_of_options(options: dict[str, object]) -> Plan:
    """The plan that the options mean. Raises TuningError."""
    from tuning.plan import DEFAULT_GROUPS, Plan, check_plan  # noqa: PLC0415 - as above

    names = (
        "game",
        "games",
        "nodes",
        "seed",
        "step_pairs",
        "validate",
        "clock",
    )
    fields = {name: options[name] for name in names}
    groups = tuple(tuple(phase.split(",")) for phase in options["groups"])  # type: ignore[attr-defined]
    plan = Plan(**fields, groups=groups or DEFAULT_GROUPS)  # type: ignore[arg-type]
    check_plan(plan)
    return plan


def farm_of(options: dict[str, object]) -> Callable[[], Farm]:
    """How the games' place is opened: a cluster, or processes of our own."""

    def opened() -> Farm:
        if options["scheduler"] is not None:
            from tuning.cluster import Cluster  # noqa: PLC0415 - needs Dask, the extra `cluster`

            return Cluster(str(options["scheduler"]))
        from tuning.farm import Processes  # noqa: PLC0415

        workers = options["workers"] or cores()
        return Processes(int(workers))  # type: ignore[call-overload]  # a number, as its option says

    return opened


class Watch:
    """Shows a running study: a bar on a terminal, a plain line a minute elsewhere."""

    def __init__(self, plan: Plan) -> None:
        self._wanted = plan.games
        self._began: tuple[float, int] | None = None
        self._said = time.monotonic()
        self._best = ""
        self._bar = Progress(
            TextColumn("{task.completed}/{task.total} games"),
            BarColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.description}"),
            console=Console(stderr=True),
            disable=not sys.stderr.isatty(),
        )
        self._task = self._bar.add_task("", total=plan.games)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def hear(self, news: News) -> None:
        """Take in what the driver tells."""
        if news.counts is not None:
            nelo = estimate_nelo(news.counts)
            self._best = f", after {news.step} of {news.steps} trials {nelo} over the start"
        if self._began is None:
            self._began = time.monotonic(), news.games
        line = (
            f"phase {news.phase + 1}, trial {news.step}/{news.steps}{self._best}{self.rate(news)}"
        )
        self._bar.update(self._task, completed=news.games, description=line)
        if self._bar.disable and time.monotonic() - self._said >= LOG_EVERY_S:
            self._said = time.monotonic()
            print(f"{news.games}/{self._wanted} games, {line}", file=sys.stderr, flush=True)

    def rate(self, news: News) -> str:
        """Games an hour and what is left, since this process began."""
        assert self._began is not None  # set by the first news
        seconds, games = time.monotonic() - self._began[0], news.games - self._began[1]
        if games <= 0 or seconds <= 0:
            return ""
        left_s = (self._wanted - news.games) * seconds / games
        return f", {3600 * games / seconds:.0f} games/h, {left_s / 60:.0f} min left"


@tune.command(epilog="Example: pente tune status --study night")
@study_option
@json_option
def status(*, folder: str, as_json: bool) -> None:
    """Show a study's progress."""
    print_status(folder, as_json=as_json)


def print_status(folder: str, *, as_json: bool) -> None:
    """Print a study's progress."""
    try:
        from tuning.status import read_status  # noqa: PLC0415 - the extra may be missing
    except ImportError as error:
        raise click.UsageError(f"{error}; {EXTRA}") from error
    found = read_status(folder)
    print(json.dumps(status_record(found)) if as_json else status_text(folder, found))


def status_record(found: StudyStatus) -> dict[str, object]:
    """A study's state for machines."""
    return {
        "game": found.plan.game,
        "games": found.games,
        "games_wanted": 2 * found.plan.pairs,
        "trials": found.trials,
        "trials_wanted": found.trials_wanted,
        "validation_games": found.validation_games,
        "cpu_s": round(found.cpu_s, 2),
        "finished": found.finished,
        "phases": [
            {
                "name": phase.name,
                "trials": phase.trials,
                "trials_wanted": phase.trials_wanted,
                "returned": phase.returned,
                "validations": [
                    {"trials": after, "pentanomial": list(counts)} for after, counts in phase.checks
                ],
            }
            for phase in found.phases
        ],
    }


def status_text(folder: str, found: StudyStatus) -> str:
    """A study's state for people."""
    state = "finished" if found.finished else "not finished"
    head = (
        f"{folder}: {found.plan.game}, {state}: {found.games} of "
        f"{2 * found.plan.pairs} games, {found.trials} of {found.trials_wanted} trials, "
        f"{found.cpu_s:.0f} CPU s, and {found.validation_games} games of validation"
    )
    lines = [head]
    for phase in found.phases:
        lines.append(f"{phase.name}: {phase.trials} of {phase.trials_wanted} trials")
        for after, counts in phase.checks:
            lines.append(f"  after {after} trials {estimate_nelo(counts)} over the start")
        if phase.returned is not None:
            values = ", ".join(f"{name} {round(value)}" for name, value in phase.returned.items())
            lines.append(f"  {values}")
    return "\n".join(lines)


@tune.command(epilog="Example: pente tune accept --study night --workers 2")
@study_option
@click.option(
    "--sprt",
    default="0,10",
    show_default=True,
    metavar="NELO0,NELO1",
    help="Bounds of the SPRT, in normalised Elo.",
)
@click.option(
    "--games",
    type=click.IntRange(min=2),
    default=20_000,
    show_default=True,
    metavar="N",
    help="Maximum number of games.",
)
@click.option("--clock", help="Clock of both sides. [default: the clock of the study]")
@seed_option
@games_at_once_option
@scheduler_option
@json_option
def accept(
    *,
    folder: str,
    sprt: str,
    games: int,
    clock: str | None,
    seed: int,
    workers: int,
    scheduler: str | None,
    as_json: bool,
) -> None:
    """Install a study's weights if they beat the current ones in an SPRT."""
    try:
        from tuning.acceptance import accept as decide  # noqa: PLC0415 - the extra may be missing
    except ImportError as error:
        raise click.UsageError(f"{error}; {EXTRA}") from error
    end_on_signals()
    test = parse_sprt(sprt)

    def show(score: MatchScore) -> None:
        if not as_json and score.total.games % 100 == 0:
            llr = test.llr(score.pairs.counts)
            print(
                f"{score.total.games} games, {elo_of_counts(score.pairs.counts)}, LLR {llr:+.2f}",
                flush=True,
            )

    found = decide(
        folder,
        test,
        most_games=games,
        workers=workers,
        cluster=cluster_at(scheduler),
        clock=clock,
        seed=seed,
        listener=show,
        command=" ".join(["pente", *sys.argv[1:]]),
    )
    print(json.dumps(_verdict_record(found)) if as_json else _verdict_words(found))
    sys.exit(SPRT_EXIT_CODES[found.verdict])


def _verdict_words(found: Verdict) -> str:
    return {
        ACCEPTED: f"accepted: {found.written} is replaced; the old file ends in .previous now",
        REJECTED: "rejected: nothing is changed",
        UNDECIDED: "undecided: nothing is changed; rerun with more --games",
    }[found.verdict]


def _verdict_record(found: Verdict) -> dict[str, object]:
    return {
        "verdict": found.verdict,
        "games": found.score.total.games,
        "pentanomial": list(found.score.pairs.counts),
        "llr": round(found.llr, 4),
        "written": found.written,
    }


@click.command(epilog="Example: pente report night")
@click.argument("folder", type=click.Path(file_okay=False))
@click.option(
    "--output",
    type=click.Path(dir_okay=False),
    metavar="FILE",
    help="File of the report. [default: FOLDER/report.html]",
)
def report(*, folder: str, output: str | None) -> None:
    """Write a report of the study in FOLDER as one page of HTML."""
    try:
        from tuning.report import report as page_of  # noqa: PLC0415 - the extra may be missing
    except ImportError as error:
        raise click.UsageError(f"{error}; {EXTRA}") from error
    path = output or os.path.join(folder, "report.html")
    page = page_of(folder)
    with open(path, "w", encoding="utf-8") as file:
        file.write(page)
    print(path)
