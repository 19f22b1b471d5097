"""The description of the API (OpenAPI 3.1), derived from the routes and message types."""

from __future__ import annotations

from typing import Any

import msgspec

from web.contract import messages, streamed
from web.contract.schema import Said
from web.events import MOST_TABS
from web.http.route import GAME, ID, SEAT, SEAT_HEADER, TAB, TAB_HEADER, Route
from web.http.routes import ROUTES

TEXTS = (
    "Sentences are English. For a request with the header Pente-Tab, and in events and problems, a "
    "message that has some, or an entry of a list, also has `said`: a list of Said, one for each "
    "sentence that the page has a text for."
)
REF = "#/components/schemas/{name}"
PROBLEM = {"$ref": REF.format(name="Problem")}
ALWAYS = (400, 403, 404, 413, 415, 422, 429, 431, 503, 507)  # errors that any route can return
NEWS = {
    "game": messages.GameChange,
    "analysis": streamed.Analysis,
    "review": streamed.ReviewNews,
    "presence": streamed.Presence,
}


def describe() -> dict[str, Any]:
    """The complete description."""
    types = [messages.Problem, Said, *NEWS.values()]
    types += [route.answer for route in ROUTES]
    types += [route.body for route in ROUTES if route.body is not None]
    schemas, components = msgspec.json.schema_components(types, ref_template=REF)
    by_type = {str(kind): schema for kind, schema in zip(types, schemas, strict=True)}
    paths: dict[str, dict[str, Any]] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, by_type)
    paths["/api/events"] = {"get": _events()}
    return {
        "openapi": "3.1.0",
        "info": {"title": "The board in the browser", "version": "1", "description": TEXTS},
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(route: Route, by_type: dict[str, Any]) -> dict[str, Any]:
    parameters = []
    if "{id}" in route.path:
        parameters.append({"name": "id", "in": "path", "required": True, "schema": ID})
    for name, schema in route.query.items():
        parameters.append({"name": name, "in": "query", "required": False, "schema": schema})
    if route.answer is messages.GameChange:
        parameters.append({"name": TAB_HEADER, "in": "header", "required": False, "schema": TAB})
    if route.path.startswith(GAME):
        parameters.append({"name": SEAT_HEADER, "in": "header", "required": False, "schema": SEAT})
    operation: dict[str, Any] = {
        "operationId": route.handler.__name__,
        "summary": route.summary,
        "parameters": parameters,
        "responses": {
            "200": {
                "description": "Done",
                "content": {"application/json": {"schema": by_type[str(route.answer)]}},
            },
            **_problems((*ALWAYS, *route.refusals)),
        },
    }
    if route.body is not None:
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": by_type[str(route.body)]}},
        }
    return operation


def _problems(statuses: tuple[int, ...]) -> dict[str, Any]:
    return {
        str(status): {
            "description": "A problem document",
            "content": {"application/problem+json": {"schema": PROBLEM}},
        }
        for status in sorted(set(statuses))
    }


def _several(schema: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": schema, "minItems": 1, "maxItems": MOST_TABS}


def _events() -> dict[str, Any]:
    kinds = ", ".join(f"`{name}` ({kind.__name__})" for name, kind in NEWS.items())
    return {
        "operationId": "events",
        "summary": f"Server-sent events for tabs, until the client disconnects: {kinds}",
        "description": "Equal numbers of `game` and `tab`: the first tab shows the first game. "
        "With as many of `seat`, the secret of each tab's seat or nothing, players see each other.",
        "parameters": [
            {"name": name, "in": "query", "required": name != "seat", "schema": _several(schema)}
            for name, schema in (("game", ID), ("tab", TAB), ("seat", {"type": "string"}))
        ],
        "responses": {
            "200": {
                "description": "A stream",
                "content": {"text/event-stream": {"schema": {"type": "string"}}},
            },
            **_problems(ALWAYS),
        },
    }
