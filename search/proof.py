"""Forced wins, proved: each of our moves threatens to win at once, and every defence is answered.

The kernel finds such a win; the law then confirms it, move by move, captures and all. What comes
back is the tree of defences that the law has walked.
"""

from __future__ import annotations

from games.points import format_harness_point
from games.rules import Immutable
from search.errors import ProofError
from search.forced import MOST_THREATS
from search.native import open_search, set_position, table_memory
from search.pace import Stopwatch
from search.weights import Weights

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

    from games.position import Position
    from games.rules import Rules
    from search.kernel.five import FiveSearch
    from search.limits import Limits

    State = tuple[bytes, int, tuple[int, ...]]

PROVED = "proved"
REFUTED = "refuted"
UNDECIDED = "undecided"

MIB = 1 << 20
ALL_NODES = 1 << 62


class ProofNode(Immutable):
    """A move of the winning side, and what follows whatever the other side does; immutable.

    point      our move
    answers    (answer, what we play then) for each move that keeps us from winning at once;
               () where the game is over, or no answer is left
    otherwise  (any other move, where we then win), an example; None where the game is over, or no
               other move exists
    win_in     own moves to the win, this and the last included
    """

    __slots__ = ("answers", "otherwise", "point", "win_in")

    point: int
    answers: tuple[tuple[int, ProofNode], ...]
    otherwise: tuple[int, int] | None
    win_in: int

    def __init__(
        self,
        point: int,
        answers: tuple[tuple[int, ProofNode], ...] = (),
        otherwise: tuple[int, int] | None = None,
    ) -> None:
        lengths = [node.win_in for _, node in answers]
        if otherwise is not None:
            lengths.append(1)
        self._put(
            point=point,
            answers=answers,
            otherwise=otherwise,
            win_in=1 + max(lengths, default=0),
        )

    @property
    def pv(self) -> tuple[int, ...]:
        """Our moves and the answers that hold out longest, to the end of the game."""
        if self.answers:
            answer, node = max(self.answers, key=lambda reply: reply[1].win_in)
            return (self.point, answer, *node.pv)
        return (self.point, *(self.otherwise or ()))


class Proof(Immutable):
    """What is known of a forced win; immutable.

    verdict      PROVED; REFUTED: no win by threats exists in up to MOST_THREATS + 1 own moves;
                 UNDECIDED: a limit was reached
    tree         our first move and all defences, of a proved win; else None
    nodes        positions entered by the kernel, those of the confirmation included
    seconds_cpu, seconds_wall  the confirmation included
    """

    __slots__ = ("nodes", "seconds_cpu", "seconds_wall", "tree", "verdict")

    verdict: str
    tree: ProofNode | None
    nodes: int
    seconds_cpu: float
    seconds_wall: float

    def __init__(
        self,
        verdict: str,
        tree: ProofNode | None,
        *,
        nodes: int,
        seconds_cpu: float,
        seconds_wall: float,
    ) -> None:
        self._put(
            verdict=verdict,
            tree=tree,
            nodes=nodes,
            seconds_cpu=seconds_cpu,
            seconds_wall=seconds_wall,
        )

    @property
    def win_in(self) -> int | None:
        """Own moves to the win, the last included, or None."""
        return self.tree.win_in if self.tree else None

    @property
    def best(self) -> int | None:
        """The first move of the win, or None."""
        return self.tree.point if self.tree else None

    @property
    def pv(self) -> tuple[int, ...]:
        """The main line: the answers that hold out longest; () where nothing is proved."""
        return self.tree.pv if self.tree else ()


