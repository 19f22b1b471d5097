"""`pente tune`, its `resume` and `status`, and `pente report`: studies from begin to report."""

from __future__ import annotations

import os
import shlex
from dataclasses import replace
from typing import TYPE_CHECKING

import rich_click as click
from click.core import ParameterSource

from cli.extra import from_extra
from cli.matches.shared import pool_of
from cli.options import (
    game_option,
    json_option,
    path_option,
    scheduler_option,
    seed_option,
    whole,
)
from cli.output.settings import command_line, end_interrupted, print_answer, write_report
from cli.output.stopping import end_on_signals
from cli.output.study import StudyWatch, status_record, status_text
from cli.tuning.accept_command import accept, study_option
from search.cores import cores

if TYPE_CHECKING:
    from tuning.plan import Plan


workers_option = whole("--workers", text="Number of worker processes. [default: one per core]")


@click.group(
    invoke_without_command=True,
    epilog="Example: pente tune --study night -g gomoku-15 --games 40000",
)
@path_option("--study", "folder", metavar="FOLDER", text="Folder of the study.")
@game_option("Game to tune", default="pente")
@whole("--games", least=2, default=20_000, text="Number of games of the study.")
@whole("--nodes", default=5_000, text="Nodes per move.")
@seed_option
@click.option(
    "--groups",
    multiple=True,
    metavar="GROUP,...",
    help="Groups of weights to tune together: evaluation, captures, order, search, "
    "selectivity, clock. Repeat the option for further phases. [default: evaluation,captures]",
)
@whole("--pairs", "step_pairs", default=16, text="Pairs of games per trial.")
@click.option(
    "--clock",
    metavar="CLOCK",
    help="Time per move instead of --nodes (cpu-move:S); cpu:S is per game.",
)
@workers_option
@scheduler_option
@json_option
@click.option_panel("What is tuned", options=["--study", "--game", "--groups", "--seed"])
@click.option_panel("Games", options=["--games", "--pairs", "--nodes", "--clock"])
@click.option_panel("Where the games are played", options=["--workers", "--scheduler"])
@click.pass_context
def tune(context: click.Context, /, **options: object) -> None:
    """Fit the weights of a game by self-play.

    The same command resumes a study that was stopped, as does `pente tune resume`. An option that
    you leave out is as in the study. More --games than before let the study grow.

    The weights are in groups: `evaluation` (patterns and tempo), `captures`, `order` (which moves
    are searched first), `search` (width and margins of the search), `selectivity` (how much it
    prunes and reduces; not in Gipf) and `clock` (how the agent divides its time). A study has one
    phase, or a phase for each --groups. A phase tunes its groups together and begins with the
    weights that the phase before found.
    """
    if context.invoked_subcommand is not None:
        return
    if options["folder"] is None:
        raise click.UsageError("name the study's folder: --study FOLDER")
    usual = (None, ParameterSource.DEFAULT)
    given = {name for name in options if context.get_parameter_source(name) not in usual}
    run_study(options, plan_of_options(options, given))


@tune.command(epilog="Example: pente tune resume --study night --games 60000")
@study_option
@whole(
    "--games",
    least=2,
    text="Number of games of the study; more than before let it grow. [default: as before]",
)
@workers_option
@scheduler_option
@json_option
@click.pass_context
def resume(context: click.Context, /, **options: object) -> None:
    """Continue a study, also with more games than it was begun with."""
    del context
    plan = plan_in(str(options["folder"]))
    assert plan is not None, "there is a study, or an error"
    if options["games"] is not None:
        plan = replace(plan, games=int(str(options["games"])))
    run_study(options, plan)


def run_study(options: dict[str, object], plan: Plan) -> None:
    """Begin a study or go on with it, and show how it goes."""
    from tuning.driver import tune as drive  # noqa: PLC0415 - the plan has loaded the extra
    from tuning.games import PAIRS  # noqa: PLC0415

    end_on_signals()
    folder, interrupted = str(options["folder"]), False
    watch = StudyWatch(plan.games)
    try:
        with watch.progress:
            drive(
                folder,
                plan,
                pool_of(PAIRS, options["scheduler"], options["workers"] or cores()),  # type: ignore[arg-type]  # as their options say
                listener=watch.hear,
                command=command_line(),
            )
    except KeyboardInterrupt:
        interrupted = True
        if plan_in(folder, needed=False) is None:
            end_interrupted(" before the study began. To begin it")
    _print_status(folder)
    if interrupted:
        where = [
            word
            for name in ("workers", "scheduler")
            if options[name] is not None
            for word in (f"--{name}", str(options[name]))
        ]
        resume_it = shlex.join(["pente", "tune", "resume", "--study", folder, *where])
        end_interrupted("; to continue", resume_it)


def plan_in(folder: str, *, needed: bool = True) -> Plan | None:
    """The plan of the study in this folder; None without one, unless it is `needed`.

    Raises TuningError, or UsageError if the extra is missing.
    """
    with from_extra("tuning"):
        from tuning import driver  # noqa: PLC0415, F401 - needs all of the extra; the plan needs none
        from tuning.identity import identity_path, plan_of, read_identity  # noqa: PLC0415 - as above
    if not needed and not os.path.exists(identity_path(folder)):
        return None
    return plan_of(read_identity(folder))


def plan_of_options(options: dict[str, object], given: set[str]) -> Plan:
    """The plan that the options mean; those not `given` are as in the study, if there is one.

    Raises TuningError.
    """
    known = plan_in(str(options["folder"]), needed=False)
    from tuning.plan import DEFAULT_GROUPS, Plan, check_plan  # noqa: PLC0415 - loaded by `plan_in`

    names = ("game", "games", "nodes", "seed", "step_pairs", "clock")
    fields = {name: options[name] for name in names if known is None or name in given}
    if known is None or "groups" in given:
        phases = tuple(tuple(phase.split(",")) for phase in options["groups"])  # type: ignore[attr-defined]
        fields["groups"] = phases or DEFAULT_GROUPS
    plan = Plan(**fields) if known is None else replace(known, **fields)  # type: ignore[arg-type]
    check_plan(plan)
    return plan


@tune.command(epilog="Example: pente tune status --study night")
@study_option
@json_option
def status(*, folder: str) -> None:
    """Show a study's progress."""
    _print_status(folder)


def _print_status(folder: str) -> None:
    with from_extra("tuning"):
        from tuning.status import read_status  # noqa: PLC0415 - the extra may be missing
    state = read_status(folder)
    print_answer(lambda: status_record(state), lambda: status_text(folder, state))


tune.add_command(accept)


@click.command(epilog="Example: pente report --study night")
@click.argument("study", required=False, type=click.Path(file_okay=False), metavar="[FOLDER]")
@path_option(
    "--study",
    "folder",
    metavar="FOLDER",
    text="Folder of the study; may also be given without `--study`.",
)
@path_option("--output", text="File of the report. [default: FOLDER/report.html]")
@json_option
def report(*, study: str | None, folder: str | None, output: str | None) -> None:
    """Write a report of a study as one page of HTML, and print its path."""
    if (study is None) == (folder is None):
        raise click.UsageError("name one study: --study FOLDER")
    folder = folder or study
    assert folder is not None, "one of them is given"
    with from_extra("tuning"):
        from tuning.report import report as page_of  # noqa: PLC0415 - the extra may be missing
    path = write_report(page_of(folder), folder, output)
    print_answer(lambda: {"report": path}, lambda: path)
