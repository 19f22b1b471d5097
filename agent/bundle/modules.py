"""Which modules a script needs: an import walk over the sources, without running them.

The walk starts from the imports of a script and follows those of each module of ours that it meets,
imports inside functions included. Imports below `if TYPE_CHECKING:` load nothing, so they do not
count. A package comes with each of its modules.
"""

from __future__ import annotations

import ast
import os
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

PACKAGES = ("agent", "search", "games")
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def needed_modules(sources: Iterable[str], without: Collection[str] = ()) -> dict[str, str]:
    """The paths, relative to ROOT, of all modules that these sources need, by name, in order.

    A module is left out, with what only it needs, if its name or a part of it is in `without`:
    `gipf` leaves out `games.gipf.rules`, `search.engine` only that module.
    """
    paths: dict[str, str] = {}
    waiting = [name for source in sources for name in imported_names(ast.parse(source))]
    while waiting:
        module, path = _longest_module(waiting.pop())
        if not module or module in paths or _is_left_out(module, without):
            continue
        paths[module] = path
        waiting.append(module.rpartition(".")[0])
        waiting += imported_names(ast.parse(source_of(path)))
    return dict(sorted(paths.items()))


def source_of(path: str) -> str:
    """A source of ours as a checkout has it; in a wheel, what it imports lies below `pente`."""
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return re.sub(r"(?m)^( *(?:from|import)) pente\.", r"\1 ", file.read())


def imported_names(tree: ast.AST, *, at_once: bool = False) -> Iterator[str]:
    """The full names that code imports when it runs; `at_once`: only those outside of functions."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and _names_type_checking(node.test):
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        if not (at_once and isinstance(node, ast.FunctionDef)):
            yield from imported_names(node, at_once=at_once)


def _names_type_checking(test: ast.expr) -> bool:
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"


def _longest_module(name: str) -> tuple[str, str]:
    """The module of ours that a full name names or is in, and its path; ("", "") for others."""
    while name.partition(".")[0] in PACKAGES:
        beginning = name.replace(".", "/")
        for path in (f"{beginning}.py", f"{beginning}/__init__.py"):
            if os.path.isfile(os.path.join(ROOT, path)):
                return name, path
        name = name.rpartition(".")[0]
    return "", ""


def _is_left_out(module: str, without: Collection[str]) -> bool:
    return module in without or not set(without).isdisjoint(module.split("."))
