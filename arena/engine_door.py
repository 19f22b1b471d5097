"""The door of this tree's engine: through it the engine plays a match that another tree runs.

It is a long-lived child of `arena.players.other_checkout`, which may be of another commit than this
file: only plain numbers and text pass between the two, one line of JSON each way.

    {"game": "pente", "weights": PATH or null, "table_mb": 16}
        -> {"ready": true, "tree": FOLDER, "weights": DIGEST, "aims": true}; null is the tree's own
        file; "aims": a limit `aim_s` is understood
    {"new_game": true}
        -> {"ready": true}
    {"position": {"cells": "0120...", "side": 0, "captured": [0, 0]}, "limits": {"nodes": 5000}}
        -> {"best", "score", "depth", "nodes", "seconds_cpu", "seconds_wall", "pv", "stopped_by"}

A game of Gipf is told with its limit and each side's pieces, "most_turns": 400, "pieces": [15, 15],
and its positions as one line of text (games/gipf/text.py): {"position": {"text": "w 12 ..."}}.
Points are its moves then.

What cannot be done is answered {"refused": REASON}. The child ends with its standard input, and
with its parent.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import TYPE_CHECKING, Any

import search.engine
from arena.processes.process_tree import die_with_parent
from games.five.position import Position
from games.five.rules import rules_named
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS, GipfRules
from games.gipf.text import parse_position
from search.limits import Limits
from search.weights.file import game_weights, shipped_weights

if TYPE_CHECKING:
    from games.five.rules import Rules
    from search.result import SearchResult

CELL_OF_DIGIT = bytes.maketrans(b"012", bytes((0, 1, 2)))


class EngineDoor:
    """The engine of this tree for one game, asked in plain numbers.

    Raises GameError, WeightsError, KernelMissing or OSError if it cannot play what it is told to.
    """

    def __init__(self, told: dict[str, Any]) -> None:
        rules = rules_told(told)
        path = told["weights"]
        self._weights = shipped_weights(rules) if path is None else game_weights(rules, path)
        self._engine = search.engine.Engine(rules, self._weights, table_mb=told["table_mb"])
        self._position: Position | GipfPosition
        if isinstance(rules, GipfRules):
            self._position = GipfPosition(rules)
        else:
            self._position = Position(rules)

    def ready(self) -> dict[str, Any]:
        """What the other side checks before it plays: which tree this is, and its weights."""
        tree = os.path.dirname(os.path.dirname(os.path.realpath(search.engine.__file__)))
        return {"ready": True, "tree": tree, "weights": self._weights.digest(), "aims": True}

    def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The answer to one line that was read.

        Raises ValueError, KeyError or TypeError for a line that cannot be answered.
        """
        if "new_game" in asked:
            self._engine.new_game()
            return {"ready": True}
        if isinstance(self._position, GipfPosition):
            self._position = parse_position(asked["position"]["text"], self._position.rules)
        else:
            self._set_position(self._position, **asked["position"])
        return plain(self._engine.search(self._position, Limits(**asked["limits"])))

    @staticmethod
    def _set_position(position: Position, cells: str, side: int, captured: list[int]) -> None:
        if len(cells) != len(position.cells) or set(cells) - set("012") or side not in (0, 1):
            raise ValueError(f"no position of {position.rules.name}: {cells!r}, side {side}")
        # The referee asks only while a game goes on. A new position would look for rows of five
        # once more, which costs more than all the rest of the way through this door.
        position.cells = list(cells.encode().translate(CELL_OF_DIGIT))
        position.side = side
        position.captured_stones = [captured[0], captured[1]]


def rules_told(told: dict[str, Any]) -> Rules | GipfRules:
    """The rules of the game that is told. Raises UnknownRules, ValueError or KeyError."""
    game = told["game"]
    if game not in GIPF_PRESETS:
        return rules_named(game)
    pieces = told.get("pieces")  # older trees do not tell them
    return GipfRules(
        game,
        GIPF_PRESETS[game].variant,
        pieces=None if pieces is None else (pieces[0], pieces[1]),
        most_turns=told["most_turns"],
    )


def plain(result: SearchResult) -> dict[str, Any]:
    """What a search found, as it passes through the door."""
    return {
        "best": result.best,
        "score": result.score,
        "depth": result.depth,
        "nodes": result.nodes,
        "seconds_cpu": result.seconds_cpu,
        "seconds_wall": result.seconds_wall,
        "pv": list(result.pv),
        "stopped_by": result.stopped_by,
    }


def say(answer: dict[str, Any]) -> None:
    """One line to the other side."""
    print(json.dumps(answer), flush=True)


def reason_of(error: Exception) -> str:
    """Why something is refused, in one line."""
    return str(error) if isinstance(error, ValueError | RuntimeError) else repr(error)


def main() -> None:
    """Answer until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the other side decides when this one ends
    die_with_parent()
    try:
        door = EngineDoor(json.loads(sys.stdin.readline()))
    except (ValueError, RuntimeError, OSError, KeyError, TypeError) as error:
        say({"refused": reason_of(error)})
        return
    say(door.ready())
    for line in sys.stdin:
        try:
            answer = door.answer(json.loads(line))
        except (ValueError, KeyError, TypeError, IndexError) as error:
            answer = {"refused": reason_of(error)}
        say(answer)
