"""A game of the five-in-a-row family as SGF, with variations, comments, names and headers.

    (;FF[4]GM[4]CA[UTF-8]RU[pente]SZ[19]PW[alice]PB[bob]RE[W+]
     ;W[jj]C[the centre];B[kj](;W[mj])(;W[gj]))

GM[4] is Gomoku and Renju in SGF's list of games, which has no Pente: RU holds our preset's name.
Two letters name a point: column and row from the top left. The reader also accepts `K10`, as
pente.org's own files write it (GM[100 + its number]). AB, AW and PL hold a start other than
the empty board. After captures our own property SU, a position string, holds it as well and counts.

Other programs write a Gomocup rule number as RU: 0 is free Gomoku, 1 is exactly five. The reader
refuses 4 (Renju) and 8 (Caro), and any rules that it does not know, rather than read a game under
other rules. A file without RU is read as free Gomoku, and `notes` says so.

Without PL the first move shows who is to move after stones were set up; without a move, the numbers
of stones do. Passes, and stones set up after the first node, are refused.
"""

from __future__ import annotations

import re

from games.errors import NotationError, UnknownRules
from games.five.diagram import format_position, parse_position
from games.five.points import format_point, parse_point
from games.five.position import FivePosition
from games.five.rules import PRESETS, FiveRules
from games.records.sgf import Properties, parse_sgf_tree
from games.records.sgf_game import (
    COLOUR_OF_LETTER,
    LETTER_OF_COLOUR,
    SgfReader,
    format_sgf,
    players_of,
    text_of,
)
from games.rules import BLACK, EMPTY, WHITE
from games.tree import ROOT, GameTree, Node

GOMOKU = "4"
LONGEST_POSITION = 1_000  # characters
LETTERS = "abcdefghijklmnopqrst"
FREE_OF_SIZE = {9: "gomoku-9", 15: "gomoku-15", 19: "gomoku-19", 20: "gomoku-20"}
EXACT_OF_SIZE = {15: "standard-15", 19: "standard-19", 20: "standard-20"}
# pente.org's numbers from 100 on: the game, its speed game, its turn-based game
PRESET_OF_NUMBER = {
    **dict.fromkeys((101, 102, 151), "pente"),
    **dict.fromkeys((103, 104, 153), "keryo"),
    **dict.fromkeys((105, 106, 155), "exact-five-19"),
}
OTHER_GAMES = {
    **dict.fromkeys((107, 108, 157), "D-Pente"),
    **dict.fromkeys((109, 110, 159), "G-Pente"),
    **dict.fromkeys((111, 112, 161), "Poof-Pente"),
    **dict.fromkeys((113, 114, 163), "Connect6"),
    **dict.fromkeys((115, 116, 165), "Boat-Pente"),
}
PRESET_OF_WORDS = {"pente:tournament": "pente", "keryo:tournament": "keryo", "keryo-pente": "keryo"}
FREE_WORDS = ("0", "free", "freestyle", "free-style", "gomoku", "five or more")
EXACT_WORDS = ("1", "standard", "exact", "exactly five", "exact five")
NO_SIZE = "SGF without the board's size (SZ): name the game, such as gomoku-15 or gomoku-19"
REFUSED_WORDS = ("renju", "caro", "swap2", "swap")
RENJU, CARO, CONTINUOUS = 4, 8, 2  # bits of Gomocup's rule number, next to 1: exactly five
SET_UP = ("AB", "AW", "AE", "PL")
MOST_SET_UP = 20_000  # stones, those that are named twice included
COLOUR_OF_PLAYER = {
    **dict.fromkeys(("b", "black", "1"), BLACK),
    **dict.fromkeys(("w", "white", "2"), WHITE),
}
SIZE = re.compile(r"(\d{1,3})(?::\1)?")


def format_five_sgf(game: GameTree) -> str:
    """The whole game as one SGF tree."""
    rules = game.rules
    properties = {"SZ": [str(rules.size)], **players_of(game)}
    if game.start.key != FivePosition(rules).key:
        properties |= _set_up(game.start)

    def spell_place(name: str) -> str:
        return _letters(game.start, parse_point(name, rules.size))

    return format_sgf(game, GOMOKU, properties, _letters, spell_place)


