"""Compliance: does an agent follow the file harness's rules, whatever files it finds?

Each check tests one rule with one or a few runs of the agent and judges them like the referee. An
agent need not be strong. It must answer legally, in form and in time, and leave nothing behind.
"""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

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
    for name, (rule, test) in CHECKS.items():
        if name not in wanted:
            continue
        if runner.timeouts >= MOST_TIMEOUTS:
            reason = f"not tried, after {runner.timeouts} timeouts"
            yield CheckResult(name=name, passed=False, reason=reason)
            continue
        wrong = test(runner)
        yield CheckResult(name=name, passed=wrong is None, reason=wrong or rule)


# Each check returns what is wrong, or None.


def _calibration(runner: TrialRunner) -> str | None:
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


def _nearly_full(runner: TrialRunner) -> str | None:
    for empty, side in ((4, 0), (2, 1), (1, 0), (1, 1)):
        wrong = runner.ask(boards.nearly_full(empty, side))
        if wrong is not None:
            return f"{empty} empty: {wrong}"
    return None


def _in_time(
    runner: TrialRunner, told_s: float, *, tries: int = 1, may_be_late: bool = False
) -> str | None:
    position = boards.middle_game()
    for _ in range(tries):
        wrong = runner.ask(position, told_s=told_s, grace_s=GRACE_S, may_be_late=may_be_late)
        if wrong is None:
            return None
    return wrong


def _foreign_playdata(runner: TrialRunner) -> str | None:
    with runner.fresh() as agent:
        for position in (boards.sample(), boards.played("K10", "L11"), boards.middle_game()):
            wrong = complaint(runner.attempt(agent, position), position)
            if wrong is not None:
                return wrong
    return None


def _garbage_calibration(runner: TrialRunner) -> str | None:
    return runner.ask(boards.sample(), files={CALIBRATION: GARBAGE}) or runner.ask(
        boards.sample(), files={CALIBRATION: None}
    )


def _files(runner: TrialRunner) -> str | None:
    position = boards.sample()
    with runner.fresh() as agent:
        agent.write(INPUT, format_request(position, ORDINARY_S).encode())
        before = content_of(agent.folder)
        runner.attempt(agent, position)
        return complaint_of_files(before, content_of(agent.folder), OWN_FILES)


def _processes(runner: TrialRunner) -> str | None:
    for position in (boards.sample(), boards.middle_game()):
        with runner.fresh() as agent:
            end = runner.attempt(agent, position).end
            wrong = complaint_of_processes(end) if end is not None else "it did not start"
        if wrong is not None:
            return wrong
    return None


def _other_folder(runner: TrialRunner) -> str | None:
    source = runner.program.source
    if source is None:
        return None
    words = tuple(
        os.path.join(source, word) if os.path.isfile(os.path.join(source, word)) else word
        for word in runner.program.command
    )
    elsewhere = replace(runner.program, command=words, source=None)
    return runner.ask(boards.sample(), program=elsewhere)


def _game(runner: TrialRunner, side: int) -> str | None:
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


class Check(NamedTuple):
    """A rule, in a sentence, and how it is tested."""

    rule: str
    test: Callable[[TrialRunner], str | None]


CHECKS = {
    "calibration": Check(
        "calibrate.py, if there is one, succeeds and writes only calibration.txt.", _calibration
    ),
    "sample": Check(
        "It answers the handout's sample position in form, legally and in time.",
        lambda runner: runner.ask(boards.sample()),
    ),
    "middle-game": Check(
        "It answers a middle game with captures by both sides legally.",
        lambda runner: runner.ask(boards.middle_game()),
    ),
    "first-stone": Check(
        "It plays White's first stone on the centre.",
        lambda runner: runner.ask(boards.played()),
    ),
    "black-first": Check(
        "It plays Black's first stone legally.",
        lambda runner: runner.ask(boards.played("K10")),
    ),
    "second-stone": Check(
        "It keeps the distance of White's second stone although playdata.txt is missing.",
        lambda runner: (
            runner.ask(boards.played("K10", "L11")) or runner.ask(boards.played("K10", "N10"))
        ),
    ),
    "all-taken": Check(
        "It plays legally as White with no stone left, four captured and the centre occupied.",
        lambda runner: runner.ask(boards.white_all_taken()),
    ),
    "nearly-full": Check("It finds an empty point when four, two or one are left.", _nearly_full),
    "0.5-s": Check("With 0.5 s left it answers in time.", lambda runner: _in_time(runner, 0.5)),
    "0.05-s": Check(
        "With 0.05 s left it answers in time at least once in three tries.",
        lambda runner: _in_time(runner, 0.05, tries=TRIES),
    ),
    "0.01-s": Check(
        "With 0.01 s left it answers legally, perhaps late.",
        lambda runner: _in_time(runner, 0.01, may_be_late=True),
    ),
    "garbage-playdata": Check(
        "Garbage in playdata.txt does no harm.",
        lambda runner: runner.ask(boards.middle_game(), files={PLAYDATA: GARBAGE}),
    ),
    "foreign-playdata": Check("The playdata.txt of another game does no harm.", _foreign_playdata),
    "garbage-calibration": Check(
        "A garbage or missing calibration.txt does no harm.", _garbage_calibration
    ),
    "stale-output": Check(
        "It replaces the output.txt of an earlier move.",
        lambda runner: runner.ask(boards.middle_game(), files=stale_output(boards.middle_game())),
    ),
    "files": Check("It leaves input.txt unchanged and writes only the harness's files.", _files),
    "processes": Check(
        "When it ends, all its processes have ended and been waited for.", _processes
    ),
    "other-folder": Check("It plays in a folder other than that of its code.", _other_folder),
    "game-as-white": Check(
        "It plays a whole game as White against random, 5 s per side, without a fault.",
        lambda runner: _game(runner, 0),
    ),
    "game-as-black": Check(
        "It plays a whole game as Black against random, 5 s per side, without a fault.",
        lambda runner: _game(runner, 1),
    ),
}
