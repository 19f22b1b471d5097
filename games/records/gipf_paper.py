"""A whole game of Gipf on paper: what the players wrote, turn by turn, in the official notation.

    [Game "gipf-basic"]
    [Result "white"]

    1. b6-b4 a5-c5 2. d8-f7 e9-e7 3. a3-d6;xb4,c5,d6,e7,f7* ...

An unfinished game has no result; a resigned game has one although the board shows none. `[Start
"w 15 15 ..."]` gives another starting position, `[Turns "400"]` a limit of turns, `[White "..."]`
and `[Black "..."]` the players; other headers have pente.org's names. Comments stand in braces.
There are no variations.

The reader accepts what `games.records.gipf_sheet` describes, turns without numbers, numbers without
a blank after them (`1.f7`), and marks after a turn (`f7!`), which become comments. It needs no
header: a GIPF-piece that is brought in means the tournament game. Of the basic and the standard
game it takes the one in which all turns are legal. If both are, it takes the basic game, and
`notes` says so.
"""

from __future__ import annotations

import re

from games.errors import GameError, NotationError
from games.gipf.notation import OFFICIAL, plain_decision
from games.gipf.position import GipfPosition
from games.gipf.rules import gipf_rules_named
from games.gipf.text import format_position, parse_position
from games.gipf.turns import format_turns, play_missing, play_word
from games.records.five_game import (
    DRAWN,
    LOST,
    MOST_MOVES,
    OPEN,
    RESULTS,
    WON,
    line_of_moves,
    main_indexes_of,
)
from games.records.gipf_game import GipfGame, rules_of
from games.records.gipf_sheet import read_heading, turns_apart
from games.records.movetext import Word, comment_text, read_headers, read_words, wrapped

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

OWN = ("Game", "Start", "Turns", "Result", "White", "Black")  # fields of GipfGame, not tags
WORD_OF_RESULT = {WON: "white", LOST: "black", DRAWN: "draw"}
RESULT_OF_WORD = (
    {word: result for result, word in WORD_OF_RESULT.items()}
    | {result: result for result in RESULTS}
    | {"*": OPEN}
)
BASIC, STANDARD, TOURNAMENT = "gipf-basic", "gipf", "gipf-tournament"
AMBIGUOUS = f"the text names no game: read as {BASIC}; -g {STANDARD} is legal as well"


def format_paper(game: GipfGame) -> str:
    """The game as players write it."""
    rules = game.start.rules
    lines = [f'[Game "{rules.name}"]']
    if format_position(game.start) != format_position(GipfPosition(gipf_rules_named(rules.name))):
        lines.append(f'[Start "{format_position(game.start)}"]')
    if rules.most_turns:
        lines.append(f'[Turns "{rules.most_turns}"]')
    lines += [f'[{key} "{_clean(value)}"]' for key, value in _headers_of(game)]
    if game.result != OPEN:
        lines.append(f'[Result "{WORD_OF_RESULT[game.result]}"]')
    words = [comment_text(game.comment)] if game.comment else []
    comments = _comments_of_turns(game)
    for index, (_, text) in enumerate(format_turns(game.start, game.moves, OFFICIAL)):
        words += [f"{index // 2 + 1}. {text}" if index % 2 == 0 else text]
        if comments[index]:
            words.append(comment_text(comments[index]))
    return "\n".join([*lines, "", *wrapped(words)]) + "\n"


def _headers_of(game: GipfGame) -> list[tuple[str, str]]:
    """The players and the other headers."""
    players = zip(("White", "Black"), game.names, strict=True)
    return [(colour, name) for colour, name in players if name] + [
        (key, value) for key, value in game.tags.items() if key not in OWN
    ]


def _clean(value: str) -> str:
    """A header's value without double quotes and line breaks, which would end it."""
    return " ".join(value.replace('"', "'").split())


