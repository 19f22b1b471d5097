"""Acceptance: only a passed test changes the engine's weights."""

from __future__ import annotations

import json
import tomllib
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from arena.game.record import GameRecord
from arena.game.spec import Job
from arena.match.results import read_results
from arena.match.runners import GAMES
from arena.processes.pool import InProcess
from arena.strength.sprt import ACCEPTED, REJECTED, UNDECIDED, Sprt
from games.registry import family_of
from search.weights import Weights, built_in_weights
from search.weights.file import format_weights, load_weights, weights_path
from tests.tuning.simulated import Inline, Killed, Mortal, landscape
from tuning.acceptance.accept import accept
from tuning.acceptance.checks import require_checkout
from tuning.driver import tune
from tuning.errors import TuningError
from tuning.plan import Plan
from tuning.report import sprt_of

if TYPE_CHECKING:
    from pathlib import Path

PLAN = Plan(game="gomoku-9", games=8, nodes=60, seed=1, step_pairs=4)
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


def test_better_weights_replace_the_others_and_say_why(study: Path, tmp_path: Path) -> None:
    """Better weights replace the old ones, which are kept; the file records the games."""
    blind = Weights({**Weights().as_dict(), **BLIND})
    target = weights_file(tmp_path / "target.toml", blind)
    found = accept(
        str(study), SHORT, most_games=400, target=str(target), command="pente tune accept"
    )
    assert found.verdict == ACCEPTED
    assert found.written == str(target)
    assert load_weights(str(target)) == load_weights(str(study / "weights.toml"))
    assert load_weights(str(target) + ".previous") == blind
    source = tomllib.loads(target.read_text())["provenance"]
    assert source["before"] == blind.digest()
    assert source["pairs"] == "-".join(map(str, found.score.pairs.counts))
    assert source["engine"] == "simulated"
    assert str(found.score.total.games) in source["games"]


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


def test_test_that_was_stopped_goes_on(study: Path, tmp_path: Path) -> None:
    """A test that was undecided after eight games of twelve plays only the missing ones.

    They may be played elsewhere.
    """
    opened: list[InProcess[Job, GameRecord]] = []

    def elsewhere() -> InProcess[Job, GameRecord]:
        opened.append(InProcess(GAMES))
        return opened[-1]

    target = weights_file(tmp_path / "target.toml", Weights())
    assert accept(str(study), SHORT, most_games=8, target=str(target)).verdict == UNDECIDED
    lines = (study / "acceptance.jsonl").read_text().splitlines()
    found = accept(str(study), SHORT, most_games=12, target=str(target), cluster=elsewhere)
    assert len(opened) == 1
    later = (study / "acceptance.jsonl").read_text().splitlines()
    assert found.score.total.games == 12
    assert later[:9] == lines


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


def test_openings_of_gipf_are_none_that_a_study_draws(tmp_path: Path) -> None:
    """The test's openings are a turn longer than the study's, so no board is of both."""
    plan = replace(PLAN, game="gipf-basic")
    tune(str(tmp_path / "study"), plan, lambda: Inline(landscape(plan, seed=2).play))
    target = weights_file(tmp_path / "target.toml", built_in_weights(plan.rules))
    accept(str(tmp_path / "study"), SHORT, most_games=4, target=str(target))
    games = read_results(str(tmp_path / "study" / "acceptance.jsonl"))[1]
    assert len(games) == 4
    family = family_of(plan.rules)
    drawn = [family.opening_candidate(f"1 {number}") for number in range(40)]
    assert {len(game.opening) for game in games} == {9}
    assert max(len(opening) for opening in drawn if opening) <= 8


