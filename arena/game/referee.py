"""The referee plays one game between two players, judges each answer and charges its time."""

from __future__ import annotations

from collections.abc import Sequence

from arena.game.adjudication import End, early_end
from arena.game.clock import GameClocks, format_clocks
from arena.game.player import ILLEGAL, TIME, Answer, Fault, Player
from arena.game.record import GameRecord, MoveRecord, PlayerRecord
from arena.game.spec import Job
from games.family import AnyFamily, AnyPosition, play_all


def play_game(
    family: AnyFamily,
    job: Job,
    players: tuple[Player, Player],
    *,
    handout: bool = False,
    board: AnyPosition | None = None,
) -> GameRecord:
    """Play the game of a job and return its record; `players` by side.

    `handout` is the file harness's rule: on a full board the side with more time left wins.
    `board` is the position after the opening, on which the game is played; by default a new one.
    Raises IllegalMove if the opening breaks the rules.
    """
    position = family.after(job.moves or ()) if board is None else board
    clocks = GameClocks(job.clocks)
    left_s = clocks.left_s if handout else None
    for side, player in enumerate(players):
        player.new_game(2 * job.seed + side)
    moves: list[MoveRecord] = []
    opened = len(family.format_opening(job.moves or ()))
    forfeit: MoveRecord | None = None
    end = end_on_board(family, position, left_s)
    while end is None:
        side = position.side
        answer = players[side].choose(position.copy(), clocks.allowance(side))
        fault = judge(family, answer, position, clocks)
        text = family.format_answer(position, answer.moves)
        move = _move_record(answer, text, clocks.left_s[side])
        if fault is not None:
            forfeit = move
            end = End(winner=1 - side, termination=fault.termination, reason=fault.reason)
            break
        play_all(position, answer.moves)
        moves.append(move)
        played = opened + len(moves)
        end = end_on_board(family, position, left_s) or early_end(
            job.spec, family.rules, side, moves, played
        )
    return record_of(family, job, job.players, job.moves or (), moves, forfeit, end)


def record_of(  # noqa: PLR0917 - the parts of a game
    family: AnyFamily,
    job: Job,
    players: Sequence[PlayerRecord],
    opening: Sequence[int],
    moves: Sequence[MoveRecord],
    forfeit: MoveRecord | None,
    end: End,
) -> GameRecord:
    """The record of a job's game that has ended; `players` by side."""
    first, second = players
    return GameRecord(
        game=job.number,
        rules=family.rules.name,
        clock=format_clocks(job.clocks),
        seed=job.seed,
        players=(first, second),
        opening=family.format_opening(opening),
        moves=tuple(moves),
        forfeit=forfeit,
        winner=None if end.winner is None else family.rules.colour_of(end.winner),
        termination=end.termination,
        reason=end.reason,
        **family.terms,
    )


def judge(
    family: AnyFamily, answer: Answer, position: AnyPosition, clocks: GameClocks
) -> Fault | None:
    """Charge and judge an answer of the side to move: time first, then form, then legality."""
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
        return Fault(termination=ILLEGAL, reason=f"{colour} gave no point")
    why = family.why_illegal(position, answer.moves)
    return None if why is None else Fault(termination=ILLEGAL, reason=f"{colour}: {why}")


def end_on_board(
    family: AnyFamily, position: AnyPosition, left_s: Sequence[float | None] | None
) -> End | None:
    """How the game has ended on the board; None while it goes on.

    A full board is a draw. Under the handout's rule `left_s` gives the seconds left by side, and
    the side with more of them wins (CSCI 561 homework 2, spring 2023).
    """
    outcome = position.outcome
    if outcome is None:
        return None
    reason = family.why_over(position, outcome)
    first, second = left_s or (None, None)
    if outcome.termination != family.on_time or first is None or second is None or first == second:
        return End(winner=outcome.winner, termination=outcome.termination, reason=reason)
    winner = 0 if first > second else 1
    colour = position.rules.colour_of(winner).capitalize()
    reason = f"{reason} and {colour} has more time left, {first:.3f} s and {second:.3f} s"
    return End(winner=winner, termination=outcome.termination, reason=reason)


def _move_record(answer: Answer, text: str, left_s: float | None) -> MoveRecord:
    return MoveRecord(
        point=text,
        cpu_s=round(answer.cpu_s, 6),
        wall_s=round(answer.wall_s, 6),
        left_s=None if left_s is None else round(left_s, 6),
        depth=answer.depth,
        score=answer.score,
        nodes=answer.nodes,
    )
