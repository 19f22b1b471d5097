"""The command that runs the kernel under the sanitizers: its logic, without a build."""

from __future__ import annotations

import os
import sys
from collections import Counter
from pathlib import Path

import pytest

from games.five.rules import PRESETS
from games.gipf.rules import GIPF_PRESETS
from tools.programs import ended
from tools.trials import sanitize, sanitized_games

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("name", ["gomoku-9", "gipf"])
def test_sanitize_games_are_the_same_again_and_hold_every_kind_of_search(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game follows from its number and the seed; a few games use every kind of search, and every
    preset is played.
    """
    assert set(sanitized_games.RULE_SETS) == {*PRESETS, *GIPF_PRESETS}
    monkeypatch.setattr(sanitized_games, "KINDS", dict.fromkeys(sanitized_games.KINDS, 1))
    first, again = Counter[str](), Counter[str]()
    for done in (first, again):
        for number in range(1, 4):
            sanitized_games.play_random_game(name, number, 5, done)
    assert first == again
    assert all(first[kind.__name__] for kind in sanitized_games.KINDS)


def test_sanitize_passes_only_if_all_parts_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One failed part, or a report of any process, makes the whole fail; a part that runs in the
    copy returns its own exit code.
    """
    for codes, reports, expected in (
        ((0, 0), [], sanitize.OK),
        ((1, 0), [], sanitize.FAULT),
        ((0, -6), [], sanitize.FAULT),
        ((0, 0), ["report.1"], sanitize.FAULT),  # written by a helper process
    ):
        assert sanitize.verdict({"tests": codes[0], "games": codes[1]}, reports) == expected
    monkeypatch.setattr(sanitize, "BUILT", str(tmp_path))
    command = [sys.executable, "-c", "raise SystemExit(3)"]
    assert sanitize.run(command, dict(os.environ)) == 3


def test_sanitize_leaves_out_only_tests_that_exist() -> None:
    """Every test that is left out exists under that name."""
    for test in sanitize.LEFT_OUT:
        path, _, function = test.partition("::")
        assert f"def {function}" in (ROOT / path).read_text()


def test_sanitize_without_a_compiler_says_so_in_one_line(tmp_path: Path) -> None:
    """Without gcc the exit code is 2, and one line says why."""
    done = ended([sys.executable, "-m", "tools.trials.sanitize"], PATH=str(tmp_path))
    assert done.returncode == sanitize.CANNOT_RUN
    assert done.stderr.startswith("sanitize.py cannot run: gcc: no such file")
    assert len(done.stderr.splitlines()) == 1
