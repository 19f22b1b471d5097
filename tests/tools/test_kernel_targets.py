"""The kernel for other machines: what it takes to make it, and the wheels that hold it."""

from __future__ import annotations

import importlib.util
import os
import sys
import zipfile
from pathlib import Path

import pytest

from search.native import kernel_of
from tools.make.kernel import compiler
from tools.make.kernel.compiler import CompilerFailed
from tools.make.kernel.targets import NAMES, TARGETS, build
from tools.make.wheels import __main__ as wheels
from tools.programs import ended
from tools.trials.wheels import TrialFailed, require_of_musl

ROOT = Path(__file__).parents[2]


def test_names_of_python_are_found_whole() -> None:
    """Functions and data, imported or not; no part of another name."""
    table = b"\x20\0\0\0__imp_PyLong_Type\0PyObject_GenericSetDict\0__imp__Py_NoneStruct\0a_Py_b\0"
    names = [name.decode() for name in NAMES.findall(table)]
    assert names == ["PyLong_Type", "PyObject_GenericSetDict", "_Py_NoneStruct"]


def test_what_is_missing_or_old_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A compiler, the generated C, or one that was made before its sources; those of another game
    do not count: a build leaves its C as it is.
    """
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
    (tmp_path / "gipf_game").mkdir()
    (tmp_path / "gipf_game/board.pxi").touch()
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
    done = ended([sys.executable, "-m", "tools.make.kernel", tmp_path, "amiga"])
    assert done.returncode == 2
    assert "no target amiga: expected linux-x86_64, " in done.stderr
    assert not any(tmp_path.iterdir())


def test_a_module_for_another_libc_is_refused() -> None:
    """That of this machine needs a library that musl is not; it is its own libc here."""
    module = Path(str(kernel_of("five").__file__)).read_bytes()
    with pytest.raises(TrialFailed, match=r"five: musl has no .*libc\.so\.6"):
        require_of_musl("five", module, module)


@pytest.mark.nightly
@pytest.mark.parametrize("target", [name for name in TARGETS if name.startswith("macos")])
def test_the_kernel_for_macos_is_compiled(target: str, tmp_path: Path) -> None:
    """Nothing here runs it."""
    for module in build(target, tmp_path):
        assert module.read_bytes()[:4] == b"\xcf\xfa\xed\xfe"  # 64-bit Mach-O
