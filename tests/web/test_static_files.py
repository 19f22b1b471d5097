"""The page's files: kept in memory, always as they are on the disk, never from elsewhere."""

from __future__ import annotations

import gzip
import os
from typing import TYPE_CHECKING

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from tests.web.conftest import awaited
from web.http.files import FEWEST_BYTES, PublicFiles

if TYPE_CHECKING:
    from pathlib import Path

LONG = b"body { color: red; }\n" * FEWEST_BYTES


class Client:
    """Asks for the files of a folder."""

    def __init__(self, folder: Path) -> None:
        app = Starlette(routes=[Mount("/", PublicFiles(str(folder)))])
        self._transport = httpx.ASGITransport(app)

    def ask(self, method: str, path: str, **headers: str) -> httpx.Response:
        """Return the answer."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}

        async def answer() -> httpx.Response:
            base = "http://localhost"
            async with httpx.AsyncClient(transport=self._transport, base_url=base) as client:
                return await client.request(method, path, headers=named)

        return awaited(answer())

    def get(self, path: str, **headers: str) -> httpx.Response:
        """Return the answer to a GET."""
        return self.ask("GET", path, **headers)


@pytest.fixture
def client(tmp_path: Path) -> Client:
    """A client of the files of a folder, beside a file that is not public."""
    (tmp_path / "secret.txt").write_text("secret")
    public = tmp_path / "public"
    (public / "css").mkdir(parents=True)
    (public / "index.html").write_text("<!doctype html>")
    (public / "css" / "page.css").write_bytes(LONG)
    return Client(public)


def test_a_changed_file_is_sent_anew(client: Client, tmp_path: Path) -> None:
    """Who edits a script sees it with the next load of the page."""
    assert client.get("/css/page.css").content == LONG
    path = tmp_path / "public" / "css" / "page.css"
    path.write_bytes(b"body {}")
    os.utime(path, ns=(1, 1))
    assert client.get("/css/page.css").content == b"body {}"
    path.unlink()
    assert client.get("/css/page.css").status_code == 404


def test_a_known_file_is_not_sent_again(client: Client) -> None:
    """A browser that has the same file hears so, without a body."""
    first = client.get("/css/page.css")
    again = client.get("/css/page.css", if_none_match=f'W/"x", {first.headers["etag"]}')
    assert (again.status_code, again.content) == (304, b"")
    assert client.get("/css/page.css", if_none_match='"x"').status_code == 200


def test_long_files_are_compressed_for_those_who_accept_it(client: Client) -> None:
    """The head tells the length of what is sent; short files stay as they are."""
    packed = client.ask("HEAD", "/css/page.css", accept_encoding="gzip")
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) == len(gzip.compress(LONG, mtime=0))
    home = client.get("/")
    assert home.headers["content-type"] == "text/html; charset=utf-8"
    assert "content-encoding" not in home.headers


def test_only_public_files_are_sent_and_only_read(client: Client) -> None:
    """No path leads out of the folder, folders are not listed, other methods are refused."""
    for path in ("/secret.txt", "/../secret.txt", "/css/%2e%2e/%2e%2e/secret.txt", "/css", "/css/"):
        assert client.get(path).status_code == 404, path
    assert client.ask("POST", "/css/page.css").status_code == 405
