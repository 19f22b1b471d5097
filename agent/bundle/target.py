"""Writes a hand-in into a folder, which it may have written before.

`bundle.txt` lists the files with their checksums; `sha256sum -c bundle.txt` reads it as well. Its
first line says whether the folder is complete, so that an interrupted run can be repeated.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
from hashlib import sha256

from agent.bundle.modules import ROOT
from games.errors import naming

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

LIST = "bundle.txt"
COMPLETE = "# pente bundle: complete; checksums as sha256sum prints them"
UNFINISHED = "# pente bundle: unfinished, run `pente bundle` again"
# The engine's own folders, each with a separator at its end.
OURS = tuple(os.path.join(ROOT, name, "") for name in ("agent", "search", "games", "arena", "data"))


class BundleError(ValueError):
    """A folder that must not be written to; the message says why and what to do."""


def write_bundle(folder: str, contents: Mapping[str, bytes], *, force: bool = False) -> None:
    """Make the folder hold these files by their paths, in place of an earlier hand-in.

    A folder with anything else, or with files changed since, needs `force`; other files then stay,
    files of the same names are replaced. Raises BundleError, OSError.
    """
    earlier = check_target(folder, force=force)
    os.makedirs(folder, exist_ok=True)
    _write(folder, LIST, _listed(UNFINISHED, {**dict.fromkeys(earlier, ""), **_sums(contents)}))
    for path in sorted(earlier.keys() - contents.keys(), reverse=True):
        _remove(folder, path)
    for path, content in contents.items():
        _write(folder, path, content)
    _write(folder, LIST, _listed(COMPLETE, _sums(contents)))


def check_target(folder: str, *, force: bool) -> dict[str, str]:
    """The checksums of the earlier hand-in in this folder, by path; {} if there is none.

    Raises BundleError if the folder may not be written to, OSError if it cannot.
    """
    inside = os.path.realpath(folder)
    if inside == ROOT or os.path.join(inside, "").startswith(OURS):
        raise BundleError(f"{folder} belongs to this engine: name a folder of its own")
    _check_place(folder)
    if not os.path.isdir(folder) or not os.listdir(folder):
        return {}
    earlier = _earlier(folder)
    if force:
        return earlier or {}
    if earlier is None:
        raise BundleError(f"{folder} is not empty and no earlier bundle: --force writes into it")
    changed = [path for path, digest in earlier.items() if _is_changed(folder, path, digest)]
    if changed:
        raise BundleError(
            f"{folder}/{changed[0]} was changed since the bundle was written: --force replaces it"
        )
    return earlier


def _check_place(folder: str) -> None:
    """Raise OSError, which names the folder, unless it can be written to, or made."""
    there = os.path.abspath(folder)
    while not os.path.lexists(there) and there != os.path.dirname(there):  # a drive may be missing
        there = os.path.dirname(there)
    if not os.path.isdir(there):
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), folder)
    if not os.access(there, os.W_OK | os.X_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), folder)


def _earlier(folder: str) -> dict[str, str] | None:
    """The checksums that the folder's list gives, "" for unknown ones; None without a list."""
    try:
        with open(os.path.join(folder, LIST), encoding="utf-8") as file:
            first, *rows = file.read().splitlines() or [""]
    except (FileNotFoundError, UnicodeDecodeError):
        return None
    if first not in (COMPLETE, UNFINISHED):
        return None
    listed = {path: digest for digest, _, path in (row.partition("  ") for row in rows)}
    # A list from elsewhere must not name files outside of the folder.
    inside = {path: digest for path, digest in listed.items() if _is_inside(path)}
    return inside if first == COMPLETE else dict.fromkeys(inside, "")


def _is_inside(path: str) -> bool:
    return bool(path) and not os.path.isabs(path) and ".." not in path.split("/")


def _is_changed(folder: str, path: str, digest: str) -> bool:
    """Whether a source or data file has another content than listed; a missing file has none."""
    if not digest or path.endswith(".pyc"):  # Python itself renews byte code
        return False
    try:
        with open(os.path.join(folder, path), "rb") as file:
            return sha256(file.read()).hexdigest() != digest
    except FileNotFoundError:
        return False


def _sums(contents: Mapping[str, bytes]) -> dict[str, str]:
    return {path: sha256(content).hexdigest() for path, content in contents.items()}


def _listed(head: str, digests: Mapping[str, str]) -> bytes:
    rows = (f"{digest}  {path}" for path, digest in sorted(digests.items()))
    return "\n".join((head, *rows, "")).encode()


def _write(folder: str, path: str, content: bytes) -> None:
    """Write a file whole: under another name, to the disk, then in place."""
    whole = os.path.join(folder, path)
    with naming(whole):
        os.makedirs(os.path.dirname(whole), exist_ok=True)
        with open(f"{whole}.new", "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(f"{whole}.new", whole)


def _remove(folder: str, path: str) -> None:
    """Remove a file of an earlier hand-in, and the folders that held nothing else but byte code."""
    within = os.path.dirname(os.path.join(folder, path))
    with contextlib.suppress(FileNotFoundError):
        os.unlink(os.path.join(folder, path))
    if os.path.isdir(within) and os.listdir(within) == ["__pycache__"]:
        shutil.rmtree(os.path.join(within, "__pycache__"))
    with contextlib.suppress(OSError):
        os.removedirs(within)  # up to the first folder that is not empty: the list lies in `folder`
