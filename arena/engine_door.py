"""Entry point of this tree's engine for a match that another checkout runs.

`arena.players.other_checkout` starts this long-lived child and may be of another commit. So both
sides exchange only plain numbers and text, one line of JSON each way.

    {"game": "pente", "weights": PATH or null, "net": PATH or "none", "table_mb": 16}
        -> {"ready": true, "tree": FOLDER, "weights": DIGEST, "aims": true, "net": DIGEST or ""}
        null, or no net, means the tree's own file; the first digest is that of weights and net;
        "aims" says that the limit `aim_s` is supported
    {"new_game": true}
        -> {"ready": true}
    {"position": {"cells": "0120...", "side": 0, "captured": [0, 0]}, "limits": {"nodes": 5000}}
        -> {"best", "score", "depth", "nodes", "seconds_cpu", "seconds_wall", "pv", "stopped_by"}

A Gipf game also has its limit and each side's pieces: "most_turns": 400, "pieces": [15, 15]. Its
positions are one line of text (games/gipf/text.py): {"position": {"text": "w 12 ..."}}. In "best"
and "pv", Gipf moves stand for points.

The answer to an invalid line is {"refused": REASON}. The child ends when its standard input or its
parent ends.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from typing import Any

from arena.processes.process_tree import die_with_parent
from games.errors import in_words
from games.family import AnyPosition
from games.registry import family_named
from search import engine as loaded
from search.engine import Engine
from search.limits import Limits
from search.result import SearchResult
from search.weights.file import game_weights, shipped_weights


class EngineServer:
    """The engine of this tree for one game; answers the lines of the protocol.

    Raises GameError, WeightsError, KernelMissing or OSError if it cannot play that game.
    """

    def __init__(self, told: dict[str, Any]) -> None:
        self._family = family = family_named(
            told["game"],
            most_turns=told.get("most_turns", 0),  # absent for games other than Gipf
            pieces=told.get("pieces"),  # older trees do not send them
        )
        rules, path, net = family.rules, told["weights"], told.get("net")
        self._weights = (
            shipped_weights(rules, net) if path is None else game_weights(rules, path, net)
        )
        self._engine = Engine(rules, self._weights, table_mb=told["table_mb"])
        self._position: AnyPosition = family.start()

    def ready(self) -> dict[str, Any]:
        """What the other side checks first: this tree and the digest of its weights."""
        tree = os.path.dirname(os.path.dirname(os.path.realpath(str(loaded.__file__))))
        return {
            "ready": True,
            "tree": tree,
            "weights": self._weights.digest(),
            "aims": True,
            "net": self._weights.net_digest,
        }

    def answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        """The answer to one line.

        Raises ValueError, KeyError or TypeError for an invalid line.
        """
        if "new_game" in asked:
            self._engine.new_game()
            return {"ready": True}
        # The referee sends only unfinished games.
        self._position = self._family.of_plain(self._position, asked["position"])
        return plain(self._engine.search(self._position, Limits(**asked["limits"])))


def plain(result: SearchResult) -> dict[str, Any]:
    """A search result in plain numbers."""
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
    """Send one line."""
    print(json.dumps(answer), flush=True)


def reason_of(error: Exception) -> str:
    """The reason of a refusal in one line."""
    known = isinstance(error, ValueError | RuntimeError | OSError)
    return in_words(error) if known else repr(error)


def main() -> None:
    """Answer until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides when this process ends
    die_with_parent()
    try:
        server = EngineServer(json.loads(sys.stdin.readline()))
    except (ValueError, RuntimeError, OSError, KeyError, TypeError) as error:
        say({"refused": reason_of(error)})
        return
    say(server.ready())
    for line in sys.stdin:
        try:
            answer = server.answer(json.loads(line))
        except (ValueError, KeyError, TypeError, IndexError) as error:
            answer = {"refused": reason_of(error)}
        say(answer)
