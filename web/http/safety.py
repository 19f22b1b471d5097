"""Security checks of requests, before anything else reads them: origin, size and rate.

Every page in the user's browser can send requests to a server on 127.0.0.1. These checks let only
our own page through. `tests/web/test_safety.py` has a test for each.
"""

from __future__ import annotations

import contextlib
import hmac
import re
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from starlette.datastructures import Headers, MutableHeaders

from web.errors import Busy, Forbidden, Refusal, TooLarge
from web.http.addresses import parse_address
from web.http.error_documents import problem_response

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, MutableMapping

    from web.settings import Settings

    Message = MutableMapping[str, Any]
    Scope = MutableMapping[str, Any]
    Receive = Callable[[], Awaitable[Message]]
    Send = Callable[[Message], Awaitable[None]]
    App = Callable[[Scope, Receive, Send], Awaitable[None]]

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": CONTENT_POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-cache",
}
API = "/api/"
MOST_HEADERS = 64 << 10
PORT = re.compile(r":\d{1,5}$")
WRITES = ("POST", "PUT", "PATCH", "DELETE")
OWN_SITES = (None, "same-origin", "none")
MOST_CLIENTS = 1_000
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


class WrongHost(Refusal):
    """A request with an unknown name in its Host header."""

    title = "Unknown host"


class WrongType(Refusal):
    """A body that is not JSON."""

    status, title = 415, "Unsupported media type"


class HeadersTooLarge(Refusal):
    """More headers than the server accepts."""

    status, title = 431, "Header fields too large"


class Bucket:
    """A token bucket: `rate_per_s` tokens are added, up to `burst`."""

    __slots__ = ("burst", "rate_per_s", "since_s", "tokens")

    def __init__(self, rate_per_s: float, burst: int, now_s: float) -> None:
        self.rate_per_s = rate_per_s
        self.burst = burst
        self.tokens = float(burst)
        self.since_s = now_s

    def take(self, now_s: float) -> bool:
        """Take a token; return whether there was one."""
        added = (now_s - self.since_s) * self.rate_per_s
        self.tokens, self.since_s = min(self.burst, self.tokens + added), now_s
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


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


class Guard:
    """Middleware that checks each request."""

    def __init__(self, app: App, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        public = settings.public
        self._hosts = settings.hosts if public is None else (*settings.hosts, public.host)
        self._public_origin = None if public is None else public.origin
        self._buckets: dict[str, Bucket] = {}
        self._bodies = Bodies()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on or refuse it; add the security headers to all answers."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        try:
            self._check(scope)
            with self._bodies.room_for(scope):
                await self._app(scope, bounded(receive, most_body(scope)), send_guarded)
        except Refusal as refusal:  # of ours: the application answers its own
            await problem_response(refusal)(scope, receive, send_guarded)

    def _check(self, scope: Scope) -> None:
        """Raise the Refusal of the first check that fails."""
        headers = Headers(scope=scope)
        if sum(len(name) + len(value) for name, value in headers.raw) > MOST_HEADERS:
            raise HeadersTooLarge(f"more than {MOST_HEADERS} bytes of headers")
        self._check_host(headers, scope)
        if not scope["path"].startswith(API):
            return
        self._check_origin(headers, scope.get("scheme", "http"))
        self._check_token(headers, scope)
        if scope["method"] in WRITES:
            _check_type(headers, scope["method"])
            self._check_rate(scope)

    def _check_host(self, headers: Headers, scope: Scope) -> None:
        """Refuse unknown host names: they can be bound to our address (DNS rebinding).

        An address cannot be rebound, so the one at which the connection has arrived is accepted.
        """
        hosts = [PORT.sub("", host).lower() for host in headers.getlist("host")]
        known = len(hosts) == 1 and (hosts[0] in self._hosts or _is_own_end(hosts[0], scope))
        if not known:
            raise WrongHost(
                "unknown Host header: open an address that the server printed, "
                "or start it with --public-url"
            )

    def _check_origin(self, headers: Headers, scheme: str) -> None:
        """Require that a browser's headers name our own page.

        Other programs do not send these headers; a page cannot prevent its browser from it.
        """
        if headers.get("sec-fetch-site") not in OWN_SITES:
            raise Forbidden("requests from other sites are refused")
        origin = headers.get("origin")
        own = f"{scheme}://{headers.get('host', '')}"
        if origin not in (None, own, self._public_origin):
            raise Forbidden("requests from other origins are refused")

    def _check_token(self, headers: Headers, scope: Scope) -> None:
        """Require the token, if one is set; a stream sends it in the query, not in a header."""
        token = self._settings.token
        if token is None:
            return
        given = headers.get("authorization", "").removeprefix("Bearer ")
        if not given:
            query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
            given = query.get("token", [""])[0]
        if not hmac.compare_digest(given.encode(), token.encode()):
            raise Forbidden("this server requires its token: open the address that it printed")

    def _check_rate(self, scope: Scope) -> None:
        client = (scope.get("client") or ("",))[0]
        now_s = time.monotonic()
        if len(self._buckets) > MOST_CLIENTS:
            self._buckets.clear()
        bucket = self._buckets.get(client)
        if bucket is None:
            bucket = Bucket(self._settings.rate_per_s, self._settings.burst, now_s)
            self._buckets[client] = bucket
        if not bucket.take(now_s):
            raise Busy("too many commands at once; try again soon", retry_after_s=1)


def _is_own_end(host: str, scope: Scope) -> bool:
    """Whether this is the address of our end of the connection."""
    address = parse_address(host)
    own = (scope.get("server") or ("",))[0]
    return address is not None and address == parse_address(own)


def _check_type(headers: Headers, method: str) -> None:
    """Require JSON: browsers send some other types to other sites without a preflight."""
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json" and not (method == "DELETE" and not kind):
        raise WrongType("expected Content-Type: application/json")
