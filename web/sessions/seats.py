"""Seats by invitation: who may do what in a game between two people, and what one offers the other.

A seat belongs to whoever has its secret. All others watch. What one player alone must not decide is
offered to the other: a draw, a move taken back, a rematch.
"""

from __future__ import annotations

import hmac
import secrets
from typing import TYPE_CHECKING, Any

from msgspec import Struct, structs

from games.result import AGREEMENT, FORFEIT, LEFT
from web.contract.seats import Offer, OfferMade, OpeningPlaced, SeatsView
from web.errors import Forbidden, Stale
from web.families.views import typed_side

if TYPE_CHECKING:
    from web.contract.schema import Side
    from web.sessions.session import Session

SECRET_BYTES = 18
PATIENCE_S = 300.0  # that a player is gone before the other may end the game
# The kinds of deeds, as the addresses of commands name them; "" deletes the game.
KINDS = {
    # a player's own decision at any time; the command itself says if the game does not allow it
    **dict.fromkeys(("", "invite", "sit", "name", "offer", "answer", "claim"), "own"),
    **dict.fromkeys(("take", "resign", "comment"), "own"),
    # helps to find a move, or shows what a player thinks: only after the end
    **dict.fromkeys(("hint", "analysis", "review", "review/stop", "judge"), "study"),
    **dict.fromkeys(("keep", "markup", "delete"), "study"),
    # both decide
    **dict.fromkeys(("undo", "draw", "draw/offer", "rematch"), "agreed"),
}
NOT_SEATED = "this game is not by invitation"
NO_SUCH_SEAT = "this link has no seat in this game"
OTHERS_TURN = "it is the other player's turn"
WHILE_PLAYED = "not while two people play this game: only when it is over"
BOTH_AGREE = "both players must agree to that: offer it"
FIXED = "this cannot be changed in a game by invitation"
NOT_DUE = "only if the other player is to move, left some minutes ago, and no clock runs"


class Seats(Struct, frozen=True):
    """The seats of a game, as they are saved, by side.

    While an opening is placed there are no sides yet: seat 0 places the first stones.

    taken    whether somebody has come with the secret of each
    offer    what waits for an answer, or None
    rule     the opening rule whose stones are being placed, or None
    stones   those stones
    next     the rematch, or None
    """

    secrets: tuple[str, str]
    taken: tuple[bool, bool]
    offer: OfferMade | None = None
    rule: str | None = None
    stones: tuple[str, ...] = ()
    next: str | None = None

    def seat_of(self, secret: str | None) -> Side | None:
        """The seat with this secret, or None."""
        for seat in (0, 1):
            if hmac.compare_digest(self.secrets[seat].encode(), (secret or "").encode()):
                return typed_side(seat)
        return None

    def swapped(self) -> Seats:
        """The same players, each with the other's seat."""
        return structs.replace(self, secrets=self.secrets[::-1], taken=self.taken[::-1])

    def renewed(self, rule: str | None) -> Seats:
        """The seats of a new game that may begin with an opening."""
        return structs.replace(self, offer=None, rule=rule, stones=(), next=None)

    def after(self, side: int, *, over: bool) -> Seats:
        """The seats after a move: it declines offers, but who offers a draw may move."""
        lasts = self.offer == OfferMade(what="draw", by=typed_side(side)) and not over
        return self if lasts else structs.replace(self, offer=None)


def new_seats(host: int, rule: str | None = None) -> Seats:
    """Seats with new secrets; the one of the host is taken."""
    first, second = (secrets.token_urlsafe(SECRET_BYTES) for _ in (0, 1))
    return Seats((first, second), (host == 0, host == 1), rule=rule)


def permit(session: Session, deed: str, body: Any, secret: str | None) -> Side | None:
    """The seat that this secret opens, or None; the game is not changed.

    Raises Forbidden or Stale if its player may not do this deed, a command as addresses name it.
    """
    seats, over = session.seats, session.result is not None
    if seats is None:
        return None
    seat, kind = seats.seat_of(secret), _kind(session, deed, body)
    if deed == "analysis" and over:
        return seat  # only its own tab sees it
    if seat is None:
        watches = "you watch this game: only its two players can do that"
        raise Forbidden(NO_SUCH_SEAT if deed == "sit" else watches)
    awaited = _placed_last(session) if deed == "undo" else turn_of(session)
    if kind == "turn" and not over and seat != awaited:
        raise Forbidden(OTHERS_TURN)
    if kind == "study" and not over:
        raise Stale(WHILE_PLAYED)
    if kind in {"agreed", "fixed"}:
        raise Stale(BOTH_AGREE if kind == "agreed" else FIXED)
    return seat


