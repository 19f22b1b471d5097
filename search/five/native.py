"""Opens the kernel of five in a row: converts rules, weights and positions to its arguments."""

from __future__ import annotations

from search.errors import NetError
from search.native import kernel_of
from search.weights.five import ORDERED, RANKED, captured_values, selectivity_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from games.five.position import FivePosition
    from games.five.rules import FiveRules
    from search.kernel.five import FiveSearch
    from search.weights import Weights


def open_search(rules: FiveRules, weights: Weights, kernel: Any = None) -> FiveSearch:
    """A kernel search of this game with these weights and their net, without a table yet.

    `kernel` is the compiled module, by default the one for this processor. Raises KernelMissing,
    and NetError for a damaged net.
    """
    search: FiveSearch = (kernel or kernel_of("five")).FiveSearch(
        size=rules.size,
        exactly_five=rules.exactly_five,
        takes_two=2 in rules.capture_lengths,
        takes_three=3 in rules.capture_lengths,
        captured_to_win=rules.captured_stones_to_win,
        opening_distance=rules.opening_distance,
        ranks=(0, *[weights[name] for name in RANKED]),
        capture=weights["capture"],
        capture_threat=weights["capture_threat"],
        captured_value=captured_values(rules.captured_stones_to_win, weights),
        tempo_percent=weights["tempo_percent"],
        own_order=(0, *[weights[f"own_{name}"] for name in ORDERED]),
        opponent_order=(0, *[weights[f"opponent_{name}"] for name in ORDERED]),
        **selectivity_of(weights, captures=rules.captured_stones_to_win > 0),
    )
    net = weights.net
    if net is not None:
        try:
            search.use_net(net.arrays, net.reach, net.halves, net.unit, int(net.digest, 16))
        except ValueError as error:
            raise NetError(f"{net.path}: {error}") from error
    return search


def set_position(search: FiveSearch, position: FivePosition) -> None:
    """Set the kernel's board to a position whose game is not over."""
    captured = position.captured_stones if position.rules.captured_stones_to_win else (0, 0)
    search.set_position(bytes(position.cells), position.side, *captured)
