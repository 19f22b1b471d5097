"""Trials of options: the given ones come first, the best are kept, and the search resumes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

pytest.importorskip("jax")
pytest.importorskip("optax")

from tuning.net.training.fit import FitOptions, Trainer
from tuning.net.training.hyper import best_options

if TYPE_CHECKING:
    from pathlib import Path

OPTIONS = FitOptions(rate=3e-3, decay=2.0, blend=0.5)


class Pretended:
    """A trainer whose losses are least at a blend of 0.2."""

    def __init__(self) -> None:
        self.tried: list[FitOptions] = []

    def fit(self, options: FitOptions) -> Any:
        """The losses of these options."""
        self.tried.append(options)
        held_out = SimpleNamespace(result=abs(options.blend - 0.2), score=0.0)
        return SimpleNamespace(epochs=[SimpleNamespace(held_out=held_out)])


@pytest.mark.filterwarnings("ignore")  # Optuna calls its journal experimental
def test_trials_find_better_options_and_resume(tmp_path: Path) -> None:
    """The given options are the first trial; later trials add to earlier ones, none is lost."""
    first, second = Pretended(), Pretended()
    best_options(str(tmp_path), cast("Trainer", first), OPTIONS, 4)
    found = best_options(str(tmp_path), cast("Trainer", second), OPTIONS, 20)
    assert first.tried[0] == OPTIONS
    assert (len(first.tried), len(second.tried)) == (4, 16)
    best = min([*first.tried, *second.tried], key=lambda tried: abs(tried.blend - 0.2))
    assert found == best
    assert abs(found.blend - 0.2) < 0.2