def _set_up(start: FivePosition) -> Properties:
    """The stones and the side to move; with captures also the whole position."""
    properties: Properties = {}
    for side in (0, 1):
        points = [_letters(start, at) for at, cell in enumerate(start.cells) if cell == 1 + side]
        if points:
            properties["A" + LETTER_OF_COLOUR[start.rules.colour_of(side)]] = points
    properties["PL"] = [LETTER_OF_COLOUR[start.rules.colour_of(start.side)]]
    return properties | ({"SU": [format_position(start)]} if any(start.captured_stones) else {})


def _letters(position: FivePosition, point: int) -> str:
    row, column = divmod(point, position.rules.size)
    return LETTERS[column] + LETTERS[row]


def parse_five_sgf(text: str, rules: FiveRules | None = None) -> GameTree:
    """The game of an SGF file: ours, another Gomoku program's, or pente.org's.

    `rules` are used if the file names none. Raises NotationError, UnknownRules or IllegalMove.
    """
    nodes = parse_sgf_tree(text)
    rules, notes = _rules_of(nodes[0][1], rules)
    return _Reader(_start_of(nodes, rules)).game(nodes, notes)


class _Reader(SgfReader):
    """Reads points; the whole game is played when all of them are read."""

    refused = SET_UP

    def __init__(self, start: FivePosition) -> None:
        super().__init__(start)
        self._rules = start.rules
        self._to_move = {ROOT: start.side}  # the side to move after each move

    def places(self, word: str) -> list[str]:
        """The points of a value of markup: one, or a rectangle between two corners."""
        size = self._rules.size
        return [format_point(point, size) for point in _set_up_points([word], size)] or [word]

    def words(self, node: Properties, before: int) -> list[tuple[int, str]]:
        """The points of a node; of two colours the mover's comes first.

        Raises NotationError for several moves of one colour, and for a pass.
        """
        sides = [self._to_move[before], 1 - self._to_move[before]]
        moves = [(side, self.letters[side]) for side in sides if node.get(self.letters[side])]
        for _, name in moves:
            if len(node[name]) > 1:
                shown = "".join(f"[{value[:10]}]" for value in node[name][:3])
                raise NotationError(f"SGF: {name}{shown}: one node has one move of a colour")
            value = node[name][0].lower()
            if value in ("", "pass") or (value == "tt" and self._rules.size < len(LETTERS)):
                raise NotationError(
                    f"SGF: {name}[{value}] is a pass: games with passes are not read"
                )
        return [(side, node[name][0]) for side, name in moves]

    def read(self, before: int, side: int, word: str) -> int:
        """Add a point. Raises NotationError."""
        if side != self._to_move[before]:
            raise NotationError(f"SGF: {self.letters[side]} is not to move: {word[:20]}")
        at = self.tree.attach(Node(before, _parse_letters(word, self._rules.size)))
        self._to_move[at] = 1 - side
        return at


def _rules_of(root: Properties, rules: FiveRules | None) -> tuple[FiveRules, list[str]]:
    """The rules that the file names, else those given, else free Gomoku of the board's size.

    The second part says what was assumed. Raises UnknownRules or NotationError.
    """
    number, words = text_of(root, "GM"), text_of(root, "RU").strip().lower()
    size = _parse_size(text_of(root, "SZ"))
    name = PRESET_OF_WORDS.get(words, words)
    if number.isascii() and number.isdigit() and len(number) < 6 and number != GOMOKU:
        if int(number) not in PRESET_OF_NUMBER:
            other = OTHER_GAMES.get(int(number))
            what = f", pente.org's {other}," if other else ""
            raise UnknownRules(f"SGF: GM[{number}]{what} is not supported: expected GM[{GOMOKU}]")
        name = PRESET_OF_NUMBER[int(number)]
    if name in PRESETS and size in (None, PRESETS[name].size):
        return PRESETS[name], []
    known = not name or name.isdigit() or any(word in name for word in REFUSED_WORDS)
    if name and (rules is None or known or name in (*PRESETS, *FREE_WORDS, *EXACT_WORDS)):
        asked = rules.size if size is None and rules is not None else size
        return PRESETS[_preset_of_words(name, asked)], []
    if rules is not None:
        if size not in (None, rules.size):
            raise NotationError(f"SGF: SZ[{size}] is not the size of {rules.name}")
        return rules, [f"SGF: RU[{words[:40]}] is unknown: read as {rules.name}"] if name else []
    if size is None:
        raise UnknownRules(NO_SIZE)
    if size not in FREE_OF_SIZE:
        raise UnknownRules(f"SGF: no game of size {size}, rules {words[:40]!r}")
    free = FREE_OF_SIZE[size]
    return PRESETS[free], [f"SGF without rules (RU): read as {free}, five or more win"]