def test_games_of_two_engines_never_count_in_one_test(
    study: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the search has changed since the first games, the test stops and names both engines."""
    target = weights_file(tmp_path / "target.toml", Weights())
    assert accept(str(study), SHORT, most_games=8, target=str(target)).verdict == UNDECIDED
    monkeypatch.setattr("tuning.acceptance.accept.quick_signature", lambda _family: "changed")
    with pytest.raises(TuningError, match="games of engine simulated, the present one is changed"):
        accept(str(study), SHORT, most_games=12, target=str(target))


def test_provenance_names_the_engine_that_played(
    study: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The provenance names the engine that played the test, not the one of the study."""
    monkeypatch.setattr("tuning.acceptance.accept.quick_signature", lambda _family: "changed")
    blind = Weights({**Weights().as_dict(), **BLIND})
    target = weights_file(tmp_path / "target.toml", blind)
    assert accept(str(study), SHORT, most_games=400, target=str(target)).verdict == ACCEPTED
    assert tomllib.loads(target.read_text())["provenance"]["engine"] == "changed"


def test_report_draws_the_test_that_was_made(study: Path, tmp_path: Path) -> None:
    """The report draws the test's hypotheses over the curve."""
    target = weights_file(tmp_path / "target.toml", Weights())
    accept(str(study), SHORT, most_games=40, target=str(target))
    assert sprt_of(str(study)) == SHORT


def test_second_acceptance_says_so(study: Path, tmp_path: Path) -> None:
    """It plays and writes nothing, and tells when the weights were accepted."""
    blind = Weights({**Weights().as_dict(), **BLIND})
    target = weights_file(tmp_path / "target.toml", blind)
    first = accept(str(study), SHORT, most_games=400, target=str(target))
    assert (first.verdict, first.before, first.replaced) == (ACCEPTED, None, True)
    before = target.read_bytes(), (study / "acceptance.jsonl").read_bytes()
    second = accept(str(study), SHORT, most_games=400, target=str(target))
    assert (target.read_bytes(), (study / "acceptance.jsonl").read_bytes()) == before
    assert second.verdict == ACCEPTED
    assert second.before == tomllib.loads(target.read_text())["provenance"]["accepted"]
    assert second.score.total.games == first.score.total.games


def test_accepted_weights_go_to_the_file_that_is_named(study: Path, tmp_path: Path) -> None:
    """With an output file the engine's own weights stay as they are."""
    blind = Weights({**Weights().as_dict(), **BLIND})
    target, output = weights_file(tmp_path / "target.toml", blind), tmp_path / "mine.toml"
    words = {"most_games": 400, "target": str(target), "output": str(output)}
    before = target.read_bytes()
    found = accept(str(study), SHORT, **words)  # type: ignore[arg-type]
    assert (found.verdict, found.written, found.replaced) == (ACCEPTED, str(output), False)
    assert target.read_bytes() == before
    assert load_weights(str(output)) == load_weights(str(study / "weights.toml"))
    assert accept(str(study), SHORT, **words).before is not None  # type: ignore[arg-type]


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


def test_games_of_another_test_are_refused_with_a_way_on(study: Path, tmp_path: Path) -> None:
    """With another clock the message says what differs and what to do about it."""
    output = str(tmp_path / "mine.toml")
    assert accept(str(study), SHORT, most_games=2, output=output).verdict == UNDECIDED
    with pytest.raises(TuningError, match=r"'nodes:60', not 'nodes:50'.* or remove the file"):
        accept(str(study), SHORT, most_games=2, output=output, clock="nodes:50")


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


def test_results_of_before_a_growth_are_kept(study: Path, tmp_path: Path) -> None:
    """A study that grows after its acceptance can be tested anew."""
    target = weights_file(tmp_path / "target.toml", Weights())
    accept(str(study), SHORT, most_games=8, target=str(target))
    games = (study / "acceptance.jsonl").read_bytes()
    tune(str(study), replace(PLAN, games=16), lambda: Inline(LAND.play))
    assert (study / "acceptance-8.jsonl").read_bytes() == games
    assert not (study / "acceptance.jsonl").exists()
    assert accept(str(study), SHORT, most_games=8, target=str(target)).score.total.games == 8
