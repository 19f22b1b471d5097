"""That the compiled kernel is there, and that its sources keep the rules of hot code."""

from __future__ import annotations

import ctypes
import io
import re
import sys
from pathlib import Path
from random import Random
from unittest.mock import Mock

import pytest

import search.kernel.five
import search.kernel.gipf
import search.native
from search.engine import Engine
from search.limits import Limits
from search.native import V3_FLAGS, kernel_of, processor_is_v3
from tests.families import FIVE, GIPF, Games

ROOT = Path(__file__).parents[3]
KERNEL = ROOT / "search/kernel"
# Built for experiments from the same sources.
BESIDE = (ROOT / "tools/laboratory",)
# Called from the search, but only every 64th look at the clock: it takes the interpreter's lock.
WITH_GIL = {"signals_pending"}
# Run once, when an engine is set up.
SET_UP = {"set_up_keys", "set_up_places"}
FUNCTION = re.compile(
    r"^cdef (?!class|struct|enum|extern)[\w \*]*?\*?(\w+)\((.*?)\)([^:()]*):",
    re.DOTALL | re.MULTILINE,
)


def sources(*folders: Path) -> dict[str, str]:
    """The source files of the kernel below these folders: path from the root, text."""
    files = [path for folder in folders for path in sorted(folder.rglob("*.p[yx][xi]"))]
    return {
        str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
        for path in files
        if path.suffix != ".pyi"
    }


def test_kernel_is_compiled_next_to_its_sources() -> None:
    """A set-up without the extension must not pass the tests, nor hide behind another copy."""
    for module in (search.kernel.five, search.kernel.gipf):
        path = Path(str(module.__file__))
        assert path.suffix == ".so"
        assert path.parent == KERNEL


@pytest.mark.parametrize("family", ["five", "gipf"])
def test_kernel_of_this_processor_is_chosen(family: str) -> None:
    """Where the processor is of x86-64-v3 the build for it is there, and taken; else the other."""
    wanted = f"search.kernel.{family}_v3" if processor_is_v3() else f"search.kernel.{family}"
    assert kernel_of(family).__name__ == wanted


@pytest.mark.parametrize("has_avx2", [False, True])
def test_windows_is_asked_for_one_feature(
    monkeypatch: pytest.MonkeyPatch, *, has_avx2: bool
) -> None:
    """It has no file of the processor's features; by its number, it knows AVX2."""
    kernel32 = Mock(IsProcessorFeaturePresent=lambda number: number == 40 and has_avx2)
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(ctypes, "windll", Mock(kernel32=kernel32), raising=False)
    monkeypatch.setattr(search.native, "_reported", [])
    assert processor_is_v3() == has_avx2


@pytest.mark.parametrize("lacking", ["", *sorted(map(bytes.decode, V3_FLAGS)), "avx2 fma", "flags"])
def test_a_processor_that_lacks_a_feature_gets_the_build_for_all(
    monkeypatch: pytest.MonkeyPatch, lacking: str
) -> None:
    """Also where nothing is known of its features."""
    flags = b" ".join(sorted(V3_FLAGS - {*lacking.encode().split()}))
    report = b"model name\t: x\nflags\t\t: fpu " + flags + b" sse2\n\nflags\t\t: avx2\n"
    if lacking == "flags":
        report = b"Features\t: fp asimd\n"
    monkeypatch.setattr("search.native._reported", [])
    monkeypatch.setattr("builtins.open", lambda *_, **__: io.BytesIO(report))
    assert processor_is_v3() == (lacking == "")


@pytest.mark.parametrize(
    ("games", "name"), [(FIVE, "keryo"), (FIVE, "standard-15"), (GIPF, "gipf")]
)
def test_kernel_builds_agree(monkeypatch: pytest.MonkeyPatch, games: Games, name: str) -> None:
    """Every build finds the same in as many nodes."""
    rules, found = games.presets[name], []
    for is_v3 in {False, processor_is_v3()}:
        monkeypatch.setattr("search.native.processor_is_v3", lambda is_v3=is_v3: is_v3)
        with Engine(rules, table_mb=4) as engine:
            for seed in range(10):
                position = games.goes_on(rules, Random(seed))
                result = engine.search(position, Limits(depth=6, nodes=50_000))
                found.append((seed, result.score, result.pv, result.nodes))
    assert len(found) == 10 * (1 + processor_is_v3())
    assert len(set(found)) == 10


def test_kernel_functions_cannot_touch_python() -> None:
    """Each function is noexcept and runs without the interpreter's lock, so that Cython itself
    refuses any Python operation in it; the few others are named here with their reason.
    """
    seen = set()
    for name, text in sources(KERNEL, *BESIDE).items():
        for function, _, qualifiers in FUNCTION.findall(text):
            seen.add(function)
            if function in {"_raise_pending", "open_net"}:
                continue  # raise what a signal handler left; say in words what is wrong with a net
            assert "noexcept" in qualifiers, f"{name}: {function}"
            if function not in WITH_GIL | SET_UP:
                assert "nogil" in qualifiers, f"{name}: {function}"
    assert {"negamax", "play", "undo_move", "evaluate", "generate", "probe", "store"} <= seen
    assert seen >= WITH_GIL | SET_UP


def test_hooks_of_the_kernel_that_ships_are_empty() -> None:
    """What experiments do at a hook is compiled into the laboratory build alone."""
    hooks = (KERNEL / "core/hooks.pxi").read_text(encoding="utf-8")
    bodies = [body.split() for body in re.findall(r'"""[^"]*"""\n((?:    .*\n)+)', hooks)]
    assert len(bodies) == len(FUNCTION.findall(hooks)) > 0
    assert all(body == ["pass"] for body in bodies)
