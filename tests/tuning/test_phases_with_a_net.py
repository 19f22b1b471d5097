"""Phases that tune the search play with the game's net, those that tune the evaluation without."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from arena.processes.worker import as_line as line_of
from arena.strength.sprt import Sprt
from search.errors import NetError
from search.net.file import game_net
from search.weights.tunable import CAPTURES, EVALUATION, ORDER, SEARCH
from tests.tuning.simulated import PLAN, Inline, landscape
from tuning.acceptance.accept import accept
from tuning.driver import tune
from tuning.errors import TuningError
from tuning.games import Opening, PairJob, PairPlayer, Played, parse_job
from tuning.identity import read_identity
from tuning.plan import Plan, base_weights

pytestmark = pytest.mark.usefixtures("quick_signature")
BOTH = ((EVALUATION, CAPTURES), (SEARCH, ORDER))
OTHER = "0123456789abcdef"


def digest(game: str) -> str:
    """The digest of the net that a game ships."""
    net = game_net(game)
    assert net is not None
    return net.digest


def jobs_of(folder: Path, plan: Plan) -> list[PairJob]:
    """The jobs of a whole study with simulated games."""
    jobs: list[PairJob] = []
    land = landscape(plan, seed=1)

    def play(job: PairJob) -> Played:
        jobs.append(job)
        return land.play(job)

    tune(str(folder), plan, lambda: Inline(play))
    return jobs


def pair(**fields: str) -> PairJob:
    """A short pair of Pente."""
    base = base_weights("pente").as_dict()
    opening = Opening(seed=1, number=0, screen=base)
    words = {"key": "trial 0 0 0", "game": "pente", "clock": "nodes:150", **fields}
    return PairJob(one=base, two={**base, "width": 9}, opening=opening, **words)


def test_only_phases_that_tune_no_evaluation_play_with_the_net(tmp_path: Path) -> None:
    """In a study of two phases the second one plays with the net."""
    plan = replace(PLAN, groups=BOTH)
    jobs = jobs_of(tmp_path, plan)
    nets = {(job.key.split()[0], job.key.split()[1]): job.net for job in jobs}
    with_net = digest("pente")
    assert nets == {
        ("trial", "0"): "",
        ("trial", "1"): with_net,
    }
    assert read_identity(str(tmp_path))["net"] == with_net


def test_study_that_began_without_a_net_goes_on_without(tmp_path: Path) -> None:
    """An identity without a net, as older versions wrote it, stays as it is, also if it grows."""
    plan = replace(PLAN, groups=BOTH[1:])
    jobs_of(tmp_path, plan)
    identity = json.loads((tmp_path / "plan.json").read_text())
    del identity["net"]
    (tmp_path / "plan.json").write_text(json.dumps(identity))
    jobs = jobs_of(tmp_path, replace(plan, games=2 * plan.games))
    assert jobs
    assert {job.net for job in jobs} == {""}
    assert "net" not in read_identity(str(tmp_path))


def test_study_with_another_net_is_refused(tmp_path: Path) -> None:
    """Neither its games nor its acceptance go on with another net than it was begun with."""
    plan = replace(PLAN, groups=BOTH[1:])
    jobs_of(tmp_path, plan)
    identity = json.loads((tmp_path / "plan.json").read_text())
    (tmp_path / "plan.json").write_text(json.dumps({**identity, "net": OTHER}))
    with pytest.raises(TuningError, match=f"net: {OTHER} in the study, {digest('pente')} now"):
        jobs_of(tmp_path, plan)
    with pytest.raises(TuningError, match=f"net of digest {OTHER}.*has {digest('pente')}"):
        accept(str(tmp_path), Sprt(nelo0=0, nelo1=200), most_games=2)


def test_pair_is_played_with_the_net_of_its_job() -> None:
    """Other moves than without it, from the same opening; the job survives its line of JSON."""
    player = PairPlayer()
    without, with_net = pair(), pair(net=digest("pente"))
    games = [player.play(parse_job(line_of(job))) for job in (without, with_net, without)]
    assert games[0].opening == games[1].opening
    assert games[0].moves != games[1].moves
    assert (games[0].one, games[0].two) == (games[1].one, games[1].two)
    assert games[2].moves == games[0].moves
    with pytest.raises(NetError, match=OTHER):
        player.play(pair(net=OTHER))


@pytest.mark.parametrize(("groups", "spec"), [(BOTH, ""), (BOTH[:1], ",net=none")])
def test_acceptance_plays_as_the_last_phase_did(
    tmp_path: Path, groups: tuple[tuple[str, ...], ...], spec: str
) -> None:
    """Both sides of the match have the net, or neither has."""
    plan = replace(PLAN, groups=groups, nodes=20)
    jobs_of(tmp_path, plan)
    target = tmp_path / "target.toml"
    target.write_bytes((tmp_path / "weights.toml").read_bytes())
    target.write_text(target.read_text().replace("width = ", "width = 1", 1))
    accept(str(tmp_path), Sprt(nelo0=0, nelo1=200), most_games=2, target=str(target))
    head = json.loads((tmp_path / "acceptance.jsonl").read_text().splitlines()[0])
    names = (f"engine:weights={tmp_path / 'weights.toml'}", f"engine:weights={target}")
    assert tuple(name + spec for name in names) == (head["match"]["a"], head["match"]["b"])
