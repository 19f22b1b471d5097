"""The trial of hidden losses finds positions that are lost, and an unselective search sees them."""

from __future__ import annotations

import pytest

from games.gipf.rules import GIPF_PRESETS
from games.gipf.text import format_position
from tools.trials.gipf.losses import MOST_RESERVE, Row, Searches, losses_of


@pytest.mark.parametrize("game", sorted(GIPF_PRESETS))
def test_an_unselective_search_sees_the_losses(game: str) -> None:
    """What the proof calls lost within N turns, a full search of depth 2 N loses as well."""
    rules = GIPF_PRESETS[game]
    losses, row = losses_of(rules, 2, seed=5), Row()
    searches = Searches(rules)
    for loss in losses:
        assert min(loss.position.reserves) <= MOST_RESERVE
        searches.add(row, loss, selective=False)
    assert len(losses) == 2
    assert (row.hidden, row.unseen) == (0, 0)
    assert row.nodes > 100


def test_the_losses_depend_on_the_seed_alone() -> None:
    """The same seed gives the same positions, another seed others."""
    rules = GIPF_PRESETS["gipf-basic"]
    one, two, other = (
        [format_position(loss.position) for loss in losses_of(rules, 2, seed)] for seed in (5, 5, 6)
    )
    assert one == two
    assert one != other
