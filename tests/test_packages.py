"""What the wheel and the sdist hold, without the kernel; only nightly are both built as such."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email.parser import HeaderParser
from pathlib import Path
from typing import Any

import pytest

import pente
from agent.bundle.contents import folder_contents, single_file_contents
from arena.puzzles import games_with_puzzles
from games.five.rules import PRESETS
from games.registry import GAMES
from search.weights.file import weights_path
from tools.programs import output_of

ROOT = Path(__file__).parents[1]
PACKAGES = {"games", "search", "agent", "arena", "pente", "tuning", "web", "cli", "data"}
COPIED = (*PACKAGES, "tests", "docs", "benchmarks", "tools", ".ci", ".github")
WITHOUT_KERNEL = {"PENTE_WITHOUT_KERNEL": "1"}
NEEDED_BY_TESTS = (
    *("tests/conftest.py", "tests/pente/test_game.py"),
    *("docs/api.md", "docs/pictures/board-light.jpg", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"),
    *("tools/make/book.py", "benchmarks/parallel.py"),
    *("search/kernel/five.pyx", "search/kernel/core/negamax.pxi", "data/README.md"),
    *("homework.py", "calibrate.py", "install.sh", ".ci/run", "mkdocs.yml", "tuning/README.md"),
    *("web/static/index.html", "data/samples/handout_black.txt", "pyproject.toml", "setup.py"),
)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the wheel and the sdist."""
    folder = tmp_path_factory.mktemp("packages")
    tree = folder / "tree"
    built_here = shutil.ignore_patterns("__pycache__", "*.so", "*.c", "generated")
    for name in COPIED:
        shutil.copytree(ROOT / name, tree / name, ignore=built_here)
    for path in ROOT.glob("[!.]*.*"):
        if path.is_file():
            shutil.copy(path, tree)
    shutil.copy(ROOT / "LICENSE", tree)
    code = (
        "from setuptools.build_meta import build_sdist, build_wheel; "
        "build_wheel('../dist'); build_sdist('../dist')"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tree,
        env={**os.environ, **WITHOUT_KERNEL},
        capture_output=True,
        timeout=600,  # only a fault lets it pass
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    return folder / "dist"


def wheel_of(folder: Path) -> zipfile.ZipFile:
    """The only wheel of a folder."""
    (wheel,) = folder.glob("*.whl")
    return zipfile.ZipFile(wheel)


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files that a wheel has, with the kernel of this checkout."""
    folder = tmp_path_factory.mktemp("site-packages")
    command = [sys.executable, "setup.py", "-q", "build_py", "--build-lib", str(folder)]
    output_of(command, ROOT, variables=WITHOUT_KERNEL)
    for library in (ROOT / "search/kernel").glob("*.so"):
        shutil.copy(library, folder / "pente/search/kernel")
    return folder


@pytest.mark.processes
def test_wheel_holds_the_packages_and_nothing_else(unpacked: Path) -> None:
    """The wheel has all modules, types and data that playing needs, below one name; no sources,
    tests, results.
    """
    names = {str(path.relative_to(unpacked)) for path in unpacked.rglob("*.*") if path.is_file()}
    names -= {name for name in names if name.endswith((".so", ".pyc"))}
    assert {name.partition("/")[0] for name in names} == {"pente"}
    found = {name.removeprefix("pente/") for name in names}
    files = [path for top in PACKAGES - {"data"} for path in ROOT.glob(f"{top}/**/*.py")]
    own = [str(path.relative_to(ROOT)).removeprefix("pente/") for path in files]
    entries = {"agent/entry/homework.py", "agent/entry/calibrate.py"}  # which lie in the root here
    assert len(own) == len({*own}), "below pente, two modules have the same name"
    assert {name for name in found if name.endswith(".py") and not name.startswith("data/")} == {
        *own,
        *entries,
    }
    lessons = "games/five/lessons/pente.json"
    assert {"py.typed", "web/static/index.html", lessons} <= found
    others = {Path(name).suffix for name in found if name.partition("/")[0] not in ("web", "data")}
    assert others == {".py", ".pyi", ".typed", ".json"}
    data = {name.split("/")[1] for name in found if name.startswith("data/")}
    assert data == {"weights", "openings", "bench", "puzzles"}
    needed = {str(Path(weights_path(game)).relative_to(ROOT)) for game in GAMES}
    needed |= {f"data/openings/{game}.txt" for game in PRESETS}
    needed |= {f"data/puzzles/{game}.txt" for game in games_with_puzzles()}
    more = ("openings/book-pente", "openings/gipf", "bench/positions", "bench/gipf")
    needed |= {f"data/{name}.txt" for name in more}
    assert needed <= found


TRIED = """
import asyncio, pente, sys
from pente import web
from pente.agent.bundle.contents import folder_contents, single_file_contents
from pente.web.engines.launch import launch_process
from tests_of_the_wheel import digest

async def engine():
    process = await launch_process(1024)
    await process.end()

game = pente.Game("pente").play("K10 L11 K13")
assert pente.analyse(game, nodes=500).nodes
assert pente.match("engine", "random", game="gomoku-9", clock="nodes:50", games=2, workers=2).games
asyncio.run(engine())
print(digest(folder_contents()), digest(single_file_contents()))
"""
DIGEST = """
from hashlib import sha256

def digest(files):
    content = ((name, files[name]) for name in sorted(files) if name.endswith(("py", "txt", "net")))
    return sha256(repr([*content]).encode()).hexdigest()
"""


@pytest.mark.processes
def test_wheel_works_where_its_packages_names_are_taken(unpacked: Path, tmp_path: Path) -> None:
    """In a folder with a `search.py` and the like, everything runs; a hand-in made there
    is the same as one that the checkout makes.
    """
    for name in PACKAGES - {"pente"}:
        (tmp_path / f"{name}.py").write_text("raise AssertionError('a module of the user')\n")
    (tmp_path / "tests_of_the_wheel.py").write_text(DIGEST)
    done = subprocess.run(
        [sys.executable, "-c", TRIED],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(unpacked)},
        capture_output=True,
        text=True,
        timeout=600,  # only a fault lets it pass
        check=False,
    )
    assert done.returncode == 0, done.stderr
    here: dict[str, Any] = {}
    exec(DIGEST, here)  # noqa: S102 - the same function on both sides
    ours = (here["digest"](folder_contents()), here["digest"](single_file_contents()))
    assert done.stdout.split() == [*ours]


@pytest.mark.nightly
def test_wheel_is_complete(built: Path, unpacked: Path) -> None:
    """It has the files above, and names version, licence, Python, keywords, extras and commands."""
    with wheel_of(built) as wheel:
        files = {name for name in wheel.namelist() if ".dist-info/" not in name}
        assert files == {str(path.relative_to(unpacked)) for path in unpacked.rglob("*.*")
                         if path.is_file() and path.suffix not in (".so", ".pyc")}  # fmt: skip
        info = next(name.partition("/")[0] for name in wheel.namelist() if ".dist-info/" in name)
        about = HeaderParser().parsestr(wheel.read(f"{info}/METADATA").decode())
        commands = wheel.read(f"{info}/entry_points.txt").decode()
        assert f"{info}/licenses/LICENSE" in wheel.namelist()
    assert about["Version"] == pente.__version__
    assert about["License-Expression"] == "MIT"
    assert about["Requires-Python"] == ">=3.11"
    assert about["Description-Content-Type"] == "text/markdown"
    shown = str(about.get_payload())
    assert shown.startswith("# pente\n")
    assert not re.findall(r"<!--|<img|\]\((?!https?:)", shown), "an index cannot show these"
    assert "Typing :: Typed" in about.get_all("Classifier", [])
    assert about["Keywords"]
    assert {"cli", "web", "tuning", "docs", "dev"} <= {*about.get_all("Provides-Extra", [])}
    assert not {"Author", "Author-email", "Project-URL", "Home-page"} & {*about.keys()}
    assert "pente = pente.cli.main:main" in commands
    assert not [need for need in about.get_all("Requires-Dist", []) if "extra ==" not in need]


@pytest.mark.nightly
def test_sdist_holds_what_its_build_and_tests_need(built: Path) -> None:
    """The sdist has sources, tests, docs, tools and data, but nothing that a build makes."""
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert [name for name in NEEDED_BY_TESTS if name not in names] == []
    own = {str(path.relative_to(ROOT)) for path in (ROOT / "tests").rglob("*.py")}
    assert own <= names
    made = (".so", ".pyc", "kernel/five.c", "kernel/gipf.c")
    assert [name for name in names if name.endswith(made) or "/generated/" in name] == []


def libraries_of(extra: str) -> set[str]:
    """The names of the libraries of an extra, found as install.sh does."""
    script = (ROOT / "install.sh").read_text(encoding="utf-8")
    code = script.partition("<<'END'\n")[2].partition("END\n")[0]
    done = subprocess.run(
        [sys.executable, "-c", code, extra],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return {re.split(r"[<>=\[]", line)[0] for line in done.stdout.split()}


@pytest.mark.processes
def test_installation_is_light_without_dev() -> None:
    """Playing needs seven libraries; `--dev` has them too, with those of tests and docs."""
    playing = libraries_of("web")
    small = {"rich-click", "rich", "starlette", "uvicorn", "h11", "msgspec"}
    assert playing == small | {"pillow"}
    assert playing | {"pytest", "optuna", "mkdocs-material", "mkdocstrings"} <= libraries_of("dev")


@pytest.mark.processes
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--deb"], "sh install.sh [--dev] [--extra NAME] [--python PYTHON] [VENV]"),
        (["--extra"], "--python PYTHON  the interpreter"),
        (["--extra", "tunning"], "no extra 'tunning': expected one of cli, web, tuning,"),
        (["--python", "python0"], "python0: is no Python interpreter"),
    ],
)
def test_install_explains_itself(tmp_path: Path, words: list[str], said: str) -> None:
    """An unknown option, extra or interpreter is named, and nothing is installed."""
    done = subprocess.run(
        ["/bin/sh", "install.sh", str(tmp_path / "venv"), *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 2
    assert said in done.stderr
    assert not (tmp_path / "venv").exists()
