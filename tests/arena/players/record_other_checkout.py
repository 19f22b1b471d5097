"""Record the conversation of `engine:tree=` within one checkout. Makes the sample of an older one.

Run it in the built checkout that is to be recorded; OURS is the folder of this file's checkout:

    PYTHONPATH=. python OURS/tests/arena/players/record_other_checkout.py > SAMPLE

That checkout's caller talks to that checkout's engine about a few positions of every game, in the
middle of turns too, and once about a position of another game, which is refused. The first line of
the output names the checkout's commit. Each further line is one request and its answer, as JSON:
{"game", "request", "answer"}. The checkout's folder is written as TREE.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import subprocess
from typing import Any

CALLERS = ("arena.players.other_checkout", "arena.tree_engine")  # today's name, then older ones
FIVE_RULES = ("games.five.rules", "games.rules")
LIMITS: tuple[dict[str, Any], ...] = (
    {"nodes": 300},
    {"depth": 1},
    {"nodes": 100, "depth": 3},
    {"nodes": 100, "cpu_s": 5.0, "aim_s": 1.0},
    {"nodes": 100, "wall_s": 5.0},
)
MOST_TURNS = 400


def first_module(names: tuple[str, ...]) -> Any:
    """The first of these modules that the checkout has."""
    for name in names:
        with contextlib.suppress(ImportError):
            return importlib.import_module(name)
    raise SystemExit(f"{os.getcwd()}: none of {', '.join(names)} can be imported")


def positions_of(rules: Any) -> list[Any]:
    """Positions of a game for the limits above: the start, then later and later ones."""
    if hasattr(rules, "variant"):
        draw = importlib.import_module("tests.gipf_strategies").random_gipf_position
    else:
        draw = importlib.import_module("tests.strategies").random_position
    return [draw(rules, seed, 9 * seed) for seed in range(len(LIMITS))]


def all_rules() -> list[Any]:
    """The rules of every game, as a match sets them."""
    five = first_module(FIVE_RULES)
    gipf = importlib.import_module("games.gipf.rules")
    presets = gipf.GIPF_PRESETS.items()
    return [
        *five.PRESETS.values(),
        *(gipf.GipfRules(name, one.variant, most_turns=MOST_TURNS) for name, one in presets),
    ]


def record(caller: Any, rules: Any, other: Any) -> None:
    """Print the conversation about one game; `other` is a position that this game refuses."""
    tree = os.getcwd()
    ask = caller.TreeEngine._ask

    def recording(engine: Any, asked: dict[str, Any], within_s: float) -> dict[str, Any]:
        try:
            answer = ask(engine, asked, within_s)
        except caller.ContestantError as refusal:
            reason = str(refusal).removeprefix(f"engine:tree={tree}: ")
            print(line_of(rules, asked, {"refused": reason}))
            raise
        named = {**answer, "tree": "TREE"} if "tree" in answer else answer
        print(line_of(rules, asked, named))
        return dict(answer)

    caller.TreeEngine._ask = recording
    engine = caller.TreeEngine(tree, rules, table_mb=1)
    limits_of = importlib.import_module("search.limits").Limits
    try:
        for position, limits in zip(positions_of(rules), LIMITS, strict=True):
            engine.search(position, limits_of(**limits))
        with contextlib.suppress(caller.ContestantError):
            engine.search(other, limits_of(nodes=5))
        engine.new_game()
    finally:
        engine.close()
        caller.TreeEngine._ask = ask


def line_of(rules: Any, request: dict[str, Any], answer: dict[str, Any]) -> str:
    """One line of the recording."""
    return json.dumps({"game": rules.name, "request": request, "answer": answer})


def main() -> None:
    """Record every game of the checkout in the current folder."""
    caller = first_module(CALLERS)
    commit = subprocess.run(
        ["git", "rev-parse", "HEAD"],  # noqa: S607 - git from the path
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    print(json.dumps({"commit": commit}))
    games = all_rules()
    for rules, other in zip(games, games[1:] + games[:1], strict=True):
        record(caller, rules, positions_of(other)[-1])


if __name__ == "__main__":
    main()
