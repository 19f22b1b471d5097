"""A review as one HTML page without outside assets, readable on a phone and without scripts.

The graph shows the winning chance of the side that began. Each mistake has a picture of the board
before it, with the better move. Every other move opens to its board when it is pressed.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from arena.review.marks import SIGNS
from games.drawing.board import Picture, board_symbol, draw
from games.registry import family_of
from games.rules import WHITE
from pente.game import position_of_game, record_of_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.family import AnyPosition
    from pente.reviewing import Review, ReviewedMove

GRAPH_WIDTH, GRAPH_HEIGHT = 640, 160
EMPTY_BOARD = "empty-board"  # the board without stones, drawn once, to which all pictures refer
LINE_SHOWN = 8  # moves of a variation
STYLE = """
:root{color-scheme:light dark;--paper:#fbf8f1;--ink:#26211b;--soft:#6d6457;--edge:#d8cfbf}
@media(prefers-color-scheme:dark){:root{--paper:#1d1b18;--ink:#ece5d8;--soft:#a99f90;--edge:#443d34}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:46rem;padding:1rem;background:var(--paper);color:var(--ink);
font:1rem/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.4rem;margin:0}h2{font-size:1.15rem;margin:1.6rem 0 .5rem}
p{margin:.3rem 0}.soft{color:var(--soft)}
.graph{width:100%;height:auto;display:block;border:1px solid var(--edge)}
.graph .above{fill:#fdfdfb}.graph .below{fill:#3a3733}.graph .half{stroke:#8a8072}
.graph .fault{fill:#c0392b}.graph a:hover .hit{fill:#c0392b44}.graph .hit{fill:transparent}
.board{margin:.4rem 0}.board svg{width:100%;max-width:24rem;height:auto;display:block}
article{border-top:1px solid var(--edge);padding:.6rem 0}
ol{list-style:none;margin:0;padding:0}li{border-top:1px solid var(--edge)}
summary{padding:.45rem 0;cursor:pointer}summary:focus-visible{outline:2px solid #1f6fb2}
.no{color:var(--soft);display:inline-block;min-width:3.2rem}.mv{font-weight:600}
.ev{float:right;color:var(--soft);padding-left:.8rem}
.flaw{color:#c0392b}@media(prefers-color-scheme:dark){.flaw{color:#ff8a7a}}
blockquote{margin:.3rem 0;padding-left:.7rem;border-left:3px solid var(--edge);white-space:pre-line}
""".replace("\n", "")


def format_page(review: Review) -> str:
    """The page as HTML."""
    game, title = review.game, escape(review.title)
    family = family_of(position_of_game(game).rules)
    return "\n".join(
        (
            "<!doctype html>",
            '<html lang="en"><head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width,initial-scale=1">',
            f"<title>{title}</title><style>{STYLE}</style></head><body>",
            board_symbol(family, EMPTY_BOARD),
            f"<h1>{title}</h1>",
            f'<p class="soft">{escape(_about(review))}</p>',
            *([f"<blockquote>{escape(game.comment)}</blockquote>"] if game.comment else []),
            f"<p>{escape(review.accuracy_text)}</p>",
            f"<h2>Winning chance of {review.start.percent_for.capitalize()}</h2>",
            format_graph(review),
            "<h2>Mistakes</h2>",
            *(_mistakes(review) or ["<p>Nothing to mark.</p>"]),
            "<h2>Moves</h2>",
            "<ol>",
            *_moves(review),
            "</ol></body></html>",
            "",
        )
    ).replace(" %", "\u00a0%")


def _about(review: Review) -> str:
    game = review.game
    parts = [f"{len(review.moves)} moves"]
    if game.is_over:
        parts.append(game.state.rstrip("."))
    elif game.result != "?":
        parts.append(f"result {game.result}")
    return ", ".join([*parts, *(f"{name} {value}" for name, value in game.tags.items())])


def format_graph(review: Review) -> str:
    """The winning chance of side 0 after each move; every move leads to its place in the list."""
    chances = [review.start.percent, *(move.after.percent for move in review.moves)]
    step = GRAPH_WIDTH / max(1, len(chances) - 1)
    places = [
        (index * step, GRAPH_HEIGHT * (1 - chance / 100)) for index, chance in enumerate(chances)
    ]
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    first = "above" if review.start.percent_for == WHITE else "below"
    ground = "below" if first == "above" else "above"
    parts = [
        (
            f'<svg class="graph" viewBox="0 0 {GRAPH_WIDTH} {GRAPH_HEIGHT}" role="img" '
            f'aria-label="Winning chance after each move, {len(review.moves)} moves">'
        ),
        f'<rect class="{ground}" width="{GRAPH_WIDTH}" height="{GRAPH_HEIGHT}"/>',
        (
            f'<polygon class="{first}" points="0,{GRAPH_HEIGHT} {points} '
            f'{places[-1][0]:.1f},{GRAPH_HEIGHT}"/>'
        ),
        (
            f'<line class="half" x1="0" x2="{GRAPH_WIDTH}" y1="{GRAPH_HEIGHT / 2:g}" '
            f'y2="{GRAPH_HEIGHT / 2:g}" stroke-dasharray="4 4"/>'
        ),
    ]
    for move, (x, y) in zip(review.moves, places[1:], strict=True):
        label = escape(f"{move.number} {move.move}: {move.after}")
        dot = f'<circle class="fault" cx="{x:.1f}" cy="{y:.1f}" r="5"/>' if move.mark else ""
        parts.append(
            f'<a href="#m{move.ply}"><title>{label}</title><rect class="hit" '
            f'x="{x - step / 2:.1f}" width="{step:.1f}" height="{GRAPH_HEIGHT}"/>{dot}</a>'
        )
    return "\n".join([*parts, "</svg>"])


def _played(review: Review) -> Iterator[tuple[ReviewedMove, AnyPosition, int]]:
    """The moves, each with the position before it and its number in the rules."""
    record = record_of_game(review.game)
    position: AnyPosition = record.start.copy()
    for move, node in zip(review.moves, record.main_nodes(), strict=False):
        yield move, position, node.move
        position.play(node.move)


def _mistakes(review: Review) -> list[str]:
    """The marked moves, each with the board before it, the move itself and the better one."""
    parts = []
    for move, position, number in _played(review):
        if move.mark is not None:
            family = family_of(position.rules)
            place = family.place_of(position, number) if family.lays_stones else None
            picture = _board(
                position,
                better=family.parse_move(position, move.better),
                played=None if place is None else family.place_name(place),
                title=f"Board before move {move.number} {move.move}; better: {move.better}",
            )
            parts.append(
                f'<article><p class="flaw">{escape(move.text)}</p>{picture}{_taken(position)}'
                f'<p class="soft">best line: {escape(" ".join(move.before.line[:LINE_SHOWN]))}</p>'
                "</article>"
            )
    return parts


def _board(
    position: AnyPosition,
    *,
    title: str,
    better: int | None = None,
    played: str | None = None,
) -> str:
    """The picture of a position, in which `better` could be played.

    A question mark shows the point that was `played`, on square boards.
    """
    family = family_of(position.rules)
    picture = Picture(
        family=family,
        position=position,
        stones=family.stones(position),
        last=tuple(position.moves[-1:]),
        better=() if better is None else (better,),
        marks={} if played is None else {played: "?"},
        title=title,
    )
    return f'<div class="board">{draw(picture, EMPTY_BOARD)}</div>'


def _taken(position: AnyPosition) -> str:
    family, rules = family_of(position.rules), position.rules
    if not family.captures:
        return ""
    taken = ", ".join(
        f"{rules.colour_of(side).capitalize()} {family.captured(position, side)}" for side in (0, 1)
    )
    return f'<p class="soft">captured: {taken}</p>'


def _moves(review: Review) -> list[str]:
    items = []
    for move, position, number in _played(review):
        after = position.copy()
        after.play(number)
        picture = _board(after, title=f"Board after {move.number} {move.move}")
        items.append(
            f'<li id="m{move.ply}"><details><summary>{_summary(move)}</summary>{picture}'
            f"{_taken(after)}"
            f"</details>{_remarks(move)}</li>"
        )
    return items


def _summary(move: ReviewedMove) -> str:
    sign = f'<span class="flaw">{SIGNS[move.mark]}</span>' if move.mark else ""
    return (
        f'<span class="ev">{escape(str(move.after))}</span>'
        f'<span class="no">{move.number}</span> '
        f'<span class="mv">{escape(move.move)}{sign}</span>'
    )


def _remarks(move: ReviewedMove) -> str:
    parts = [f'<p class="flaw">{escape(move.text)}</p>'] if move.text else []
    if move.comment:
        parts.append(f"<blockquote>{escape(move.comment)}</blockquote>")
    return "".join(parts)
