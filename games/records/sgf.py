r"""SGF files as nodes, each the index of its parent and a dictionary from property to values.

    (;GM[39];W[g2](;B[c7-c5])(;B[b2]))   ->   [(-1, {"GM": ["39"]}), (0, {"W": ["g2"]}),
                                               (1, {"B": ["c7-c5"]}), (1, {"B": ["b2"]})]

Inside a value, `]` and `\` are escaped by a `\` before them; a `\` before a line break removes it.
Names of properties in old files have lower-case letters, `White[aa]`, which do not count. Text
before the first `(;`, as of a mail, is passed over. (SGF FF[4], user's guide.)

The package sgfmill was tried in place of this file. It reads as fast or faster and is as safe
against deep nesting. But its grammar is longer, it has no limit of nodes, its messages do not say
where, and this package, which the agent loads, has no dependencies.
"""

from __future__ import annotations

import re

from games.errors import NotationError
from games.markup import LABEL
from games.result import DRAWN, LOST, OPEN, RESIGNATION, WON
from games.rules import WHITE
from games.tree import MOST_MOVES

Properties = dict[str, list[str]]
# As SGF writes them after the winner, in short and as a word.
ENDS = {RESIGNATION: ("R", "Resign"), "time": ("T", "Time"), "forfeit": ("F", "Forfeit")}
# One character of the tree's structure, or a property's name, or a value; blanks around them.
SIGN, NAME, VALUE = (
    r"(?P<sign>[();])",
    r"(?P<name>[A-Za-z]{1,64})",
    r"\[(?P<value>(?:[^\]\\]|\\.)*)\]",
)
TOKEN = re.compile(rf"\s*(?:{SIGN}|{NAME}|{VALUE})", re.DOTALL)
BEGIN = re.compile(r"\(\s*;")
BEGIN_IN_TEXT = re.compile(r"\(\s*;\s*[A-Z][A-Za-z]*\s*\[")
LONGEST_PREAMBLE = 20_000  # characters in which a tree is looked for
ESCAPED = re.compile(r"\\(\r\n|\n\r|.)", re.DOTALL)
LOWER_CASE = re.compile(r"[a-z]")


def format_sgf_tree(nodes: list[tuple[int, Properties]]) -> str:
    """A tree of nodes as SGF: (index of the parent, node); the root comes first, with parent -1.

    A node's first child continues its line, the others are variations.
    """
    children: list[list[int]] = [[] for _ in nodes]
    for index, (parent, _) in enumerate(nodes):
        if parent >= 0:
            children[parent].append(index)
    parts, waiting = ["("], [-1, 0]  # -1 closes a bracket
    while waiting:
        index = waiting.pop()
        if index < 0:
            parts.append(")")
            continue
        if index and len(children[nodes[index][0]]) > 1:
            parts.append("(")
        parts.append(";" + _format_node(nodes[index][1]))
        for child in reversed(children[index]):
            waiting += [-1, child] if len(children[index]) > 1 else [child]
    return "".join(parts) + "\n"


def format_result(result: str, first_colour: str, termination: str = "") -> str:
    """A result, not OPEN, as the property RE: `0`, `W+`, `B+`, or `W+T` for a win on time."""
    if result == DRAWN:
        return "0"
    winner = "W+" if (result == WON) == (first_colour == WHITE) else "B+"
    return winner + ENDS.get(termination, ("",))[0]


def parse_result(text: str, first_colour: str) -> str:
    """The result that RE gives by `W+...`, `B+...`, `0` or `Draw`; anything else is OPEN."""
    if text in ("0", "Draw"):
        return DRAWN
    if text[:2] not in ("W+", "B+"):
        return OPEN
    return WON if (text[0] == "W") == (first_colour == WHITE) else LOST


def notes_on_result(text: str, result: str) -> list[str]:
    """A note if RE is not understood, such as `Void`."""
    if result != OPEN or text in ("", "?"):
        return []
    return [f"SGF: RE[{text[:40]}] is no result that is known: left out"]


def parse_termination(text: str) -> str:
    """The termination that RE gives by `W+T` or `W+Time`; "" if it gives none."""
    for termination, words in ENDS.items():
        if text[2:] in words and text[:2] in ("W+", "B+"):
            return termination
    return ""


def _format_node(node: Properties) -> str:
    return "".join(
        name + "".join(f"[{_escape(name, value)}]" for value in values)
        for name, values in node.items()
    )


def _escape(name: str, value: str) -> str:
    escaped = value.replace("\\", "\\\\").replace("]", "\\]")
    if name != LABEL:
        return escaped
    point, colon, text = escaped.partition(":")
    return point + colon + text.replace(":", "\\:")


def is_sgf(text: str) -> bool:
    """Whether a text is SGF: it begins with a bracket, or a tree begins after other text."""
    head = text[:LONGEST_PREAMBLE].lstrip()
    return head.startswith("(") or (
        not head.startswith(("[", "{")) and BEGIN_IN_TEXT.search(head) is not None
    )


def parse_sgf_tree(text: str) -> list[tuple[int, Properties]]:
    """The first game tree: (index of the parent, node), -1 for the root, parents before children.

    Raises NotationError if the text is no SGF.
    """
    nodes: list[tuple[int, Properties]] = []
    values: list[str] | None = None  # of the last property named
    at, branches = -1, []
    for sign, name, value, place in _tokens(text):
        if sign == "(":
            branches.append(at)
        elif sign == ")":
            at, values = branches.pop(), None
        elif sign == ";":
            if at < 0 and nodes:
                raise NotationError(f"SGF, character {place}: a tree begins with one node")
            if len(nodes) > MOST_MOVES:
                raise NotationError(f"SGF: a tree of more than {MOST_MOVES} nodes")
            nodes.append((at, {}))
            at, values = len(nodes) - 1, None
        elif name and at >= 0:
            values = nodes[at][1].setdefault(_short(name, place), [])
        elif value is not None and values is not None:
            values.append(ESCAPED.sub(_unescaped, value))
        else:
            raise NotationError(f"SGF, character {place}: {name or value!r} belongs to no node")
    if not nodes:
        raise NotationError("SGF begins with '(;', this does not")
    return nodes


def _short(name: str, place: int) -> str:
    """The capital letters of a property's name. Raises NotationError if it has none."""
    short = LOWER_CASE.sub("", name)
    if not short:
        raise NotationError(f"SGF, character {place}: {name[:20]!r} names no property")
    return short


def _unescaped(escaped: re.Match[str]) -> str:
    """The character after a backslash; nothing for a line break."""
    return "" if escaped[1][0] in "\r\n" else escaped[1]


def _tokens(text: str) -> list[tuple[str | None, str | None, str | None, int]]:
    """(sign, name, value, place) of each part of the first tree."""
    tokens = []
    text = text.strip()
    begin, depth = BEGIN.search(text), 0
    place = begin.start() if begin else 0
    while place < len(text):
        token = TOKEN.match(text, place)
        if token is None or (depth == 0 and token["sign"] != "("):
            raise NotationError(
                f"SGF, character {place}: {text[place : place + 20]!r} is not expected"
            )
        tokens.append((token["sign"], token["name"], token["value"], place))
        place = token.end()
        depth += {"(": 1, ")": -1}.get(token["sign"] or "", 0)
        if token["sign"] == ")" and not depth:
            return tokens
    raise NotationError("SGF ends with ')', this does not: its last bracket is missing")
