"""Commands of the arena: match and check."""

from __future__ import annotations

import json
import os
import signal
import sys
from contextlib import closing, nullcontext
from typing import TYPE_CHECKING

import click
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table as RichTable
from rich.text import Text

from arena.check import check_agent
from arena.clock import DEFAULT_CLOCK, SPELLINGS
from arena.contestants import parse_contestant
from arena.match import DEFAULT_OPENING_PLIES, MatchSpec, play_match
from arena.score import MatchScore, result_rows, termination_rows, time_rows
from arena.statistics import estimate_elo
from arena.transcript import format_transcript
from cli.options import json_option
from games.rules import PRESETS

if TYPE_CHECKING:
    from arena.record import GameRecord


@click.command()
@click.argument("a")
@click.argument("b")
@click.option("-g", "--game", type=click.Choice(list(PRESETS)), default="pente", show_default=True)
@click.option("--games", type=click.IntRange(min=1), default=20, show_default=True)
@click.option("--clock", default=DEFAULT_CLOCK, show_default=True, help=f"{SPELLINGS}.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of openings and players.")
@click.option(
    "--opening-plies",
    type=click.IntRange(min=0),
    default=DEFAULT_OPENING_PLIES,
    show_default=True,
    help="Stones drawn at random before the players are asked; each pair of games shares them.",
)
@click.option("--a-first", type=click.IntRange(min=0), help="Games in which A moves first.")
@click.option("--results", type=click.Path(dir_okay=False), help="File of JSON lines, one a game.")
@click.option("--resume", is_flag=True, help="Go on with the match that --results holds.")
@click.option("--workers", type=click.IntRange(min=1), default=1, show_default=True)
@click.option("--transcripts", type=click.Path(file_okay=False), help="Folder for readable games.")
@json_option
def match(  # the options are the command
    *,
    a: str,
    b: str,
    game: str,
    games: int,
    clock: str,
    seed: int,
    opening_plies: int,
    a_first: int | None,
    results: str | None,
    resume: bool,
    workers: int,
    transcripts: str | None,
    as_json: bool,
) -> None:
    """Play games between A and B in pairs with swapped sides, and say who is stronger.

    A and B are engine, engine:nodes=N,weights=FILE, engine:tree=FOLDER (another checkout, built in
    place), random, minimax, reference, agent:FOLDER or agent:COMMAND.
    """
    if resume and results is None:
        raise click.UsageError("--resume goes on with a file: name it with --results")
    spec = MatchSpec(
        a=a,
        b=b,
        games=games,
        rules=game,
        clock=clock,
        seed=seed,
        opening_plies=opening_plies,
        a_first=a_first,
    )
    end_on_signals()
    score = MatchScore()
    quiet = as_json or not sys.stdout.isatty()
    with (
        closing(play_match(spec, results, resume=resume, workers=workers)) as played,
        nullcontext() if quiet else Live(match_table(spec, score)) as live,
    ):
        for record in played:
            score = score.with_game(record)
            if live is not None:
                live.update(match_table(spec, score))
            if transcripts is not None:
                save_transcript(transcripts, record)
    if as_json:
        print(json.dumps(summary(spec, score)))
    elif quiet:
        Console(width=100).print(match_table(spec, score))


def end_on_signals() -> None:
    """Let SIGTERM and SIGHUP end the command as Ctrl-C does: agents are stopped on the way out."""

    def stop(_number: int, _frame: object) -> None:
        raise KeyboardInterrupt

    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, stop)


def match_table(spec: MatchSpec, score: MatchScore) -> Group:
    """The state of a match as tables: results by side, endings, time, and Elo."""
    results = RichTable(
        "", "games", "A won", "drawn", "A lost", title=Text(f"A {spec.a} - B {spec.b}")
    )
    for row in result_rows(score):
        results.add_row(*row)
    endings = RichTable("winner", "how", "games")
    for ending in termination_rows(score):
        endings.add_row(*ending)
    times = RichTable("player", "answers", "CPU s", "longest answer", "most in one game")
    for use in time_rows(score):
        times.add_row(*use)
    elo = estimate_elo(score.total)
    played = f"{score.total.games} of {spec.games} games, {spec.rules}, {spec.clock}"
    line = Text(played if elo is None else f"{played}: A {elo}")  # no markup: `:100:` is a picture
    return Group(results, endings, times, line)


def summary(spec: MatchSpec, score: MatchScore) -> dict[str, object]:
    """The state of a match for machines."""
    elo = estimate_elo(score.total)
    return {
        "a": spec.a,
        "b": spec.b,
        "game": spec.rules,
        "clock": spec.clock,
        "games": score.total.games,
        "wins": score.total.wins,
        "draws": score.total.draws,
        "losses": score.total.losses,
        "elo": None if elo is None else [_finite(elo.low), _finite(elo.elo), _finite(elo.high)],
        "terminations": [
            {"winner": winner, "how": how, "games": int(count)}
            for winner, how, count in termination_rows(score)
        ],
        "cpu_s": {name: round(use.cpu_s, 3) for name, use in score.time.items()},
        "most_cpu_in_a_game_s": {
            name: round(use.most_cpu_in_a_game_s, 3) for name, use in score.time.items()
        },
        "longest_game_plies": score.longest_game,
    }


def _finite(value: float) -> float | None:
    """JSON has no infinity: None says that nothing bounds the value."""
    return round(value, 2) if abs(value) < float("inf") else None


def save_transcript(folder: str, record: GameRecord) -> None:
    """Write one game as readable text: `FOLDER/game-0001.txt`."""
    os.makedirs(folder, exist_ok=True)
    with open(f"{folder}/game-{record.game + 1:04}.txt", "w", encoding="utf-8") as file:
        file.write(format_transcript(record, every_board=True))


@click.command()
@click.argument("agent")
@click.option("--only", multiple=True, help="Make this check alone; may be given several times.")
@json_option
def check(*, agent: str, only: tuple[str, ...], as_json: bool) -> None:
    """Try AGENT (a folder, agent:FOLDER or agent:COMMAND) against the file harness's rules."""
    end_on_signals()
    text = agent if agent.startswith("agent:") else f"agent:{agent}"
    failed, found = 0, []
    for result in check_agent(parse_contestant(text), only):
        failed += not result.passed
        found.append({"name": result.name, "passed": result.passed, "reason": result.reason})
        if not as_json:
            mark = "passed" if result.passed else "FAILED"
            print(f"{mark}  {result.name:<20} {result.reason}", flush=True)
    if as_json:
        print(json.dumps({"passed": not failed, "checks": found}))
    else:
        print(f"{len(found) - failed} of {len(found)} checks passed")
    sys.exit(1 if failed else 0)
