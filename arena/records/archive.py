"""The files of a zip archive, as tournaments publish their games.

Everything stays in memory: no entry is written to disk, and its path is only a name. An archive is
refused as a whole if it declares too many files or too many unpacked bytes; a file is never
unpacked beyond the bytes that it declares.
"""

from __future__ import annotations

import io
import os
import re
import zipfile
import zlib
from collections.abc import Callable, Container
from functools import partial
from typing import TypeGuard

from games.errors import NotationError

BEGINNINGS = (b"PK\x03\x04", b"PK\x05\x06")  # of an archive, and of one without entries
MOST_ENTRIES = 20_000
MOST_UNPACKED = 64 << 20  # bytes of all files that are read, together
# Other methods unpack without a limit for each step.
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
HIDDEN = re.compile(r"(?:^|/)(?:__MACOSX/|\.[^./])")
ENCRYPTED = 1  # a bit of an entry's flags
DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, LookupError, RuntimeError)


def is_zip(data: bytes | str) -> TypeGuard[bytes]:
    """Whether the bytes of a file are a zip archive."""
    return isinstance(data, bytes) and data.startswith(BEGINNINGS)


def files_in(
    data: bytes, name: str, suffixes: Container[str], most_bytes: int
) -> tuple[list[tuple[str, Callable[[], bytes]]], list[str]]:
    """The files with these suffixes, and the names of the others, without hidden ones.

    Each file has its path and a function that returns its bytes, or raises NotationError if it is
    damaged or encrypted. Raises NotationError for an archive that is damaged or too large.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except DAMAGE as error:
        raise NotationError(f"{name}: the zip archive is damaged: {error}") from error
    infos = [info for info in archive.infolist() if not info.is_dir()]
    if len(infos) > MOST_ENTRIES:
        raise NotationError(f"{name}: {len(infos)} files in the archive, at most {MOST_ENTRIES}")
    files: list[tuple[str, Callable[[], bytes]]] = []
    others, unpacked = [], 0
    for info in infos:
        path = "".join(sign if sign.isprintable() else "?" for sign in info.filename)
        if HIDDEN.search(path):
            continue
        path = f"{name}/{path}"
        if os.path.splitext(path)[1].lower() in suffixes:
            files.append((path, partial(_unpacked, archive, info, path)))
            unpacked += info.file_size
        else:
            others.append(path)
    if unpacked > most_bytes:
        raise NotationError(f"{name}: {unpacked} bytes when unpacked, at most {most_bytes}")
    return files, others


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo, path: str) -> bytes:
    if info.flag_bits & ENCRYPTED:
        raise NotationError(f"{path}: the file is encrypted in the archive")
    if info.compress_type not in METHODS:
        raise NotationError(f"{path}: packed by a method that is not read: expected deflate")
    try:
        with archive.open(info) as file:
            return file.read(info.file_size + 1)  # a number also bounds each step
    except DAMAGE as error:
        raise NotationError(f"{path}: damaged in the archive: {error}") from error
