"""The command that writes the static page, as far as it needs no compiler and no node."""

from __future__ import annotations

import ast
import gzip
import json
import shutil
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from tools.make.site import reduce
from tools.make.site.__main__ import ENGINE, main, write_packs
from tools.make.site.bundle import bundle
from tools.make.site.errors import SiteError
from tools.make.site.libraries import Licence, library_files, licence_of, wheels_of, write_licences
from tools.make.site.pyodide import PACKAGES, PYTHON, SCRIPTS, Pyodide
from tools.programs import output_of

ABOUT = "Name: some\nVersion: 1.2\nLicense-Expression: BSD-3-Clause\n"


def wheel(folder: Path, **more: str) -> Path:
    """A wheel of a library, with the texts of its licences."""
    made = folder / "some-1.2-py3-none-any.whl"
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("some/code.py", "A = 1\n")
        archive.writestr("some/tests/test_code.py", "")
        archive.writestr("some-1.2.dist-info/METADATA", ABOUT)
        for name, text in more.items():
            archive.writestr(f"some-1.2.dist-info/licenses/{name}", text)
    return made


def package(folder: Path) -> Path:
    """An npm package that has the names of Pyodide's files."""
    for name in (*SCRIPTS, PYTHON, reduce.LIBRARY, PACKAGES, "package.json"):
        (folder / name).write_text('{"version": "3.1", "info": {"platform": "emscripten_5_0_3"}}')
    return folder


def test_a_library_comes_without_its_tests(tmp_path: Path) -> None:
    """And without what pip alone reads."""
    assert dict(library_files([wheel(tmp_path)])) == {"some/code.py": b"A = 1\n"}


def test_licences_lie_beside_the_page_and_an_index_leads_to_all(tmp_path: Path) -> None:
    """A library's whole licence is written; of another work it says where the source is."""
    licence = licence_of(wheel(tmp_path, LICENSE="Do <good>."))
    assert licence == Licence("some 1.2", "BSD-3-Clause", "Do <good>.")
    write_licences(tmp_path / "l", [licence, *Pyodide(package(tmp_path)).licences()])
    assert (tmp_path / "l/some.txt").read_text() == "Do <good>."
    index = (tmp_path / "l/index.html").read_text()
    assert '<a href="some.txt">BSD-3-Clause</a>' in index
    assert "MPL-2.0" in index
    assert "pyodide/tree/3.1" in index


def test_a_library_without_a_licence_is_refused(tmp_path: Path) -> None:
    """By the name of its wheel."""
    with pytest.raises(SiteError, match=r"some-1\.2"):
        licence_of(wheel(tmp_path))


@pytest.mark.processes
def test_missing_wheels_are_told_in_words(tmp_path: Path) -> None:
    """Without a network pip looks only into the folder that is named."""
    with pytest.raises(SiteError, match=str(tmp_path)) as told:
        wheels_of(tmp_path / "work", given=tmp_path)
    assert "starlette" in str(told.value)


def test_a_missing_package_or_node_is_told_with_what_helps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The package of npm first, since node comes with npm; in one line, and nothing is written."""
    site = tmp_path / "site"
    monkeypatch.setattr("sys.argv", ["site", str(site), "--pyodide", str(tmp_path)])
    with pytest.raises(SystemExit, match=r"cannot be made.*npm ci"):
        main()
    assert not site.exists()
    monkeypatch.setattr(shutil, "which", lambda _: None)
    with pytest.raises(SiteError, match=r"node is missing.*Node\.js"):
        Pyodide(package(tmp_path))


def test_packs_hold_all_files_but_the_nets(tmp_path: Path) -> None:
    """They lie beside them, each compressed."""
    files = {"a/b.pyc": b"one", "data/pente.net": b"net", "c": b"", "d.txt": b"two\n"}
    write_packs(tmp_path, {**files, "search/e.pyc": b"e"})
    index, _, contents = gzip.decompress((tmp_path / "board.pack").read_bytes()).partition(b"\n")
    assert json.loads(index) == [["a/b.pyc", 3], ["c", 0], ["d.txt", 4]]
    assert contents == b"onetwo\n"
    assert gzip.decompress((tmp_path / "engine.pack").read_bytes()) == b'[["search/e.pyc", 1]]\ne'
    assert gzip.decompress((tmp_path / "later/pente.net").read_bytes()) == b"net"


def test_the_engine_finds_all_that_it_imports_in_its_pack() -> None:
    """Its worker has no other, besides Python's own library."""
    load = "import sys; old = {*sys.modules}; import web.standalone.engine"
    said = output_of([sys.executable, "-c", f"{load}; print(*{{*sys.modules}} - old)"])
    names = {name for name in said.split() if name.split(".")[0] not in sys.stdlib_module_names}
    paths = [f"{name.replace('.', '/')}/__init__" for name in names]
    assert "games/five/rules/__init__" in paths
    assert [path for path in paths if not path.startswith(ENGINE)] == []


def test_a_script_that_cannot_be_joined_is_named(tmp_path: Path) -> None:
    """With its line, as it would run differently."""
    (tmp_path / "a.js").write_text("export default 1;\n")
    with pytest.raises(ValueError, match=r"a\.js.*export default 1"):
        bundle(tmp_path, "a.js", [])


def test_only_modules_that_are_reached_stay() -> None:
    """With the packages that hold them; what a function or a type checker imports does not load."""
    source = """
from . import b
from ..up import name
import dotted.module, c
if TYPE_CHECKING:
    import typed
else:
    import untyped
try:
    import first
except ImportError:
    import second
def late():
    import third
"""
    library: dict[str, Any] = {f"{name}.py": b"" for name in ("c", "d", "untyped", "third")}
    library |= {"p/__init__.py": b"import d", "p/q/__init__.py": b"", "p/q/b.py": b"import e"}
    library |= {f"{name}.py": b"" for name in ("typed", "first", "second", "e", "p/up/name")}
    library |= {"dotted/module.py": b"", "f.py": b"import p", "g.txt": b""}
    library["p/q/r.py"] = source.encode()
    left_out = {"f.py", "g.txt", "typed.py", "third.py"}
    assert set(reduce._reached({"p.q.r"}, library)) == library.keys() - left_out
    deep = reduce._imports(ast.parse(source), "p/q/r.py", deep=True)
    assert "third" in deep


def test_byte_code_does_not_tell_what_modules_and_functions_do() -> None:
    """Nobody asks; a class tells, and a function that does nothing else does nothing."""
    source = (
        '"""A."""\nfrom __future__ import annotations\nclass B:\n    """C."""\n'
        '    def d(self):\n        """E."""\n    async def f(self):\n        """G."""\n        h'
    )
    without = source.replace('"""A."""\n', "").replace('"""E."""', "pass").replace('"""G."""', "")
    assert ast.unparse(reduce._untold(source.encode())) == ast.unparse(ast.parse(without))
