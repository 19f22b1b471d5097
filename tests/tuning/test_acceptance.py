"""Acceptance: only a passed test changes the engine's weights."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from arena.game.record import GameRecord
from arena.game.spec import Job
from arena.match.jobs import GAMES
from arena.processes.pool import InProcess
from arena.strength.sprt import ACCEPTED, REJECTED, UNDECIDED, Sprt
from search.weights import Weights
from search.weights.file import format_weights, load_weights, weights_path
from tests.tuning.simulated import Inline, Killed, Mortal, landscape
from tuning.acceptance.accept import accept
from tuning.acceptance.checks import require_checkout
from tuning.driver import tune
from tuning.errors import TuningError
from tuning.plan import Plan
from tuning.report import sprt_of

PLAN = Plan(game="gomoku-9", games=8, nodes=20, seed=1, step_pairs=4)
LAND = landscape(PLAN, seed=2)
BLIND = {"open_three": 0, "four": 0, "open_four": 0, "three": 0, "two": 0, "open_two": 0}
SHORT = Sprt(nelo0=0, nelo1=200)  # few games decide

pytestmark = pytest.mark.usefixtures("quick_signature")


@pytest.fixture
def study(tmp_path: Path) -> Path:
    """A finished study."""
    tune(str(tmp_path / "study"), PLAN, lambda: Inline(LAND.play))
    return tmp_path / "study"


def weights_file(path: Path, weights: Weights) -> Path:
    """A file of these weights."""
    path.write_text(format_weights(weights, {"source": "a test"}))
    return path


def test_better_weights_replace_the_others_and_say_why(
    study: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They go to the file that is named, or replace the old ones, which are kept; the file records
    the games and the engine that played them. A second acceptance plays and writes nothing.
    """
    monkeypatch.setattr("tuning.acceptance.accept.quick_signature", lambda _family: "changed")
    blind = Weights({**Weights().as_dict(), **BLIND})
    target, output = weights_file(tmp_path / "target.toml", blind), tmp_path / "mine.toml"
    words = {"most_games": 400, "target": str(target)}
    old = target.read_bytes()
    found = accept(str(study), SHORT, **words, output=str(output))  # type: ignore[arg-type]
    assert (found.verdict, found.written, found.replaced) == (ACCEPTED, str(output), False)
    assert (found.before, target.read_bytes()) == (None, old)
    found = accept(str(study), SHORT, **words)  # type: ignore[arg-type]
    assert (found.verdict, found.written, found.replaced) == (ACCEPTED, str(target), True)
    new = load_weights(str(study / "weights.toml"))
    assert load_weights(str(target)) == load_weights(str(output)) == new
    assert load_weights(str(target) + ".previous") == blind
    source = tomllib.loads(target.read_text())["provenance"]
    assert source["before"] == blind.digest()
    assert source["pairs"] == "-".join(map(str, found.score.pairs.counts))
    assert source["engine"] == "changed"
    assert str(found.score.total.games) in source["games"]
    before = target.read_bytes(), (study / "acceptance.jsonl").read_bytes()
    second = accept(str(study), SHORT, **words)  # type: ignore[arg-type]
    assert (target.read_bytes(), (study / "acceptance.jsonl").read_bytes()) == before
    assert (second.verdict, second.before) == (ACCEPTED, source["accepted"])
    assert second.score.total.games == found.score.total.games


def test_worse_weights_change_nothing(study: Path, tmp_path: Path) -> None:
    """If the test rejects the weights, the file is unchanged."""
    blind = Weights({**Weights().as_dict(), **BLIND})
    weights_file(study / "weights.toml", blind)
    target = weights_file(tmp_path / "target.toml", Weights())
    before = target.read_bytes()
    found = accept(str(study), SHORT, most_games=400, target=str(target))
    assert found.verdict == REJECTED
    assert target.read_bytes() == before
    assert not (tmp_path / "target.toml.previous").exists()


