"""How many bytes of requests the server holds: of each body, and of all at once."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from starlette.datastructures import Headers

from web.errors import Busy, TooLarge

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, MutableMapping

    Message = MutableMapping[str, Any]
    Scope = MutableMapping[str, Any]
    Receive = Callable[[], Awaitable[Message]]

IMPORT = "/api/import"
LIST_RECORDS = "/api/import/games"
EXPLORER_IMPORT = "/api/explorer/import"
MOST_BODY = 256 << 10
MOST_RECORD = 2 << 20  # a record of 1 MB with characters escaped in JSON
MOST_COLLECTION = 20 << 20  # a collection of 16 MB: few of its characters are escaped
MOST_BODIES = {  # else MOST_BODY
    IMPORT: MOST_RECORD,
    LIST_RECORDS: MOST_RECORD,
    EXPLORER_IMPORT: MOST_COLLECTION,
}
MOST_AT_ONCE = 32 << 20  # of all bodies
SMALL = 16 << 10  # a command; uploads never keep it out


class Bodies:
    """The bytes that are reserved for the requests that are read or answered now."""

    def __init__(self, most: int = MOST_AT_ONCE) -> None:
        self.reserved = 0
        self._most = most

    @contextlib.contextmanager
    def room_for(self, scope: Scope) -> Iterator[None]:
        """Room for a body until its request is answered. Raises TooLarge or Busy."""
        size = _size(scope)
        if size > most_body(scope):
            raise TooLarge(f"a body of {size} bytes: at most {most_body(scope)} are taken")
        if size > SMALL and self.reserved + size > self._most:
            raise Busy("the server reads other files; try again soon", retry_after_s=2)
        self.reserved += size
        try:
            yield
        finally:
            self.reserved -= size


def most_body(scope: Scope) -> int:
    """The size limit of the body, in bytes."""
    return MOST_BODIES.get(scope["path"], MOST_BODY)


def _size(scope: Scope) -> int:
    """The size that a request announces; if it does not say, as much as it may have."""
    headers = Headers(scope=scope)
    if "transfer-encoding" in headers:
        return most_body(scope)
    length = headers.get("content-length", "0")
    return int(length) if length.isdigit() else 0


def bounded(receive: Receive, most: int) -> Receive:
    """Read a body, and refuse it when it exceeds its limit despite its Content-Length."""
    taken = 0

    async def receive_bounded() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body", b""))
        if taken > most:
            raise TooLarge(f"a body of more than {most} bytes")
        return message

    return receive_bounded
