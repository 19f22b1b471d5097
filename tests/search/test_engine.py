"""The engine: its answers, its limits, its interruption."""

from __future__ import annotations

import ctypes
import errno
import re
import threading
import time
import weakref
from mmap import mmap
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.five.diagram import parse_position
from games.five.points import parse_point
from games.five.position import FivePosition
from games.five.rules import PRESETS, FiveRules
from games.gipf.rules import GIPF_PRESETS
from games.registry import family_named
from search.engine import Engine
from search.errors import WeightsError
from search.five.native import open_search, set_position
from search.limits import Limits
from search.native import table_memory
from search.python_engine import PythonEngine
from search.reference.static import live_lines
from search.result import DEPTH, NODES, PROVEN, STOP, TIME, SearchResult
from search.score import WIN, is_loss, is_win, win_in
from search.weights import Weights, built_in_weights
from search.weights.file import game_weights
from tests.conditions import met, often
from tests.families import ALL_GAMES
from tests.interrupts import interrupted
from tests.search.bounds import check_bounds
from tests.search.problems import position_of, problems
from tests.strategies import (
    last_positions,
    lost_positions,
    positions,
    random_position,
    woven_position,
)

PENTE = PRESETS["pente"]
MIDDLE = random_position(PENTE, seed=3, turns=16)

# White threatens a five at 10O and captures a pair at 12L; one stone wins.
FOUR_IN_A_ROW = "19/19/19/19/19/19/19/19/5b13/7b1wwww6/6b12/4b14/19/19/19/19/19/19/19 w 0,0"

# Black wins with G11 unless White plays there; F14, which stops another threat, is tried first.
ANSWERED_LAST = (
    "8b1w8/9bb2b5/1w1b2b12/wb7wbb7/4b4w9/6www4w5/6b1b1bb7/b4wbb1ww8/5b1bbbbw7/2bww4w9/4wb6b6/"
    "5wbw11/w5b12/3w3w11/w2ww14/bw2w14/3b15/bww1w14/19 w 0,0"
)


