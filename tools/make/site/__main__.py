"""Write the board and the engine as a folder that any static web host can serve.

    python -m tools.make.site FOLDER [--pyodide PACKAGE]

PACKAGE is the unpacked npm package `pyodide`; `npm ci --prefix .ci/js` puts it where it is looked
for. Besides it, node and the Python package `ziglang` are needed, and pip's index for the libraries
(starlette, anyio, msgspec), which are taken for Pyodide's machine.
"""

from __future__ import annotations

import argparse
import gzip
import json
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from tools.make.site.app import write_page, write_version, written
from tools.make.site.kernel import build_kernel
from web.sharing.page import SCRIPTS, STYLE
from web.standalone.server import first_session

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[3]
NODE = Path(__file__).with_name("python.mjs")
PACKAGES = ("games", "search", "agent", "arena", "pente", "web")
# Later versions of anyio load a module at once that Pyodide does not have.
LIBRARIES = ("starlette", "anyio==4.12.1", "idna", "msgspec", "typing_extensions")
SHARED = {f"web/static/{name}" for name in (*SCRIPTS, STYLE)}  # for a game in one file
DATA = ("data/weights", "data/openings", "data/puzzles")
UNUSED = ("/tests/", ".dist-info/", "pytest_plugin", "testclient", "_trio", "idna/cli")
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "pyodide-lock.json")
STEP_S = 600


def main() -> None:
    """Write the folder that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pyodide", type=Path, default=ROOT / ".ci/js/node_modules/pyodide")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as work:
        site = Path(work) / "site"  # the folder may hold files that are not ours
        write_site(site, options.pyodide.resolve(), Path(work))
        shutil.copytree(site, options.folder, dirs_exist_ok=True)


def write_site(folder: Path, pyodide: Path, work: Path) -> None:
    """Write the site into a new folder; `work` is an empty one for what is made on the way."""
    shutil.copytree(ROOT / "web/static", folder, dirs_exist_ok=True)
    write_page(folder)
    kernel = build_kernel(work, json.loads(_node(pyodide, "variables")))
    code = dict(own_files())
    code |= {f"search/kernel/{module.name}": module.read_bytes() for module in kernel}
    code |= dict(library_files(work))
    sources = work / "sources.zip"
    with zipfile.ZipFile(sources, "w") as archive:
        for name, content in code.items():
            archive.writestr(name, content)
    write_pack(folder, made_of(sources, "compile", pyodide, work))
    write_first_game(folder / "first_game.json")
    (folder / "python").mkdir(exist_ok=True)
    for name in RUNTIME:
        shutil.copy(pyodide / name, folder / "python" / name)
    library = folder / "python" / "python_stdlib.zip"
    _node(pyodide, "library", str(sources), str(library))
    written(
        folder / "standalone/worker_server.js", "ALL_BYTES = 1", f"ALL_BYTES = {fetched(folder)}"
    )
    write_version(folder)


def fetched(folder: Path) -> int:
    """The bytes that a worker fetches before it begins."""
    names = ("python/pyodide.asm.wasm", "python/python_stdlib.zip", "board.pack.gz")
    return sum((folder / name).stat().st_size for name in names)


def own_files() -> Iterator[tuple[str, bytes]]:
    """The project's files that the board needs: name and content."""
    listed = subprocess.run(
        ["git", "ls-files", *PACKAGES, *DATA],  # noqa: S607 - git from the path
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in listed.stdout.split():
        is_unused = name.startswith("web/static/") and name not in SHARED
        if not is_unused and not name.endswith((".pyx", ".pxi", ".pyi")):
            yield name, (ROOT / name).read_bytes()


def library_files(work: Path) -> Iterator[tuple[str, bytes]]:
    """The files of the libraries, for Pyodide's machine."""
    wheels = work / "wheels"
    machine = (
        "--platform",
        "pyemscripten_2026_0_wasm32",
        "--python-version",
        "3.14",
        "--abi",
        "cp314",
    )
    pip = [
        sys.executable,
        "-m",
        "pip",
        "download",
        "-q",
        "--no-deps",
        "--only-binary=:all:",
        *machine,
    ]
    subprocess.run(
        [*pip, "--abi", "none", "-d", str(wheels), *LIBRARIES], timeout=STEP_S, check=True
    )
    for wheel in sorted(wheels.glob("*.whl")):
        with zipfile.ZipFile(wheel) as opened:
            for name in opened.namelist():
                if not name.endswith("/") and not any(part in name for part in UNUSED):
                    yield name, opened.read(name)


def made_of(sources: Path, order: str, pyodide: Path, work: Path) -> dict[str, bytes]:
    """What an order of `python.mjs` makes of an archive."""
    made = work / "made.zip"
    _node(pyodide, order, str(sources), str(made))
    with zipfile.ZipFile(made) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def write_pack(folder: Path, files: dict[str, bytes]) -> None:
    """Write a compressed pack, as `web/static/standalone/python.js` reads it.

    The nets lie beside it in `later`, since a game needs one of them at most.
    """
    (folder / "later").mkdir(exist_ok=True)
    index, contents = [], []
    for name, content in files.items():
        if name.endswith(".net"):
            packed = gzip.compress(content, mtime=0)
            (folder / "later" / f"{Path(name).name}.gz").write_bytes(packed)
        else:
            index.append([name, len(content)])
            contents.append(content)
    pack = b"\n".join((json.dumps(index).encode(), b"".join(contents)))
    (folder / "board.pack.gz").write_bytes(gzip.compress(pack, mtime=0))


def write_first_game(path: Path) -> None:
    """Write the game that the page shows while it starts, as the server will begin it."""
    path.write_bytes(msgspec.json.encode(first_session().view()))


def _node(pyodide: Path, *order: str) -> str:
    """What Pyodide's Python prints."""
    command = ["node", str(NODE), str(pyodide), *order]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=STEP_S, check=True)
    return ran.stdout


if __name__ == "__main__":
    main()
