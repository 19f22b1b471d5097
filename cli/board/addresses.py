"""The addresses at which clients reach a server of the board."""

from __future__ import annotations

import contextlib
import socket

LOOPBACK = ("127.0.0.1", "localhost", "::1")
EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - only compared


def in_url(host: str) -> str:
    """The name or address as a URL has it."""
    return f"[{host}]" if ":" in host else host


def reachable(host: str) -> list[str]:
    """What clients write for the address that the server listens on, the best first."""
    if host not in EVERYWHERE:
        return [host]
    addresses = [each for each in _addresses() if (":" in each) == (":" in host)]
    own = LOOPBACK[2] if ":" in host else LOOPBACK[0]
    return [*(addresses or [socket.gethostname().lower()]), own]


def _addresses() -> list[str]:
    """This machine's addresses towards other machines: its own end of a route, nothing is sent."""
    found = []
    for family, far in ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1")):
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))  # addresses that are kept for documentation
            found.append(str(probe.getsockname()[0]))
    return found


def own_names(host: str) -> tuple[str, ...]:
    """Host names under which clients may reach a server on this address, as URLs have them."""
    names = {host, socket.gethostname().lower(), socket.getfqdn().lower()}
    if host in EVERYWHERE:
        names.update(_addresses())
        with contextlib.suppress(OSError):  # the machine's name may not resolve
            names |= {str(one[4][0]) for one in socket.getaddrinfo(socket.gethostname(), None)}
    return tuple(sorted(in_url(name) for name in names))
