"""A match as its command plays it: from the options to the score and the exit code."""

from __future__ import annotations

import os
import sys
from contextlib import closing
from typing import TYPE_CHECKING, Any

from agent.files import write_whole
from arena.game.transcript import format_transcript
from arena.match.broken import Breakages
from arena.match.jobs import cores_of
from arena.match.match import MatchSpec, play_match
from arena.match.results import MATCH
from arena.strength.sprt import UNDECIDED, Sprt, parse_sprt
from cli.matches.match_watch import MatchWatch
from cli.matches.shared import (
    SPRT_EXIT_CODES,
    collection_files,
    honest_workers,
    note_network,
    require_results,
    terms_of,
    write_collections,
)
from cli.output.match_report import match_table, only_repeats, summary
from cli.output.settings import note, print_answer, tell
from cli.output.stopping import INTERRUPTED, end_on_signals
from cli.pools import cluster_at

if TYPE_CHECKING:
    from collections.abc import Generator

    from arena.game.record import GameRecord

DEFAULT_GAMES = 20
MOST_SPRT_GAMES = 20_000  # bounds 10 apart usually take 5,000 to 8,000


def run_match(options: dict[str, Any]) -> None:
    """Play a match, print its score, and exit with the code that the command's help names.

    `options` are those of the command. Raises UsageError or MatchError for some that do not fit.
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
    resumes = options["resume"] or options["resume_anyway"]
    watch = MatchWatch(spec, test, results, resume=resumes, keep=keep)
    games = begin(options, spec)
    interrupted = play(games, watch, broken, test=test, transcripts=options["transcripts"])
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


def begin(options: dict[str, Any], spec: MatchSpec) -> Generator[GameRecord, None, None]:
    """The games of the match, played on demand, after the warnings that concern them."""
    cluster = cluster_at(options["scheduler"])
    sides = (spec.a, spec.b)
    workers = 1 if cluster else honest_workers(options["workers"], spec, cores_of(sides))
    note_network(*sides)
    return play_match(
        spec,
        options["results"],
        resume=options["resume"],
        resume_anyway=options["resume_anyway"],
        workers=workers,
        cluster=cluster,
        crash_limit=options["crash_limit"],
        say=note,
    )


def play(
    games: Generator[GameRecord, None, None],
    watch: MatchWatch,
    broken: Breakages,
    *,
    test: Sprt | None,
    transcripts: str | None,
) -> bool:
    """Play the games up to the test's verdict; whether the user interrupted them."""
    try:
        with closing(games) as played, watch.progress:
            for record in played:
                watch.hear(record)
                broken.add(record)
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
    text = format_transcript(record, every_board=True)
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
