"""What the solvers of all families share: the proof with its tree, the kernel search, its stop."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from games.rules import Immutable
from search.native import table_memory
from search.pace import Stopwatch

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.family import AnyPosition
    from search.limits import Limits

    Listener = Callable[[str, int], object]
    Win = tuple[int, tuple[int, ...], "ProofNode | None"]  # `win_in`, `pv` and `tree` of a Proof

PROVED = "proved"
REFUTED = "refuted"
UNDECIDED = "undecided"

MIB = 1 << 20
PAST_NS = 1  # a deadline that every clock has already passed


class ProofNode(Immutable):
    """A turn of the winner, and its reply to every turn of the opponent; immutable.

    moves       the decisions of the turn; in five in a row one point
    answers     (the opponent's turn, the winner's next node). Five in a row: for each move that
                stops the threat. Gipf: one for each position that those turns lead to. () where the
                game is over, or no answer is left
    otherwise   five in a row: an example (any other move, the winner's next node). After every
                other move the winner wins at once. If the turn does not threaten that, the winner
                wins as soon as in the example and starts with the same move. None where the game is
                over, or no other move exists
    win_in      own turns to the win, this and the last included, against the longest defence
    by_threats  whether this and all later moves of the winner threaten to win at once
    """

    __slots__ = ("answers", "by_threats", "moves", "otherwise", "win_in")

    moves: tuple[int, ...]
    answers: tuple[tuple[tuple[int, ...], ProofNode], ...]
    otherwise: tuple[tuple[int, ...], ProofNode] | None
    win_in: int
    by_threats: bool

    def __init__(
        self,
        moves: tuple[int, ...],
        answers: tuple[tuple[tuple[int, ...], ProofNode], ...] = (),
        otherwise: tuple[tuple[int, ...], ProofNode] | None = None,
        *,
        quiet: bool = False,
    ) -> None:
        replies = answers if otherwise is None else (*answers, otherwise)
        self._put(
            moves=moves,
            answers=answers,
            otherwise=otherwise,
            win_in=1 + max((node.win_in for _, node in replies), default=0),
            by_threats=not quiet and all(node.by_threats for _, node in replies),
        )

    @property
    def pv(self) -> tuple[int, ...]:
        """The winner's moves and the longest defence, to the end of the game."""
        replies = self.answers if self.otherwise is None else (*self.answers, self.otherwise)
        if not replies:
            return self.moves
        answer, node = max(replies, key=lambda reply: reply[1].win_in)
        return (*self.moves, *answer, *node.pv)

    @property
    def threat(self) -> ProofNode | None:
        """The reply to all other moves, where the turn does not threaten to win at once."""
        return (
            None if self.otherwise is None or self.otherwise[1].win_in == 1 else self.otherwise[1]
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """The result of a solver; immutable.

    verdict   PROVED; REFUTED: no such win exists; UNDECIDED: a limit was reached
    by        the kind of win that the verdict is about
    excluded  in words, the wins that do not exist; "" if none was refuted
    win_in    own turns to a proved win, the last included; else None
    pv        the moves of the main line, against the longest defence; () if no win is proved
    tree      the winner's first turn and all defences of a proved win; else None
    refuted   Gipf: own turns within which no win exists; else None
    nodes     positions entered by the kernel, including the confirmation
    seconds_cpu, seconds_wall  including the confirmation
    """

    verdict: str
    by: str
    excluded: str
    win_in: int | None
    pv: tuple[int, ...]
    tree: ProofNode | None
    refuted: int | None = None
    nodes: int
    seconds_cpu: float
    seconds_wall: float

    @property
    def best(self) -> int | None:
        """The first move of the win, or None."""
        return self.pv[0] if self.pv else None


class Verdict(NamedTuple):
    """What a kernel finds; `size` is the number of own turns, or open threes, of a proved win."""

    verdict: str
    size: int
    by: str
    excluded: str = ""
    refuted: int | None = None


class KernelSolver:
    """The solver of one game; `_kernel` is its compiled search.

    most_turns  the longest win, in own turns, that the solver looks for; 0: it counts no turns
    """

    most_turns = 0

    def __init__(self, rules: Any, kernel: Any, table_mb: float) -> None:
        self.rules = rules
        self._kernel = kernel
        self._table_bytes = max(4096, int(table_mb * MIB))
        self._halted = self._won = False

    def solve(
        self,
        position: Any,
        limits: Limits,
        *,
        open_threes: bool = False,
        with_tree: bool = False,
        listener: Listener | None = None,
    ) -> Proof:
        """Whether the side to move has a forced win; the family's solver says what the limits mean.

        open_threes  five in a row: also look for a win by open threes
        with_tree    Gipf: give the tree of a win; five in a row always does
        listener     receives in words what is refuted, and the nodes so far

        Raises ValueError if the game is over or for a position of other rules, ProofError if the
        readable rules do not confirm the kernel's win.
        """
        self._check(position)
        started = Stopwatch()
        self._won = False
        self._forget()
        self._kernel.forget()
        self._set_position(position)
        self._begin(limits, *started.deadlines(limits))
        if self._halted:  # `stop` was called before the search set its deadlines
            self.stop()
        claim = self._find(limits, listener, open_threes=open_threes)
        win = None
        nodes = self._kernel.nodes
        if claim.verdict == PROVED:
            win = self._confirmed(position, claim, limits, started, with_tree=with_tree)
            nodes += self._kernel.nodes
        win_in, pv, tree = win or (None, (), None)
        return Proof(
            verdict=UNDECIDED if claim.verdict == PROVED and win is None else claim.verdict,
            by=claim.by,
            excluded=claim.excluded,
            win_in=win_in,
            pv=pv,
            tree=tree,
            refuted=claim.refuted,
            nodes=nodes,
            seconds_cpu=started.cpu_s(),
            seconds_wall=started.wall_s(),
        )

    def _set_position(self, position: Any) -> None:
        raise NotImplementedError

    def _begin(self, limits: Limits, cpu_ns: int = 0, wall_ns: int = 0) -> None:
        raise NotImplementedError

    def _find(self, limits: Limits, listener: Listener | None, *, open_threes: bool) -> Verdict:
        raise NotImplementedError

    def _confirmed(
        self, position: Any, claim: Verdict, limits: Limits, started: Stopwatch, *, with_tree: bool
    ) -> Win | None:
        """The win, confirmed by the readable rules; None if a limit was reached."""
        raise NotImplementedError

    def stop(self) -> None:
        """End the running search, which returns UNDECIDED unless it is decided; later ones too.

        In Gipf, the main line of a win that was found is still completed.
        """
        self._halted = True
        if not self._won:
            self._kernel.set_deadlines(PAST_NS, PAST_NS)

    def close(self) -> None:
        """Release the table's memory."""
        self._kernel.use_table(None)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _check(self, position: AnyPosition) -> None:
        if position.rules != self.rules:
            raise ValueError(f"this solver plays {self.rules.name}, not {position.rules.name}")
        if position.outcome is not None:
            raise ValueError(f"nothing to prove: the game is over ({position.outcome.termination})")

    def _forget(self) -> None:
        self._kernel.use_table(table_memory(self._table_bytes))
