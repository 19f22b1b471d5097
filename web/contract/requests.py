"""Messages from the page to the server: the bodies of its requests."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from games.markup import MOST as MOST_MARKS
from web.contract.messages import ClockSetting, HandicapSetting, PlayerSetting
from web.contract.schema import Name, PageRequest, Side

Tab = Annotated[str, Meta(pattern=r"^[A-Za-z0-9-]{1,64}$")]
NodeId = Annotated[int, Meta(ge=0, le=1_000_000)]
MoveText = Annotated[str, Meta(min_length=1, max_length=64)]
Comment = Annotated[str, Meta(max_length=4000)]
RecordText = Annotated[str, Meta(max_length=1_000_000)]
RecordBytes = Annotated[bytes, Meta(max_length=1_000_000)]
CollectionText = Annotated[str, Meta(max_length=16 << 20)]
FileName = Annotated[str, Meta(max_length=255)]


class OpeningMade(PageRequest, frozen=True):
    """An opening rule by its name, and the stones that were placed by it.

    placer  the side that the player takes who placed the first stones
    """

    rule: Name
    stones: Annotated[list[MoveText], Meta(max_length=8)]
    placer: Side = 0


class OpeningStep(PageRequest, frozen=True):
    """The stones of an opening so far; `engine`: the engine places or chooses next."""

    preset: Name
    rule: Name
    stones: Annotated[list[MoveText], Meta(max_length=8)]
    engine: bool = False


class FindBalanced(PageRequest, frozen=True):
    """Find the next balanced opening of a game; `seen` candidates of a seed were tried."""

    preset: Name
    seed: Annotated[int, Meta(ge=0, le=1_000_000)] = 0
    seen: Annotated[int, Meta(ge=0, le=1_000_000)] = 0


class NewGame(PageRequest, frozen=True):
    """A new game; `pieces` is a handicap for gipf-basic, 15 to 18 per side.

    handicap  one of those in `Preset`, without an opening
    """

    preset: Name
    players: tuple[PlayerSetting, PlayerSetting]
    clock: ClockSetting | None = None
    pieces: tuple[int, int] | None = None
    opening: OpeningMade | None = None
    handicap: HandicapSetting | None = None


class Nothing(PageRequest, frozen=True):
    """A command without parameters: `{}`."""


class DrawOffer(PageRequest, frozen=True):
    """Offer a draw, or with `offer` false decline or withdraw one."""

    offer: bool = True


class UndoRedo(PageRequest, frozen=True):
    """Take a move back, or play it again. `explore`: one ply, and no engine answers."""

    explore: bool = False


class Play(PageRequest, frozen=True):
    """A move in the position of `node`, which must be the current one.

    explore  a move that the viewer tries: at any node, for either side; no engine answers, and the
             clocks stand still
    instead  likewise, instead of a mistake: the current node stays, and the move is not saved
             unless it is kept
    """

    node: NodeId
    move: MoveText
    explore: bool = False
    instead: bool = False


class AtNode(PageRequest, frozen=True):
    """A command about a node."""

    node: NodeId


class CommentOn(PageRequest, frozen=True):
    """The new comment on a node."""

    node: NodeId
    text: Comment


class MarkupOn(PageRequest, frozen=True):
    """What is drawn on the board at a node, instead of what was: as a `Node` has it."""

    node: NodeId
    markup: Annotated[list[list[Name]], Meta(max_length=MOST_MARKS)]


class NewPlayers(PageRequest, frozen=True):
    """Replace the players from now on."""

    players: tuple[PlayerSetting, PlayerSetting]


class EngineGo(PageRequest, frozen=True):
    """True: the engine to move searches; False: it stops. `now`: it moves at once."""

    go: bool
    now: bool = False


class Analyse(PageRequest, frozen=True):
    """Start or stop the analysis of a tab; a new analysis replaces the previous one.

    multipv   number of lines
    budget_s  seconds of engine time, at most an hour; None: until it is stopped
    nodes     maximum number of nodes
    threat    analyse the position after a pass of the side to move
    question  the page's own name for this request; all news of the analysis repeat it
    """

    tab: Tab
    node: NodeId
    action: Literal["start", "stop"]
    multipv: Annotated[int, Meta(ge=1, le=10)] = 1
    budget_s: Annotated[float, Meta(gt=0, le=3_600)] | None = None
    nodes: Annotated[int, Meta(ge=1, le=2_000_000_000)] | None = None
    threat: bool = False
    question: Annotated[str, Meta(max_length=200)] = ""


class Review(PageRequest, frozen=True):
    """Score every position of the main line with this number of nodes, and mark mistakes."""

    nodes: Annotated[int, Meta(ge=100, le=1_000_000)] = 20_000


class GivenText(PageRequest, frozen=True):
    """A text, or the bytes of a file; `format` and `preset` are optional.

    data  a file that is no UTF-8, such as a zip archive, in base64; `name` is its name
    """

    text: RecordText | None = None
    data: RecordBytes | None = None
    name: Name | None = None
    format: Name | None = None
    preset: Name | None = None


class Import(GivenText, frozen=True):
    """A record, a position, or the files of a harness folder.

    number  the game of a text with several, from 1; None is the first that can be read
    """

    files: dict[Name, RecordText] | None = None
    number: Annotated[int, Meta(ge=1, le=1_000_000)] | None = None


class ListRecords(GivenText, frozen=True):
    """List the games of a text: some of them, after the first `skip`."""

    skip: Annotated[int, Meta(ge=0, le=1_000_000)] = 0


class ImportGames(PageRequest, frozen=True):
    """A collection of games for the explorer; one that has this name already gets more games.

    text    the games, or `files` with their names: one of them
    preset  the game, if the text does not name it
    """

    name: Annotated[str, Meta(min_length=1, max_length=80)]
    text: CollectionText | None = None
    files: Annotated[dict[FileName, CollectionText], Meta(min_length=1)] | None = None
    preset: Name | None = None


class OpenExplored(PageRequest, frozen=True):
    """Open a game of the explorer on the board."""

    game: Annotated[int, Meta(ge=0, le=2_000_000_000)]
