"""Proofs of forced wins."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from games.family import play_all
from games.registry import family_of
from pente.engine import game_of, limits_of, position_of
from pente.errors import OptionError, public_errors
from search.limits import Limits
from search.solve.choice import solver_of
from search.solve.solver import PROVED, REFUTED

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from games.family import AnyPosition
    from pente.game import Game
    from search.solve.solver import ProofNode

    Spell = Callable[[AnyPosition, Sequence[int]], str]

DEFAULT_S = 60.0


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
    with public_errors(), solver_of(position.rules) as solver:
        if turns is not None and not solver.most_turns:
            raise OptionError(f"turns limits wins in Gipf only, not in {game.name}")
        if turns is not None and not 1 <= turns <= solver.most_turns:
            raise OptionError(f"turns is {turns}, expected 1 to {solver.most_turns}")
        limits = Limits(wall_s=seconds, nodes=nodes, depth=turns)
        proof = solver.solve(position, limits, open_threes=True, with_tree=tree)
    family = family_of(position.rules)
    return Proof(
        verdict=proof.verdict,
        by=proof.by,
        win_in=proof.win_in,
        moves=tuple(family.format_line(position, proof.pv)),
        nodes=proof.nodes,
        seconds=proof.seconds_wall,
        tree=None if proof.tree is None else branch(position, proof.tree, family.format_answer),
    )


def branch(position: AnyPosition, node: ProofNode, spell: Spell) -> Branch:
    """A turn of the winner in a position; the opponent's turns are written in the one after it."""
    after = position.copy()
    play_all(after, node.moves)
    answers, threat = {}, node.threat
    for moves, following in node.answers:
        then = after.copy()
        play_all(then, moves)
        answers[spell(after, moves)] = branch(then, following, spell)
    other = None if threat is None else Branch(spell(after, threat.moves), threat.win_in)
    return Branch(spell(position, node.moves), node.win_in, answers, other)
