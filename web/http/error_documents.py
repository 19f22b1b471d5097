"""Error answers: problem documents (RFC 9457), without stack trace or path."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import Response

from web.contract import messages
from web.errors import Refusal
from web.log import LOG
from web.words import encode

if TYPE_CHECKING:
    from starlette.requests import Request

MEDIA = "application/problem+json"


def problem_response(refusal: Refusal) -> Response:
    """The answer for a refusal."""
    headers = {}
    if refusal.retry_after_s is not None:
        headers["Retry-After"] = str(refusal.retry_after_s)
    return _response(refusal.status, refusal.title, refusal.detail, headers)


def problem_bytes(status: int, title: str, detail: str) -> bytes:
    """A problem document; the log has the same number."""
    number = secrets.token_hex(4)
    LOG.info("%s %s: %s (%s)", status, title, detail, number)
    return encode(
        messages.Problem(
            type="about:blank", title=title, status=status, detail=detail, instance=number
        )
    )


def _response(status: int, title: str, detail: str, headers: dict[str, str]) -> Response:
    body = problem_bytes(status, title, detail)
    return Response(body, status_code=status, media_type=MEDIA, headers=headers)


async def on_refusal(_: Request, error: Exception) -> Response:
    """The answer to a refused request."""
    assert isinstance(error, Refusal), "registered for refusals"
    return problem_response(error)


async def on_abort(_: Request, __: Exception) -> Response:
    """No answer: the client has closed the connection before the end of its request."""
    return Response(status_code=400)


async def on_http_error(_: Request, error: Exception) -> Response:
    """The answer if no route has this path or method."""
    assert isinstance(error, HTTPException), "registered for these"
    return _response(error.status_code, error.detail, error.detail, dict(error.headers or {}))


async def on_crash(request: Request, error: Exception) -> Response:
    """The answer after an unexpected error; only the log has the stack trace."""
    LOG.error("%s %s", request.method, request.url.path, exc_info=error)
    return _response(500, "Internal error", "the server failed; see its log", {})
