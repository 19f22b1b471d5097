"""Any Python from 3.7 on plays with the whole agent."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

from agent.bundle.contents import OTHER_GAMES
from agent.bundle.modules import needed_modules
from tests.agent.desk import ROOT, Desk, is_move_for, sample, with_clock
from tests.agent.interpreters import interpreter
from tools.programs import ended

ENTRIES = ("homework.py", "calibrate.py")
MOVE_PATH = sorted(
    needed_modules([(ROOT / name).read_text() for name in ENTRIES], OTHER_GAMES).values()
)
# Functions, methods and options that Python 3.7 lacks and that code could use without a syntax of
# its own. The interpreters below find the others, where they are installed.
NEWER = {
    "cached_property",
    "prod",
    "isqrt",
    "removeprefix",
    "removesuffix",
    "bit_count",
    "waitstatus_to_exitcode",
    "pairwise",
    "strict",
}


def test_move_path_keeps_to_python_3_7() -> None:
    """Every module that a move or a calibration may load has the syntax and names of 3.7.

    One without the `__future__` import quotes each union and each `tuple[int]`.
    """
    for file in (*ENTRIES, *MOVE_PATH):
        tree = ast.parse((ROOT / file).read_text(), feature_version=(3, 7))
        nodes = [*ast.walk(tree)]
        used = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
        options = {node.arg for node in nodes if isinstance(node, ast.keyword)}
        assert not NEWER & (used | options), file
        if not imports_the_future(tree):
            for annotation in evaluated_annotations(tree):
                new = [n for n in ast.walk(annotation) if isinstance(n, ast.BinOp | ast.Subscript)]
                assert not new, f"{file}, line {annotation.lineno}: {ast.unparse(annotation)}"


def imports_the_future(tree: ast.Module) -> bool:
    """Whether a module has the import after which annotations are not evaluated."""
    imports = [node for node in tree.body if isinstance(node, ast.ImportFrom)]
    return any(node.module == "__future__" for node in imports)


def evaluated_annotations(tree: ast.AST) -> list[ast.expr]:
    """The annotations that Python evaluates: those of signatures, modules and classes."""
    annotations: list[ast.expr | None] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            annotations.append(node.returns)
        elif isinstance(node, ast.arg):
            annotations.append(node.annotation)
        elif isinstance(node, ast.Module | ast.ClassDef):
            annotations += [
                line.annotation for line in node.body if isinstance(line, ast.AnnAssign)
            ]
    return [annotation for annotation in annotations if annotation is not None]


def test_an_older_python_is_refused_in_one_line() -> None:
    """The entry points, which say so, parse on Python 3.6."""
    for file in (*ENTRIES, "agent/bundle/loader.py"):
        tree = ast.parse((ROOT / file).read_text(), feature_version=(3, 6))
        assert not imports_the_future(tree), file


@pytest.mark.nightly
@pytest.mark.parametrize("file", ENTRIES)
def test_python_3_6_names_what_is_needed(desk: Desk, file: str) -> None:
    """Python 3.6 ends with one line."""
    done = ended([interpreter(6), str(ROOT / file)], desk.folder)
    assert done.returncode == 1
    assert "Python 3.7 or newer is needed, not 3.6" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.nightly
def test_calibration_of_the_oldest_python_is_used(desk: Desk) -> None:
    """The oldest Python that searches measures itself, and its moves accept the figures."""
    python = interpreter(7)
    assert ended([python, str(ROOT / "calibrate.py"), "--quick"], desk.folder).returncode == 0
    assert [path.name for path in desk.folder.iterdir()] == ["calibration.txt"]
    request = with_clock(sample("handout_black"), "1.0")
    done = desk.ask(request, python=(python,))
    assert is_move_for(done.output, request)
    assert "calibration" not in done.said


def test_homework_alone_says_what_is_missing(tmp_path: Path, desk: Desk) -> None:
    """Copied without its packages, homework.py names the command that makes a hand-in."""
    (tmp_path / "homework.py").write_text((ROOT / "homework.py").read_text())
    done = desk.ask(sample("empty_white"), root=tmp_path, python=(sys.executable, "-I", "-S"))
    assert done.code == 1
    assert "No module named 'agent'; it needs" in done.said
    assert done.said.count("\n") == 1
