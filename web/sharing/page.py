"""A game as one HTML file: board, moves, variations, comments and graph, without a server.

The file holds everything: the viewer's script and styles (`web/static/shared`), the page's script
that makes elements (`web/static/js/page/dom.js`), the empty board and the game as JSON. Its content
policy forbids all requests and every other script. The script knows no rules: each move has the
pieces that it puts on the board and those that it takes off.
"""

from __future__ import annotations

import base64
import json
import os
import re
from hashlib import sha256
from html import escape
from typing import TYPE_CHECKING, Any

from arena.review.marks import SIGNS
from games.markup import LABEL
from games.tree import ROOT
from web.errors import TooLarge
from web.words import in_language, words_of

if TYPE_CHECKING:
    from games.drawing.layout import Layout
    from web.contract.messages import Score
    from web.sessions.session import Session
    from web.sessions.tree import TreeNode

STATIC = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "static")
SCRIPTS = ("js/page/dom.js", "js/page/markup.js", "shared/viewer.js")  # each uses those before it
STYLE = "shared/viewer.css"
IMPORT = re.compile(r"^import [^;]*;\n", re.MULTILINE)
EXPORT = re.compile(r"^export ", re.MULTILINE)
SAID = re.compile(r'"((?:moves|play|shared)\.\w+)"')  # keys of the texts that a script says
MOST_NODES = 5_000
LONGEST_LINE = 6  # moves of the engine's line
KINDS = {"white": "w", "black": "b", "white gipf": "W", "black gipf": "B"}


def web_page(session: Session, language: str = "en") -> str:
    """The game as an HTML file, with all its variations, comments, scores and marks.

    language  of the viewer's texts, one of LANGUAGES. Raises TooLarge.
    """
    script, style = _joined(SCRIPTS), _text(STYLE)
    layout = session.family.layout()
    texts = words_of(language)
    data = game_data(session, layout, texts)
    data["words"] = {key: texts[key] for key in SAID.findall(script)}
    text = json.dumps(data, ensure_ascii=True, separators=(",", ":"))
    text = text.replace("<", "\\u003c")  # so that no text can end the element
    policy = (
        f"default-src 'none'; script-src {_source(script)}; style-src {_source(style)}; "
        "base-uri 'none'; form-action 'none'"
    )
    title = escape(data["title"])
    board = (
        f'<svg id="board" xmlns="http://www.w3.org/2000/svg" role="img" font-family="sans-serif" '
        f'viewBox="0 0 {layout.width:g} {layout.height:g}">{"".join(layout.empty_board())}</svg>'
    )
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta name="color-scheme" content="light dark">\n<title>{title}</title>\n'
        f'<style>{style}</style>\n</head>\n<body>\n<main>\n<div id="table">{board}</div>\n'
        f'<aside id="side"><h1>{title}</h1></aside>\n</main>\n'
        f'<script type="application/json" id="game">{text}</script>\n'
        f'<script type="module">{script}</script>\n</body>\n</html>\n'
    )


def game_data(session: Session, layout: Layout, texts: dict[str, Any]) -> dict[str, Any]:
    """The game for the viewer's script, in the language of the texts. Raises TooLarge."""
    tree, family = session.tree, session.family
    places = _places(session)
    result = session.last_result()
    if len(tree.nodes) > MOST_NODES:
        raise TooLarge(
            f"a page of {len(tree.nodes)} moves, variations included: at most {MOST_NODES}"
        )
    start = _stones(session, ROOT)
    return {
        "title": in_language(session.title, texts),
        "rules": [in_language(line, texts) for line in family.rules_in_words()],
        "colours": [in_language(colour, texts) for colour in family.colours],
        "players": [
            player.name or (_engine(player.level, texts) if player.kind == "engine" else "")
            for player in session.players
        ],
        "result": in_language(result.text, texts) if result else "",
        "about": [f"{name}: {value}" for name, value in session.tree.tags.items()],
        "places": [[round(number, 1) for number in layout.at(place)] for place in places],
        "radius": layout.radius,
        "comment": tree.nodes[ROOT].comment,
        "markup": _markup(layout, tree.nodes[ROOT]),
        "chance": _percent(tree.nodes[ROOT].score),
        "start": [[places.index(place), kind] for place, kind in start.items()],
        "nodes": [_node(session, node, places, texts, layout) for node in tree.kept()[1:]],
    }


def _node(
    session: Session,
    node: TreeNode,
    places: list[str],
    texts: dict[str, Any],
    layout: Layout,
) -> dict[str, Any]:
    """A move: who made it, what it changes on the board, what was said about it."""
    before, after = _stones(session, node.parent), _stones(session, node.id)
    told = {
        "comment": node.comment,
        "markup": _markup(layout, node),
        "captures": node.captures,
        "mark": SIGNS[node.mark] if node.mark else "",
        "flaw": texts[f"moves.{node.mark}"] if node.mark else "",
        "best": " ".join(node.best.moves[:LONGEST_LINE]),
    }
    known = {
        "last": _last(session, node),
        "chance": _percent(node.score),
    }
    return {
        "id": node.id,
        "parent": node.parent,
        "text": node.text,
        "side": node.side,
        "put": [[places.index(at), kind] for at, kind in after.items() if before.get(at) != kind],
        "off": [places.index(at) for at in before if at not in after],
        **{name: value for name, value in told.items() if value},
        **{name: value for name, value in known.items() if value is not None},
    }


def _markup(layout: Layout, node: TreeNode) -> list[list[Any]]:
    """What is drawn on the board: the kind, where it is, and the end of an arrow or the label."""
    return [
        [kind, layout.at(place), *(rest if kind == LABEL else map(layout.at, rest))]
        for kind, place, *rest in node.markup
    ]


def _last(session: Session, node: TreeNode) -> int | None:
    """The place of the stone or piece that a move brought in; None for a removal."""
    assert node.move is not None, "only the start has no move"
    assert node.parent is not None, "likewise"
    return session.family.place_of(session.tree.board_at(node.parent), node.move)


def _stones(session: Session, node: int) -> dict[str, str]:
    """The kinds of the pieces at a node, by place."""
    position = session.tree.board_at(node)
    return {place: KINDS[kind] for place, kind in session.family.stones(position).items()}


def _places(session: Session) -> list[str]:
    places = range(len(session.tree.board_at(ROOT).cells))
    return [session.family.place_name(place) for place in places]


def _engine(level: int | None, texts: dict[str, Any]) -> str:
    return str(texts["names.engineLevel"].format(level=level) if level else texts["names.engine"])


def _percent(score: Score | None) -> float | None:
    return None if score is None else score.percent


def _joined(names: tuple[str, ...]) -> str:
    """Modules as one: without imports and exports, as each finds the names of those before it."""
    return "".join(EXPORT.sub("", IMPORT.sub("", _text(name))) for name in names)


def _text(name: str) -> str:
    with open(os.path.join(STATIC, name), encoding="utf-8") as file:
        return file.read()


def _source(text: str) -> str:
    return f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"
