"""Forced moves take the value of what follows them."""

from __future__ import annotations

import pytest

from games.registry import family_named
from search.engine import Engine
from search.forced import ForcedMoves, only_move, search_past_forced
from search.limits import Limits
from search.result import SearchResult
from search.score import is_loss, is_win, lost_in, win_in

CENTRE = 180
NODES = Limits(nodes=2_000)


def test_the_first_stone_of_pente_is_forced() -> None:
    """White's first stone lies on the centre; then Black has a choice."""
    start = family_named("pente").start()
    forced = ForcedMoves(start)
    assert forced.moves == [CENTRE]
    assert forced.turned
    assert not start.moves, "the position itself stays as it was"
    assert len(forced.position.legal_moves()) > 1


def test_an_empty_board_has_one_move() -> None:
    """Where the rules allow every point, the search knows only the centre of an empty board."""
    start = family_named("gomoku-15").start()
    forced = ForcedMoves(start)
    assert forced.moves == [112]
    assert only_move(forced.position) is None


@pytest.mark.parametrize(("given", "left"), [(1, 1), (2, 1), (5, 4)])
def test_forced_moves_are_part_of_the_depth(given: int, left: int) -> None:
    """A limit of depth, and the first depth, count from the first position."""
    forced = ForcedMoves(family_named("pente").start())
    limits = forced.limits(Limits(depth=given, nodes=9, first_depth=given))
    assert (limits.depth, limits.first_depth, limits.nodes) == (left, left, 9)


@pytest.mark.parametrize("turns", [1, 2, 7])
def test_a_proof_is_farther_away_by_the_forced_turns(turns: int) -> None:
    """After one forced turn the opponent's win is a loss one turn later, and the reverse."""
    forced = ForcedMoves(family_named("pente").start())
    assert forced.score(win_in(turns)) == lost_in(turns + 1)
    assert forced.score(lost_in(turns)) == win_in(turns + 1)
    assert forced.score(35) == -35


def test_a_search_goes_on_behind_a_forced_move() -> None:
    """The first position of Pente has the value and the line of the second, from the other side."""
    family = family_named("pente")
    start = family.start()
    after = start.copy()
    after.play(CENTRE)
    heard: list[SearchResult] = []
    with Engine(family.rules) as engine:
        wanted = engine.search(after, NODES)
        engine.new_game()
        found = search_past_forced(engine, start, NODES, multipv=3, listener=heard.append)
    assert found.score == -wanted.score
    assert found.pv == (CENTRE, *wanted.pv)
    assert found.depth == wanted.depth + 1
    assert not is_win(found.score)
    assert not is_loss(found.score)
    assert [one.best for one in heard] == [CENTRE] * len(heard)
    assert len(heard) > 1
