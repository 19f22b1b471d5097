"""Commands that run the engine: analyse, perft, bench."""

from __future__ import annotations

import time
from typing import Any

import rich_click as click

from cli.options import (
    file_options,
    game_option,
    json_option,
    limit_options,
    weights_option,
    whole,
    workers_option,
)
from cli.output.analysis import (
    BY_USER,
    analysis,
    describe,
    effort,
    iteration_line,
    live_view,
    other_line,
)
from cli.output.progress import Progress
from cli.output.settings import end_interrupted, print_answer
from cli.output.stopping import stopping
from cli.reading import position_options, read_any_position
from games.family import AnyPosition
from games.registry import family_named, family_of
from games.rules import DEFAULT_FAMILY
from pente import Analysis, Engine, Game
from pente.game import game_of_position
from search.bench import (
    BenchPosition,
    BenchReport,
    bench_results,
    positions_of,
)
from search.engine import adapter_class
from search.errors import KernelMissing
from search.result import SearchResult
from search.weights import Weights, built_in_weights, tunables_of
from search.weights.file import find_weights, load_weights


@click.command(epilog="Example: pente analyse game/input.txt --time 2 --multipv 3")
@position_options
@limit_options
@whole("--depth", text="Maximum depth in turns.")
@whole("--multipv", default=1, text="Number of best lines.")
@workers_option
@weights_option
@json_option
def analyse(
    *, position: AnyPosition, multipv: int, workers: int, weights_file: str | None, **limits: Any
) -> None:
    """Find the best move in FILE.

    FILE is harness input, a position string or a game record; - is standard input. Without a
    limit the search takes 5 seconds. `62 % for Black` is Black's winning chance. On input K10 and
    10K are the same point.

    Ctrl-C prints the best move so far, with exit code 130.
    """
    game = game_of_position(position)
    with Engine(game, workers=workers, weights=weights_file) as engine:
        answer, interrupted = watched_search(engine, game, lines=multipv, **limits)
    stopped_by = BY_USER if interrupted else answer.stopped_by
    print_answer(lambda: analysis(answer, stopped_by), lambda: describe(position, answer))
    if interrupted:
        end_interrupted(f" at depth {answer.depth}. A search keeps nothing; to search again")


def watched_search(engine: Engine, game: Game, **options: Any) -> tuple[Analysis, bool]:
    """The result of a search that shows each iteration, and whether Ctrl-C ended it."""
    iterations: list[Analysis] = []
    hint = "Ctrl-C ends the search and prints the best move"
    with Progress(hint) as progress, stopping(engine.stop) as stop:

        def hear(news: Analysis) -> None:
            iterations.append(news)
            progress.line(iteration_line(news))
            if progress.verbose:
                for line in news.lines[1:]:
                    progress.line(other_line(news, line))
            progress.show(live_view(iterations))

        answer = engine.analyse(game, **options, whole_turns=False, listener=hear)
    return answer, stop.asked


@click.command(epilog="Example: pente perft game/input.txt --depth 2")
@click.argument("file")
@file_options
@click.option(
    "--depth", type=click.IntRange(min=0), required=True, metavar="N", help="Depth in turns."
)
@click.option(
    "--rules-only",
    "by_rules",
    is_flag=True,
    help="Count with the plain-Python rules instead of the kernel.",
)
@json_option
def perft(*, file: str, game: str | None, number: int | None, depth: int, by_rules: bool) -> None:
    """Count the move sequences of DEPTH turns from FILE (perft).

    With --rules-only, Gipf counts each position once.
    """
    position = read_any_position(file, game, number)
    start = time.process_time()
    counts = count_moves(position, depth, by_rules=by_rules)
    seconds = time.process_time() - start
    print_answer(
        lambda: {**counts, "depth": depth, "seconds_cpu": round(seconds, 6)},
        lambda: " ".join(f"{name} {count}" for name, count in counts.items()),
    )


def count_moves(position: AnyPosition, depth: int, *, by_rules: bool) -> dict[str, int]:
    """Perft by the kernel or by the rules; Gipf counts only leaves. Raises KernelMissing."""
    if by_rules or position.outcome is not None:
        return family_of(position.rules).perft(position, depth)
    try:
        adapter = adapter_class(position.rules.family)
        search = adapter(position.rules, built_in_weights(position.rules))
    except KernelMissing as missing:
        raise KernelMissing(
            f"{missing}; --rules-only counts with the plain-Python rules"
        ) from missing
    search.set_position(position)
    return search.perft(depth)


@click.command(epilog="Example: pente bench --quick")
@game_option("Game to bench", "the five-in-a-row positions")
@click.option("--quick", is_flag=True, help="Search less deep; takes about a second.")
@workers_option
@weights_option
@click.option(
    "--net", metavar="FILE", help="File of a learned net, or none: the weights value positions."
)
@json_option
def bench(
    *, game: str | None, quick: bool, workers: int, weights_file: str | None, net: str | None
) -> None:
    """Measure the speed and the signature of the search.

    Searches fixed positions to fixed depths. Uses the five-in-a-row positions, or those of -g GAME,
    and the weights and nets that are shipped for each game. The signature needs one worker:
    parallel search is not deterministic.
    """
    family = family_named(game).name if game else DEFAULT_FAMILY
    weights = None
    if weights_file:
        weights = load_weights(find_weights(weights_file), tunables_of(family), game)
    start = time.monotonic()
    positions = positions_of(family, game)
    results, interrupted = watched_bench(positions, weights, net, quick=quick, workers=workers)
    report = BenchReport(results)
    answer = {
        "nodes": report.nodes,
        "seconds_wall": round(time.monotonic() - start, 3),
        "seconds_cpu": round(report.seconds_cpu, 3),
        "nodes_per_second": round(report.nodes_per_second),
        "signature": report.signature if workers == 1 and not interrupted else None,
        "weights": "shipped" if weights_file is None else find_weights(weights_file),
        "net": "shipped" if net is None else net,
    }
    print_answer(
        lambda: {**answer, "positions": len(results), "interrupted": interrupted},
        lambda: "\n".join(f"{name:<17} {value}" for name, value in answer.items()),
    )
    if interrupted:
        end_interrupted(f" after {len(results)} of {len(positions)} positions. To begin again")


def watched_bench(
    positions: list[BenchPosition],
    weights: Weights | None,
    net: str | None,
    *,
    quick: bool,
    workers: int,
) -> tuple[list[SearchResult], bool]:
    """The results of the bench, and whether Ctrl-C ended it; shows a line for each position."""
    results: list[SearchResult] = []
    try:
        with Progress() as progress:
            for result in bench_results(positions, weights, net, quick=quick, workers=workers):
                results.append(result)
                progress.say(
                    f"position {len(results):>2} of {len(positions)}  depth {result.depth:>2}  "
                    f"{effort(result.nodes, result.seconds_cpu)}"
                )
    except KeyboardInterrupt:
        return results, True
    return results, False
