"""The contents of a hand-in, as bytes by path: a folder with the compiled kernel, or one file."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import tempfile
import textwrap
from pathlib import Path

from agent.book import book_path
from agent.bundle.kernel import FOLDER as KERNEL
from agent.bundle.kernel import description, kernel_here
from agent.bundle.modules import ROOT, needed_modules, source_of
from agent.scripts import CALIBRATE, HOMEWORK, script_path
from search.bench import bench_path
from search.net.file import net_path
from search.weights.file import weights_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

GAME = "pente"
# Modules and packages of these names serve no move of Pente.
OTHER_GAMES = ("gipf", "reference", "textbook")
END, KEEPING_END = "os._exit(run())", "os._exit(LOADER.after(run()))"  # of homework.py
COMPILED = ("search.kernel",)  # which one file cannot hold
NO_KERNEL = "a hand-in of one file has no compiled kernel"
LICENCE, README = "LICENSE", "README.txt"
# Checked by the content of its source, not by the time, which a copy would change.
COMPILE = """
import py_compile, sys
mode = py_compile.PycInvalidationMode.CHECKED_HASH
for path in sys.argv[1:]:
    py_compile.compile(path, dfile=path, doraise=True, optimize=0, invalidation_mode=mode)
"""
COMPILE_S = 120.0  # wall seconds; it takes about half a second

# README.txt: what the hand-in is, how to start it, what it needs.
_BEGINNING = """\
A Pente player for the file harness, written by `pente bundle`.

The harness starts `python homework.py` in a folder with input.txt. The answer
is in output.txt: the best move found, one line such as 9N. playdata.txt keeps
what the next move of the same game can use; it may be missing.

The rules of your course on own work apply to this folder as to any code that
you did not write. The licence (MIT) asks that its text goes along.

"""

_FOLDER = """\
Hand in
    everything in this folder. bundle.txt, a list with checksums, may stay
    behind.

Before the first game
    python calibrate.py            measures the machine, 5 to 20 seconds, and
    python calibrate.py --quick    writes calibration.txt: optional

Python
{kernel}
    All others from 3.7 on search in plain Python, which is weaker, and say so.
    Nothing needs to be installed.
"""

_SINGLE_FILE = f"""\
{_BEGINNING}Hand in
    homework.py. The other files may stay behind.

Python
    Python 3.7 and newer: a search in plain Python, weaker than a folder with
    the compiled kernel (`pente bundle` without --single-file).
    Nothing needs to be installed.
"""


def folder_contents(
    kernel: Mapping[str, bytes] | None = None, pythons: Iterable[str] = (sys.executable,)
) -> dict[str, bytes]:
    """The files of a self-contained folder: scripts, modules, kernel, weights, book.

    `kernel` is by default what this Python loads here. The byte code of these interpreters lies
    beside the modules: a folder that allows no new file would compile them at every move. Python
    ignores it once a source has changed.
    """
    kernel = kernel_here() if kernel is None else kernel
    scripts = {name: source_of(script_path(name)) for name in (HOMEWORK, CALIBRATE)}
    modules = needed_modules(scripts.values(), OTHER_GAMES)
    paths = [*modules.values(), f"{KERNEL}/__init__.py"]
    sources = {path: source_of(path).encode() for path in paths}
    data = _data((weights_path(GAME), net_path(GAME), book_path(), bench_path()))
    about = {README: _folder_readme(kernel).encode(), **_licence()}
    entries = {name: text.encode() for name, text in scripts.items()}
    return {**entries, **about, **sources, **byte_code(sources, pythons), **kernel, **data}


def single_file_contents() -> dict[str, bytes]:
    """The one file homework.py: a loader, the sources and the data as texts, the start.

    The loader keeps their byte code from one move to the next.
    """
    start = source_of(script_path(HOMEWORK))
    modules = needed_modules([start], (*OTHER_GAMES, *COMPILED))
    sources = {path: source_of(path) for path in modules.values()}
    data = {**_data((weights_path(GAME), book_path())), **_licence()}
    loader = _without_docstring(source_of("agent/bundle/loader.py"))
    parts = [
        f'"""{ast.get_docstring(ast.parse(start))}\n\n{ABOUT}"""\n{loader}',
        *(f"LEFT_OUT[{name!r}] = {NO_KERNEL!r}\n" for name in COMPILED),
        *_entries("SOURCES", sources),
        *_entries("DATA", {path: content.decode() for path, content in data.items()}),
        _without_docstring(start).replace(END, KEEPING_END),
    ]
    return {HOMEWORK: "\n".join(parts).encode(), README: _SINGLE_FILE.encode()}


ABOUT = """\
This one file holds a loader, then the sources of the packages that it needs and their data, each
as a text under its path, and last the start. `pente bundle --single-file` wrote it.
"""


def byte_code(
    sources: Mapping[str, bytes], pythons: Iterable[str] = (sys.executable,)
) -> dict[str, bytes]:
    """The compiled form of these sources, by the paths where these interpreters look for it."""
    with tempfile.TemporaryDirectory() as folder:
        for path, content in sources.items():
            whole = Path(folder, path)
            whole.parent.mkdir(parents=True, exist_ok=True)
            whole.write_bytes(content)
        for python in pythons:
            command = [python, "-I", "-S", "-c", COMPILE, *sources]
            subprocess.run(  # a Python that cannot compile them at once does so at its moves
                command, cwd=folder, check=False, capture_output=True, timeout=COMPILE_S
            )
        made = sorted(Path(folder).rglob("*.pyc"))
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in made}


def _folder_readme(kernel: Collection[str]) -> str:
    """The text for a folder; `kernel` are the paths of its compiled extensions, maybe none."""
    served = textwrap.fill(f"The compiled kernel is for {description(kernel)}.", 75)
    return _BEGINNING + _FOLDER.format(kernel=textwrap.indent(served, "    "))


def _entries(name: str, texts: Mapping[str, str]) -> Iterable[str]:
    """The statements that put each text into the dictionary of this name, readable if possible."""
    for path, text in texts.items():
        raw = "'''" not in text and not text.endswith(("'", "\\")) and "\r" not in text
        literal = f"r'''{text}'''" if raw else repr(text)
        yield f"{name}[{path!r}] = {literal}\n"


def _without_docstring(source: str) -> str:
    first = ast.parse(source).body[0]
    return "\n".join(source.split("\n")[first.end_lineno :])


def _data(paths: Iterable[str]) -> dict[str, bytes]:
    return {
        os.path.relpath(path, ROOT).replace(os.sep, "/"): Path(path).read_bytes() for path in paths
    }


def _licence() -> dict[str, bytes]:
    """The licence, which has to go along with a copy: from the checkout or the installed wheel."""
    beside = os.path.join(ROOT, LICENCE)
    if os.path.isfile(beside):
        return {LICENCE: Path(beside).read_bytes()}
    from importlib.metadata import PackageNotFoundError, distribution  # noqa: PLC0415

    try:
        text = distribution("pente-engine").read_text(f"licenses/{LICENCE}")
    except PackageNotFoundError:
        text = None
    return {} if text is None else {LICENCE: text.encode()}
