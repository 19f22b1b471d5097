"""Compliance: does an agent follow the file harness's rules, whatever files it finds?

Each check tests one rule with one or a few runs of the agent and judges them like the referee. An
agent need not be strong. It must answer legally, in form and in time, and leave nothing behind.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from arena.compliance import positions as boards
from arena.compliance.trial import (
    ORDINARY_S,
    TrialRunner,
    complaint,
    complaint_of_files,
    complaint_of_processes,
    content_of,
    stale_output,
)
from arena.errors import ContestantError
from arena.foreign.harness_agent import CALIBRATION_LIMIT_S, fault_of_end
from arena.foreign.harness_files import CALIBRATION, INPUT, OUTPUT, PLAYDATA, format_request
from arena.game.clock import CPU
from arena.game.record import PlayerRecord
from arena.game.referee import play_game
from arena.game.spec import GameSpec, Job
from arena.players.in_process import RandomPlayer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from arena.game.player import Player
    from arena.players.parsing import Contestant

GARBAGE = bytes(range(256)) * 64 + b"\n\xff\xfe{[(,,,\n" * 10
GRACE_S = 0.5  # CPU seconds beyond a tiny clock until a late agent is killed
GAME_S = 5.0  # seconds of each side for a whole game
TRIES = 3  # with 0.05 s left, noise of the computer may fail a try or two
MOST_TIMEOUTS = 3
OWN_FILES = (OUTPUT, PLAYDATA, CALIBRATION)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckResult:
    """One check's result; `reason` says what was wrong, or what the check asked."""

    name: str
    passed: bool
    reason: str


def check_agent(contestant: Contestant, only: Iterable[str] = ()) -> Iterator[CheckResult]:
    """Yield the result of every check, or of those named, in the order of CHECKS.

    After three timeouts the remaining checks fail untried. Raises ContestantError for a contestant
    that is no agent of the harness, or for an unknown check.
    """
    if contestant.program is None:
        raise ContestantError(
            f"{contestant.text} plays in this process: expected agent:FOLDER or agent:COMMAND"
        )
    wanted = list(only) or list(CHECKS)
    for name in wanted:
        if name not in CHECKS:
            raise ContestantError(f"unknown check {name!r}: expected {', '.join(CHECKS)}")
    runner = TrialRunner(contestant.program)
    for name, check in CHECKS.items():
        if name not in wanted:
            continue
        if runner.timeouts >= MOST_TIMEOUTS:
            reason = f"not tried, after {runner.timeouts} timeouts"
            yield CheckResult(name=name, passed=False, reason=reason)
            continue
        wrong = check(runner)
        yield CheckResult(name=name, passed=wrong is None, reason=wrong or rule_of(name))


def rule_of(name: str) -> str:
    """Return the rule that a check tests, in one sentence."""
    return (CHECKS[name].__doc__ or "").strip().splitlines()[0]


# Each check returns what is wrong, or None. Its docstring is the rule that users read.


def _calibration(runner: TrialRunner) -> str | None:
    """calibrate.py, if there is one, succeeds and writes only calibration.txt."""
    with runner.fresh() as agent:
        before = content_of(agent.folder)
        end = agent.calibrate()
        if end is None:
            return None
        after = content_of(agent.folder)
        runner.keep_calibration(agent)
        fault = fault_of_end(end, None, CALIBRATION_LIMIT_S)
        if fault is not None:
            return f"calibrate.py: {fault.termination}: {fault.reason}"
        return complaint_of_files(before, after, (CALIBRATION,)) or complaint_of_processes(end)


def _sample(runner: TrialRunner) -> str | None:
    """It answers the handout's sample position in form, legally and in time."""
    return runner.ask(boards.sample())


def _middle_game(runner: TrialRunner) -> str | None:
    """It answers a middle game with captures by both sides legally."""
    return runner.ask(boards.middle_game())


def _first_stone(runner: TrialRunner) -> str | None:
    """It plays White's first stone on the centre."""
    return runner.ask(boards.played())


def _black_first(runner: TrialRunner) -> str | None:
    """It plays Black's first stone legally."""
    return runner.ask(boards.played("K10"))


def _second_stone(runner: TrialRunner) -> str | None:
    """It keeps the distance of White's second stone although playdata.txt is missing."""
    return runner.ask(boards.played("K10", "L11")) or runner.ask(boards.played("K10", "N10"))


def _all_taken(runner: TrialRunner) -> str | None:
    """It plays legally as White with no stone left, four captured and the centre occupied."""
    return runner.ask(boards.white_all_taken())


def _nearly_full(runner: TrialRunner) -> str | None:
    """It finds an empty point when four, two or one are left."""
    for empty, side in ((4, 0), (2, 1), (1, 0), (1, 1)):
        wrong = runner.ask(boards.nearly_full(empty, side))
        if wrong is not None:
            return f"{empty} empty: {wrong}"
    return None


