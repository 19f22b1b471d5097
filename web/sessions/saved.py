"""The saved form of a game: everything that must survive a restart of the server."""

from __future__ import annotations

import copy
from typing import Literal

import msgspec
from msgspec import Struct

from arena.review.marks import Mark
from games.markup import Markup
from games.registry import family_named
from web.contract import messages, positions
from web.sessions.beginning import restore_opening
from web.sessions.clocks import SessionClocks
from web.sessions.seats import Seats
from web.sessions.session import Session
from web.sessions.tree import SessionTree, TreeNode

FORMAT = 1
# The fields that a game has under the same names.
SAME = (
    *("title", "players", "current", "verdict", "version", "notices", "saved_at", "exploring"),
    *("first", "opening", "handicap", "helped", "seats", "pieces"),
)


class SavedNode(Struct, array_like=True, frozen=True):
    """A node of the tree; `move` is its number in the rules."""

    id: int
    parent: int
    move: int
    text: str
    side: int
    captures: int
    ply: int
    comment: str
    score: messages.Score | None
    mark: Mark | Literal["missed win"] | None  # that of older servers is a blunder
    best: messages.BestLine = messages.NO_LINE
    markup: Markup = ()


class SavedGame(Struct, kw_only=True, frozen=True):
    """A whole game; its clocks stop while the server does not run.

    A field with a default is missing in games that older servers saved.
    """

    format: int
    id: str
    preset: str
    pieces: tuple[int, int] | None
    most_turns: int = 0
    title: str
    start: str
    comment: str
    start_score: messages.Score | None
    start_best: messages.BestLine = messages.NO_LINE
    start_markup: Markup = ()
    players: tuple[messages.PlayerSetting, messages.PlayerSetting]
    clock: messages.ClockSetting | None
    left_s: tuple[float, float] | None
    nodes: list[SavedNode]
    current: int
    verdict: tuple[int, positions.Result] | None
    version: int
    notices: list[str]
    saved_at: str
    tags: dict[str, str] = {}
    exploring: int | None = None
    first: int = 0
    opening: messages.OpeningPlayed | None = None
    handicap: messages.HandicapSetting | None = None
    kept: bool = True
    helped: bool = False
    seats: Seats | None = None


def encode(session: Session) -> bytes:
    """The game as bytes."""
    tree, clocks = session.tree, session.clocks
    root = tree.nodes[0]
    return msgspec.json.encode(
        SavedGame(
            format=FORMAT,
            id=session.id,
            preset=session.family.rules.name,
            most_turns=getattr(session.family.rules, "most_turns", 0),
            start=tree.start_text,
            comment=root.comment,
            start_score=root.score,
            start_best=root.best,
            start_markup=root.markup,
            clock=clocks.setting if clocks else None,
            left_s=clocks.left_s() if clocks else None,
            nodes=[_saved(node) for node in tree.kept()[1:]],
            tags=tree.tags,
            kept=session.is_begun,
            **{name: getattr(session, name) for name in SAME},
        )
    )


def _saved(node: TreeNode) -> SavedNode:
    return SavedNode(*(getattr(node, name) for name in SavedNode.__struct_fields__))


def decode(body: bytes) -> Session:
    """The game in these bytes. Raises ValueError if they hold none, or one with other rules."""
    saved = msgspec.json.decode(body, type=SavedGame)
    if saved.format != FORMAT:
        raise ValueError(f"a saved game of format {saved.format}: expected {FORMAT}")
    family = family_named(saved.preset, most_turns=saved.most_turns, pieces=saved.pieces)
    tree = SessionTree(family.parse_position(saved.start))
    root = tree.nodes[0]
    root.comment, root.score, root.best = saved.comment, saved.start_score, saved.start_best
    root.markup = saved.start_markup
    for entry in saved.nodes:
        node = TreeNode(entry.parent, entry.move, entry.text, entry.side, entry.captures, entry.ply)
        node.comment, node.score, node.best = entry.comment, entry.score, entry.best
        node.mark = "blunder" if entry.mark == "missed win" else entry.mark
        node.markup = entry.markup
        tree.attach(node, entry.id)
    clocks = SessionClocks(saved.clock, saved.left_s) if saved.clock else None
    session = Session(saved.id, family, tree, saved.players, clocks)
    for name in (*SAME, "kept"):
        setattr(session, name, getattr(saved, name))
    tree.tags = saved.tags
    session.held = bool(tree.node(saved.current).children)  # the players look at earlier moves
    restore_opening(session)
    return session


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
            if later := scored.get(id_):
                node.score, node.mark, node.best = later.score, later.mark, later.best
