"""Make wheels for all systems, on one Linux machine.

    python -m tools.make.wheels FOLDER [TARGET ...]

Without a TARGET, all of `tools.make.kernel` get a wheel. They differ only in the kernel, and in the
name that tells pip which machine they are for. One wheel serves CPython 3.11 and newer. A build in
place must have left the kernel's C; the environment is that of `sh install.sh --dev`.
"""

from __future__ import annotations

import sys
import tempfile
from base64 import urlsafe_b64encode
from hashlib import sha256
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from tools.make.kernel.compiler import CompilerFailed
from tools.make.kernel.targets import asked, build
from tools.programs import ROOT, output_of

PYTHON = "cp311-abi3"  # CPython 3.11 and newer
MACHINES = {  # pip's names of the targets
    "linux-x86_64": "manylinux_2_17_x86_64.manylinux2014_x86_64",
    "linux-aarch64": "manylinux_2_17_aarch64.manylinux2014_aarch64",
    "musl-x86_64": "musllinux_1_2_x86_64",
    "musl-aarch64": "musllinux_1_2_aarch64",
    "windows-x86_64": "win_amd64",
    "macos-arm64": "macosx_11_0_arm64",
    "macos-x86_64": "macosx_10_13_x86_64",
}
PURE = "py3-none-any"


def main() -> int:
    """Make the wheels that the command line names. Return the exit code."""
    folder, targets = asked(__doc__.partition("\n")[0])
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with tempfile.TemporaryDirectory() as work:
            pure = pure_wheel(Path(work))
            for name in targets:
                made = write_wheel(pure, name, folder)
                print(f"{made}  {made.stat().st_size:,} bytes", flush=True)
    except CompilerFailed as error:
        print(error, file=sys.stderr)
        return 1
    return 0


def pure_wheel(folder: Path) -> Path:
    """The wheel without a kernel, built in an empty folder. Raises CompilerFailed."""
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation"]
    command += ["-w", str(folder), str(ROOT)]
    output_of(command, error=CompilerFailed, variables={"PENTE_WITHOUT_KERNEL": "1"})
    (wheel,) = folder.glob("*.whl")
    return wheel


def write_wheel(pure: Path, target: str, folder: Path) -> Path:
    """The wheel for a target: the one without a kernel, and the kernel. Raises CompilerFailed."""
    tag = f"{PYTHON}-{MACHINES[target]}"
    with ZipFile(pure) as wheel:
        files = {name: wheel.read(name) for name in wheel.namelist()}
    with tempfile.TemporaryDirectory() as work:
        for module in build(target, Path(work)):
            files[f"pente/search/kernel/{module.name}"] = module.read_bytes()
    info = next(name.partition("/")[0] for name in files if name.endswith(".dist-info/WHEEL"))
    about = files[f"{info}/WHEEL"].decode()
    about = about.replace("Root-Is-Purelib: true", "Root-Is-Purelib: false")
    tags = "".join(f"Tag: {PYTHON}-{machine}\n" for machine in MACHINES[target].split("."))
    files[f"{info}/WHEEL"] = about.replace(f"Tag: {PURE}\n", tags).encode()
    files[f"{info}/RECORD"] = record({**files, f"{info}/RECORD": b""}, f"{info}/RECORD").encode()
    made = folder / pure.name.replace(PURE, tag)
    with ZipFile(made, "w", ZIP_DEFLATED) as wheel:
        for name, content in files.items():
            wheel.writestr(name, content)
    return made


def record(files: dict[str, bytes], itself: str) -> str:
    """The list of a wheel's files with their digests, as `RECORD` has it."""
    lines = []
    for name, content in files.items():
        digest = urlsafe_b64encode(sha256(content).digest()).rstrip(b"=").decode()
        lines.append(f"{name},," if name == itself else f"{name},sha256={digest},{len(content)}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
