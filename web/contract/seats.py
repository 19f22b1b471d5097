"""Messages about games by invitation: two people, and for each a seat with a secret of its own.

A request that has the secret of a seat in the header `Pente-Seat` comes from its player.
"""

from __future__ import annotations

from typing import Literal

from web.contract.schema import Name, PageRequest, ServerMessage, Side

Offer = Literal["draw", "takeback", "rematch"]
SECRET = r"^[A-Za-z0-9_-]{22,64}$"  # noqa: S105 - its form


class OfferMade(ServerMessage, frozen=True):
    """An offer that the other player has not answered yet."""

    what: Offer
    by: Side


class OpeningPlaced(ServerMessage, frozen=True):
    """An opening in which a side is chosen, while it is placed: seat 0 places the first stones.

    stones   those that were placed; `all` is how many are placed first
    phase    "place" the first stones, "choose" a side, "add" two stones, "choose back"
    may_add  whether the one who chooses may add two stones instead
    """

    rule: str
    stones: list[str]
    all: int
    phase: Literal["place", "choose", "add", "choose back"]
    may_add: bool


class SeatsView(ServerMessage, frozen=True):
    """The seats of a game by invitation, each of a side.

    taken    whether somebody has ever come with the link of each
    turn     the seat whose move is awaited; null at the end
    opening  the opening that has to end before the sides are known, or null
    next     the rematch, or null
    """

    taken: tuple[bool, bool]
    turn: Side | None
    offer: OfferMade | None
    opening: OpeningPlaced | None
    next: str | None


class Invitation(ServerMessage, frozen=True):
    """The secrets of the seats of a game; only the answer to `invite` has them."""

    secrets: tuple[str, str]


class Invite(PageRequest, frozen=True):
    """Make this a game by invitation, between two people, in which the viewer has the seat `side`.

    opening  an opening rule that it begins with; seat 0 then places the first stones
    """

    side: Side
    opening: Name | None = None


class MakeOffer(PageRequest, frozen=True):
    """Offer a draw or a rematch, or ask to take a move back; if both do, it is agreed."""

    what: Offer


class AnswerOffer(PageRequest, frozen=True):
    """Accept the other player's offer or decline it; to decline one's own withdraws it."""

    accept: bool


class Claim(PageRequest, frozen=True):
    """End the game that waits for a player who is gone: win it, or else call it a draw."""

    win: bool


class TakeName(PageRequest, frozen=True):
    """Be called so in this game, by all who see it and in its records."""

    name: Name


class TakeSide(PageRequest, frozen=True):
    """Take a side after the stones of an opening."""

    side: Side
