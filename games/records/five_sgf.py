"""A game of the five-in-a-row family as SGF, with variations, comments and names.

    (;FF[4]GM[4]CA[UTF-8]RU[pente]SZ[19]PW[alice]PB[bob]RE[W+]
     ;W[jj]C[the centre];B[kj](;W[mj])(;W[gj]))

GM[4] is Gomoku and Renju in SGF's list of games, which has no Pente: RU holds our preset's name.
Two letters name a point: column and row from the top left. The reader also accepts `K10`, as
pente.org's own files write it (GM[100 + its number]), and stones set up by AB and AW. Our own
property SU holds a starting position other than the empty board, as a position string.
"""

from __future__ import annotations

from games.errors import NotationError, UnknownRules
from games.five.diagram import format_position, parse_position
from games.five.points import parse_point
from games.five.position import Position
from games.five.rules import PRESETS, Rules
from games.records.five_game import OPEN, START, RecordedGame, RecordedMove
from games.records.sgf import Node, format_result, format_sgf_tree, parse_result, parse_sgf_tree
from games.rules import BLACK, WHITE

GOMOKU = "4"
LONGEST_POSITION = 1_000  # characters
LETTERS = "abcdefghijklmnopqrst"
COLOUR_OF_PROPERTY = {"W": WHITE, "B": BLACK}
PROPERTY_OF_COLOUR = {colour: name for name, colour in COLOUR_OF_PROPERTY.items()}
PRESET_OF_SIZE = {9: "gomoku-9", 15: "gomoku-15", 19: "gomoku-19", 20: "gomoku-20"}
# pente.org's numbers from 100 on: the game, its speed game, its turn-based game
PRESET_OF_NUMBER = {
    **dict.fromkeys((101, 102, 151), "pente"),
    **dict.fromkeys((103, 104, 153), "keryo"),
}
PRESET_OF_WORDS = {"pente:tournament": "pente", "keryo:tournament": "keryo", "keryo-pente": "keryo"}


def format_five_sgf(game: RecordedGame) -> str:
    """The whole game as one SGF tree."""
    rules, first = game.rules, game.rules.first_colour
    root: Node = {
        "FF": ["4"],
        "GM": [GOMOKU],
        "CA": ["UTF-8"],
        "RU": [rules.name],
        "SZ": [str(rules.size)],
    }
    for side, name in enumerate(game.names):
        if name:
            root["P" + PROPERTY_OF_COLOUR[rules.colour_of(side)]] = [name]
    if game.start.key != Position(rules).key:
        root["SU"] = [format_position(game.start)]
    if game.result != OPEN:
        root["RE"] = [format_result(game.result, first)]
    if game.comment:
        root["C"] = [game.comment]
    sides = _sides(game)
    nodes: list[tuple[int, Node]] = [(-1, root)]
    for move, side in zip(game.moves, sides, strict=True):
        node: Node = {PROPERTY_OF_COLOUR[rules.colour_of(side)]: [_letters(move.point, rules.size)]}
        if move.comment:
            node["C"] = [move.comment]
        nodes.append((move.parent + 1, node))
    return format_sgf_tree(nodes)


def _sides(game: RecordedGame) -> list[int]:
    """The side that made each move."""
    sides: list[int] = []
    for move in game.moves:
        sides.append(game.start.side if move.parent == START else 1 - sides[move.parent])
    return sides


def _letters(point: int, size: int) -> str:
    """`jj`: column and row from the top left."""
    row, column = divmod(point, size)
    return LETTERS[column] + LETTERS[row]


