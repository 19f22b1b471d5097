"""The search depth by number of nodes, for comparison with other engines' published figures.

    python -m tools.trials.gomoku_depth gomoku-15 gomoku-20
    python -m tools.trials.gomoku_depth gomoku-15 --set width=12

For each game it uses the positions of `pente bench`, then the balanced openings of data/openings,
--positions in all. Every search begins with an empty table and stops at its node limit; the figure
is the last finished depth. Positions that the largest limit decides are skipped, because a proof
ends the search early. --results gets one JSON line per search. A rerun at the same commit resumes.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
from typing import Any

from arena.appended import JsonLines
from arena.match.provenance import commit_of_tree
from arena.openings.files import openings_path, read_openings
from games.five.position import Position
from games.five.rules import PRESETS, rules_named
from search.bench import bench_path, load_positions
from search.engine import Engine
from search.limits import Limits
from search.result import PROVEN
from search.score import is_loss, is_win
from search.weights import Weights
from search.weights.file import game_weights

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

NODES = (1_000, 10_000, 100_000, 1_000_000)
ANCHOR = {1_000: 6.5, 10_000: 12.0, 100_000: 16.0, 1_000_000: 20.0}  # Rapfi, on 8 other positions
TABLE_MB = 64
Entry = dict[str, Any]  # one search: depth, whether it decides the position, CPU seconds


def positions_of(game: str) -> list[tuple[str, Position]]:
    """Names and positions of a game: its bench positions, then its balanced openings."""
    rules = rules_named(game)
    bench = [entry.position for entry in load_positions(bench_path())]
    found = [position for position in bench if position.rules == rules]
    named = [(f"bench {number}", position) for number, position in enumerate(found)]
    for number, opening in enumerate(read_openings(openings_path(game), rules).openings):
        position = Position(rules)
        for point in opening:
            position.play(point)
        named.append((f"opening {number}", position))
    return named


def search(position: Position, weights: Weights, nodes: int) -> Entry:
    """The result of one search with an empty table."""
    with Engine(position.rules, weights, table_mb=TABLE_MB) as engine:
        result = engine.search(position, Limits(nodes=nodes))
    decided = result.stopped_by == PROVEN or is_win(result.score) or is_loss(result.score)
    return {"depth": result.depth, "decided": decided, "cpu_s": round(result.seconds_cpu, 4)}


class Results:
    """The results file: it caches finished searches and appends new ones."""

    def __init__(self, path: str, weights_of: dict[str, int]) -> None:
        self._changed = weights_of
        self._commit = commit_of_tree()
        self._kept = JsonLines(path, key_of)

    def get(self, game: str, name: str, position: Position, nodes: int) -> Entry:
        """The search of this position; runs and appends it if the file has none."""
        shipped = game_weights(rules_named(game))
        weights = Weights(shipped.as_dict() | self._changed).with_net(shipped.net)
        entry: Entry = {
            "game": game,
            "position": name,
            "nodes": nodes,
            "weights": weights.digest(),
            "net": weights.net_digest,
            "set": self._changed,
            "commit": self._commit,
        }
        key = key_of(entry)
        if key not in self._kept.known:
            self._kept.append(entry | search(position, weights, nodes))
        return self._kept.known[key]


def key_of(entry: Entry) -> str:
    """The key of a search: entries with the same key need only one run.

    The commit identifies the engine's code and the list of openings. Entries without a net's digest
    were searched without a net.
    """
    shared = ("game", "position", "nodes", "weights", "commit")
    return json.dumps([*[entry[name] for name in shared], entry.get("net", "")])


def measure(results: Results, game: str, wanted: int) -> None:
    """Search the positions of a game and print a row for each limit."""
    rows: dict[int, list[int]] = {nodes: [] for nodes in NODES}
    decided = used = 0
    for name, position in positions_of(game):
        if results.get(game, name, position, NODES[-1])["decided"]:
            decided += 1
            continue
        for nodes in NODES:
            rows[nodes].append(results.get(game, name, position, nodes)["depth"])
        used += 1
        if used == wanted:
            break
    print(f"{game}: {used} positions, {decided} skipped; nodes, mean, median, range, anchor")
    for nodes, depths in rows.items():
        mean, median = statistics.mean(depths), statistics.median(depths)
        span = f"{min(depths)}-{max(depths)}"
        print(f"{nodes:9,}  {mean:5.1f}  {median:5.1f}  {span:>6}  {ANCHOR[nodes]:5.1f}")


def setting(text: str) -> tuple[str, int]:
    """The name and number of `width=12`. Raises ValueError, which argparse reports."""
    name, _, value = text.partition("=")
    return name, int(value)


def main() -> None:
    """Run the missing searches, and print the table of each game."""
    parser = argparse.ArgumentParser(description="Measure depth by nodes.")
    parser.add_argument("game", nargs="+", choices=list(PRESETS))
    parser.add_argument("--positions", type=int, default=24)
    parser.add_argument("--set", type=setting, nargs="*", default=[], help="weights to change")
    parser.add_argument("--results", default=f"{ROOT}/data/results/gomoku-depth.jsonl")
    words = parser.parse_args()
    results = Results(words.results, dict(words.set))
    for game in words.game:
        measure(results, game, words.positions)


if __name__ == "__main__":
    main()
