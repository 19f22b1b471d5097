"""Decodes bodies and queries of requests into the types of their routes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from web.errors import NotFound, Unreadable

if TYPE_CHECKING:
    from web.http.route import Route


def decode_body(route: Route, data: bytes) -> Any:
    """The body as the type of the route. Raises Unreadable with the reason."""
    try:
        return msgspec.json.decode(data, type=route.body)
    except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError) as error:
        raise Unreadable(f"the body is not as expected: {error}") from error


def decode_query(route: Route, given: list[tuple[str, str]]) -> dict[str, Any]:
    """The parameters of a query. Raises Unreadable for unknown and repeated ones."""
    known, found = route.query, {}
    for name, text in given:
        schema = known.get(name)
        if schema is None:
            if name == "token":
                continue
            raise Unreadable(f"the query has no parameter {name!r} here")
        if name in found:
            raise Unreadable(f"the parameter {name!r} is given twice")
        found[name] = _value(name, text, schema)
    return found


def _value(name: str, text: str, schema: dict[str, Any]) -> Any:
    """The value of a parameter. Raises Unreadable."""
    if schema["type"] == "integer":
        if not (text.isascii() and text.isdigit() and len(text) < 8):
            raise Unreadable(f"{name}={text[:40]!r}: expected a number")
        if int(text) > schema["maximum"]:
            raise NotFound(f"{name}={text}: at most {schema['maximum']}")
        return int(text)
    if len(text) > schema.get("maxLength", len(text)):
        raise Unreadable(f"{name}: {len(text)} characters, at most {schema['maxLength']}")
    if text not in schema.get("enum", [text]):
        raise Unreadable(f"{name}={text[:40]!r}: expected one of {', '.join(schema['enum'])}")
    return text
