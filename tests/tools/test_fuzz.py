"""The targets of the fuzzers: each holds on its kept corpus, and a foreign error is a finding."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tools.fuzz import targets
from tools.fuzz.run import digest_of
from tools.fuzz.targets import COMPILED, TARGETS
from tools.soak.faults import damaged

CORPUS = Path(__file__).parents[2] / "tools" / "fuzz" / "corpus"
MOST_BYTES = 300_000


def test_targets_hold_on_their_corpus() -> None:
    """Each kept input, and some damaged copies of it, raise only what the reader promises. All
    inputs together stay below 300 kB.
    """
    size = 0
    for name, target in TARGETS.items():
        inputs = [path.read_bytes() for path in sorted((CORPUS / name).iterdir())]
        assert inputs, name
        dice, copies = Random(1), 3 if name in COMPILED else 25
        for content in inputs:
            size += len(content)
            for data in (content, *(damaged(content, dice) for _ in range(copies))):
                target(data)
    assert size < MOST_BYTES


def test_a_changed_source_changes_the_digest(tmp_path: Path) -> None:
    """A kernel that was built for the fuzzers is not used after any of its sources has changed."""
    for name in ("games/rules.py", "search/kernel/core/negamax.pxi", "data/weights/pente.net"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("one", encoding="ascii")
        before = digest_of(tmp_path)
        path.write_text("two", encoding="ascii")
        assert digest_of(tmp_path) != before
    unchanged = digest_of(tmp_path)
    (tmp_path / "search" / "five.so").write_text("built", encoding="ascii")
    assert digest_of(tmp_path) == unchanged


def test_another_error_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error that the reader does not promise leaves the target."""

    def crash(_text: str) -> None:
        raise KeyError

    monkeypatch.setattr(targets, "read_record", crash)
    with pytest.raises(KeyError):
        TARGETS["record"](b"(;)")
