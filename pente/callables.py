"""Functions as contestants of a match: they get a game and return a move."""

from __future__ import annotations

import time
from contextlib import ExitStack, closing
from typing import TYPE_CHECKING

from arena.errors import ContestantError
from arena.game.clock import parse_clocks
from arena.game.drawn_openings import DrawnOpenings
from arena.game.player import ILLEGAL, Answer, Fault
from arena.game.record import PlayerRecord
from arena.game.referee import GameSetup, play_game
from arena.match.match import plan_match
from arena.match.repeats import MOST_IN_A_ROW, Repeats
from arena.openings.files import read_openings
from arena.players.contestants import (
    make_player,
    parse_contestant,
    require_clock,
    require_game,
)
from games.errors import GameError
from games.families.choice import family_of
from pente.game import Game, game_of_position
from pente.turns import read_move

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from arena.game.clock import Allowance, Clock
    from arena.game.player import Player
    from arena.game.record import GameRecord
    from arena.match.match import MatchSpec
    from games.families.choice import AnyPosition, AnyRules

    Contestant = Callable[[Game], str]


class FunctionPlayer:
    """A function as a player of the referee. Its exceptions end the match."""

    def __init__(self, function: Contestant) -> None:
        self._function = function

    def new_game(self, seed: int) -> None:
        """Keep nothing: the function gets the whole position each time."""

    def choose(self, position: AnyPosition, _allowance: Allowance) -> Answer:
        """The function's move and its time; a text that is no legal move is a fault."""
        wall_s, cpu_s = time.monotonic(), time.process_time()
        said = self._function(game_of_position(position))
        cost_wall_s, cost_cpu_s = time.monotonic() - wall_s, time.process_time() - cpu_s
        try:
            point, *more = read_move(family_of(position.rules), position, str(said))
        except GameError as error:
            fault = Fault(termination=ILLEGAL, reason=f"{said}: {error}")
            return Answer(fault=fault, cpu_s=cost_cpu_s, wall_s=cost_wall_s)
        return Answer(point=point, more=tuple(more), cpu_s=cost_cpu_s, wall_s=cost_wall_s)

    def close(self) -> None:
        """Nothing to release."""


def play_between(
    spec: MatchSpec, a: str | Contestant, b: str | Contestant
) -> Generator[GameRecord, None, None]:
    """Yield the games of a match in which at least one contestant is a function, in this process.

    Plan, openings and clocks are those of `arena.match`. Raises ArenaError.
    """
    rules, clocks = spec.family.rules, parse_clocks(spec.clock)
    drawn, repeats = DrawnOpenings(rules), Repeats()
    file = read_openings(spec.openings, rules) if spec.openings else None
    records = (PlayerRecord(name="A", spec=spec.a), PlayerRecord(name="B", spec=spec.b))
    with ExitStack() as stack:
        players = [
            stack.enter_context(closing(_player(contestant, clock, rules)))
            for contestant, clock in zip((a, b), clocks, strict=True)
        ]
        for plan in plan_match(spec):
            if file is not None:
                opening = file.opening_of(plan.opening, spec.seed)
            else:
                opening = drawn.draw(spec.opening_plies, plan.opening_seed)
            first, second = (0, 1) if plan.a_side == 0 else (1, 0)
            setup = GameSetup(
                game=plan.game,
                rules=rules,
                clocks=(clocks[first], clocks[second]),
                seed=plan.seed,
                players=(records[first], records[second]),
                opening=opening,
            )
            yield repeats.marked(play_game(setup, (players[first], players[second])))
            if repeats.in_a_row >= MOST_IN_A_ROW:
                break


def _player(contestant: str | Contestant, clock: Clock, rules: AnyRules) -> Player:
    """The player of a contestant. Raises ContestantError."""
    if not isinstance(contestant, str):
        return FunctionPlayer(contestant)
    parsed = parse_contestant(contestant)
    if parsed.program is not None:
        raise ContestantError(f"{contestant}: a program plays against texts only, not a function")
    require_clock(parsed, clock)
    require_game(parsed, rules)
    return make_player(parsed, rules)
