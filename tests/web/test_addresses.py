"""The names and addresses under which a server answers (`web/http/addresses.py`)."""

from __future__ import annotations

import re
import socket
from typing import TYPE_CHECKING

import httpx
import pytest

from tests.web.conftest import Running, serving
from web.http.addresses import BadPublicUrl, PublicUrl, own_names, parse_public_url, reachable
from web.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

ANYWHERE = "0.0.0.0"  # noqa: S104 - the tests are about it
PUBLIC = PublicUrl(origin="https://pente.example", host="pente.example")


@pytest.fixture(scope="module")
def everywhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server on all addresses of this machine, behind a proxy too."""
    data = str(tmp_path_factory.mktemp("data"))
    with serving(Settings(data=data, slots=1, public=PUBLIC), host="::") as running:
        yield running


def status(running: Running, to: str, host: str, origin: str | None = None) -> int:
    """The status of a request to an address with this Host header."""
    headers = {"host": host, **({} if origin is None else {"origin": origin})}
    url = f"http://{to}:{running.port}/api/health"
    return httpx.get(url, headers=headers, timeout=10).status_code


def test_every_address_of_the_machine_is_accepted(everywhere: Running) -> None:
    """Whatever address a client has reached the server at, it may write in the Host header."""
    for address in reachable("::"):
        to = f"[{address}]" if ":" in address else address
        assert status(everywhere, to, f"{to}:{everywhere.port}") == 200, address
    assert status(everywhere, "127.0.0.2", "127.0.0.2") == 200


def test_another_address_than_that_of_the_connection_is_refused(everywhere: Running) -> None:
    """An address at which this connection did not arrive is unknown, like any other name."""
    for host in ("127.0.0.3", "192.0.2.77", "[::2]", "evil.example", "127.0.0.1."):
        assert status(everywhere, "127.0.0.2", host) == 400, host


def test_the_public_address_is_accepted(everywhere: Running) -> None:
    """A proxy may pass on the public name or write its own; the page's origin stays the public."""
    assert status(everywhere, "127.0.0.1", "pente.example") == 200
    assert status(everywhere, "127.0.0.1", "pente.example", PUBLIC.origin) == 200
    assert status(everywhere, "127.0.0.1", "127.0.0.1", PUBLIC.origin) == 200
    assert status(everywhere, "127.0.0.1", "pente.example", "https://evil.example") == 403


def test_a_public_url_is_read() -> None:
    """The origin is spelled as browsers spell it; what is no address of a site is quoted."""
    for text, origin, host in (
        ("https://Pente.example/", "https://pente.example", "pente.example"),
        ("https://pente.example:443", "https://pente.example", "pente.example"),
        ("http://192.0.2.9:8000", "http://192.0.2.9:8000", "192.0.2.9"),
        ("http://[2001:db8::9]:8000", "http://[2001:db8::9]:8000", "[2001:db8::9]"),
    ):
        assert parse_public_url(text) == PublicUrl(origin=origin, host=host)
    for text in [
        "pente.example",
        "ftp://a",
        "https://",
        "https://a/b",
        "http://a:99999",
        "http://u@a",
        "http://[",
    ]:
        with pytest.raises(BadPublicUrl, match=re.escape(repr(text))):
            parse_public_url(text)


def test_only_addresses_that_work_are_told() -> None:
    """The wildcard address itself is never printed or accepted as a name."""
    for host in (ANYWHERE, "::"):
        told = reachable(host)
        assert told[-1] in ("127.0.0.1", "::1")
        assert not {ANYWHERE, "::"} & {*told, *own_names(host)}
        for address in told:
            family = socket.AF_INET6 if ":" in address else socket.AF_INET
            with socket.socket(family) as probe:
                probe.bind((address, 0))
    assert reachable("192.0.2.9") == ["192.0.2.9"]