def test_test_that_was_stopped_goes_on(
    study: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A test that was undecided after four games of six plays only the missing ones, elsewhere if
    need be; games of another engine or clock do not count in it. A study that grows after its
    acceptance keeps the games and can be tested anew.
    """
    opened: list[InProcess[Job, GameRecord]] = []

    def elsewhere() -> InProcess[Job, GameRecord]:
        opened.append(InProcess(GAMES))
        return opened[-1]

    target = str(weights_file(tmp_path / "target.toml", Weights()))
    assert accept(str(study), SHORT, most_games=4, target=target).verdict == UNDECIDED
    lines = (study / "acceptance.jsonl").read_text().splitlines()
    found = accept(str(study), SHORT, most_games=6, target=target, cluster=elsewhere)
    assert len(opened) == 1
    games = (study / "acceptance.jsonl").read_bytes()
    assert found.score.total.games == 6
    assert games.decode().splitlines()[:5] == lines
    assert sprt_of(str(study)) == SHORT
    with pytest.raises(TuningError, match=r"'nodes:20', not 'nodes:50'.* or remove the file"):
        accept(str(study), SHORT, most_games=2, target=target, clock="nodes:50")
    with monkeypatch.context() as patch:
        patch.setattr("tuning.acceptance.accept.quick_signature", lambda _family: "changed")
        with pytest.raises(TuningError, match="of engine simulated, the present one is changed"):
            accept(str(study), SHORT, most_games=12, target=target)
    tune(str(study), replace(PLAN, games=16), lambda: Inline(LAND.play))
    assert (study / "acceptance-8.jsonl").read_bytes() == games
    assert not (study / "acceptance.jsonl").exists()
    assert accept(str(study), SHORT, most_games=2, target=target).score.total.games == 2


def test_study_that_is_not_finished_is_refused(tmp_path: Path) -> None:
    """An unfinished study is refused."""
    with pytest.raises(Killed):
        tune(str(tmp_path), PLAN, lambda: Mortal(LAND, 2))
    with pytest.raises(TuningError, match="4 of 8 games"):
        accept(str(tmp_path), SHORT, most_games=8)


def test_openings_that_the_study_may_have_tuned_on_are_refused(study: Path) -> None:
    """If the file of openings has changed since the study, the test is refused."""
    plan = json.loads((study / "plan.json").read_text())
    plan["openings"]["not_of"] = "0123456789abcdef"
    (study / "plan.json").write_text(json.dumps(plan))
    with pytest.raises(TuningError, match=r"0123456789abcdef.*may have used"):
        accept(str(study), SHORT, most_games=8)
    assert not (study / "acceptance.jsonl").exists()


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("nowhere/mine.toml", "no folder .*nowhere"),
        ("study", "name another file"),
        ("notes.txt", "line 1: .*would be replaced: name another file"),
    ],
)
def test_file_that_cannot_be_written_is_refused_before_the_games(
    study: Path, tmp_path: Path, name: str, words: str
) -> None:
    """A missing folder, a folder or a file with other contents costs no game and no file."""
    (tmp_path / "notes.txt").write_text("my notes")
    with pytest.raises(TuningError, match=words):
        accept(str(study), SHORT, most_games=8, output=str(tmp_path / name))
    assert not (study / "acceptance.jsonl").exists()
    assert (tmp_path / "notes.txt").read_text() == "my notes"


def test_installed_package_is_never_changed(
    study: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a checkout the command asks for a file before it plays."""
    monkeypatch.setattr("tuning.acceptance.checks.ROOT", str(tmp_path / "site-packages"))
    with pytest.raises(TuningError, match=r"installed package.* --output FILE"):
        accept(str(study), SHORT, most_games=8)
    assert not (study / "acceptance.jsonl").exists()


def test_own_checkout_may_be_changed(tmp_path: Path) -> None:
    """The weights of this checkout need no file to be named."""
    require_checkout(weights_path("pente"))
    with pytest.raises(TuningError, match="cannot be written"):
        require_checkout(str(tmp_path / "no-such-folder" / "pente.toml"))