def _preset_of_words(words: str, size: int | None) -> str:
    """The preset for RU: a Gomocup rule number or words. Raises UnknownRules, naming the rules."""
    shown = f"SGF: RU[{words[:40]}]"
    if words.isascii() and words.isdigit() and len(words) < 4:
        bits = int(words)
        if bits & RENJU:
            raise UnknownRules(f"{shown} is Renju, which is not supported")
        if bits & CARO:
            raise UnknownRules(f"{shown} is Caro, which is not supported")
        words = str(bits & ~CONTINUOUS)  # the number of games in a match, not of the rules
    for name in REFUSED_WORDS:
        if name in words:
            raise UnknownRules(f"{shown}: {name.capitalize()} is not supported")
    if words in PRESETS:
        raise NotationError(f"SGF: SZ[{size}] is not the size of {words}")
    if words not in FREE_WORDS + EXACT_WORDS:
        raise UnknownRules(
            f"{shown} names rules that are not supported: expected one of {', '.join(PRESETS)}, "
            "0 (free Gomoku) or 1 (exactly five)"
        )
    if size is None:
        raise UnknownRules(NO_SIZE)
    presets = FREE_OF_SIZE if words in FREE_WORDS else EXACT_OF_SIZE
    if size not in presets:
        sizes = ", ".join(map(str, presets))
        raise UnknownRules(f"{shown} on a board of size {size} is not supported: sizes {sizes}")
    return presets[size]


def _parse_size(text: str) -> int | None:
    if not text:
        return None
    size = SIZE.fullmatch(text.strip())
    if size is None or not text.isascii():
        raise NotationError(f"SGF: SZ[{text[:20]}] is no size of a square board")
    return int(size[1])


def _start_of(nodes: list[tuple[int, Properties]], rules: FiveRules) -> FivePosition:
    root = nodes[0][1]
    if "SU" in root:
        text = text_of(root, "SU")
        if len(text) > LONGEST_POSITION:
            raise NotationError(f"SGF: SU of {len(text)} characters is no position string")
        return parse_position(text, rules)
    cells = [EMPTY] * (rules.size * rules.size)
    for name in ("AW", "AB"):
        side = rules.side_of(COLOUR_OF_LETTER[name[1]])
        for point in _set_up_points(root.get(name, []), rules.size):
            cells[point] = 1 + side
    side = _side_to_move(nodes, cells, rules)
    return FivePosition(rules, cells, side) if side or any(cells) else FivePosition(rules)


def _set_up_points(values: list[str], size: int) -> list[int]:
    """The points of AB or AW; `aa:cb` names the rectangle between two corners."""
    points: list[int] = []
    for value in filter(None, values):
        corners = [divmod(_parse_letters(corner, size), size) for corner in value.split(":", 1)]
        rows, columns = (sorted(part) for part in zip(corners[0], corners[-1], strict=True))
        across = range(columns[0], columns[1] + 1)
        points += [row * size + at for row in range(rows[0], rows[1] + 1) for at in across]
        if len(points) > MOST_SET_UP:
            raise NotationError(f"SGF: more than {MOST_SET_UP} stones are set up")
    return points


def _side_to_move(nodes: list[tuple[int, Properties]], cells: list[int], rules: FiveRules) -> int:
    """The side that PL names, else the one that moves first, else the one that has fewer stones."""
    if said := text_of(nodes[0][1], "PL").strip():
        if said.lower() not in COLOUR_OF_PLAYER:
            raise NotationError(f"SGF: PL[{said[:20]}] names no side: expected B or W")
        return rules.side_of(COLOUR_OF_PLAYER[said.lower()])
    for _, node in nodes:
        for name in node:
            if name in COLOUR_OF_LETTER and any(cells):
                return rules.side_of(COLOUR_OF_LETTER[name])
    return int(cells.count(1) > cells.count(2))


def _parse_letters(value: str, size: int) -> int:
    if value[-1:].isdigit():
        return parse_point(value, size)
    places = [LETTERS.find(letter) for letter in value]
    if len(places) != 2 or not all(0 <= place < size for place in places):
        raise NotationError(f"SGF: {value[:20]!r} is no point of a board of {size}x{size}")
    return places[1] * size + places[0]
