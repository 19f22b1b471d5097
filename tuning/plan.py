"""The plan of a study: its games, its phases, and the steps of each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from arena.errors import ClockError
from arena.game.clock import parse_clocks
from arena.game.match_rules import match_family
from games.family import AnyRules
from games.registry import family_of
from search.net.file import NO_NET
from search.weights import Weights, built_in_weights
from search.weights.file import shipped_weights
from search.weights.tunable import CAPTURES, EVALUATION
from tuning.errors import TuningError
from tuning.space import Parameter, space_around
from tuning.spsa import Gains

DEFAULT_GROUPS = ((EVALUATION, CAPTURES),)
VALUED_BY_WEIGHTS = frozenset((EVALUATION, CAPTURES))  # groups that a net would silence


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """A study's growth to more games.

    games  number of games before
    steps  the first step of each phase that could not have begun by then
    """

    games: int
    steps: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The settings of a study.

    games       of all trials together; an odd game is not played
    nodes       per move; `clock` replaces it if given
    groups      phases in order; each lists the groups tuned together
    step_pairs  pairs of games per trial
    lag         other trials that may be running when a trial is asked
    grown       how the study has grown, in order
    net         digest of the net with which the phases play that do not tune the evaluation; ""
                if they play without one
    """

    game: str
    games: int
    nodes: int
    seed: int
    groups: tuple[tuple[str, ...], ...] = DEFAULT_GROUPS
    step_pairs: int = 16
    lag: int = 1
    clock: str | None = None
    grown: tuple[Growth, ...] = ()
    net: str = ""

    @property
    def rules(self) -> AnyRules:
        """The rules of the game."""
        return match_family(self.game).rules

    @property
    def pairs(self) -> int:
        """Pairs of games of all phases."""
        return self.games // 2

    @property
    def clock_text(self) -> str:
        """The clock as `arena.game.clock` spells it."""
        return self.clock or f"nodes:{self.nodes}"

    def net_of(self, phase: int) -> str:
        """The digest of the net that a phase plays with; "" if it plays without one.

        With a net no game depends on the evaluation's weights, so a phase that tunes them has none.
        """
        return "" if VALUED_BY_WEIGHTS & set(self.groups[phase]) else self.net

    def space(self, phase: int, base: Weights) -> list[Parameter]:
        """What a phase tunes, around the weights that it starts with."""
        return space_around(base, self.groups[phase], captures=family_of(self.rules).captures)

    def stages(self, phase: int) -> list[Gains]:
        """SPSA's gains and steps in a phase, again for each growth of it.

        From a growth on, the gains are those of a study that had the new length from its start. The
        games go to the phases that have not ended, or else to the last one.
        """
        base, numbers = built_in_weights(self.rules), range(len(self.groups))
        sizes = [len(self.space(number, base)) for number in numbers]
        lengths = [*(growth.games // 2 for growth in self.grown), self.pairs]
        by_phase = [[self._gains(pairs, 0, 0)] for pairs in _shared(lengths[0], sizes)]
        for growth, before, after in zip(self.grown, lengths, lengths[1:], strict=False):
            last = [stages[-1] for stages in by_phase]
            growing = [n for n in numbers if growth.steps[n] < last[n].steps] or [numbers[-1]]
            more = _shared(after - before, [sizes[number] for number in growing])
            for number, pairs in zip(growing, more, strict=True):
                step, stages = growth.steps[number], by_phase[number]
                stage = self._gains(
                    last[number].pairs + pairs, step, last[number].pairs_before(step)
                )
                by_phase[number] = [*(old for old in stages if old.first_step < step), stage]
        return by_phase[phase]

    def _gains(self, pairs: int, first_step: int, first_pair: int) -> Gains:
        return Gains(
            pairs=pairs,
            step_pairs=self.step_pairs,
            lag=self.lag,
            first_step=first_step,
            first_pair=first_pair,
        )

    def steps_of(self, phase: int) -> int:
        """The number of steps of a phase."""
        return self.stages(phase)[-1].steps

    def seed_of(self, phase: int) -> int:
        """The seed of a phase's directions and openings."""
        return 1000 * self.seed + phase


def _shared(pairs: int, sizes: Sequence[int]) -> list[int]:
    ends = [pairs * sum(sizes[:number]) // sum(sizes) for number in range(len(sizes) + 1)]
    return [end - start for start, end in pairwise(ends)]


def check_plan(plan: Plan) -> None:
    """Raise TuningError unless the plan is valid."""
    least = 2 * len(plan.groups)
    if plan.games < least or plan.nodes < 1 or plan.step_pairs < 1 or plan.lag < 0:
        raise TuningError(
            f"{plan.games} games, {plan.nodes} nodes, {plan.step_pairs} pairs per trial, lag "
            f"{plan.lag}: expected at least {least}, 1, 1 and 0"
        )
    try:
        parse_clocks(plan.clock_text)
    except ClockError as error:
        raise TuningError(str(error)) from error
    for phase in range(len(plan.groups)):
        plan.space(phase, built_in_weights(plan.rules))


def base_weights(game: str) -> Weights:
    """The weights that a new study starts from: the engine's present ones."""
    return shipped_weights(match_family(game).rules, NO_NET)


def shipped_net_digest(game: str) -> str:
    """The digest of the net that a game ships; "" if it has none.

    Raises WeightsError or NetError for a file that cannot be used.
    """
    return shipped_weights(match_family(game).rules).net_digest
