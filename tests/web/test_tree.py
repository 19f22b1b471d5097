"""A game under any commands: what clients know, its saved form and its record; its clocks."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, ClassVar

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from arena.records.formats import read_record, write_record
from games.five.rules import PRESETS
from games.gipf.rules import GIPF_PRESETS
from games.registry import family_named
from games.rules import GIPF_FAMILY
from games.tree import ROOT
from tests.conditions import met, often
from web.contract.messages import BestLine, ClockSetting, PlayerSetting, Score
from web.records.export import record_of
from web.records.reading import session_of
from web.sessions import clocks as clock_module
from web.sessions.clocks import SessionClocks
from web.sessions.saved import Before, decode, encode
from web.sessions.session import Session
from web.sessions.tree import SessionTree

if TYPE_CHECKING:
    import pytest

    from tests.web.conftest import Running

HUMAN = PlayerSetting(kind="human")
KEPT = ("nodes", "main", "current", "position", "players", "preset", "result")
PICK = st.integers(0, 10_000)


class Commands(RuleBasedStateMachine):
    """A game between people: `game` is what a client knows from the answers to its commands."""

    board: ClassVar[Running]
    game: Any = None

    @property
    def at(self) -> str:
        """The game's address."""
        return f"games/{self.game['id']}"

    def node(self, pick: int) -> Any:
        """One of the nodes."""
        return self.game["nodes"][pick % len(self.game["nodes"])]

    def send(self, command: str, status: int = 200, **body: Any) -> None:
        """Send a command; a refused one must change nothing, as the invariant sees."""
        answer = self.board.post(f"{self.at}/{command}", status, **body)
        if status == 200:
            self.game = answer
        else:
            assert answer["detail"]
            assert "node" not in answer["detail"], "no word of the program"

    def move(self, position: Any, pick: int) -> str:
        """A legal move of a position."""
        if "moves" in position:
            return str(position["moves"][pick % len(position["moves"])]["move"])
        empty = [at for at, cell in enumerate(position["cells"]) if cell == "."]
        legal = empty if position["legal"] is None else position["legal"]
        return str(legal[pick % len(legal)])

    @initialize(preset=st.sampled_from([*GIPF_PRESETS, *PRESETS]))
    def begin(self, preset: str) -> None:
        """Start a game."""
        self.game = self.board.new_game(preset)

    @precondition(lambda self: self.game["result"] is None)
    @rule(picks=st.lists(PICK, min_size=1, max_size=4))
    def play(self, picks: list[int]) -> None:
        """Each move is one ply."""
        for pick in picks:
            if self.game["result"] is None:
                ply = self.game["position"]["ply"]
                self.send(
                    "play", node=self.game["current"], move=self.move(self.game["position"], pick)
                )
                assert self.game["position"]["ply"] == ply + 1

    @rule(pick=PICK)
    def play_what_cannot_be_played(self, pick: int) -> None:
        """A word that is no move is refused, as is a move for another position.

        The start cannot be deleted, and no node beyond the last is found.
        """
        self.send("delete", 409, node=ROOT)
        self.board.get(f"{self.at}/position", 404, node=9_999_999)
        over = self.game["result"] is not None
        self.send("play", 409 if over else 422, node=self.game["current"], move="Z99")
        other = self.node(pick)["id"]
        if other != self.game["current"]:
            self.send("play", 409, node=other, move="A1")

    @rule(back=st.booleans())
    def undo(self, back: bool) -> None:  # noqa: FBT001 - drawn
        """A verdict is taken back alone, else a move; redo leads back to it."""
        before = self.game
        parent = before["nodes"][[node["id"] for node in before["nodes"]].index(before["current"])]
        verdict = before["result"] and before["result"]["termination"] in (
            "resignation",
            "agreement",
        )
        if parent["parent"] is None and not verdict:
            self.send("undo", 409)
            return
        self.send("undo")
        if verdict:
            assert (self.game["result"], self.game["position"]) == (None, before["position"])
            return
        assert self.game["current"] == parent["parent"]
        if back:
            self.send("redo")
            assert self.game["position"] == before["position"]

    @precondition(lambda self: self.game["result"] is None)
    @rule(name=st.sampled_from(["resign", "draw"]))
    def end(self, name: str) -> None:
        """Two people resign or agree to a draw, once; then nothing is played."""
        side = self.game["position"]["side"]
        self.send(name)
        verdicts = {"resign": (1 - side, "resignation"), "draw": (None, "agreement")}
        result = self.game["result"]
        assert (result["winner"], result["termination"]) == verdicts[name]
        self.send(name, 409)
        met("ended")

    @rule(pick=PICK)
    def go_to(self, pick: int) -> None:
        """The game goes on from any position."""
        self.send("goto", node=self.node(pick)["id"])

    @rule(pick=PICK, follows=PICK, name=st.sampled_from(["promote", "delete"]))
    def try_out(self, pick: int, follows: int, name: str) -> None:
        """A move is tried at any node, and leaves the main line unless it continues it.

        A variation becomes the main line, or goes with all that follows.
        """
        node, main = self.node(pick)["id"], self.game["main"]
        position = self.board.get(f"{self.at}/position", node=node)
        if position["outcome"] is None:
            self.send("play", node=node, move=self.move(position, follows), explore=True)
            assert self.game["main"][: len(main)] == main
        last = self.game["nodes"][-1]["id"]
        if last != ROOT:
            if last not in main:
                met(name)
            self.send(name, node=last)
            assert (last in self.game["main"]) == (name == "promote")

    @rule(pick=PICK)
    def comment(self, pick: int) -> None:
        """A node gets a comment, and a score as from a review."""
        node = self.node(pick)["id"]
        self.send("comment", node=node, text=f"c{node}")
        self.board.kept(self.game).tree.nodes[node].score = Score(
            kind="score", value=node, percent=50.0
        )
        self.send("comment", node=node, text=f"d{node}")

    @rule(pick=PICK, gone=st.booleans())
    def draw(self, pick: int, gone: bool) -> None:  # noqa: FBT001 - drawn
        """Arrows and marks are drawn at a node instead of others; bad ones change nothing."""
        node, family = self.node(pick)["id"], self.board.kept(self.game).family
        first, second = family.place_name(3), family.place_name(7)
        self.send("markup", 422, node=node, markup=[["AR", first, first]])
        self.send("markup", 422, node=node, markup=[["CR", "Z99"]])
        markup = [] if gone else [["AR", first, second], ["CR", first]]
        self.send("markup", node=node, markup=[*markup, *markup])
        (shown,) = (one["markup"] for one in self.game["nodes"] if one["id"] == node)
        assert shown == markup

    @precondition(lambda self: self.board.kept(self.game).is_begun)  # else it was a draft
    @rule()
    def delete(self) -> None:
        """No command finds a deleted game, also after a restart; it is restored as it was."""
        self.board.delete(self.at)
        self.board.get(self.at, 404)
        self.board.delete(self.at, 404)
        self.forget_and_compare(self.board.post(f"{self.at}/restore"))

    @rule()
    def restart(self) -> None:
        """A server that knows only the saved game has the same."""
        self.board.service.games.forget(self.game["id"])
        self.forget_and_compare(self.board.get(self.at))

    def forget_and_compare(self, again: Any) -> None:
        """Take a game for the one that was known, if it is the same."""
        assert {name: again[name] for name in KEPT} == {name: self.game[name] for name in KEPT}
        self.game = again

    @invariant()
    def is_known(self) -> None:
        """The answers led to the game that the server has; every node has its ply."""
        if self.game is not None:
            assert self.board.get(self.at) == self.game
            session = self.board.kept(self.game)
            tree = session.tree
            assert all(len(tree.path(node.id)) == node.ply + 1 for node in tree.in_order())
            assert not session.change().nodes, "nothing is told twice"
            assert session.announcement().since == session.version

    def teardown(self) -> None:
        """The saved form and the record hold the game; the list has the main line's result."""
        if self.game is not None:
            session = self.board.kept(self.game)
            last, listed = session.last_result(), self.board.get("games", limit=1)
            if session.is_begun:
                assert (listed[0]["id"], listed[0]["result"]) == (
                    session.id,
                    last.text if last else "",
                )
            again = decode(encode(session))
            assert again.view() == session.view()
            assert again.tree.start_text == session.tree.start_text
            record_reads_back(session)


