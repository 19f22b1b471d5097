"""For the tests of learning: random games as records, random nets, and who plays blocks here."""

from __future__ import annotations

import random

import numpy as np

from arena.processes.pool import InProcess
from games.five.position import FivePosition
from games.five.rules import FiveRules
from tuning.errors import LearningError
from tuning.net.games.blocks import BLOCKS, Block
from tuning.net.games.record import Judged, LearnedGame, Sibling
from tuning.net.positions.windows import classes, reach_of
from tuning.net.training.integers import IntegerNet


def random_game(rules: FiveRules, number: int, plies: int = 60) -> LearnedGame:
    """A game of random moves close together, so that it has captures; all positions may train."""
    dice = random.Random(number)
    position = FivePosition(rules)
    judged: list[Judged] = []
    siblings: list[Sibling] = []
    opening = 3
    middle = rules.size // 2
    while position.outcome is None and len(position.moves) < plies:
        legal = position.legal_moves()
        near = [
            p for p in legal if max(abs(p // rules.size - middle), abs(p % rules.size - middle)) < 5
        ]
        move = dice.choice(near or legal)
        if len(position.moves) >= opening:
            judged.append(Judged(score=dice.randint(-3000, 3000), static=0, trains=True))
            if dice.random() < 0.2:
                words = Judged(score=dice.randint(-3000, 3000), static=0, trains=True)
                siblings.append(
                    Sibling(ply=len(judged) - 1, point=dice.choice(near or legal), judged=words)
                )
        position.play(move)
    moves = tuple(position.moves)
    return LearnedGame(
        number=number,
        opening=moves[:opening],
        moves=moves[opening:],
        judged=tuple(judged),
        slips=(2,),
        siblings=tuple(siblings),
        winner=None if position.outcome is None else position.outcome.winner,
    )


def random_net(rules: FiveRules, seed: int = 1) -> IntegerNet:
    """A net of random integers of usual sizes; some values meet their limits."""
    dice = np.random.default_rng(seed)
    count = int(classes(reach_of(rules)).max()) + 1

    def drawn(most: int, kind: type[np.signedinteger], *shape: int) -> np.ndarray:
        return dice.integers(-most, most + 1, shape).astype(kind)

    return IntegerNet(
        rows=drawn(400, np.int16, count, 32),
        bias=drawn(100, np.int16, 32),
        first=drawn(3000, np.int16, 32, 32),
        own=drawn(1 << 22, np.int32, 16, 32),
        opponent=drawn(1 << 22, np.int32, 16, 32),
        second=drawn(700, np.int16, 32),
        direct=drawn(3000, np.int16, 32),
        captured=drawn(1 << 20, np.int32, 16, 16),
    )


class Here(InProcess[Block, list[LearnedGame]]):
    """Plays blocks in this process; fails before the block of this number."""

    def __init__(self, fails_at: int = 1_000) -> None:
        super().__init__(BLOCKS)
        self._left = fails_at
        self.played: list[int] = []

    def next(self) -> list[LearnedGame]:
        """Play the oldest block."""
        if not self._left:
            raise LearningError("killed")
        self._left -= 1
        self.played.append(self._tasks[0].first)
        return super().next()
