"""Trials of options: the given ones come first, the best are kept, and the search resumes."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from tuning.errors import TuningError
from tuning.net.errors import LearningError
from tuning.storage import only_driver

pytest.importorskip("jax")
pytest.importorskip("optax")

from tuning.net.training.fit import FitOptions, Trainer
from tuning.net.training.hyper import JOURNAL, best_options

if TYPE_CHECKING:
    from pathlib import Path

OPTIONS = FitOptions(rate=3e-3, decay=2.0, blend=0.5)
GAMES = ["games of one folder"]


class Killed(BaseException):
    """The end of a process, which Optuna cannot note."""


class Pretended:
    """A trainer whose losses are least at a blend of 0.2."""

    def __init__(self, lives: int = 1_000) -> None:
        """The process ends in the fit after so many."""
        self._lives = lives
        self.tried: list[FitOptions] = []

    def fit(self, options: FitOptions) -> Any:
        """The losses of these options."""
        if len(self.tried) == self._lives:
            raise Killed
        self.tried.append(options)
        held_out = SimpleNamespace(result=abs(options.blend - 0.2), score=0.0)
        return SimpleNamespace(epochs=[SimpleNamespace(held_out=held_out)])


@pytest.mark.filterwarnings("ignore")  # Optuna calls its journal experimental
def test_trials_find_better_options_and_resume(tmp_path: Path) -> None:
    """The given options are the first trial; later trials add to earlier ones, none is lost."""
    first, second = Pretended(), Pretended()
    best_options(str(tmp_path), cast("Trainer", first), OPTIONS, 4, games=GAMES)
    found = best_options(str(tmp_path), cast("Trainer", second), OPTIONS, 20, games=GAMES)
    assert first.tried[0] == OPTIONS
    assert (len(first.tried), len(second.tried)) == (4, 16)
    best = min([*first.tried, *second.tried], key=lambda tried: abs(tried.blend - 0.2))
    assert found == best
    assert abs(found.blend - 0.2) < 0.2


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("finished", [0, 2])
def test_killed_search_goes_on(tmp_path: Path, finished: int) -> None:
    """A kill in a trial, and in an append to the journal, costs that trial only."""
    killed, last = Pretended(finished), Pretended()
    with pytest.raises(Killed):
        best_options(str(tmp_path), cast("Trainer", killed), OPTIONS, 4, games=GAMES)
    with open(tmp_path / JOURNAL, "ab") as file:
        file.write(b'{"op_code": 6, "worker')
    for wanted in (4, 6):
        best_options(str(tmp_path), cast("Trainer", last), OPTIONS, wanted, games=GAMES)
    assert [*killed.tried, *last.tried][0] == OPTIONS
    assert len(killed.tried) + len(last.tried) == 6


def test_one_process_searches_in_a_folder(tmp_path: Path) -> None:
    """A second search in the same folder is refused: it would take the first one's trials."""
    with only_driver(str(tmp_path)), pytest.raises(TuningError, match="in use"):
        best_options(str(tmp_path), cast("Trainer", Pretended()), OPTIONS, 1, games=GAMES)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(
    ("options", "games", "named"),
    [
        (OPTIONS, ["others"], "games of one folder"),
        (replace(OPTIONS, epochs=OPTIONS.epochs + 1), GAMES, "epochs"),
    ],
)
def test_trials_have_one_measure(
    tmp_path: Path, options: FitOptions, games: list[str], named: str
) -> None:
    """Trials with other games, or with other options that no trial changes, are not compared."""
    best_options(str(tmp_path), cast("Trainer", Pretended()), OPTIONS, 1, games=GAMES)
    other = Pretended()
    with pytest.raises(LearningError, match=named):
        best_options(str(tmp_path), cast("Trainer", other), options, 2, games=games)
    assert not other.tried
