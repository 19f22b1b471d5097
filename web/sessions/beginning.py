"""How games begin: from the start, with a handicap, or after an opening with a choice of sides."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING, Any

from msgspec import structs

from games.errors import GameError
from games.five.opening_rules import (
    CHOOSE,
    CHOOSE_BACK,
    OpeningRule,
    opening_rule_named,
    placed,
)
from games.five.rules import FiveRules
from games.handicap import Handicap
from games.registry import family_named
from games.tree import ROOT
from web.contract import messages
from web.errors import Unreadable
from web.sessions.clocks import SessionClocks
from web.sessions.session import Session, new_id
from web.sessions.tree import SessionTree

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.family import AnyFamily
    from games.five.position import FivePosition
    from web.contract import requests


def new_session(request: requests.NewGame) -> Session:
    """A game at its start. Raises Unreadable for an unknown game, handicap or opening."""
    try:
        family = family_named(request.preset, pieces=request.pieces)
    except ValueError as error:
        raise Unreadable(str(error)) from error
    clocks = SessionClocks(request.clock) if request.clock else None
    tree, made = SessionTree(_start(family, request)), request.opening
    if made is not None:
        tree = opened_tree(family, made)
        tree.nodes[ROOT].comment += _choice(family, made, request.players)
    session = Session(new_id(), family, tree, request.players, clocks)
    if made is not None:
        session.opening = messages.OpeningPlayed(rule=made.rule, placer=made.placer)
    session.pieces, session.handicap = request.pieces, request.handicap
    session.current = session.first = tree.main_line()[-1]
    tree.tags["Date"] = f"{dt.date.today():%m/%d/%Y}"  # noqa: DTZ011 - of the players' place
    return session


def _start(family: AnyFamily, request: requests.NewGame) -> Any:
    """Where a game begins. Raises Unreadable for a handicap that it does not have."""
    if request.handicap is None:
        return family.start()
    if request.opening is not None:
        raise Unreadable("a game begins with a handicap or with an opening, not with both")
    try:
        return family.start_with(Handicap(**structs.asdict(request.handicap)))
    except ValueError as error:
        raise Unreadable(str(error)) from error


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


def rules_and_rule(preset: str, name: str) -> tuple[FiveRules, OpeningRule]:
    """The rules of a game and its opening rule. Raises Unreadable."""
    try:
        family = family_named(preset)
        if not family.opening_rules:
            raise Unreadable(f"{preset} has no opening rule")
        rules: Any = family.rules
        return rules, opening_rule_named(name, rules)
    except (GameError, ValueError) as error:
        raise Unreadable(str(error)) from error


def placed_stones(rule: OpeningRule, rules: FiveRules, stones: Sequence[str]) -> FivePosition:
    """The position after stones. Raises Unreadable."""
    try:
        return placed(rule, rules, stones)
    except GameError as error:
        raise Unreadable(str(error)) from error
