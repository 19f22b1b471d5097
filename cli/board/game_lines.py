"""The games of a server as lines of JSON, for `pente play --json`.

{"event": "game", ...}     a game was opened, with the moves that it has already
{"event": "move", ...}     a move of its main line was played
{"event": "back", ...}     its main line went back to a ply, and goes on from there
{"event": "refused", ...}  a move of the script is not legal
{"event": "end", ...}      the game ended; or the command, before the game did
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from games.result import RESULT_OF_WINNER
from search.chance import winning_chance

if TYPE_CHECKING:
    from web.sessions.session import Session
    from web.sessions.tree import TreeNode


@dataclass(slots=True)
class _Told:
    """What was said of a game: the nodes of its main line, and whether it has ended."""

    session: Session
    line: list[int]
    changed: bool = False
    ended: bool = False


class JsonLines:
    """Prints objects as lines of JSON; `broken` tells whether nobody reads them any more."""

    def __init__(self) -> None:
        self.broken = False

    def __call__(self, fields: dict[str, object]) -> None:
        """Print one object."""
        if not self.broken:
            try:
                print(json.dumps(fields), flush=True)
            except BrokenPipeError:
                self.broken = True


class GameLines:
    """Says each change of the main line of each game."""

    def __init__(self, say: JsonLines, own: str) -> None:
        """`own` is the id of the game that the command has opened."""
        self._say = say
        self._own = own
        self._told: dict[str, _Told] = {}

    def hear(self, session: Session) -> None:
        """Say what has changed in a game."""
        line = session.tree.main_line()[1:]
        told = self._told.get(session.id)
        if told is None:
            ended = session.last_result() is not None
            self._told[session.id] = _Told(session, line, ended=ended and session.id != self._own)
            self._say(opening_fields(session))
            self._say_end(self._told[session.id])
            return
        told.session = session
        common = 0
        while common < min(len(line), len(told.line)) and line[common] == told.line[common]:
            common += 1
        if common < len(told.line):
            self._say({"event": "back", "game": session.id, "ply": common})
        if line != told.line:
            told.changed, told.ended = True, False
        told.line = line
        for node in line[common:]:
            self._say(move_fields(session, session.tree.nodes[node]))
        self._say_end(told)

    def _say_end(self, told: _Told) -> None:
        """Say the end of a game, once; a resignation that is taken back opens it again."""
        over = told.session.last_result() is not None
        if over and not told.ended:
            self._say(end_fields(told.session))
        told.ended = over

    def refuse(self, game: str, move: str, reason: str) -> None:
        """Say why a move of the script is not played."""
        self._say({"event": "refused", "game": game, "move": move, "reason": reason})

    def close(self) -> None:
        """Say how far the games came that have not ended; the command's own game is the last."""
        order = sorted(self._told.values(), key=lambda told: told.session.id == self._own)
        for told in order:
            if not told.ended and (told.changed or told.session.id == self._own):
                self._say(end_fields(told.session))


def opening_fields(session: Session) -> dict[str, object]:
    """A game that was opened: rules, who plays each side, the moves so far."""
    rules = session.family.rules
    players = {
        rules.colour_of(side): {
            "kind": player.kind,
            "level": player.level,
            "name": player.name,
        }
        for side, player in enumerate(session.players)
    }
    return {
        "event": "game",
        "game": session.id,
        "rules": rules.name,
        "players": players,
        "position": session.tree.start_text,
        "moves": moves_of(session),
    }


def moves_of(session: Session) -> list[str]:
    """The moves of the main line."""
    return [session.tree.nodes[node].text for node in session.tree.main_line()[1:]]


def move_fields(session: Session, node: TreeNode) -> dict[str, object]:
    """A move; score and winning chance, for the side that moved, if an engine played it."""
    rules = session.family.rules
    score = session.answers.get(node.id)
    return {
        "event": "move",
        "game": session.id,
        "ply": node.ply,
        "side": rules.colour_of(node.side),
        "move": node.text,
        "captured": node.captures,
        "by": "engine" if node.id in session.answers else "human",
        "score": score,
        "winning_chance": None if score is None else round(winning_chance(score, rules), 4),
    }


def end_fields(session: Session) -> dict[str, object]:
    """How a game ended, and all its moves; the outcome is null if it has not ended."""
    result = session.last_result()
    over, rules = result is not None, session.family.rules
    winner = None if result is None else result.winner
    return {
        "event": "end",
        "game": session.id,
        "outcome": RESULT_OF_WINNER[winner] if over else None,
        "winner": None if winner is None else rules.colour_of(winner),
        "termination": None if result is None else result.termination,
        "reason": None if result is None else result.text,
        "moves": moves_of(session),
    }
