"""Checks that the packages behind `pente` are ours: their names are common words."""

from __future__ import annotations

import os
from importlib.util import find_spec

BEHIND = ("games", "search", "agent", "arena")


def require_own_packages() -> None:
    """Raise ImportError if a file of the user, such as `search.py`, hides one of our packages."""
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for name in BEHIND:
        spec = find_spec(name)
        found = "" if spec is None or spec.origin is None else os.path.abspath(spec.origin)
        if found != os.path.join(root, name, "__init__.py"):
            raise ImportError(
                f"{found or name} hides the package {name!r}, which pente needs: rename it, or "
                "start Python in another folder"
            )
