r"""pente.org's text of a game: headers in brackets, a blank line, numbered moves, the result.

    [Game "Pente"]
    [Player 1 Name "alice"]
    ...
    [Result "1-0"]

    1. K10 J11 2. K7 K8 3. J7 L7 1-0

Player 1 moves first and plays White. Captures are not written: the reader replays the game. The
format has no variations, no comments and no start but the empty board. Lines end with CR LF and are
wrapped at 80. (Sources: pente.org's writer and reader, and games of its archive.)
"""

from __future__ import annotations

import re

from games.errors import NotationError
from games.five.points import format_point, parse_point
from games.five.position import Position
from games.five.rules import Rules, rules_named
from games.records.five_game import MOST_MOVES, OPEN, RESULTS, RecordedGame, line_of_moves
from games.rules import EMPTY

# pente.org's Gomoku needs exactly five; our game of the same board and colours, five or more.
GAME_OF_PRESET = {"pente": "Pente", "keryo": "Keryo-Pente", "five-19": "Gomoku"}
PRESET_OF_GAME = {game.lower(): preset for preset, game in GAME_OF_PRESET.items()}
KEYS = (
    *("Game", "Site", "Event", "Round", "Section", "Date", "Time", "TimeControl", "Rated"),
    *("Player 1 Name", "Player 2 Name", "Player 1 Rating", "Player 2 Rating"),
    *("Player 1 Type", "Player 2 Type", "Result"),
)
DEFAULTS = {
    "Site": "-",
    "Event": "-",
    "Round": "-",
    "Section": "-",
    "Date": "-",
    "Time": "-",
    "TimeControl": "-",
    "Rated": "N",
    "Player 1 Rating": "?",
    "Player 2 Rating": "?",
    "Player 1 Type": "?",
    "Player 2 Type": "?",
}
ALIASES = {"GameType": "Game", "White": "Player 1 Name", "Black": "Player 2 Name"}
OWN = ("Game", "Result", "Player 1 Name", "Player 2 Name")  # fields of RecordedGame, not tags
HEADER = re.compile(r"\[\s*([A-Za-z0-9 '?]+?)\s*\"([^\"]*)\"\s*\]\s*")
NUMBER = re.compile(r"\d+\.")
WIDTH = 80
LONGEST_HEADER = 1_000
GIVEN_UP = ("resign", "forfeit")
NO_RESULT = "0-0"  # read as OPEN


def format_pente_text(game: RecordedGame) -> str:
    """The main line of a game as pente.org writes it.

    Raises NotationError for a game that pente.org does not have, or another starting position.
    """
    rules = game.rules
    if rules.name not in GAME_OF_PRESET:
        raise NotationError(f"pente.org's text knows {', '.join(GAME_OF_PRESET)}, not {rules.name}")
    if any(cell != EMPTY for cell in game.start.cells):
        raise NotationError("pente.org's text begins with the empty board, this game does not")
    values = {
        **DEFAULTS,
        **game.tags,
        "Game": GAME_OF_PRESET[rules.name],
        "Player 1 Name": game.names[0],
        "Player 2 Name": game.names[1],
        "Result": game.result,
    }
    headers = [f'[{key} "{clean(values[key])}"]' for key in KEYS]
    lines = [*headers, "", *_wrapped(_movetext(game))]
    return "\r\n".join(lines) + "\r\n"


def clean(value: str) -> str:
    """A header's value without double quotes and line breaks, which would end it."""
    return " ".join(value.replace('"', "'").split())


def _movetext(game: RecordedGame) -> list[str]:
    """The words of the moves: numbers, points, the result."""
    words = []
    for index, point in enumerate(game.main_line()):
        if index % 2 == 0:
            words.append(f"{index // 2 + 1}.")
        words.append(format_point(point, game.rules.size))
    return [*words, game.result]


def _wrapped(words: list[str]) -> list[str]:
    """The words in lines of at most WIDTH characters."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return lines


def parse_pente_text(text: str, rules: Rules | None = None) -> RecordedGame:
    """The game of such a text, read as tolerantly as pente.org reads it.

    `rules` are used if the text names no game; the default is Pente. The headers end at the first
    line that is not one. Raises NotationError or IllegalMove.
    """
    headers, rest = _split(text.removeprefix("\ufeff"))
    if rules is None or "Game" in headers:
        rules = _rules_of(headers.get("Game", "Pente"))
    points, result = _parse_moves(rest.split(), rules.size)
    said = headers.get("Result", OPEN)
    if said == NO_RESULT or said not in RESULTS:
        said = OPEN
    return RecordedGame(
        Position(rules),
        line_of_moves(points),
        names=(headers.get("Player 1 Name", ""), headers.get("Player 2 Name", "")),
        result=said if result == OPEN else result,
        tags={
            key: value
            for key, value in headers.items()
            if key in KEYS and key not in OWN and value != DEFAULTS.get(key)
        },
    )


def _rules_of(name: str) -> Rules:
    """The rules of a game by pente.org's name. Raises NotationError."""
    preset = PRESET_OF_GAME.get(name.removeprefix("Speed ").strip().lower())
    if preset is None:
        known = ", ".join(GAME_OF_PRESET.values())
        raise NotationError(f'[Game "{name[:40]}"]: of pente.org\'s games we support {known}')
    return rules_named(preset)


def _split(text: str) -> tuple[dict[str, str], str]:
    """The headers, and the text after them."""
    headers: dict[str, str] = {}
    lines = text.splitlines()
    for number, line in enumerate(lines):
        if not line.strip():
            continue
        header = HEADER.fullmatch(line.strip()) if len(line) < LONGEST_HEADER else None
        if header is None:
            return headers, "\n".join(lines[number:])
        key = ALIASES.get(header[1], header[1])
        headers.setdefault(key, header[2])
    return headers, ""


def _parse_moves(words: list[str], size: int) -> tuple[list[int], str]:
    """The points, and the result after them."""
    points: list[int] = []
    for word in words:
        if word in RESULTS or word == NO_RESULT:
            return points, OPEN if word == NO_RESULT else word
        if word.lower() in GIVEN_UP:  # by the side to move
            return points, "0-1" if len(points) % 2 == 0 else "1-0"
        move = NUMBER.sub("", word, count=1) if NUMBER.match(word) else word
        if not move:
            continue
        if len(points) == MOST_MOVES:
            raise NotationError(f"a record of more than {MOST_MOVES} moves")
        try:
            points.append(parse_point(move, size))
        except NotationError as error:
            raise NotationError(f"move {len(points) + 1}: {error}") from error
    return points, OPEN
