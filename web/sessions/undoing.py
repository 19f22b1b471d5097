"""Returns a game to its state before a command that could not be saved."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING

from web.sessions.saved import decode

if TYPE_CHECKING:
    from web.sessions.session import Session


class Before:
    """The state of a game before a command."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._fields = dict(vars(session))
        self._clocks = copy.deepcopy(session.clocks)

    def restore(self) -> None:
        """Return the game to this state; scores, marks and lines found meanwhile remain."""
        session = self._session
        scored = session.tree.nodes
        vars(session).update(self._fields)
        session.clocks = self._clocks
        session.tree = decode(session.body).tree
        for id_, node in session.tree.nodes.items():
            if found := scored.get(id_):
                node.score, node.mark, node.best = found.score, found.mark, found.best
