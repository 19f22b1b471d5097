"""A whole game of Gipf on paper: what the players wrote, turn by turn, in the official notation.

    [Game "gipf-basic"]
    [Result "white"]

    1. b6-b4 a5-c5 2. d8-f7 e9-e7 3. a3-d6;xb4,c5,d6,e7,f7* ...

An unfinished game has no result; a resigned game has one although the board shows none. `[Start
"w 15 15 ..."]` gives another starting position, `[Turns "400"]` a limit of turns. The reader
accepts turns without numbers, and numbers without a blank after them: `1.f7`.
"""

from __future__ import annotations

import re

from games.errors import NotationError
from games.gipf.notation import OFFICIAL
from games.gipf.position import GipfPosition
from games.gipf.rules import gipf_rules_named
from games.gipf.text import format_position, parse_position
from games.gipf.turns import format_turns, parse_turns
from games.records.five_game import DRAWN, LOST, OPEN, RESULTS, WON
from games.records.gipf_game import GipfGame, rules_of

HEADER = re.compile(r'\[(Game|Start|Turns|Result) "([^"]*)"\]')
NUMBER = re.compile(r"^\d+\.(?:\.\.)?")
WORD_OF_RESULT = {WON: "white", LOST: "black", DRAWN: "draw"}
RESULT_OF_WORD = {word: result for result, word in WORD_OF_RESULT.items()} | {
    result: result for result in RESULTS
}
WIDTH = 80


def format_paper(game: GipfGame) -> str:
    """The game as players write it."""
    rules = game.start.rules
    lines = [f'[Game "{rules.name}"]']
    if format_position(game.start) != format_position(GipfPosition(gipf_rules_named(rules.name))):
        lines.append(f'[Start "{format_position(game.start)}"]')
    if rules.most_turns:
        lines.append(f'[Turns "{rules.most_turns}"]')
    if game.result != OPEN:
        lines.append(f'[Result "{WORD_OF_RESULT[game.result]}"]')
    lines += ["", ""]
    for index, (_, text) in enumerate(format_turns(game.start, game.moves, OFFICIAL)):
        word = f"{index // 2 + 1}. {text}" if index % 2 == 0 else text
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append("")
        lines[-1] += (" " if lines[-1] else "") + word
    return "\n".join(lines) + "\n"


def parse_paper(text: str, preset: str | None = None) -> GipfGame:
    """The game on paper; `preset` is the game if no header names it.

    Raises NotationError or IllegalMove.
    """
    headers: dict[str, str] = {}
    words: list[str] = []
    for line in text.removeprefix("\ufeff").splitlines():
        header = HEADER.fullmatch(line.strip())
        if header is not None and not words:
            headers[header[1]] = header[2]
        else:
            words += [turn for word in line.split() if (turn := NUMBER.sub("", word))]
    name = headers.get("Game", preset)
    if name is None:
        raise NotationError(
            'a game of Gipf on paper begins with [Game "gipf"], or another Gipf game\'s name'
        )
    start = _start(headers, name)
    result = _parse_result(headers.get("Result", OPEN))
    return GipfGame(start, parse_turns(start, words, OFFICIAL), result=result)


def _start(headers: dict[str, str], name: str) -> GipfPosition:
    """The position before the first turn."""
    rules = rules_of(name, headers.get("Turns", "0"))
    return parse_position(headers["Start"], rules) if "Start" in headers else GipfPosition(rules)


def _parse_result(word: str) -> str:
    """The result that a word means. Raises NotationError."""
    if word not in RESULT_OF_WORD:
        raise NotationError(f'[Result "{word[:20]}"]: expected {", ".join(RESULT_OF_WORD)}')
    return RESULT_OF_WORD[word]
