"""Looks for forced wins at the root before the search: of the side to move and of the opponent.

Each of three looks may find nothing, so each gets a part of the limits:

    own threats        fours and captures alone win; a few hundred nodes nearly always decide it
    own attack         open threes and the above win (search/kernel/core/vct.pxi)
    opponent's attack  if the opponent wins after a pass, moves that do not stop it are lost

A returned line is a proven win: it begins the longest defence, and `to_the_end` completes it.
"""

from __future__ import annotations

from search.limits import nodes_within
from search.result import Line
from search.score import WIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from search.kernel.five import FiveSearch
    from search.limits import Limits

MOST_THREATS = 15  # before the winning move, as in the kernel
MOST_THREES = 6
SHORT_WIN_NODES = 100  # where a win by threats is looked for in order of length
VCF_PART = 1 / 3  # of the limits
VCT_PART = 1 / 40
LEAST_VCT = 500  # nodes: fewer find nothing
REPLY_NODES = 2000  # for the opponent's attack after one move
STATIC_WIN = 4  # turns of a win known without search: any move, the open four, a reply, the five


def win_by_vcf(kernel: FiveSearch, nodes: int) -> Line | None:
    """The shortest win by threats alone found within `nodes`, or None.

    Most wins are short, so a few nodes look for them in order of length. After that any win comes
    first: a long one often takes fewer nodes than the proof that there is no shorter one.
    """
    if not (kernel.must_answer() or kernel.can_threaten()):
        return None
    last = kernel.nodes + nodes
    line = _fewest(
        kernel, kernel.prove_vcf, range(1, MOST_THREATS + 1), min(nodes, SHORT_WIN_NODES)
    )
    if line is None and kernel.horizon_met:
        line = _proven(kernel, kernel.prove_vcf, MOST_THREATS, last)
        if line is not None:  # its variation may end early, as the window was wide
            threats = (WIN - line.score) // 2
            line = _proven(kernel, kernel.prove_vcf, threats, last) or line
            line = _fewest(kernel, kernel.prove_vcf, range(1, threats), last - kernel.nodes) or line
    return line


def win_by_vct(kernel: FiveSearch, nodes: int) -> Line | None:
    """A win with the fewest open threes found within `nodes`, or None."""
    return _fewest(kernel, kernel.prove_vct, range(1, MOST_THREES + 1), nodes)


def _fewest(
    kernel: FiveSearch, prove: Callable[[int, int], int | None], numbers: range, nodes: int
) -> Line | None:
    """The first win found with so many stones, tried in turn within `nodes`, or None."""
    last = kernel.nodes + nodes
    for stones in numbers:
        if kernel.nodes >= last:
            break
        line = _proven(kernel, prove, stones, last)
        if line is not None:
            return line
        if not kernel.horizon_met:
            break
    return None


def _proven(
    kernel: FiveSearch, prove: Callable[[int, int], int | None], stones: int, last: int
) -> Line | None:
    """The win that `prove` finds with so many stones before node `last`, or None."""
    left = last - kernel.nodes
    score = prove(stones, left) if left > 0 else None
    return None if score is None else Line(score, kernel.pv())


def own_win(kernel: FiveSearch, limits: Limits) -> Line | None:
    """A forced win of the side to move, or None."""
    nodes = nodes_within(limits)
    line = win_by_vcf(kernel, int(nodes * VCF_PART))
    if line is None and nodes * VCT_PART >= LEAST_VCT:
        line = win_by_vct(kernel, int(nodes * VCT_PART))
    return line


def lost_moves(kernel: FiveSearch, candidates: Iterable[int], limits: Limits) -> list[int]:
    """The candidates after which the opponent has a forced win; none if all seem lost.

    Tries them only if the opponent would win after a pass, and within a part of the limits.
    """
    nodes = int(nodes_within(limits) * VCT_PART)
    if nodes < LEAST_VCT or kernel.must_answer():
        return []
    last = kernel.nodes + nodes
    kernel.pass_turn()
    threatened = win_by_vct(kernel, min(REPLY_NODES, nodes)) is not None
    kernel.pass_turn()
    lost: list[int] = []
    saved = 0
    if threatened:
        for point in candidates:
            left = last - kernel.nodes
            if left <= 0:
                saved += 1
                break
            kernel.play(point)
            wins = kernel.wins_at_once() or win_by_vct(kernel, min(REPLY_NODES, left)) is not None
            kernel.undo()
            if wins:
                lost.append(point)
            else:
                saved += 1
    return lost if saved else []


def to_the_end(kernel: FiveSearch, limits: Limits, line: Line) -> Line:
    """A proven win with all its moves, if a part of the limits suffices.

    The line of an attack ends where threats alone win; this finds those threats again.
    """
    score, pv = line.score, line.pv
    if len(pv) % 2 or WIN - score - len(pv) == 1:
        pv = with_win(kernel, pv, score)
    else:
        for point in pv:
            kernel.play(point)
        threats = win_by_vcf(kernel, int(nodes_within(limits) * VCF_PART))
        rest = () if threats is None else with_win(kernel, threats.pv, threats.score)
        for _ in pv:
            kernel.undo()
        pv = (*pv, *rest)
    return Line(score, pv, min(len(pv), WIN - score))


def with_win(kernel: FiveSearch, pv: tuple[int, ...], score: int) -> tuple[int, ...]:
    """The variation, with the last moves of a win that the search scored without playing them."""
    missing = WIN - abs(score) - len(pv)
    if not 1 <= missing <= STATIC_WIN:
        return pv
    for point in pv:
        kernel.play(point)
    rest = rest_of_win(kernel, missing)
    for _ in pv:
        kernel.undo()
    return (*pv, *rest)


def rest_of_win(kernel: FiveSearch, missing: int) -> tuple[int, ...]:
    """The `missing` last moves of a win known without search, or () if there is none.

    If the opponent wins whatever the side to move plays, the first candidate comes before the win.
    """
    if missing == 1:
        return tuple(kernel.winning_points()[:1])
    if missing == 3:
        return open_four(kernel)
    reply = kernel.candidates()[0][0]
    kernel.play(reply)
    rest = rest_of_win(kernel, missing - 1)
    kernel.undo()
    return (reply, *rest) if rest else ()


def open_four(kernel: FiveSearch) -> tuple[int, ...]:
    """An open four of the side to move, a reply on one of its ends, the five; or ()."""
    for point, _ in kernel.candidates():
        kernel.play(point)
        kernel.pass_turn()
        fives = kernel.winning_points()
        kernel.pass_turn()
        last: list[int] = []
        if len(fives) > 1:
            kernel.play(fives[0])
            last = kernel.winning_points()
            kernel.undo()
        kernel.undo()
        if last:
            return (point, fives[0], last[0])
    return ()
