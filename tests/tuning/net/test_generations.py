"""The loop of generations: its steps, its resumption and its report. Skipped without JAX."""

from __future__ import annotations

import json
import os
from collections import defaultdict
from dataclasses import replace
from typing import Any

import pytest

from arena.strength.sprt import ACCEPTED, REJECTED, UNDECIDED, Sprt
from games.five.rules import rules_named
from search.net.file import load_net
from tests.tuning.net.samples import Here, random_net
from tuning.errors import LearningError
from tuning.net.games.self_play import NONE
from tuning.net.gate import GatePlan, GateTest, gate, plan_record, verdict_of

pytest.importorskip("jax")
pytest.importorskip("optax")

from collections.abc import Callable
from pathlib import Path

from arena.strength.score import MatchScore
from tuning.net.generations import LearnPlan, Loop, best_before, read_learn_plan
from tuning.net.report import read_generations, report
from tuning.net.training.fit import FitOptions
from tuning.net.training.net_file import write_net

PLAN = LearnPlan(game="gomoku-9", games=60, nodes=40, anchor=2, clocks=("nodes:40",), policy=150)
SPRT = Sprt(nelo0=0, nelo1=10)
OPTIONS = FitOptions(epochs=1, batch=64)


class Killed(Exception):  # noqa: N818 - an end, not an error
    """The end of a process."""


class Killer:
    """A listener that ends the loop where this step of this generation begins."""

    def __init__(self, *last: int | str) -> None:
        self._last = last
        self.steps: list[str] = []
        self.heard: dict[str, int] = defaultdict(int)

    def step(self, generation: int, name: str) -> None:
        """End the loop at the last step."""
        if (generation, name) == self._last:
            raise Killed
        self.steps.append(name)

    def __getattr__(self, name: str) -> Callable[..., None]:
        def count(*_: object) -> None:
            self.heard[name] += 1

        return count


@pytest.fixture(autouse=True)
def _fakes(monkeypatch: pytest.MonkeyPatch) -> None:
    """No games between nets: a gate rejects. The signature takes a second and is fixed."""
    monkeypatch.setattr("tuning.net.games.play.quick_signature", lambda _family: "engine")
    monkeypatch.setattr("tuning.net.generations.gate", decided_at_once(REJECTED))


def decided_at_once(verdict: str) -> Callable[..., None]:
    """A gate that plays nothing, with this verdict."""

    def decide(folder: str, plan: GatePlan, **_: Any) -> None:
        os.makedirs(folder, exist_ok=True)
        test = {"clock": "nodes:40", "verdict": verdict, "pairs": [1, 0, 4, 0, 3], "llr": 0.5}
        record = {"plan": plan_record(plan), "verdict": verdict, "tests": [test]}
        with open(os.path.join(folder, "gate.json"), "w", encoding="utf-8") as file:
            json.dump(record, file)

    return decide


def run(folder: Path, killer: Killer, plan: LearnPlan, generations: int = 1) -> str:
    """Run the loop in this process."""
    loop = Loop(str(folder), plan, OPTIONS, pool=Here, listener=killer)
    return loop.run(generations)


def contents(folder: Path) -> dict[Path, bytes]:
    """The files of a folder."""
    return {path: path.read_bytes() for path in folder.rglob("*.*") if path.is_file()}


