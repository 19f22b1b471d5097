"""The tree of a game, its saved form and its record: it stays consistent under any command."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.records.formats import read_record, write_record
from games.registry import family_named
from games.rules import GIPF_FAMILY
from games.tree import ROOT
from tests.conditions import met, often
from tests.web.conftest import merged
from web.contract.messages import BestLine, ClockSetting, PlayerSetting, Score
from web.errors import Stale
from web.records.export import record_of
from web.records.reading import session_of
from web.sessions import clocks as clock_module
from web.sessions.clocks import SessionClocks
from web.sessions.saved import decode, encode
from web.sessions.session import Session
from web.sessions.tree import SessionTree
from web.sessions.undoing import Before

HUMAN = PlayerSetting(kind="human")
PRESETS = st.sampled_from(["pente", "keryo", "gomoku-9", "gipf-basic", "gipf", "gipf-tournament"])


def grown(preset: str, seed: int, commands: int = 25) -> Session:
    """A game after random commands of every kind."""
    dice, family = Random(seed), family_named(preset)
    session = Session("x", family, SessionTree(family.start()), (HUMAN, HUMAN))
    for _ in range(commands):
        act(session, dice)
    return session


def act(session: Session, dice: Random) -> None:
    """Run a random command, most often a move."""
    nodes = list(session.tree.nodes)
    kind, node = dice.randrange(12), dice.choice(nodes)
    try:
        if kind < 7:
            moves = session.board.legal_moves()
            if moves:
                session.play_move(dice.choice(moves))
        elif kind == 7:
            session.undo()
        elif kind == 8:
            session.goto(node)
        elif kind == 9:
            session.promote(node)
        elif kind == 10:
            session.delete(node)
        else:
            session.comment(node, f"c{node}")
            session.tree.nodes[node].score = Score(kind="score", value=node, percent=50.0)
    except (Stale, ValueError):
        pass  # nothing to take back, or the game is over


@often(gipf=7, five=9, comments=10)
@given(PRESETS, st.integers(0, 10_000))
def test_a_game_reads_back_after_any_commands(preset: str, seed: int) -> None:
    """Its saved form and its record hold it; each node has its ply, and the current one stands."""
    session = grown(preset, seed)
    tree = session.tree
    assert all(len(tree.path(node.id)) == node.ply + 1 for node in tree.in_order())
    assert session.current in tree.nodes
    again = decode(encode(session))
    assert again.view() == session.view()
    assert again.tree.start_text == session.tree.start_text
    record_reads_back(session)


@given(PRESETS, st.integers(0, 10_000))
def test_a_change_leads_from_version_to_version(preset: str, seed: int) -> None:
    """The game before some commands, and what they changed, make the game after them."""
    dice, session = Random(seed), grown(preset, seed)
    session.all_told()
    for version in range(1, 6):
        before = as_page(session.view())
        for _ in range(dice.randrange(4)):
            act(session, dice)
        session.version = version
        change = as_page(session.change())
        assert change["since"] == version - 1
        assert merged(before, change) == as_page(session.view())
    assert not session.change().nodes, "nothing is told twice"
    assert session.announcement().since == session.version


def as_page(message: Any) -> Any:
    """A message as the page reads it."""
    return msgspec.json.decode(msgspec.json.encode(message))


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
    shown = [(node.text, node.comment, node.ply) for node in again.tree.in_order()]
    assert shown == [(node.text, node.comment, node.ply) for node in session.tree.in_order()]


def test_a_resignation_survives_a_record() -> None:
    """A session that was given up is written so, read so, and shown as ended."""
    for text in ("gipf-basic:c1-c2", "pente:K10"):
        session = session_of(read_record(text))
        session.resign()
        again = session_of(read_record(write_record(record_of(session), "sgf")))
        assert again.result == session.result
        assert again.result is not None


def _gist(tree: SessionTree) -> tuple[list[Any], set[Any], set[str]]:
    """The positions of the main line, all positions, all lines of comments."""
    main = [tree.board_at(node).key for node in tree.main_line()]
    said = {line for node in tree.nodes.values() for line in node.comment.splitlines()}
    return main, {tree.board_at(node).key for node in tree.nodes}, said


def test_undo_stops_at_what_a_person_decided() -> None:
    """Against an engine undo returns to a person's turn; before the first one it is refused."""
    family = family_named("gomoku-9")
    players = (PlayerSetting(kind="engine", level=1), HUMAN)
    session = Session("x", family, SessionTree(family.start()), players)
    session.play_move(40)
    with pytest.raises(Stale):
        session.undo()
    session.play_move(41)
    session.play_move(42)
    session.undo()
    assert session.tree.path(session.current) == [0, 1]


def test_clocks_run_for_who_is_to_move() -> None:
    """Time runs on one clock at a time; a pause costs nothing; no clock goes below zero."""
    clocks = SessionClocks(ClockSetting(initial_s=10, increment_s=2))
    assert clocks.left_s(5.0) == (10, 10)
    clocks.run(0, 100.0)
    assert clocks.left_s(103.0) == (7, 10)
    clocks.run(1, 103.0)
    clocks.reward(0)
    assert clocks.left_s(104.0) == (9, 9)
    clocks.pause(104.0)
    assert clocks.left_s(1000.0) == (9, 9)
    assert clocks.fallen(1000.0) is None
    clocks.run(1, 1000.0)
    assert clocks.left_s(2000.0) == (9, 0)
    assert clocks.fallen(2000.0) == 1


def test_time_that_runs_out_is_seen_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A move adds its increment from the second on; the flag falls for whose clock ran, once."""
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
    now_s = 110.0
    assert session.flag()
    assert session.result is not None
    assert (session.result.winner, session.result.termination) == (1, "time")
    assert "time" in record_of(session).tags.values()
    assert not session.flag()


def test_an_undone_command_keeps_what_engines_found() -> None:
    """A command that could not be saved is undone; a score, mark and line found since remain."""
    session = grown("pente", 3)
    session.body = encode(session)
    before = Before(session)
    kept = {id_: node.text for id_, node in session.tree.nodes.items()}
    found = BestLine(moves=["K10"], points=[180])
    for node in (session.tree.nodes[ROOT], session.tree.nodes[session.current]):
        node.score = Score(kind="score", value=70, percent=60.0)
        node.mark, node.best = "blunder", found
    session.play_move(session.board.legal_moves()[0])
    before.restore()
    assert {id_: node.text for id_, node in session.tree.nodes.items()} == kept
    for node in (session.tree.nodes[ROOT], session.tree.nodes[session.current]):
        assert node.score is not None
        assert (node.score.value, node.mark, node.best) == (70, "blunder", found)
