"""The routes of games by invitation, and of commands that depend on the seat of who sends them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from web.contract import messages, requests, seats
from web.http.route import Routes
from web.sessions.beginning import begin_rematch, invite, take_side
from web.sessions.seats import answer, claim, make_offer, rename, seat_in, sit

if TYPE_CHECKING:
    from web.game_service import GameService
    from web.http.route import Call
    from web.sessions.session import Session

SEAT_ROUTES = api = Routes()


@api.command("invite", seats.Invite, 409)
async def invite_to_game(service: GameService, call: Call) -> seats.Invitation:
    """Make a game one by invitation: a seat for each side, whose secrets are told once."""
    await service.command(call, lambda game: invite(game, call.body.side, call.body.opening))
    session = await service.games.session(call.id)
    assert session.seats is not None, "it has just got them"
    return seats.Invitation(secrets=session.seats.secrets)


@api.command("sit", requests.Nothing, 409)
async def sit_down(service: GameService, call: Call) -> messages.Game:
    """The game for the player of a seat, who has come for the first time."""
    await service.command(call, lambda game: sit(game, seat_in(game, call.seat)))
    return (await service.games.session(call.id)).view(call.seat)


@api.command("name", seats.TakeName, 409)
async def be_called(service: GameService, call: Call) -> messages.GameChange:
    """Give the player of the seat a name."""
    return await service.command(
        call, lambda game: rename(game, seat_in(game, call.seat), call.body.name)
    )


@api.command("offer", seats.MakeOffer, 409)
async def offer(service: GameService, call: Call) -> messages.GameChange:
    """Offer the other player a draw or a rematch, or ask to take a move back."""
    what = call.body.what
    return await service.command(
        call, lambda game: _following(game, make_offer(game, seat_in(game, call.seat), what))
    )


@api.command("answer", seats.AnswerOffer, 409)
async def answer_offer(service: GameService, call: Call) -> messages.GameChange:
    """Accept the other player's offer or decline it, or withdraw the own one."""
    accept = call.body.accept
    return await service.command(
        call, lambda game: _following(game, answer(game, seat_in(game, call.seat), accept=accept))
    )


@api.command("claim", seats.Claim, 409)
async def claim_game(service: GameService, call: Call) -> messages.GameChange:
    """End a game that waits for a player who has been gone for minutes."""

    def end(game: Session) -> None:
        seat = seat_in(game, call.seat)
        is_due = service.overdue(game)[1 - seat]
        claim(game, seat, win=call.body.win, is_due=is_due)

    return await service.command(call, end)


def _following(game: Session, is_wanted: bool) -> Session | None:  # noqa: FBT001 - of a command
    """The game that begins after this one, if it is wanted."""
    return begin_rematch(game) if is_wanted else None


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
