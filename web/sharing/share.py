"""Makes the shared files of games in a thread, one at a time, so that no other request waits."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from games.drawing.board import Picture, draw
from web.contract import messages
from web.errors import Unreadable
from web.records.export import file_name
from web.sessions.saved import decode, encode
from web.sharing.animation import animation
from web.sharing.page import web_page

if TYPE_CHECKING:
    from web.sessions.session import Session

CARD = 96  # pixels
MS_OF_SPEED = {"slow": 1500, "normal": 800, "fast": 350}


class Sharing:
    """Makes files from copies of games."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()

    async def page(self, session: Session, language: str) -> messages.Exported:
        """The game as an HTML file with texts in a language. Raises TooLarge."""
        body, name = encode(session), file_name(session, ".html")
        async with self._turn:
            text = await asyncio.to_thread(lambda: web_page(decode(body), language))
        return messages.Exported(file_name=name, text=text, lost=[])

    async def card(self, body: bytes) -> messages.GameCard:
        """Players and picture of a saved game. Raises Unreadable if it cannot be read."""
        async with self._turn:
            return await asyncio.to_thread(_card, body)

    async def gif(self, session: Session, node: int | None, speed: str) -> messages.Animation:
        """The line to a node, by default the main line, as a GIF.

        Raises NotFound, TooLarge, or Unreadable without Pillow.
        """
        tree, family, title = session.tree, session.family, session.title
        name, ms = file_name(session, ".gif"), MS_OF_SPEED[speed]
        path = tree.main_line() if node is None else tree.path(node)
        moves = [tree.nodes[id_].move for id_ in path[1:]]
        async with self._turn:
            gif = await asyncio.to_thread(animation, family, tree.start, moves, title, ms)
        return messages.Animation(file_name=name, gif=gif)


def _card(body: bytes) -> messages.GameCard:
    try:
        session = decode(body)
    except (ValueError, KeyError, AssertionError) as error:
        raise Unreadable("the saved game cannot be read") from error
    family, tree = session.family, session.tree
    board = tree.board_at(tree.main_line()[-1])
    stones = family.stones(board)
    svg = draw(Picture(family=family, position=board, stones=stones, size=CARD, near=True))
    return messages.GameCard(players=session.players, colours=family.colours, svg=svg)
