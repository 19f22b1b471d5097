"""How games begin: from the start, with a handicap, or after an opening with a choice of sides."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

from msgspec import structs

from games.five.opening_rules import (
    CHOOSE,
    CHOOSE_BACK,
    OpeningRule,
    opening_rule_named,
    placed,
)
from games.five.points import format_point
from games.five.rules import FiveRules
from games.handicap import Handicap
from games.registry import family_named
from games.tree import ROOT
from web.contract import messages, requests
from web.errors import Forbidden, Stale, Unreadable, unreadable
from web.families.views import typed_side
from web.sessions.clocks import SessionClocks
from web.sessions.seats import OTHERS_TURN, new_seats, opening_of, turn_of
from web.sessions.session import Session, new_id
from web.sessions.tree import SessionTree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.family import AnyFamily
    from games.five.position import FivePosition
    from web.contract.schema import Side


def new_session(request: requests.NewGame) -> Session:
    """A game at its start. Raises Unreadable for an unknown game, handicap or opening."""
    with unreadable(ValueError):
        family = family_named(request.preset, pieces=request.pieces)
    clocks = SessionClocks(request.clock) if request.clock else None
    tree, made = SessionTree(_start(family, request)), request.opening
    if made is not None:
        tree = opened_tree(family, made)
        tree.nodes[ROOT].comment += _choice(family, made, request.players)
    session = Session(new_id(), family, tree, request.players, clocks)
    session.pieces, session.handicap = request.pieces, request.handicap
    _begin(session, made)
    tree.tags["Date"] = f"{dt.date.today():%m/%d/%Y}"  # noqa: DTZ011 - of the players' place
    return session


def _begin(session: Session, made: requests.OpeningMade | None) -> None:
    """The game begins at the end of its tree, which the opening has made."""
    if made is not None:
        session.opening = messages.OpeningPlayed(rule=made.rule, placer=made.placer)
    session.current = session.first = session.tree.main_line()[-1]


def _start(family: AnyFamily, request: requests.NewGame) -> Any:
    """Where a game begins. Raises Unreadable for a handicap that it does not have."""
    if request.handicap is None:
        return family.start()
    if request.opening is not None:
        raise Unreadable("a game begins with a handicap or with an opening, not with both")
    with unreadable(ValueError):
        return family.start_with(Handicap(**structs.asdict(request.handicap)))


def _choice(
    family: AnyFamily,
    made: requests.OpeningMade,
    players: tuple[messages.PlayerSetting, messages.PlayerSetting],
) -> str:
    """What an engine that chose its side took, as a sentence; "" after the choice of a person."""
    _, rule = rules_and_rule(family.rules.name, made.rule)
    placed_last = rule.phase(len(made.stones)) == CHOOSE_BACK
    chooser = made.placer if placed_last else 1 - made.placer
    if players[chooser].kind == "human":
        return ""
    return f". The engine chose {family.rules.colour_of(chooser).capitalize()}."


def opened_tree(family: AnyFamily, opening: requests.OpeningMade) -> SessionTree:
    """A tree that begins with the stones of an opening: moves, or a position if they break a rule.

    Raises Unreadable for stones that are not a whole opening.
    """
    rules, rule = rules_and_rule(family.rules.name, opening.rule)
    position = placed_stones(rule, rules, opening.stones)
    if rule.phase(len(opening.stones)) not in (CHOOSE, CHOOSE_BACK):
        raise Unreadable(f"{len(opening.stones)} stones: the opening is not complete")
    if position.outcome is not None:
        raise Unreadable("the game is over after these stones")
    if rules.opening_distance:
        tree = SessionTree(family.parse_position(family.format_position(position)))
    else:
        tree = SessionTree(family.start())
        for move in position.moves:
            tree.add(tree.main_line()[-1], move)
    words = f"{rule.title}: {' '.join(opening.stones)}"
    tree.nodes[ROOT].comment = words
    return tree


def rematch_of(session: Session) -> Session:
    """A new game with the sides swapped. Whoever had a handicap keeps it, and players their seats.

    Raises Stale without seats if a player chose a side in the opening, which a new one has to
    decide. With seats it begins with that opening: who took a side places the stones.
    """
    seats, opening, handicap = session.seats, session.opening, session.handicap
    if opening is not None and seats is None:
        raise Stale("a rematch begins with the opening: place new stones and choose a side")
    # Whoever moves twice begins again; seat 0 places the stones.
    swaps = opening.placer == 0 if opening else not (handicap and handicap.kind == "moves")
    if swaps and handicap is not None:
        handicap = structs.replace(handicap, side=typed_side(1 - handicap.side))
    first, second = session.players
    following = new_session(
        requests.NewGame(
            preset=session.family.rules.name,
            players=(second, first) if swaps else (first, second),
            clock=session.clocks.setting if session.clocks else None,
            pieces=session.pieces,
            handicap=handicap,
        )
    )
    if seats is not None:
        rule = opening.rule if opening else seats.rule
        following.seats = (seats.swapped() if swaps else seats).renewed(rule)
    return following


def begin_rematch(session: Session) -> Session:
    """The game that follows one by invitation, which leads to it from now on."""
    following = rematch_of(session)
    session.seats = session.seats and structs.replace(session.seats, next=following.id)
    return following


def invite(session: Session, side: int, opening: str | None) -> None:
    """Give a game seats, of which the viewer has that of `side`. Raises Stale or Unreadable."""
    if session.seats is not None:
        raise Stale("this game has its seats already: open the link of yours")
    if any(player.kind == "engine" for player in session.players):
        raise Stale("an invitation is to a game between two people")
    session.require_open()
    if opening is not None:
        rules_and_rule(session.family.rules.name, opening)
        if session.is_begun or not session.is_even() or session.opening:
            raise Unreadable("an opening is placed before everything else")
    if session.exploring is not None:
        session.goto(session.exploring)
    session.seats, session.offered = new_seats(side, opening), None
    session.set_clocks()
    restore_opening(session)


def restore_opening(session: Session) -> None:
    """While an opening is placed, its stones are the start of the tree."""
    seats = session.seats
    if seats is not None and seats.rule is not None:
        rules, rule = rules_and_rule(session.family.rules.name, seats.rule)
        _replant(session, SessionTree(placed_stones(rule, rules, seats.stones)))


def _replant(session: Session, tree: SessionTree) -> None:
    """Give a game another start; what was said of the game stays."""
    said = (tree.nodes[ROOT].comment, session.tree.nodes[ROOT].comment)
    tree.nodes[ROOT].comment = "\n".join(filter(None, said))
    tree.tags, session.tree = session.tree.tags, tree


def play(session: Session, node: int, move: str, **how: bool) -> None:
    """Play a move as `Session.play`, or place a stone of the opening. Raises as it does."""
    opening = opening_of(session)
    if opening is None or session.result is not None:
        session.play(node, move, **how)
    elif opening.phase.startswith("choose") and not opening.may_add:
        raise Stale("all stones are placed: take a side")
    else:
        _set_stones(session, [*opening.stones, move])


def undo(session: Session, *, explore: bool = False) -> None:
    """Take a move back as `Session.undo`, or a stone of the opening. Raises as it does."""
    opening = opening_of(session)
    if opening is None or session.result is not None:
        session.undo(explore=explore)
    elif not opening.stones:
        raise Stale("there is no move to take back")
    else:
        _set_stones(session, opening.stones[:-1])


def _set_stones(session: Session, stones: list[str]) -> None:
    seats, size = session.seats, session.family.size
    assert seats is not None, "an opening is placed by those who have seats"
    rules, rule = rules_and_rule(session.family.rules.name, seats.rule or "")
    points = placed_stones(rule, rules, stones).moves
    named = tuple(format_point(point, size) for point in points)
    session.seats = structs.replace(seats, stones=named)
    restore_opening(session)


def take_side(session: Session, seat: int, side: Side) -> None:
    """A player takes a side after the stones of the opening, and the game begins. Raises Stale."""
    opening, seats = opening_of(session), session.seats
    session.require_open()
    if opening is None or seats is None or not opening.phase.startswith("choose"):
        raise Stale("there is no side to take now")
    if turn_of(session) != seat:
        raise Forbidden(OTHERS_TURN)
    placer = side if seat == 0 else typed_side(1 - side)
    made = requests.OpeningMade(rule=opening.rule, stones=opening.stones, placer=placer)
    _replant(session, opened_tree(session.family, made))
    if placer == 1:
        session.players, seats = session.players[::-1], seats.swapped()
    session.seats = structs.replace(seats, rule=None, stones=())
    session.offered = session.verdict = session.left = None
    _begin(session, made)


def rules_and_rule(preset: str, name: str) -> tuple[FiveRules, OpeningRule]:
    """The rules of a game and its opening rule. Raises Unreadable."""
    with unreadable(ValueError):
        family = family_named(preset)
        if not family.opening_rules:
            raise Unreadable(f"{preset} has no opening rule")
        rules: Any = family.rules
        return rules, opening_rule_named(name, rules)


def placed_stones(rule: OpeningRule, rules: FiveRules, stones: Sequence[str]) -> FivePosition:
    """The position after stones. Raises Unreadable."""
    with unreadable():
        return placed(rule, rules, stones)