@often(gipf=4, five=4, comments=4, ended=2, promote=2, delete=2)
def test_a_game_is_known_saved_and_written_after_any_commands(board: Running) -> None:
    """Answers tell what has changed; a refused command changes nothing; nothing is lost."""
    steady = settings(max_examples=25, stateful_step_count=20, deadline=None)
    Commands.board = board
    run_state_machine_as_test(Commands, settings=steady)


def record_reads_back(session: Session) -> None:
    """SGF keeps the tree with its comments; entries onto the same spot in Gipf may become one.

    Then what follows the one also follows the other, also after the end of the main line.
    """
    record = record_of(session)
    again = session_of(read_record(write_record(record, "sgf")))
    if any(node.comment for node in session.tree.in_order()):
        met("comments")
    met(record.family.name)
    if record.family.name == GIPF_FAMILY:
        trees = (session.tree, again.tree)
        mains, boards, comments = zip(*(_gist(tree) for tree in trees), strict=True)
        assert mains[0] == mains[1][: len(mains[0])]
        assert boards[0] == boards[1]
        assert comments[0] == comments[1]
        return
    shown, before = (
        [(node.text, node.comment, node.markup, node.ply) for node in one.tree.in_order()]
        for one in (again, session)
    )
    assert shown == before
    assert again.last_result() == session.last_result()


