"""Which state of this tree played: the commit, read from git's own files without starting git."""

from __future__ import annotations

import os


def commit_of_tree(folder: str | None = None) -> str | None:
    """The full hash of the commit that is checked out, or None where there is no repository.

    Of the folder that is given, else of our own tree. Changes that are not committed are not seen.
    """
    top = folder or os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    git = os.path.join(top, ".git")
    pointer = _read(git) if os.path.isfile(git) else ""
    if pointer.startswith("gitdir: "):  # a worktree: its own HEAD, the references of the others
        git = os.path.join(top, pointer.removeprefix("gitdir: "))
    head = _read(os.path.join(git, "HEAD"))
    name = head.removeprefix("ref: ")
    if name == head:
        return head or None
    common = os.path.join(git, _read(os.path.join(git, "commondir")))
    return _read(os.path.join(common, name)) or _packed(common, name)


def _packed(git: str, name: str) -> str | None:
    lines = (line.split() for line in _read(os.path.join(git, "packed-refs")).splitlines())
    return next((words[0] for words in lines if words[1:] == [name]), None)


def _read(path: str) -> str:
    try:
        with open(path, encoding="utf-8") as file:
            return file.read().strip()
    except OSError:
        return ""
