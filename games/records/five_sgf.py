"""A game of the five-in-a-row family as SGF, with variations, comments, names and headers.

    (;FF[4]GM[4]CA[UTF-8]RU[pente]SZ[19]PW[alice]PB[bob]RE[W+]
     ;W[jj]C[the centre];B[kj](;W[mj])(;W[gj]))

GM[4] is Gomoku and Renju in SGF's list of games, which has no Pente: RU holds our preset's name.
Two letters name a point: column and row from the top left. The reader also accepts `K10`, as
pente.org's own files write it (GM[100 + its number]), and stones set up by AB and AW. Our own
property SU holds a starting position other than the empty board, as a position string.

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
from games.five.points import parse_point
from games.five.position import Position
from games.five.rules import PRESETS, Rules
from games.records.five_game import OPEN, START, TERMINATION, RecordedGame, RecordedMove
from games.records.sgf import (
    Node,
    format_result,
    format_sgf_tree,
    notes_on_result,
    parse_result,
    parse_sgf_tree,
)
from games.records.sgf_headers import format_headers, parse_headers, unread_properties
from games.rules import BLACK, EMPTY, WHITE

GOMOKU = "4"
LONGEST_POSITION = 1_000  # characters
LETTERS = "abcdefghijklmnopqrst"
COLOUR_OF_PROPERTY = {"W": WHITE, "B": BLACK}
PROPERTY_OF_COLOUR = {colour: name for name, colour in COLOUR_OF_PROPERTY.items()}
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
READ_PROPERTIES = frozenset(("W", "B", "C"))
SET_UP = ("AB", "AW", "AE", "PL")
MOST_SET_UP = 20_000  # stones, those that are named twice included
COLOUR_OF_PLAYER = {
    **dict.fromkeys(("b", "black", "1"), BLACK),
    **dict.fromkeys(("w", "white", "2"), WHITE),
}
SIZE = re.compile(r"(\d{1,3})(?::\1)?")


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
    root |= format_headers(game.tags, _letters_of_sides(rules))
    if game.result != OPEN:
        root["RE"] = [format_result(game.result, first, game.tags.get(TERMINATION, ""))]
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


def _letters_of_sides(rules: Rules) -> list[str]:
    """W or B of side 0 and side 1."""
    return [PROPERTY_OF_COLOUR[rules.colour_of(side)] for side in (0, 1)]


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
    rules, notes = _rules_of(root, rules)
    start = _start_of(nodes, rules)
    moves = _moves_of(nodes, start)
    letters = _letters_of_sides(rules)
    result = parse_result(_text(root, "RE"), rules.first_colour)
    notes += notes_on_result(_text(root, "RE"), result)
    if unread := unread_properties(nodes, READ_PROPERTIES):
        notes.append(f"SGF: the properties {', '.join(unread)} of moves are left out")
    return RecordedGame(
        start,
        moves,
        names=(_text(root, "P" + letters[0]), _text(root, "P" + letters[1])),
        result=result,
        comment=_comment_of(nodes),
        tags=parse_headers(root, letters),
        notes=notes,
    )


def _moves_of(nodes: list[tuple[int, Node]], start: Position) -> list[RecordedMove]:
    """The tree of moves. Raises NotationError for a move or set-up that cannot be played."""
    moves: list[RecordedMove] = []
    sides: list[int] = []  # the side that made each move
    move_of_node = {0: START}  # a node without a move takes its parent's
    rules = start.rules
    for number, (parent, node) in enumerate(nodes):
        before = START if number == 0 else move_of_node[parent]
        if number and (found := [name for name in SET_UP if name in node]):
            raise NotationError(f"SGF: {found[0]} after the first node changes the board: not read")
        mover = start.side if before == START else 1 - sides[before]
        points = _moves_in(node, rules, mover)
        for name, value in points:
            side = start.side if before == START else 1 - sides[before]
            if rules.side_of(COLOUR_OF_PROPERTY[name]) != side:
                raise NotationError(f"SGF: {name} is not to move: {value[:20]}")
            sides.append(side)
            moves.append(RecordedMove(before, _parse_letters(value, rules.size)))
            before = len(moves) - 1
        if number and (said := _text(node, "C")) and before != START:
            old = "" if points else moves[before].comment
            moves[before].comment = f"{old}\n{said}" if old else said
        move_of_node[number] = before
    return moves


def _moves_in(node: Node, rules: Rules, mover: int) -> list[tuple[str, str]]:
    """The moves of a node, as (W or B, point); of two colours the mover's comes first.

    Raises NotationError for several moves of one colour, and for a pass.
    """
    names = [name for name in COLOUR_OF_PROPERTY if node.get(name)]
    names.sort(key=lambda name: rules.side_of(COLOUR_OF_PROPERTY[name]) != mover)
    for name in names:
        if len(node[name]) > 1:
            shown = "".join(f"[{value[:10]}]" for value in node[name][:3])
            raise NotationError(f"SGF: {name}{shown}: one node has one move of a colour")
        value = node[name][0].lower()
        if value in ("", "pass") or (value == "tt" and rules.size < len(LETTERS)):
            raise NotationError(f"SGF: {name}[{value}] is a pass: games with passes are not read")
    return [(name, node[name][0]) for name in names]


def _comment_of(nodes: list[tuple[int, Node]]) -> str:
    """The root's comment, and those of the nodes before any move."""
    before, said = {0}, [_text(nodes[0][1], "C")]
    for number, (parent, node) in enumerate(nodes):
        if number and parent in before and not any(node.get(name) for name in COLOUR_OF_PROPERTY):
            before.add(number)
            said.append(_text(node, "C"))
    return "\n".join(filter(None, said))


