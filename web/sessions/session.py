"""An open game: tree, current node, players, clocks, and the commands on it.

Commands succeed at once or raise a refusal; nothing here waits or knows engines. An engine's move
comes from `web.engines.opponents`; `web.sessions.saved` has the saved form.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from msgspec import structs

from games.family import AnyFamily
from games.markup import checked_markup
from games.result import AGREEMENT, RESIGNATION
from games.tree import ROOT
from web.contract import messages, positions
from web.contract.schema import Side
from web.errors import Stale, unreadable
from web.families.choice import views_of
from web.families.views import typed_side
from web.sessions.clocks import SessionClocks
from web.sessions.seats import Seats, view_of
from web.sessions.tree import SessionTree, TreeNode

TIME = "time"


def new_id() -> str:
    """A new id of a game: 16 random hexadecimal digits, which cannot be guessed."""
    return secrets.token_hex(8)


def two_people(names: Sequence[str]) -> tuple[messages.PlayerSetting, messages.PlayerSetting]:
    """Two people with these names."""
    first, second = (messages.PlayerSetting(kind="human", name=name[:80]) for name in names)
    return first, second


@dataclass(eq=False)
class Session:
    """One game.

    pieces     the requested handicap of pieces, or None
    handicap   the other handicap that the game began with, or None
    verdict    (node, result) if resignation, agreement or time ended the game there, or None
    thinking   an engine is searching for the move at `current`
    watching   a game between engines continues by itself
    held       the engine to move waits for a command, or because players view earlier moves
    exploring  the node where the game stands while a viewer tries moves for both sides, or None
    left       the node that undo left, or None: redo goes towards it
    first      the node where the game begins: the start, or the last stone of an opening
    opening    how the sides were chosen, or None
    took_back  the last command was an undo along the first children: the next move becomes the
               first child, too
    body       the saved form after the last change
    offered    the node where a draw is offered, or None
    answers    scores of the engines' moves since the game was opened, by node, for the side that
               moved; None where an engine played without a search
    kept       it was saved, commented on or drawn on, so it is saved also without a move
    helped     a player has asked for a hint
    seats      those of a game by invitation, or None
    """

    id: str
    family: AnyFamily
    tree: SessionTree
    players: tuple[messages.PlayerSetting, messages.PlayerSetting]
    clocks: SessionClocks | None = None
    title: str = ""
    version: int = 0
    current: int = ROOT
    verdict: tuple[int, positions.Result] | None = None
    thinking: bool = False
    watching: bool = False
    held: bool = False
    exploring: int | None = None
    left: int | None = None
    first: int = ROOT
    opening: messages.OpeningPlayed | None = None
    took_back: bool = False
    offered: int | None = None
    hint: messages.Hint | None = None
    notices: list[str] = field(default_factory=list)
    pieces: tuple[int, int] | None = None
    handicap: messages.HandicapSetting | None = None
    saved_at: str = ""
    body: bytes = b""
    answers: dict[int, int | None] = field(default_factory=dict)
    kept: bool = False
    helped: bool = False
    seats: Seats | None = None
    _told: tuple[int, dict[int, tuple[Any, ...]]] = (0, {})

    def __post_init__(self) -> None:
        self.views = views_of(self.family)
        self.title = self.title or self.family.title

    # Queries

    @property
    def is_begun(self) -> bool:
        """Whether people or engines did something with it: a move, a comment, an invitation."""
        wanted = self.kept or self.seats is not None
        return wanted or len(self.tree.nodes) > len(self.tree.path(self.first))

    @property
    def board(self) -> Any:
        """The position at `current`."""
        return self.tree.board_at(self.current)

    @property
    def result(self) -> positions.Result | None:
        """The result at `current`, or None while the game continues."""
        return self.result_at(self.current)

    def result_at(self, node: int) -> positions.Result | None:
        """The result at a node, or None."""
        if self.verdict is not None and self.verdict[0] == node:
            return self.verdict[1]
        return self.views.result_of(self.tree.board_at(node))

    def require_open(self) -> None:
        """Raise Stale if the game is over at `current`."""
        if self.result is not None:
            raise Stale(f"the game is over: {self.result.text}")

    def last_result(self) -> positions.Result | None:
        """The result of the main line, or None: a verdict there, also if tries follow it."""
        line = self.tree.main_line()
        if self.verdict is not None and self.verdict[0] in line:
            return self.verdict[1]
        return self.views.result_of(self.tree.board_at(line[-1]))

    def engine_to_move(self) -> messages.PlayerSetting | None:
        """The engine that is to move at `current`, or None, also if it waits."""
        if self.held or self.exploring is not None or self.result is not None:
            return None
        player = self.players[self.board.side]
        between_engines = all(setting.kind == "engine" for setting in self.players)
        if player.kind != "engine" or (between_engines and not self.watching):
            return None
        return player

    def view(self, secret: str | None = None) -> messages.Game:
        """The whole game as a message, for the player with this secret if it has seats."""
        return messages.Game(
            preset=self.family.rules.name,
            family=self.family.name,
            group=self.family.group,
            title=self.title,
            rules=messages.RulesView(name=self.family.title, text=self.family.rules_in_words()),
            offers=[*self.family.offers, *self.views.offers],
            formats=list(self.family.board_formats),
            size=self.family.size,
            main=self.tree.main_line(),
            opening=self.opening,
            even=self.is_even(),
            seat=self.seats.seat_of(secret) if self.seats else None,
            **self._state(self.tree.in_order()),
        )

    def is_even(self) -> bool:
        """Whether the game began as its rules say."""
        return self.opening is not None or not self.family.format_start(self.tree.start)

    def change(self) -> messages.GameChange:
        """The change since this was last called, or `all_told`."""
        since, told = self._told
        self.all_told()
        now = self._told[1]
        nodes = [node for node in self.tree.in_order() if told.get(node.id) != now[node.id]]
        children = [(node.id, list(node.children)) for node in nodes]
        return messages.GameChange(since=since, children=children, **self._state(nodes))

    def all_told(self) -> None:
        """Everybody who shows the game has its present state, or asks for it."""
        self._told = (self.version, self.tree.looks())

    def announcement(self) -> messages.GameChange:
        """The present version, for who may have missed changes."""
        return messages.GameChange(since=self.version, children=[], **self._state([]))

    def _state(self, nodes: list[TreeNode]) -> dict[str, Any]:
        """The fields of `messages.GameState`, with these nodes."""
        return {
            "id": self.id,
            "version": self.version,
            "players": self.players,
            "clocks": self.clocks.view() if self.clocks else None,
            "nodes": [node.view() for node in nodes],
            "current": self.current,
            "position": self.position(self.current),
            "thinking": self.thinking,
            "watching": self.watching,
            "result": self.result,
            "exploring": self.exploring,
            "draw_offered": self.offered == self.current and self.result is None,
            "helped": self.helped,
            "hint": self.hint if self.hint and self.hint.node == self.current else None,
            "notices": self.notices,
            "seats": view_of(self),
        }

    def position(self, node: int) -> positions.PositionView:
        """The position at a node. Raises NotFound."""
        return self.views.view(self.tree.board_at(node))

    # Commands

    def play(self, node: int, move: str, *, explore: bool = False, instead: bool = False) -> None:
        """Play a move at the current node, or try one of either side at any node.

        After a try no engine answers, and the clocks stand still. A game that ended by a verdict
        can be continued so. A try `instead` of a mistake leaves the current node, and is not saved.
        Raises NotFound, Stale or Unreadable.
        """
        if explore or instead:
            self._explore(node, move, instead=instead)
            return
        if node != self.current:
            raise Stale("the game has moved on meanwhile: nothing was played")
        self.require_open()
        played = self._read(move, node)
        self.exploring = None
        self.play_move(played)

    def _explore(self, node: int, text: str, *, instead: bool) -> None:
        over = self.views.result_of(self.tree.board_at(node))
        if over is not None:
            raise Stale(f"the game is over: {over.text}")
        move = self._read(text, node)
        if self.seats is None:  # else the game stays where the other player sees it, too
            self._begin_exploring()
        if instead:
            self.tree.attempt(node, move)
            return
        if node != self.current:
            self._move_to(node)
        self.play_move(move)

    def _begin_exploring(self) -> None:
        """Remember where the game stands; the clocks stop."""
        if self.exploring is None:
            self.exploring = self.current
        self.watching = False
        self.set_clocks()

    def _read(self, text: str, node: int) -> int:
        """A move at a node. Raises Unreadable."""
        with unreadable():
            return self.family.parse_move(self.tree.board_at(node), text)

    def play_move(self, move: int) -> None:
        """Play a legal move at the current node."""
        side = self.board.side
        self.current = self.tree.add(self.current, move, first=self.took_back)
        self.tree.keep(self.current)
        self.took_back = self.held = False
        self.left = self.offered = None
        if self.clocks:
            if self.clocks.running is not None and self.board.side != side:
                self.clocks.reward(side)
            self.set_clocks()
        if self.seats:
            self.seats = self.seats.after(side, over=self.result is not None)

    def set_clocks(self) -> None:
        """Run the clock of the side to move, from the first move to the end of the game."""
        if self.clocks is None:
            return
        ended = self.result is not None or self.verdict is not None or self.exploring is not None
        waits = self.current in (ROOT, self.first) or (self.seats and not all(self.seats.taken))
        if ended or waits or self.clocks.fallen() is not None:
            self.clocks.pause()
        else:
            self.clocks.run(self.board.side)

    def undo(self, *, explore: bool = False, of: list[Side] | None = None) -> None:
        """Go back to the last decision of a person; against an engine that is two plies.

        With `of`, sides instead of all people, back to the begin of the turn. Between engines and
        while exploring: one ply; engines pause. A resignation or an agreed draw is undone alone;
        the clock of a side that lost on time stays at zero. Raises Stale if there is nothing to
        undo.
        """
        if not explore and self._take_verdict_back():
            return
        target = self.last_decision(of or self._people(), explore=explore)
        while of and target != self.first and self._side_at(self.tree.nodes[target].parent) in of:
            target = self.tree.nodes[target].parent
        if explore:
            self._begin_exploring()
        self.watching = False
        left = self.current if self.left is None else self.left
        self._move_to(target)
        self.left = left
        self.took_back = self._next(target) == self.tree.nodes[target].children[0]

    def last_decision(self, sides: list[Side], *, explore: bool = False) -> int:
        """The node where one of these sides last decided; of none, the one before. Raises Stale."""
        path = self.tree.path(self.current)[:-1]
        if not explore and self.first in path:
            path = path[path.index(self.first) :]
        if not path or (not explore and self.current == self.first):
            raise Stale("there is no move to take back")
        if explore or not sides:
            return path[-1]
        decided = [node for node in path if self._side_at(node) in sides]
        if not decided:
            raise Stale("there is no move of yours to take back")
        return decided[-1]

    def _take_verdict_back(self) -> bool:
        """Remove the verdict at the current node; return whether that completes the undo."""
        if self.verdict is None or self.verdict[0] != self.current:
            return False
        ended_by, self.verdict = self.verdict[1].termination, None
        self.set_clocks()
        return ended_by != TIME

    def _side_at(self, node: int) -> int:
        """The side that decides at a node: from the next move, or else from the board."""
        children = self.tree.nodes[node].children
        return self.tree.nodes[children[0]].side if children else self.tree.board_at(node).side

    def redo(self, *, explore: bool = False) -> None:
        """Go forward to where undo began; with an engine, to the next decision of a person.

        Without an undo before, go along first children. Raises Stale if there is no move.
        """
        target = self._next(self.current)
        if target is None:
            raise Stale("there is no move to play again")
        people = [] if explore else self._people()
        while people and self._side_at(target) not in people:
            further = self._next(target)
            if further is None:
                break
            target = further
        left = self.left
        if explore:
            self._begin_exploring()
        self._move_to(target)
        self.left = left

    def _people(self) -> list[Side]:
        return [typed_side(side) for side in (0, 1) if self.players[side].kind == "human"]

    def _next(self, node: int) -> int | None:
        """The child of a node on the way to the node that undo left, else its first child."""
        if self.left is not None and self.left in self.tree.nodes:
            way = self.tree.path(self.left)
            if node in way[:-1]:
                return way[way.index(node) + 1]
        children = self.tree.nodes[node].children
        return children[0] if children else None

    def goto(self, node: int) -> None:
        """Make a node the current one; this ends exploring. Raises NotFound.

        Back at the node where exploring began, the game goes on as if nothing had been tried.
        """
        self.tree.node(node)
        stood, self.exploring = self.exploring, None
        self._move_to(node)
        if node == stood and self.tree.nodes[node].children:
            self.held, self.took_back = False, True

    def _move_to(self, node: int) -> None:
        self.tree.keep(node)
        self.current = node
        self.took_back = False
        self.left = self.offered = None
        self.held = bool(self.tree.nodes[node].children)
        self.set_clocks()

    def resign(self, seat: Side | None = None) -> None:
        """The player of a seat, the only person, or else the side to move loses. Raises Stale."""
        self.require_open()
        people = self._people() if seat is None else [seat]
        loser = people[0] if len(people) == 1 else self.board.side
        self.end(1 - loser, RESIGNATION)

    def offer_draw(self, *, offer: bool = True) -> None:
        """Offer a draw, or decline it. Raises Stale if an engine plays, or at the end."""
        self._check_draw()
        self.offered = self.current if offer else None

    def agree_draw(self) -> None:
        """Both people agree to a draw. Raises Stale if an engine plays, or at the end."""
        self._check_draw()
        self.end(None, AGREEMENT)

    def _check_draw(self) -> None:
        """Raise Stale unless two people can agree to a draw."""
        self.require_open()
        if any(player.kind == "engine" for player in self.players):
            raise Stale("an engine never agrees to a draw")

    def end(self, winner: int | None, termination: str) -> None:
        """End the game at the current node by a verdict that the board does not show."""
        self.verdict = (self.current, self.views.result(winner, termination))
        self.watching = False
        self.offered = None
        self.seats = self.seats and structs.replace(self.seats, offer=None)
        if self.clocks:
            self.clocks.pause()

    def flag(self) -> bool:
        """End the game if a clock has run out; return whether it has."""
        if self.clocks is None or self.clocks.running is None or self.result is not None:
            return False
        fallen = self.clocks.fallen()
        if fallen is None:
            return False
        self.end(1 - fallen, TIME)
        return True

    def engine_go(self, *, go: bool) -> None:
        """Let engines continue, or stop them. Raises Stale at the end of the game."""
        if go:
            self.require_open()
        self.held = not go
        if go:
            self.exploring = None
        self.watching = go and all(player.kind == "engine" for player in self.players)

    def comment(self, node: int, text: str) -> None:
        """Set the comment on a node. Raises NotFound."""
        self.tree.node(node).comment = text
        self.keep(node)
        self.kept = True

    def draw(self, node: int, markup: list[list[str]]) -> None:
        """Set the markup of a node. Raises NotFound, or Unreadable for places that do not exist."""
        with unreadable():
            self.tree.node(node).markup = checked_markup(self.family, markup)
        self.keep(node)
        self.kept = True

    def keep(self, node: int) -> None:
        """Save a move that was tried instead of a mistake. Raises NotFound."""
        self.tree.node(node)
        self.tree.keep(node)

    def delete(self, node: int) -> None:
        """Delete a node with all that follows. Raises NotFound or Stale."""
        inside = node in self.tree.path(self.current)
        parent = self.tree.node(node).parent
        self.tree.delete(node)
        if inside:
            self._move_to(parent)
        if self.exploring is not None and self.exploring not in self.tree.nodes:
            self.exploring = self.current
        if self.verdict is not None and self.verdict[0] not in self.tree.nodes:
            self.verdict = None

    def promote(self, node: int) -> None:
        """Make the line to a node the main line. Raises NotFound."""
        self.keep(node)
        self.tree.promote(node)