def test_a_run_goes_on_wherever_it_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop that ends before any of its steps repeats no finished one, also if its folder moves
    or an older version decided its gate; its report tells what it did.
    """
    monkeypatch.setattr("tuning.net.policy.fit.FEWEST", 50)  # of so few games
    folder, epochs = tmp_path / "run", 0
    kept: dict[Path, bytes] = {}
    for step in ("train", "export", "policy", "gate", "anchor"):
        killer = Killer(1, step)
        with pytest.raises(Killed):
            run(folder, killer, PLAN)
        epochs += killer.heard["epoch"]
        assert kept.items() <= contents(folder).items()
        kept = contents(folder)
    forget_digests(folder / "generation-01" / "gate" / "gate.json")
    last = Killer()
    assert run(folder, last, PLAN) == "none"  # rejected
    assert last.steps == ["play", "train", "export", "gate", "anchor"]
    assert epochs + last.heard["epoch"] == OPTIONS.epochs
    home = folder / "generation-01"
    assert load_net(str(home / "gomoku-9-01.net")).policy
    assert not load_net(str(home / "fit" / "value.net")).policy
    check_report(folder)
    moved = folder.rename(tmp_path / "moved")
    before = contents(moved)
    with pytest.raises(Killed):
        run(moved, Killer(2, "play"), PLAN, 2)
    assert before.items() <= contents(moved).items()
    assert read_learn_plan(str(moved)) == PLAN
    with pytest.raises(LearningError, match="repeat its options"):
        run(moved, Killer(), replace(PLAN, nodes=50))
    # A run may have no anchor.
    plan = json.loads((moved / "learn.json").read_text(encoding="ascii"))
    (moved / "learn.json").write_text(json.dumps({**plan, "anchor": 0}), encoding="ascii")
    last = Killer()
    run(moved, last, replace(PLAN, anchor=0))
    assert last.steps == ["play", "train", "export", "gate"]


def check_report(folder: Path) -> None:
    """The page has a picture for strength, losses, reliability and points."""
    page = report(str(folder))
    assert page.count("<svg role=") == 3
    assert "rejected" in page
    (generation,) = read_generations(str(folder))
    assert generation.fit is not None
    assert str(generation.fit["trained"]) in page


def test_best_net_is_the_last_accepted_one(tmp_path: Path) -> None:
    """A rejected or untested net does not replace the accepted one before."""
    for number, verdict in enumerate((ACCEPTED, REJECTED, None), 1):
        home = tmp_path / f"generation-{number:02d}"
        home.mkdir()
        (home / f"pente-{number:02d}.net").touch()
        if verdict:
            plan = GatePlan(game="pente", net=NONE, test=SPRT)
            decided_at_once(verdict)(str(home / "gate"), plan)
    assert best_before(str(tmp_path), 1) == "none"
    assert best_before(str(tmp_path), 4) == str(tmp_path / "generation-01" / "pente-01.net")


def test_all_tests_must_accept() -> None:
    """A gate accepts if all its tests do, and rejects if one does."""
    for verdicts, expected in (
        ((ACCEPTED, ACCEPTED), ACCEPTED),
        ((ACCEPTED, REJECTED), REJECTED),
        ((ACCEPTED, UNDECIDED), UNDECIDED),
    ):
        tests = (GateTest(clock="nodes:5", verdict=v, counts=(0,), llr=0.0) for v in verdicts)
        assert verdict_of(tuple(tests)) == expected


def exported(folder: Path, seed: int) -> str:
    """A random net in a folder of its own, under the name that `pente learn export` gives."""
    rules = rules_named("gomoku-9")
    folder.mkdir(parents=True)
    write_net(str(folder / "net.net"), random_net(rules, seed), rules, {})
    return str(folder / "net.net")


def test_gate_plays_and_resumes(tmp_path: Path) -> None:
    """A gate plays its tests with the nets of its files, and goes on where it ended, also in a
    folder that has moved; its record then answers for these nets.
    """
    heard: list[int] = []

    def hear(_clock: str, score: MatchScore) -> None:
        heard.append(score.total.games)
        if heard == [1, 2]:
            raise Killed

    def judged(home: Path) -> tuple[GateTest, ...]:
        net, rival = (str(home / name / "net.net") for name in ("net", "rival"))
        plan = GatePlan(
            game="gomoku-9", net=net, rival=rival, clocks=("nodes:30",), test=SPRT, games=6
        )
        return gate(str(home / "gate"), plan, listener=hear)

    for seed, name in enumerate(("net", "rival"), 1):
        exported(tmp_path / "run" / name, seed)
    with pytest.raises(Killed):
        judged(tmp_path / "run")
    moved = (tmp_path / "run").rename(tmp_path / "moved")
    (test,) = judged(moved)
    assert heard == [1, 2, 1, 2, 3, 4, 5, 6]
    assert sum(test.counts) == 3
    (again,) = judged(moved.rename(tmp_path / "again"))
    assert (again.counts, again.verdict) == (test.counts, test.verdict)
    assert len(heard) == 8


def test_gate_refuses_another_net_of_the_same_name(tmp_path: Path) -> None:
    """A gate is known by the content of its nets; without their digests, as an older version wrote
    its record, the error says what to do.
    """
    one, two, three = (exported(tmp_path / str(seed), seed) for seed in (1, 2, 3))
    plan = GatePlan(game="gomoku-9", net=one, rival=two, test=SPRT)
    decided_at_once(ACCEPTED)(str(tmp_path), plan)
    for other in (replace(plan, net=three), replace(plan, rival=three)):
        with pytest.raises(LearningError, match="another net"):
            gate(str(tmp_path), other)
    forget_digests(tmp_path / "gate.json")
    with pytest.raises(LearningError, match="remove it"):
        gate(str(tmp_path), plan)


def forget_digests(path: Path) -> None:
    """Make the record of a gate one of an older version."""
    record = json.loads(path.read_text(encoding="ascii"))
    del record["plan"]["digests"]
    path.write_text(json.dumps(record), encoding="ascii")
