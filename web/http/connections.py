"""Connections with limits, which hold before a request has arrived: times, numbers.

A connection that sends no complete request, or does not read its answer, ends after a time. Each
client address has a limited number of connections, and so has the server. At a limit, the oldest
connection without a request makes room for a new one; if all have one, the new one is refused.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import time
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from web.errors import Busy, Refusal, TooLong
from web.http.addresses import parse_address
from web.http.error_documents import MEDIA, problem_bytes

HEAD_S = 10.0  # from the connection, or the last answer, to the end of a request's headers
BODY_S = 60.0
STALLED_S = 30.0  # without a byte that the client took
MOST_PER_CLIENT = 256
MOST_CONNECTIONS = 1_000
FILES_KEPT = 150  # for engines, saved games and the page's files
BACKLOG = 100  # accepted at once, before any can be refused
NETWORK_BITS = 64  # an IPv6 client has at least so large a network for itself


class Full(Refusal):
    """The server has as many connections as it can hold."""

    status, title = 503, "Service unavailable"


def most_connections() -> int:
    """The number of connections for which this process may open files."""
    with contextlib.suppress(ImportError):  # Windows has no such limit
        import resource  # noqa: PLC0415 - Unix only

        soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        if soft != resource.RLIM_INFINITY:
            return max(10, min(MOST_CONNECTIONS, soft - FILES_KEPT - BACKLOG))
    return MOST_CONNECTIONS


def client_of(address: str) -> str:
    """What counts as one client: an IPv4 address, or the network of an IPv6 address."""
    ip = parse_address(address)
    if isinstance(ip, ipaddress.IPv6Address):
        return str(ipaddress.IPv6Network((ip, NETWORK_BITS), strict=False))
    return str(ip or address)


class BoundedProtocol(H11Protocol):
    """An HTTP connection that ends when its client is late."""

    head_s = HEAD_S
    body_s = BODY_S
    stalled_s = STALLED_S
    most_per_client = MOST_PER_CLIENT
    most = MOST_CONNECTIONS

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.client_name = ""
        self.since_s = 0.0
        self._waits_for: str | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._stall: asyncio.TimerHandle | None = None
        self._unsent = 0

    # Events of the transport

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, if there is room."""
        super().connection_made(transport)
        self.client_name = client_of(self.client[0] if self.client else "")
        self.since_s = time.monotonic()
        transport.set_write_buffer_limits(high=0)  # so that every unread answer is noticed
        refusal = self._full()
        if refusal is not None:
            self.connections.discard(self)
            self._end(refusal)
            return
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers."""
        for timer in (self._deadline, self._stall):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a part of a request."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._watch()

    def pause_writing(self) -> None:
        """Give the client a time to take something of its answer."""
        super().pause_writing()
        self._unsent = self.transport.get_write_buffer_size()
        self._stall = self.loop.call_later(self.stalled_s, self._check_stall)

    def resume_writing(self) -> None:
        """The client has taken everything."""
        super().resume_writing()
        if self._stall is not None:
            self._stall.cancel()

    def send_400_response(self, msg: str) -> None:
        """Answer what is not HTTP; if an answer is under way, only end the connection."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.abort()

    # Limits of number

    @property
    def idle(self) -> bool:
        """Whether there is no request yet, or none since the last answer."""
        return self._waits_for == "head"

    def _full(self) -> Refusal | None:
        """Make room for this connection; the reason to refuse it if that fails."""
        others = [
            connection for connection in self.connections if isinstance(connection, BoundedProtocol)
        ]
        own = [connection for connection in others if connection.client_name == self.client_name]
        for known, most, refusal in (
            (own, self.most_per_client, Busy("too many connections from your address")),
            (others, self.most, Full("the server has too many connections; try again")),
        ):
            if len(known) > most:
                idle = [connection for connection in known if connection.idle]
                if not idle:
                    return refusal
                oldest = min(idle, key=lambda connection: connection.since_s)
                self.connections.discard(oldest)
                oldest.transport.abort()
        return None

    # Limits of time

    def _watch(self) -> None:
        """Set the timer of what the connection waits for."""
        waits_for = None
        if not self.transport.is_closing():
            waits_for = {h11.IDLE: "head", h11.SEND_BODY: "body"}.get(self.conn.their_state)
        if waits_for == self._waits_for:
            return
        self._waits_for = waits_for
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = None
        if waits_for is not None:
            limit_s = self.head_s if waits_for == "head" else self.body_s
            self._deadline = self.loop.call_later(limit_s, self._late, limit_s)

    def _late(self, limit_s: float) -> None:
        """End the connection because its request did not arrive in time."""
        answered = self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE)
        silent = self.idle and not self.conn.trailing_data[0]
        late = TooLong(f"the request was not complete after {limit_s:g} s")
        self._end(None if answered or silent else late)

    def _check_stall(self) -> None:
        """End the connection if its client has taken nothing; else wait again."""
        unsent = self.transport.get_write_buffer_size()
        if unsent >= self._unsent:
            self.transport.abort()
            return
        self._unsent = unsent
        self._stall = self.loop.call_later(self.stalled_s, self._check_stall)

    def _end(self, refusal: Refusal | None) -> None:
        """End the connection, with an answer if it can still be sent."""
        if refusal is not None and not self.transport.is_closing():
            body = problem_bytes(refusal.status, refusal.title, refusal.detail)
            head = (
                f"HTTP/1.1 {refusal.status} {refusal.title}\r\nContent-Type: {MEDIA}\r\n"
                f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
            )
            self.transport.write(head.encode() + body)
        self.transport.close()
        if self.transport.get_write_buffer_size():
            self.transport.abort()
