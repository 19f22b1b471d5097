"""The Python libraries of the board, as wheels for Pyodide's machine, and their licences."""

from __future__ import annotations

import html
import sys
import zipfile
from collections.abc import Iterator
from email.parser import HeaderParser
from pathlib import Path
from typing import NamedTuple

from tools.make.site.errors import SiteError
from tools.programs import ProgramFailed, output_of

# Later versions of anyio load a module at once that Pyodide does not have.
LIBRARIES = ("starlette", "anyio==4.12.1", "idna", "msgspec", "typing_extensions")
MACHINE = (
    *("--platform", "pyemscripten_2026_0_wasm32", "--python-version", "3.14"),
    *("--abi", "cp314", "--abi", "none", "--only-binary=:all:", "--no-deps"),
)
UNUSED = ("/tests/", ".dist-info/", "pytest_plugin", "testclient", "_trio", "idna/cli")
INDEX = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Licences</title>
<h1>Licences</h1>
<p>This page holds these works, or parts of them. Pyodide's WebAssembly was
changed: added functions make its indirect calls.
<ul>
{rows}</ul>
</html>
"""


class Licence(NamedTuple):
    """A work that the folder holds parts of.

    work  with its version
    name  of the licence
    text  the whole licence; "" if it lies at `link` with the source
    """

    work: str
    name: str
    text: str = ""
    link: str = ""


def wheels_of(folder: Path, given: Path | None = None) -> list[Path]:
    """The libraries' wheels, put into a folder: from `given`, or else downloaded by pip.

    Raises SiteError.
    """
    source = ("--no-index", "--find-links", str(given)) if given else ()
    command = [sys.executable, "-m", "pip", "download", "--disable-pip-version-check", "-q"]
    try:
        output_of([*command, *MACHINE, *source, "-d", str(folder), *LIBRARIES])
    except ProgramFailed as error:
        remedy = "" if given else "; without a network, name a folder of wheels with --wheels"
        raise SiteError(
            f"not all libraries ({', '.join(LIBRARIES)}) are in {given or 'the index of pip'}"
            f"{remedy}\n{error}"
        ) from error
    return sorted(folder.glob("*.whl"))


def library_files(wheels: list[Path]) -> Iterator[tuple[str, bytes]]:
    """Name and content of the files that the board needs."""
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as opened:
            for name in opened.namelist():
                if not name.endswith("/") and not any(part in name for part in UNUSED):
                    yield name, opened.read(name)


def licence_of(wheel: Path) -> Licence:
    """The licence of a wheel's library. Raises SiteError if the wheel has none."""
    with zipfile.ZipFile(wheel) as opened:
        names = opened.namelist()
        texts = [opened.read(name).decode() for name in names if ".dist-info/licenses/" in name]
        if not texts:
            raise SiteError(f"{wheel.name} has no licence")
        (about,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        head = HeaderParser().parsestr(opened.read(about).decode())
    work = f"{head['Name']} {head['Version']}"
    return Licence(work, head["License-Expression"] or "Licence", "\n".join(texts))


def write_licences(folder: Path, licences: list[Licence]) -> None:
    """Write the texts of licences, and an index of all of them."""
    folder.mkdir(exist_ok=True)
    rows = []
    for licence in licences:
        link = licence.link or f"{licence.work.split()[0].lower()}.txt"
        if licence.text:
            (folder / link).write_text(licence.text, encoding="utf-8")
        words = f"{licence.name}, source" if licence.link else licence.name
        rows.append(f'<li>{html.escape(licence.work)}: <a href="{link}">{html.escape(words)}</a>\n')
    (folder / "index.html").write_text(INDEX.format(rows="".join(rows)), encoding="utf-8")
