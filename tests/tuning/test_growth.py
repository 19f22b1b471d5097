"""A study grows: it keeps its games and trials, and its result does not depend on interruptions."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import optuna
import pytest

from search.weights import Weights
from search.weights.file import load_weights
from tests.tuning.simulated import PLAN, Inline, Killed, Mortal, landscape
from tuning.driver import tune
from tuning.errors import TuningError
from tuning.identity import read_identity
from tuning.plan import Growth, base_weights
from tuning.sampler import course_of
from tuning.space import weights_at
from tuning.status import load_phase, read_status

pytestmark = pytest.mark.usefixtures("quick_signature")
LAND = landscape(PLAN, seed=1)
LONGER = replace(PLAN, games=160)


def keys_of(folder: Path) -> list[str]:
    """The keys of the pairs in the log, in order."""
    return [json.loads(line)["key"] for line in (folder / "games.jsonl").read_text().splitlines()]


def test_finished_study_grows_and_keeps_what_it_has(study: Path) -> None:
    """Only the new games are played; the result of before keeps a name of its own. Each growth is
    in its identity, and a study that has grown can be resumed as it is, or grow again.
    """
    first = load_weights(str(study / "weights.toml"))
    before, log = (study / "weights.toml").read_bytes(), keys_of(study)
    second = tune(str(study), LONGER, lambda: Inline(LAND.play))
    assert second != first
    assert (study / "weights-96.toml").read_bytes() == before
    assert keys_of(study)[: len(log)] == log
    assert len(set(keys_of(study))) == len(keys_of(study)) == 80
    status = read_status(str(study))
    assert (status.games, status.trials, status.finished) == (160, 20, True)
    assert status.plan.grown == (Growth(games=96, steps=(12,)),)
    phase = load_phase(str(study), status.plan, 0)
    assert isinstance(phase, optuna.Study)
    assert weights_at(base_weights("pente"), course_of(phase).theta) == second
    assert load_weights(str(study / "weights.toml")) == second
    # For Optuna's dashboard.
    assert phase.metric_names == ["score of plus against minus"]
    assert set(phase.trials[0].params) <= set(base_weights("pente").as_dict())
    again = tune(str(study), replace(PLAN, games=200), lambda: Inline(LAND.play))
    assert [each["games"] for each in read_identity(str(study))["grown"]] == [96, 160]
    same = tune(str(study), replace(PLAN, games=200), lambda: pytest.fail("a farm was opened"))
    assert same == again


@pytest.mark.parametrize("game", ["pente", pytest.param("gipf", marks=pytest.mark.nightly)])
def test_study_that_is_killed_again_and_again_finds_the_same(tmp_path: Path, game: str) -> None:
    """Killed before and after it grows, it has the result of a study that grew at that trial."""
    plan, found, ends = replace(PLAN, game=game), dict[str, Weights](), 0
    land = landscape(plan, seed=1)
    for name, lives in (("calm", 10**6), ("killed", 14)):
        folder, dice = str(tmp_path / name), Random(7)
        with pytest.raises(Killed):
            tune(folder, plan, lambda: Mortal(land, 21))
        while not read_status(folder).finished:
            ends += 1
            with suppress(Killed):
                farm = Mortal(land, dice.randrange(lives))
                longer = replace(plan, games=128)
                found[name] = tune(folder, longer, lambda farm=farm: farm)  # type: ignore[misc]
        keys = keys_of(tmp_path / name)
        assert len({*keys}) == len(keys)  # none is played again
    assert ends >= 5
    calm, killed = (read_status(str(tmp_path / name)) for name in ("calm", "killed"))
    assert calm.plan == killed.plan
    assert (calm.games, calm.trials, calm.phases) == (killed.games, killed.trials, killed.phases)
    assert found["calm"] == found["killed"]


def test_study_does_not_shrink_or_change_while_it_grows(study: Path) -> None:
    """The refusal names the one thing that differs, and nothing is changed."""
    before = (study / "plan.json").read_bytes()
    for plan, words in (
        (replace(PLAN, games=50), "games: 96 in the study, 50 requested; a study may grow"),
        (replace(LONGER, seed=2), "seed: 5 in the study, 2 requested"),
        (replace(LONGER, groups=(("captures",),)), "groups: evaluation,captures in the study, cap"),
        (replace(LONGER, nodes=300), "nodes: 100 in the study, 300 requested"),
        (replace(LONGER, clock="cpu-move:1"), "clock: none in the study, cpu-move:1 requested"),
        (replace(LONGER, game="gipf"), "game: pente in the study, gipf requested"),
    ):
        with pytest.raises(TuningError, match="has another study: ") as told:
            tune(str(study), plan, lambda: pytest.fail("a farm was opened"))
        assert words in str(told.value)
        assert str(told.value).count(" in the study, ") == 1
    assert (study / "plan.json").read_bytes() == before
    assert (study / "weights.toml").exists()
