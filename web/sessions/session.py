"""A game that is being played: tree, current node, players, clocks, and the commands on it.

No waiting and no engine here: commands are done at once or refused. What an engine finds comes in
as a move (`web.engines.opponents`), what is to be kept goes out as `web.sessions.saved` has it.
"""

from __future__ import annotations

from typing import Any

from games.errors import GameError
from games.families.family import AnyFamily
from games.records.five_game import AGREEMENT, RESIGNATION
from web.contract import messages, positions
from web.errors import Stale, Unreadable
from web.families.choice import views_of
from web.sessions.clocks import GameClocks
from web.sessions.tree import ROOT, GameTree

TIME = "time"


class Session:
    """One game.

    pieces     the handicap that was asked for, or None
    verdict    (node, result): resignation or time ended the game there, or None
    thinking   an engine looks for the move at `current`
    watching   a game between engines goes on by itself
    held       the engine to move waits: it was told to, or the players look at earlier moves
    took_back  the last command was an undo: the next move takes the main line over
    """

    def __init__(  # noqa: PLR0917 - what a game is made of
        self,
        id_: str,
        family: AnyFamily,
        tree: GameTree,
        players: tuple[messages.Player, messages.Player],
        clocks: GameClocks | None = None,
        title: str = "",
    ) -> None:
        self.id = id_
        self.family = family
        self.views = views_of(family)
        self.tree = tree
        self.players = players
        self.clocks = clocks
        self.title = title or family.title
        self.version = 0
        self.current = ROOT
        self.verdict: tuple[int, positions.Result] | None = None
        self.thinking = False
        self.watching = False
        self.held = False
        self.took_back = False
        self.hint: messages.Hint | None = None
        self.notices: list[str] = []
        self.pieces: tuple[int, int] | None = None
        self.saved_at = ""

    # What is asked of it

    @property
    def board(self) -> Any:
        """The position at `current`."""
        return self.tree.board_at(self.current)

    @property
    def result(self) -> positions.Result | None:
        """How the game ended at `current`, or None while it goes on."""
        if self.verdict is not None and self.verdict[0] == self.current:
            return self.verdict[1]
        return self.views.result_of(self.board)

    def last_result(self) -> positions.Result | None:
        """How the main line ended, wherever the players are now."""
        end = self.tree.main_line()[-1]
        if self.verdict is not None and self.verdict[0] in self.tree.nodes:
            return self.verdict[1]
        return self.views.result_of(self.tree.board_at(end))

    def engine_to_move(self) -> messages.Player | None:
        """The engine that is to move at `current`, if it is one's turn and nothing holds it."""
        if self.held or self.result is not None:
            return None
        player = self.players[self.board.side]
        between_engines = all(one.kind == "engine" for one in self.players)
        if player.kind != "engine" or (between_engines and not self.watching):
            return None
        return player

    def view(self) -> messages.Game:
        """The game as the page gets it."""
        board = self.board
        return messages.Game(
            id=self.id,
            version=self.version,
            preset=self.family.rules.name,
            title=self.title,
            rules=messages.RulesView(name=self.family.title, text=self.family.rules_in_words()),
            size=self.family.size,
            players=self.players,
            clocks=self.clocks.view() if self.clocks else None,
            nodes=[node.view() for node in self.tree.in_order()],
            current=self.current,
            main=self.tree.main_line(),
            position=self.views.view(board),
            thinking=self.thinking,
            watching=self.watching,
            result=self.result,
            hint=self.hint if self.hint and self.hint.node == self.current else None,
            notices=self.notices,
            saved_at=self.saved_at,
        )

    def position(self, node: int) -> positions.PositionView:
        """The position at any node. Raises NotFound."""
        return self.views.view(self.tree.board_at(node))

    # Commands

    def play(self, node: int, text: str) -> None:
        """Play a move at the current node. Raises Stale or Unreadable."""
        self._expect_current(node)
        if self.result is not None:
            raise Stale(f"the game is over: {self.result.text}")
        try:
            move = self.family.parse_move(self.board, text)
        except GameError as error:
            raise Unreadable(str(error)) from error
        self.play_move(move)

    def play_move(self, move: int) -> None:
        """Play a legal move at the current node."""
        side = self.board.side
        self.current = self.tree.add(self.current, move, first=self.took_back)
        self.took_back = self.held = False
        if self.clocks:
            if self.clocks.running is not None and self.board.side != side:
                self.clocks.reward(side)
            self._set_clocks()

    def _set_clocks(self) -> None:
        """Let the clock of the side to move run, once a move was made and until the end."""
        if self.clocks is None:
            return
        ended = self.result is not None or self.verdict is not None
        if ended or self.current == ROOT or self.clocks.fallen() is not None:
            self.clocks.pause()
        else:
            self.clocks.run(self.board.side)

    def undo(self) -> None:
        """Go back to where a person decides: with an engine, over both plies.

        Between engines: one ply, and the game waits. A resignation is taken back by itself, so that
        the same moves may follow; a lost clock stays at nought and stands. Raises Stale where there
        is nothing to undo.
        """
        if self._take_verdict_back():
            return
        path = self.tree.path(self.current)[:-1]
        if not path:
            raise Stale("there is no move to take back")
        people = [side for side in (0, 1) if self.players[side].kind == "human"]
        target = path[-1]
        if people:
            decided = [one for one in path if self._side_at(one) in people]
            if not decided:
                raise Stale("there is no move of yours to take back")
            target = decided[-1]
        self.watching = False
        self._move_to(target)
        self.took_back = True

    def _take_verdict_back(self) -> bool:
        """Let the game that was ended here go on; whether that is all that there is to undo."""
        if self.verdict is None or self.verdict[0] != self.current:
            return False
        ended_by, self.verdict = self.verdict[1].termination, None
        self._set_clocks()
        return ended_by != TIME

    def _side_at(self, node: int) -> int:
        """Who decides at a node: known by the move that follows, else from the board."""
        children = self.tree.nodes[node].children
        return self.tree.nodes[children[0]].side if children else self.tree.board_at(node).side

    def redo(self) -> None:
        """Go on along the main line: with an engine, to where a person decides again."""
        children = self.tree.node(self.current).children
        if not children:
            raise Stale("there is no move to play again")
        people = [side for side in (0, 1) if self.players[side].kind == "human"]
        target = children[0]
        while self.tree.nodes[target].children and people and self._side_at(target) not in people:
            target = self.tree.nodes[target].children[0]
        self._move_to(target)

    def goto(self, node: int) -> None:
        """Make a node the current one. Raises NotFound."""
        self.tree.node(node)
        self._move_to(node)

    def _move_to(self, node: int) -> None:
        """Make a node the current one."""
        self.current = node
        self.took_back = False
        self.held = bool(self.tree.nodes[node].children)
        self._set_clocks()

    def resign(self) -> None:
        """The person loses: the one against an engine, else who is to move. Raises Stale."""
        if self.result is not None:
            raise Stale(f"the game is over: {self.result.text}")
        people = [side for side in (0, 1) if self.players[side].kind == "human"]
        loser = people[0] if len(people) == 1 else self.board.side
        self.end(1 - loser, RESIGNATION)

    def agree_draw(self) -> None:
        """Both people agree to a draw. Raises Stale where an engine plays, or at the end."""
        if self.result is not None:
            raise Stale(f"the game is over: {self.result.text}")
        if any(player.kind == "engine" for player in self.players):
            raise Stale("an engine agrees to no draw")
        self.end(None, AGREEMENT)

    def end(self, winner: int | None, termination: str) -> None:
        """End the game at the current node by something that is not on the board."""
        self.verdict = (self.current, self.views.result(winner, termination))
        self.watching = False
        if self.clocks:
            self.clocks.pause()

    def flag(self) -> bool:
        """End the game if a clock has run out; whether it has."""
        if self.clocks is None or self.clocks.running is None or self.result is not None:
            return False
        fallen = self.clocks.fallen()
        if fallen is None:
            return False
        self.end(1 - fallen, TIME)
        return True

    def engine_go(self, *, go: bool) -> None:
        """Let a game between engines go on by itself, or stop it. Raises Stale at the end."""
        if go and self.result is not None:
            raise Stale(f"the game is over: {self.result.text}")
        self.held = not go
        self.watching = go and all(player.kind == "engine" for player in self.players)

    def comment(self, node: int, text: str) -> None:
        """Set the comment of a node. Raises NotFound."""
        self.tree.node(node).comment = text

    def delete(self, node: int) -> None:
        """Delete a node with all that follows. Raises NotFound or Stale."""
        inside = node in self.tree.path(self.current)
        parent = self.tree.node(node).parent
        self.tree.delete(node)
        if inside and parent is not None:
            self._move_to(parent)
        if self.verdict is not None and self.verdict[0] not in self.tree.nodes:
            self.verdict = None

    def promote(self, node: int) -> None:
        """Make the line to a node the main line. Raises NotFound."""
        self.tree.promote(node)

    def _expect_current(self, node: int) -> None:
        """Refuse what was meant for another position than the one that is there now."""
        if node != self.current:
            raise Stale(f"the game is at node {self.current}, not at {node}: nothing was played")
