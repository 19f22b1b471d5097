"""The selective search in plain Python, with the interface of a compiled kernel.

It does what `docs/search.md` tells of the kernel, as far as some ten thousand positions a second
allow: a table, null windows, killers and history, late move reductions, static pruning near the
horizon, and the search of threats below it (`search.pure.threats`).
"""

from __future__ import annotations

from search.pure.board import ANY_OPEN, POINT_BITS, POINT_MASK
from search.pure.threats import MOST_PLIES, ThreatSearch
from search.python_kernel import LimitReached
from search.score import EVALUATION_LIMIT, INFINITY, WIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from games.five.rules import FiveRules
    from search.weights import Weights

EXACT, LOWER, UPPER = range(3)  # what a value in the table says of the true one
ENTRIES_REMEMBERED = 300_000  # about 80 MB
NO_MOVE, NO_ORDER, MOST_ORDER = -1, -1, 1 << 30
NOT_KNOWN = -1, UPPER, INFINITY, NO_MOVE
MOST_DEEP = MOST_PLIES // 2
LEAF_THREATS = 3  # in one line below the horizon
FUTILE_DEPTH, FRONTIER_DEPTH, FEW_DEPTH = 6, 4, 5  # up to these depths the rules below hold
HISTORY_STEP = 4  # of order, per square of the depth of a cutoff
LATE = 3  # moves of a node that are searched to its full depth


class Node:
    """A node of the search: its window, depth and ply, and the moves to try.

    forced  whether only answers to the opponent's threat are tried
    most    moves that are tried, and
    least   the order score of a move that is tried, unless all before it lose
    """

    __slots__ = ("alpha", "beta", "depth", "forced", "least", "most", "ply")

    def __init__(self, alpha: int, beta: int, depth: int, ply: int, most: int) -> None:
        self.alpha, self.beta, self.depth, self.ply = alpha, beta, depth, ply
        self.most, self.least, self.forced = most, NO_ORDER, False


