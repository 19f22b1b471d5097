"""Shared fixtures: the profile of all tests, a free signature."""

from __future__ import annotations

import pytest

import tests.strategies  # noqa: F401 - it loads the profile of all tests


@pytest.fixture
def quick_signature(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare studies the second that the bench takes; the games of these tests are simulated."""
    for module in ("driver", "acceptance"):
        monkeypatch.setattr(f"tuning.{module}.quick_signature", lambda _family: "simulated")
