"""A game as one word that fits into a URL or a chat: preset, start, main line.

    pente:K10J11K7
    gomoku-15@15/15/.../15_b_0,0:H8
    gipf-basic:g1-g2.b1-b3
    gipf-basic@limit=400:g1-g2.b1-b3

After `@` may follow another starting position, with `_` for blanks, and Gipf's limit of turns.
Points of square boards are written without separators. Gipf's decisions are in entry notation,
joined by dots.
"""

from __future__ import annotations

import re

from games.errors import GameError, NotationError, UnknownRules
from games.five.diagram import format_position, parse_position
from games.five.points import format_point, parse_point
from games.five.position import Position
from games.five.rules import PRESETS
from games.gipf.notation import ENTRY, format_move, parse_move
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS
from games.gipf.text import format_position as format_gipf_position
from games.gipf.text import parse_position as parse_gipf_position
from games.records.five_game import RecordedGame, line_of_moves
from games.records.gipf_game import GipfGame, rules_of

WORD = re.compile(r"([a-z0-9-]{1,20})(?:@([^:\s]{1,1000}))?:(\S{0,20000})")
POINT = re.compile(r"[A-Za-z][0-9]{1,2}")
LIMIT = "limit="


def format_share(game: RecordedGame | GipfGame) -> str:
    """The main line of a game as one word."""
    if isinstance(game, GipfGame):
        return _format_gipf(game)
    size = game.rules.size
    points = "".join(format_point(point, size) for point in game.main_line())
    own = game.start.key != Position(game.rules).key
    return _word(game.rules.name, format_position(game.start) if own else "", points)


def _format_gipf(game: GipfGame) -> str:
    """The main line of a game of Gipf as one word."""
    position, words = game.start.copy(), []
    for move in game.moves:
        words.append(format_move(position, move, ENTRY))
        position.play(move)
    rules, start = game.start.rules, format_gipf_position(game.start)
    own = start != format_gipf_position(GipfPosition(rules)) or "pieces=" in start
    parts = [start] if own else []
    if rules.most_turns:
        parts.append(f"{LIMIT}{rules.most_turns}")
    return _word(rules.name, " ".join(parts), ".".join(words))


def _word(preset: str, start: str, moves: str) -> str:
    return preset + (f"@{start.replace(' ', '_')}" if start else "") + f":{moves}"


def is_share(text: str) -> bool:
    """Whether a text has the form of such a word and names a known game."""
    word = WORD.fullmatch(text.strip())
    return word is not None and (word[1] in PRESETS or word[1] in GIPF_PRESETS)


def parse_share(text: str) -> RecordedGame | GipfGame:
    """The game of such a word. Raises NotationError, UnknownRules or IllegalMove."""
    word = WORD.fullmatch(text.strip())
    if word is None:
        raise NotationError("a shared game reads PRESET:MOVES, as pente:K10J11")
    preset, start, moves = word[1], (word[2] or "").replace("_", " "), word[3]
    if preset in GIPF_PRESETS:
        return _gipf_game(preset, start, moves)
    if preset not in PRESETS:
        raise UnknownRules(f"no game is called {preset!r}")
    rules = PRESETS[preset]
    if POINT.sub("", moves):
        raise NotationError(f"{POINT.sub('', moves)[:20]!r} is no move: expected points as K10")
    points = [parse_point(point, rules.size) for point in POINT.findall(moves)]
    begin = parse_position(start, rules) if start else Position(rules)
    return RecordedGame(begin, line_of_moves(points))


def _gipf_game(preset: str, start: str, moves: str) -> GipfGame:
    """A shared game of Gipf; `start` may be a position, a limit of turns, or both."""
    words = start.split()
    limit = words.pop().removeprefix(LIMIT) if words and words[-1].startswith(LIMIT) else "0"
    rules = rules_of(preset, limit)
    begin = parse_gipf_position(" ".join(words), rules) if words else GipfPosition(rules)
    position = begin.copy()
    for number, text in enumerate(filter(None, moves.split(".")), 1):
        try:
            position.play(parse_move(text, position, ENTRY))
        except GameError as error:
            raise type(error)(f"move {number}, {text[:40]}: {error}") from error
    return GipfGame(begin, position.moves)
