"""Write the board and the engine as a folder that any static web host can serve.

    python -m tools.make.site FOLDER [--pyodide PACKAGE] [--wheels WHEELS]

PACKAGE is the unpacked npm package `pyodide`; `npm ci --prefix .ci/js` puts it where it is looked
for. Besides it, node and the Python package `ziglang` are needed. pip downloads the libraries for
Pyodide's machine, or takes them from the folder WHEELS.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from games.errors import in_words
from tools.make.kernel.compiler import CompilerFailed, zig_folder
from tools.make.site.app import START, write_page, write_version, written
from tools.make.site.errors import SiteError
from tools.make.site.kernel import build_kernel
from tools.make.site.libraries import (
    Licence,
    library_files,
    licence_of,
    wheels_of,
    write_licences,
)
from tools.make.site.pyodide import Pyodide
from tools.programs import ROOT, output_of
from web.sharing.page import SCRIPTS, STYLE
from web.standalone.server import first_session
from web.words import encode

PACKAGES = ("games", "search", "agent", "arena", "pente", "web")
WORDS = "web/static/words/"
# For a game in one file.
SHARED = (WORDS, *(f"web/static/{name}" for name in (*SCRIPTS, STYLE)))
DATA = ("data/weights", "data/openings", "data/puzzles")
# What the engine's worker needs; it imports nothing else.
ENGINE = (
    *("games/", "search/", "msgspec/", "typing_extensions", "data/weights/"),
    *("web/__init__", "web/engines/", "web/standalone/"),
)
NOT_PYTHON = (".pyx", ".pxi", ".pyi")


def main() -> None:
    """Write the folder that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pyodide", type=Path, default=ROOT / ".ci/js/node_modules/pyodide")
    parser.add_argument("--wheels", type=Path, help="folder of the libraries' wheels")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        site = Path(work) / "site"  # the folder may hold files that are not ours
        try:
            write_site(site, options.pyodide.resolve(), Path(work), options.wheels)
            shutil.copytree(site, options.folder, dirs_exist_ok=True)
        except (SiteError, CompilerFailed, OSError) as error:
            sys.exit(f"The site cannot be made: {in_words(error)}")


def write_site(folder: Path, pyodide: Path, work: Path, given: Path | None = None) -> None:
    """Write the site into a new folder; `work` is an empty one for what is made on the way.

    given  a folder of the libraries' wheels; without it pip downloads them. Raises SiteError.
    """
    python = Pyodide(pyodide)
    wheels = wheels_of(work / "wheels", given)
    sources = work / "sources.zip"
    with zipfile.ZipFile(sources, "w") as archive:
        for name, content in (*own_files(), *library_files(wheels)):
            archive.writestr(name, content)
    variables, code = python.reduced(sources, work)
    for module in build_kernel(work, variables):
        code[f"search/kernel/{module.name}"] = module.read_bytes()
    shutil.copytree(ROOT / "web/static", folder, dirs_exist_ok=True)
    write_page(folder)
    write_packs(folder, code)
    write_first_game(folder / "first_game.json")
    write_licences(folder / "licences", licences(python, wheels))
    python.write_runtime(folder / "python", work)
    written(folder / START, "ALL_BYTES = 1", f"ALL_BYTES = {fetched(folder)}")
    write_version(folder)


def fetched(folder: Path) -> int:
    """The bytes that a worker fetches before it begins."""
    names = ("python/pyodide.asm.wasm", "python/python_stdlib.zip", "engine.pack", "board.pack")
    return sum((folder / name).stat().st_size for name in names)


def own_files() -> Iterator[tuple[str, bytes]]:
    """The project's files that the board needs: name and content. Raises SiteError.

    Of the texts in other languages only the names: who needs them fetches those of the page.
    """
    for name in output_of(["git", "ls-files", *PACKAGES, *DATA], error=SiteError).split():
        is_unused = name.startswith("web/static/") and not name.startswith(SHARED)
        if not is_unused and not name.endswith(NOT_PYTHON):
            elsewhere = name.startswith(WORDS) and name != f"{WORDS}en.json"
            yield name, b"" if elsewhere else (ROOT / name).read_bytes()


def licences(python: Pyodide, wheels: list[Path]) -> list[Licence]:
    """The licences of all works in the folder."""
    libraries = [licence_of(wheel) for wheel in wheels]
    # This library is a part of Python, with Python's licence.
    (typing,) = (licence for licence in libraries if licence.work.startswith("typing_extensions "))
    musl = zig_folder() / "lib" / "libc" / "musl" / "COPYRIGHT"
    return [
        Licence("Pente", "MIT", (ROOT / "LICENSE").read_text("utf-8")),
        *python.licences(),
        Licence("CPython", typing.name, typing.text),
        Licence("musl", "MIT", musl.read_text("utf-8")),
        *libraries,
    ]


def write_packs(folder: Path, files: dict[str, bytes]) -> None:
    """Write two compressed packs, as `web/static/standalone/python.js` reads them.

    The engine's worker reads `engine.pack` alone. The nets lie in `later`, since a game needs one
    of them at most. No name ends with `.gz`: some hosts let browsers unpack such a file.
    """
    (folder / "later").mkdir(exist_ok=True)
    packs: dict[str, dict[str, bytes]] = {"engine": {}, "board": {}}
    for name, content in files.items():
        if name.endswith(".net"):
            packed = gzip.compress(content, mtime=0)
            (folder / "later" / Path(name).name).write_bytes(packed)
        else:
            packs["engine" if name.startswith(ENGINE) else "board"][name] = content
    for name, held in packs.items():
        index = [[file, len(content)] for file, content in held.items()]
        pack = b"\n".join((json.dumps(index).encode(), b"".join(held.values())))
        (folder / f"{name}.pack").write_bytes(gzip.compress(pack, mtime=0))


def write_first_game(path: Path) -> None:
    """Write the game that the page shows while it starts, as the server will begin it."""
    path.write_bytes(encode(first_session().view()))


if __name__ == "__main__":
    main()
