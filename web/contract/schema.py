"""The base types of all messages between the page and the server."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Side = Literal[0, 1]
Pair = tuple[int, int]
Name = Annotated[str, Meta(max_length=80)]


class PageRequest(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A message from the page; an unknown field is an error."""


class View(Struct, kw_only=True, frozen=True):
    """A message from the server."""
