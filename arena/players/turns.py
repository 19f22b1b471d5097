"""Players of any game in this process: the engine, its levels and simple players.

An answer is all decisions of one side until the other side decides: in Gipf a turn as players
write it, in most games one move. The players of the games of the file harness, which share its
clock plan, are in `arena.players.in_process`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arena.game.clock import CPU, Allowance
from arena.players.base import Choice, InProcessPlayer
from arena.players.in_process import MOVE_SHARE, EnginePlayer, limits_within, usable_increment_s
from games.registry import family_of
from search.levels import play_level
from search.limits import Limits
from search.textbook.minimax import alpha_beta
from search.textbook.rules_game import RulesGame, material
from search.textbook.turns_ahead import UNBOUNDED, BoundedTurns
from search.weights import Weights

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from random import Random

    from arena.players.base import Searcher
    from games.family import AnyPosition
    from search.engine import Engine
    from search.levels import Level
    from search.result import SearchResult

DEPTH = 2  # turns that plain alpha-beta looks ahead: its own and the reply
LONG_GAME = 50  # own turns: on average a basic game has 45, a standard one 30
LEAST_TURNS = 12  # own turns that the time left for the whole game must last for
MOST_SHARE = 0.25  # share of that time for one decision


class TurnEnginePlayer(EnginePlayer):
    """A searcher as a player of games whose turns may have several decisions."""

    def __init__(
        self, searcher: Searcher, fixed: Limits | None = None, weights: Weights | None = None
    ) -> None:
        super().__init__(searcher, fixed, weights)
        # For our clock plan; another tree may have other weights.
        self._most_aims = self._weights["limit_percent"] / 100

    def choice(self, position: AnyPosition, allowance: Allowance) -> Choice:
        """Search the first decision; its principal variation gives the later ones of the turn."""
        found: list[SearchResult] = []
        line: list[int] = []

        def decide(now: AnyPosition, legal: list[int]) -> int:
            expected = line.pop(0) if line else None
            if len(legal) == 1:
                return legal[0]
            if expected not in legal:
                limits = self._fixed or limits_for(now, allowance, found, self._most_aims)
                found.append(self._searcher.search(now, limits))
                expected, *line[:] = found[-1].pv
            return expected

        turn = searched_turn(position, decide, found)
        return replace(turn, score=found[0].score if found else None)


class TurnLevelPlayer(InProcessPlayer):
    """An engine that plays at a level, or weaker where the clock allows less."""

    def __init__(self, engine: Engine, level: Level) -> None:
        super().__init__(engine)
        self._engine = engine
        self._level = level
        self._most_aims = engine.weights["limit_percent"] / 100

    def choice(self, position: AnyPosition, allowance: Allowance) -> Choice:
        """Return a turn; the level searches each decision separately."""
        found: list[SearchResult] = []

        def decide(now: AnyPosition, legal: list[int]) -> int:
            if len(legal) == 1:
                return legal[0]
            limits = limits_for(now, allowance, found, self._most_aims)
            played = play_level(self._engine, now, self._level, self.dice, limits)
            if played.result is not None:
                found.append(played.result)
            return played.move

        return searched_turn(position, decide, found)


class PlainPlayer(InProcessPlayer):
    """Plain alpha-beta over the rules with the family's estimate (`search.textbook.rules_game`).

    Among equally good moves the seed picks one.
    """

    def __init__(self, depth: int | None = None) -> None:
        super().__init__()
        self._depth = depth or DEPTH

    def choice(self, position: AnyPosition, allowance: Allowance) -> Choice:  # noqa: ARG002 - see Player
        """Return a best turn at its depth; each decision is searched separately."""
        scores: list[int] = []

        def decide(now: AnyPosition, legal: list[int]) -> int:
            if len(legal) == 1:
                return legal[0]
            game = BoundedTurns(ShuffledGame(now, self.dice), self._depth)
            found = alpha_beta(game, UNBOUNDED)
            scores.append(found.value)
            assert found.move is not None  # the game goes on, and the depth is at least 1
            return int(found.move)

        first, *more = own_decisions(position, decide)
        return Choice(
            point=first, more=tuple(more), depth=self._depth, score=scores[0] if scores else None
        )


class AnyRandomPlayer(InProcessPlayer):
    """Random legal decisions, drawn from the seed."""

    def choice(self, position: AnyPosition, allowance: Allowance) -> Choice:  # noqa: ARG002 - see Player
        """Return a turn of random decisions."""
        first, *more = own_decisions(position, lambda _now, legal: self.dice.choice(legal))
        return Choice(point=first, more=tuple(more))


def searched_turn(
    position: AnyPosition,
    decide: Callable[[AnyPosition, list[int]], int],
    found: Sequence[SearchResult],
) -> Choice:
    """Return the turn that `decide` makes; `decide` appends its searches to `found`."""
    first, *more = own_decisions(position, decide)
    return Choice(
        point=first,
        more=tuple(more),
        depth=found[0].depth if found else None,
        nodes=sum(result.nodes for result in found),
        searched_s=sum(result.seconds_cpu for result in found),
    )


def own_decisions(
    position: AnyPosition, decide: Callable[[AnyPosition, list[int]], int]
) -> tuple[int, ...]:
    """Return the side's decisions until the other side decides; plays them on the position.

    `decide` gets the legal moves for each decision.
    """
    side, moves = position.side, []
    while position.outcome is None and position.side == side:
        moves.append(decide(position, position.legal_moves()))
        position.play(moves[-1])
    return tuple(moves)


class ShuffledGame(RulesGame):
    """The game by its rules, with the family's estimate; each node shuffles its moves."""

    __slots__ = ("_dice",)

    def __init__(self, position: AnyPosition, dice: Random) -> None:
        super().__init__(position, material)
        self._dice = dice

    def moves(self) -> Sequence[int]:
        """All legal moves."""
        moves = self.position.legal_moves()
        self._dice.shuffle(moves)
        return moves


def seconds_of(found: Sequence[SearchResult], counts: str | None) -> float:
    """Return the seconds that these searches took, CPU or wall as `counts` says."""
    if counts == CPU:
        return sum(result.seconds_cpu for result in found)
    return sum(result.seconds_wall for result in found)


def limits_for(
    position: AnyPosition, allowance: Allowance, found: Sequence[SearchResult], most_aims: float
) -> Limits:
    """Return the engine's limits for a decision after these searches of the same turn.

    The time left for the whole game is divided by the own turns that a long game still has. That is
    the aim; a decision takes at most `most_aims` times as long.
    """
    if allowance.seconds is None:
        return Limits(nodes=allowance.nodes)
    left_s = MOVE_SHARE * (allowance.seconds - seconds_of(found, allowance.counts))
    aim_s = None
    if allowance.whole_game:
        aim_s = left_s / max(
            LEAST_TURNS, LONG_GAME - family_of(position.rules).turns(position) // 2
        )
        aim_s += usable_increment_s(allowance, left_s)
        left_s = min(most_aims * aim_s, MOST_SHARE * left_s)
    return limits_within(allowance, left_s, aim_s, seconds_of(found, allowance.move_counts))
