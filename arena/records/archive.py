"""The files of a zip archive, as tournaments publish their games.

Everything stays in memory: no entry is written to disk, and its path is only a name. An archive is
refused as a whole if it declares too many entries or too many unpacked bytes; an entry is never
unpacked beyond the bytes that it declares.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from functools import partial
from typing import TYPE_CHECKING

from games.errors import NotationError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

BEGINNINGS = (b"PK\x03\x04", b"PK\x05\x06")  # of an archive, and of one without entries
MOST_ENTRIES = 20_000
MOST_UNPACKED = 64 << 20  # bytes; the games of a whole Gomocup tournament are about 20 MB
# Other methods unpack without a limit for each step.
METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
HIDDEN = re.compile(r"(?:^|/)(?:__MACOSX/|\.[^./])")
ENCRYPTED = 1  # a bit of an entry's flags
DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, LookupError, RuntimeError)


def is_zip(data: bytes | str) -> bool:
    """Whether the bytes of a file are a zip archive."""
    return isinstance(data, bytes) and data.startswith(BEGINNINGS)


def entries(data: bytes, name: str, most_bytes: int) -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Yield the path of each file in an archive, and a function that returns its bytes.

    Hidden files and folders are passed over. The function raises NotationError for an entry that is
    damaged or encrypted. Raises NotationError for an archive that is damaged or too large.
    """
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except DAMAGE as error:
        raise NotationError(f"{name}: the zip archive is damaged: {error}") from error
    infos = [info for info in archive.infolist() if not info.is_dir()]
    if len(infos) > MOST_ENTRIES:
        raise NotationError(f"{name}: {len(infos)} files in the archive, at most {MOST_ENTRIES}")
    unpacked = sum(info.file_size for info in infos)
    if unpacked > most_bytes:
        raise NotationError(f"{name}: {unpacked} bytes when unpacked, at most {most_bytes}")
    for info in infos:
        path = "".join(sign if sign.isprintable() else "?" for sign in info.filename)
        if not HIDDEN.search(path):
            whole = f"{name}/{path}"
            yield whole, partial(_unpacked, archive, info, whole)


def _unpacked(archive: zipfile.ZipFile, info: zipfile.ZipInfo, path: str) -> bytes:
    """The bytes of an entry. Raises NotationError."""
    if info.flag_bits & ENCRYPTED:
        raise NotationError(f"{path}: the file is encrypted in the archive")
    if info.compress_type not in METHODS:
        raise NotationError(f"{path}: packed by a method that is not read: expected deflate")
    try:
        with archive.open(info) as file:
            return file.read(info.file_size + 1)  # a number also bounds each step
    except DAMAGE as error:
        raise NotationError(f"{path}: damaged in the archive: {error}") from error
