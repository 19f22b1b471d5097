"""The API and its description: the same routes, the same types, and no request that breaks it."""

from __future__ import annotations

import re
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.web.conftest import AGAINST_ENGINE, Running
from tools.make.page_types import page_types
from web.http.openapi import describe
from web.http.routes import ROUTES

STEADY = settings(
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


def test_each_field_of_a_message_has_a_type() -> None:
    """The types for the page's scripts have no field that the checker would accept as anything."""
    types = page_types()
    assert not re.search(r"\bany\b", types)
    assert "  interface Game {\n    id: string;\n" in types
    assert "    winner: 0 | 1 | null;\n" in types


def test_levels_are_those_of_the_family(board: Running) -> None:
    """Levels have the same numbers and names in both families, and different descriptions."""
    five, gipf = board.get("levels", family="five"), board.get("levels", family="gipf")
    assert board.get("levels") == five
    names = [[(level["level"], level["name"]) for level in levels] for levels in (five, gipf)]
    assert names[0] == names[1]
    assert five[2]["text"] != gipf[2]["text"]


@pytest.mark.parametrize("examples", [2, pytest.param(20, marks=pytest.mark.nightly)])
def test_no_request_breaks_a_route(board: Running, examples: int) -> None:
    """Any request, described or not, gets a described answer and never a 5xx."""
    assert "/api/events" in describe()["paths"]  # it never ends: no request of it is tried
    described = schemathesis.openapi.from_dict(describe())
    for route in ROUTES:
        modes = [GenerationMode.POSITIVE]
        if route.body or route.query:  # else nothing can be wrong
            modes.append(GenerationMode.NEGATIVE)
        for mode in modes:
            cases = described[route.path][route.method].as_strategy(generation_mode=mode)
            ask(board, cases, examples)


def ask(board: Running, cases: st.SearchStrategy[schemathesis.Case[Any]], examples: int) -> None:
    """Send some of these requests, some of them about a game, and check the answers."""
    game = board.new_game("gomoku-9", AGAINST_ENGINE)["id"]

    @settings(STEADY, max_examples=examples)
    @given(cases, st.booleans())
    def send(case: schemathesis.Case[Any], known: bool) -> None:  # noqa: FBT001
        if known and "id" in (case.path_parameters or {}):
            case.path_parameters["id"] = game
        answer = case.call(base_url=str(board.client.base_url))
        case.validate_response(answer, checks=CHECKS)

    send()


@pytest.mark.parametrize("query", [{"find": "x" * 201}, {"skip": "x"}, {"deleted": "perhaps"}])
def test_a_bad_query_is_refused(board: Running, query: dict[str, str]) -> None:
    """The reason names the parameter."""
    assert next(iter(query)) in board.get("games", 422, **query)["detail"]
