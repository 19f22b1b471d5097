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
    from collections.abc import Callable
    from pathlib import Path

    Ask = Callable[..., httpx.Response]

LONG = b"body { color: red; }\n" * FEWEST_BYTES


@pytest.fixture
def ask(tmp_path: Path) -> Ask:
    """Asks for one of the files of a folder."""
    public = tmp_path / "public"
    (public / "css").mkdir(parents=True)
    (public / "index.html").write_text("<!doctype html>")
    (public / "css" / "page.css").write_bytes(LONG)
    transport = httpx.ASGITransport(Starlette(routes=[Mount("/", PublicFiles(str(public)))]))

    async def answer(method: str, path: str, headers: dict[str, str]) -> httpx.Response:
        base = "http://localhost"
        async with httpx.AsyncClient(transport=transport, base_url=base) as client:
            return await client.request(method, path, headers=headers)

    def named(path: str, method: str = "GET", **headers: str) -> httpx.Response:
        names = {name.replace("_", "-"): value for name, value in headers.items()}
        return awaited(answer(method, path, names))

    return named


def test_a_changed_file_is_sent_anew(ask: Ask, tmp_path: Path) -> None:
    """Who edits a script sees it with the next load of the page."""
    assert ask("/css/page.css").content == LONG
    path = tmp_path / "public" / "css" / "page.css"
    path.write_bytes(b"body {}")
    os.utime(path, ns=(1, 1))
    assert ask("/css/page.css").content == b"body {}"
    path.unlink()
    assert ask("/css/page.css").status_code == 404


def test_files_are_only_read(ask: Ask) -> None:
    """Other methods are refused."""
    assert ask("/css/page.css", "POST").status_code == 405


def test_a_known_file_is_not_sent_again(ask: Ask) -> None:
    """A browser that has the same file hears so, without a body."""
    first = ask("/css/page.css")
    again = ask("/css/page.css", if_none_match=f'W/"x", {first.headers["etag"]}')
    assert (again.status_code, again.content) == (304, b"")
    assert ask("/css/page.css", if_none_match='"x"').status_code == 200


def test_long_files_are_compressed_for_those_who_accept_it(ask: Ask) -> None:
    """The head tells the length of what is sent; short files stay as they are."""
    packed = ask("/css/page.css", "HEAD", accept_encoding="gzip")
    assert packed.headers["content-encoding"] == "gzip"
    assert int(packed.headers["content-length"]) == len(gzip.compress(LONG, mtime=0))
    home = ask("/")
    assert home.headers["content-type"] == "text/html; charset=utf-8"
    assert "content-encoding" not in home.headers
