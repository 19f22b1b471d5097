"""Players of any game in this process: the engine, its levels and simple players.

An answer is all decisions of one side until the other side decides: in Gipf a turn as players
write it, in most games one move. The engine of another tree plays here through
`arena.players.other_checkout`.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from arena.game.clock import Allowance
from arena.game.player import Answer
from arena.players.base import InProcessPlayer, Searcher, own_decisions
from arena.players.limits import limits_for
from arena.players.reference.boards import adjacent_candidates
from games.family import AnyPosition
from games.registry import family_of
from search.engine import Engine
from search.levels import Level, play_level
from search.limits import Limits
from search.result import SearchResult
from search.textbook.minimax import alpha_beta
from search.textbook.rules_game import RulesGame, material
from search.textbook.turns_ahead import UNBOUNDED, BoundedTurns
from search.weights import Weights

DEPTH = 2  # turns that plain alpha-beta looks ahead: its own and the reply


class EnginePlayer(InProcessPlayer):
    """A searcher as a player; fixed limits, if any, replace the clock.

    `weights` are for our clock plan; another tree may have others.
    """

    def __init__(
        self, searcher: Searcher, fixed: Limits | None = None, weights: Weights | None = None
    ) -> None:
        super().__init__(searcher)
        self._searcher = searcher
        self._fixed = fixed
        self._weights = weights or Weights()

    def answer(self, position: AnyPosition, allowance: Allowance) -> Answer:
        """A turn: the moves of a search, and of another one where they end too early.

        Where a turn has several decisions, a forced one is not searched.
        """
        searched_always = family_of(position.rules).harness
        searches: list[SearchResult] = []
        scores: list[int | None] = []
        line: list[int] = []

        def decide(now: AnyPosition, legal: list[int]) -> int:
            expected = line.pop(0) if line else None
            if len(legal) == 1 and not searched_always:
                return legal[0]
            if expected not in legal:
                limits = self._fixed or limits_for(now, allowance, self._weights, searches)
                (expected, *line[:]), score, result = self._search(now, limits)
                scores.append(score)
                searches.extend([result] if result else [])
            return expected

        first, *more = own_decisions(position, decide)
        return Answer(
            point=first,
            more=tuple(more),
            depth=searches[0].depth if searches else None,
            score=scores[0] if scores else None,
            nodes=sum(result.nodes for result in searches) if searches else None,
            cpu_s=sum(result.seconds_cpu for result in searches),
        )

    def _search(
        self, position: AnyPosition, limits: Limits
    ) -> tuple[Sequence[int], int | None, SearchResult | None]:
        """The next moves, their score and the search, if there was one."""
        result = self._searcher.search(position, limits)
        return result.pv, result.score, result


class LevelPlayer(EnginePlayer):
    """An engine that plays at a level, or weaker where the clock allows less.

    The level searches each decision separately.
    """

    def __init__(self, engine: Engine, level: Level) -> None:
        super().__init__(engine, weights=engine.weights)
        self._engine = engine
        self._level = level

    def _search(
        self, position: AnyPosition, limits: Limits
    ) -> tuple[Sequence[int], int | None, SearchResult | None]:
        played = play_level(self._engine, position, self._level, self.dice, limits)
        return (played.move,), played.line.score if played.line else None, played.result


class PlainPlayer(InProcessPlayer):
    """Plain alpha-beta over the rules with the family's estimate (`search.textbook.rules_game`).

    Among equally good moves the seed picks one.
    """

    def __init__(self, depth: int | None = None) -> None:
        super().__init__()
        self._depth = depth or DEPTH

    def answer(self, position: AnyPosition, allowance: Allowance) -> Answer:  # noqa: ARG002 - see Player
        """A best turn at its depth; each decision is searched separately."""
        scores: list[int] = []

        def decide(now: AnyPosition, legal: list[int]) -> int:
            if len(legal) == 1:
                return legal[0]
            best = alpha_beta(BoundedTurns(ShuffledGame(now, self.dice), self._depth), UNBOUNDED)
            scores.append(best.value)
            assert best.move is not None  # the game goes on, and the depth is at least 1
            return int(best.move)

        first, *more = own_decisions(position, decide)
        score = scores[0] if scores else None
        return Answer(point=first, more=tuple(more), depth=self._depth, score=score)


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


class RandomPlayer(InProcessPlayer):
    """Random legal decisions.

    In the games of the file harness it is the first reference opponent: a point next to a stone.
    """

    def answer(self, position: AnyPosition, allowance: Allowance) -> Answer:  # noqa: ARG002 - see Player
        """A turn drawn from the seed."""
        near = family_of(position.rules).harness
        first, *more = own_decisions(
            position,
            lambda now, legal: self.dice.choice(adjacent_candidates(now, legal) if near else legal),
        )
        return Answer(point=first, more=tuple(more))


class OnePlyPlayer(InProcessPlayer):
    """Looks one move ahead without an evaluation (`Family.one_ply`).

    It plays a win if there is one, else prevents one, else plays any sensible move. The lowest
    level of `search.levels` is weaker than it.
    """

    def answer(self, position: AnyPosition, allowance: Allowance) -> Answer:  # noqa: ARG002 - see Player
        """Moves of the first kind there is; the seed picks among several."""
        family = family_of(position.rules)
        first, *more = own_decisions(
            position, lambda now, _legal: self.dice.choice(family.one_ply(now))
        )
        return Answer(point=first, more=tuple(more))
