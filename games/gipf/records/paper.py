"""A whole game of Gipf on paper: what the players wrote, turn by turn, in the official notation.

    [Game "gipf-basic"]
    [Result "white"]

    1. b6-b4 a5-c5 2. d8-f7 e9-e7 3. a3-d6;xb4,c5,d6,e7,f7* ...

An unfinished game has no result; a resigned game has one although the board shows none. `[Start
"w 15 15 ..."]` gives another starting position, `[Turns "400"]` a limit of turns, `[White "..."]`
and `[Black "..."]` the players; other headers have pente.org's names. Comments stand in braces.
There are no variations.

The reader accepts what `games.gipf.records.sheet` describes, turns without numbers, numbers without
a blank after them (`1.f7`), and marks after a turn (`f7!`), which become comments. It needs no
header: without one the turns decide, as `games.gipf.records.recognised` says.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.errors import GameError, NotationError
from games.gipf.notation import OFFICIAL
from games.gipf.position import GipfPosition
from games.gipf.records.recognised import recognised
from games.gipf.records.sheet import read_heading, turns_apart
from games.gipf.rules import GipfRules, gipf_rules_named, rules_with_limit
from games.gipf.text import format_position, parse_position
from games.gipf.turns import play_missing, play_word
from games.records.movetext import (
    Word,
    clean,
    comment_text,
    numbered,
    read_headers,
    read_words,
    wrapped,
)
from games.result import DRAWN, LOST, OPEN, RESULTS, WON
from games.tree import MOST_MOVES, GameTree, Node, one_line, turns_of

OWN = ("Game", "Start", "Turns", "Result", "White", "Black")  # fields of the tree, not tags
WORD_OF_RESULT = {WON: "white", LOST: "black", DRAWN: "draw"}
RESULT_OF_WORD = (
    {word: result for result, word in WORD_OF_RESULT.items()}
    | {result: result for result in RESULTS}
    | {"*": OPEN}
)


def format_paper(game: GameTree) -> str:
    """The game as players write it."""
    rules = game.rules
    lines = [f'[Game "{rules.name}"]']
    if format_position(game.start) != format_position(GipfPosition(gipf_rules_named(rules.name))):
        lines.append(f'[Start "{format_position(game.start)}"]')
    if rules.most_turns:
        lines.append(f'[Turns "{rules.most_turns}"]')
    lines += [f'[{key} "{clean(value)}"]' for key, value in _headers_of(game)]
    if game.result != OPEN:
        lines.append(f'[Result "{WORD_OF_RESULT[game.result]}"]')
    words = [comment_text(game.comment)] if game.comment else []
    nodes = iter(game.main_nodes())
    turns = numbered(game.family.format_line(game.start, game.moves))
    for text, turn in zip(turns, turns_of(game.start, game.moves), strict=True):
        words.append(text)
        said = " ".join(filter(None, [next(nodes).comment for _ in turn]))
        if said:
            words.append(comment_text(said))
    return "\n".join([*lines, "", *wrapped(words)]) + "\n"


def _headers_of(game: GameTree) -> list[tuple[str, str]]:
    players = zip(("White", "Black"), game.names, strict=True)
    return [(colour, name) for colour, name in players if name] + [
        (key, value) for key, value in game.tags.items() if key not in OWN
    ]


def parse_paper(text: str, rules: GipfRules | None = None, notation: str = OFFICIAL) -> GameTree:
    """The game on paper; `rules` are used if no header names the game.

    Raises NotationError or IllegalMove.
    """
    headers, rest = read_headers(text.removeprefix("\ufeff"))
    names, rest = read_heading(rest)
    headers = names | headers
    comment, words = read_words(turns_apart(rest))
    turns, result = _without_result(words)
    result = _parse_result(headers["Result"]) if "Result" in headers else result
    name = headers.get("Game", None if rules is None else rules.name)

    def read(game: str) -> tuple[GipfPosition, list[Node]]:
        start = _start_of(headers, game)
        return start, _play(start, turns, notation)

    notes: list[str] = []
    if name is None:
        (start, moves), notes = recognised([word.text for word in turns], read)
    else:
        start, moves = read(name)
    return GameTree(
        start,
        moves,
        names=(headers.get("White", ""), headers.get("Black", "")),
        result=result,
        comment=comment,
        tags={key: value for key, value in headers.items() if key not in OWN},
        notes=notes,
    )


def _without_result(words: Sequence[Word]) -> tuple[Sequence[Word], str]:
    if words and words[-1].text in (*RESULTS, "*"):
        return words[:-1], RESULT_OF_WORD[words[-1].text]
    return words, OPEN


def _play(start: GipfPosition, words: Sequence[Word], notation: str) -> list[Node]:
    """The decisions of the turns, with their comments.

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
    nodes = one_line(position.moves)
    for index, said in comments.items():
        nodes[index].comment = said
    return nodes


def _start_of(headers: dict[str, str], name: str) -> GipfPosition:
    rules = rules_with_limit(name, headers.get("Turns", "0"))
    return parse_position(headers["Start"], rules) if "Start" in headers else GipfPosition(rules)


def _parse_result(word: str) -> str:
    if word not in RESULT_OF_WORD:
        raise NotationError(f'[Result "{word[:20]}"]: expected {", ".join(RESULT_OF_WORD)}')
    return RESULT_OF_WORD[word]
