"""Proofs of forced wins."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from games.families.choice import family_of
from games.gipf.position import GipfPosition
from pente.engine import game_of, limits_of, position_of
from pente.errors import OptionError, public_errors
from pente.spelling import line_in_words
from pente.turns import format_move
from search.limits import Limits
from search.solve.five_solver import Solver
from search.solve.gipf_solver import MOST_TURNS, GipfSolver
from search.solve.verdict import PROVED, REFUTED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from games.five.position import Position
    from pente.game import Game
    from search.solve.five_solver import Proof as FiveProof
    from search.solve.gipf_solver import GipfProof, GipfProofNode
    from search.solve.walk import ProofNode

DEFAULT_S = 60.0
EVERY_MOVE = "every move"  # Gipf: the solver searches all of them


@dataclass(frozen=True)
class Branch:
    """A move of the winner and what follows each answer.

    move       the winner's move
    win_in     own moves to the win, this one included, against the longest defence
    answers    the winner's next move by answer; {} where the game is over
    any_other  the next move after every answer that is not listed, if it is always the same; else
               None: the winner then wins at once, or no other answer exists
    """

    move: str
    win_in: int
    answers: Mapping[str, Branch] = field(default_factory=dict)
    any_other: Branch | None = None


@dataclass(frozen=True)
class Proof:
    """The result of the solver.

    verdict  "proved": the side to move wins by force. "refuted": it has no such win (see `by`; a
             quieter win may exist). "undecided": a limit was reached
    by       what kind of win the verdict is about: "fours and captures" ("fours" in games without
             captures) or "open threes"; in Gipf "every move", within the turns that were searched
    win_in   own moves to the proved win, the last included; None without a proof. By open threes it
             is an upper bound
    moves    the moves of the win against the longest defence; () without a proof
    nodes    positions entered
    seconds  wall-clock seconds
    tree     the winner's first move with the answer to every defence; None without a proof, and in
             Gipf unless it was requested
    """

    verdict: str
    by: str
    win_in: int | None
    moves: tuple[str, ...]
    nodes: int
    seconds: float
    tree: Branch | None = field(default=None, repr=False)

    @property
    def proved(self) -> bool:
        """Whether the win is proved."""
        return self.verdict == PROVED

    @property
    def refuted(self) -> bool:
        """Whether there is no such win."""
        return self.verdict == REFUTED

    @property
    def move(self) -> str | None:
        """The first move of the win; None without a proof."""
        return self.moves[0] if self.moves else None

    def __str__(self) -> str:
        """The verdict, and the moves of the win."""
        cost = f"{self.nodes:,} nodes  {self.seconds:.2f} s"
        if not self.proved:
            return f"{self.verdict}: no win by {self.by} found  {cost}"
        return f"{self.verdict}: win in {self.win_in} by {self.by}  {cost}\n{' '.join(self.moves)}"


def solve(
    game: Game | str,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    turns: int | None = None,
    tree: bool = False,
) -> Proof:
    """Whether the side to move wins by force, with a proof that the readable rules confirmed.

    game     a Game or a text, as for `pente.analyse`
    seconds  wall-clock seconds
    nodes    positions to enter
    turns    Gipf: the most own turns of a win to look for, 1 to 30
    tree     Gipf: return the tree of defences; in other games it is always there

    Without a limit it takes at most 60 seconds. Raises GameOver, NotationError, OptionError or
    KernelMissing.
    """
    if seconds is None and nodes is None:
        seconds = DEFAULT_S
    limits_of(seconds, nodes)
    game = game_of(game)
    position = position_of(game)
    with public_errors():
        if isinstance(position, GipfPosition):
            if turns is not None and not 1 <= turns <= MOST_TURNS:
                raise OptionError(f"turns is {turns}, expected 1 to {MOST_TURNS}")
            limits = Limits(wall_s=seconds, nodes=nodes, depth=turns)
            return _solve_gipf(position, limits, with_tree=tree)
        if turns is not None:
            raise OptionError(f"turns limits wins in Gipf only, not in {game.name}")
        return _solve_five(position, Limits(wall_s=seconds, nodes=nodes))


def _solve_five(position: Position, limits: Limits) -> Proof:
    """A proof in the five-in-a-row family."""
    with Solver(position.rules) as solver:
        found = solver.solve(position, limits, open_threes=True)
    tree = None if found.tree is None else _branch(position, found.tree)
    return _proof(position, found, found.by, tree)


def _proof(
    position: Position | GipfPosition, found: FiveProof | GipfProof, by: str, tree: Branch | None
) -> Proof:
    """What a solver found, in the words of this module."""
    return Proof(
        verdict=found.verdict,
        by=by,
        win_in=found.win_in,
        moves=line_in_words(position, found.pv),
        nodes=found.nodes,
        seconds=found.seconds_wall,
        tree=tree,
    )


def _branch(position: Position, node: ProofNode) -> Branch:
    """A move of the winner; points have the same names in every position."""
    family = family_of(position.rules)
    after = None if node.otherwise is None else node.otherwise[1]
    return Branch(
        move=family.format_move(position, node.point),
        win_in=node.win_in,
        answers={
            family.format_move(position, answer): _branch(position, following)
            for answer, following in node.answers
        },
        any_other=None
        if after is None or after.win_in == 1
        else Branch(family.format_move(position, after.point), after.win_in),
    )


def _solve_gipf(position: GipfPosition, limits: Limits, *, with_tree: bool) -> Proof:
    """A proof in Gipf."""
    with GipfSolver(position.rules) as solver:
        found = solver.solve(position, limits, with_tree=with_tree)
    tree = None if found.tree is None else _gipf_branch(position, found.tree)
    return _proof(position, found, EVERY_MOVE, tree)


def _gipf_branch(position: GipfPosition, node: GipfProofNode) -> Branch:
    """A turn of the winner; the opponent's turns are written in the position after it."""
    family, after = family_of(position.rules), position.copy()
    move = format_move(family, after, node.moves)
    for decision in node.moves:
        after.play(decision)
    answers = {}
    for decisions, following in node.answers:
        answer = format_move(family, after, decisions)
        then = after.copy()
        for decision in decisions:
            then.play(decision)
        answers[answer] = _gipf_branch(then, following)
    return Branch(move, node.win_in, answers)