class PureSearch(ThreatSearch):
    """A search of one game."""

    def __init__(self, rules: FiveRules, weights: Weights) -> None:
        super().__init__(rules, weights)
        self._width = weights["width"]
        self._futility, self._frontier = weights["futility"], weights["frontier"]
        self._killer_bonus, self._most_bonus = weights["killer_bonus"], weights["history_limit"]
        # A move of this order score captures, makes a four or an open three, or stops a four.
        self._tactical = weights["own_open_three"]
        self._captures = bool(rules.capture_lengths)
        self.forget()
        self.empty_table()

    def forget(self) -> None:
        """Forget what says which moves to try first."""
        area = self._board.rules.size**2
        self._bonus = [0] * area, [0] * area
        self._killers: dict[int, list[int]] = {}

    def empty_table(self) -> None:
        """Forget the values of positions."""
        super().empty_table()
        self._table: dict[int, tuple[int, int, int, int]] = {}

    def begin(self, **limits: Any) -> None:
        """As of any kernel; an eighth of the last search's history stays, and no killers."""
        super().begin(**limits)
        self._bonus = [n // 8 for n in self._bonus[0]], [n // 8 for n in self._bonus[1]]
        self._killers = {}

    def iterate(
        self, depth: int, alpha: int = -INFINITY, beta: int = INFINITY, first: int = NO_MOVE
    ) -> int | None:
        """The value at this depth, fail-soft; None if a limit ended the iteration."""
        self._check_at, self._root_best, self._root_move = 0, -INFINITY, NO_MOVE
        self._lines[0], self.root_value = (), -INFINITY
        try:
            self._settled(0)
            node = Node(alpha, beta, depth, 0, self._width)
            node.forced = self.must_answer()
            first = first if first < len(self._bonus[0]) else NO_MOVE
            moves = (pair for pair in self._moves(first, node) if pair[0] not in self._excluded)
            return self._best_of(moves, node)[0]
        except LimitReached:
            return None
        finally:
            self._back_to_root()

    def unrefuted(self) -> int | None:
        """The root's move that a limit cut off, if all moves before it lose; else None."""
        return self._root_move if -INFINITY < self._root_best < -EVALUATION_LIMIT else None

    def _value(self, alpha: int, beta: int, depth: int, ply: int) -> int:
        """The value for the side to move, fail-soft, of a search that leaves out hopeless moves."""
        if depth <= 0 or ply >= MOST_DEEP:
            return self._threats_value(alpha, beta, LEAF_THREATS, ply)
        settled = self._settled(ply)
        if settled is not None:
            return settled
        if WIN - ply - 3 <= alpha:  # the soonest win that is left
            return WIN - ply - 3
        known = self._look_up(ply)
        at_depth, bound, value, move = known
        if beta - alpha == 1 and at_depth >= depth and bound != (UPPER if value >= beta else LOWER):
            return value
        node = Node(alpha, beta, depth, ply, self._width)
        node.forced = self.must_answer()
        if node.forced:
            node.depth += 1
        else:
            static = self._static(bound, value)
            if beta - alpha == 1:
                if depth <= FUTILE_DEPTH and static - self._futility * depth >= beta:
                    return static
                self._restrict(node, static)
            if not self._captures and self._board.sums & ANY_OPEN[1 - self._board.side]:
                node.least = self._tactical  # a stone there or a four stops an open four
            node.depth -= depth >= 3 and move < 0
        best, move = self._best_of(self._moves(move, node), node)
        if move < 0:  # nothing stops the opponent's win
            return ply + 2 - WIN
        self._keep(node, best, move)
        return best

    def _static(self, bound: int, known: int) -> int:
        """The static value, or what the table knows that is closer to the true one."""
        static = self._board.evaluate()
        if not -EVALUATION_LIMIT <= known <= EVALUATION_LIMIT:
            return static
        if bound == EXACT:
            return known
        return max(static, known) if bound == LOWER else min(static, known)

    def _restrict(self, node: Node, static: int) -> None:
        """Near the horizon, try few moves; none that is quiet where the static value is low."""
        if not self._captures:
            node.most = min(node.most, 3 + 3 * node.depth)
        elif node.depth <= FEW_DEPTH:
            node.most = min(node.most, 5 + node.depth * node.depth)
        if node.depth <= FRONTIER_DEPTH and static + self._frontier * node.depth <= node.alpha:
            node.least = self._tactical

    def _best_of(self, moves: Iterator[tuple[int, int]], node: Node) -> tuple[int, int]:
        """The value of the best of these moves, fail-soft, and the move; NO_MOVE without moves."""
        board, ply, alpha, beta = self._board, node.ply, node.alpha, node.beta
        best, best_move = -INFINITY, NO_MOVE
        for tried, (move, order) in enumerate(moves):
            if tried and (tried >= node.most or order < node.least):
                if best >= -EVALUATION_LIMIT:
                    break
                if alpha >= -EVALUATION_LIMIT:  # whether the node is lost does not matter
                    return -EVALUATION_LIMIT, best_move
            if not ply:
                self._root_move, self._root_best = move, best
            board.play(move)
            if tried:
                less = self._reduction(node, tried, order)
                value = self._later_value(alpha, beta, node.depth - 1, ply + 1, less)
            else:
                value = -self._value(-beta, -alpha, node.depth - 1, ply + 1)
            board.undo()
            if value > best:
                best, best_move = value, move
            if value > alpha:
                alpha = value
                self._extend(move, value, ply)
            if value >= beta:
                self._reward(move, node)
                break
        return best, best_move

    def _later_value(self, alpha: int, beta: int, depth: int, ply: int, less: int) -> int:
        """The value of a move after the first, which must beat alpha: `less` deep, then deeper."""
        value = -self._value(-alpha - 1, -alpha, depth - less, ply)
        if less and value > alpha:
            value = -self._value(-alpha - 1, -alpha, depth, ply)
        if alpha < value < beta:
            value = -self._value(-beta, -alpha, depth, ply)
        return value

    def _reduction(self, node: Node, tried: int, order: int) -> int:
        """How many turns less deep to search a move after `tried` others."""
        if tried < LATE or node.depth < 3 or node.forced:
            return 0
        less = node.depth.bit_length() * (tried + 1).bit_length() // 5  # as a product of logarithms
        less -= node.beta - node.alpha > 1 or order >= self._tactical
        return max(0, min(less, node.depth - 2))

    def _moves(self, first: int, node: Node) -> Iterator[tuple[int, int]]:
        """The moves to try, each with its order score: `first`, then only answers if forced."""
        board, ply = self._board, node.ply
        if first >= 0:
            yield first, MOST_ORDER
        answers = board.answers() if node.forced else []
        yield from [(move, MOST_ORDER) for move in answers if move != first]
        if node.forced and (answers or ply):  # a lost root still names a move
            return
        bonus, killers = self._bonus[board.side], self._killers.get(ply, ())
        for killer in killers:
            bonus[killer] += self._killer_bonus
        ranked = board.ranked(bonus)
        for killer in killers:
            bonus[killer] -= self._killer_bonus
        for number in ranked:
            move = POINT_MASK & ~number
            if move != first:
                yield move, number >> POINT_BITS

    def _extend(self, move: int, value: int, ply: int) -> None:
        """Set the best line from this ply on: the move, then the line after it."""
        self._lines[ply] = (move, *self._lines[ply + 1])
        if not ply:
            self.root_value = value

    def _reward(self, move: int, node: Node) -> None:
        """Try a move earlier that has refuted a position."""
        bonus, step = self._bonus[self._board.side], HISTORY_STEP * node.depth * node.depth
        bonus[move] = min(bonus[move] + step, self._most_bonus)
        killers = self._killers.setdefault(node.ply, [])
        if move not in killers:
            killers.insert(0, move)
            del killers[2:]

    def _look_up(self, ply: int) -> tuple[int, int, int, int]:
        """What the table knows of the position: to which depth, bound, value and best move."""
        depth, bound, value, move = self._table.get(self._key(), NOT_KNOWN)
        if value > EVALUATION_LIMIT:
            value -= ply
        elif value < -EVALUATION_LIMIT:
            value += ply
        return depth, bound, value, move

    def _keep(self, node: Node, value: int, move: int) -> None:
        """Let the table know a value; those of wins and losses count from this position."""
        bound = LOWER if value >= node.beta else EXACT if value > node.alpha else UPPER
        if value > EVALUATION_LIMIT:
            value += node.ply
        elif value < -EVALUATION_LIMIT:
            value -= node.ply
        if len(self._table) >= ENTRIES_REMEMBERED:
            self._table.clear()
        self._table[self._key()] = node.depth, bound, value, move
