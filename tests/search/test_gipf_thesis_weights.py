"""The weights that the thesis compared: what its three counts can distinguish."""

from __future__ import annotations

from hypothesis import given

from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS
from search.reference.gipf_value import static_value
from search.weights.file import game_weights, weights_path
from tests.conditions import met, often
from tests.gipf_strategies import gipf_positions

BASIC = GIPF_PRESETS["gipf-basic"]
EQUAL = game_weights(BASIC, weights_path("gipf").replace("gipf.toml", "gipf-equal.toml"))
CAPTURES = game_weights(BASIC, weights_path("gipf").replace("gipf.toml", "gipf-thesis.toml"))


@often(leads=2)
@given(gipf_positions())
def test_thesis_counts_say_who_has_captured_more_in_any_proportion(position: GipfPosition) -> None:
    """Equal and capture-heavy weights differ by a factor: pieces not lost are board and reserve.

    Subtracted from the other side's, their sum is the lead in captures, like the third count.
    """
    lead = position.lost[1 - position.side] - position.lost[position.side]
    assert static_value(position, EQUAL) == 20 * lead
    assert static_value(position, CAPTURES) == 110 * lead
    if lead:
        met("leads")