def _comments_of_turns(game: GipfGame) -> list[str]:
    """The comments of the main line, those of one turn joined."""
    said: list[str] = []
    position, side = game.start.copy(), -1
    for index in main_indexes_of(game.tree):
        if position.side != side:
            said.append("")
            side = position.side
        said[-1] = " ".join(filter(None, (said[-1], game.tree[index].comment)))
        position.play(game.tree[index].point)
    return said


def parse_paper(text: str, preset: str | None = None, notation: str = OFFICIAL) -> GipfGame:
    """The game on paper; `preset` is the game if no header names it.

    Raises NotationError or IllegalMove.
    """
    headers, rest = read_headers(text.removeprefix("\ufeff"))
    names, rest = read_heading(rest)
    headers = names | headers
    comment, words = read_words(turns_apart(rest))
    turns, result = _without_result(words)
    result = _parse_result(headers["Result"]) if "Result" in headers else result
    name = headers.get("Game", preset)
    notes: list[str] = []
    if name is None:
        name, notes = _recognised(headers, turns, notation)
    start = start_of(headers, name)
    moves, comments = _play(start, turns, notation)
    game = GipfGame(
        start,
        moves,
        comment,
        result=result,
        names=(headers.get("White", ""), headers.get("Black", "")),
        tags={key: value for key, value in headers.items() if key not in OWN},
        notes=notes,
    )
    game.tree = line_of_moves(moves)
    for index, said in comments.items():
        game.tree[index].comment = said
    return game


def _without_result(words: Sequence[Word]) -> tuple[Sequence[Word], str]:
    """The words without a result at their end, and the result."""
    if words and words[-1].text in (*RESULTS, "*"):
        return words[:-1], RESULT_OF_WORD[words[-1].text]
    return words, OPEN


def _play(
    start: GipfPosition, words: Sequence[Word], notation: str
) -> tuple[list[int], dict[int, str]]:
    """The decisions of the turns, and the comments by decision.

    Raises NotationError or IllegalMove naming the turn.
    """
    position, comments = start.copy(), {}
    for number, word in enumerate(words, 1):
        side = position.side
        try:
            play_word(position, word.text, notation)
            if word.comment:
                comments[len(position.moves) - 1] = word.comment
            if number < len(words):
                play_missing(position, side, words[number].text, notation)
            if len(position.moves) > MOST_MOVES:
                raise NotationError(f"a record of more than {MOST_MOVES} decisions")
        except GameError as error:
            raise type(error)(f"turn {number}, {word.text[:40]}: {error}") from error
    return position.moves, comments


def _recognised(
    headers: dict[str, str], words: Sequence[Word], notation: str
) -> tuple[str, list[str]]:
    """The game that turns without its name belong to, and what was assumed.

    Raises NotationError or IllegalMove if they fit none.
    """
    if brings_gipf_pieces([word.text for word in words]):
        return TOURNAMENT, []
    legal, refusal = [], GameError("no turns")
    for name in (STANDARD, BASIC):
        try:
            _play(start_of(headers, name), words, notation)
            legal.append(name)
        except GameError as error:
            refusal = type(error)(f"read as {name}: {error}")
    if not legal:
        raise refusal
    if len(legal) == 1:
        return legal[0], []
    return BASIC, [AMBIGUOUS]


def brings_gipf_pieces(words: Sequence[str]) -> bool:
    """Whether a turn brings in a GIPF-piece, which only the tournament game allows."""
    parts = (part for word in words for part in re.split("[;:]", word))
    return any(plain_decision(part)[1].startswith("G") for part in parts)


def start_of(headers: dict[str, str], name: str) -> GipfPosition:
    """The position before the first turn."""
    rules = rules_of(name, headers.get("Turns", "0"))
    return parse_position(headers["Start"], rules) if "Start" in headers else GipfPosition(rules)


def _parse_result(word: str) -> str:
    """The result that a word means. Raises NotationError."""
    if word not in RESULT_OF_WORD:
        raise NotationError(f'[Result "{word[:20]}"]: expected {", ".join(RESULT_OF_WORD)}')
    return RESULT_OF_WORD[word]