def _text(node: Node, name: str) -> str:
    """The first value of a property, or nothing."""
    return (node.get(name) or [""])[0]


def _rules_of(root: Node, rules: Rules | None) -> tuple[Rules, list[str]]:
    """The rules that the file names, else those given, else free Gomoku of the board's size.

    The second part says what was assumed. Raises UnknownRules or NotationError.
    """
    number, words = _text(root, "GM"), _text(root, "RU").strip().lower()
    size = _parse_size(_text(root, "SZ"))
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
    """The board's size; None if the text is empty."""
    if not text:
        return None
    size = SIZE.fullmatch(text.strip())
    if size is None or not text.isascii():
        raise NotationError(f"SGF: SZ[{text[:20]}] is no size of a square board")
    return int(size[1])


def _start_of(nodes: list[tuple[int, Node]], rules: Rules) -> Position:
    """The position before the first move."""
    root = nodes[0][1]
    if "SU" in root:
        text = _text(root, "SU")
        if len(text) > LONGEST_POSITION:
            raise NotationError(f"SGF: SU of {len(text)} characters is no position string")
        return parse_position(text, rules)
    cells = [EMPTY] * (rules.size * rules.size)
    for name in ("AW", "AB"):
        side = rules.side_of(COLOUR_OF_PROPERTY[name[1]])
        for point in _set_up_points(root.get(name, []), rules.size):
            cells[point] = 1 + side
    side = _side_to_move(nodes, cells, rules)
    return Position(rules, cells, side) if side or any(cells) else Position(rules)


def _set_up_points(values: list[str], size: int) -> list[int]:
    """The points of AB or AW; `aa:cb` names the rectangle between two corners."""
    points: list[int] = []
    for value in filter(None, values):
        corners = [divmod(_parse_letters(one, size), size) for one in value.split(":", 1)]
        rows, columns = (sorted(part) for part in zip(corners[0], corners[-1], strict=True))
        across = range(columns[0], columns[1] + 1)
        points += [row * size + at for row in range(rows[0], rows[1] + 1) for at in across]
        if len(points) > MOST_SET_UP:
            raise NotationError(f"SGF: more than {MOST_SET_UP} stones are set up")
    return points


def _side_to_move(nodes: list[tuple[int, Node]], cells: list[int], rules: Rules) -> int:
    """The side that PL names, else the one that moves first, else the one that has fewer stones."""
    if said := _text(nodes[0][1], "PL").strip():
        if said.lower() not in COLOUR_OF_PLAYER:
            raise NotationError(f"SGF: PL[{said[:20]}] names no side: expected B or W")
        return rules.side_of(COLOUR_OF_PLAYER[said.lower()])
    for _, node in nodes:
        for name in node:
            if name in COLOUR_OF_PROPERTY and any(cells):
                return rules.side_of(COLOUR_OF_PROPERTY[name])
    return int(cells.count(1) > cells.count(2))


def _parse_letters(value: str, size: int) -> int:
    """The point of `jj` or `K10`. Raises NotationError."""
    if value[-1:].isdigit():
        return parse_point(value, size)
    places = [LETTERS.find(letter) for letter in value]
    if len(places) != 2 or not all(0 <= place < size for place in places):
        raise NotationError(f"SGF: {value[:20]!r} is no point of a board of {size}x{size}")
    return places[1] * size + places[0]
