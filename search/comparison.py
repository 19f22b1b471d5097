"""Compares minimax, alpha-beta and the kernel: nodes and seconds by depth, within a time limit.

For minimax and alpha-beta a node is a position after a complete turn, without the root. So the
counts of minimax are sums of perft, as in the thesis on Gipf.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from games.family import AnyPosition
from search.engine import Engine, adapter_class
from search.limits import Limits
from search.result import TIME
from search.textbook.minimax import Game, TextbookResult, alpha_beta, minimax
from search.textbook.rules_game import RulesGame, constant
from search.textbook.turns_ahead import UNBOUNDED, BoundedTurns, OutOfTime
from search.weights import Weights

if TYPE_CHECKING:
    from search.textbook.turns_ahead import TurnGame

MINIMAX = "minimax"
ALPHA_BETA = "alpha-beta"
PLAIN: dict[str, Callable[[Game, int], TextbookResult]] = {MINIMAX: minimax, ALPHA_BETA: alpha_beta}

CONSTANT = "constant"
MATERIAL = "material"
REFERENCE = "reference"
EVALUATIONS = (CONSTANT, MATERIAL, REFERENCE)

HOPELESS = 4  # skip a search that would take more than this many times its limit


class Cell(NamedTuple):
    """The cost of one search.

    depth        requested depth in turns
    nodes        nodes searched, even if not finished; 0 if skipped
    seconds_cpu  CPU seconds
    finished     whether it reached the depth within its time
    """

    depth: int
    nodes: int
    seconds_cpu: float
    finished: bool


def game_of(position: AnyPosition, evaluation: str, weights: Weights) -> TurnGame:
    """The position as a game for the textbook searchers, which restore it.

    CONSTANT and MATERIAL (Gipf) search all legal moves. REFERENCE (the five-in-a-row family)
    searches the candidates of the reference engine, with its evaluation in these weights. Raises
    ValueError if the evaluation does not know the game.
    """
    if evaluation == CONSTANT:
        return RulesGame(position, constant)
    adapter = adapter_class(position.rules.family)
    if evaluation == adapter.evaluation:
        return adapter.plain_game(position, weights)
    raise ValueError(
        f"the evaluation {evaluation!r} does not know {position.rules.name}: expected {CONSTANT} "
        f"or {adapter.evaluation}"
    )


def plain_cell(searcher: str, game: TurnGame, depth: int, time_s: float) -> Cell:
    """The cost of MINIMAX or ALPHA_BETA; if it runs out of time, discard the game."""
    started_s = time.process_time()
    bounded = BoundedTurns(game, depth, time_s)
    try:
        PLAIN[searcher](bounded, UNBOUNDED)
        finished = True
    except OutOfTime:
        finished = False
    return Cell(depth, bounded.nodes, time.process_time() - started_s, finished)


def plain_column(
    searcher: str, make: Callable[[], TurnGame], depths: range, time_s: float
) -> Iterator[Cell]:
    """A textbook searcher at each depth, until one is skipped as hopeless or does not finish."""
    cells: list[Cell] = []
    for depth in depths:
        if is_hopeless(cells, time_s):
            cells.append(Cell(depth, 0, 0.0, finished=False))
        else:
            cells.append(plain_cell(searcher, make(), depth, time_s))
        yield cells[-1]
        if not cells[-1].finished:
            break


def is_hopeless(cells: list[Cell], time_s: float) -> bool:
    """Whether the next depth would take far more than its time.

    The estimate uses the smaller of the last two growth factors, since those of alpha-beta
    alternate between large and small.
    """
    nodes = [1, *(cell.nodes for cell in cells)]
    growth = min((after / before for before, after in pairwise(nodes[-3:])), default=0)
    return bool(cells) and cells[-1].seconds_cpu * growth > HOPELESS * time_s


def kernel_column(
    position: AnyPosition, weights: Weights, depths: range, time_s: float
) -> Iterator[Cell]:
    """The engine at each depth, from an empty table, until it does not finish within its time.

    The engine searches selectively, as in play. Raises KernelMissing.
    """
    with Engine(position.rules, weights) as engine:
        for depth in depths:
            engine.new_game()
            result = engine.search(position, Limits(depth=depth, cpu_s=time_s))
            finished = result.stopped_by != TIME
            yield Cell(depth, result.nodes, result.seconds_cpu, finished)
            if not finished:
                break