@often(wins=15, several=15)
def test_engine_answers_with_legal_lines() -> None:
    """In every game and with any limit lines are legal, best first, each with its own first move.

    With a warm table as well. A win is shown to its end, in as many turns as its score says.
    """
    for games in ALL_GAMES:
        for name, rules in games.presets.items():
            with Engine(rules, table_mb=1) as engine:
                for seed in range(8):
                    dice = Random(f"{name} {seed}")
                    position, wanted = games.goes_on(rules, dice, 120), dice.randint(1, 3)
                    told: list[SearchResult] = []
                    nodes, depth = dice.randint(1, 6000), dice.choice((None, 1, 2, 4))
                    for limits in (Limits(nodes=nodes, depth=depth), Limits(nodes=nodes // 3 + 1)):
                        found = engine.search(
                            position, limits, multipv=wanted, listener=told.append
                        )
                        told.append(found)
                    for each in told:
                        check_lines(position, each, wanted)


def check_lines(position: Any, result: SearchResult, wanted: int) -> None:
    """Assert that the lines of a result can be played, and show their wins."""
    scores = [line.score for line in result.lines]
    assert 1 <= len(scores) <= wanted
    assert len({line.pv[0] for line in result.lines}) == len(scores)
    assert result.best == result.pv[0] == result.lines[0].pv[0]
    assert scores == sorted(scores, reverse=True) or result.stopped_by == NODES
    if len(scores) > 1:
        met("several")
    for line in result.lines:
        assert line.depth - result.depth in {0, 1} or is_win(line.score)
        end = position.copy()
        for move in line.pv:
            end.play(move)
    if is_win(scores[0]) and result.stopped_by == PROVEN and isinstance(position, FivePosition):
        met("wins")
        won = position.copy()
        for point in result.pv:
            won.play(point)
        assert won.outcome is not None
        assert win_in(len(result.pv)) == scores[0]


@often(dead=10)
def test_a_board_without_a_live_line_is_drawn() -> None:
    """The engine says so at any depth, and moves."""
    for name in ("gomoku-15", "gomoku-19", "standard-15"):
        with Engine(PRESETS[name], table_mb=1) as engine:
            for seed in range(12):
                position = woven_position(PRESETS[name], Random(seed))
                if live_lines(position, 0) + live_lines(position, 1) == 0:
                    met("dead")
                    result = engine.search(position, Limits(nodes=3000))
                    assert (result.score, position.why_illegal(result.best)) == (0, None)
                    assert result.nodes < 3000


@pytest.mark.parametrize(
    ("game", "seed", "turns", "nodes"),
    [
        pytest.param("gomoku-20", 2084, 32, 612, id="nothing-stops-an-open-four"),
        pytest.param("gomoku-15", 5832, 25, 2700, id="nor-later-in-a-line"),
        pytest.param("gomoku-15", 5832, 25, 40_000, id="an-attack-ends-in-threats"),
        pytest.param("pente", 2985, 18, 40_000, id="where-captures-threaten-too"),
        pytest.param("gomoku-19", 7195, 27, 40_000, id="a-long-one"),
    ],
)
def test_engine_shows_a_win_to_its_end(game: str, seed: int, turns: int, nodes: int) -> None:
    """The line shows a win to its end, even if the search or a proof stopped earlier."""
    position = random_position(PRESETS[game], seed, turns)
    with Engine(position.rules, table_mb=1) as engine:
        won = engine.search(position, Limits(nodes=nodes)).lines[0]
    assert is_win(won.score)
    for point in won.pv:
        position.play(point)
    assert position.outcome is not None


def test_engine_keeps_to_its_limits() -> None:
    """Each limit ends the search and is named: depth, nodes, CPU time, wall time."""
    with Engine(PENTE) as engine:
        shallow = engine.search(MIDDLE, Limits(depth=3))
        few = engine.search(MIDDLE, Limits(nodes=20_000))
        brief = engine.search(MIDDLE, Limits(cpu_s=0.05))
        short = engine.search(MIDDLE, Limits(wall_s=0.05))
    assert (shallow.depth, shallow.stopped_by) == (3, DEPTH)
    assert few.stopped_by == NODES
    assert 20_000 <= few.nodes < 20_500
    assert brief.stopped_by == short.stopped_by == TIME
    assert min(brief.seconds_cpu, short.seconds_wall) >= 0.05


@pytest.mark.parametrize("game", [*PRESETS, *GIPF_PRESETS])
def test_engine_plays_with_the_shipped_weights_by_default(game: str) -> None:
    """By default the game's weights file is used; rules without a file use the built-in ones."""
    rules = family_named(game).rules
    with Engine(rules, table_mb=1) as engine:
        assert engine.weights == game_weights(rules)
    own = FiveRules("own", 9)
    with Engine(own, table_mb=1) as engine:
        assert engine.weights == built_in_weights(own)


def test_engine_refuses_a_shipped_file_that_it_cannot_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A broken weights file is an error; no other weights replace it silently."""
    (tmp_path / "pente.toml").write_text("[weights]\nfour = many\n")
    monkeypatch.setattr("search.weights.file._shipped_path", lambda name: f"{tmp_path}/{name}.toml")
    with pytest.raises(WeightsError, match="many"):
        Engine(PENTE)


def test_new_game_gives_its_table_back_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tables never exist at once; without memory for a new one, searches go on without."""
    held: list[weakref.ref[mmap]] = []

    def give(size: int, *, shared: bool = False) -> mmap:
        assert all(old() is None for old in held)
        if len(held) == 2:
            raise OSError(errno.ENOMEM, "Cannot allocate memory")
        memory = table_memory(size, shared=shared)
        held.append(weakref.ref(memory))
        return memory

    monkeypatch.setattr("search.engine.table_memory", give)
    with Engine(PENTE, table_mb=32) as engine:
        engine.new_game()
        with pytest.raises(OSError, match="Cannot allocate memory"):
            engine.new_game()
        assert engine.search(MIDDLE, Limits(nodes=500)).best in MIDDLE.legal_moves()


@pytest.mark.parametrize("nodes", [20, 100, 600])
def test_limited_search_prefers_an_unsearched_move_to_a_loss(nodes: int) -> None:
    """If all finished moves lose, the next move is played, and no loss is claimed."""
    position = parse_position(ANSWERED_LAST, PENTE)
    with Engine(PENTE, built_in_weights(PENTE)) as engine:  # other weights see the loss earlier
        found = engine.search(position, Limits(nodes=nodes))
        position.play(found.best)
        answer = engine.search(position, Limits(depth=1))
    assert not is_loss(found.score)
    assert answer.win_in != 1


@often(wins=5, losses=5, later_wins=2, later_losses=2)
@given(
    position=positions() | last_positions(back=4) | lost_positions(),
    nodes=st.integers(20, 3000),
    multipv=st.integers(1, 3),
)
def test_claims_of_a_limited_search_are_true(
    position: FivePosition, nodes: int, multipv: int
) -> None:
    """In every line, a claimed win or loss exists and takes no longer than claimed."""
    with Engine(position.rules, table_mb=1) as engine:
        lines = engine.search(position, Limits(nodes=nodes), multipv=multipv).lines
    for line in lines:
        turns = WIN - abs(line.score) - 1
        if turns > 4:  # the plain search is short
            continue
        first, end = line is lines[0], "wins" if is_win(line.score) else "losses"
        if first:
            expected = plain_value(position, turns)
        else:
            position.play(line.pv[0])
            after = plain_value(position, turns - 1)
            position.undo()
            expected = None if after is None else -after
        if expected is not None:
            met(end if first else f"later_{end}")
            assert is_win(expected) == is_win(line.score)
            assert is_loss(expected) == is_loss(line.score)
            assert abs(expected) >= abs(line.score) + (not first)  # one ply later, one ply nearer


def plain_value(position: FivePosition, turns: int) -> int | None:
    """What a plain search of this depth finds, or None where it takes too long."""
    if position.outcome is not None:
        return WIN if position.outcome.winner == position.side else -WIN
    plain = open_search(position.rules, Weights())
    plain.use_table(table_memory(1 << 20))
    set_position(plain, position)
    plain.begin(killer_bonus=600, history_limit=2000, nodes=3_000_000)
    values = [plain.iterate(depth) for depth in range(min(1, turns), turns + 1)]
    return values[-1]


@pytest.mark.parametrize(
    "limits",
    [
        *({"depth": 0}, {"nodes": 0}, {"nodes": 1 << 70}, {"cpu_s": -1.0}, {"wall_s": 1e300}),
        {"aim_s": 1.0},  # without a limit of seconds
    ],
)
def test_limits_out_of_range_are_refused(limits: dict[str, Any]) -> None:
    """An impossible limit raises ValueError with its name."""
    with pytest.raises(ValueError, match=next(iter(limits))):
        Limits(**limits)


def test_engine_refuses_what_it_cannot_search() -> None:
    """Other rules, a finished game, no line and weights of another family are refused."""
    over = parse_position(FOUR_IN_A_ROW, PENTE)
    over.play(9 * 19 + 13)
    limits = Limits(depth=1)
    with Engine(PENTE) as engine:
        for position, lines, reason in (
            (FivePosition(PRESETS["gomoku-19"]), 1, "gomoku-19"),
            (over, 1, "game is over"),
            (MIDDLE, 0, "multipv"),
        ):
            with pytest.raises(ValueError, match=reason):
                engine.search(position, limits, multipv=lines)
    with pytest.raises(WeightsError, match="do not fit gipf"):
        Engine(GIPF_PRESETS["gipf"], Weights())


def test_search_that_ends_early_restores_the_board() -> None:
    """After a limit at any moment, or Ctrl-C, the board is as it was, to the byte, and a plain
    search finds what a new one finds.
    """
    search, fresh = (open_search(PENTE, Weights()) for _ in range(2))
    for each in (search, fresh):
        set_position(each, MIDDLE)
        each.begin()
    before = search.board_bytes()
    for nodes in range(1, 300):
        search.begin(width=24, killer_bonus=600, history_limit=2000, nodes=nodes)
        search.iterate(6)
        assert search.board_bytes() == before
    search.begin()
    with interrupted(0.05):
        search.iterate(20)
    assert search.board_bytes() == before
    search.begin()
    assert search.iterate(4) == fresh.iterate(4)
    assert (search.nodes, search.pv()) == (fresh.nodes, fresh.pv())


def test_interrupted_search_leaves_true_bounds_in_the_table() -> None:
    """After a limit or Ctrl-C at any moment, the entries of moves in the table are true."""
    position, looked_at = random_position(PRESETS["gomoku-9"], seed=1, turns=8), 0
    search, alone = (open_search(position.rules, Weights()) for _ in range(2))
    for each in (search, alone):
        set_position(each, position)
    for nodes in (*range(100, 20_000, 900), None):
        search.use_table(table_memory(1 << 20))
        search.begin(nodes=nodes)
        search.iterate(4)
        if nodes is None:
            with interrupted(0.1):
                search.iterate(20)
        looked_at += check_bounds(search, alone, deepest=3)
    assert looked_at > 50


def test_engine_listens_from_the_first_depth_on() -> None:
    """The listener gets every depth from the requested first one, or the last depth alone."""
    late: list[SearchResult] = []
    with Engine(PENTE) as engine:
        engine.search(MIDDLE, Limits(depth=4, first_depth=3), listener=late.append)
        engine.search(MIDDLE, Limits(depth=4, first_depth=9), listener=late.append)
    assert [result.depth for result in late] == [3, 4, 4]


def played_on(problem: dict[str, Any]) -> FivePosition:
    """The position of a problem after its key: the side to move has lost."""
    position = position_of(problem)
    position.play(parse_point(problem["best"], PENTE.size))
    return position.copy()


AFTER_A_KEY = st.sampled_from(problems("own_forced_wins.jsonl")[::25]).map(played_on)


@often(losses=9)
@given(position=positions() | last_positions(back=4) | lost_positions() | AFTER_A_KEY)
def test_proven_loss_is_a_loss_against_every_move(position: FivePosition) -> None:
    """A position proven lost is lost after every move: a narrow search proves nothing false."""
    with Engine(position.rules, table_mb=1) as engine:
        result = engine.search(position, Limits(nodes=3000))
        if not is_loss(result.score):
            return
        met("losses")
        for point in position.legal_moves():
            position.play(point)
            assert position.outcome is None
            reply = engine.search(position, Limits(depth=max(1, result.depth)))
            assert is_win(reply.score)
            position.undo()


@pytest.mark.parametrize("searcher", [Engine, PythonEngine])
def test_stop_ends_a_search_from_another_thread(
    searcher: type[Engine | PythonEngine],
) -> None:
    """A stopped search answers soon and legally, later ones at once, until `resume`."""
    limits = Limits(wall_s=600.0)
    with searcher(PENTE) as engine:
        timer = threading.Timer(0.05, engine.stop)
        timer.start()
        stopped = engine.search(MIDDLE, limits)
        timer.join()
        again = engine.search(MIDDLE, limits)
        engine.resume()
        free = engine.search(MIDDLE, Limits(depth=2))
    assert {stopped.best, again.best} <= set(MIDDLE.legal_moves())
    assert stopped.stopped_by == again.stopped_by == STOP
    assert (free.depth, free.stopped_by) == (2, DEPTH)


@pytest.mark.parametrize("ahead_ns", [-(10**13), 10**13])
def test_python_and_the_kernel_may_count_time_from_different_moments(
    monkeypatch: pytest.MonkeyPatch, ahead_ns: int
) -> None:
    """A search on the wall clock then ends as late as it was asked to; so it is on Windows."""
    real = time.monotonic_ns
    monkeypatch.setattr(time, "monotonic_ns", lambda: real() + ahead_ns)
    engine = Engine(PENTE, built_in_weights(PENTE))
    result = engine.search(MIDDLE, Limits(wall_s=0.02, nodes=3_000_000))
    assert result.stopped_by == TIME
    assert result.seconds_wall >= 0.02


@pytest.mark.skipif(
    not Path("/sys/kernel/mm/transparent_hugepage").exists(), reason="this system has no huge pages"
)
def test_a_table_asks_for_huge_pages() -> None:
    """Each page that a search touches first costs it CPU time."""
    table = table_memory(8 << 20)
    address = ctypes.addressof(ctypes.c_char.from_buffer(table))
    begins, flags = 0, ""
    for line in Path("/proc/self/smaps").read_text(encoding="ascii").splitlines():
        if match := re.match(r"([0-9a-f]+)-([0-9a-f]+) ", line):
            begins, ends = (int(number, 16) for number in match.groups())
        elif line.startswith("VmFlags:") and begins <= address < ends:
            flags = line
    assert " hg" in flags
