"""A game as one of our JSON lines, and any JSON line as a game.

The line is the one that matches write (`arena.game.record`), so every command reads it. Headers,
comments, variations and a starting position stand in keys that matches do not write: `tags`,
`comment`, `markup`, `tree`, `start`. The tree lists each move after its parent, as [parent, move,
comment], and its markup if there is any; -1 is the start. A line without `players` is in the form
of a family of its own (`games.gipf.records.json_line`).
"""

from __future__ import annotations

import re
from typing import Any

from arena.game.record import GameRecord, MoveRecord, PlayerRecord, format_game, parse_game, replay
from arena.records.harness_folder import read_request
from games.errors import NotationError
from games.markup import checked_markup
from games.records.json_text import nodes_of_lists, read_json, tree_as_lists
from games.registry import BUILT_IN, family_named, family_of
from games.result import (
    OPEN,
    RESULT_OF_WINNER,
    SAID,
    TERMINATION,
    WINNER_OF_RESULT,
    termination_of,
)
from games.tree import ROOT, GameTree, beginning_of, one_line

UNFINISHED = "unfinished"
CLOCK, NO_CLOCK = "Clock", "none"  # the tag of a match's clock, and the clock of other games
MOST_DIGITS = 400
LONG_NUMBER = re.compile(rf"\d{{{MOST_DIGITS + 1}}}")
OF_A_MATCH = (
    "a match's openings, seeds, weights, and the moves' times, scores and nodes are left out"
)


def format_json_line(game: GameTree, number: int) -> str:
    """The game as one line; `number`, from 0, is its number in a match."""
    rules, end = game.rules, game.end()
    winner = WINNER_OF_RESULT[game.result]
    termination = termination_of(game.result, end.outcome)
    tags = dict(game.tags)
    said = tags.pop(TERMINATION, None)
    if end.outcome is None and game.result != OPEN and said is not None:
        termination = said
    reason = termination or "the game goes on"
    if end.outcome is not None:
        reason = f"the board: {termination}"
    record = GameRecord(
        game=number,
        rules=rules.name,
        clock=tags.pop(CLOCK, NO_CLOCK),
        seed=0,
        players=(
            PlayerRecord(name="A", spec=game.names[0]),
            PlayerRecord(name="B", spec=game.names[1]),
        ),
        opening=(),
        moves=tuple(
            MoveRecord(point=answer, cpu_s=0.0, wall_s=0.0)
            for answer in game.family.format_line(game.start, game.moves)
        ),
        forfeit=None,
        winner=None if winner is None else rules.colour_of(winner),
        termination=termination or UNFINISHED,
        reason=reason,
        start=game.family.format_start(game.start) or None,
        tags=tags or None,
        comment=game.comment or None,
        markup=[list(mark) for mark in game.nodes[ROOT].markup] or None,
        tree=tree_as_lists(game),
    )
    return format_game(record) + "\n"


def parse_json_line(line: str, preset: str | None = None) -> GameTree:
    """The game of a JSON line of a match, of `format_json_line`, of a Gipf record, or of a problem.

    `preset` is the game of a problem that names none. Raises RecordError, NotationError,
    IllegalMove, or ValueError for a malformed line.
    """
    number = LONG_NUMBER.search(line)
    if number is not None:
        raise NotationError(f"a number of more than {MOST_DIGITS} digits: {number[0][:20]}...")
    fields = read_json(line)
    if "format" not in fields:
        return _problem(fields, preset)
    if "players" not in fields:
        for family in BUILT_IN:
            if "json" in family.formats:
                return family.formats["json"].read(line, None)
    record = parse_game(line)
    end = replay(record)
    result, tags = OPEN, _tags_of(record)
    # a finished board tells its own result; a full one may be won by time
    if end.outcome is None and record.termination != UNFINISHED:
        winner = None if record.winner is None else end.rules.side_of(record.winner)
        result = RESULT_OF_WINNER[winner]
        if record.termination != SAID:
            tags[TERMINATION] = str(record.termination)
    names = (str(record.players[0].spec), str(record.players[1].spec))
    notes = [OF_A_MATCH] if record.clock != NO_CLOCK and any(map(_costs, record.moves)) else []
    start = beginning_of(end)
    told = record.tree is not None
    game = GameTree(
        start,
        nodes_of_lists(start, record.tree or (), _only_move) if told else one_line(end.moves),
        names=names,
        result=result,
        comment=str(record.comment or ""),
        markup=checked_markup(family_of(start.rules), record.markup or ()),
        tags=tags,
        notes=notes,
    )
    if game.moves != end.moves:
        raise NotationError("the tree of a JSON line contradicts its moves")
    return game


def _only_move(position: Any, text: str) -> int:
    """The move that is the whole answer of a text. Raises GameError, or ValueError for several."""
    (move,) = family_of(position.rules).parse_answer(position, text)
    return int(move)


def _problem(fields: dict[str, Any], preset: str | None) -> GameTree:
    if "input" in fields:
        return read_request(str(fields["input"]), "input", preset)
    if "position" not in fields:
        raise NotationError(
            'a JSON line without "format": expected a game as `pente match` or `pente convert` '
            'writes it, or a problem with "input" or "position"'
        )
    family = family_named(str(fields.get("rules", preset or "pente")))
    return GameTree(family.parse_position(str(fields["position"])))


def _tags_of(record: GameRecord) -> dict[str, str]:
    tags = {str(name): str(value) for name, value in (record.tags or {}).items()}
    if record.clock != NO_CLOCK:
        tags[CLOCK] = str(record.clock)
    return tags


def _costs(move: MoveRecord) -> bool:
    return bool(move.cpu_s or move.wall_s or move.nodes or move.depth)
