"""The version of a tree in results: a passing fault is not taken for a change of the code."""

from __future__ import annotations

import errno
import subprocess
from pathlib import Path
from typing import Any

import pytest

from arena.match.provenance import UNSEEN, commit_of_tree


def test_a_commit_names_the_state_of_the_code(tmp_path: Path) -> None:
    """New, changed and staged code each mark a commit; results, reports, docs, hand-ins and
    environments, which commands write into the tree, do not.
    """

    def git(*words: str) -> None:
        subprocess.run(["git", *words], cwd=tmp_path, check=True, timeout=60)  # noqa: S607

    def write(name: str, text: str) -> str | None:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return commit_of_tree(str(tmp_path))

    git("init", "-q")
    write("search/__init__.py", "")
    write("search/engine.py", "depth = 1\n")
    git("add", ".")
    git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "one")
    clean = commit_of_tree(str(tmp_path))
    assert clean is not None
    for name in ("data/match.jsonl", "README.md", "cup.jsonl", "cup.html", "night/plan.json",
                 "handin/homework.py", "venv/lib/a.py"):  # fmt: skip
        assert write(name, "new\n") == clean, name
    changed = write("search/engine.py", "depth = 2\n")
    git("add", "search")
    assert commit_of_tree(str(tmp_path)) == changed
    states = {clean, changed, write("search/new.pyx", "depth = 3\n")}
    assert len(states) == 3
    assert all(state is not None and state.startswith(clean) for state in states)


CLEAN = subprocess.CompletedProcess("git", 0, b"")
KILLED = subprocess.CalledProcessError(-9, "git")


def test_faults_of_git_are_no_changes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A killed git is asked again; a passing shortage is an error, so that no match begins under
    a name that will not last; without git the commit says that changes were not looked for.
    """
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "HEAD").write_text("c0de" * 10)
    left: list[Any] = []

    def run(*_: Any, **__: Any) -> Any:
        answer = left.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    monkeypatch.setattr("arena.match.provenance.subprocess.run", run)
    refuses = subprocess.CalledProcessError(128, "git")
    for answers, name in (
        ([KILLED, CLEAN], "c0de" * 10),
        ([FileNotFoundError(errno.ENOENT, "git")], f"{'c0de' * 10}+{UNSEEN}"),
        ([refuses], f"{'c0de' * 10}+{UNSEEN}"),
        ([subprocess.TimeoutExpired("git", 20)], f"{'c0de' * 10}+{UNSEEN}"),
    ):
        left[:] = answers
        assert commit_of_tree(str(tmp_path)) == name
    for number in (errno.EMFILE, errno.ENOMEM, errno.EAGAIN):
        left[:] = [OSError(number, "short")]
        with pytest.raises(OSError, match="short"):
            commit_of_tree(str(tmp_path))
