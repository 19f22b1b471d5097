"""A game as one self-contained line of JSON.

Who played with what, from which opening, every move with its cost, how it ended and why. Points are
spelled as players do, letter first (`K10`).
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from arena.errors import RecordError
from games.errors import GameError
from games.points import parse_point
from games.position import Position
from games.rules import BLACK, WHITE, Rules, rules_named

FORMAT = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRecord:
    """One contestant of a game.

    name     what it is called in its match, `A` or `B`
    spec     the text that named it
    weights  digest of the weights it played with, or None
    commit   commit of the tree that it comes from: our own, another, an agent's folder; or None
    """

    name: str
    spec: str
    weights: str | None = None
    commit: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRecord:
    """One answer: its point and its cost.

    point   `K10`; of an answer that lost the game the point it named, "" if it named none
    left_s  seconds left on this side's game clock afterwards, None without such a clock
    depth, score, nodes   of its search, where they are known
    """

    point: str
    cpu_s: float
    wall_s: float
    left_s: float | None = None
    depth: int | None = None
    score: int | None = None
    nodes: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """One finished game.

    game         its number in its match, from 0
    clock        of both sides, or of who moved first and of who moved second with a comma
    players      who moved first, who second
    opening      points played before the players were asked
    moves        the moves after it
    forfeit      the answer that lost the game instead of being played, or None
    winner       "white", "black" or None for a draw
    termination  of games.position or arena.player
    reason       how it ended, in words
    """

    game: int
    rules: str
    clock: str
    seed: int
    players: tuple[PlayerRecord, PlayerRecord]
    opening: tuple[str, ...]
    moves: tuple[MoveRecord, ...]
    forfeit: MoveRecord | None
    winner: str | None
    termination: str
    reason: str

    @property
    def winner_name(self) -> str | None:
        """`A`, `B` or None for a draw."""
        if self.winner is None:
            return None
        return self.players[rules_named(self.rules).side_of(self.winner)].name

    def answers_of(self, side: int) -> list[MoveRecord]:
        """All answers of a side, the one that lost the game included."""
        first = (len(self.opening) + side) % 2
        asked = [*self.moves, *([self.forfeit] if self.forfeit else [])]
        return asked[first::2]


def format_game(record: GameRecord) -> str:
    """The record as one line of JSON, without its line feed."""
    line = {"format": FORMAT, **asdict(record)}
    line["moves"] = [_without_none(move) for move in line["moves"]]
    return json.dumps(line, separators=(",", ":"))


def _without_none(move: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in move.items() if value is not None}


def parse_game(text: str) -> GameRecord:
    """The record that a line of JSON holds.

    Raises RecordError saying what is wrong with it.
    """
    try:
        line = json.loads(text)
        if line.pop("format") != FORMAT:
            raise RecordError(f"the line is not of format {FORMAT}")
        first, second = (PlayerRecord(**player) for player in line.pop("players"))
        moves = tuple(MoveRecord(**move) for move in line.pop("moves"))
        forfeit = line.pop("forfeit")
        return GameRecord(
            players=(first, second),
            moves=moves,
            opening=tuple(line.pop("opening")),
            forfeit=None if forfeit is None else MoveRecord(**forfeit),
            **line,
        )
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise RecordError(f"no game record: {error}: {text[:80]!r}") from error


def replay(record: GameRecord) -> Position:
    """The position after all moves of a game, each checked by the law.

    Raises RecordError naming the first move that the rules forbid, or a winner that the board
    contradicts.
    """
    try:
        rules = rules_named(record.rules)
    except GameError as error:
        raise RecordError(str(error)) from error
    position = Position(rules)
    points = [*record.opening, *(move.point for move in record.moves)]
    for ply, point in enumerate(points, 1):
        try:
            position.play(parse_point(point, rules.size))
        except GameError as error:
            raise RecordError(f"game {record.game}, ply {ply}, {point}: {error}") from error
    _check_winner(record, position, rules)
    return position


def _check_winner(record: GameRecord, position: Position, rules: Rules) -> None:
    outcome = position.outcome
    if record.winner not in (WHITE, BLACK, None):
        raise RecordError(f"game {record.game}: {record.winner!r} is no winner")
    if outcome is None or outcome.winner is None:
        return
    if record.winner != rules.colour_of(outcome.winner):
        raise RecordError(
            f"game {record.game}: the board was won by {rules.colour_of(outcome.winner)}, "
            f"the record says {record.winner}"
        )
