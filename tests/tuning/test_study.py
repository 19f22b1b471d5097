"""A study: it can be resumed after any end, its result ignores who plays, and it finds strength."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import replace
from functools import partial
from pathlib import Path

import optuna
import pytest
from optuna.storages import JournalStorage
from optuna.storages.journal import JournalFileBackend

from games.registry import family_named
from search.weights.file import game_weights, load_weights
from tests.tuning.simulated import PLAN, Inline, Killed, Mortal, Shuffled, landscape
from tuning.acceptance.accept import checked
from tuning.driver import tune
from tuning.errors import TuningError
from tuning.identity import read_identity
from tuning.plan import Plan, base_weights
from tuning.report import report
from tuning.sampler import course_of as spsa_of
from tuning.space import weights_at
from tuning.status import load_phase, read_status
from tuning.storage import JOURNAL, only_driver

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.usefixtures("quick_signature")
LAND = landscape(PLAN, seed=1)


def course_of(folder: Path, plan: Plan) -> list[dict[str, float]]:
    """What each trial of the first phase tried, by step."""
    study = load_phase(str(folder), plan, 0)
    assert study is not None
    trials = study.get_trials(states=(optuna.trial.TrialState.COMPLETE,))
    return [trial.params for trial in sorted(trials, key=lambda trial: trial.user_attrs["step"])]


def test_study_of_a_game_holds_its_own_family_s_signature(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A Gipf study is resumed if the Gipf kernel is unchanged, whatever the other kernel is."""
    signatures = {"five": "one", "gipf": "two"}
    monkeypatch.setattr("tuning.driver.quick_signature", lambda family: signatures[family])
    plan = replace(PLAN, game="gipf-basic", games=8)
    farm = partial(Inline, landscape(plan, seed=1).play)
    tune(str(tmp_path), plan, farm)
    assert read_identity(str(tmp_path))["engine"] == "two"
    signatures["five"] = "three"
    tune(str(tmp_path), plan, farm)
    signatures["gipf"] = "four"
    with pytest.raises(TuningError, match="engine: two in the study, four now"):
        tune(str(tmp_path), plan, farm)


def test_finished_study_has_its_result_and_plays_nothing_more(tmp_path: Path, study: Path) -> None:
    """Pairs in any order, as several workers return them, lead to the same trials and weights.

    The theta of the study that Optuna loads is that in the file. The log has one line for each
    pair, its key with phase, step and pair. The farm of a finished study is not even opened.
    """
    shuffled = tmp_path / "shuffled"
    first = tune(str(shuffled), PLAN, lambda: Shuffled(LAND, 1))
    assert first == load_weights(str(study / "weights.toml"))
    assert course_of(shuffled, PLAN) == course_of(study, PLAN)
    phase = load_phase(str(shuffled), PLAN, 0)
    assert phase is not None
    assert first == weights_at(base_weights("pente"), spsa_of(phase).theta) != base_weights("pente")
    assert load_weights(str(shuffled / "weights.toml")) == first
    keys = [json.loads(line)["key"] for line in (shuffled / "games.jsonl").read_text().splitlines()]
    assert sorted(keys) == sorted(
        f"trial 0 {step} {pair}" for step in range(12) for pair in range(4)
    )
    before = (shuffled / "weights.toml").read_bytes()
    assert tune(str(shuffled), PLAN, lambda: pytest.fail("a farm was opened")) == first
    assert (shuffled / "weights.toml").read_bytes() == before


OLD = {"sampler": "spsa", "population": 50, "warm_games": 0}  # values that older identities held


def test_study_of_an_older_version_goes_on_or_is_refused(study: Path) -> None:
    """The fields of samplers that no longer exist do not change a study's identity; one line names
    a value that this version cannot go on with, and nothing is played.
    """
    first = load_weights(str(study / "weights.toml"))
    change_identity(study, **OLD)
    assert read_status(str(study)).finished
    assert tune(str(study), PLAN, lambda: pytest.fail("a farm was opened")) == first
    for field, value in (("sampler", "cmaes"), ("warm_games", 2000)):
        change_identity(study, **{**OLD, field: value})
        for use in (read_status, lambda folder: tune(folder, PLAN, Inline)):
            with pytest.raises(TuningError, match=f"{field} is {value!r}, .*no longer") as told:
                use(str(study))
            assert "\n" not in str(told.value)


def with_former_names(folder: Path) -> None:
    """Spell the weights of the opponent's stones in a study's files as older versions did."""
    for path in folder.iterdir():
        path.write_text(path.read_text().replace("opponent_", "enemy_"))


@pytest.mark.parametrize("pairs", [20, 48], ids=["stopped", "finished"])
def test_study_with_former_names_goes_on_with_the_present_ones(tmp_path: Path, pairs: int) -> None:
    """Status and report read it as it is. The driver renames the parameters of earlier trials, so
    that Optuna's dashboard compares them with later ones; the result is that of a new study. It
    is accepted by its weights, and may grow.
    """
    plan = replace(PLAN, groups=(("order",),))
    land, study = landscape(plan, seed=1), tmp_path / "study"
    calm = tune(str(tmp_path / "calm"), plan, lambda: Inline(land.play))
    with suppress(Killed):
        tune(str(study), plan, lambda: Mortal(land, pairs))
    with_former_names(study)
    before = read_status(str(study))
    assert before.finished == (pairs == 48)
    names = {each.name for each in plan.space(0, calm)}
    assert set(before.phases[0].returned or {}) == names
    assert f">{'opponent_four' if before.finished else 'not finished'}<" in report(str(study))
    assert tune(str(study), plan, lambda: Inline(land.play)) == calm
    raw = JournalStorage(JournalFileBackend(str(study / JOURNAL)))
    trials = optuna.load_study(study_name="1-order", storage=raw).trials
    assert {frozenset(trial.params) for trial in trials} == {frozenset(names)}
    checked(str(study), None, str(tmp_path / "mine.toml"))
    with_former_names(study)
    tune(str(study), replace(plan, games=128), lambda: Inline(land.play))
    assert read_status(str(study)).finished


