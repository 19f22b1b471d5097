"""The base types of all messages between the page and the server."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

Side = Literal[0, 1]
Pair = tuple[int, int]
Name = Annotated[str, Meta(max_length=80)]


class PageRequest(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A message from the page; an unknown field is an error."""


class ServerMessage(Struct, kw_only=True, frozen=True):
    """A message from the server."""


# Words that the page shows; the message tells their key and values as well, in `said`.
Sentence = Annotated[str, Meta(title="Sentence")]


class Said(ServerMessage, frozen=True, omit_defaults=True):
    """The key of a sentence in the page's texts (`web.words`), and the values for its places.

    path    where the message has the sentence; empty inside another one's values
    values  texts, or sentences
    """

    code: str
    path: tuple[str | int, ...] = ()
    values: dict[str, str | Said] = {}
