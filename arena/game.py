"""The referee: one game between two players, every answer judged, every second charged."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arena.clock import Clock, GameClocks, format_clocks
from arena.player import ILLEGAL, TIME, Answer, Fault, Player
from arena.record import GameRecord, MoveRecord, PlayerRecord
from games.points import format_point
from games.position import BOARD_FULL, CAPTURES, FIVE, Outcome, Position

if TYPE_CHECKING:
    from games.rules import Rules


@dataclass(frozen=True, slots=True, kw_only=True)
class GameSetup:
    """What is settled before a game begins; `opening` holds points, clocks and players by side."""

    game: int
    rules: Rules
    clocks: tuple[Clock, Clock]
    seed: int
    players: tuple[PlayerRecord, PlayerRecord]
    opening: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class _End:
    """How a game ended: winner's side or None, termination, the reason in words."""

    winner: int | None
    termination: str
    reason: str


def play_game(setup: GameSetup, players: tuple[Player, Player]) -> GameRecord:
    """The record of one game; `players` by side.

    Raises IllegalMove if the opening breaks the rules.
    """
    position = Position(setup.rules)
    for point in setup.opening:
        position.play(point)
    clocks = GameClocks(setup.clocks)
    for side, player in enumerate(players):
        player.new_game(2 * setup.seed + side)
    moves: list[MoveRecord] = []
    forfeit: MoveRecord | None = None
    end = end_on_board(position, clocks)
    while end is None:
        side = position.side
        answer = players[side].choose(position.copy(), clocks.allowance(side))
        fault = judge(answer, position, clocks)
        move = _move_record(answer, setup.rules, clocks.left_s[side])
        if fault is not None:
            forfeit = move
            end = _End(winner=1 - side, termination=fault.termination, reason=fault.reason)
            break
        assert answer.point is not None  # judged above
        position.play(answer.point)
        moves.append(move)
        end = end_on_board(position, clocks)
    return _record(setup, tuple(moves), forfeit, end)


def judge(answer: Answer, position: Position, clocks: GameClocks) -> Fault | None:
    """Charge an answer of the side to move and judge it: time first, then form, then legality."""
    side = position.side
    late = clocks.charge(side, answer.cpu_s, answer.wall_s)
    colour = position.rules.colour_of(side).capitalize()
    if late is not None:
        if answer.fault is not None and answer.fault.termination == TIME:
            late = answer.fault.reason
        return Fault(termination=TIME, reason=f"{colour} {late}")
    if answer.fault is not None:
        return Fault(
            termination=answer.fault.termination, reason=f"{colour}: {answer.fault.reason}"
        )
    if answer.point is None:
        return Fault(termination=ILLEGAL, reason=f"{colour} named no point")
    why = position.why_illegal(answer.point)
    return None if why is None else Fault(termination=ILLEGAL, reason=f"{colour}: {why}")


def end_on_board(position: Position, clocks: GameClocks) -> _End | None:
    """How the game has ended on the board, or None while it goes on.

    A full board is a draw; under a game clock the side with more time left has it, as the handout
    says.
    """
    outcome = position.outcome
    if outcome is None:
        return None
    if outcome.termination != BOARD_FULL:
        return _End(
            winner=outcome.winner,
            termination=outcome.termination,
            reason=_reason_on_board(position, outcome),
        )
    first, second = clocks.left_s
    if first is None or second is None or first == second:
        return _End(winner=None, termination=BOARD_FULL, reason="the board is full")
    winner = 0 if first > second else 1
    colour = position.rules.colour_of(winner).capitalize()
    reason = f"the board is full and {colour} has more time left, {first:.3f} s and {second:.3f} s"
    return _End(winner=winner, termination=BOARD_FULL, reason=reason)


def _reason_on_board(position: Position, outcome: Outcome) -> str:
    rules = position.rules
    assert outcome.winner is not None  # a board that is not full was won
    colour = rules.colour_of(outcome.winner).capitalize()
    if outcome.termination == FIVE:
        row = " ".join(format_point(point, rules.size) for point in outcome.line)
        return f"{colour} has {len(outcome.line)} in a row, {row}"
    assert outcome.termination == CAPTURES  # the last way to win on the board
    return f"{colour} has captured {position.captured_stones[outcome.winner]} stones"


def _move_record(answer: Answer, rules: Rules, left_s: float | None) -> MoveRecord:
    point = answer.point
    on_board = point is not None and 0 <= point < rules.size**2
    return MoveRecord(
        point=format_point(point, rules.size) if on_board and point is not None else "",
        cpu_s=round(answer.cpu_s, 6),
        wall_s=round(answer.wall_s, 6),
        left_s=None if left_s is None else round(left_s, 6),
        depth=answer.depth,
        score=answer.score,
        nodes=answer.nodes,
    )


def _record(
    setup: GameSetup, moves: tuple[MoveRecord, ...], forfeit: MoveRecord | None, end: _End
) -> GameRecord:
    size = setup.rules.size
    return GameRecord(
        game=setup.game,
        rules=setup.rules.name,
        clock=format_clocks(setup.clocks),
        seed=setup.seed,
        players=setup.players,
        opening=tuple(format_point(point, size) for point in setup.opening),
        moves=moves,
        forfeit=forfeit,
        winner=None if end.winner is None else setup.rules.colour_of(end.winner),
        termination=end.termination,
        reason=end.reason,
    )
