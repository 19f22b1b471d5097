"""What the page asks of the server: the bodies of its requests (`web.contract.messages`: the
answers).
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from web.contract.base import Name, Request
from web.contract.messages import ClockSetting, Player

Tab = Annotated[str, Meta(pattern=r"^[A-Za-z0-9-]{1,64}$")]
NodeId = Annotated[int, Meta(ge=0, le=1_000_000)]
MoveText = Annotated[str, Meta(min_length=1, max_length=64)]
Comment = Annotated[str, Meta(max_length=4000)]
RecordText = Annotated[str, Meta(max_length=1_000_000)]


class NewGame(Request, frozen=True):
    """A new game; `pieces` is a handicap of gipf-basic, 15 to 18 a side."""

    preset: Name
    players: tuple[Player, Player]
    clock: ClockSetting | None = None
    pieces: tuple[int, int] | None = None


class Nothing(Request, frozen=True):
    """A command without particulars: `{}`."""


class Play(Request, frozen=True):
    """A move in the position of `node`, which must be the current one."""

    node: NodeId
    move: MoveText


class AtNode(Request, frozen=True):
    """A command about a node."""

    node: NodeId


class CommentOn(Request, frozen=True):
    """The new comment of a node."""

    node: NodeId
    text: Comment


class NewPlayers(Request, frozen=True):
    """Other players from now on."""

    players: tuple[Player, Player]


class EngineGo(Request, frozen=True):
    """True: the engine to move thinks; False: it stops and waits. `now`: it answers at once."""

    go: bool
    now: bool = False


class Analyse(Request, frozen=True):
    """Start or stop the analysis of a tab; a start takes the place of the tab's one before.

    multipv   lines that are wanted
    budget_s  seconds in which an engine works for it, at most an hour; None: until it is stopped
    nodes     positions entered at most
    threat    look at what the enemy would do if the side to move passed
    """

    tab: Tab
    node: NodeId
    action: Literal["start", "stop"]
    multipv: Annotated[int, Meta(ge=1, le=10)] = 1
    budget_s: Annotated[float, Meta(gt=0, le=3_600)] | None = None
    nodes: Annotated[int, Meta(ge=1, le=2_000_000_000)] | None = None
    threat: bool = False


class Review(Request, frozen=True):
    """Score every position of the main line and mark its mistakes; nodes to spend on each."""

    nodes: Annotated[int, Meta(ge=100, le=1_000_000)] = 20_000


class Import(Request, frozen=True):
    """A record, a position, or a harness folder as its files; the format is found if not given."""

    text: RecordText | None = None
    files: dict[Name, RecordText] | None = None
    format: Name | None = None
    preset: Name | None = None
