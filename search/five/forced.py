"""What is forced at the root, looked for before the search: a win of ours, and the enemy's.

Three looks, each with a part of the limits, since each may find nothing:

    by threats   our fours and captures alone win: a few hundred nodes tell, nearly always
    by attack    our open threes beside them do (search/kernel/core/threes.pxi)
    his attack   if he would win when we passed: the moves after which he still does are lost

A score that comes back is of a proven win; `kernel.pv()` begins its line, `to_the_end` ends it.
"""

from __future__ import annotations

from search.native import open_search, set_position
from search.result import Line
from search.score import WIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from games.five.position import Position
    from games.five.rules import Rules
    from search.kernel.five import FiveSearch
    from search.limits import Limits
    from search.weights import Weights

MOST_THREATS = 15  # before the winning move, as in the kernel
MOST_THREES = 6
NODES_PER_S = 1_000_000  # to tell time from nodes
UNLIMITED_NODES = 200_000  # of a search that only its depth limits
THREATS_PART = 1 / 3  # of the limits
ATTACK_PART = 1 / 40
LEAST_ATTACK = 500  # nodes: fewer find nothing
REPLY_NODES = 2000  # of the enemy's attack after one move of ours
SEEN_AT_SIGHT = 4  # turns: where no move stops an open four, any, the four, a reply, the five


class FiveMachine:
    """The kernel of a game of five in a row, and what the engine asks of the game beside it."""

    __slots__ = ("kernel",)

    def __init__(self, rules: Rules, weights: Weights) -> None:
        """Raises KernelMissing."""
        self.kernel = open_search(rules, weights)

    def set_position(self, position: Position) -> None:
        """Set the kernel's board to a position whose game goes on."""
        set_position(self.kernel, position)

    def won_lines(self, limits: Limits, multipv: int) -> tuple[Line, ...]:
        """The lines of a win at once; where one line is asked for, that of a forced win as well."""
        kernel = self.kernel
        if kernel.wins_at_once():
            winning = [Line(WIN - 1, (point,)) for point in kernel.winning_points()]
            return tuple(winning[:multipv])
        score = own_win(kernel, limits) if multipv == 1 else None
        return () if score is None else (Line(score, to_the_end(kernel, limits, score)),)

    def root_moves(self) -> list[int]:
        """The moves worth a look: where the enemy wins at once, those that may stop him."""
        kernel = self.kernel
        answers = kernel.answers() if kernel.must_answer() else []
        return answers or [point for point, _ in kernel.candidates()]

    def lost_moves(self, moves: list[int], limits: Limits) -> list[int]:
        """Those of the root's moves after which the enemy wins by force; none if all are lost."""
        return lost_moves(self.kernel, moves, limits)

    def with_win(self, pv: tuple[int, ...], score: int) -> tuple[int, ...]:
        """The variation, whole: with a winning move that the search saw without playing it."""
        return with_win(self.kernel, pv, score)

    @staticmethod
    def last_depth(position: Position, most: int) -> int:
        """The depth beyond which nothing is left to look at, at most so many turns."""
        # Where nothing is captured every turn fills a point.
        return most if position.rules.capture_lengths else min(most, position.cells.count(0))


def nodes_within(limits: Limits) -> int:
    """How many nodes the limits allow, by a guess where they are of time."""
    nodes = UNLIMITED_NODES if limits.nodes is None else limits.nodes
    timed = [s for s in (limits.cpu_s, limits.wall_s, limits.aim_s) if s is not None]
    if timed:
        by_time = int(min(timed) * NODES_PER_S)
        nodes = by_time if limits.nodes is None else min(nodes, by_time)
    return nodes


def win_by_threats(kernel: FiveSearch, nodes: int) -> int | None:
    """The score of the shortest win by threats alone that so many nodes find, or None."""
    if not (kernel.must_answer() or kernel.can_threaten()):
        return None
    return _first_win(kernel, kernel.prove, MOST_THREATS, nodes)


def win_by_attack(kernel: FiveSearch, nodes: int) -> int | None:
    """The score of a win by an attack, with as few open threes as so many nodes find."""
    return _first_win(kernel, kernel.prove_attack, MOST_THREES, nodes)


def _first_win(
    kernel: FiveSearch, prove: Callable[[int, int], int | None], most: int, nodes: int
) -> int | None:
    """What the first proof says that finds a win, with 1, 2, ... and at most `most` stones."""
    last = kernel.nodes + nodes
    for stones in range(1, most + 1):
        before = kernel.nodes
        if before >= last:
            break
        score = prove(stones, last - before)
        if score is not None:
            return score
    return None


def own_win(kernel: FiveSearch, limits: Limits) -> int | None:
    """The score of a forced win of the side to move, or None."""
    nodes = nodes_within(limits)
    score = win_by_threats(kernel, int(nodes * THREATS_PART))
    if score is None and nodes * ATTACK_PART >= LEAST_ATTACK:
        score = win_by_attack(kernel, int(nodes * ATTACK_PART))
    return score


def lost_moves(kernel: FiveSearch, candidates: Iterable[int], limits: Limits) -> list[int]:
    """The candidates after which the enemy has a forced win; none where all seem to be lost.

    Looked at only where he would win if we passed, and while a part of the limits lasts.
    """
    nodes = int(nodes_within(limits) * ATTACK_PART)
    if nodes < LEAST_ATTACK or kernel.must_answer():
        return []
    last = kernel.nodes + nodes
    kernel.pass_turn()
    threatened = win_by_attack(kernel, min(REPLY_NODES, nodes)) is not None
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
            wins = (
                kernel.wins_at_once() or win_by_attack(kernel, min(REPLY_NODES, left)) is not None
            )
            kernel.undo()
            if wins:
                lost.append(point)
            else:
                saved += 1
    return lost if saved else []


def to_the_end(kernel: FiveSearch, limits: Limits, score: int) -> tuple[int, ...]:
    """The line of a win that was just proven, whole while a part of the limits lasts.

    An attack's ends where threats alone win: their line is looked for once more.
    """
    pv = kernel.pv()
    if len(pv) % 2 or WIN - score - len(pv) == 1:
        return with_win(kernel, pv, score)
    for point in pv:
        kernel.play(point)
    threats = win_by_threats(kernel, int(nodes_within(limits) * THREATS_PART))
    rest = () if threats is None else with_win(kernel, kernel.pv(), threats)
    for _ in pv:
        kernel.undo()
    return (*pv, *rest)


def with_win(kernel: FiveSearch, pv: tuple[int, ...], score: int) -> tuple[int, ...]:
    """The variation, with the last moves of the win that the search saw without playing them."""
    missing = WIN - abs(score) - len(pv)
    if not 1 <= missing <= SEEN_AT_SIGHT:
        return pv
    for point in pv:
        kernel.play(point)
    rest = rest_of_win(kernel, missing)
    for _ in pv:
        kernel.undo()
    return (*pv, *rest)


def rest_of_win(kernel: FiveSearch, missing: int) -> tuple[int, ...]:
    """The `missing` last moves of a win that is seen at sight, or () where it is not.

    Where nothing stops the enemy's win, any reply stands before it.
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
    """A stone of the side to move with two points for a five, a reply on one, the other; or ()."""
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
