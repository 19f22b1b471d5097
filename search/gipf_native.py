"""The translator between the readable world and Gipf's kernel, as `native` is for five in a row.

Moves are the same numbers on both sides (`games.gipf.moves`), so only positions are translated.
"""

from __future__ import annotations

from search.errors import KernelMissing, WeightsError
from search.native import processor_is_v3

TYPE_CHECKING = False
if TYPE_CHECKING:
    from games.gipf.position import GipfPosition
    from games.gipf.rules import GipfRules
    from search.kernel.gipf import GipfSearch
    from search.weights import Weights

RINGS = ("centre", "inner_ring", "outer_ring")
COUNTS = ("captured", "reserve", "on_board", "gipf", "last_gipf", "scarce")
THREES = ("open_three", "closed_three")


def open_gipf_search(rules: GipfRules, weights: Weights) -> GipfSearch:
    """A kernel search of this game with these weights; it has no table until it is given one.

    Raises KernelMissing, WeightsError for weights of another family of games.
    """
    if weights.tunables.family != rules.family:
        raise WeightsError(f"weights of {weights.tunables.family} do not fit {rules.name}")
    try:
        GipfSearch = best_build()  # noqa: N806  # it is a class
    except ImportError as error:
        raise KernelMissing(
            f"the compiled kernel cannot be imported ({error}); "
            "build it with: pip install -e . --config-settings editable_mode=compat"
        ) from error
    return GipfSearch(
        has_gipf=rules.has_gipf_pieces,
        **{name: weights[name] for name in (*COUNTS, *THREES, "tempo")},
        rings=[weights[name] for name in RINGS],
    )


def best_build() -> type[GipfSearch]:
    """The kernel's class, of the build that this processor runs fastest. Raises ImportError."""
    if processor_is_v3():
        try:
            from search.kernel.gipf_v3 import GipfSearch  # noqa: PLC0415  # if one searches
        except ImportError:  # it was not built: by an older compiler, or elsewhere
            pass
        else:
            return GipfSearch
    from search.kernel.gipf import GipfSearch  # noqa: PLC0415

    return GipfSearch


def set_gipf_position(search: GipfSearch, position: GipfPosition) -> None:
    """Set the kernel's board to a position, also one in the middle of a turn."""
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