def _half_second(runner: TrialRunner) -> str | None:
    """With 0.5 s left it answers in time."""
    return runner.ask(boards.middle_game(), told_s=0.5, grace_s=GRACE_S)


def _twentieth_second(runner: TrialRunner) -> str | None:
    """With 0.05 s left it answers in time at least once in three tries."""
    wrong: str | None = None
    for _ in range(TRIES):
        wrong = runner.ask(boards.middle_game(), told_s=0.05, grace_s=GRACE_S)
        if wrong is None:
            break
    return wrong


def _hundredth_second(runner: TrialRunner) -> str | None:
    """With 0.01 s left it answers legally, perhaps late."""
    return runner.ask(boards.middle_game(), told_s=0.01, grace_s=GRACE_S, may_be_late=True)


def _garbage_playdata(runner: TrialRunner) -> str | None:
    """Garbage in playdata.txt does no harm."""
    return runner.ask(boards.middle_game(), files={PLAYDATA: GARBAGE})


def _foreign_playdata(runner: TrialRunner) -> str | None:
    """The playdata.txt of another game does no harm."""
    with runner.fresh() as agent:
        for position in (boards.sample(), boards.played("K10", "L11"), boards.middle_game()):
            wrong = complaint(runner.attempt(agent, position), position)
            if wrong is not None:
                return wrong
    return None


def _garbage_calibration(runner: TrialRunner) -> str | None:
    """A garbage or missing calibration.txt does no harm."""
    return runner.ask(boards.sample(), files={CALIBRATION: GARBAGE}) or runner.ask(
        boards.sample(), files={CALIBRATION: None}
    )


def _stale_output(runner: TrialRunner) -> str | None:
    """It replaces the output.txt of an earlier move."""
    position = boards.middle_game()
    return runner.ask(position, files=stale_output(position))


def _files(runner: TrialRunner) -> str | None:
    """It leaves input.txt unchanged and writes only the harness's files."""
    position = boards.sample()
    with runner.fresh() as agent:
        agent.write(INPUT, format_request(position, ORDINARY_S).encode())
        before = content_of(agent.folder)
        runner.attempt(agent, position)
        return complaint_of_files(before, content_of(agent.folder), OWN_FILES)


def _processes(runner: TrialRunner) -> str | None:
    """When it ends, all its processes have ended and been waited for."""
    for position in (boards.sample(), boards.middle_game()):
        with runner.fresh() as agent:
            end = runner.attempt(agent, position).end
            wrong = complaint_of_processes(end) if end is not None else "it did not start"
        if wrong is not None:
            return wrong
    return None


def _other_folder(runner: TrialRunner) -> str | None:
    """It plays in a folder other than that of its code."""
    source = runner.program.source
    if source is None:
        return None
    words = tuple(
        os.path.join(source, word) if os.path.isfile(os.path.join(source, word)) else word
        for word in runner.program.command
    )
    elsewhere = replace(runner.program, command=words, source=None)
    return runner.ask(boards.sample(), program=elsewhere)


def _game_as_white(runner: TrialRunner) -> str | None:
    """It plays a whole game as White against random, 5 s per side, without a fault."""
    return _game(runner, 0)


def _game_as_black(runner: TrialRunner) -> str | None:
    """It plays a whole game as Black against random, 5 s per side, without a fault."""
    return _game(runner, 1)


CHECKS: dict[str, Callable[[TrialRunner], str | None]] = {
    "calibration": _calibration,
    "sample": _sample,
    "middle-game": _middle_game,
    "first-stone": _first_stone,
    "black-first": _black_first,
    "second-stone": _second_stone,
    "all-taken": _all_taken,
    "nearly-full": _nearly_full,
    "0.5-s": _half_second,
    "0.05-s": _twentieth_second,
    "0.01-s": _hundredth_second,
    "garbage-playdata": _garbage_playdata,
    "foreign-playdata": _foreign_playdata,
    "garbage-calibration": _garbage_calibration,
    "stale-output": _stale_output,
    "files": _files,
    "processes": _processes,
    "other-folder": _other_folder,
    "game-as-white": _game_as_white,
    "game-as-black": _game_as_black,
}


def _game(runner: TrialRunner, side: int) -> str | None:
    """Return the agent's fault in a whole game on this side, or None."""
    names = (PlayerRecord(name="A", spec="agent"), PlayerRecord(name="B", spec="random"))
    job = Job(
        spec=GameSpec(rules=boards.PENTE.name, clock=f"{CPU}:{GAME_S:g}"),
        number=side,
        first=side,
        second=1 - side,
        opening=0,
        players=names if side == 0 else (names[1], names[0]),
        moves=(),
    )
    other: Player = RandomPlayer()
    with runner.fresh() as agent:
        seated = (agent, other) if side == 0 else (other, agent)
        record = play_game(job.spec.family, job, seated, handout=True)
        if not runner.calibrated:
            runner.keep_calibration(agent)
    if record.forfeit is None or record.winner_name == "A":
        return None
    return f"ply {len(record.moves) + 1}: {record.termination}: {record.reason}"
