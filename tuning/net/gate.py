"""The step *gate*: sequential tests decide whether a net is stronger, at equal nodes and equal CPU.

Each test is a match from the game's balanced openings, in a file of its own. So an interrupted
gate resumes, and a test that is decided is not played again.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from arena.match.match import MatchSpec
from arena.openings.files import own_openings
from arena.strength.elo import Elo, elo_of_counts
from arena.strength.score import MatchScore
from arena.strength.sprt import ACCEPTED, REJECTED, UNDECIDED, Sprt
from tuning.errors import LearningError
from tuning.files import write_record
from tuning.matches import Cluster, played
from tuning.net.games.self_play import NONE, net_name

RECORD = "gate.json"
CLOCKS = ("nodes:5000", "cpu-move:0.02")
DRAWN_PLIES = 6  # of random openings, for a game without a file of openings


@dataclass(frozen=True, slots=True, kw_only=True)
class GatePlan:
    """The tests of a gate.

    game        name of the rules
    net, rival  files of nets; NONE for the hand-fitted evaluation
    clocks      one test for each
    test        the sequential test
    games       the longest test
    seed        of openings and players
    """

    game: str
    net: str
    rival: str = NONE
    clocks: tuple[str, ...] = CLOCKS
    test: Sprt
    games: int = 2_000
    seed: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class GateTest:
    """One test: its clock, verdict, counts of pairs (worst first) and log-likelihood ratio."""

    clock: str
    verdict: str
    counts: tuple[int, ...]
    llr: float

    @property
    def elo(self) -> Elo | None:
        """The estimated difference; it leans towards the verdict, since the test stops early."""
        return elo_of_counts(self.counts)


def net_match(game: str, net: str, rival: str, *, games: int, clock: str, seed: int) -> MatchSpec:
    """The longest match of two nets, by their files; NONE is the hand-fitted evaluation."""
    a, b = (
        f"engine:net={file if file == NONE else os.path.abspath(file)}" for file in (net, rival)
    )
    return MatchSpec(
        a=a,
        b=b,
        games=games,
        rules=game,
        clock=clock,
        seed=seed,
        openings=own_openings(game),
        opening_plies=DRAWN_PLIES,
    )


def verdict_of(tests: tuple[GateTest, ...]) -> str:
    """ACCEPTED if all tests accept the net, REJECTED if one rejects it, else UNDECIDED."""
    verdicts = {tested.verdict for tested in tests}
    if REJECTED in verdicts:
        return REJECTED
    return ACCEPTED if verdicts == {ACCEPTED} else UNDECIDED


def gate(
    folder: str,
    plan: GatePlan,
    *,
    workers: int = 1,
    cluster: Cluster | None = None,
    listener: Callable[[str, MatchScore], object] = lambda *_: None,
) -> tuple[GateTest, ...]:
    """Play the tests, up to the first that does not accept the net; return them.

    `listener` hears the clock and the score of a test after each game. Raises NetError for a
    net that cannot be read, LearningError if the folder has the gate of another plan, MatchError if
    a game cannot be played.
    """
    os.makedirs(folder, exist_ok=True)
    wanted = plan_record(plan)
    known = read_gate(folder)
    if known is not None:
        _require_same(folder, known, wanted)
        return tests_of(known)
    tests: list[GateTest] = []
    for clock in plan.clocks:
        score = played(
            net_match(
                plan.game, plan.net, plan.rival, games=plan.games, clock=clock, seed=plan.seed
            ),
            os.path.join(folder, f"{clock.replace(':', '-')}.jsonl"),
            test=plan.test,
            workers=workers,
            cluster=cluster,
            listener=partial(listener, clock),
        )
        counts = score.pairs.counts
        verdict, llr = plan.test.verdict(counts), plan.test.llr(counts)
        tests.append(GateTest(clock=clock, verdict=verdict, counts=tuple(counts), llr=llr))
        if verdict != ACCEPTED:
            break
    _write(folder, wanted, tuple(tests))
    return tuple(tests)


def _require_same(folder: str, known: dict[str, Any], wanted: dict[str, Any]) -> None:
    if not names_digests(known):
        raise LearningError(
            f"{os.path.join(folder, RECORD)}: an older version wrote it, without the digests of "
            "its nets: remove it to have the games in the folder counted again, or name a new "
            "folder"
        )
    if known["plan"] != wanted:
        raise LearningError(f"{folder} has the gate of another net or test: name a new folder")


def plan_record(plan: GatePlan) -> dict[str, Any]:
    """The plan as JSON keeps it; raises NetError for a net that cannot be read.

    It has the digest of each net, and the name of its file without the folder, which may move.
    """
    nets = {"net": plan.net, "rival": plan.rival}
    names = {name: os.path.basename(net) for name, net in nets.items()}
    digests = {name: net_name(net, plan.game) for name, net in nets.items()}
    bounds = [plan.test.nelo0, plan.test.nelo1, plan.test.alpha, plan.test.beta]
    fields = {
        "game": plan.game,
        "clocks": list(plan.clocks),
        "games": plan.games,
        "seed": plan.seed,
    }
    return {**names, "digests": digests, **fields, "sprt": bounds}


def names_digests(record: dict[str, Any]) -> bool:
    """Whether the record of a gate has the digests of its nets; older ones have only names."""
    return "digests" in record["plan"]


def _write(folder: str, plan: dict[str, Any], tests: tuple[GateTest, ...]) -> None:
    record = {
        "plan": plan,
        "verdict": verdict_of(tests),
        "tests": [
            {
                "clock": tested.clock,
                "verdict": tested.verdict,
                "pairs": list(tested.counts),
                "llr": round(tested.llr, 3),
                "elo": str(tested.elo),
            }
            for tested in tests
        ],
    }
    write_record(os.path.join(folder, RECORD), record)


def read_gate(folder: str) -> dict[str, Any] | None:
    """The record of a gate that was decided or came to its longest test; None without one."""
    path = os.path.join(folder, RECORD)
    if not os.path.exists(path):
        return None
    try:
        with open(path, encoding="utf-8") as file:
            record: dict[str, Any] = json.load(file)
    except ValueError as error:
        raise LearningError(f"{path}: not the record of a gate: {error}") from error
    return record


def tests_of(record: dict[str, Any]) -> tuple[GateTest, ...]:
    """The tests in the record of a gate."""
    return tuple(
        GateTest(
            clock=test["clock"],
            verdict=test["verdict"],
            counts=tuple(test["pairs"]),
            llr=test["llr"],
        )
        for test in record["tests"]
    )
