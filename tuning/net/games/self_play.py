"""Self-play: games from random, roughly balanced openings, with random slips.

A game depends only on the plan and its number. So any worker may play it, and play it again after a
crash.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field, fields
from typing import Any

from games.five.openings import points_near, random_opening
from games.five.position import FivePosition
from games.five.rules import rules_named
from search.engine import Engine
from search.five.native import open_search, set_position
from search.limits import Limits
from search.net.file import game_net
from search.score import is_loss, is_win
from search.weights.file import shipped_weights
from tuning.errors import LearningError
from tuning.net.games.record import Judged, LearnedGame, Sibling

TABLE_MB = 4
NEAR = 2  # largest distance of a random move from a stone
FIRST_SEARCH = 4  # an opening is judged with so many times the nodes of a move
MOST_DRAWS = 1_000  # of openings for one game; usually about three
NONE = "none"  # in place of a net: the hand-fitted evaluation
SIBLING_CHOICE = 12  # a sibling is one of so many first candidates


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayPlan:
    """What makes the games of a folder.

    game      name of the rules
    seed      seed of all games
    nodes     nodes for each move
    plies     lengths of random openings
    bound     largest score of an opening for either side
    slips     share of moves that are random
    siblings  share of positions of which a candidate that was not played is searched as well
    longest   moves after which a game is drawn
    net       the digest of the net that the engine plays with, or NONE
    """

    game: str
    seed: int = 1
    nodes: int = 1_500
    plies: tuple[int, ...] = (5, 6, 7, 8, 9, 10)
    bound: int = 1_500
    slips: float = 0.03
    siblings: float = 0.25
    longest: int = 160
    net: str = NONE


def plan_of(fields: dict[str, Any]) -> PlayPlan:
    """The plan of its fields, as JSON holds them."""
    return PlayPlan(**{**fields, "plies": tuple(fields["plies"])})


def net_name(path: str, game: str) -> str:
    """The digest that names the net of this file in a plan; NONE stays.

    Raises NetError, also for the net of another game.
    """
    net = game_net(game, path)
    return NONE if net is None else net.digest


@dataclass(slots=True)
class _Course:
    moves: list[int] = field(default_factory=list)
    judged: list[Judged] = field(default_factory=list)
    slips: list[int] = field(default_factory=list)
    siblings: list[Sibling] = field(default_factory=list)


class SelfPlayer:
    """Plays the games of one plan in this process."""

    def __init__(self, plan: PlayPlan, net: str | None = None) -> None:
        """`net` is the file of the plan's net.

        Raises LearningError for another net, NetError, KernelMissing, UnknownRules.
        """
        name = net_name(net or NONE, plan.game)
        if name != plan.net:
            raise LearningError(f"{net}: the net {name}, expected {plan.net}")
        self.plan = plan
        self._rules = rules_named(plan.game)
        # Without a net, so that the static values of all generations are of one kind.
        self._board = open_search(self._rules, shipped_weights(self._rules, NONE))
        weights = shipped_weights(self._rules, net or NONE)
        self._engine = Engine(self._rules, weights, table_mb=TABLE_MB)

    def close(self) -> None:
        """Release the engine's memory."""
        self._engine.close()

    def play(self, number: int) -> LearnedGame:
        """Play the game of this number."""
        dice = random.Random(f"{self.plan.game} {self.plan.seed} {number}")
        self._engine.new_game()
        position = self._opening(dice)
        opening, course = tuple(position.moves), _Course()
        winner = self._winner(position, dice, course)
        lists: Any = {
            attribute.name: tuple(getattr(course, attribute.name)) for attribute in fields(course)
        }
        return LearnedGame(number=number, opening=opening, winner=winner, **lists)

    def _opening(self, dice: random.Random) -> FivePosition:
        """A random opening that a longer search finds balanced."""
        for _ in range(MOST_DRAWS):
            position = random_opening(self._rules, dice.choice(self.plan.plies), dice)
            if position is None or position.outcome is not None:
                continue
            limits = Limits(nodes=FIRST_SEARCH * self.plan.nodes)
            if abs(self._engine.search(position, limits).score) <= self.plan.bound:
                return position
        raise LearningError(
            f"{self.plan.game}: {MOST_DRAWS} random openings are all worse than {self.plan.bound}"
        )

    def _winner(self, position: FivePosition, dice: random.Random, course: _Course) -> int | None:
        """Play to the end, to a proven result or to the longest game; return the winner."""
        while position.outcome is None and len(course.moves) < self.plan.longest:
            result = self._engine.search(position, Limits(nodes=self.plan.nodes))
            course.judged.append(self._judge(position, result.score))
            if is_win(result.score):
                return position.side
            if is_loss(result.score):
                return 1 - position.side
            if dice.random() < self.plan.siblings:
                self._add_sibling(position, result.best, dice, course)
            move = result.best
            if dice.random() < self.plan.slips:
                course.slips.append(len(course.moves))
                move = self._slip(position, dice)
            course.moves.append(move)
            position.play(move)
        return None if position.outcome is None else position.outcome.winner

    def _judge(self, position: FivePosition, score: int) -> Judged:
        board = self._board
        set_position(board, position)
        proven = is_win(score) or is_loss(score)
        trains = not (proven or board.wins_at_once() or board.must_answer())
        return Judged(score=score, static=board.evaluate(), trains=trains)

    def _add_sibling(
        self, position: FivePosition, best: int, dice: random.Random, course: _Course
    ) -> None:
        """Search the position after a candidate that is not the best move."""
        set_position(self._board, position)
        others = [point for point, _ in self._board.candidates() if point != best]
        if not others:
            return
        point = dice.choice(others[:SIBLING_CHOICE])
        position.play(point)
        if position.outcome is None:
            result = self._engine.search(position, Limits(nodes=self.plan.nodes))
            judged = self._judge(position, result.score)
            course.siblings.append(Sibling(ply=len(course.moves), point=point, judged=judged))
        position.undo()

    @staticmethod
    def _slip(position: FivePosition, dice: random.Random) -> int:
        near = points_near(position, NEAR)
        legal = position.legal_moves()
        return dice.choice([point for point in legal if point in near] or legal)
