"""`pente learn gate`, `run` and `report`: test a net, make generations of them, show both."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import Any

import rich_click as click

from arena.match.provenance import commit_of_tree
from arena.strength.sprt import parse_sprt
from cli.extra import from_extra
from cli.learn.options import (
    NONE,
    fit_options,
    five_game_option,
    games_option,
    gate_options,
    nodes_option,
    options_of,
    resumable,
)
from cli.learn.watch import LearnWatch, RunWatch
from cli.matches.shared import SPRT_EXIT_CODES, cluster_at, pool_of
from cli.options import (
    farm_options,
    json_option,
    path_option,
    seed_option,
    whole,
)
from cli.output.settings import command_line, print_answer, write_report
from cli.output.stopping import end_on_signals


@click.command(epilog="Example: pente learn gate tests pente.net --workers 2")
@click.argument("folder", type=click.Path(file_okay=False))
@click.argument("net", type=click.Path(dir_okay=False, exists=True))
@click.option(
    "--rival",
    default=NONE,
    metavar="FILE",
    help="Net to beat; none is the hand-fitted evaluation.",
)
@five_game_option
@gate_options
@seed_option
@farm_options
def gate(*, folder: str, net: str, **options: Any) -> None:
    """Test NET against another, in an SPRT for each clock.

    FOLDER keeps the games. Exit code 0: all tests accept; 1: one rejects; 3: undecided.
    """
    with from_extra("learn"):
        from tuning.net.gate import GatePlan, verdict_of  # noqa: PLC0415 - the extra may be missing
        from tuning.net.gate import gate as decide  # noqa: PLC0415
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
    with resumable(watch.progress):
        tests = decide(
            folder,
            plan,
            workers=options["workers"],
            cluster=cluster_at(options["scheduler"]),
            listener=lambda clock, score: watch.match(clock, score, plan.games),
        )
    verdict = verdict_of(tests)
    print_answer(
        lambda: {"verdict": verdict, "tests": [asdict(test) for test in tests]},
        lambda: "\n".join(
            f"{test.clock}: {test.verdict}, {test.elo}, LLR {test.llr:+z.2f}" for test in tests
        ),
    )
    sys.exit(SPRT_EXIT_CODES[verdict])


@click.command(epilog="Example: pente learn run night -g gomoku-15 --generations 4")
@click.argument("folder", type=click.Path(file_okay=False))
@five_game_option
@whole(
    "--generations", default=4, text="Number of generations; with more than before a run goes on."
)
@games_option
@nodes_option
@whole(
    "--anchor",
    default=200,
    least=0,
    text="Games of each net against the hand-fitted evaluation, for the report.",
)
@whole(
    "--policy",
    default=0,
    least=0,
    text="Positions from which each net learns a policy for the move order; 0: no policy.",
)
@fit_options
@gate_options
@farm_options
@click.option_panel("Games", options=["--game", "--generations", "--games", "--nodes"])
@click.option_panel(
    "Fit",
    options=[
        *("--epochs", "--batch", "--rate", "--decay", "--blend", "--slip-share"),
        *("--policy", "--seed"),
    ],
)
@click.option_panel("Tests", options=["--clock", "--sprt", "--gate-games", "--anchor"])
def run(*, folder: str, generations: int, **options: Any) -> None:
    """Play, train, export and test nets in a loop.

    It writes a report. Each generation plays with the best net so far. FOLDER keeps everything, so
    the same command goes on after an interruption.
    """
    fit = options_of(options)
    from tuning.net.games.blocks import BLOCKS  # noqa: PLC0415 - the extra is there
    from tuning.net.generations import LearnPlan, Loop  # noqa: PLC0415

    end_on_signals()
    test = parse_sprt(options["sprt"])
    names = ("game", "games", "nodes", "clocks", "most_games", "anchor", "policy", "seed")
    plan = LearnPlan(bounds=(test.nelo0, test.nelo1), **{name: options[name] for name in names})
    watch = RunWatch(generations)
    loop = Loop(
        folder,
        plan,
        fit,
        pool=pool_of(BLOCKS, options["scheduler"], options["workers"]),
        workers=options["workers"],
        cluster=cluster_at(options["scheduler"]),
        listener=watch,
        command=command_line(),
        commit=commit_of_tree() or "",
    )
    with resumable(watch.progress):
        best = loop.run(generations)
    path = written_report(folder, None)
    print_answer(
        lambda: {"best": best, "report": path}, lambda: f"best net: {best}\nreport: {path}"
    )


@click.command(epilog="Example: pente learn report night")
@click.argument("folder", type=click.Path(file_okay=False, exists=True))
@path_option("--output", text="File of the report. [default: FOLDER/report.html]")
@json_option
def report(*, folder: str, output: str | None) -> None:
    """Write a report of a run as one page of HTML, and print its path."""
    path = written_report(folder, output)
    print_answer(lambda: {"report": path}, lambda: path)


def written_report(folder: str, output: str | None) -> str:
    """Write the report of a run; return its path."""
    with from_extra("learn"):
        from tuning.net.report import report as page_of  # noqa: PLC0415 - the extra may be missing
    return write_report(page_of(folder), folder, output)
