"""The loop of generations: its steps, its resumption and its report. Skipped without JAX."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from arena.strength.sprt import ACCEPTED, REJECTED, UNDECIDED, Sprt
from games.five.rules import rules_named
from search.net.file import load_net
from tests.tuning.net.in_process import Here
from tests.tuning.net.samples import random_net
from tuning.net.errors import LearningError
from tuning.net.games.self_play import NONE
from tuning.net.gate import GatePlan, GateTest, gate, plan_record, read_gate, verdict_of

pytest.importorskip("jax")
pytest.importorskip("optax")

from tuning.net.generations import (
    LearnPlan,
    Loop,
    Step,
    best_before,
    read_learn_plan,
)
from tuning.net.report import read_generations, report
from tuning.net.training.fit import FitOptions
from tuning.net.training.net_file import write_net

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from arena.strength.score import MatchScore

PLAN = LearnPlan(game="gomoku-9", games=100, nodes=40, anchor=0, clocks=("nodes:40",))
OPTIONS = FitOptions(epochs=1, batch=64)


class Killed(Exception):  # noqa: N818 - an end, not an error
    """The end of a process."""


class Killer:
    """A listener that ends the loop where this step of this generation begins."""

    def __init__(self, step: Step | None = None) -> None:
        self._last = step
        self.steps: list[str] = []
        self.epochs = 0

    def step(self, step: Step) -> None:
        """End the loop at the last step."""
        if step == self._last:
            raise Killed
        self.steps.append(step.name)

    def played(self, games: int, wanted: int, positions: int) -> None:
        """Self-play goes on."""

    def features(self, ready: int, wanted: int) -> None:
        """Features are ready."""

    def epoch(self, number: int, wanted: int, result: float, score: float) -> None:
        """Count the epoch."""
        del number, wanted, result, score
        self.epochs += 1

    def exported(self, exported: object) -> None:
        """A net is written."""

    def looked(self, found: int, wanted: int) -> None:
        """Positions are searched."""

    def match(self, clock: str, score: object, wanted: int) -> None:
        """A game has ended."""


@pytest.fixture(autouse=True)
def _fakes(monkeypatch: pytest.MonkeyPatch) -> None:
    """No games between nets: a gate rejects. The signature takes a second and is fixed."""
    monkeypatch.setattr("tuning.net.games.play.quick_signature", lambda _family: "engine")
    monkeypatch.setattr("tuning.net.generations.gate", decided_at_once(REJECTED))


def decided_at_once(verdict: str) -> Callable[..., tuple[GateTest, ...]]:
    """A gate that plays nothing, with this verdict."""

    def decide(folder: str, plan: GatePlan, **_: Any) -> tuple[GateTest, ...]:
        os.makedirs(folder, exist_ok=True)
        test = {"clock": "nodes:40", "verdict": verdict, "pairs": [1, 0, 4, 0, 3], "llr": 0.5}
        record = {"plan": plan_record(plan), "verdict": verdict, "tests": [test]}
        with open(os.path.join(folder, "gate.json"), "w", encoding="utf-8") as file:
            json.dump(record, file)
        return ()

    return decide


def loop(folder: Path, killer: Killer, plan: LearnPlan = PLAN) -> Loop:
    """The loop in this process."""
    return Loop(str(folder), plan, OPTIONS, pool=Here, listener=killer)


def test_loop_resumes_at_any_step(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop that ends before any of its steps goes on there and repeats no finished one."""
    epochs = 0
    for step in ("train", "export", "gate"):
        killer = Killer(Step(1, step))
        with pytest.raises(Killed):
            loop(tmp_path, killer).run(1)
        epochs += killer.epochs
    games = (tmp_path / "generation-01" / "games" / "shard-0000.jsonl").read_bytes()
    last = Killer()
    assert loop(tmp_path, last).run(1) == "none"  # rejected
    assert last.steps == ["play", "train", "export", "gate"]
    assert epochs + last.epochs == 1
    assert (tmp_path / "generation-01" / "games" / "shard-0000.jsonl").read_bytes() == games
    check_report(tmp_path)
    check_another_plan(tmp_path)
    monkeypatch.setattr("tuning.net.generations.gate", None)
    check_gate_of_an_older_version(tmp_path)


