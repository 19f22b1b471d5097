"""A game of Gipf as the program webgipf keeps it: actions in blanks.

    GWi3-h3 GKb6-c6 ... Wg1-f2 Ka5-b5 xf6,g6 Wa4-b5

Each push has the colour, W or K (black), the dot and the first spot; G before it brings in a
GIPF-piece. A removal lists the spots that are emptied; GIPF-pieces that stay are not listed. The
text names no game: a GIPF-piece brought in means the tournament game, else it is the basic or the
standard one, whichever all actions are legal in. (Source: webgipf's code.)
"""

from __future__ import annotations

import re

from games.errors import GameError, NotationError
from games.gipf.notation import ENTRY, parse_move
from games.gipf.position import GipfPosition
from games.gipf.turns import play_unwritten
from games.records.five_game import MOST_MOVES
from games.records.gipf_game import GipfGame, rules_of
from games.records.gipf_paper import AMBIGUOUS, BASIC, STANDARD, TOURNAMENT

PUSH = re.compile(r"(G?)([WK])([a-i][1-9]-[a-i][1-9])")
REMOVAL = re.compile(r"x[a-i][1-9](?:,[a-i][1-9])*")
LETTERS = "WK"
FIRST_WORDS = 3  # that recognition reads


def is_webgipf(text: str) -> bool:
    """Whether a text begins with actions of webgipf."""
    words = text[:200].split()[:FIRST_WORDS]
    return bool(words) and all(PUSH.fullmatch(word) for word in words)


def parse_webgipf(text: str, preset: str | None = None) -> GipfGame:
    """The game of such a text. Raises NotationError or IllegalMove."""
    words = text.removeprefix("\ufeff").split()
    if preset is not None:
        return _game(preset, words)
    if any(word.startswith("G") for word in words):
        return _game(TOURNAMENT, words)
    games, refusal = [], GameError("no actions")
    for name in (BASIC, STANDARD):
        try:
            games.append(_game(name, words))
        except GameError as error:
            refusal = type(error)(f"read as {name}: {error}")
    if not games:
        raise refusal
    if len(games) > 1:
        games[0].notes.append(AMBIGUOUS)
    return games[0]


def _game(name: str, words: list[str]) -> GipfGame:
    """The game of these actions by the rules of this name."""
    start = GipfPosition(rules_of(name, "0"))
    position = start.copy()
    for number, word in enumerate(words, 1):
        try:
            _play(position, word)
        except GameError as error:
            raise type(error)(f"action {number}, {word[:40]}: {error}") from error
        if len(position.moves) > MOST_MOVES:
            raise NotationError(f"a record of more than {MOST_MOVES} decisions")
    return GipfGame(start, position.moves)


def _play(position: GipfPosition, word: str) -> None:
    """Play one action, and the removals without choice that stand before a push."""
    push = PUSH.fullmatch(word)
    if push is None:
        if not REMOVAL.fullmatch(word):
            raise NotationError("expected a push such as We1-e2, or a removal such as xb2,b3,b4,b5")
        position.play(parse_move(word, position, ENTRY))
        return
    side = LETTERS.index(push[2])
    for _ in range(2):
        if not position.placing:
            play_unwritten(position, position.side)
    if position.side != side:
        raise NotationError(f"{position.rules.colour_of(side).capitalize()} is not to move")
    position.play(parse_move(push[1] + push[3], position, ENTRY))
