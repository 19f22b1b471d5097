"""A game as one self-contained line of JSON.

It has the players and their weights, the opening, every move with its cost, the end and its reason.
Points have the letter first (`K10`). A Gipf turn is in the official notation
(`xd7*,e7,f6,h4;a5-f4`).
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Any

from arena.errors import RecordError
from arena.game.match_rules import match_family
from games.errors import GameError
from games.family import AnyFamily, AnyPosition, play_all
from games.records.json_text import read_json
from games.rules import BLACK, WHITE

FORMAT = 1
# left out when None
RARE_TERMS = ("most_turns", "pieces", "repeats", "start", "tags", "comment", "markup", "tree")


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerRecord:
    """One contestant of a game.

    name     its name in the match, `A` or `B`
    spec     the text that names the contestant
    weights  digest of its weights, or None
    commit   commit of its tree (our own, another, an agent's folder), or None
    """

    name: str
    spec: str
    weights: str | None = None
    commit: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRecord:
    """One answer: its point (in Gipf a turn) and its cost.

    point   `K10`; for a forfeit the point that it named, or ""
    left_s  seconds left on this side's game clock afterwards, None without such a clock
    depth, score, nodes   of its search, if known
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

    game         its number in the match, from 0
    clock        one for both sides, or two with a comma, the first player's first
    players      the one who moved first, then the other
    opening      points (Gipf: turns) before the players' moves
    moves        the players' moves
    forfeit      the answer that lost the game and was not played, or None
    winner       "white", "black" or None for a draw
    termination  from games.five.position, games.gipf.position or arena.game.player
    reason       the reason of its end in words
    most_turns   Gipf: the turn limit, 0 for none
    pieces       Gipf: White's and Black's number of pieces
    repeats      number of the earlier game of the match that it repeats, or None

    Only games from other formats have these, and none of a match (`arena.records.json_line`):

    start        another start than the game's own: a position on one line
    tags         headers, by pente.org's names
    comment      on the game as a whole
    markup       what is drawn on the board at the start
    tree         all moves with variations: [index of the parent, point, comment, perhaps markup]
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
    most_turns: int | None = None
    pieces: tuple[int, int] | None = None
    repeats: int | None = None
    start: str | None = None
    tags: dict[str, str] | None = None
    comment: str | None = None
    markup: list[list[str]] | None = None
    tree: list[list[Any]] | None = None

    @property
    def family(self) -> AnyFamily:
        """The family of its game, with its rules. Raises UnknownRules or ValueError."""
        return match_family(self.rules, most_turns=self.most_turns, pieces=self.pieces)

    @property
    def winner_name(self) -> str | None:
        """`A`, `B` or None for a draw."""
        if self.winner is None:
            return None
        return self.players[self.family.rules.side_of(self.winner)].name

    def answers_of(self, side: int) -> list[MoveRecord]:
        """All answers of a side, a forfeit included; the sides answer in turn."""
        first = (len(self.opening) + side) % 2
        asked = [*self.moves, *([self.forfeit] if self.forfeit else [])]
        return asked[first::2]


def format_game(record: GameRecord) -> str:
    """The record as one line of JSON, without a line feed."""
    line = {"format": FORMAT, **asdict(record)}
    for name in RARE_TERMS:
        if line[name] is None:
            del line[name]
    line["moves"] = [
        {name: value for name, value in move.items() if value is not None} for move in line["moves"]
    ]
    return json.dumps(line, separators=(",", ":"))


def parse_game(text: str) -> GameRecord:
    """The record in a line of JSON.

    Raises RecordError that says what is wrong.
    """
    try:
        line = read_json(text)
        if line.pop("format") != FORMAT:
            raise RecordError(f"the line is not of format {FORMAT}")
        first, second = (PlayerRecord(**player) for player in line.pop("players"))
        moves = tuple(MoveRecord(**move) for move in line.pop("moves"))
        forfeit = line.pop("forfeit")
        pieces = line.pop("pieces", None)
        return GameRecord(
            players=(first, second),
            moves=moves,
            opening=tuple(line.pop("opening")),
            pieces=None if pieces is None else (int(pieces[0]), int(pieces[1])),
            forfeit=None if forfeit is None else MoveRecord(**forfeit),
            **line,
        )
    except (ValueError, TypeError, LookupError, AttributeError) as error:
        missing = " is missing" if isinstance(error, KeyError) else ""
        raise RecordError(f"no game record: {error}{missing}: {text[:80]!r}") from error


def replay(record: GameRecord) -> AnyPosition:
    """The position after all moves of a game; checks each move.

    Raises RecordError that names the first illegal move, or an end that contradicts the board.
    """
    try:
        family = record.family
    except ValueError as error:
        raise RecordError(f"game {record.game}: {error}") from error
    position: AnyPosition = family.start()
    if record.start is not None:
        try:
            position = family.parse_position(record.start)
        except GameError as error:
            raise RecordError(f"game {record.game}, its start: {error}") from error
    answers = [*record.opening, *(move.point for move in record.moves)]
    for ply, text in enumerate(answers, 1):
        try:
            play_all(position, family.parse_answer(position, text))
        except GameError as error:
            raise RecordError(f"game {record.game}, ply {ply}, {text}: {error}") from error
    _check_end(record, family, position)
    return position


def _check_end(record: GameRecord, family: AnyFamily, position: AnyPosition) -> None:
    """Raise RecordError unless the end fits the board; the handout may award a full board."""
    outcome = position.outcome
    if record.winner not in (WHITE, BLACK, None):
        raise RecordError(f"game {record.game}: {record.winner!r} is no winner")
    if outcome is None:
        return
    if record.termination != outcome.termination:
        raise RecordError(
            f"game {record.game}: the board ended by {outcome.termination}, the record says "
            f"{record.termination!r}"
        )
    if outcome.winner is None:
        return
    winner = family.rules.colour_of(outcome.winner)
    if record.winner != winner:
        raise RecordError(
            f"game {record.game}: the board was won by {winner}, the record says {record.winner}"
        )
