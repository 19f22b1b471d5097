r"""The main line of an SGF file: a list of nodes, each a dictionary from property to its values.

    (;FF[4]GM[39];W[g2];B[c7-c5])   ->   [{"FF": ["4"], "GM": ["39"]}, {"W": ["g2"]}, ...]

Inside a value only `]` and `\` are escaped, by a `\` before them. (SGF FF[4], user's guide.)
"""

from __future__ import annotations

import re

from games.errors import NotationError

Node = dict[str, list[str]]
# One sign of the tree's structure, or a property's name, or a value; blanks around them.
SIGN, NAME, VALUE = r"(?P<sign>[();])", r"(?P<name>[A-Z]+)", r"\[(?P<value>(?:[^\]\\]|\\.)*)\]"
TOKEN = re.compile(rf"\s*(?:{SIGN}|{NAME}|{VALUE})", re.DOTALL)
ESCAPED = re.compile(r"\\(.)", re.DOTALL)


def format_sgf(nodes: list[Node]) -> str:
    """The nodes as one SGF game tree."""
    return "(" + "".join(";" + _format_node(node) for node in nodes) + ")\n"


def _format_node(node: Node) -> str:
    """The properties of a node."""
    return "".join(
        name + "".join(f"[{_escape(value)}]" for value in values) for name, values in node.items()
    )


def _escape(value: str) -> str:
    """The value with its brackets marked as its own."""
    return value.replace("\\", "\\\\").replace("]", "\\]")


def parse_sgf(text: str) -> list[Node]:
    """The nodes of the first game tree.

    Raises NotationError where the text is no SGF, or has variations, which we do not read.
    """
    nodes: list[Node] = []
    values: list[str] | None = None  # of the last property named
    for sign, name, value, place in _tokens(text):
        if sign == ")":
            break
        if sign == "(" and place > 0:
            raise NotationError(f"SGF, sign {place}: variations are not read, one line of play is")
        if sign == ";":
            nodes.append({})
            values = None
        elif name and nodes:
            values = nodes[-1].setdefault(name, [])
        elif value is not None and values is not None:
            values.append(ESCAPED.sub(r"\1", value))
        elif sign != "(":
            raise NotationError(f"SGF, sign {place}: {name or value!r} belongs to no node")
    if not nodes:
        raise NotationError("SGF begins with '(;', this does not")
    return nodes


def _tokens(text: str) -> list[tuple[str | None, str | None, str | None, int]]:
    """(sign, name, value, place) of each part of the tree up to its end."""
    tokens = []
    text = text.strip()
    place = 0
    while place < len(text):
        token = TOKEN.match(text, place)
        if token is None:
            raise NotationError(f"SGF, sign {place}: {text[place : place + 20]!r} is not expected")
        tokens.append((token["sign"], token["name"], token["value"], place))
        place = token.end()
        if token["sign"] == ")":
            return tokens
    raise NotationError("SGF ends with ')', this does not")
