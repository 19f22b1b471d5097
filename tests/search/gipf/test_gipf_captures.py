"""What a side of Gipf could capture with its next piece: the plain-Python count."""

from __future__ import annotations

from pathlib import Path

import pytest

from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS
from games.gipf.text import parse_position
from search.reference.gipf_captures import captured_next
from search.weights.file import load_weights, weights_path
from search.weights.gipf import GIPF_TUNABLES
from tests.conditions import met, often
from tests.gipf_strategies import random_gipf_position

BASIC = GIPF_PRESETS["gipf-basic"]


@pytest.mark.parametrize(
    ("pieces", "captured"),
    [
        ("We2 We3 We4 Ke5 Ke6", 2),  # a push from e1 makes the row, both black pieces touch it
        ("We2 We3 We4 Ke6", 1),  # the row fills e5 and touches e6
        ("We2 We3 We4 Ke7", 0),  # e6 stays empty between them
        ("We2 We3 Ke5 Ke6", 0),  # only three in a row
        ("We3 We4 We5 We6 Ke7", 0),  # the row stands already
    ],
)
def test_captures_by_the_next_piece_are_those_that_touch_the_row(
    pieces: str, captured: int
) -> None:
    """White's next piece captures what is connected to its new row without a gap."""
    turn = "" if captured or "We6" not in pieces else " turn=W"
    assert captured_next(parse_position(f"w 4 4 {pieces}{turn}", BASIC).cells, 0) == captured


@often(captures=5)
def test_captures_by_the_next_piece_are_the_most_of_any_push_in_the_rules() -> None:
    """It is the most that one removal takes after any push of the mover, by the rules."""
    for seed in range(30):
        position = random_gipf_position(BASIC, seed, 25 + seed)
        if position.placing:
            most = most_taken_by_a_push(position)
            assert captured_next(position.cells, position.side) == most
            if most:
                met("captures")


def most_taken_by_a_push(position: GipfPosition) -> int:
    """The most pieces that the mover's first removal takes, over all its pushes."""
    side, most = position.side, 0
    for move in position.legal_moves():
        position.play(move)
        if not position.placing and position.side == side:
            for removal in position.legal_moves():
                before = position.lost[1 - side]
                position.play(removal)
                most = max(most, position.lost[1 - side] - before)
                position.undo()
        position.undo()
    return most


def test_weights_of_older_files_value_no_captures_by_the_next_piece(tmp_path: Path) -> None:
    """A file that lacks the optional weights means 0, and is otherwise read as before."""
    text = Path(weights_path("gipf")).read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith(("take_next", "threatened"))]
    old = tmp_path / "old.toml"
    old.write_text("\n".join(lines), encoding="utf-8")
    weights = load_weights(str(old), GIPF_TUNABLES)
    assert weights["take_next"] == weights["threatened"] == 0
    assert weights["captured"] == load_weights(weights_path("gipf"), GIPF_TUNABLES)["captured"]