def parse_five_sgf(text: str, rules: Rules | None = None) -> RecordedGame:
    """The game of an SGF file: ours, another Gomoku program's, or pente.org's.

    `rules` are used if the file names none. Raises NotationError, UnknownRules or IllegalMove.
    """
    nodes = parse_sgf_tree(text)
    root = nodes[0][1]
    rules = _rules_of(root, rules)
    start = _start_of(root, rules)
    moves: list[RecordedMove] = []
    sides: list[int] = []  # the side that made each move
    move_of_node = {0: START}  # a node without a move takes its parent's
    for number, (parent, node) in enumerate(nodes):
        before = START if number == 0 else move_of_node[parent]
        points = [
            (name, value) for name in COLOUR_OF_PROPERTY for value in node.get(name, []) if value
        ]
        for name, value in points:
            side = start.side if before == START else 1 - sides[before]
            if rules.side_of(COLOUR_OF_PROPERTY[name]) != side:
                raise NotationError(f"SGF: {name} is not to move: {value[:20]}")
            sides.append(side)
            moves.append(RecordedMove(before, _parse_letters(value, rules.size)))
            before = len(moves) - 1
        if points:
            moves[-1].comment = _text(node, "C")
        move_of_node[number] = before
    names = [_text(root, "P" + PROPERTY_OF_COLOUR[rules.colour_of(side)]) for side in (0, 1)]
    return RecordedGame(
        start,
        moves,
        names=(names[0], names[1]),
        result=parse_result(_text(root, "RE"), rules.first_colour),
        comment=_text(root, "C"),
    )


def _text(node: Node, name: str) -> str:
    """The first value of a property, or nothing."""
    return (node.get(name) or [""])[0]


def _rules_of(root: Node, rules: Rules | None) -> Rules:
    """The rules that the file names, else those given, else free Gomoku of the board's size."""
    number, words = _text(root, "GM"), _text(root, "RU").lower()
    size = _parse_size(_text(root, "SZ"))
    name = PRESET_OF_WORDS.get(words, words)
    if number.isascii() and number.isdigit() and len(number) < 6:
        if int(number) in PRESET_OF_NUMBER:
            name = PRESET_OF_NUMBER[int(number)]
        elif number != GOMOKU:
            raise UnknownRules(f"SGF: GM[{number}] is not supported: expected GM[{GOMOKU}]")
    if name in PRESETS and size in (None, PRESETS[name].size):
        return PRESETS[name]
    if rules is not None:
        if size not in (None, rules.size):
            raise NotationError(f"SGF: SZ[{size}] is not the size of {rules.name}")
        return rules
    if size not in PRESET_OF_SIZE:
        raise UnknownRules(f"SGF: no game of size {size}, rules {words[:40]!r}")
    return PRESETS[PRESET_OF_SIZE[size]]


def _parse_size(text: str) -> int | None:
    """The board's size; None if the text is empty."""
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 4):
        raise NotationError(f"SGF: SZ[{text[:20]}] is no size of a square board")
    return int(text)


def _start_of(root: Node, rules: Rules) -> Position:
    """The position before the first move."""
    if "SU" in root:
        text = _text(root, "SU")
        if len(text) > LONGEST_POSITION:
            raise NotationError(f"SGF: SU of {len(text)} characters is no position string")
        return parse_position(text, rules)
    if "AB" not in root and "AW" not in root:
        return Position(rules)
    cells = [0] * (rules.size * rules.size)
    for name in ("AW", "AB"):
        for value in root.get(name, []):
            side = rules.side_of(COLOUR_OF_PROPERTY[name[1]])
            cells[_parse_letters(value, rules.size)] = 1 + side
    colour = COLOUR_OF_PROPERTY.get(_text(root, "PL"), rules.first_colour)
    return Position(rules, cells, rules.side_of(colour))


def _parse_letters(value: str, size: int) -> int:
    """The point of `jj` or `K10`. Raises NotationError."""
    if value[-1:].isdigit():
        return parse_point(value, size)
    places = [LETTERS.find(letter) for letter in value]
    if len(places) != 2 or not all(0 <= place < size for place in places):
        raise NotationError(f"SGF: {value[:20]!r} is no point of a board of {size}x{size}")
    return places[1] * size + places[0]
