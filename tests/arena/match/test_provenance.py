"""The version of a tree in results: a passing fault is not taken for a change of the code."""

from __future__ import annotations

import errno
import subprocess
from pathlib import Path
from typing import Any

import pytest

from arena.match.provenance import UNSEEN, commit_of_tree


@pytest.fixture
def tree(tmp_path: Path) -> str:
    """A folder with a commit, as far as git's own files show one."""
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("c0de" * 10)
    return str(tmp_path)


def git_that(monkeypatch: pytest.MonkeyPatch, *answers: Any) -> None:
    """Let each call of git return the next of these, or raise it."""
    left = list(answers)

    def run(*_: Any, **__: Any) -> Any:
        answer = left.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr("arena.match.provenance.subprocess.run", run)


CLEAN = subprocess.CompletedProcess("git", 0, b"")
KILLED = subprocess.CalledProcessError(-9, "git")


def test_a_killed_git_is_asked_again(tree: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match that begins while git is killed can be resumed afterwards: the tree has one name."""
    git_that(monkeypatch, KILLED, CLEAN)
    assert commit_of_tree(tree) == "c0de" * 10


@pytest.mark.parametrize("number", [errno.EMFILE, errno.ENOMEM, errno.EAGAIN])
def test_a_passing_shortage_is_an_error(
    tree: str, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """With no open file or memory left the match does not begin under a name that will not last."""
    git_that(monkeypatch, OSError(number, "short"))
    with pytest.raises(OSError, match="short"):
        commit_of_tree(tree)


@pytest.mark.parametrize(
    "answer",
    [
        FileNotFoundError(errno.ENOENT, "git"),
        subprocess.CalledProcessError(128, "git"),
        subprocess.TimeoutExpired("git", 20),
    ],
)
def test_without_git_changes_are_unseen(
    tree: str, monkeypatch: pytest.MonkeyPatch, answer: Exception
) -> None:
    """Where git is missing or refuses, the commit says that changes were not looked for."""
    git_that(monkeypatch, answer)
    assert commit_of_tree(tree) == "c0de" * 10 + "+" + UNSEEN
