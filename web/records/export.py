"""Exports a game as a record with a file name."""

from __future__ import annotations

import re

from arena.records.formats import FORMATS, SUFFIXES, Record, write_record
from games.errors import GameError
from games.gipf.position import GipfPosition
from games.records.five_game import DRAWN, LOST, OPEN, START, WON, RecordedGame, RecordedMove
from games.records.gipf_game import GipfGame
from web.contract import messages
from web.errors import Unreadable
from web.sessions.session import Session

EXPORTS = FORMATS


def export(session: Session, format_: str) -> messages.Exported:
    """The game in this format. Raises Unreadable if the format cannot represent it."""
    try:
        text = write_record(record_of(session), format_)
    except GameError as error:
        raise Unreadable(str(error)) from error
    stem = re.sub(r"[^a-z0-9]+", "-", session.title.lower()).strip("-")[:40] or "game"
    name = f"{stem}-{session.id[:6]}{SUFFIXES[format_]}"
    return messages.Exported(format=format_, file_name=name, text=text)


def record_of(session: Session) -> Record:
    """The game as a record with the whole tree; each format keeps what it can."""
    tree = session.tree
    start = session.family.parse_position(tree.start_text)
    order = tree.in_order()
    place = {node.id: index for index, node in enumerate(order, START)}
    moves = [
        RecordedMove(place[_move(node.parent)], _move(node.move), node.comment)
        for node in order[1:]
    ]
    if isinstance(start, GipfPosition):
        return GipfGame.of_tree(start, moves, tree.nodes[0].comment, result=_result(session))
    return RecordedGame(
        start,
        moves,
        names=(_name(session.players[0]), _name(session.players[1])),
        result=_result(session),
        comment=tree.nodes[0].comment,
    )


def _move(move: int | None) -> int:
    """The move of a node other than the start."""
    assert move is not None, "only the start has no move"
    return move


def _name(player: messages.PlayerSetting) -> str:
    """The name of a player in a record."""
    if player.name or player.kind == "human":
        return player.name
    return f"engine, level {player.level}" if player.level else "engine"


def _result(session: Session) -> str:
    """The result at the end of the main line."""
    verdict, end = session.verdict, session.tree.main_line()[-1]
    if verdict is None or verdict[0] != end:
        outcome = session.tree.board_at(end).outcome
        if outcome is None:
            return OPEN
        return DRAWN if outcome.winner is None else (WON, LOST)[outcome.winner]
    return DRAWN if verdict[1].winner is None else (WON, LOST)[verdict[1].winner]
