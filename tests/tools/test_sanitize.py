"""The command that runs the kernel under the sanitizers."""

from __future__ import annotations

from pathlib import Path

from tools.trials import sanitize

ROOT = Path(__file__).parents[2]


def test_sanitize_passes_only_if_all_parts_pass() -> None:
    """One failed part, or a report of any process, makes the whole fail."""
    for codes, reports, expected in (
        ((0, 0), [], sanitize.OK),
        ((1, 0), [], sanitize.FAULT),
        ((0, -6), [], sanitize.FAULT),
        ((0, 0), ["report.1"], sanitize.FAULT),  # written by a helper process
    ):
        assert sanitize.verdict({"tests": codes[0], "games": codes[1]}, reports) == expected


def test_sanitize_leaves_out_only_tests_that_exist() -> None:
    """Every test that is left out exists under that name."""
    for test in sanitize.LEFT_OUT:
        path, _, function = test.partition("::")
        assert f"def {function}" in (ROOT / path).read_text()
