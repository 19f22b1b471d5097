"""The main line of a proven win in Gipf, against the longest defence."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from search.kernel.gipf import GipfSearch

ALL_NODES = 1 << 62  # no limit of nodes


def main_line(kernel: GipfSearch, turns: int, *, by_reserve: bool = False) -> tuple[int, ...]:
    """The decisions of a win proven in `turns` turns, from the kernel's position to the game's end.

    The opponent plays the first of the longest defences. `by_reserve` must be as in the proof
    (`prove_turns`); it makes the search cheaper. If the search reaches a limit, the line ends
    early.
    """
    winner = kernel.side
    line: list[int] = []
    while not kernel.is_over():
        side = kernel.side
        move = (
            winning_move(kernel, turns, by_reserve=by_reserve)
            if side == winner
            else _longest_defence(kernel, winner, turns, by_reserve=by_reserve)
        )
        if move is None:
            break
        kernel.play(move)
        line.append(move)
        turns -= side == winner != kernel.side
    for _ in line:
        kernel.undo()
    return tuple(line)


def winning_move(kernel: GipfSearch, turns: int, *, by_reserve: bool = False) -> int | None:
    """The winner's decision in a position that is won in `turns` turns; None if not proven."""
    wins = kernel.prove_turns(turns, ALL_NODES, by_reserve=by_reserve)
    return kernel.pv()[0] if wins else None


def _longest_defence(
    kernel: GipfSearch, winner: int, turns: int, *, by_reserve: bool = False
) -> int | None:
    """The decision after which the winner needs the most turns, at most `turns`."""
    needed = {}
    for move, _ in kernel.candidates():
        kernel.play(move)
        needed[move] = turns_needed(kernel, winner, turns, by_reserve=by_reserve)
        kernel.undo()
        if needed[move] == turns:
            return move
    return max(needed, key=lambda move: needed[move]) if needed else None


def turns_needed(kernel: GipfSearch, winner: int, most: int, *, by_reserve: bool = False) -> int:
    """The fewest turns to win a position that is won in `most`, against any defence."""
    if kernel.is_over():
        return 0
    if kernel.side != winner:
        best = _longest_defence(kernel, winner, most, by_reserve=by_reserve)
        if best is None:
            return 0
        kernel.play(best)
        needed = turns_needed(kernel, winner, most, by_reserve=by_reserve)
        kernel.undo()
        return needed
    for turns in range(1, most):
        if kernel.prove_turns(turns, ALL_NODES, by_reserve=by_reserve):
            return turns
    return most
