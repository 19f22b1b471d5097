"""Any Python from 3.7 on plays with the whole agent."""

from __future__ import annotations

import ast
import subprocess
from pathlib import Path

import pytest

from agent.bundle.contents import OTHER_GAMES
from agent.bundle.modules import needed_modules
from tests.agent.desk import DEADLINE_S, ROOT, Desk, is_move_for, sample, with_clock
from tests.agent.interpreters import MINORS, interpreter

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

EACH = pytest.mark.parametrize("minor", MINORS)


@pytest.mark.parametrize("file", [*ENTRIES, *MOVE_PATH])
def test_move_path_keeps_to_python_3_7(file: str) -> None:
    """Every module that a move or a calibration may load has the syntax and names of 3.7."""
    tree = ast.parse((ROOT / file).read_text(), feature_version=(3, 7))
    used = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    options = {node.arg for node in ast.walk(tree) if isinstance(node, ast.keyword)}
    assert not NEWER & (used | options)


@pytest.mark.parametrize("file", [*ENTRIES, *MOVE_PATH])
def test_annotations_are_not_evaluated_where_3_7_cannot(file: str) -> None:
    """A module without the `__future__` import quotes each union and each `tuple[int]`."""
    tree = ast.parse((ROOT / file).read_text())
    if any(isinstance(node, ast.ImportFrom) and node.module == "__future__" for node in tree.body):
        return
    for annotation in evaluated_annotations(tree):
        new = [node for node in ast.walk(annotation) if isinstance(node, ast.BinOp | ast.Subscript)]
        assert not new, f"{file}, line {annotation.lineno}: {ast.unparse(annotation)}"


def evaluated_annotations(tree: ast.AST) -> list[ast.expr]:
    """The annotations that Python evaluates: those of signatures, modules and classes."""
    found: list[ast.expr | None] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            arguments = node.args
            named = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
            rest = [each for each in (arguments.vararg, arguments.kwarg) if each]
            found += [node.returns, *(each.annotation for each in (*named, *rest))]
        elif isinstance(node, ast.Module | ast.ClassDef):
            found += [each.annotation for each in node.body if isinstance(each, ast.AnnAssign)]
    return [annotation for annotation in found if annotation is not None]


@pytest.mark.parametrize("file", [*ENTRIES, "agent/bundle/loader.py"])
def test_an_older_python_is_refused_in_one_line(file: str) -> None:
    """The entry points, which say so, parse on Python 3.6."""
    tree = ast.parse((ROOT / file).read_text(), feature_version=(3, 6))
    assert not any(
        isinstance(node, ast.ImportFrom) and node.module == "__future__" for node in ast.walk(tree)
    )
    if file in ENTRIES:
        done = subprocess.run(
            [interpreter(6), str(ROOT / file)], capture_output=True, timeout=DEADLINE_S, check=False
        )
        assert done.returncode == 1
        assert b"Python 3.7 or newer is needed, not 3.6" in done.stderr
        assert done.stderr.count(b"\n") == 1


@EACH
@pytest.mark.parametrize("name", ["empty_white", "handout_black", "nearly_full_white"])
@pytest.mark.parametrize("clock", ["0.01", "0.05", "1.5"])
def test_any_python_plays_in_time(desk: Desk, minor: int, name: str, clock: str) -> None:
    """With every interpreter the move is legal and, from 0.05 s on, in time."""
    request = with_clock(sample(name), clock)
    done = desk.ask(request, python=(interpreter(minor), "-I", "-S"))
    assert done.code == 0
    assert is_move_for(done.output, request)
    if float(clock) > 0.05:  # the start of some interpreters alone takes 0.05 s on a busy computer
        assert done.cpu_s < float(clock)


@EACH
def test_weak_play_says_why_in_one_line(desk: Desk, minor: int) -> None:
    """Where no kernel was built, the search is the one in Python."""
    done = desk.ask(with_clock(sample("handout_black"), "3.0"), python=(interpreter(minor),))
    assert done.said.count("\n") <= 1
    assert (desk.folder / "playdata.txt").exists()


@EACH
def test_any_python_refuses_a_malformed_input(desk: Desk, minor: int) -> None:
    """A bad input has exit code 2, one line and no output; an old output is removed."""
    desk.put("output.txt", "10K\n")
    done = desk.ask(
        sample("handout_black").replace(b"BLACK", b"GREEN"), python=(interpreter(minor),)
    )
    assert (done.code, done.output, done.said.count("\n")) == (2, None, 1)
    assert "input.txt, line 1, column 1: expected BLACK or WHITE" in done.said


@EACH
def test_calibrate_answers_on_any_python(tmp_path: Path, minor: int) -> None:
    """`--help` prints the usage and measures nothing."""
    shown = subprocess.run(
        [interpreter(minor), str(ROOT / "calibrate.py"), "--help"],
        cwd=tmp_path,
        capture_output=True,
        check=True,
        timeout=DEADLINE_S,
    )
    assert b"python calibrate.py --quick" in shown.stdout
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("minor", [7])
def test_calibration_of_the_oldest_python_is_used(desk: Desk, minor: int) -> None:
    """The oldest Python that searches measures itself, and its moves accept the figures."""
    python = interpreter(minor)
    command = [python, str(ROOT / "calibrate.py"), "--quick"]
    subprocess.run(
        command, cwd=desk.folder, capture_output=True, check=True, timeout=2 * DEADLINE_S
    )
    request = with_clock(sample("handout_black"), "1.0")
    done = desk.ask(request, python=(python,))
    assert is_move_for(done.output, request)
    assert "calibration" not in done.said


def test_homework_alone_says_what_is_missing(tmp_path: Path, desk: Desk) -> None:
    """Copied without its packages, homework.py names the command that makes a hand-in."""
    (tmp_path / "homework.py").write_text((ROOT / "homework.py").read_text())
    done = desk.ask(sample("empty_white"), root=tmp_path, python=(interpreter(11), "-I"))
    assert done.code == 1
    assert "No module named 'agent'; it needs" in done.said
    assert done.said.count("\n") == 1
