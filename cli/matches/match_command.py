"""The command `match`: its options, its progress, its score and its exit code."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Generator
from contextlib import closing
from typing import Any

import rich_click as click

from agent.files import write_whole
from arena.game.clock import DEFAULT_CLOCK, SPELLINGS
from arena.game.record import GameRecord
from arena.game.transcript import format_transcript
from arena.match.broken import Breakages
from arena.match.jobs import cores_of
from arena.match.match import MatchSpec, play_match
from arena.match.results import MATCH
from arena.strength.score import MatchScore
from arena.strength.sprt import LEAST_PAIRS, UNDECIDED, Sprt, parse_sprt
from cli.matches.shared import (
    GAMES_PER_LINE,
    SPRT_EXIT_CODES,
    collection_files,
    how_played,
    note_network,
    played_options,
    played_panels,
    require_results,
    tell_how_to_resume,
    terms_of,
    write_collections,
)
from cli.options import (
    game_option,
    games_at_once_option,
    path_option,
    rate_options,
    sprt_option,
    whole,
)
from cli.output.match_report import (
    game_line,
    live_view,
    match_table,
    only_repeats,
    progress_line,
    summary,
)
from cli.output.progress import Progress
from cli.output.settings import command_line, note, print_answer, tell
from cli.output.stopping import INTERRUPTED, end_on_signals
from games.registry import HANDICAP

DEFAULT_GAMES = 20
LINE_EVERY_S = 60.0  # of progress, where games take long
MOST_SPRT_GAMES = 20_000  # bounds 10 apart usually take 5,000 to 8,000


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
    require_results(options)
    sprt = options["sprt"]
    test = None if sprt is None else parse_sprt(sprt, options["alpha"], options["beta"])
    spec = MatchSpec(
        a=options["a"],
        b=options["b"],
        games=options["games"] or (DEFAULT_GAMES if test is None else MOST_SPRT_GAMES),
        a_first=options["a_first"],
        pieces=options["pieces"],
        **terms_of(options),
    )
    collections = collection_files(spec.rules, options["sgf"], options["pgn"])
    end_on_signals()
    broken = Breakages(options["crash_limit"])
    results = options["results"]
    keep = results is None or bool(collections)
    watch = MatchWatch(spec, test, results, broken, keep=keep)
    how = how_played(options, spec, cores_of((spec.a, spec.b)))
    note_network(spec.a, spec.b)
    games = play_match(spec, results, breakages=broken, **how)
    interrupted = play(games, watch, test=test, transcripts=options["transcripts"])
    ends = {"broken": broken.record(), "interrupted": interrupted}
    print_answer(
        lambda: {**summary(spec, watch.score, test), **ends},
        lambda: match_table(spec, watch.score, test),
    )
    write_collections(collections, watch.kept, MATCH)
    if interrupted:
        watch.tell_how_to_resume()
        sys.exit(INTERRUPTED)
    tell_broken(broken)
    tell_verdict(spec, watch, test)


def play(
    games: Generator[GameRecord, None, None],
    watch: MatchWatch,
    *,
    test: Sprt | None,
    transcripts: str | None,
) -> bool:
    """Play the games up to the test's verdict; whether the user interrupted them."""
    try:
        with closing(games) as played, watch.progress:
            for record in played:
                watch.hear(record)
                if transcripts is not None:
                    save_transcript(transcripts, record)
                if test is not None and test.verdict(watch.score.pairs.counts) != UNDECIDED:
                    break
    except KeyboardInterrupt:
        return True
    return False


def save_transcript(folder: str, record: GameRecord) -> None:
    """Write one game as readable text: `FOLDER/game-0001.txt`."""
    os.makedirs(folder, exist_ok=True)
    text = format_transcript(record)
    write_whole(f"{folder}/game-{record.game + 1:04}.txt", text.encode())


def tell_broken(broken: Breakages) -> None:
    """Tell which contestants were broken; exit with code 2 if one did not play properly.

    Such a contestant is bad input, and its score is no result.
    """
    for line in broken.lines():
        tell(line)
    if broken.never_played:
        names = " and ".join(broken.never_played)
        limit = f" in {broken.limit} games in a row" if broken.any_at_limit else ""
        tell(f"no result: {names} did not play properly{limit}")
        sys.exit(2)


def tell_verdict(spec: MatchSpec, watch: MatchWatch, test: Sprt | None) -> None:
    """Tell why no further games were played; exit with the code of the verdict, if there is one."""
    verdict = None if test is None else test.verdict(watch.score.pairs.counts)
    reason = only_repeats(spec, watch.score)
    if reason is not None and verdict in (None, UNDECIDED):
        note(reason)
    if verdict is not None:
        sys.exit(SPRT_EXIT_CODES[verdict])


class MatchWatch:
    """Counts the games of a running match, shows its state, and keeps its games if need be.

    score     the score so far
    kept      the games, if `keep` is set
    progress  the view or the lines, a line for every ten games or each minute
    """

    def __init__(
        self,
        spec: MatchSpec,
        test: Sprt | None,
        results: str | None,
        broken: Breakages,
        *,
        keep: bool,
    ) -> None:
        self.score = MatchScore()
        self.progress = Progress("Ctrl-C ends the match and keeps its games")
        self._spec = spec
        self._test = test
        self._results = results
        self.kept: list[GameRecord] = []
        self._keep = keep
        self._broken = broken
        self._heard = 0
        self._line_s = time.monotonic()

    def hear(self, record: GameRecord) -> None:
        """Count a game and show the score."""
        self.score = self.score.with_game(record)
        self._heard += 1
        if self._keep:
            self.kept.append(record)
        spec, score, test = self._spec, self.score, self._test
        self.progress.view(lambda: live_view(spec, score, test))
        if self._heard < self._broken.resumed_games:  # played by an earlier command
            return
        if self.progress.verbose and self._heard > self._broken.resumed_games:
            self.progress.line(game_line(record))
        now_s = time.monotonic()
        if self._heard % GAMES_PER_LINE == 0 or now_s - self._line_s >= LINE_EVERY_S:
            self._line_s = now_s
            self.progress.line(progress_line(spec, score, test))

    def tell_how_to_resume(self) -> None:
        """Say how to continue."""
        if self._heard:
            tell_how_to_resume(self._spec, MATCH, self.kept, self._results)
        else:
            tell(f"interrupted before the first game ended. To begin again: {command_line()}")
