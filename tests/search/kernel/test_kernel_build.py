"""The compiled kernel and its tables are there, and its sources keep the rules of hot code.

Also windows that no line can enter, and the faults that a nightly command plants.
"""

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
from games.five.rules import PRESETS
from search.engine import Engine
from search.five.native import open_search, set_position
from search.kernel import five_tables as tables
from search.kernel import gipf_tables
from search.limits import Limits
from search.native import V3_FLAGS, kernel_of, processor_is_v3
from search.score import lost_in, win_in
from search.weights import Weights
from tests.families import FIVE, GIPF, Games
from tests.strategies import random_position
from tools.trials.faults import main, planted, read_faults

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


@pytest.fixture(scope="module")
def free() -> tuple[list[int], list[tables.Meaning]]:
    """All windows of nine cells, five or more winning."""
    return tables.meanings(4, exactly_five=False)


HEADERS = Path(tables.__file__).parent / "generated"


def test_tables_that_are_built_in_are_what_the_generator_makes(
    free: tuple[list[int], list[tables.Meaning]],
) -> None:
    """The generated headers are up to date; of the larger one only a part is made here."""
    assert (HEADERS / "gipf_tables.h").read_text("ascii") == gipf_tables.header()
    part = "\n".join(tables._rows("free_meaning_parts", free[1]))
    assert part in (HEADERS / "five_tables.h").read_text("ascii")


@pytest.mark.nightly
def test_the_whole_table_that_is_built_in_is_what_the_generator_makes() -> None:
    """The header of a million windows is up to date."""
    assert (HEADERS / "five_tables.h").read_text("ascii") == tables.header()


DEPTH = 6


@pytest.mark.parametrize("game", ["pente", "gomoku-15"])
@pytest.mark.parametrize(("alpha", "beta"), [(win_in(3), win_in(1)), (lost_in(2), lost_in(2) + 1)])
def test_window_that_no_line_can_enter_costs_a_node_for_each_move(
    game: str, alpha: int, beta: int
) -> None:
    """Nothing beats a win in three turns but a win at once, or is worse than the soonest loss."""
    rules, looked_at = PRESETS[game], 0
    for seed in range(20):
        search = open_search(rules, Weights())
        set_position(search, random_position(rules, seed=seed, turns=8 + seed))
        if search.wins_at_once() or search.must_answer():
            continue
        search.begin(selective=True)
        search.iterate(DEPTH, alpha, beta)
        assert search.nodes <= 1 + len(search.candidates())
        looked_at += 1
    assert looked_at > 5


def test_every_fault_has_one_place() -> None:
    """Each text to be replaced occurs exactly once, so that the fault can be planted."""
    faults = read_faults()
    assert len(faults) > 20
    for fault in faults:
        text = (KERNEL / fault.file).read_text(encoding="utf-8")
        assert planted(fault, text) != text
    with pytest.raises(ValueError, match="found 0"):
        planted(faults[0], "")


def test_unknown_fault_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The command takes names of faults, and plants nothing for a wrong one."""
    monkeypatch.setattr("sys.argv", ["faults", "a Gipf draw comes late", "no such fault"])
    with pytest.raises(SystemExit, match="2"):
        main()
    assert "'no such fault'" in capsys.readouterr().err
