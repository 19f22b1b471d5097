"""The command `pente soak`: plays rounds of random faults for some minutes, then reports."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from collections import Counter
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING

import rich_click as click
from rich.console import Group
from rich.progress_bar import ProgressBar
from rich.table import Table
from rich.text import Text

from cli.options import json_option
from cli.output.progress import Progress
from cli.output.settings import result_console, tell
from cli.output.stopping import INTERRUPTED, end_on_signals
from cli.soak.board import play_on_board
from cli.soak.jobs import play_match, play_study
from cli.soak.ledger import Ledger
from cli.soak.moves import play_moves
from cli.soak.program import end_marked
from cli.soak.round import Place, Round

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

# Each scene with its share of the rounds; a round of homework.py takes a second, others many.
SCENES: dict[str, tuple[Callable[[Place], None], int]] = {
    "homework": (play_moves, 6),
    "match": (play_match, 2),
    "serve": (play_on_board, 2),
    "tune": (play_study, 1),
}
SHOWN_FAULTS = 12


@click.command(epilog="Example: pente soak --minutes 20 --folder night")
@click.option(
    "--minutes",
    type=click.FloatRange(min=0, min_open=True),
    default=10.0,
    show_default=True,
    metavar="N",
    help="Time limit; the round that runs then is finished.",
)
@click.option(
    "--folder",
    type=click.Path(file_okay=False),
    metavar="FOLDER",
    help="Folder of the soak; with one that exists the soak continues. [default: soak-DATE-TIME]",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    metavar="N",
    help="Random seed. [default: that of the folder, else drawn]",
)
@click.option(
    "--only",
    "scenes",
    multiple=True,
    type=click.Choice(list(SCENES)),
    help="Scene to play; repeat for several. [default: all]",
)
@click.option(
    "--round",
    "number",
    type=click.IntRange(min=0),
    metavar="N",
    help="Number of a single round to play again, with the same draws.",
)
@json_option
def soak(
    *,
    minutes: float,
    folder: str | None,
    seed: int | None,
    scenes: tuple[str, ...],
    number: int | None,
    as_json: bool,
) -> None:
    """Disturb matches, studies, the server and homework.py at random; report what goes wrong.

    Faults: kill -9, SIGSTOP, full disk, damaged files and requests, little memory, few open files,
    busy processes on the same core, half-open connections, locked games. Exit code 0: all went
    as it must; 1: something did not, and the folder of that round is kept.

    Ctrl-C ends the soak with its report; the same --folder continues it.
    """
    if not os.path.isdir("/proc/self"):
        raise click.UsageError("a soak finds processes in /proc, which this system does not have")
    folder = os.path.abspath(folder or time.strftime("soak-%Y%m%d-%H%M%S"))
    end_on_signals()
    interrupted = False
    with Ledger(folder, seed) as ledger:
        tell(f"seed {ledger.seed}, folder {folder}")
        try:
            play_rounds(ledger, folder, scenes or tuple(SCENES), minutes, number)
        except KeyboardInterrupt:
            interrupted = True
        report(ledger.seed, ledger.rounds, as_json=as_json)
    if interrupted:
        tell(f"interrupted; to continue: pente soak --folder {folder}")
        sys.exit(INTERRUPTED)
    sys.exit(1 if any(each.broken for each in ledger.rounds) else 0)


def play_rounds(
    ledger: Ledger, folder: str, scenes: Sequence[str], minutes: float, number: int | None
) -> None:
    """Play rounds until the time is over, or one round if a number is given."""
    begun_s = time.monotonic()
    with Progress("Ctrl-C ends the soak with its report") as progress:
        while True:
            passed = (time.monotonic() - begun_s) / (60 * minutes)
            show(progress, ledger.rounds, min(1.0, passed))
            if passed >= 1:
                return
            chosen = len(ledger.rounds) if number is None else number
            played = play_round(folder, ledger.seed, chosen, scenes)
            ledger.append(played)
            for words in played.broken:
                tell(f"round {played.number}, {played.scene}: {words}")
            if progress.verbose or len(ledger.rounds) % 10 == 0:
                progress.line(line_of(ledger.rounds))
            if number is not None:
                return


def play_round(folder: str, seed: int, number: int, scenes: Sequence[str]) -> Round:
    """Play the round of this number; seed and number decide the scene and its draws."""
    dice = Random(f"{seed} {number}")
    scene = dice.choices(scenes, [SCENES[name][1] for name in scenes])[0]
    mark = sha256(folder.encode()).hexdigest()[:12]
    end_marked(mark)  # what a killed soak has left
    place = Place(os.path.join(folder, f"round-{number}"), os.path.join(folder, "calm"), mark, dice)
    shutil.rmtree(place.folder, ignore_errors=True)
    for path in (place.folder, place.kept):
        os.makedirs(path, exist_ok=True)
    begun_s = time.monotonic()
    try:
        SCENES[scene][0](place)
    except Exception as error:  # noqa: BLE001 - a fault of the scene must not end the soak
        place.law(False, f"the round ended with {type(error).__name__}: {error}")
    finally:
        end_marked(mark)
    if not place.broken:
        shutil.rmtree(place.folder, ignore_errors=True)
    return Round(
        number=number,
        scene=scene,
        faults=tuple(place.faults),
        broken=tuple(place.broken),
        seconds=round(time.monotonic() - begun_s, 2),
    )


def line_of(rounds: Sequence[Round]) -> str:
    """The state of a soak in a line."""
    faults = sum(len(each.faults) for each in rounds)
    broken = sum(bool(each.broken) for each in rounds)
    return f"{len(rounds)} rounds, {faults} faults, {broken} rounds with a broken law"


def show(progress: Progress, rounds: Sequence[Round], passed: float) -> None:
    """Show how far the soak is."""
    words = line_of(rounds)
    progress.view(lambda: Group(ProgressBar(total=1.0, completed=passed, width=60), Text(words)))


def report(seed: int, rounds: Sequence[Round], *, as_json: bool) -> None:
    """Print what was done and found, by scene."""
    rows = [
        {
            "scene": scene,
            "rounds": len(of_scene),
            "faults": sum(len(each.faults) for each in of_scene),
            "broken": sum(bool(each.broken) for each in of_scene),
            "seconds": round(sum(each.seconds for each in of_scene), 1),
        }
        for scene in SCENES
        if (of_scene := [each for each in rounds if each.scene == scene])
    ]
    if as_json:
        findings = [
            {"round": each.number, "scene": each.scene, "broken": each.broken}
            for each in rounds
            if each.broken
        ]
        print(json.dumps({"seed": seed, "scenes": rows, "findings": findings}))
        return
    table = Table(title=f"soak, seed {seed}: {line_of(rounds)}")
    for name in ("scene", "rounds", "faults", "broken", "seconds"):
        table.add_column(name)
    for row in rows:
        table.add_row(*map(str, row.values()))
    result_console().print(table)
    kinds = Counter(kind_of(fault) for each in rounds for fault in each.faults)
    for kind, count in kinds.most_common(SHOWN_FAULTS):
        result_console().print(Text(f"{count:6} {kind}"))


def kind_of(fault: str) -> str:
    """The kind of a fault: its words without numbers and what follows them."""
    words = fault.split()
    kept = [word for word in words if not any(letter.isdigit() for letter in word.lstrip("-9"))]
    return " ".join(kept).replace(" after s,", "").removesuffix(" after s")