def test_kept_studies_open() -> None:
    """Every study in `data/results` has a plan, a finished status, and weights of its game."""
    folders = [path.parent for path in ROOT.glob("data/results/tuning-*/plan.json")]
    assert len(folders) == len(list(ROOT.glob("data/results/tuning-*"))) > 0
    for folder in folders:
        status = read_status(str(folder))
        assert status.plan.games >= 8_000
        assert json.loads((folder / "status.json").read_text())["finished"]
        assert game_weights(family_named(status.plan.game).rules, str(folder / "weights.toml"))


def change_identity(folder: Path, **fields: object) -> None:
    """Also give the study's identity these fields."""
    path = folder / "plan.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **fields}))


def test_study_goes_on_from_the_weights_it_began_with(
    tmp_path: Path, study: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A study resumes from its own start weights, even if the engine's weights have changed."""
    first, folder = load_weights(str(study / "weights.toml")), str(tmp_path / "killed")
    with pytest.raises(Killed):
        tune(folder, PLAN, lambda: Mortal(LAND, 20))
    monkeypatch.setattr("tuning.identity.base_weights", lambda _game: first)
    assert tune(folder, PLAN, lambda: Inline(LAND.play)) == first
    assert tune(folder, PLAN, lambda: pytest.fail("a farm was opened")) == first


def test_torn_line_and_lock_of_a_dead_driver_are_repaired(tmp_path: Path) -> None:
    """A torn journal line is repaired; a dead driver's lock does not block the next for 30 s."""
    with pytest.raises(Killed):
        tune(str(tmp_path), PLAN, lambda: Mortal(LAND, 20))
    for name in (JOURNAL, "games.jsonl"):
        with open(tmp_path / name, "ab") as file:
            file.write(b'{"op_code": 4, "work')
    os.symlink(tmp_path / JOURNAL, tmp_path / (JOURNAL + ".lock"))
    tune(str(tmp_path), PLAN, lambda: Inline(LAND.play))
    assert read_status(str(tmp_path)).games == 96


def test_two_drivers_never_drive_one_study(tmp_path: Path) -> None:
    """The second driver is refused with the process number of the first."""
    with only_driver(str(tmp_path)), pytest.raises(TuningError, match=str(os.getpid())):
        tune(str(tmp_path), PLAN, lambda: Inline(LAND.play))


def test_phases_follow_each_other(tmp_path: Path) -> None:
    """The second phase begins with the result of the first; games are split by parameters."""
    plan = replace(PLAN, groups=(("evaluation",), ("captures",)))
    found = tune(str(tmp_path), plan, lambda: Inline(LAND.play))
    first, second = (load_phase(str(tmp_path), plan, phase) for phase in (0, 1))
    assert first is not None
    assert second is not None
    middle = weights_at(base_weights("pente"), spsa_of(first).theta)
    assert second.user_attrs["start"] == middle.as_dict()
    assert found == weights_at(middle, spsa_of(second).theta)
    assert [plan.stages(phase)[-1].pairs for phase in (0, 1)] == [28, 20]
    assert read_status(str(tmp_path)).games == 96


def test_study_with_a_former_storage_goes_on_with_its_games(study: Path) -> None:
    """Of a study whose trials were in a database, or are lost, the games are counted again; those
    of former validations do not count.

    It grows only after that, since the trials decide where it grows.
    """
    first, log = load_weights(str(study / "weights.toml")), study / "games.jsonl"
    line = log.read_text().splitlines()[0].replace("trial 0 0 ", "validation 0 1 ")
    log.write_text(line + "\n" + log.read_text())
    change_identity(study, validate=0.05, checks=10)
    (study / JOURNAL).unlink()
    (study / "storage.txt").write_text("sqlite:////no/such/folder/x.db\n1234abcd\n")
    with pytest.raises(TuningError, match="with its 96 games first"):
        tune(str(study), replace(PLAN, games=160), lambda: pytest.fail("a pool was opened"))
    assert tune(str(study), PLAN, lambda: pytest.fail("a pool was opened")) == first
    assert (read_status(str(study)).games, read_status(str(study)).finished) == (96, True)
    tune(str(study), replace(PLAN, games=160), lambda: Inline(LAND.play))
    assert read_status(str(study)).plan.grown[0].steps == (12,)


@pytest.mark.parametrize(
    ("games", "share"), [(2_000, 0.25), pytest.param(16_000, 0.7, marks=pytest.mark.nightly)]
)
def test_study_finds_most_of_the_hidden_elo(tmp_path: Path, games: int, share: float) -> None:
    """Of 150 Elo that a simulated engine hides, 16,000 games find 70 % and more."""
    plan = replace(PLAN, games=games, step_pairs=32)
    land = landscape(plan, seed=11)
    found = tune(str(tmp_path), plan, lambda: Inline(land.play))
    assert land.elo(found.as_dict()) >= -(1 - share) * land.available
