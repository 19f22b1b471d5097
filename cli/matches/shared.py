"""What the commands that play games share: openings, workers, warnings, files, exit codes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

import rich_click as click

from agent.files import write_whole
from arena.game.adjudication import whole_numbers
from arena.game.record import GameRecord
from arena.game.spec import DEFAULT_OPENING_PLIES, GameSpec, Job
from arena.match.broken import CRASH_LIMIT
from arena.match.jobs import GAMES, games_at_once
from arena.match.match import Series
from arena.match.results import ResultsFile
from arena.openings.files import find_openings, own_openings
from arena.processes.confinement import network_warning
from arena.processes.pool import Answer, Pool, Processes, Task, Work
from arena.strength.sprt import ACCEPTED, REJECTED, UNDECIDED
from arena.tournament.game_files import SGF, collection, text_format
from cli.extra import from_extra
from cli.options import (
    joined,
    json_option,
    path_option,
    scheduler_option,
    seed_option,
    whole,
)
from cli.output.settings import command_line, new_file, note, tell, words_of_command

GAMES_PER_LINE = 10  # of progress
SPRT_EXIT_CODES = {ACCEPTED: 0, REJECTED: 1, UNDECIDED: 3}


# The options that matches and tournaments share.
played_options = joined(
    seed_option,
    click.option(
        "--openings",
        metavar="FILE|GAME",
        help="File of openings, one per line, or the game whose file to use; both games of a "
        "pair share an opening. [default: data/openings/GAME.txt, else random openings]",
    ),
    whole(
        "--opening-plies",
        least=0,
        text="Draw random openings of N stones (Gipf: pieces) instead; 0 = initial position.",
    ),
    click.option(
        "--adjudicate",
        metavar="SCORE,MOVES",
        help="Loss of a player that reports -SCORE or less in MOVES answers in a row, unless "
        "the opponent's scores disagree.",
    ),
    click.option(
        "--draw-score",
        metavar="SCORE,MOVES,FROM",
        help="Draw if both players report scores from -SCORE to SCORE in MOVES answers in a "
        "row, at move FROM or later.",
    ),
    whole("--draw-moves", text="Draw after N moves, the opening included."),
    scheduler_option,
    whole(
        "--crash-limit",
        least=0,
        default=CRASH_LIMIT,
        text="Broken games in a row (crash, invalid or missing answer) after which a "
        "contestant is out; 0 = no limit.",
    ),
    path_option("--results", text="File of results, one JSON line per game."),
    click.option("--resume", is_flag=True, help="Continue the games in --results."),
    click.option(
        "--resume-anyway",
        is_flag=True,
        help="Continue even if another commit, changed code or another bench signature played "
        "the games in --results. The score then mixes two engines.",
    ),
    path_option("--sgf", text="Collection of the games as SGF."),
    path_option(
        "--pgn",
        text="Collection of the games with headers and numbered moves: pente.org's text, or "
        "Gipf's notation.",
    ),
    json_option,
)
# Their groups in the help.
played_panels = joined(
    click.option_panel("Openings", options=["--openings", "--opening-plies"]),
    click.option_panel(
        "Early ends of games", options=["--adjudicate", "--draw-score", "--draw-moves"]
    ),
    click.option_panel(
        "Where the games are played", options=["--workers", "--scheduler", "--crash-limit"]
    ),
)


def collection_files(rules: str, sgf: str | None, pgn: str | None) -> list[tuple[str, str]]:
    """The files of --sgf and --pgn, each with its format, checked before the first game.

    Raises MatchError for a game without such a format, UsageError for a folder that is missing.
    """
    files = [] if sgf is None else [(sgf, SGF)]
    files += [] if pgn is None else [(pgn, text_format(rules))]
    for path, _ in files:
        require_folder(path)
    return files


def require_folder(path: str) -> None:
    """Raise UsageError if the folder of a file that is to be written is missing."""
    folder = os.path.dirname(os.path.abspath(path))
    if not os.path.isdir(folder):
        raise click.UsageError(f"{path}: there is no folder {folder}")


def write_collections(
    files: Iterable[tuple[str, str]], records: Iterable[GameRecord], event: str
) -> None:
    """Write the games to files of `collection_files`; `event` says what was played.

    Raises MatchError if a format cannot hold a game, OSError.
    """
    games = list(records)
    for path, format_ in files:
        write_whole(path, collection(games, format_, event).encode())


def require_results(options: dict[str, Any]) -> None:
    """Raise UsageError if there is nothing to resume."""
    if (options["resume"] or options["resume_anyway"]) and options["results"] is None:
        raise click.UsageError("--resume needs the file to continue: add --results")


def terms_of(options: dict[str, Any]) -> dict[str, Any]:
    """The fields of a GameSpec that these options of a command mean.

    Raises UsageError, or MatchError if there is no such file of openings.
    """
    game, openings, plies = options["game"], options["openings"], options["opening_plies"]
    if openings is not None and plies is not None:
        raise click.UsageError("--openings and --opening-plies exclude each other")
    if openings is not None:
        openings = find_openings(openings)
    elif plies is None:
        openings = own_openings(game)
    return {
        "rules": game,
        "clock": options["clock"],
        "seed": options["seed"],
        "openings": openings,
        "opening_plies": DEFAULT_OPENING_PLIES if plies is None else plies,
        "adjudicate": numbers_of(options["adjudicate"], "--adjudicate SCORE,MOVES"),
        "draw_score": numbers_of(options["draw_score"], "--draw-score SCORE,MOVES,FROM"),
        "draw_moves": options["draw_moves"],
    }


def numbers_of(text: str | None, expected: str) -> tuple[int, ...] | None:
    """The numbers of an option that is spelled like `expected`. Raises MatchError."""
    count = expected.count(",") + 1
    return None if text is None else tuple(whole_numbers(text, count, expected))


def tell_how_to_resume(
    spec: GameSpec, kind: str, records: Iterable[GameRecord], results: str | None
) -> None:
    """Say how to continue; write the games to a new file first if they are in none."""
    more = []
    if results is None:
        path = new_file(kind)
        tell(f"keeping the games in {path}")
        with ResultsFile(path, Series(spec).identity(), resume=False, kind=kind) as file:
            for record in records:
                file.append(record)
        more += ["--results", path]
    if "--resume" not in words_of_command():
        more.append("--resume")
    tell("interrupted; to continue:")
    tell(f"  {command_line(*more)}")


def how_played(options: dict[str, Any], spec: GameSpec, needs: int) -> dict[str, Any]:
    """What these options say about where and after which results the games are played.

    `needs` is the number of cores for each game.
    """
    cluster = cluster_at(options["scheduler"])
    workers, fewer = 1, None
    if cluster is None:
        # So that clocks of seconds stay honest.
        workers, fewer = games_at_once(options["workers"], needs, timed=spec.timed)
    if fewer is not None:
        note(fewer)
    return {
        "resume": options["resume"],
        "resume_anyway": options["resume_anyway"],
        "workers": workers,
        "cluster": cluster,
        "say": note,
    }


def note_network(*contestants: str) -> None:
    """Warn if programs of others will run with network."""
    warning = network_warning(contestants)
    if warning is not None:
        note(warning)


def cluster_at(scheduler: str | None) -> Callable[[], Pool[Job, GameRecord]] | None:
    """How the cluster at this address is opened for games; None without an address.

    Raises UsageError if Dask is not installed.
    """
    return None if scheduler is None else pool_of(GAMES, scheduler, 1)


def pool_of(
    work: Work[Task, Answer], scheduler: str | None, workers: int
) -> Callable[[], Pool[Task, Answer]]:
    """How a pool is opened: at a scheduler's address, or of processes on this computer.

    Raises UsageError if Dask is not installed.
    """
    if scheduler is None:
        return lambda: Processes(work, workers)
    with from_extra("cluster"):
        from arena.cluster.dask_pool import DaskPool  # noqa: PLC0415 - the extra may be missing
    return lambda: DaskPool(work, scheduler)
