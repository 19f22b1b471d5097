"""Errors that the server reports to clients, each with its HTTP status."""

from __future__ import annotations

from games.errors import GameError


class Refusal(Exception):  # noqa: N818 - an answer, not a defect
    """The server refuses a request; the page shows the reason."""

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
    """The request does not fit the current state of the game."""

    status, title = 409, "Conflict"


class Unreadable(Refusal):
    """A record or a move that cannot be read or is not allowed."""

    status, title = 422, "Unprocessable"


class TooLarge(Refusal):
    """More data than the server accepts."""

    status, title = 413, "Too large"


class Busy(Refusal):
    """All engines are busy and the queue is full, or requests come too fast."""

    status, title = 429, "Too many requests"


class TooLong(Refusal):
    """A request that did not arrive in time."""

    status, title = 408, "Request timeout"


class Forbidden(Refusal):
    """The request does not come from our own page, or lacks the token."""

    status, title = 403, "Forbidden"


class DiskFull(Refusal):
    """The disk has no room for a change of the saved games; the change is undone."""

    status, title = 507, "Insufficient storage"


class NotSaved(Refusal):
    """The saved games cannot be read or changed at the moment; a change is undone."""

    status, title = 503, "Service unavailable"


class EngineFailed(Exception):  # noqa: N818 - an event
    """An engine process died, hung or sent nonsense; the next search starts another."""


class unreadable:  # noqa: N801 - used like a function
    """A context in which an error of the rules, or of this kind, is a refusal in the same words."""

    def __init__(self, kind: type[ValueError] = GameError) -> None:
        self._kind = kind

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        if isinstance(error, self._kind):
            raise Unreadable(str(error)) from error
