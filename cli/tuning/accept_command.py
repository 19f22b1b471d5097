"""The command `tune accept`: the test that decides whether a study's weights are installed."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING, NoReturn

import rich_click as click
from rich.text import Text

from arena.strength.elo import elo_of_counts, share_of_points
from arena.strength.score import MatchScore
from arena.strength.sprt import ACCEPTED, REJECTED, parse_sprt
from cli.extra import from_extra
from cli.matches.shared import GAMES_PER_LINE, SPRT_EXIT_CODES, cluster_at
from cli.options import (
    farm_options,
    path_option,
    seed_option,
    sprt_option,
    whole,
)
from cli.output.progress import Progress
from cli.output.settings import command_line, counted, end_interrupted, is_json, print_answer
from cli.output.stopping import end_on_signals

if TYPE_CHECKING:
    from arena.strength.sprt import Sprt
    from tuning.acceptance.accept import Verdict

INTERRUPTED_TEST = "interrupted"  # in place of a verdict


def study_of_group(context: click.Context) -> str:
    """The study's folder, where it stands before the subcommand. Raises UsageError."""
    above = context.parent.params.get("folder") if context.parent is not None else None
    if above is None:
        raise click.UsageError("name the study's folder: --study FOLDER", context)
    return str(above)


study_option = click.option(
    "--study",
    "folder",
    type=click.Path(file_okay=False),
    callback=lambda context, _option, value: value or study_of_group(context),
    metavar="FOLDER",
    help="Folder of the study.",
)


@click.command(epilog="Example: pente tune accept --study night --workers 2")
@study_option
@sprt_option("Bounds of the SPRT, in normalised Elo.", default="0,10")
@whole("--games", least=2, default=20_000, text="Maximum number of games.")
@click.option(
    "--clock", metavar="CLOCK", help="Clock of both sides. [default: the clock of the study]"
)
@path_option(
    "--output",
    text="File to write. [default: data/weights of the checkout that runs; an installed package "
    "needs FILE]",
)
@seed_option
@farm_options
def accept(
    *,
    folder: str,
    output: str | None,
    sprt: str,
    games: int,
    clock: str | None,
    seed: int,
    workers: int,
    scheduler: str | None,
) -> None:
    """Install a study's weights if they beat the current ones in an SPRT.

    The winning chance, Elo and LLR that it prints count complete pairs of games.

    Exit code 0: accepted, now or before; 1: rejected; 3: undecided; 130: interrupted.
    """
    with from_extra("tuning"):
        from tuning.acceptance.accept import (  # noqa: PLC0415 - the extra may be missing
            accept as decide,
        )
    end_on_signals()
    watch = AcceptanceWatch(parse_sprt(sprt))
    try:
        with watch.progress:
            verdict = decide(
                folder,
                watch.test,
                most_games=games,
                workers=workers,
                cluster=cluster_at(scheduler),
                clock=clock,
                seed=seed,
                output=output,
                listener=watch.hear,
                command=command_line(),
            )
    except KeyboardInterrupt:
        watch.interrupted()
    print_answer(
        lambda: verdict_record(
            watch.test, verdict.score, verdict.verdict, verdict.written, verdict.before
        ),
        lambda: verdict_words(
            watch.test, verdict, most_games=games, game=verdict.game, named=output is not None
        ),
    )
    sys.exit(SPRT_EXIT_CODES[verdict.verdict])


class AcceptanceWatch:
    """Shows a running test: its present state on a terminal, else a line for every ten games."""

    def __init__(self, test: Sprt) -> None:
        self.test = test
        self.score = MatchScore()
        self.progress = Progress("Ctrl-C ends the test and keeps its games")

    def hear(self, score: MatchScore) -> None:
        """Show the score after a game."""
        self.score = score
        words = sprt_line(self.test, score)
        self.progress.show(Text(words))
        if score.total.games % GAMES_PER_LINE == 0:
            self.progress.line(words)

    def interrupted(self) -> NoReturn:
        """Tell how far the test came and how to continue it; exit."""
        words = sprt_line(self.test, self.score) if self.score.total.games else "no game has ended"
        if is_json():
            print(json.dumps(verdict_record(self.test, self.score, INTERRUPTED_TEST, None, None)))
        end_interrupted(f": {words}. To continue")


def sprt_line(test: Sprt, score: MatchScore) -> str:
    """The state of a test in one line: `32 games, 16 complete pairs: 50 %, ...`."""
    counts, games = score.pairs.counts, score.total.games
    chance = share_of_points(counts)
    if chance is None:
        return f"{counted(games, 'game')}, no complete pair yet"
    strength = f"{100 * chance:.0f} %, {elo_of_counts(counts)}"
    llr = f"LLR {test.llr(counts):+z.2f} ({test.lower:+z.2f}, {test.upper:+z.2f})"
    pairs = counted(score.pairs.pairs, "complete pair")
    return f"{counted(games, 'game')}, {pairs}: {strength}, {llr}"


def verdict_words(test: Sprt, verdict: Verdict, *, most_games: int, game: str, named: bool) -> str:
    """The verdict for people, below the state of the test.

    `named` tells whether the user named the file that was written.
    """
    if verdict.before is not None:
        return (
            f"already accepted, at {verdict.before}: {verdict.written} has these weights\n"
            "nothing is played or changed"
        )
    lines = [sprt_line(test, verdict.score)]
    if verdict.verdict == ACCEPTED:
        lines.append(f"accepted: {verdict.written} has the study's weights now")
        if verdict.replaced:
            lines.append(f"the file before is kept as {verdict.written}.previous")
        if named:
            lines.append(
                f"to play with them: pente match engine:weights={verdict.written} engine -g {game}"
            )
        else:
            lines.append("every command that runs from this checkout plays with them")
    elif verdict.verdict == REJECTED:
        lines.append("rejected: nothing is changed")
    else:
        way_on = "the same command with more --games continues this test"
        if verdict.score.total.games + verdict.score.repeats < most_games:
            way_on = (
                "the last games repeated earlier ones, so more games would add nothing. A clock by "
                "time (--clock cpu-move:0.1) in another test gives other games"
            )
        lines.append(f"undecided: nothing is changed; {way_on}")
    return "\n".join(lines)


def verdict_record(
    test: Sprt, score: MatchScore, verdict: str, written: str | None, before: str | None
) -> dict[str, object]:
    """The verdict as JSON; chance and LLR count the complete pairs."""
    counts = score.pairs.counts
    chance = share_of_points(counts)
    return {
        "verdict": verdict,
        "games": score.total.games,
        "pairs": score.pairs.pairs,
        "winning_chance": None if chance is None else round(chance, 4),
        "pentanomial": list(counts),
        "llr": round(test.llr(counts), 4),
        "written": written,
        "accepted_before": before,
    }
