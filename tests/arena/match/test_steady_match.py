"""A short match at fixed nodes: the same engine plays the same games on any computer."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from arena.openings.files import openings_path
from arena.strength.score import score_of
from search.weights import Weights
from search.weights.file import format_weights
from tests.arena.building import match_of, played

# A change of the search, of Pente's weights or of its net may change both: put the new values here,
# and say why in the commit. They come from this test's own match.
PENTANOMIAL = (1, 0, 4, 0, 1)
MOVES = "4158f255ad3b162f"


def test_match_of_fixed_nodes_is_reproduced_to_the_last_move(tmp_path: Path) -> None:
    """Today's weights play the hand-set ones: 12 games of 400 nodes a move."""
    by_hand = tmp_path / "by_hand.toml"
    by_hand.write_text(format_weights(Weights(), {"source": "the defaults"}))
    settled = {"rules": "pente", "clock": "nodes:400", "seed": 5}
    b, openings = f"engine:weights={by_hand}", openings_path("pente")
    records = played(match_of("engine", b, games=12, openings=openings, **settled))
    points = " ".join(move.point for record in records for move in record.moves)
    assert score_of(records).pairs.counts == PENTANOMIAL
    assert sha256(points.encode()).hexdigest()[:16] == MOVES
