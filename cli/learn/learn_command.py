"""`pente learn` and its steps: make a learned evaluation by self-play and training."""

from __future__ import annotations

import os
from dataclasses import asdict
from typing import Any

import rich_click as click

from arena.match.provenance import commit_of_tree
from cli.extra import from_extra
from cli.learn.options import (
    NONE,
    WITH_NETS,
    fit_options,
    five_game_option,
    games_option,
    nodes_option,
    options_of,
    resumable,
)
from cli.learn.run_command import gate, report, run
from cli.learn.watch import LearnWatch
from cli.matches.shared import pool_of
from cli.options import (
    farm_options,
    json_option,
    path_option,
    seed_option,
    whole,
)
from cli.output.settings import command_line, print_answer
from cli.output.stopping import end_on_signals
from search.net.file import load_net


@click.group(epilog="Example: pente learn run night -g pente --generations 4 --workers 2")
def learn() -> None:
    """Make a learned evaluation (a net) by self-play and training.

    `run` does everything in a loop; the other commands are its steps. The same command resumes a
    step that was stopped; only `policy` begins anew. See docs/learning.md.
    """


@learn.command(epilog="Example: pente learn play games -g pente --games 40000 --workers 2")
@click.argument("folder", type=click.Path(file_okay=False))
@five_game_option
@games_option
@nodes_option
@click.option(
    "--net",
    default=NONE,
    metavar="FILE",
    help="Net of the engine that plays; none is the hand-fitted evaluation.",
)
@seed_option
@farm_options
def play(*, folder: str, **options: Any) -> None:
    """Fill FOLDER with games of self-play from random balanced openings.

    FOLDER keeps whole games as moves and scores. With more --games it grows.
    """
    with from_extra("learn"):
        from tuning.net.games.blocks import BLOCKS  # noqa: PLC0415 - the extra may be missing
        from tuning.net.games.play import self_play  # noqa: PLC0415 - the extra may be missing
        from tuning.net.games.self_play import PlayPlan, net_name  # noqa: PLC0415
    end_on_signals()
    net, wanted, game = (options[name] for name in ("net", "games", "game"))
    plan = PlayPlan(
        game=game, net=net_name(net, game), seed=options["seed"], nodes=options["nodes"]
    )
    watch = LearnWatch()
    with resumable(watch.progress):
        kept = self_play(
            folder,
            plan,
            pool_of(BLOCKS, options["scheduler"], options["workers"]),
            games=wanted,
            net="" if net == NONE else os.path.abspath(net),
            listener=lambda news: watch.played(news.games, wanted, news.positions),
        )
    print_answer(
        lambda: {"folder": folder, "games": kept.games, "positions": kept.positions},
        lambda: f"{folder}: {kept.games} games, {kept.positions} positions to train on",
    )


@learn.command(epilog="Example: pente learn train fit games-1 games-2")
@click.argument("folder", type=click.Path(file_okay=False))
@click.argument("games", nargs=-1, required=True, type=click.Path(file_okay=False, exists=True))
@path_option("--start", text="Net to begin with, instead of random numbers.")
@fit_options
@json_option
def train(*, folder: str, games: tuple[str, ...], start: str | None, **given: Any) -> None:
    """Train a net on the games of the folders GAMES; keep it in FOLDER.

    One opening in ten is held out. The losses are log losses on its positions: of the games'
    results, of the search's scores, and of results at turning points alone.
    """
    options = options_of(given)
    from tuning.net.training import fit_files  # noqa: PLC0415 - the extra is there

    end_on_signals()
    watch = LearnWatch()
    with resumable(watch.progress):
        record = fit_files.train(
            folder,
            games,
            options,
            start=load_net(start) if start else None,
            command=command_line(),
            shards=watch.features,
            listener=lambda epoch: watch.epoch(
                epoch.number, options.epochs, epoch.held_out.result, epoch.held_out.score
            ),
        )
    print_answer(lambda: record, lambda: _fit_text(folder, record))


def _fit_text(folder: str, record: dict[str, Any]) -> str:
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
@path_option("--output", text="File of the net. [default: FOLDER/net.net]")
@click.option(
    "-g",
    "--game",
    type=click.Choice(WITH_NETS),
    metavar="GAME",
    help="Game of the net, if not that of the fit: one that differs in size only.",
)
@path_option("--policy", text="Net whose policy the file takes over.")
@json_option
def export(*, folder: str, output: str | None, game: str | None, policy: str | None) -> None:
    """Round the net in FOLDER to integers and write its file.

    It refuses a net whose integers could overflow, or whose log loss rises by more than 0.002.
    """
    with from_extra("learn"):
        from tuning.net.training.fit_files import export as write  # noqa: PLC0415 - the extra may be missing
    net = write(
        folder,
        output or os.path.join(folder, "net.net"),
        game=game,
        policy=load_net(policy) if policy else None,
        command=command_line(),
        commit=commit_of_tree() or "",
    )
    print_answer(
        lambda: asdict(net),
        lambda: (
            f"{net.path}: digest {net.digest}\n"
            f"log loss in integers {net.integer.blend:.4f}, in float {net.float_.blend:.4f}\n"
            f"clipped: {100 * net.clipped:.3f} % of the entries; at a limit: "
            f"{100 * net.points:.3f} % of the points' channels, {100 * net.inputs:.3f} % of "
            f"the sums, {100 * net.hidden:.3f} % of the hidden values"
        ),
    )


@learn.command(epilog="Example: pente learn policy pente.net games --output with-policy.net")
@click.argument("net", type=click.Path(dir_okay=False, exists=True))
@click.argument("games", type=click.Path(file_okay=False, exists=True))
@path_option("--output", required=True, text="File to write.")
@whole("--positions", default=50_000, text="Maximum number of positions to search.")
@whole(
    "--scale",
    default=700,
    text="What a logit counts in the move order, beside killers and history.",
)
@whole("--nodes", default=1_500, text="Nodes for each position.")
@seed_option
@json_option
def policy(*, net: str, games: str, output: str, **options: Any) -> None:
    """Add a policy to NET: it orders the moves of the search.

    It learns which move a search prefers, in positions a few moves off the GAMES.
    """
    with from_extra("learn"):
        from tuning.net.policy.policy_file import add_policy  # noqa: PLC0415 - the extra may be missing
    end_on_signals()
    watch = LearnWatch()
    with watch.progress:
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
            listener=watch.looked,
        )
    rankings = {"weights": asdict(fitted.present), "policy": asdict(fitted.learned)}
    rows = [
        f"{output}: {fitted.trained} positions, {fitted.held_out} held out",
        "best move among the first     1      3      8   moves before it",
    ]
    for name, ranking in rankings.items():
        shares = "".join(f"{part:7.3f}" for part in ranking["among"])
        rows.append(f"  {name:22}{shares}{ranking['before']:10.2f}")
    print_answer(
        lambda: {"file": output, "trained": fitted.trained, **rankings}, lambda: "\n".join(rows)
    )


for command in (gate, run, report):
    learn.add_command(command)
