"""The command `match`: its options and its help."""

from __future__ import annotations

from typing import Any

import rich_click as click

from arena.game.clock import DEFAULT_CLOCK, SPELLINGS
from arena.strength.sprt import LEAST_PAIRS
from cli.matches.match_run import DEFAULT_GAMES, MOST_SPRT_GAMES, run_match
from cli.matches.shared import played_options, played_panels
from cli.options import (
    game_option,
    games_at_once_option,
    path_option,
    rate_options,
    sprt_option,
    whole,
)
from games.registry import HANDICAP


@click.command(epilog="Example: pente match engine level:8 --games 40 --workers 2")
@click.argument("a")
@click.argument("b")
@game_option("Game to play", default="pente")
@whole(
    "--games",
    text=f"Number of games; with --sprt the maximum. [default: {DEFAULT_GAMES}; with --sprt "
    f"{MOST_SPRT_GAMES}] Games that repeat an earlier game do not count.",
)
@click.option(
    "--clock",
    default=DEFAULT_CLOCK,
    metavar="CLOCK",
    help=f"Clock of the players: {SPELLINGS}.",
)
@whole("--a-first", least=0, text="Number of games in which A moves first. [default: half]")
@click.option(
    "--pieces",
    type=(click.IntRange(HANDICAP[0], HANDICAP[-1]),) * 2,
    metavar="WHITE BLACK",
    help=f"Handicap in basic Gipf: pieces of White and of Black, {HANDICAP[0]} to {HANDICAP[-1]}. "
    "With --a-first equal to --games, A always plays White.",
)
@sprt_option(
    "Bounds of an SPRT, in normalised Elo of A, that stops the match when it decides, after "
    f"at least {LEAST_PAIRS} pairs of games. Also as in fastchess: elo0=LOW elo1=HIGH alpha=P "
    "beta=P. Exit code 0: HIGH accepted, 1: LOW accepted, 3: undecided."
)
@rate_options
@games_at_once_option
@path_option(
    "--transcripts",
    metavar="FOLDER",
    text="Folder for transcripts, one readable text per game.",
)
@played_options
@click.option_panel(
    "What is played",
    options=["--game", "--games", "--clock", "--seed", "--a-first", "--pieces"],
)
@played_panels
@click.option_panel("When to stop (SPRT)", options=["--sprt", "--alpha", "--beta"])
@click.option_panel(
    "Output",
    options=[
        *("--results", "--resume", "--resume-anyway"),
        *("--transcripts", "--sgf", "--pgn", "--json"),
    ],
)
def match(**options: Any) -> None:
    """Play a match between A and B.

    Games are played in pairs with swapped sides. A and B are contestants:

    - engine: this engine; also engine:nodes=N,weights=FILE,workers=N
    - engine:net=FILE, engine:net=none: with another net, or with none
    - engine:tree=FOLDER: the engine of another checkout, built in place
    - level:N: this engine at level 1 to 10, or by the level's name
    - one-ply, random, minimax, reference: simple players
    - sharpmoku, pent2: other programs (Gomoku)
    - agent:FOLDER, agent:COMMAND: agents of the file harness
    - gomocup:COMMAND: brains of the Gomocup protocol; with nodes:N, 120 s a move

    Gipf has engine, level, one-ply, random and minimax.

    Ctrl-C prints the score so far and the command that continues; no game is lost.
    """
    run_match(options)
