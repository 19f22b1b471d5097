"""Who may import what at run time, read from the syntax tree of every Python file.

`lint-imports` checks the layers between the packages. It cannot see compiled modules, and for each
library it would need a list of modules; here unlisted files are checked too. Imports below `if
TYPE_CHECKING:` are exempt, because they load nothing; imports inside functions count.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from importlinter.cli import lint_imports

ROOT = Path(__file__).parents[1]
PACKAGES = ("games", "search", "agent", "arena", "pente", "tuning", "web", "cli")
OTHERS = ("benchmarks", "tools", "data")
# The only file that loads the compiled kernel.
LOADER = "search/native.py"
# The generators of the kernel's tables are plain Python: a script that fits weights imports them.
TABLE_READERS = {
    "search.kernel.five_tables": ("tuning/net/positions/windows.py",),
}
# Imports whose names are computed at run time, so the syntax tree does not show them.
UNREADABLE = "(a name made at run time)"
MAKERS_OF_NAMES = (LOADER, "cli/main.py", "games/registry.py", "web/standalone/files.py")
MOST_FILES = 20  # in one folder, without its `__init__.py`
BUILT = (".so", ".c", ".html")  # imported by the kernel's build, from its folder
# Where each library may be imported; an unlisted library may be imported nowhere.
LIBRARIES = {
    "optuna": ("tuning/",),
    "distributed": ("arena/cluster/",),
    "jax": (
        "tuning/net/policy/fit.py",
        "tuning/net/training/fit.py",
        "tuning/net/training/model.py",
    ),
    "optax": (
        "tuning/net/policy/fit.py",
        "tuning/net/training/fit.py",
        "tuning/net/training/model.py",
    ),
    "matplotlib": ("tuning/", "arena/html_page.py", "arena/tournament/report.py"),
    "numpy": ("tuning/", "arena/strength/ratings.py"),
    "scipy": ("tools/", "arena/strength/ratings.py"),
    "click": ("cli/",),
    "rich_click": ("cli/", "tools/docs_commands.py"),
    "rich": ("cli/",),
    "starlette": ("web/",),
    "uvicorn": ("web/",),
    "h11": ("web/http/connections.py",),
    "msgspec": ("web/",),
    "PIL": ("web/sharing/", "tools/make/site/"),
    "httpx": ("benchmarks/",),
    "playwright": ("benchmarks/", "tools/"),
    "mkdocs": ("tools/docs_site.py",),
    "griffe": ("tools/docs_site.py",),
    "elftools": ("tools/trials/wheels.py",),
    "tests": ("tools/",),
    "setuptools": ("setup.py",),
    "Cython": ("setup.py",),
}


def python_files() -> list[str]:
    """Every Python file that users or developers run, relative to the root; no tests."""
    folders = [path for name in (*PACKAGES, *OTHERS) for path in (ROOT / name).rglob("*.py")]
    return sorted(str(path.relative_to(ROOT)) for path in [*ROOT.glob("*.py"), *folders])


def run_time_imports(tree: ast.AST) -> Iterator[str]:
    """The full names of all modules, and names in modules, that code may load when it runs."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and _is_type_checking(node.test):
            for other in node.orelse:
                yield from run_time_imports(ast.Module([other], []))
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute in this project"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Call) and _name_of(node.func) in ("__import__", "import_module"):
            yield _beginning(node.args[0])
        yield from run_time_imports(node)


def _is_type_checking(test: ast.expr) -> bool:
    return _name_of(test) == "TYPE_CHECKING"


def _name_of(node: ast.expr) -> str:
    """The last part of a dotted name."""
    return node.id if isinstance(node, ast.Name) else getattr(node, "attr", "")


def _beginning(argument: ast.expr) -> str:
    """The constant text with which the name of a dynamic import begins."""
    first = argument.values[0] if isinstance(argument, ast.JoinedStr) else argument
    return str(first.value) if isinstance(first, ast.Constant) else UNREADABLE


@cache
def imports_of(file: str) -> tuple[str, ...]:
    """What a file of ours may load when it runs."""
    return tuple(run_time_imports(ast.parse((ROOT / file).read_text(encoding="utf-8"))))


def refusals(file: str, names: Iterable[str]) -> list[str]:
    """The forbidden imports of this file, as sentences."""
    found = []
    for name in names:
        library = name.partition(".")[0]
        own = library in (*PACKAGES, *OTHERS)
        if name == UNREADABLE:
            if file not in MAKERS_OF_NAMES:
                found.append(f"{file} makes the name of an import: only {MAKERS_OF_NAMES} may")
        elif f"{name}.".startswith("search.kernel."):
            readers = TABLE_READERS.get(".".join(name.split(".")[:3]), ())
            inside = file.startswith("search/kernel/")
            if not inside and file not in (LOADER, *readers):
                found.append(f"{file} loads {name}: only {LOADER} may")
        elif not own and library not in sys.stdlib_module_names:
            places = LIBRARIES.get(library, ())
            if not file.startswith(places):
                found.append(f"{file} loads {library}: only {', '.join(places) or 'nobody'} may")
    return found


def test_files_load_only_what_they_may() -> None:
    """No file loads the compiled kernel or a library outside the places listed above; every allowed
    import is found, also in functions, and so are the files that make names.
    """
    files = python_files()
    assert all(UNREADABLE in imports_of(file) for file in MAKERS_OF_NAMES if file != LOADER)
    assert not [each for file in files for each in refusals(file, imports_of(file))]
    assert refusals("search/engine.py", run_time_imports(ast.parse("import numpy")))
    loaded = {(name.partition(".")[0], file) for file in files for name in imports_of(file)}
    for library, places in LIBRARIES.items():
        for place in places:
            assert any(name == library and file.startswith(place) for name, file in loaded), (
                f"{place} no longer loads {library}"
            )
    for module, readers in TABLE_READERS.items():
        assert all(module in ".".join(imports_of(file)) for file in readers)


def test_nothing_imports_itself_by_way_of_others() -> None:
    """There is no cycle of imports between the files and folders of a folder."""
    assert lint_imports(config_filename=str(ROOT / "tests/cycles.toml"), no_cache=True) == 0


def test_folders_are_small() -> None:
    """No folder of the code has more files than a reader can survey."""
    tops = [ROOT / top for top in (*PACKAGES, "benchmarks", "tools", "tests")]
    folders = [*tops, *(path for top in tops for path in top.rglob("*") if path.is_dir())]
    for folder in folders:
        if folder.name != "__pycache__":
            files = [path.name for path in folder.iterdir() if path.is_file()]
            shown = [name for name in files if not name.endswith(("__init__.py", *BUILT))]
            assert len(shown) <= MOST_FILES, folder.relative_to(ROOT)
