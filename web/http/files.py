"""The public files of the page: compressed once, kept in memory, read again when they change.

A page of forty scripts asks for each of them, so a file costs no thread and no compression when it
is asked for. Only files that exist when the server starts can be asked for: a path is looked up,
never joined, so none leads out of the folder.
"""

from __future__ import annotations

import gzip
import mimetypes
import os
from dataclasses import dataclass
from email.utils import formatdate
from hashlib import sha256
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

FEWEST_BYTES = 1000  # smaller files are not compressed
HOME = "index.html"


@dataclass(frozen=True, slots=True)
class _File:
    """A file as it is sent; `stamp` tells whether the one on the disk is another."""

    stamp: tuple[int, int]
    headers: dict[str, str]
    plain: bytes
    packed: bytes | None


class PublicFiles:
    """An ASGI application that serves the files of a folder, and `index.html` for the root."""

    def __init__(self, folder: str) -> None:
        self._paths = {
            os.path.relpath(os.path.join(root, name), folder).replace(os.sep, "/"): os.path.join(
                root, name
            )
            for root, _, names in os.walk(folder)
            for name in names
        }
        self._kept: dict[str, _File] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request. Raises HTTPException for an unknown file or another method."""
        if scope["method"] not in ("GET", "HEAD"):
            raise HTTPException(405)
        path = scope["path"].removeprefix(scope.get("root_path", "")).removeprefix("/")
        await self._response(self._file(path or HOME), Request(scope))(scope, receive, send)

    def _file(self, name: str) -> _File:
        """The file as it is on the disk now. Raises HTTPException."""
        path = self._paths.get(name)
        try:
            if path is None:
                raise FileNotFoundError(name)
            stat = os.stat(path)
            stamp = (stat.st_mtime_ns, stat.st_size)
            known = self._kept.get(name)
            if known is None or known.stamp != stamp:
                known = self._kept[name] = _read(path, stamp)
        except OSError as error:
            raise HTTPException(404) from error
        return known

    @staticmethod
    def _response(file: _File, request: Request) -> Response:
        asked = request.headers
        if file.headers["etag"] in [
            tag.strip().removeprefix("W/") for tag in asked.get("if-none-match", "").split(",")
        ]:
            return Response(status_code=304, headers=file.headers)
        if file.packed is not None and "gzip" in asked.get("accept-encoding", ""):
            return Response(file.packed, headers={**file.headers, "content-encoding": "gzip"})
        return Response(file.plain, headers=file.headers)


def _read(path: str, stamp: tuple[int, int]) -> _File:
    """Read and compress a file. Raises OSError."""
    with open(path, "rb") as file:
        plain = file.read()
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    headers = {
        "content-type": kind,
        "etag": f'"{sha256(plain).hexdigest()[:32]}"',
        "last-modified": formatdate(stamp[0] / 1e9, usegmt=True),
        "vary": "Accept-Encoding",
    }
    packed = gzip.compress(plain, mtime=0) if len(plain) >= FEWEST_BYTES else None
    return _File(stamp, headers, plain, packed)
