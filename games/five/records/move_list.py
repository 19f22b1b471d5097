"""A bare list of moves on a square board, without headers.

    K10 L11 K13      1. K10 L11 2. K13      K10, L11, K13      K10L11K13      h8h9i9      h8_h9_i9

Programs count columns and rows in different ways, and the text alone does not tell which:

| notation     | columns              | rows counted from | written by                          |
|--------------|----------------------|-------------------|-------------------------------------|
| `moves`      | A to T without I     | the bottom        | players, pente.org, this program    |
| `pos-bottom` | a to t, with i       | the bottom        | gomocalc, Yixin                     |
| `pos-top`    | a to t, with i       | the top           | c-gomoku-cli                        |

Commas, semicolons and underscores may stand between points. A list in blanks or with a capital
letter is `moves`. Lower-case letters without blanks may be any of the three: the reader tries them
all. If one board results, it takes that; else it asks for the notation rather than guess.
"""

from __future__ import annotations

import re

from games.errors import GameError, NotationError
from games.five.position import FivePosition
from games.five.records.pente_text import is_result, parse_moves
from games.five.rules import FiveRules
from games.records.movetext import JOINED, POINT, SEPARATORS, is_pos, read_words, without_comments
from games.tree import MOST_MOVES, GameTree, one_line

PLAYERS, POS_BOTTOM, POS_TOP = "moves", "pos-bottom", "pos-top"
NOTATIONS = (PLAYERS, POS_BOTTOM, POS_TOP)
IN_WORDS = {
    PLAYERS: "columns without I, rows from the bottom",
    POS_BOTTOM: "columns with i, rows from the bottom",
    POS_TOP: "columns with i, rows from the top",
}
LETTERS = "abcdefghijklmnopqrst"
ONE_POINT = re.compile(r"(?:[A-Za-z]\d{1,2}|\d{1,2}[A-Za-z])[!?+#]*")
NUMBER = re.compile(r"\d+[.)]+")
LONGEST_LOOK = 4_000  # characters that recognition reads


def is_move_list(text: str) -> bool:
    """Whether at least half of the words of a text are points; numbers and results do not count."""
    words = without_comments(text[:LONGEST_LOOK]).split()
    if len(text) > LONGEST_LOOK:
        words = words[:-1]  # the last may be cut
    points = others = 0
    for word in words:
        for part in SEPARATORS.split(NUMBER.sub("", word, count=1) if NUMBER.match(word) else word):
            if ONE_POINT.fullmatch(part) or JOINED.fullmatch(part):
                points += 1
            elif part and not part.isdigit() and not (points and is_result(part)):
                others += 1
    return points > 0 and points >= others


def parse_move_list(text: str, rules: FiveRules, notation: str | None = None) -> GameTree:
    """The game of a list; `notation` is one of NOTATIONS, or None to recognise it.

    Raises NotationError or IllegalMove.
    """
    if notation is None and is_pos(text):
        return _recognised(text, rules)
    if notation in (POS_BOTTOM, POS_TOP):
        return _parse_pos(text, rules, notation)
    comment, words = read_words(text)
    moves, result, left = parse_moves(words, rules.size)
    notes = [f"text after the result is left out: {left[0].text[:40]!r}"] if left else []
    return GameTree(FivePosition(rules), moves, result=result, comment=comment, notes=notes)


def _parse_pos(text: str, rules: FiveRules, notation: str) -> GameTree:
    points = []
    for word in SEPARATORS.sub("", text).split():
        if POINT.sub("", word):
            raise NotationError(f"{POINT.sub('', word)[:20]!r} is no move: expected points as h8")
        points += [_pos_point(point, rules.size, notation) for point in POINT.findall(word)]
        if len(points) > MOST_MOVES:
            raise NotationError(f"a record of more than {MOST_MOVES} moves")
    return GameTree(FivePosition(rules), one_line(points))


def _pos_point(text: str, size: int, notation: str) -> int:
    column, number = LETTERS.find(text[0].lower()), int(text[1:])
    if not (0 <= column < size and 1 <= number <= size):
        raise NotationError(f"{text!r} names no point of a board of {size}x{size}")
    row = number - 1 if notation == POS_TOP else size - number
    return row * size + column


def _recognised(text: str, rules: FiveRules) -> GameTree:
    """The game of a list whose notation is open. Raises NotationError unless one board results."""
    by_moves: dict[tuple[int, ...], tuple[str, GameTree]] = {}
    refusals: list[str] = []
    for notation in NOTATIONS:
        try:
            game = parse_move_list(text, rules, notation)
        except GameError as error:
            refusals.append(f"{notation}: {error}")
        else:
            by_moves.setdefault(tuple(game.moves), (notation, game))
    if not by_moves:
        raise NotationError(f"{text[:20]!r} is no game of {rules.name} ({'; '.join(refusals)})")
    if len(by_moves) > 1:
        ways = "; ".join(f"--from {name} ({IN_WORDS[name]})" for name, _ in by_moves.values())
        raise NotationError(
            f"{text[:20]!r} can be read in {len(by_moves)} ways, as {rules.name}: say which: {ways}"
        )
    ((notation, game),) = by_moves.values()
    if refusals:
        game.notes.append(f"{text[:20]!r} is read with {IN_WORDS[notation]}: no other way is legal")
    return game
