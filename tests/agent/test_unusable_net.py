"""The agent moves on without a net or weights that are missing, damaged or another game's."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from agent.searcher import open_engine, tuned_weights
from games.five.position import Position
from games.five.rules import rules_named
from search.engine import Engine
from search.limits import Limits
from search.weights import Weights
from search.weights.file import weights_path
from tests.search.net.random_nets import random_net

if TYPE_CHECKING:
    from pathlib import Path

RULES = rules_named("pente")


@pytest.mark.parametrize(
    "fault", ["missing", "damaged head", "damaged unit", "damaged arrays", "another game's"]
)
def test_an_unusable_net_costs_a_warning_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    """Without its net the agent searches with the weights, and says so in one line."""
    content = random_net("keryo" if fault == "another game's" else "pente", 5)
    if fault == "damaged head":
        content = b"x" + content[1:]
    if fault == "damaged unit":
        content = content[:51] + b"\x80" + content[52:]
    if fault == "damaged arrays":
        content = content[:200_000] + b"damage" + content[200_006:]
    path = tmp_path / "pente.net"
    if fault != "missing":
        path.write_bytes(content)
    monkeypatch.setattr("search.net.file.net_path", lambda _game: str(path))
    said: list[str] = []
    engine = open_engine(RULES, Weights(), 1, said.append)
    assert isinstance(engine, Engine)
    assert engine.weights.net is None
    assert len(said) == 1
    assert said[0].startswith(f"WARNING: playing without the learned net: {path}: ")
    assert "\n" not in said[0]
    assert engine.search(Position(RULES), Limits(nodes=100)).best in range(361)
    engine.close()


def test_weights_of_another_game_cost_a_warning_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """The agent plays with the built-in weights, and says so in one line."""
    other = weights_path("gomoku-15")
    monkeypatch.setattr("agent.searcher.weights_path", lambda _game: other)
    said: list[str] = []
    assert tuned_weights("pente", said.append) == Weights()
    [line] = said
    assert line.startswith(
        f"WARNING: playing with built-in weights: {other}: has weights of gomoku"
    )
