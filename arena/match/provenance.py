"""The version of a tree: its commit and a digest of uncommitted changes."""

from __future__ import annotations

import errno
import os
import subprocess
from binascii import crc32
from hashlib import sha256

from search import ROOT

GIT_DEADLINE_S = 20.0
GIT_ATTEMPTS = 3  # if a signal ends git
# Passing shortages. A match that began as UNSEEN in one of them could not be resumed after it.
SHORTAGES = (errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN)
UNSEEN = "unseen"  # replaces the digest where git does not run
# Files that do not change how a tree plays; weights and openings have their own digests.
NO_CODE = ("data", "docs", "tests", "benchmarks", "tools", "*.md", ".ci")
# A new file counts only if it may be code: commands write results, reports and studies anywhere.
CODE = (".py", ".pyx", ".pxi", ".pxd", ".pyi", ".h", ".c")


def commit_of_tree(folder: str | None = None) -> str | None:
    """The full hash of the commit checked out in a folder; None without a repository.

    The default folder is our own tree. If its code has uncommitted changes, a plus and eight digits
    that depend on them follow: `6985eee...+1f0c33a9`.
    """
    top = folder or ROOT
    commit = _commit(top)
    if commit is None:
        return None
    changes = _changes(top)
    return f"{commit}+{changes}" if changes else commit


def digest_of_build(top: str) -> str:
    """Eight digits that change with a tree's compiled kernel; "00000000" without one."""
    folder = os.path.join(top, "search", "kernel")
    names = os.listdir(folder) if os.path.isdir(folder) else []
    checksum = 0
    for name in sorted(names):
        if name.endswith(".so"):
            checksum = crc32(_content(os.path.join(folder, name)), checksum)
    return f"{checksum:08x}"


def _changes(top: str) -> str:
    """Eight digits for the uncommitted code, "" if there is none, or UNSEEN.

    Raises OSError in a passing shortage of memory, processes or open files.
    """
    listed = _status(top)
    if listed is None:
        return UNSEEN
    lines = [os.fsdecode(line) for line in listed.split(b"\0") if line]
    names = sorted(line[3:] for line in lines if line[:2] != "??" or _may_be_code(top, line[3:]))
    if not names:
        return ""
    digest = sha256()
    for name in names:
        digest.update(f"{name}\0".encode(errors="surrogateescape"))
        digest.update(_content(os.path.join(top, name)))
    return digest.hexdigest()[:8]


def _status(top: str) -> bytes | None:
    """Git's list of uncommitted files, or None where git does not run. Raises OSError."""
    wanted = [".", *(f":(exclude){path}" for path in NO_CODE)]
    ask = ["status", "--porcelain", "-z", "--no-renames", "--untracked-files=all", "--", *wanted]
    for _ in range(GIT_ATTEMPTS):
        try:
            return subprocess.run(
                ["git", "-C", top, "--no-optional-locks", *ask],  # noqa: S607 - git from the path
                capture_output=True,
                check=True,
                timeout=GIT_DEADLINE_S,
            ).stdout
        except subprocess.CalledProcessError as error:
            if error.returncode >= 0:
                return None
        except subprocess.SubprocessError:
            return None
        except OSError as error:
            if error.errno in SHORTAGES:
                raise
            return None
    return None


def _may_be_code(top: str, name: str) -> bool:
    """Whether a new file may belong to the tree's code: not to a hand-in or environment in it."""
    folder, slash, _ = name.partition("/")
    in_package = not slash or os.path.exists(os.path.join(top, folder, "__init__.py"))
    return in_package and name.endswith(CODE)


def _content(path: str) -> bytes:
    """The content of a file; one zero byte for a deleted file."""
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b"\0"


def _commit(top: str) -> str | None:
    """Read the commit from git's own files, so that git need not be installed."""
    git = os.path.join(top, ".git")
    pointer = _read(git) if os.path.isfile(git) else ""
    if pointer.startswith("gitdir: "):  # a worktree has its own HEAD and shares references
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
