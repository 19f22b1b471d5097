"""Commands that run the engine: analyse, perft, bench."""

from __future__ import annotations

import json
import time

import rich_click as click

from cli.options import (
    clock_option,
    file_game_option,
    from_option,
    game_option,
    json_option,
    limits_of,
    nodes_option,
    number_option,
    time_option,
    weights_option,
    workers_option,
)
from cli.reading import read_any_position
from cli.spelling import draw, move_fields, spell_line, spell_move
from games.families.choice import AnyPosition, family_named
from games.five.perft import perft as perft_by_rules
from games.gipf.perft import perft_by_state
from games.gipf.position import GipfPosition
from search.bench import BenchReport, bench_results, positions_of
from search.engine import Engine
from search.errors import KernelMissing
from search.five.native import open_search, set_position
from search.gipf.native import open_gipf_search, set_gipf_position
from search.result import SearchResult
from search.score import is_loss, is_win, own_moves_to_win
from search.weights import Weights, built_in_weights, tunables_of
from search.weights.file import find_weights, game_weights, load_weights
from search.weights.five import FIVE_TUNABLES

ENOUGH_S = 5.0  # default limit


@click.command(epilog="Example: pente analyse game/input.txt --time 2 --multipv 3")
@click.argument("file")
@from_option
@file_game_option
@number_option
@time_option
@clock_option
@nodes_option
@click.option("--depth", type=click.IntRange(min=1), metavar="N", help="Maximum depth in plies.")
@click.option(
    "--multipv",
    type=click.IntRange(min=1),
    default=1,
    show_default=True,
    metavar="N",
    help="Number of principal variations.",
)
@workers_option
@weights_option
@json_option
def analyse(  # the options are the command
    *,
    file: str,
    game: str | None,
    number: int | None,
    time_s: float | None,
    clock: str,
    nodes: int | None,
    depth: int | None,
    multipv: int,
    workers: int,
    weights_file: str | None,
    as_json: bool,
) -> None:
    """Find the best move in FILE.

    FILE is harness input, a position string or a game record; - is standard input. Without a
    limit the search takes 5 seconds.
    """
    position = read_any_position(file, game, number)
    if time_s is None and nodes is None and depth is None:
        time_s = ENOUGH_S
    limits = limits_of(time_s, clock, nodes, depth)
    weights = game_weights(position.rules, weights_file)
    with Engine(position.rules, weights, workers=workers) as engine:
        result = engine.search(position, limits, multipv=multipv)
    print(json.dumps(analysis(position, result)) if as_json else describe(position, result))


def analysis(position: AnyPosition, result: SearchResult) -> dict[str, object]:
    """The answer as JSON."""
    return {
        **move_fields(position, result.best),
        "score": result.score,
        "win_in": result.win_in,
        "depth": result.depth,
        "nodes": result.nodes,
        "seconds_wall": round(result.seconds_wall, 6),
        "seconds_cpu": round(result.seconds_cpu, 6),
        "pv": spell_line(position, result.pv),
        "lines": [
            {"score": line.score, "win_in": line.win_in, "pv": spell_line(position, line.pv)}
            for line in result.lines
        ],
    }


def describe(position: AnyPosition, result: SearchResult) -> str:
    """The answer as text: the board with the best move, then the lines."""
    rate = result.nodes / max(result.seconds_cpu, 1e-9)
    rows = [
        draw(position, result.best),
        (
            f"best {spell_move(position, result.best)}  depth {result.depth}  "
            f"nodes {result.nodes:,}  {result.seconds_cpu:.2f} CPU s  {rate / 1e6:.2f} M nodes/s"
        ),
    ]
    for line in result.lines:
        moves = " ".join(spell_line(position, line.pv))
        rows.append(f"{spell_score(line.score):>10}  {moves}")
    return "\n".join(rows)


def spell_score(score: int) -> str:
    """A score as text: an estimate with its sign, or a proven win or loss with its moves."""
    if is_win(score):
        return f"win in {own_moves_to_win(score)}"
    if is_loss(score):
        return f"loss in {own_moves_to_win(-score)}"
    return f"{score:+d}"


@click.command(epilog="Example: pente perft game/input.txt --depth 2")
@click.argument("file")
@from_option
@file_game_option
@number_option
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
def perft(
    *, file: str, game: str | None, number: int | None, depth: int, by_rules: bool, as_json: bool
) -> None:
    """Count the move sequences of DEPTH turns from the position in FILE (perft).

    With --rules-only, Gipf counts each position once.
    """
    position = read_any_position(file, game, number)
    start = time.process_time()
    counts = count_moves(position, depth, by_rules=by_rules)
    seconds = time.process_time() - start
    if as_json:
        print(json.dumps({**counts, "depth": depth, "seconds_cpu": round(seconds, 6)}))
    else:
        print(" ".join(f"{name} {count}" for name, count in counts.items()))


def count_moves(position: AnyPosition, depth: int, *, by_rules: bool) -> dict[str, int]:
    """Perft by the kernel or by the rules; Gipf counts only leaves. Raises KernelMissing."""
    if by_rules or position.outcome is not None:
        return count_by_rules(position, depth)
    try:
        if isinstance(position, GipfPosition):
            search = open_gipf_search(position.rules, built_in_weights(position.rules))
            set_gipf_position(search, position)
            return {"leaves": search.perft(depth)}
        kernel = open_search(position.rules, Weights())
    except KernelMissing as missing:
        raise KernelMissing(
            f"{missing}; --rules-only counts with the plain-Python rules"
        ) from missing
    set_position(kernel, position)
    leaves, wins, captured = kernel.perft(depth)
    return {"leaves": leaves, "wins": wins, "captured": captured}


def count_by_rules(position: AnyPosition, depth: int) -> dict[str, int]:
    """Perft by the readable rules."""
    if isinstance(position, GipfPosition):
        return {"leaves": perft_by_state(position, depth)}
    total = perft_by_rules(position, depth)
    return {"leaves": total.leaves, "wins": total.wins, "captured": total.captured}


@click.command(epilog="Example: pente bench --quick")
@game_option("Game to bench", "the five-in-a-row positions")
@click.option("--quick", is_flag=True, help="Search less deep; takes about a second.")
@workers_option
@weights_option
@json_option
def bench(
    *,
    game: str | None,
    quick: bool,
    workers: int,
    weights_file: str | None,
    as_json: bool,
) -> None:
    """Search fixed positions to fixed depths; print the speed and the signature of the search.

    Uses the five-in-a-row positions, or those of -g GAME, and the built-in weights. The signature
    needs one worker: parallel search is not deterministic.
    """
    family = family_named(game).name if game else FIVE_TUNABLES.family
    weights = None
    if weights_file:
        weights = load_weights(find_weights(weights_file), tunables_of(family))
    start = time.monotonic()
    positions = positions_of(family, game)
    report = BenchReport(bench_results(positions, weights, quick=quick, workers=workers))
    answer = {
        "nodes": report.nodes,
        "seconds_wall": round(time.monotonic() - start, 3),
        "seconds_cpu": round(report.seconds_cpu, 3),
        "nodes_per_second": round(report.nodes_per_second),
        "signature": report.signature if workers == 1 else None,
        "weights": "built-in" if weights_file is None else find_weights(weights_file),
    }
    if as_json:
        print(json.dumps(answer))
    else:
        print("\n".join(f"{name:<17} {value}" for name, value in answer.items()))
