"""A game as one word that fits into a URL or a chat: preset, start, main line, names.

    pente:K10J11K7
    gomoku-15@15/15/.../15_b_0,0:H8
    gipf-basic:g1-g2.b1-b3
    gipf-basic@limit=400:g1-g2.b1-b3
    pente:K10J11K7~~Ann~~Bob_Smith

After `@` may follow another starting position, with `_` for blanks, and Gipf's limit of turns.
Points of square boards are written without separators. Gipf's decisions are in entry notation,
joined by dots. The names of both players may follow, each after `~~`, with `_` for a blank, `~u`
for `_` and `~t` for `~`.
"""

from __future__ import annotations

import re

from games.errors import NotationError, UnknownRules
from games.registry import GAMES, all_games, family_named
from games.tree import GameTree, one_line

WORD = re.compile(r"([a-z0-9-]{1,20})(?:@([^:\s]{1,1000}))?:([^~\s]{0,20000})(?:~~(\S{0,1000}))?")
LONGEST_NAME = 80
ESCAPES = (("~", "~t"), ("_", "~u"), (" ", "_"))


def format_share(game: GameTree) -> str:
    """The main line of a game, and the names of its players, as one word."""
    names = "".join(f"~~{_escaped(name)}" for name in game.names) if any(game.names) else ""
    return format_line(game) + names


def format_line(game: GameTree) -> str:
    """The main line of a game as one word, equal for the same moves."""
    start = game.family.format_start(game.start).replace(" ", "_")
    moves = game.family.format_joined(game.start, game.moves)
    return f"{game.rules.name}{'@' if start else ''}{start}:{moves}"


def is_share(text: str) -> bool:
    """Whether a text has the form of such a word and names a known game."""
    word = WORD.fullmatch(text.strip())
    return word is not None and _is_game(word[1])


def parse_share(text: str) -> GameTree:
    """The game of such a word. Raises NotationError, UnknownRules or IllegalMove."""
    word = WORD.fullmatch(text.strip())
    if word is None:
        raise NotationError("a shared game reads PRESET:MOVES, as pente:K10J11")
    preset, start, moves = word[1], (word[2] or "").replace("_", " "), word[3]
    if not _is_game(preset):
        raise UnknownRules(f"no game is called {preset!r}")
    family = family_named(preset)
    begin = family.parse_start(start)
    first, _, second = (word[4] or "").partition("~~")
    first, second = _unescaped(first), _unescaped(second)
    return GameTree(begin, one_line(family.parse_joined(begin, moves)), names=(first, second))


def _escaped(name: str) -> str:
    name = " ".join(name.split())[:LONGEST_NAME]
    for sign, instead in ESCAPES:
        name = name.replace(sign, instead)
    return name


def _unescaped(name: str) -> str:
    for sign, instead in reversed(ESCAPES):
        name = name.replace(instead, sign)
    return name


def _is_game(name: str) -> bool:
    return name in GAMES or name in all_games()