class Solver:
    """Proves forced wins of one game: a kernel search with a table of its own."""

    def __init__(
        self, rules: Rules, weights: Weights | None = None, *, table_mb: float = 16
    ) -> None:
        """A solver for these rules; the weights decide what is tried first.

        Raises KernelMissing where the extension was not built.
        """
        self.rules = rules
        self._kernel = open_search(rules, weights or Weights())
        self._table_bytes = max(4096, int(table_mb * MIB))

    def close(self) -> None:
        """Give the table's memory back."""
        self._kernel.use_table(None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def solve(self, position: Position, limits: Limits) -> Proof:
        """Whether the side to move has a win by threats: the shortest, confirmed by the law.

        `limits.depth` is not looked at. The confirmation of a win that was found in time is not
        limited; it looks at what was looked at before. Raises ValueError for a position whose game
        is over or of other rules, ProofError where the law does not confirm the kernel's win.
        """
        if position.rules != self.rules:
            raise ValueError(f"this solver plays {self.rules.name}, not {position.rules.name}")
        if position.outcome is not None:
            raise ValueError(f"nothing to prove: the game is over ({position.outcome.termination})")
        started = Stopwatch()
        verdict, moves = self._find(position, limits, started)
        nodes, tree = self._kernel.nodes, None
        if verdict == PROVED:
            self._kernel.begin(selective=True)
            tree = _Confirmation(self._kernel, self._forget, position.copy()).next_move(moves)
            nodes += self._kernel.nodes
        return Proof(
            verdict,
            tree,
            nodes=nodes,
            seconds_cpu=started.cpu_s(),
            seconds_wall=started.wall_s(),
        )

    def _forget(self) -> None:
        """Begin with an empty table."""
        self._kernel.use_table(table_memory(self._table_bytes))

    def _find(self, position: Position, limits: Limits, started: Stopwatch) -> tuple[str, int]:
        """The kernel's verdict, and the own moves of the win."""
        kernel = self._kernel
        self._forget()
        set_position(kernel, position)
        cpu_ns, wall_ns = started.deadlines(limits)
        kernel.begin(selective=True, nodes=limits.nodes, cpu_ns=cpu_ns, wall_ns=wall_ns)
        if kernel.wins_at_once():
            return PROVED, 1
        for threats in range(1, MOST_THREATS + 1):
            if threats == MOST_THREATS:  # a refutation leans on no bound of a shorter search
                self._forget()
            before = kernel.nodes
            if kernel.prove(threats, ALL_NODES) is not None:
                return PROVED, threats + 1
            if kernel.stopped_by:
                return UNDECIDED, 0
            if kernel.nodes == before + 1:  # nothing threatens
                break
        return REFUTED, 0


class _Confirmation:
    """The walk through a win: the law's position and the kernel's board, move by move.

    The kernel says what to play and what may be answered; the law says what comes of it.
    """

    __slots__ = ("_forget", "_kernel", "_known", "_position", "_winner")

    def __init__(self, kernel: FiveSearch, forget: Callable[[], None], position: Position) -> None:
        self._kernel = kernel
        self._forget = forget
        self._position = position
        self._winner = position.side
        self._known: dict[State, ProofNode] = {}

    def next_move(self, moves: int) -> ProofNode:
        """Our move in this position and all defences; we must win in at most so many own moves."""
        position = self._position
        state = (bytes(position.cells), position.side, tuple(position.captured_stones))
        node = self._known.get(state)
        if node is None or node.win_in > moves:
            point = self._winning_move(moves)
            self._play(point)
            node = self._known[state] = self._after(point, moves - 1)
            self._undo()
        return node

    def _winning_move(self, moves: int) -> int:
        """The first move of the shortest win that the kernel knows."""
        kernel = self._kernel
        if kernel.wins_at_once():
            return kernel.winning_points()[0]
        for _ in range(2):
            for threats in range(1, moves):
                if kernel.prove(threats, ALL_NODES) is not None:
                    return kernel.pv()[0]
            self._forget()  # a bound that a longer line left in the table may hide the win
        raise self._error(f"no win in {moves}")

    def _after(self, point: int, moves: int) -> ProofNode:
        """The node of the move that was just played; we may need so many more."""
        outcome = self._position.outcome
        if outcome is not None:
            if outcome.winner != self._winner:
                raise self._error(f"the game ends otherwise ({outcome.termination})")
            return ProofNode(point)
        if moves < 1:
            raise self._error("our last move does not win")
        answers = self._kernel.answers()
        otherwise = self._otherwise(frozenset(answers))
        return ProofNode(
            point, tuple((answer, self._answered(answer, moves)) for answer in answers), otherwise
        )

    def _answered(self, answer: int, moves: int) -> ProofNode:
        """What we play after this answer."""
        self._play(answer)
        if self._position.outcome is not None:
            raise self._error("an answer ends the game")
        node = self.next_move(moves)
        self._undo()
        return node

    def _otherwise(self, answers: frozenset[int]) -> tuple[int, int] | None:
        """After every legal move that is no answer we win at once, by the law; one such pair."""
        win, example = None, None
        for other in self._position.legal_moves():
            if other in answers:
                continue
            self._play(other)
            if self._position.outcome is not None:
                raise self._error("a move that is no answer ends the game")
            if win is None or not self._wins(win):
                win = next(filter(self._wins, self._kernel.winning_points()), None)
                if win is None:
                    raise self._error("a move that is no answer keeps us from winning at once")
            example = example or (other, win)
            self._undo()
        return example

    def _wins(self, point: int) -> bool:
        """Whether the law lets us play here, and the game is won then."""
        position = self._position
        if position.why_illegal(point) is not None:
            return False
        position.play(point)
        outcome = position.outcome
        position.undo()
        return outcome is not None and outcome.winner == self._winner

    def _play(self, point: int) -> None:
        self._position.play(point)
        self._kernel.play(point)

    def _undo(self) -> None:
        self._position.undo()
        self._kernel.undo()

    def _error(self, reason: str) -> ProofError:
        position = self._position
        line = " ".join(format_harness_point(p, position.rules.size) for p in position.moves)
        return ProofError(f"the law does not confirm a win that was found: after {line}: {reason}")
