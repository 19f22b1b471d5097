"""Which Pythons and machines a hand-in has a kernel for, and that it plays with it or without."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from agent.bundle import kernel
from agent.bundle.kernel import best_kernel, description, kernel_here, serves
from agent.measure import charge
from arena.foreign.harness_files import format_request
from games.five.diagram import parse_position
from games.five.rules import rules_named
from search.native import MACHINE
from tests.agent.bundle.conftest import BARE, searched
from tests.agent.desk import DEADLINE_S, ROOT, Desk, is_move_for, sample, with_clock
from tests.agent.interpreters import MINORS, aarch64_python, interpreter

# White, to move, has lost in any case, which a search proves: it does not take its time.
LOST = format_request(
    parse_position(
        "19/19/19/19/19/12w6/9b1b7/7b1wb8/7b1bw8/7b1b9/6wwwb9/9w1bw6/19/19/19/19/19/19/19 w 2,4",
        rules_named("pente"),
    ),
    300.0,
).encode()
# What may be wrong with a module, by what it makes of a whole one.
DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "no module": lambda _: b"\x7fELF of another kind",
    "cut short": lambda whole: whole[: len(whole) // 2],
    "another machine's": lambda whole: whole[:18] + (243).to_bytes(2, "little") + whole[20:],
    "of another Python": lambda whole: whole.replace(b"\0PyLong_Type\0", b"\0PyLing_Type\0"),
    "another name": lambda whole: whole.replace(b"\0PyInit_", b"\0PyUnit_"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_module_that_cannot_be_loaded_costs_only_strength(
    written: dict[str, Path], desk: Desk, tmp_path: Path, damage: str
) -> None:
    """One line says what is wrong, and the search in plain Python finds a legal move."""
    root = tmp_path / "broken"
    shutil.copytree(written["folder"], root)
    for path in (root / "search" / "kernel").rglob("*.so"):
        whole = path.read_bytes()
        path.write_bytes(DAMAGES[damage](whole))
        assert path.read_bytes() != whole
    request = with_clock(sample("handout_black"), "1.0")
    done = desk.ask(request, root=root)
    assert done.code == 0
    assert is_move_for(done.output, request)
    assert "the compiled kernel cannot be imported" in done.said
    assert ("is cut short" in done.said) == (damage == "cut short")
    assert done.said.count("\n") == 1


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the names are those of Linux")
def test_modules_say_whom_they_serve() -> None:
    """One for every Python, or that of this checkout for this one alone; or none."""
    every = ["search/kernel/linux-x86_64/five.abi3.so", "search/kernel/linux-aarch64/five.abi3.so"]
    assert description(every) == "every Python from 3.7 on, on linux-aarch64 and linux-x86_64"
    assert serves(every, 7)
    assert serves(every, 15)
    windows = ["search/kernel/five.pyd"]
    assert description(windows) == "every Python from 3.11 on, on Windows"
    assert [serves(windows, minor) for minor in (10, 11, 15)] == [False, True, True]
    here = kernel_here()
    own = sys.version_info.minor
    assert description(here).startswith(f"Python 3.{own} alone on linux-")
    assert description([*every, *here]) == f"{description(every)}; {description(here)}"
    assert [serves(here, minor) for minor in (own - 1, own, own + 1)] == [False, True, False]
    assert not serves([], own)
    assert description([]).startswith("no Python")


def test_what_lacks_for_other_pythons_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the compiler, or in an installation, the kernel that is here is taken."""
    monkeypatch.setattr(kernel, "kernel_here", lambda: {"a": b""})
    monkeypatch.setattr(kernel, "COMPILER", "tools/nothing")
    assert best_kernel() == ({"a": b""}, "an installation cannot compile it for others")
    monkeypatch.undo()
    monkeypatch.setattr(kernel, "kernel_here", lambda: {"a": b""})
    monkeypatch.setattr(sys, "executable", BARE[0])  # has no packages
    files, lack = best_kernel()
    assert files == {"a": b""}
    assert "package ziglang is missing: run" in lack


def test_a_wheels_module_lies_in_its_machines_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It serves every Python, and other machines' modules have the same name."""
    place = tmp_path / kernel.FOLDER
    place.mkdir(parents=True)
    (place / "five.abi3.so").write_bytes(b"a module")
    monkeypatch.setattr(kernel, "ROOT", str(tmp_path))
    monkeypatch.setattr(kernel, "EXTENSION_SUFFIXES", [".cpython-39-x.so", ".abi3.so", ".so"])
    assert kernel_here() == {f"{kernel.FOLDER}/{MACHINE}/five.abi3.so": b"a module"}


@pytest.mark.nightly
@pytest.mark.parametrize("minor", MINORS)
def test_every_python_plays_with_the_kernel_in_time(for_all: Path, desk: Desk, minor: int) -> None:
    """With nearly no time left, with little and with much."""
    request = with_clock(sample("handout_black"), "0.01")
    for clock_s, made in ((0.01, request), (5.0, with_clock(request, "5.0")), (300.0, LOST)):
        desk.put("input.txt", made)
        command = [interpreter(minor), "-I", "-S", str(for_all / "homework.py")]
        seconds, said = charge(command, str(desk.folder), deadline_s=DEADLINE_S)
        assert is_move_for(desk.output(), made)
        assert said == ""
        assert seconds < max(clock_s, 0.5)  # no Python starts within a hundredth
        (desk.folder / "playdata.txt").unlink(missing_ok=True)


@pytest.mark.nightly
def test_another_machine_searches_as_this_one(for_all: Path, tmp_path: Path) -> None:
    """On aarch64, under qemu."""
    python = (*aarch64_python(), "-I", "-S")
    assert searched(for_all, tmp_path, python) == searched(for_all, tmp_path)


@pytest.mark.nightly
@pytest.mark.skipif(shutil.which("qemu-x86_64") is None, reason="needs qemu-user")
def test_a_processor_without_avx2_plays_with_the_kernel(
    for_all: Path, desk: Desk, tmp_path: Path
) -> None:
    """The build for any x86-64 has no newer instruction; qemu reports the flags of this machine,
    so the other build is taken away.
    """
    root = tmp_path / "old"
    shutil.copytree(for_all, root)
    (root / "search/kernel/linux-x86_64/five_v3.abi3.so").unlink()
    done = desk.ask(LOST, root=root, python=("qemu-x86_64", "-cpu", "Nehalem", *BARE))
    assert is_move_for(done.output, LOST)
    assert (done.code, done.said) == (0, "")


@pytest.mark.nightly
@pytest.mark.skipif(find_spec("ziglang") is None, reason="needs the package ziglang")
def test_size_of_a_hand_in_for_all(for_all: Path) -> None:
    """Kernel, sources and data have below 4 MB, as docs/homework.md says."""
    files = [path for path in for_all.rglob("*.*") if path.suffix != ".pyc" and path.is_file()]
    assert sum(path.stat().st_size for path in files) < 4_000_000
    assert "below 4 MB" in (ROOT / "docs/homework.md").read_text()
