r"""pente.org's text of a game: headers in brackets, a blank line, numbered moves, the result.

    [Game "Pente"]
    [Player 1 Name "alice"]
    ...
    [Result "1-0"]

    1. K10 J11 2. K7 K8 3. J7 L7 1-0

Player 1 moves first and plays White. Captures are not written: the reader replays the game. The
format has no variations, no comments and no start but the empty board; the reader accepts comments
in braces, `{...}`, and marks such as `!`. Headers that pente.org does not have follow its own. A
header that its own reader cannot parse is not written. Lines end with CR LF and are wrapped at 80.
(Sources: pente.org's writer and reader, and games of its archive.)
"""

from __future__ import annotations

import re

from games.errors import NotationError
from games.five.points import format_point, parse_point
from games.five.position import FivePosition
from games.five.rules import FiveRules, rules_named
from games.records.movetext import clean, numbered, points_of, read_headers, read_words, wrapped
from games.result import OPEN, RESIGNATION, RESULT_OF_WINNER, RESULTS, TERMINATION
from games.tree import MOST_MOVES, GameTree, Node

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.records.movetext import Word

PRESET_OF_GAME = {"pente": "pente", "keryo-pente": "keryo", "gomoku": "exact-five-19"}
# five-19 has the same board and colours as pente.org's Gomoku, where six in a row do not win
GAME_OF_PRESET = {
    "pente": "Pente",
    "keryo": "Keryo-Pente",
    "exact-five-19": "Gomoku",
    "five-19": "Gomoku",
}
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
    "TimeControl": "-",
    "Rated": "N",
    "Player 1 Rating": "?",
    "Player 2 Rating": "?",
    "Player 1 Type": "?",
    "Player 2 Type": "?",
}
# The values that pente.org's own reader can parse. It refuses a file with any other, so that these
# headers are left out, or written as unknown.
NUMBER = r"-?\d{1,9}"
PARSED = {
    "Date": re.compile(r"\d\d?/\d\d?/\d{4}|\d{4}\.\d\d?\.\d\d?"),
    "Time": re.compile(r"\d\d?:\d\d?:\d\d?"),
    "TimeControl": re.compile(rf"{NUMBER}(?:\+{NUMBER}| ?days?)?"),
    "Player 1 Rating": re.compile(NUMBER),
    "Player 2 Rating": re.compile(NUMBER),
}
ALIASES = {
    "GameType": "Game",
    "White": "Player 1 Name",
    "Black": "Player 2 Name",
    "WhiteRating": "Player 1 Rating",
    "BlackRating": "Player 2 Rating",
    "WhiteType": "Player 1 Type",
    "BlackType": "Player 2 Type",
}
SPEED = "Speed"  # the tag of pente.org's speed games
PLACEHOLDERS = ("-", "?")  # pente.org's values for what is unknown
OWN = ("Game", "Result", "Player 1 Name", "Player 2 Name")  # fields of the tree, not tags
GIVEN_UP = ("resign", "forfeit")
UNFINISHED = ("0-0", "*")  # read as OPEN


def format_pente_text(game: GameTree) -> str:
    """The main line of a game as pente.org writes it.

    Raises NotationError for a game that pente.org does not have, or another starting position.
    """
    rules = game.rules
    if rules.name not in GAME_OF_PRESET:
        raise NotationError(f"pente.org's text knows {', '.join(GAME_OF_PRESET)}, not {rules.name}")
    if game.family.format_start(game.start):
        raise NotationError(
            "pente.org's text begins with the empty board and no captures, this game does not"
        )
    values = {
        **DEFAULTS,
        **{key: text for key, text in game.tags.items() if _is_parsed(key, text)},
        "Game": ("Speed " if SPEED in game.tags else "") + GAME_OF_PRESET[rules.name],
        "Player 1 Name": game.names[0],
        "Player 2 Name": game.names[1],
        "Result": game.result,
    }
    if not game.moves and game.result != OPEN:
        values.setdefault(TERMINATION, RESIGNATION)  # else it is a result without a game
    order = dict.fromkeys((*KEYS, *values))
    headers = [f'[{key} "{clean(values[key])}"]' for key in order if key in values and key != SPEED]
    moves = numbered([format_point(point, rules.size) for point in game.moves])
    lines = [*headers, "", *wrapped([*moves, game.result])]
    return "\r\n".join(lines) + "\r\n"