def test_moved_run_goes_on(tmp_path: Path) -> None:
    """A run whose folder has moved repeats no game, and can be continued."""
    plan = replace(PLAN, anchor=2)
    loop(tmp_path / "run", Killer(), plan).run(1)
    moved = (tmp_path / "run").rename(tmp_path / "moved")
    before = {path: path.read_bytes() for path in moved.rglob("*.*") if path.is_file()}
    again = Killer(Step(2, "play"))
    with pytest.raises(Killed):
        loop(moved, again, plan).run(2)
    assert again.steps.count("anchor") == 1
    assert all(path.read_bytes() == content for path, content in before.items())


def test_a_run_may_add_policies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The net of a generation then has one; a loop that ends before it does not export again."""
    monkeypatch.setattr("tuning.net.policy.fit.FEWEST", 50)  # of so few games
    plan = replace(PLAN, policy=800)
    killer = Killer(Step(1, "policy"))
    with pytest.raises(Killed):
        loop(tmp_path, killer, plan).run(1)
    value = tmp_path / "generation-01" / "fit" / "value.net"
    written = value.stat()
    last = Killer()
    loop(tmp_path, last, plan).run(1)
    assert last.steps == ["play", "train", "export", "policy", "gate"]
    net = load_net(str(tmp_path / "generation-01" / "gomoku-9-01.net"))
    assert net.policy
    assert not load_net(str(value)).policy
    assert value.stat().st_mtime_ns == written.st_mtime_ns


def check_report(folder: Path) -> None:
    """The page has a picture for strength, losses, reliability and points."""
    page = report(str(folder))
    assert page.count("<img") == 4
    assert "rejected" in page
    (generation,) = read_generations(str(folder))
    assert generation.fit is not None
    assert str(generation.fit["trained"]) in page


def check_gate_of_an_older_version(folder: Path) -> None:
    """A run keeps the verdict of a gate without digests: its net is in the same folder."""
    forget_digests(folder / "generation-01" / "gate" / "gate.json")
    assert loop(folder, Killer()).run(1) == "none"


def check_another_plan(folder: Path) -> None:
    """A run keeps its plan."""
    assert read_learn_plan(str(folder)) == PLAN
    with pytest.raises(LearningError, match="repeat its options"):
        loop(folder, Killer(), replace(PLAN, nodes=50)).run(1)


def test_best_net_is_the_last_accepted_one(tmp_path: Path) -> None:
    """A rejected or untested net does not replace the accepted one before."""
    for number, verdict in enumerate((ACCEPTED, REJECTED, None), 1):
        home = tmp_path / f"generation-{number:02d}"
        home.mkdir()
        (home / f"pente-{number:02d}.net").touch()
        if verdict:
            plan = GatePlan(game="pente", net=NONE, test=Sprt(nelo0=0, nelo1=10))
            decided_at_once(verdict)(str(home / "gate"), plan)
    assert best_before(str(tmp_path), 1) == "none"
    assert best_before(str(tmp_path), 4) == str(tmp_path / "generation-01" / "pente-01.net")


def one_test(verdict: str) -> GateTest:
    """A test with this verdict."""
    return GateTest(clock="nodes:5", verdict=verdict, counts=(0, 0, 1, 0, 0), llr=0.0)


def test_all_tests_must_accept() -> None:
    """A gate accepts if all its tests do, and rejects if one does."""
    accepted, rejected, undecided = map(one_test, (ACCEPTED, REJECTED, UNDECIDED))
    assert verdict_of((accepted, accepted)) == ACCEPTED
    assert verdict_of((accepted, rejected)) == REJECTED
    assert verdict_of((accepted, undecided)) == UNDECIDED


@pytest.mark.parametrize("moved", [False, True])
def test_gate_plays_and_resumes(tmp_path: Path, *, moved: bool) -> None:
    """A real gate plays its tests with the nets of its files, and goes on where it ended, also if
    the folder of the run has moved.
    """
    rules, home = rules_named("gomoku-9"), tmp_path / "run"
    home.mkdir()
    for seed in (1, 2):
        write_net(str(home / f"{seed}.net"), random_net(rules, seed), rules, {})
    plan = GatePlan(
        game="gomoku-9",
        net=str(home / "1.net"),
        rival=str(home / "2.net"),
        clocks=("nodes:30",),
        test=Sprt(nelo0=0, nelo1=10),
        games=6,
    )
    heard: list[int] = []

    def hear(_clock: str, score: MatchScore) -> None:
        heard.append(score.total.games)
        if heard == [1, 2]:
            raise Killed

    with pytest.raises(Killed):
        gate(str(home / "gate"), plan, listener=hear)
    if moved:
        home = home.rename(tmp_path / "moved")
        plan = replace(plan, net=str(home / "1.net"), rival=str(home / "2.net"))
    (test,) = gate(str(home / "gate"), plan, listener=hear)
    assert heard == [1, 2, 1, 2, 3, 4, 5, 6]
    assert sum(test.counts) == 3


def exported(folder: Path, seed: int) -> str:
    """A random net in a folder of its own, under the name that `pente learn export` gives."""
    rules = rules_named("gomoku-9")
    folder.mkdir()
    write_net(str(folder / "net.net"), random_net(rules, seed), rules, {})
    return str(folder / "net.net")


def test_decided_gate_is_not_played_again(tmp_path: Path) -> None:
    """The record of a gate answers for its nets, also in another folder."""
    plan = GatePlan(game="gomoku-9", net=exported(tmp_path / "a", 1), test=Sprt(nelo0=0, nelo1=10))
    home = str(tmp_path / "gate")
    decided_at_once(ACCEPTED)(home, plan)
    (tmp_path / "a").rename(tmp_path / "moved")
    moved = replace(plan, net=str(tmp_path / "moved" / "net.net"))
    assert [test.verdict for test in gate(home, moved)] == [ACCEPTED]
    assert read_gate(home) is not None


@pytest.mark.parametrize("changed", ["net", "rival"])
def test_gate_refuses_another_net_of_the_same_name(tmp_path: Path, changed: str) -> None:
    """A gate is known by the content of its nets: all exported ones have the same name."""
    plan = GatePlan(
        game="gomoku-9",
        net=exported(tmp_path / "a", 1),
        rival=exported(tmp_path / "b", 2),
        test=Sprt(nelo0=0, nelo1=10),
    )
    decided_at_once(ACCEPTED)(str(tmp_path / "gate"), plan)
    other: dict[str, Any] = {changed: exported(tmp_path / "c", 3)}
    with pytest.raises(LearningError, match="another net"):
        gate(str(tmp_path / "gate"), replace(plan, **other))


def test_gate_without_digests_is_refused_in_words(tmp_path: Path) -> None:
    """The record of an older version may be of any net of that name: the error says what to do."""
    plan = GatePlan(game="gomoku-9", net=exported(tmp_path / "a", 1), test=Sprt(nelo0=0, nelo1=10))
    decided_at_once(ACCEPTED)(str(tmp_path), plan)
    forget_digests(tmp_path / "gate.json")
    with pytest.raises(LearningError, match="remove it"):
        gate(str(tmp_path), plan)


def forget_digests(path: Path) -> None:
    """Make the record of a gate one of an older version."""
    record = json.loads(path.read_text(encoding="ascii"))
    del record["plan"]["digests"]
    path.write_text(json.dumps(record), encoding="ascii")
