"""Players for the referee's tests that give prescribed answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from arena.game.player import Answer, Fault

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arena.game.clock import Allowance
    from games.five.position import Position


class Scripted:
    """Answers with these points in turn, then with the first legal one; each costs `cpu_s`."""

    def __init__(
        self,
        points: Sequence[int] = (),
        *,
        cpu_s: float = 0.001,
        wall_s: float = 0.001,
        fault: Fault | None = None,
    ) -> None:
        self.points = list(points)
        self.cpu_s = cpu_s
        self.wall_s = wall_s
        self.fault = fault
        self.seeds: list[int] = []
        self.allowances: list[Allowance] = []

    def new_game(self, seed: int) -> None:
        """Record the seed."""
        self.seeds.append(seed)

    def choose(self, position: Position, allowance: Allowance) -> Answer:
        """Return the next of the points, or the fault once they are used up."""
        self.allowances.append(allowance)
        if self.points:
            return Answer(point=self.points.pop(0), cpu_s=self.cpu_s, wall_s=self.wall_s)
        if self.fault is not None:
            return Answer(fault=self.fault, cpu_s=self.cpu_s, wall_s=self.wall_s)
        return Answer(point=position.legal_moves()[0], cpu_s=self.cpu_s, wall_s=self.wall_s)

    def close(self) -> None:
        """Do nothing."""