def _is_parsed(key: str, text: str) -> bool:
    """Whether pente.org's own reader can parse a header."""
    return key not in PARSED or PARSED[key].fullmatch(text) is not None


def parse_pente_text(text: str, rules: FiveRules | None = None) -> GameTree:
    """The game of such a text, read as tolerantly as pente.org reads it.

    `rules` are used if the text names no game; the default is Pente. The headers end at the first
    line that is not one. Raises NotationError or IllegalMove.
    """
    headers, rest = read_headers(text.removeprefix("\ufeff"), ALIASES)
    notes = []
    if rules is None and "Game" not in headers:
        notes.append("the text names no game: read as Pente")
    if rules is None or "Game" in headers:
        rules = _rules_of(headers.get("Game", "Pente"))
    comment, words = read_words(rest)
    moves, result, left = parse_moves(words, rules.size)
    if not moves and headers and not _is_begun(headers, result, words):
        raise NotationError("headers without moves: a list of results, not a record of a game")
    if left:
        notes.append(f"text after the result is left out: {left[0].text[:40]!r}")
    said = headers.get("Result", OPEN)
    said = said if said in RESULTS else OPEN
    if headers.get("Game", "").startswith("Speed "):
        headers[SPEED] = "Y"
    return GameTree(
        FivePosition(rules),
        moves,
        names=(headers.get("Player 1 Name", ""), headers.get("Player 2 Name", "")),
        result=said if result == OPEN else result,
        comment=comment,
        tags={
            key: value
            for key, value in headers.items()
            if key not in OWN and not (key in KEYS and value in PLACEHOLDERS)
        },
        notes=notes,
    )


def _is_begun(headers: dict[str, str], result: str, words: Sequence[Word]) -> bool:
    """Whether a text without moves is a game: one that is open, or whose end is explained."""
    decided = {result, headers.get("Result")} & set(RESULT_OF_WINNER.values())
    return "Game" in headers and (TERMINATION in headers or bool(words and not decided))


def _rules_of(name: str) -> FiveRules:
    preset = PRESET_OF_GAME.get(name.removeprefix("Speed ").strip().lower())
    if preset is None:
        known = ", ".join(dict.fromkeys(GAME_OF_PRESET.values()))
        raise NotationError(f'[Game "{name[:40]}"]: of pente.org\'s games we support {known}')
    return rules_named(preset)


def parse_moves(words: Sequence[Word], size: int) -> tuple[list[Node], str, Sequence[Word]]:
    """The moves, the result after them, and the words after the result.

    Raises NotationError naming the move's number.
    """
    moves: list[Node] = []
    words = [part for word in words for part in points_of(word)]
    for index, word in enumerate(words):
        result = _result_of(word.text, len(moves))
        if result is not None:
            if word.comment and moves:
                moves[-1].comment = " ".join(filter(None, (moves[-1].comment, word.comment)))
            return moves, result, words[index + 1 :]
        if len(moves) == MOST_MOVES:
            raise NotationError(f"a record of more than {MOST_MOVES} moves")
        try:
            point = parse_point(word.text, size)
        except NotationError as error:
            raise NotationError(f"move {len(moves) + 1}: {error}") from error
        moves.append(Node(len(moves), point, word.comment))
    return moves, OPEN, ()


def is_result(word: str) -> bool:
    """Whether a word ends the moves."""
    return _result_of(word, 0) is not None


def _result_of(word: str, moves: int) -> str | None:
    """The result that a word gives after this number of moves; None if it is no result."""
    if word in UNFINISHED:
        return OPEN
    if word in RESULTS:
        return word
    if word.lower() in GIVEN_UP:  # by the side to move
        return "0-1" if moves % 2 == 0 else "1-0"
    return None
