"""A static host that compresses as such hosts do, and counts what it sends."""

from __future__ import annotations

import gzip
import mimetypes
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

COMPRESSED = ("text/", "application/json", "application/wasm", "image/svg+xml")
OTHER = "application/octet-stream"


class StaticHost:
    """The files of a folder as they are sent.

    asked  the paths of the files that were sent
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.address = ""
        self.asked: set[str] = set()

    @cached_property
    def files(self) -> dict[str, tuple[str, bool, bytes]]:
        """Type, whether it is compressed, and content as sent, by path."""
        paths = (path for path in self._folder.rglob("*") if path.is_file())
        return {f"/{path.relative_to(self._folder)}": _as_sent(path) for path in paths}

    def sent_bytes(self, paths: Iterable[str]) -> int:
        """The bytes of files as sent, each once."""
        return sum(len(self.files[path][2]) for path in {*paths} & self.files.keys())


def _as_sent(path: Path) -> tuple[str, bool, bytes]:
    kind, packed = mimetypes.guess_type(path.name)
    if packed or not kind:
        return OTHER, False, path.read_bytes()
    compressed = kind.startswith(COMPRESSED)
    content = path.read_bytes()
    return kind, compressed, gzip.compress(content) if compressed else content


@contextmanager
def static_host(folder: Path) -> Iterator[StaticHost]:
    """A running host of a folder."""
    host = StaticHost(folder)

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_HEAD(self) -> None:
            self._answer()

        def do_GET(self) -> None:
            content = self._answer()
            self.wfile.write(content)
            host.asked.add(self.path)

        def _answer(self) -> bytes:
            path = urlsplit(self.path).path
            self.path = "/index.html" if path == "/" else path
            file = host.files.get(self.path)
            kind, compressed, content = file or ("text/plain", False, b"")
            self.send_response(200 if file else 404)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(content)))
            if compressed:
                self.send_header("Content-Encoding", "gzip")
            self.end_headers()
            return content

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

        def handle(self) -> None:
            with suppress(ConnectionError):  # a browser that ends, or loads the page again
                super().handle()

    assert host.files
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        host.address = f"http://127.0.0.1:{server.server_address[1]}"
        yield host
        server.shutdown()
