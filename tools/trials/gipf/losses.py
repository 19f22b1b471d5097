"""Which losses by an empty reserve the search of Gipf hides.

    python -m tools.trials.gipf.losses [GAME ...] [--positions 100] [--seed 77]

The engine plays against itself from random openings. The trial keeps the positions in which a
proof finds that the side to decide loses within N turns of the opponent, for N from 2 to 5. An
unselective search sees such a loss at depth 2 N. The trial searches each position selectively and
unselectively, to depth 2 N and then to 2 N + 6, without the proofs that play begins with. It
prints a row per game and search:

hidden   losses that the search does not see at depth 2 N
unseen   losses that it does not see at depth 2 N + 6
nodes    nodes of all searches to depth 2 N
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arena.game.drawn_openings import draw_gipf_opening
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS
from search.engine import Engine
from search.gipf.native import open_gipf_search, set_gipf_position
from search.limits import Limits
from search.native import table_memory
from search.score import is_loss
from search.weights.file import shipped_weights

if TYPE_CHECKING:
    from games.gipf.rules import GipfRules
    from search.kernel.gipf import GipfSearch

OPENING_TURNS = 7
GAME_NODES = 1_500  # of the games' decisions
PROOF_NODES = 100_000
MOST_NODES = 1_000_000  # of a search
MOST_RESERVE = 3  # no position with more pieces is proved: it is rarely lost so soon
LEAST_TURNS, MOST_TURNS = 2, 5
MOST_OF_A_GAME = 2  # positions of one game, since neighbours are alike
LATER = 6  # plies that a second search goes deeper
TABLE_MB = 16
ORDER = ("killer_bonus", "history_limit")
PRUNING = ("width", "futility", "frontier")


@dataclass(frozen=True, slots=True)
class Loss:
    """A position that the side to decide loses within so many turns of the opponent."""

    position: GipfPosition
    turns: int


def losses_of(rules: GipfRules, count: int, seed: int) -> list[Loss]:
    """The first `count` losses in games of the engine against itself."""
    kernel = open_gipf_search(rules, shipped_weights(rules))
    kernel.use_table(table_memory(TABLE_MB << 20, shared=False))
    found: list[Loss] = []
    with Engine(rules, table_mb=TABLE_MB) as engine:
        game = 0
        while len(found) < count:
            game += 1
            found += losses_of_a_game(rules, engine, kernel, seed * 1_000_000 + game)
    return found[:count]


def losses_of_a_game(rules: GipfRules, engine: Engine, kernel: GipfSearch, seed: int) -> list[Loss]:
    """The first losses of one game, at most MOST_OF_A_GAME."""
    position = GipfPosition(rules)
    for move in draw_gipf_opening(rules, OPENING_TURNS, seed):
        position.play(move)
    engine.new_game()
    found: list[Loss] = []
    while position.outcome is None and len(found) < MOST_OF_A_GAME:
        turns = lost_within(kernel, position)
        if turns is not None:
            found.append(Loss(position.copy(), turns))
        position.play(engine.search(position, Limits(nodes=GAME_NODES)).best)
    return found


def lost_within(kernel: GipfSearch, position: GipfPosition) -> int | None:
    """The fewest turns within which the side to decide loses; None if no proof finds a loss."""
    if not position.placing or min(position.reserves) > MOST_RESERVE:
        return None
    set_gipf_position(kernel, position)
    for turns in range(1, MOST_TURNS + 1):
        kernel.empty_table()
        kernel.begin(selective=False)
        proof = kernel.prove_loss(turns, PROOF_NODES)
        if proof is None:
            return None
        if proof:
            return turns if turns >= LEAST_TURNS else None
    return None


@dataclass(slots=True)
class Row:
    """What one kind of search made of the losses."""

    hidden: int = 0
    unseen: int = 0
    nodes: int = 0


class Searches:
    """Searches of single positions, each with an empty table."""

    def __init__(self, rules: GipfRules) -> None:
        self._weights = shipped_weights(rules)
        self._kernel = open_gipf_search(rules, self._weights)
        self._kernel.use_table(table_memory(TABLE_MB << 20, shared=False))

    def add(self, row: Row, loss: Loss, *, selective: bool) -> None:
        """Search a position and count the result."""
        kernel = self._kernel
        set_gipf_position(kernel, loss.position)
        kernel.forget()
        kernel.empty_table()
        names = (*ORDER, *PRUNING) if selective else ORDER
        settings = {name: self._weights[name] for name in names}
        kernel.begin(selective=selective, nodes=MOST_NODES, **settings)
        seen = self._sees(1, 2 * loss.turns)
        row.nodes += kernel.nodes
        row.hidden += not seen
        row.unseen += not (seen or self._sees(2 * loss.turns + 1, 2 * loss.turns + LATER))

    def _sees(self, first: int, last: int) -> bool:
        """Whether an iteration of these depths scores a loss before the limit."""
        for depth in range(first, last + 1):
            score = self._kernel.iterate(depth)
            if score is None:
                return False
            if is_loss(score):
                return True
        return False


def main() -> None:
    """Print the rows of the games."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=list(GIPF_PRESETS))
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--seed", type=int, default=77)
    wish = parser.parse_args()
    for game in wish.games:
        rules = GIPF_PRESETS[game]
        losses, searches = losses_of(rules, wish.positions, wish.seed), Searches(rules)
        for selective in (True, False):
            row = Row()
            for loss in losses:
                searches.add(row, loss, selective=selective)
            print(
                f"{game} {'selective' if selective else 'unselective'}: of {len(losses)} losses "
                f"{row.hidden} hidden, {row.unseen} unseen; {row.nodes:,} nodes",
                flush=True,
            )


if __name__ == "__main__":
    main()
