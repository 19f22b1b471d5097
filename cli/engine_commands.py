"""Commands that ask the engine: analyse, perft, bench."""

from __future__ import annotations

import json
import time

import click

from cli.board import draw_board
from cli.options import (
    any_game_option,
    clock_option,
    game_option,
    json_option,
    limits_of,
    nodes_option,
    parallel_option,
    time_option,
    workers_option,
)
from cli.reading import read_any_position, read_position
from games.gipf.perft import perft_by_state
from games.gipf.position import GipfPosition
from games.perft import perft as law_perft
from games.points import format_harness_point
from games.position import Position
from search.bench import BenchReport, bench_path, bench_results, load_positions
from search.engine import Engine
from search.errors import KernelMissing
from search.native import open_search, set_position
from search.result import Line, SearchResult
from search.score import is_loss, is_win, own_moves_to_win
from search.weights import Weights, load_weights, weights_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from search.kernel.five import FiveSearch

ENOUGH_S = 5.0  # of analysis, where no limit is given


@click.command()
@click.argument("file")
@game_option
@time_option
@clock_option
@nodes_option
@click.option("--depth", type=click.IntRange(min=1), help="Turns to look ahead at most.")
@click.option("--multipv", type=click.IntRange(min=1), default=1, help="How many lines.")
@workers_option
@parallel_option
@click.option("--weights", "weights_file", type=click.Path(dir_okay=False), help="Weights file.")
@json_option
def analyse(  # the options are the command
    *,
    file: str,
    game: str | None,
    time_s: float | None,
    clock: str,
    nodes: int | None,
    depth: int | None,
    multipv: int,
    workers: int,
    parallel: str,
    weights_file: str | None,
    as_json: bool,
) -> None:
    """Say what is best in the position of FILE: score, depth, principal variations.

    FILE is harness input, a position string or a game record; - is standard input. Without a limit
    the search takes 5 seconds.
    """
    position = read_position(file, game)
    if time_s is None and nodes is None and depth is None:
        time_s = ENOUGH_S
    limits = limits_of(time_s, clock, nodes, depth)
    weights = weights_for(position, weights_file)
    with Engine(position.rules, weights, workers=workers, parallel=parallel) as engine:
        result = engine.search(position, limits, multipv=multipv)
    print(json.dumps(analysis(position, result)) if as_json else describe(position, result))


def weights_for(position: Position, file: str | None) -> Weights:
    """The weights of a file if one is named, else those of the game."""
    return load_weights(file or weights_path(position.rules.name))


def analysis(position: Position, result: SearchResult) -> dict[str, object]:
    """The answer as the JSON that `--json` prints."""
    size = position.rules.size

    def spelled(line: Line) -> list[str]:
        return [format_harness_point(point, size) for point in line.pv]

    return {
        "best": format_harness_point(result.best, size),
        "score": result.score,
        "win_in": result.win_in,
        "depth": result.depth,
        "nodes": result.nodes,
        "seconds_wall": round(result.seconds_wall, 6),
        "seconds_cpu": round(result.seconds_cpu, 6),
        "pv": spelled(result.lines[0]),
        "lines": [
            {"score": line.score, "win_in": line.win_in, "pv": spelled(line)}
            for line in result.lines
        ],
    }


def describe(position: Position, result: SearchResult) -> str:
    """The answer for people: the board with the best move, then the lines."""
    size, rate = position.rules.size, result.nodes / max(result.seconds_cpu, 1e-9)
    rows = [
        draw_board(position, result.best),
        (
            f"best {format_harness_point(result.best, size)}  depth {result.depth}  "
            f"nodes {result.nodes:,}  {result.seconds_cpu:.2f} CPU s  {rate / 1e6:.2f} M nodes/s"
        ),
    ]
    for line in result.lines:
        points = " ".join(format_harness_point(point, size) for point in line.pv)
        rows.append(f"{spell_score(line.score):>10}  {points}")
    return "\n".join(rows)


def spell_score(score: int) -> str:
    """A score for people: an estimate with its sign, or a proven win or loss with its moves."""
    if is_win(score):
        return f"win in {own_moves_to_win(score)}"
    if is_loss(score):
        return f"loss in {own_moves_to_win(-score)}"
    return f"{score:+d}"


@click.command()
@click.argument("file")
@any_game_option
@click.option("--depth", type=click.IntRange(min=0), required=True, help="Turns to look ahead.")
@click.option("--law", is_flag=True, help="Count by the readable rules, not by the kernel.")
@json_option
def perft(*, file: str, game: str | None, depth: int, law: bool, as_json: bool) -> None:
    """Count the ways to play DEPTH turns from the position of FILE.

    Gipf is counted by the readable rules in any case, each position once.
    """
    position = read_any_position(file, game)
    start = time.process_time()
    if isinstance(position, GipfPosition):
        counts = {"leaves": perft_by_state(position, depth)}
    else:
        counts = count_moves(position, depth, law=law)
    seconds = time.process_time() - start
    if as_json:
        print(json.dumps({**counts, "depth": depth, "seconds_cpu": round(seconds, 6)}))
    else:
        print(" ".join(f"{name} {count}" for name, count in counts.items()))


def count_moves(position: Position, depth: int, *, law: bool) -> dict[str, int]:
    """Perft of the five-in-a-row family, by the kernel or by the law. Raises KernelMissing."""
    if law or position.outcome is not None:
        total = law_perft(position, depth)
        return {"leaves": total.leaves, "wins": total.wins, "captured": total.captured}
    search = open_kernel(position)
    set_position(search, position)
    leaves, wins, captured = search.perft(depth)
    return {"leaves": leaves, "wins": wins, "captured": captured}


def open_kernel(position: Position) -> FiveSearch:
    """The kernel to count with. Raises KernelMissing, which says that the law counts without it."""
    try:
        return open_search(position.rules, Weights())
    except KernelMissing as missing:
        raise KernelMissing(f"{missing}; or count by the law: --law") from missing


@click.command()
@click.option("--quick", is_flag=True, help="Six plies shallower: a second, for a glance and CI.")
@workers_option
@parallel_option
@click.option("--weights", "weights_file", type=click.Path(dir_okay=False), help="Weights file.")
@json_option
def bench(
    *, quick: bool, workers: int, parallel: str, weights_file: str | None, as_json: bool
) -> None:
    """Search fixed positions to fixed depths: speed, and the signature of the search.

    Only one worker's search is the same each time: with more there is no signature.
    """
    weights = load_weights(weights_file) if weights_file else Weights()
    start = time.monotonic()
    positions = load_positions(bench_path())
    report = BenchReport(
        bench_results(positions, weights, quick=quick, workers=workers, parallel=parallel)
    )
    answer = {
        "nodes": report.nodes,
        "seconds_wall": round(time.monotonic() - start, 3),
        "seconds_cpu": round(report.seconds_cpu, 3),
        "nodes_per_second": round(report.nodes_per_second),
        "signature": report.signature if workers == 1 else None,
    }
    if as_json:
        print(json.dumps(answer))
    else:
        print("\n".join(f"{name:<17} {value}" for name, value in answer.items()))