def _kind(session: Session, deed: str, body: Any) -> str:
    """The kind of a deed: one of KINDS, "turn" for whose turn it is, or "fixed" for nobody."""
    if deed == "play":
        return "fixed" if body.explore else "study" if body.instead else "turn"
    if deed == "undo" and opening_of(session) is not None and session.result is None:
        return "turn"
    if deed == "delete" and body.node in session.tree.path(session.current):
        return "fixed"
    return KINDS.get(deed, "fixed")


def turn_of(session: Session) -> Side | None:
    """The seat whose move is awaited, or None after the end."""
    if session.result is not None:
        return None
    opening = opening_of(session)
    if opening is None:
        return typed_side(session.board.side)
    return 0 if opening.phase in {"place", "choose back"} else 1


def opening_of(session: Session) -> OpeningPlaced | None:
    """The opening whose stones are being placed, or None."""
    seats = session.seats
    if seats is None or seats.rule is None:
        return None
    rule = next(
        opening_rule
        for opening_rule in session.family.opening_rules
        if opening_rule.name == seats.rule
    )
    count = len(seats.stones)
    return OpeningPlaced(
        rule=rule.name,
        stones=list(seats.stones),
        all=rule.stones,
        phase=rule.phase(count),
        may_add=rule.may_add and count == rule.stones,
    )


def _placed_last(session: Session) -> Side:
    """The seat that placed the last stones of the opening."""
    opening = opening_of(session)
    return 1 if opening is not None and len(opening.stones) > opening.all else 0


def view_of(session: Session) -> SeatsView | None:
    """The seats as a message, without the secrets."""
    seats = session.seats
    if seats is None:
        return None
    return SeatsView(
        taken=seats.taken,
        turn=turn_of(session),
        offer=seats.offer,
        opening=opening_of(session),
        next=seats.next,
    )


def sit(session: Session, seat: Side) -> None:
    """Somebody has come with the secret of a seat."""
    seats = _seats_of(session)
    taken = [is_taken or side == seat for side, is_taken in enumerate(seats.taken)]
    session.seats = structs.replace(seats, taken=(taken[0], taken[1]))
    session.set_clocks()


def rename(session: Session, seat: Side, name: str) -> None:
    """Give the player of a seat a name."""
    players = list(session.players)
    players[seat] = structs.replace(players[seat], name=name.strip())
    session.players = (players[0], players[1])


def make_offer(session: Session, seat: Side, what: Offer) -> bool:
    """Offer something instead of what was offered; if the other has offered the same, it is agreed.

    Returns whether a rematch begins. Raises Stale if the game does not allow it.
    """
    seats = _seats_of(session)
    if seats.offer == OfferMade(what=what, by=typed_side(1 - seat)):
        return answer(session, seat, accept=True)
    if what != "rematch":
        session.require_open()
    elif session.result is None:
        raise Stale("a rematch is offered when the game is over")
    if seats.next is not None:
        raise Stale("the rematch has begun already")
    if what == "takeback":
        session.last_decision([seat])  # there has to be one
    session.seats = structs.replace(seats, offer=OfferMade(what=what, by=seat))
    return False


def answer(session: Session, seat: Side, *, accept: bool) -> bool:
    """Accept or decline the other's offer, or withdraw the own one; whether a rematch begins.

    Raises Stale if there is no offer.
    """
    seats = _seats_of(session)
    offer = seats.offer
    if offer is None:
        raise Stale("there is no offer to answer: it was withdrawn, or the game went on")
    if accept and offer.by == seat:
        raise Stale("the other player answers this offer")
    session.seats = structs.replace(seats, offer=None)
    if accept and offer.what == "draw":
        session.end(None, AGREEMENT)
    elif accept and offer.what == "takeback":
        session.undo(of=[offer.by])
    return accept and offer.what == "rematch"


def claim(session: Session, seat: Side, *, win: bool, is_due: bool) -> None:
    """End a game that waits for a player who is gone: by a win of the other's seat, or by a draw.

    is_due  whether that player has been gone for PATIENCE_S
    Raises Stale if the game waits for somebody else, or for a clock.
    """
    session.require_open()
    is_timed = session.clocks is not None and session.clocks.running is not None
    waits = all(_seats_of(session).taken) and turn_of(session) != seat
    if is_timed or not waits or not is_due:
        raise Stale(NOT_DUE)
    session.end(seat if win else None, FORFEIT if win else LEFT)


def seat_in(session: Session, secret: str | None) -> Side:
    """The seat with this secret. Raises Stale in a game without seats, or Forbidden."""
    seat = _seats_of(session).seat_of(secret)
    if seat is None:
        raise Forbidden(NO_SUCH_SEAT)
    return seat


def _seats_of(session: Session) -> Seats:
    if session.seats is None:
        raise Stale(NOT_SEATED)
    return session.seats
