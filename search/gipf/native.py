"""Opens the kernel of Gipf: converts rules, weights and positions to its arguments.

The kernel uses the move numbers of `games.gipf.moves`, so moves need no conversion.
"""

from __future__ import annotations

from search.errors import WeightsError
from search.native import kernel_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from games.gipf.position import GipfPosition
    from games.gipf.rules import GipfRules
    from search.kernel.gipf import GipfSearch
    from search.weights import Weights

RINGS = ("centre", "inner_ring", "outer_ring")
COUNTS = ("captured", "reserve", "on_board", "gipf", "last_gipf", "scarce")
THREES = ("open_three", "closed_three")
NEXT = ("take_next", "threatened")


def open_gipf_search(rules: GipfRules, weights: Weights) -> GipfSearch:
    """A kernel search of this game with these weights, without a table yet.

    Raises KernelMissing, WeightsError for weights of another family of games.
    """
    if weights.tunables.family != rules.family:
        raise WeightsError(f"weights of {weights.tunables.family} do not fit {rules.name}")
    search: GipfSearch = kernel_of("gipf").GipfSearch(
        has_gipf=rules.has_gipf_pieces,
        **{name: weights[name] for name in (*COUNTS, *THREES, *NEXT, "tempo")},
        rings=[weights[name] for name in RINGS],
    )
    return search


def set_gipf_position(search: GipfSearch, position: GipfPosition) -> None:
    """Set the kernel's board to a position, which may be in the middle of a turn."""
    limit = position.rules.most_turns
    search.set_position(
        bytes(position.cells),
        position.side,
        position.turn,
        position.placing,
        tuple(position.reserves),
        tuple(position.lost),
        tuple(position.adding),
        position.left,
        limit - position.turns if limit else None,
    )
