"""Plays a game that has no compiled kernel: alpha-beta over its rules, adapted to the engine.

The engine deepens, aims and stops as always. `PlainKernel` has what it needs of a kernel
(`search.kernel.searcher`): one iteration at a time, within limits, with the first two moves of the
best line. It keeps no table, and has no helpers.
"""

from __future__ import annotations

import time

from games.registry import family_named, family_of
from search.result import NODES, TIME
from search.score import INFINITY
from search.textbook.minimax import alpha_beta
from search.textbook.rules_game import RulesAdapter, RulesGame, material
from search.textbook.turns_ahead import UNBOUNDED, BoundedTurns, OutOfTime

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from games.family import AnyPosition, AnyRules
    from search.limits import Limits
    from search.result import Line
    from search.weights import Weights

NODES_PER_CHECK = 64  # between two looks at the clocks


class PlainKernel:
    """Alpha-beta over the rules, with the interface of a compiled kernel.

    nodes       positions entered since `begin`
    stopped_by  NODES or TIME after an iteration that did not finish
    root_value  the value of the best line of the last iteration
    """

    helpers_cpu_ns = 0

    def __init__(self) -> None:
        self.nodes = 0
        self.stopped_by = ""
        self.root_value = 0
        self._game: RulesGame
        self._most_nodes: int | None = None
        self._deadlines = (0, 0)
        self._excluded: Collection[int] = ()
        self._pv: tuple[int, ...] = ()

    def set_position(self, position: AnyPosition) -> None:
        """Search this position, whose game is not over; it stays as it is."""
        self._game = RulesGame(position.copy(), material)

    def begin(
        self, *, nodes: int | None = None, cpu_ns: int = 0, wall_ns: int = 0, **_: object
    ) -> None:
        """Begin a search with these limits; a deadline of 0 does not bind."""
        self.nodes, self._most_nodes, self._excluded = 0, nodes, ()
        self.stopped_by, self._pv = "", ()
        self.set_deadlines(cpu_ns, wall_ns)

    def set_deadlines(self, cpu_ns: int, wall_ns: int) -> None:
        """Set the ends of the search on the CPU clock and the wall clock; 0: none."""
        self._deadlines = cpu_ns, wall_ns

    def exclude(self, moves: Collection[int]) -> None:
        """Leave these moves out of the next iterations."""
        self._excluded = tuple(moves)

    def iterate(
        self, depth: int, alpha: int = -INFINITY, beta: int = INFINITY, first: int = -1
    ) -> int | None:
        """The value at this depth in turns, fail-soft; None if a limit ended the iteration."""
        game = _Watched(self._game, depth, self)
        played = len(self._game.position.moves)
        self._pv, best = (), -INFINITY
        try:
            for move in sorted(self.moves(), key=lambda move: move != first):
                value, reply = self._value(game, move, max(alpha, best), beta)
                if value > best:
                    best = self.root_value = value
                    self._pv = (move,) if reply is None else (move, reply)
                if best >= beta:
                    break
        except OutOfTime:
            while len(self._game.position.moves) > played:
                self._game.undo()
            return None
        return best

    @staticmethod
    def _value(game: BoundedTurns, move: int, alpha: int, beta: int) -> tuple[int, int | None]:
        """The value of a move at the root, and the best reply to it."""
        side = game.side
        game.play(move)
        same = game.side == side
        found = alpha_beta(game, UNBOUNDED, *((alpha, beta) if same else (-beta, -alpha)))
        game.undo()
        return found.value if same else -found.value, found.move

    def enter(self) -> None:
        """Count a position. Raises OutOfTime at a limit."""
        if self.nodes == self._most_nodes:
            self.stopped_by = NODES
            raise OutOfTime
        if self.nodes % NODES_PER_CHECK == 0:
            clocks = time.process_time_ns(), time.monotonic_ns()
            if any(end and now >= end for now, end in zip(clocks, self._deadlines)):
                self.stopped_by = TIME
                raise OutOfTime
        self.nodes += 1

    def moves(self) -> list[int]:
        """The moves that are not excluded, in order."""
        return [move for move in self._game.moves() if move not in self._excluded]

    def candidates(self) -> list[tuple[int, int]]:
        """All legal moves; each counts alike."""
        return [(move, 0) for move in self._game.moves()]

    def evaluate(self) -> int:
        """The value of the position without a search."""
        return self._game.score()

    def pv(self) -> tuple[int, ...]:
        """The best line of the last iteration; () before its first move was searched."""
        return self._pv

    def perft(self, depth: int) -> dict[str, int]:
        """The number of ways to play so many turns, by the rules."""
        position = self._game.position
        return family_of(position.rules).perft(position, depth)

    def unrefuted(self) -> None:
        """None: what a limit cuts off is not kept."""

    def use_table(self, memory: object | None) -> None:
        """Nothing: there is no table."""

    forget = empty_table = unrefuted

    def harvest(self, _depth: int, _limit: int) -> bytes:
        """Nothing is worth keeping."""
        return b""

    def plant(self, harvest: bytes) -> None:
        """Nothing: `harvest` is empty."""


class _Watched(BoundedTurns):
    """A game to a depth in turns whose positions a kernel counts."""

    __slots__ = ("_kernel",)

    def __init__(self, game: RulesGame, depth: int, kernel: PlainKernel) -> None:
        super().__init__(game, depth)
        self._kernel = kernel

    def play(self, move: int) -> None:
        """Make a move. Raises OutOfTime."""
        self._kernel.enter()
        super().play(move)


class TextbookAdapter(RulesAdapter):
    """The plain search of a game of any family."""

    __slots__ = ()

    shares = False
    scale = 100.0
    levels: tuple[tuple[Any, ...], ...] = ()
    bench = ""
    quick_plies = 1
    evaluation = "material"

    def __init__(self, _rules: AnyRules, _weights: Weights) -> None:
        self.kernel = PlainKernel()

    def set_position(self, position: AnyPosition) -> None:
        """Set the kernel's board to a position whose game is not over."""
        self.kernel.set_position(position)

    def won_lines(self, _limits: Limits, _multipv: int) -> tuple[Line, ...]:
        """None are known without a search."""
        return ()

    def lost_moves(self, _moves: list[int], _limits: Limits) -> tuple[list[int], int | None]:
        """None are known without a search."""
        return [], None

    def perft(self, depth: int) -> dict[str, int]:
        """The family's own counts."""
        counts: dict[str, int] = self.kernel.perft(depth)
        return counts

    @staticmethod
    def parse_position(game: str, text: str) -> AnyPosition:
        """The position that `format_position` of the family wrote. Raises ValueError."""
        position: AnyPosition = family_named(game).parse_position(text)
        return position
