"""The routes of games by invitation, and of commands that depend on the seat of who sends them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.contract import messages, requests, seats
from web.http.route import Routes
from web.sessions.beginning import invite, take_side
from web.sessions.seats import answer, make_offer, offer_of, seat_in, sit

if TYPE_CHECKING:
    from web.game_service import GameService
    from web.http.route import Call
    from web.sessions.session import Session

SEAT_ROUTES = api = Routes()


@api.command("invite", seats.Invite, 409)
async def invite_to_game(service: GameService, call: Call) -> seats.Invitation:
    """Make a game one by invitation: a seat for each side, whose secrets are told once."""
    await service.command(call, lambda game: invite(game, call.body.side, call.body.opening))
    session = await service.session(call.id)
    assert session.seats is not None, "it has just got them"
    return seats.Invitation(secrets=session.seats.secrets)


@api.command("sit", requests.Nothing, 409)
async def sit_down(service: GameService, call: Call) -> messages.Game:
    """The game for the player of a seat, who has come for the first time."""
    await service.command(call, lambda game: sit(game, seat_in(game, call.seat)))
    return (await service.session(call.id)).view(call.seat)


@api.command("offer", seats.MakeOffer, 409)
async def offer(service: GameService, call: Call) -> messages.GameChange:
    """Offer the other player a draw or a rematch, or ask to take a move back."""
    session, seat = await service.permitted(call)
    waiting = session.seats and session.seats.offer
    if waiting and waiting.what == call.body.what and waiting.by != seat:
        return await _answer(service, call, accept=True)  # both have offered the same
    return await service.command(
        call, lambda game: make_offer(game, seat_in(game, call.seat), call.body.what)
    )


@api.command("answer", seats.AnswerOffer, 409)
async def answer_offer(service: GameService, call: Call) -> messages.GameChange:
    """Accept the other player's offer or decline it, or withdraw the own one."""
    return await _answer(service, call, accept=call.body.accept)


async def _answer(service: GameService, call: Call, *, accept: bool) -> messages.GameChange:
    session, seat = await service.permitted(call)
    waiting, following = offer_of(session), None
    if accept and waiting.what == "rematch" and waiting.by != seat:
        following = (await service.rematch(session)).id

    def change(game: Session) -> None:
        answer(game, seat_in(game, call.seat), accept=accept, rematch=following)

    return await service.command(call, change)


@api.command("take", seats.TakeSide, 409)
async def take(service: GameService, call: Call) -> messages.GameChange:
    """Take a side after the stones of an opening; the game begins."""
    change = await service.command(
        call, lambda game: take_side(game, seat_in(game, call.seat), call.body.side)
    )
    service.tell_presence(call.id)  # the seats may have changed places
    return change


@api.command("resign", requests.Nothing, 409)
async def resign(service: GameService, call: Call) -> messages.GameChange:
    """The player of the seat, the only person, or else the side to move loses the game."""
    return await service.command(
        call, lambda game: game.resign(seat_in(game, call.seat) if game.seats else None)
    )
