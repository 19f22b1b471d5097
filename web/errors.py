"""What the server refuses, each with the status that tells a client what to do about it."""

from __future__ import annotations


class Refusal(Exception):  # noqa: N818 - what is answered, not what broke
    """A request that is refused in words; the page shows them."""

    status = 400
    title = "Bad request"

    def __init__(self, detail: str, *, retry_after_s: int | None = None) -> None:
        super().__init__(detail)
        self.detail = detail
        self.retry_after_s = retry_after_s


class NotFound(Refusal):
    """No such game, node or route."""

    status, title = 404, "Not found"


class Stale(Refusal):
    """The game has moved on, or is over: what was asked no longer fits it."""

    status, title = 409, "Conflict"


class Unreadable(Refusal):
    """A record or a move that cannot be read or is not allowed."""

    status, title = 422, "Unprocessable"


class TooLarge(Refusal):
    """More than is taken at once."""

    status, title = 413, "Too large"


class Busy(Refusal):
    """All engines are busy and the queue is full, or requests come too fast."""

    status, title = 429, "Too many requests"


class Forbidden(Refusal):
    """From elsewhere than our own page, or without the token."""

    status, title = 403, "Forbidden"


class EngineFailed(Exception):  # noqa: N818 - what happened
    """An engine process died, hung or babbled; it was ended, the next search starts another."""
