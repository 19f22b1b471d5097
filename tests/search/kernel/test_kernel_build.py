"""That the compiled kernel is there, and that its sources keep the rules of hot code."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

import search.kernel.five
import search.kernel.toy
from games.five.rules import PRESETS
from search.engine import Engine
from search.limits import Limits
from search.native import kernel_of, processor_is_v3
from tests.strategies import random_position

KERNEL = os.path.dirname(str(search.kernel.five.__file__))
# Called from the search, but only every 64th look at the clock: it takes the interpreter's lock.
WITH_GIL = {"signals_pending"}
# Run once, when an engine is set up.
SET_UP = {"set_up_keys", "set_up_places"}
FUNCTION = re.compile(
    r"^cdef (?!class|struct|enum|extern)[\w \*]*?\*?(\w+)\((.*?)\)([^:()]*):",
    re.DOTALL | re.MULTILINE,
)


def sources() -> list[str]:
    """The kernel's own source files, as paths below its folder."""
    files = (path for path in Path(KERNEL).rglob("*.p[yx][xi]"))
    return sorted(str(path.relative_to(KERNEL)) for path in files if path.suffix != ".pyi")


def test_kernel_is_compiled_and_lies_beside_its_sources() -> None:
    """A set-up without the extension must not pass the tests, nor hide behind another copy."""
    root = os.path.dirname(
        os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    )
    for module in (search.kernel.five, search.kernel.toy):
        path = str(module.__file__)
        assert path.endswith(".so")
        assert os.path.dirname(path) == os.path.join(root, "search", "kernel")


@pytest.mark.parametrize("family", ["five", "gipf"])
def test_kernel_of_this_processor_is_chosen(family: str) -> None:
    """Where the processor is of x86-64-v3 the build for it is there, and taken; else the other."""
    wanted = f"search.kernel.{family}_v3" if processor_is_v3() else f"search.kernel.{family}"
    assert kernel_of(family).__name__ == wanted


def test_kernel_builds_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every build finds the same in as many nodes."""
    found = []
    for is_v3 in {False, processor_is_v3()}:
        monkeypatch.setattr("search.native.processor_is_v3", lambda is_v3=is_v3: is_v3)
        with Engine(PRESETS["pente"]) as engine:
            for seed in range(10):
                position = random_position(PRESETS["pente"], seed=seed, turns=10 + seed)
                result = engine.search(position, Limits(depth=6))
                found.append((seed, result.score, result.pv, result.nodes))
    assert len(found) == 10 * (1 + processor_is_v3())
    assert len(set(found)) == 10


def test_kernel_functions_cannot_touch_python() -> None:
    """Each function is noexcept and runs without the interpreter's lock, so that Cython itself
    refuses any Python operation in it; the few others are named here with their reason.
    """
    seen = set()
    for name in sources():
        with open(os.path.join(KERNEL, name), encoding="utf-8") as file:
            for function, _, qualifiers in FUNCTION.findall(file.read()):
                seen.add(function)
                if function == "_raise_pending":
                    continue  # raises what a signal handler left, after the search
                assert "noexcept" in qualifiers, f"{name}: {function}"
                if function not in WITH_GIL | SET_UP:
                    assert "nogil" in qualifiers, f"{name}: {function}"
    assert {"negamax", "play", "undo_move", "evaluate", "generate", "probe", "store"} <= seen
    assert seen >= WITH_GIL | SET_UP


def test_kernel_has_one_search() -> None:
    """All games include the same search; nobody has written a second one."""
    holders = []
    for name in sources():
        with open(os.path.join(KERNEL, name), encoding="utf-8") as file:
            text = file.read()
        if re.search(r"^cdef int negamax\(", text, re.MULTILINE):
            holders.append(name)
        if name.endswith(".pyx"):
            assert 'include "core/negamax.pxi"' in text or name in {"five_v3.pyx", "gipf_v3.pyx"}
    assert holders == ["core/negamax.pxi"]
