"""Comments and docstrings name modules that exist: `search.engine`, `search.engine.Engine`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.test_imports import OTHERS, PACKAGES, ROOT

TOPS = (*PACKAGES, *OTHERS, "tests")
SOURCES = (".py", ".pyi", ".pyx", ".pxi")
NAME = re.compile(rf"`((?:{'|'.join(TOPS)})(?:\.\w+)+)`")


def names_in(text: str) -> Iterator[str]:
    """The names in backticks that begin with a package of ours, but are no files (`search.py`)."""
    return (name for name in NAME.findall(text) if not name.endswith(SOURCES))


def exists(name: str) -> bool:
    """Whether this is a package or module, or a name that occurs in one."""
    words = name.split(".")
    for count in range(len(words), 0, -1):
        place, inside = ROOT.joinpath(*words[:count]), words[count:]
        files = [place.with_suffix(suffix) for suffix in SOURCES] + [place / "__init__.py"]
        found = [file.read_text(encoding="utf-8") for file in files if file.is_file()]
        if not inside and (found or place.is_dir()):
            return True
        if found and inside:
            return any(re.search(rf"\b{inside[0]}\b", text) for text in found)
    return False


def test_sources_name_modules_that_exist() -> None:
    """No comment or docstring of a package names a module that was moved or never was."""
    files = [path for top in TOPS for path in (ROOT / top).rglob("*") if path.suffix in SOURCES]
    unknown = [
        f"{path.relative_to(ROOT)}: {name}"
        for path in files
        for name in names_in(path.read_text(encoding="utf-8"))
        if not exists(name)
    ]
    assert not unknown
    assert not exists("search.nowhere")
