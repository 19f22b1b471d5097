"""Prints the lowest libraries that pyproject.toml allows, as pip's constraints.

    python -m tools.make.lower_bounds dev > lowest.txt
    pip install -r lowest.txt   # in a new environment; then run the tests there

Every `name>=1.2` of the extra, and of the extras in it, becomes `name==1.2`.
"""

from __future__ import annotations

import re
import sys
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[2] / "pyproject.toml"
BOUND = re.compile(r"([A-Za-z0-9_.\[\]-]+)>=([0-9][0-9A-Za-z.]*)")


def lowest(extra: str) -> list[str]:
    """The constraints of an extra, sorted. Raises KeyError for an unknown one."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    waiting, found = [extra], set()
    seen = set(waiting)
    while waiting:
        for library in extras[waiting.pop()]:
            name, _, inner = library.partition("[")
            if name == project["name"]:
                more = set(inner.rstrip("]").split(",")) - seen
                seen |= more
                waiting += more
            else:
                found.add(pinned(library))
    return sorted(found)


def pinned(library: str) -> str:
    """`name>=1.2,<2` as `name==1.2`. Raises ValueError without a lower bound."""
    match = BOUND.match(library)
    if match is None:
        raise ValueError(f"{library!r} has no lower bound")
    return f"{match[1]}=={match[2]}"


if __name__ == "__main__":
    print("\n".join(lowest(sys.argv[1] if len(sys.argv) > 1 else "dev")))