def _gist(tree: SessionTree) -> tuple[list[Any], set[Any], set[str]]:
    """The positions of the main line, all positions, all lines of comments."""
    main = [tree.board_at(node).key for node in tree.main_line()]
    said = {line for node in tree.nodes.values() for line in node.comment.splitlines()}
    return main, {tree.board_at(node).key for node in tree.nodes}, said


def test_time_that_runs_out_is_seen_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Time runs on one clock at a time; a move adds its increment from the second on.

    A pause costs nothing; no clock goes below zero; the flag falls for whose clock ran, once.
    """
    now_s, family = 0.0, family_named("gomoku-9")
    monkeypatch.setattr(clock_module, "time", SimpleNamespace(monotonic=lambda: now_s))
    clocks = SessionClocks(ClockSetting(initial_s=100, increment_s=5))
    session = Session("x", family, SessionTree(family.start()), (HUMAN, HUMAN), clocks)
    session.play_move(0)
    now_s = 10.0
    session.play_move(1)
    assert clocks.left_s() == (100, 95)
    now_s = 109.0
    assert not session.flag()
    assert clocks.left_s() == (1, 95)
    clocks.pause()
    now_s = 1000.0
    assert clocks.left_s() == (1, 95)
    clocks.run(0)
    now_s = 1002.0
    assert session.flag()
    assert clocks.left_s() == (0, 95)
    assert session.result is not None
    assert (session.result.winner, session.result.termination) == (1, "time")
    assert "time" in record_of(session).tags.values()
    assert not session.flag()


def test_missed_wins_of_older_servers_are_blunders() -> None:
    """Games that were saved with that mark can be read."""
    family = family_named("pente")
    session = Session("x", family, SessionTree(family.start()), (HUMAN, HUMAN))
    session.play_move(180)
    session.tree.nodes[session.current].mark = "blunder"
    older = encode(session).replace(b'"blunder"', b'"missed win"')
    assert decode(older).tree.nodes[session.current].mark == "blunder"


def test_an_undone_command_keeps_what_engines_found() -> None:
    """A command that could not be saved is undone; a score, mark and line found since remain."""
    family = family_named("pente")
    session = Session("x", family, SessionTree(family.start()), (HUMAN, HUMAN))
    for move in (180, 0, 1, 2):
        session.play_move(move)
    session.body = encode(session)
    before = Before(session)
    kept = {id_: node.text for id_, node in session.tree.nodes.items()}
    line = BestLine(moves=["K10"], points=[180])
    for node in (session.tree.nodes[ROOT], session.tree.nodes[session.current]):
        node.score = Score(kind="score", value=70, percent=60.0)
        node.mark, node.best = "blunder", line
    session.play_move(session.board.legal_moves()[0])
    before.restore()
    assert {id_: node.text for id_, node in session.tree.nodes.items()} == kept
    for node in (session.tree.nodes[ROOT], session.tree.nodes[session.current]):
        assert node.score is not None
        assert (node.score.value, node.mark, node.best) == (70, "blunder", line)
