"""Functions as contestants of a match: they get a game and return a move."""

from __future__ import annotations

from contextlib import ExitStack, closing
from dataclasses import replace
from typing import TYPE_CHECKING

from arena.errors import ContestantError
from arena.game.clock import parse_clocks
from arena.game.player import ILLEGAL, Answer, Fault
from arena.game.record import PlayerRecord
from arena.game.referee import play_game
from arena.match.match import plan_match
from arena.match.repeats import MOST_IN_A_ROW, Repeats
from arena.openings.files import read_openings
from arena.players.base import InProcessPlayer
from arena.players.contestants import make_player, require_clock, require_game
from arena.players.parsing import parse_contestant
from games.errors import GameError
from games.registry import family_of
from pente.game import Game, game_of_position

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from arena.game.clock import Allowance, Clock
    from arena.game.player import Player
    from arena.game.record import GameRecord
    from arena.match.match import MatchSpec
    from games.family import AnyPosition, AnyRules

    Contestant = Callable[[Game], str]


class FunctionPlayer(InProcessPlayer):
    """A function as a player of the referee. Its exceptions end the match.

    board  the position of the present game with all its moves, on which the referee plays
    """

    board: AnyPosition

    def __init__(self, function: Contestant) -> None:
        super().__init__()
        self._function = function

    def answer(self, position: AnyPosition, _allowance: Allowance, /) -> Answer:
        """The function's move; a text that is no legal move is a fault."""
        said = self._function(game_of_position(self.board))
        try:
            point, *more = family_of(position.rules).parse_part(position, str(said))
        except GameError as error:
            return Answer(fault=Fault(termination=ILLEGAL, reason=f"{said}: {error}"))
        return Answer(point=point, more=tuple(more))


def play_between(
    spec: MatchSpec, a: str | Contestant, b: str | Contestant
) -> Generator[GameRecord, None, None]:
    """Yield the games of a match in which at least one contestant is a function, in this process.

    Plan, openings and clocks are those of `arena.match`. Raises ArenaError.
    """
    family, clocks = spec.family, parse_clocks(spec.clock)
    rules = family.rules
    repeats = Repeats()
    file = read_openings(spec.openings, rules) if spec.openings else None
    records = (PlayerRecord(name="A", spec=spec.a), PlayerRecord(name="B", spec=spec.b))
    with ExitStack() as stack:
        players = [
            stack.enter_context(closing(_player(contestant, clock, rules)))
            for contestant, clock in zip((a, b), clocks, strict=True)
        ]
        for planned in plan_match(spec):
            order = (planned.first, planned.second)
            job = replace(
                planned,
                players=tuple(records[index] for index in order),
                moves=file.opening_of(planned.opening, spec.seed)
                if file is not None
                else family.draw_opening(spec.opening_plies, planned.opening_seed),
            )
            board = family.after(job.moves or ())
            for player in players:
                if isinstance(player, FunctionPlayer):
                    player.board = board
            seated = (players[job.first], players[job.second])
            yield repeats.marked(play_game(family, job, seated, board=board))
            if repeats.in_a_row >= MOST_IN_A_ROW:
                break


def _player(contestant: str | Contestant, clock: Clock, rules: AnyRules) -> Player:
    if not isinstance(contestant, str):
        return FunctionPlayer(contestant)
    parsed = parse_contestant(contestant)
    if parsed.program is not None:
        raise ContestantError(f"{contestant}: a program plays against texts only, not a function")
    require_clock(parsed, clock)
    require_game(parsed, rules)
    return make_player(parsed, rules)
