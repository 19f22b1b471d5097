"""The npm package `pyodide`: its Python prepares the files that it will read in the browser."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path
from typing import Any

from tools.make.site.errors import SiteError
from tools.make.site.indirect import spread_calls
from tools.make.site.libraries import Licence
from tools.make.site.reduce import CODE, LIBRARY, VARIABLES
from tools.programs import output_of

SCRIPT = Path(__file__).with_name("python.mjs")
PYTHON = "pyodide.asm.wasm"
SCRIPTS = ("pyodide.mjs", "pyodide.asm.mjs")
PACKAGES = "pyodide-lock.json"
PYODIDE = "https://github.com/pyodide/pyodide"
EMSCRIPTEN = "https://github.com/emscripten-core/emscripten"


class Pyodide:
    """An unpacked package."""

    def __init__(self, folder: Path) -> None:
        """Raises SiteError if the folder holds no such package, or if there is no node."""
        missing = [
            name for name in (*SCRIPTS, PYTHON, LIBRARY, PACKAGES) if not (folder / name).is_file()
        ]
        if missing:
            raise SiteError(
                f"{folder} is not the npm package pyodide ({missing[0]} is missing): "
                "run `npm ci --prefix .ci/js`, or name its folder with --pyodide"
            )
        if shutil.which("node") is None:
            raise SiteError("node is missing: install Node.js 20 or newer")
        self.folder = folder

    def licences(self) -> list[Licence]:
        """Of the works in its binary file, except that of Python."""
        version = json.loads((self.folder / "package.json").read_bytes())["version"]
        built = json.loads((self.folder / PACKAGES).read_bytes())["info"]
        emscripten = built["platform"].replace("emscripten_", "").replace("_", ".")
        return [
            Licence(f"Pyodide {version}", "MPL-2.0", link=f"{PYODIDE}/tree/{version}"),
            Licence(f"Emscripten {emscripten}", "MIT", link=f"{EMSCRIPTEN}/tree/{emscripten}"),
        ]

    def reduced(self, sources: Path, work: Path) -> tuple[dict[str, Any], dict[str, bytes]]:
        """The configuration of its Python, and the files of an archive, with byte code for sources.

        Its library, as far as these sources need it, is left in `work`. Raises SiteError.
        """
        command = ["node", str(SCRIPT), str(self.folder), str(sources), str(work)]
        output_of(command, error=SiteError)
        with zipfile.ZipFile(work / CODE) as archive:
            files = {name: archive.read(name) for name in archive.namelist()}
        return json.loads((work / VARIABLES).read_bytes()), files

    def write_runtime(self, folder: Path, work: Path) -> None:
        """Write Python, with the library that `reduced` left in `work`. Raises SiteError."""
        folder.mkdir(exist_ok=True)
        for name in SCRIPTS:
            shutil.copy(self.folder / name, folder / name)
        (folder / PYTHON).write_bytes(spread_calls((self.folder / PYTHON).read_bytes()))
        shutil.copy(work / LIBRARY, folder / LIBRARY)
        lock = json.loads((self.folder / PACKAGES).read_bytes())
        # Pyodide could load hundreds of packages from another host; here all lie beside the page.
        (folder / PACKAGES).write_text(json.dumps({**lock, "packages": {}}), encoding="ascii")
