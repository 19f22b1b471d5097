"""The addresses under which clients reach a server, and the public address of a proxy before it."""

from __future__ import annotations

import contextlib
import ipaddress
import socket
import sys
from dataclasses import dataclass
from urllib.parse import urlsplit

EVERYWHERE = ("0.0.0.0", "::")  # noqa: S104 - only compared
FAR = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))  # for documentation only
GET_ADDRESS = 0x8915  # SIOCGIFADDR of Linux: the IPv4 address of an interface
LINK_OR_LOOP = 0x30  # scopes of IPv6 addresses that need an interface's name, or are loopback

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class BadPublicUrl(ValueError):  # noqa: N818 - bad input
    """Not the address of a site."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicUrl:
    """The address of a proxy or a forwarded port, and the name in the Host header."""

    origin: str
    host: str


def parse_public_url(text: str) -> PublicUrl:
    """The origin and the host of a URL such as https://pente.example. Raises BadPublicUrl."""
    try:
        parts = urlsplit(text)
        host, port = (parts.hostname or "").lower(), parts.port
    except ValueError as error:
        raise BadPublicUrl(f"{text!r}: {error}") from error
    rest = (parts.path.strip("/"), parts.query, parts.fragment, parts.username)
    if parts.scheme not in ("http", "https") or not host or any(rest):
        raise BadPublicUrl(f"{text!r}: expected http://HOST or https://HOST:PORT, without a path")
    usual = {"http": 80, "https": 443}[parts.scheme]
    name = in_url(host)
    shown = name if port in (None, usual) else f"{name}:{port}"
    return PublicUrl(origin=f"{parts.scheme}://{shown}", host=name)


def in_url(host: str) -> str:
    """The name or address as a URL has it."""
    return f"[{host}]" if ":" in host else host


def parse_address(text: str) -> Address | None:
    """The IP address that a socket or a URL names, or None for a name.

    An IPv4 address that an IPv6 socket reports counts as the IPv4 address.
    """
    try:
        address = ipaddress.ip_address(text.strip("[]").partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address


def reachable(host: str) -> list[str]:
    """What clients write for the address that a server listens on, the most useful one first."""
    if host not in EVERYWHERE:
        return [host]
    addresses = [*_routed(), *_of_interfaces(), "127.0.0.1", "::1"]
    if host == EVERYWHERE[0]:
        addresses = [address for address in addresses if ":" not in address]
    return list(dict.fromkeys(addresses))


def bases(host: str, port: int, public: PublicUrl | None) -> list[str]:
    """The addresses that open the board, as URLs without a path; the public one first."""
    own = [f"http://{in_url(address)}:{port}" for address in reachable(host)]
    return own if public is None else [public.origin, *own]


def own_names(host: str) -> tuple[str, ...]:
    """Names of this machine that clients may write, as URLs have them.

    Addresses need no entry: `Guard` accepts the one at which a connection has arrived.
    """
    names = {host, socket.gethostname().lower(), socket.getfqdn().lower()}
    return tuple(sorted(in_url(name) for name in names - set(EVERYWHERE)))


def _routed() -> list[str]:
    """This machine's end of its routes to other machines; nothing is sent."""
    addresses = []
    for family, far in FAR:
        with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((far, 9))
            addresses.append(str(probe.getsockname()[0]))
    return addresses


def _of_interfaces() -> list[str]:
    """The addresses of all interfaces but loopback; on Linux only."""
    if sys.platform != "linux":
        return []
    import fcntl  # noqa: PLC0415 - Linux has it

    addresses = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):  # an interface without an address
                answer = fcntl.ioctl(asked, GET_ADDRESS, name.encode().ljust(256, b"\0"))
                addresses.append(socket.inet_ntoa(answer[20:24]))
    with contextlib.suppress(OSError), open("/proc/net/if_inet6", encoding="ascii") as lines:
        for line in lines:
            digits, _, _, scope, *_ = line.split()
            if not int(scope, 16) & LINK_OR_LOOP:
                addresses.append(str(ipaddress.IPv6Address(int(digits, 16))))
    return [address for address in addresses if address != "127.0.0.1"]
