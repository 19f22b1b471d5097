"""Makes archives of byte code, and finds what of the standard library is needed.

It runs in Pyodide, whose Python reads the byte code; `python.mjs` calls `reduce`.
"""

from __future__ import annotations

import ast
import importlib.util
import json
import sysconfig
import zipfile
from collections.abc import Iterator
from importlib._bootstrap_external import _code_to_hash_pyc  # type: ignore[attr-defined]

# What the interpreter and Pyodide load by themselves, or by a name that no import shows.
ALWAYS = (
    *("encodings.utf_8", "encodings.ascii", "encodings.latin_1"),
    *("encodings.idna", "encodings.cp437", "encodings.aliases", "codecs", "site", "sysconfig"),
    *(
        "importlib.resources",
        "importlib.metadata",
        "asyncio",
        "stringprep",
        "concurrent.futures.thread",
    ),
)
PYODIDE = ("pyodide", "_pyodide")
TELLS = (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef)
NEVER = ("__name__ ==", "TYPE_CHECKING", "typing.TYPE_CHECKING")  # conditions that do not hold


VARIABLES, CODE, LIBRARY = "variables.json", "code.zip", "python_stdlib.zip"


def reduce() -> list[str]:
    """Write, and name, what is made of the archives /in.zip and /library.zip.

    variables.json     the configuration of this Python's build
    code.zip           in.zip with byte code in the place of sources: it starts four times as fast
    python_stdlib.zip  the same for the modules of library.zip that in.zip needs
    """
    ours, library = _files("/in.zip"), _files("/library.zip")
    roots = {*ALWAYS, *(name for name in _modules(library) if name.startswith(PYODIDE))}
    for name, content in ours.items():
        if name.endswith(".py"):
            roots |= set(_imports(ast.parse(content), name, deep=True))
    with open(f"/{VARIABLES}", "w") as file:
        json.dump(sysconfig.get_config_vars(), file)
    _write(CODE, ours, zipfile.ZIP_STORED)
    _write(LIBRARY, _reached(roots, library), zipfile.ZIP_DEFLATED)
    return [VARIABLES, CODE, LIBRARY]


def _files(path: str) -> dict[str, bytes]:
    """The files of an archive."""
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def _modules(library: dict[str, bytes]) -> dict[str, str]:
    """The file of each module."""
    files = [name for name in library if name.endswith(".py")]
    return {
        name.removesuffix(".py").removesuffix("/__init__").replace("/", "."): name for name in files
    }


def _reached(roots: set[str], library: dict[str, bytes]) -> dict[str, bytes]:
    """The files of the modules that are loaded when the roots are."""
    files, waiting, seen = _modules(library), sorted(roots), set[str]()
    while waiting:
        name = waiting.pop()
        parents = [name.rsplit(".", up)[0] for up in range(name.count(".") + 1)]
        for module in {name, *parents} - seen:
            seen.add(module)
            if module in files:
                tree = ast.parse(library[files[module]])
                waiting += _imports(tree, files[module], deep=False)
    return {files[name]: library[files[name]] for name in sorted(seen & files.keys())}


def _imports(tree: ast.AST, file: str, *, deep: bool) -> Iterator[str]:
    """The modules that a file loads; `deep`: in its functions as well."""
    package = file.removesuffix(".py").removesuffix("/__init__").split("/")
    if not file.endswith("/__init__.py"):
        package.pop()
    waiting = list(ast.iter_child_nodes(tree))
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            yield base
            yield from (f"{base}.{alias.name}" for alias in node.names)
        if isinstance(node, ast.If) and ast.unparse(node.test).startswith(NEVER):
            waiting += node.orelse
        elif deep or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            waiting += ast.iter_child_nodes(node)


def _untold(content: bytes) -> ast.Module:
    """The syntax of a source without what modules and functions say of themselves: nobody asks.

    Classes keep it, since a dataclass without would make a text of its own at each start.
    """
    tree = ast.parse(content)
    for node in ast.walk(tree):
        if isinstance(node, TELLS) and ast.get_docstring(node, clean=False) is not None:
            told = node.body.pop(0)
            node.body = node.body or [ast.copy_location(ast.Pass(), told)]
    return tree


def _write(made: str, files: dict[str, bytes], way: int) -> None:
    """Write an archive, with byte code that is never compared with a source."""
    with zipfile.ZipFile(f"/{made}", "w") as archive:
        for name, content in sorted(files.items()):
            if name.endswith(".py"):
                code = compile(_untold(content), f"/{name}", "exec", dont_inherit=True)
                digest = importlib.util.source_hash(content)
                made = _code_to_hash_pyc(code, digest, False)
                archive.writestr(zipfile.ZipInfo(f"{name}c"), made, way, 9)
            elif not name.endswith("/"):
                archive.writestr(zipfile.ZipInfo(name), content, way, 9)
