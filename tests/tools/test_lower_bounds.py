"""The lowest libraries that pyproject.toml allows."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tools.make.lower_bounds import lowest, pinned

EXTRAS = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"][
    "optional-dependencies"
]


def test_every_library_has_a_lower_bound() -> None:
    """Each extra becomes constraints of one version per library, its extras included."""
    for extra in EXTRAS:
        found = lowest(extra)
        assert found
        assert all("==" in library for library in found), extra
        names = [library.partition("==")[0] for library in found]
        assert len(names) == len(set(names)), extra


def test_a_bound_is_pinned() -> None:
    """The upper bound is dropped; without a lower one there is an error."""
    assert pinned("mkdocs>=1.6,<2") == "mkdocs==1.6"
    with pytest.raises(ValueError, match="no lower bound"):
        pinned("rich")
