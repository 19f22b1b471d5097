"""The protocol of the split points holds in every order of events, in a small model of it."""

from __future__ import annotations

import pytest

from tools.trials.splits.check import explore
from tools.trials.splits.state import MUTATIONS, Broken, Tree

# The cheapest search that shows each mutation: tree, workers, deaths, coarse.
Case = tuple[Tree, int, int, bool]
SMALL: Case = ((3, 5), 2, 0, False)
SHOWN_BY: dict[str, Case] = {
    "join does not check again": (((-4,), (-3,)), 2, 0, False),
    "the bound comes before the cut": ((12, 4), 2, 0, False),
    "interrupted brothers count": (((-4,), 12), 2, 0, False),
    "inside is not atomic": ((3,), 3, 0, True),
    "busy comes after the look at abandon": (((-4, -2),), 3, 1, True),
}
NIGHTLY = (
    "busy comes after the look at abandon",
    "inside is not atomic",
    "join does not check again",
)


@pytest.mark.parametrize(
    ("tree", "workers", "deaths", "coarse"),
    [
        pytest.param((3, 5), 2, 1, False, id="a death"),
        pytest.param((12, 4), 2, 1, False, id="a cut and a death"),
        pytest.param(
            *(((-4, -2), 3), 2, 1, False),
            id="an owner helps below, and a death",
            marks=pytest.mark.nightly,
        ),
        pytest.param(((-4,), 12), 2, 0, False, id="a cut above a split point"),
        pytest.param((3,), 3, 0, True, id="three workers", marks=pytest.mark.nightly),
        pytest.param(
            (12,), 3, 1, True, id="three workers, a cut and a death", marks=pytest.mark.nightly
        ),
    ],
)
def test_the_protocol_holds_in_every_order(
    tree: Tree,
    workers: int,
    deaths: int,
    coarse: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    """No wake-up is lost, nobody waits for ever, and the value and the sum of nodes are right."""
    assert explore(tree, workers, deaths=deaths, coarse=coarse) > 1_000


@pytest.mark.parametrize(
    "mutation",
    [pytest.param(one, marks=pytest.mark.nightly if one in NIGHTLY else ()) for one in MUTATIONS],
)
def test_a_changed_protocol_is_refused(mutation: str) -> None:
    """The check finds each of these faults, so it can fail."""
    tree, workers, deaths, coarse = SHOWN_BY.get(mutation, SMALL)
    with pytest.raises(Broken):
        explore(tree, workers, deaths=deaths, coarse=coarse, mutation=mutation)
