"""What the tuner's tests share: the profile of all tests, a signature that costs nothing."""

from __future__ import annotations

import pytest

import tests.strategies  # noqa: F401 - it loads the profile of all tests


@pytest.fixture
def quick_signature(monkeypatch: pytest.MonkeyPatch) -> None:
    """Spare studies the second that the bench takes; the games of these tests are simulated."""
    for room in ("driver", "acceptance"):
        monkeypatch.setattr(f"tuning.{room}.quick_signature", lambda _family: "simulated")
