"""What the commands that play games have in common: openings, workers, warnings, exit codes."""

from __future__ import annotations

import os

import rich_click as click

from arena.game.clock import parse_clocks
from arena.match.jobs import cores_of
from arena.match.runners import games_at_once
from arena.openings.files import find_openings, openings_path
from arena.processes.confinement import network_warning
from arena.strength.sprt import ACCEPTED, REJECTED, UNDECIDED
from cli.output.settings import note

GAMES_PER_LINE = 10  # of progress
SPRT_EXIT_CODES = {ACCEPTED: 0, REJECTED: 1, UNDECIDED: 3}


def path_of_openings(game: str, openings: str | None, opening_plies: int | None) -> str | None:
    """The file of a match's openings; None if they are drawn at random.

    Raises UsageError if both options are given, MatchError if there is no such file.
    """
    if openings is not None:
        if opening_plies is not None:
            raise click.UsageError("--openings and --opening-plies exclude each other")
        return find_openings(openings)
    own = openings_path(game)
    return own if opening_plies is None and os.path.isfile(own) else None


def honest_workers(wanted: int, contestants: tuple[str, ...], clock: str, *, here: bool) -> int:
    """How many games run at once, so that clocks of seconds stay honest; tells if fewer.

    Workers elsewhere, not `here`, have their own cores.
    """
    if not here:
        return wanted
    timed = any(each.counts is not None for each in parse_clocks(clock))
    most, why = games_at_once(wanted, cores_of(contestants), timed=timed)
    if why is not None:
        note(why)
    return most


def note_network(*contestants: str) -> None:
    """Warn if programs of others will run with network."""
    warning = network_warning(contestants)
    if warning is not None:
        note(warning)
