"""`pente.analyse`, `pente.stream` and `pente.Engine`."""

from __future__ import annotations

import gc
import os
import pickle
import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path
from typing import Any

import pytest

import pente
from tests.interrupts import interrupted

ROOT = Path(__file__).parents[2]
GAME = pente.Game("pente").play("K10 L11 K13")
WON = pente.Game("gomoku-15").play("H8 A1 H9 A3 H10 A5 H11 A7")
LOST = pente.Game("gomoku-15").play("H8 A1 H9 A3 H10 A5 H11")


def children() -> list[str]:
    """The child processes of this process."""
    return Path(f"/proc/self/task/{threading.get_native_id()}/children").read_text().split()


def ended() -> bool:
    """Whether no thread of a stream and no child process is left."""
    return not any(thread.name == "pente stream" for thread in threading.enumerate())


def test_analysis_gives_lines_score_and_cost() -> None:
    """The record holds the best move, its line, other lines, and what the search cost."""
    found = pente.analyse(GAME, nodes=20_000, lines=3)
    assert len({line.moves[0] for line in found.lines}) == 3
    assert found.move == found.moves[0] == found.lines[0].moves[0]
    assert found.stopped_by == "nodes"
    assert found.nodes >= 20_000
    assert found.depth > 2
    assert 0 < found.seconds < 60
    assert GAME.after(found.moves).moves[3:] == found.moves
    assert str(found).startswith(f"{found.move}  {found.score:+d}  depth {found.depth}")
    assert len(str(found).splitlines()) == 4
    assert found.chance == found.lines[0].chance
    assert all((line.chance > 0.5) == (line.score > 0) for line in found.lines)
    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301 - our own


@pytest.mark.parametrize("name", ["pente", "gomoku-15"])
def test_a_forced_move_has_the_value_of_what_follows(name: str) -> None:
    """The empty board is worth what it is worth after its only move, from the other side."""
    start = pente.Game(name)
    found = pente.analyse(start, nodes=3_000, lines=3)
    after = pente.analyse(pente.Game(name).play(found.move), nodes=3_000)
    assert found.score == -after.score
    assert found.moves == (found.move, *after.moves)
    assert (found.depth, found.nodes) == (after.depth + 1, after.nodes)
    assert len(found.lines) == 1
    with pente.stream(start, nodes=3_000) as records:
        assert all(record.moves[0] == found.move and record.moves[1:] for record in records)


def test_same_nodes_give_the_same_analysis() -> None:
    """With one worker, a limit of nodes or depth makes the result independent of time."""
    first, second = (pente.analyse(GAME, nodes=5_000) for _ in range(2))
    assert (first.lines, first.nodes) == (second.lines, second.nodes)
    third = pente.analyse(GAME, depth=3, lines=4)
    assert third.depth == 3
    scores = [line.score for line in third.lines]
    assert scores == sorted(scores, reverse=True)


def test_wins_and_losses_are_counted_in_moves() -> None:
    """`win_in` counts own moves, `loss_in` those of the opponent."""
    won, lost = pente.analyse(WON, depth=4), pente.analyse(LOST, depth=4)
    assert (won.move, won.win_in, won.loss_in) == ("H12", 1, None)
    assert (lost.win_in, lost.loss_in) == (None, 1)
    assert (won.chance, lost.chance) == (1.0, 0.0)
    assert "100%    win in 1" in str(won)
    assert "loss in 1" in str(lost)


@pytest.mark.parametrize("name", pente.Game.names)
def test_every_game_is_analysed(name: str) -> None:
    """The best move and the whole line can be played, in every game."""
    game = pente.Game(name)
    found = pente.analyse(game, nodes=2_000)
    assert game.after(found.moves).moves == found.moves


def test_gipf_moves_of_an_analysis_are_whole_turns() -> None:
    """A turn of several decisions is one move, even where the search saw only its beginning."""
    game = pente.Game("gipf-basic", position="w 10 12 Wc2 Wd3 We4 Wb5 Kd6")
    found = pente.analyse(game, depth=1, lines=40)
    assert any(";x" in line.moves[0] for line in found.lines)
    for line in found.lines:
        after = game.after(line.moves[0])
        assert after.is_over or after.to_move == "black"


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"seconds": -1}, "seconds is -1"),
        ({"nodes": 0}, "nodes is 0"),
        ({"depth": 0}, "depth is 0"),
        ({"lines": 0}, "lines is 0"),
        ({"workers": 17}, "17 workers"),
        ({"table_mb": 0}, "table_mb is 0"),
        ({"weights": "nowhere.toml"}, "nowhere.toml"),
    ],
)
def test_bad_options_are_refused(options: dict[str, Any], words: str) -> None:
    """An option out of range is named, for `analyse` and for `stream` alike."""
    for search in (pente.analyse, pente.stream):
        with pytest.raises(pente.OptionError, match=words):
            search(GAME, **options)
    assert ended()


def test_missing_kernel_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the compiled search, games work, and a search says what is missing."""

    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("search.native._imported", missing)
    for search in (pente.analyse, pente.stream, pente.solve):
        with pytest.raises(pente.KernelMissing, match="kernel cannot be imported"):
            search(GAME)
    assert issubclass(pente.KernelMissing, pente.Error)


def test_finished_game_is_refused() -> None:
    """There is nothing to search in a finished game."""
    with pytest.raises(pente.GameOver, match="Black has 5 in a row"):
        pente.analyse(WON.after("H12"))
    with pytest.raises(TypeError, match="not 19"):
        pente.analyse(19)  # type: ignore[arg-type]
    with pytest.raises(pente.GameOver):
        pente.stream(WON.after("H12"))


@pytest.mark.parametrize("text", ["K10 L11 K13", "1. K10 L11 2. K13", GAME.position])
def test_a_text_is_analysed_as_its_game(text: str) -> None:
    """Moves, positions and records are searched as the game that they are."""
    found = pente.analyse(GAME, depth=3)
    assert pente.analyse(text, depth=3).lines == found.lines
    assert [*pente.stream(text, depth=3)][-1].lines == found.lines
    assert pente.solve(text).moves == pente.solve(GAME).moves
    with pytest.raises(pente.NotationError, match="Z99"):
        pente.analyse("K10 Z99")
    with pente.Engine("gomoku-9") as engine:  # what the text does not say
        assert engine.analyse("E5 D6", depth=2).move in pente.Game("gomoku-9", "E5 D6").legal_moves


@pytest.mark.parametrize("streamed", [False, True])
def test_stopped_search_says_so(*, streamed: bool) -> None:
    """The caller's `stop` is named; it is neither the time nor another limit."""
    with pente.Engine() as engine:
        timer = threading.Timer(0.3, engine.stop)
        timer.start()
        if streamed:
            found = [*engine.stream(GAME, seconds=60)][-1]
        else:
            found = engine.analyse(GAME, seconds=60)
        timer.join()
    assert found.stopped_by == "stop"
    assert found.lines[0].depth - found.depth in {0, 1}


def test_a_record_cannot_be_changed() -> None:
    """Fields, properties and new names of every record refuse a value with an AttributeError."""
    analysis, proof = pente.analyse(GAME, nodes=500), pente.solve(WON)
    end = WON.after("H12").outcome
    for record in (analysis, analysis.lines[0], proof, proof.tree, end, pente.Elo(1, 0, 2)):
        for name in ("moves", "win_in", "move", "winner", "elo", "comment"):
            with pytest.raises(AttributeError, match=name):
                setattr(record, name, 1)
            with pytest.raises(AttributeError, match=name):
                delattr(record, name)


def test_stream_gives_a_record_for_each_iteration() -> None:
    """Depths rise by one, and the last record is what `analyse` gives."""
    found = list(pente.stream(GAME, depth=4))
    assert [info.depth for info in found] == [1, 2, 3, 4]
    whole = pente.analyse(GAME, depth=4)
    assert (found[-1].lines, found[-1].nodes) == (whole.lines, whole.nodes)
    cut = list(pente.stream(GAME, nodes=5_000))
    assert cut[-1].lines == pente.analyse(GAME, nodes=5_000).lines
    assert len(list(pente.stream(WON))) == 1
    assert ended()


def test_stream_can_be_left_early() -> None:
    """Break, `close` and the end of a `with` block end the search and its thread at once."""
    for info in pente.stream(GAME):
        if info.depth == 2:
            break
    gc.collect()
    assert ended()
    stream = pente.stream(GAME)
    next(stream)
    stream.close()
    stream.close()
    assert list(stream) == []
    assert ended()
    with pente.stream(GAME) as stream:
        assert next(stream).depth == 1
    assert ended()


@pytest.mark.processes
def test_workers_are_ended_with_their_search() -> None:
    """No helper process is left after a search, a stream left early, or the end of an engine."""
    before = children()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # fork beside threads, from 3.12 on
        with pente.stream(GAME, workers=2) as stream:
            next(stream)
        pente.analyse(GAME, nodes=2_000, workers=2)
        engine = pente.Engine(workers=2)
        engine.analyse(GAME, nodes=2_000)
        assert len(children()) == len(before) + 1
        del engine
    gc.collect()
    assert children() == before


def test_engine_keeps_its_table() -> None:
    """An engine needs fewer nodes for what it has searched, until a new game."""
    with pente.Engine("pente") as engine:
        first = engine.analyse(GAME, depth=6)
        again = engine.analyse(GAME, depth=6)
        engine.new_game()
        anew = engine.analyse(GAME, depth=6)
    assert again.nodes < first.nodes
    assert (anew.nodes, anew.lines) == (first.nodes, first.lines)


def test_engine_plays_every_game_until_it_is_closed() -> None:
    """An engine follows the rules of each game; after `close` it refuses."""
    with pente.Engine() as engine:
        for name in ("pente", "gipf", "gomoku-9"):
            assert engine.analyse(pente.Game(name), nodes=500).move
    with pytest.raises(pente.OptionError, match="closed"):
        engine.analyse(GAME, nodes=500)
    assert "closed" in repr(engine)


def test_engine_with_a_running_stream_is_busy() -> None:
    """A search in the loop over a stream of the same engine is refused, not awaited for ever."""
    with pente.Engine() as engine:
        for _ in (stream := engine.stream(GAME)):
            with pytest.raises(pente.EngineBusy, match="close it first"):
                engine.analyse(GAME, nodes=500)
            break
        stream.close()
        assert engine.analyse(GAME, nodes=500).nodes >= 500


def test_two_threads_search_at_once() -> None:
    """Searches of two threads give what they give alone; the kernel releases the lock of Python."""
    alone, found = pente.analyse(GAME, nodes=100_000), list[pente.Analysis]()
    threads = [
        threading.Thread(target=lambda: found.append(pente.analyse(GAME, nodes=100_000)))
        for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    turns = 0
    while any(thread.is_alive() for thread in threads):
        turns += 1
        time.sleep(0.001)
    assert turns > 5
    assert {result.lines for result in found} == {alone.lines}


def test_engine_is_shared_by_threads() -> None:
    """Searches of one engine in several threads wait for each other; `stop` ends one."""
    found = list[pente.Analysis]()
    with pente.Engine() as engine:
        threads = [
            threading.Thread(target=lambda: found.append(engine.analyse(GAME, nodes=20_000)))
            for _ in range(3)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(found) == 3
        timer = threading.Timer(0.1, engine.stop)
        timer.start()
        assert engine.analyse(GAME, seconds=30).seconds < 5
        timer.join()


def test_interrupt_ends_a_search() -> None:
    """Ctrl-C ends an analysis, and a loop over a stream, with KeyboardInterrupt."""
    with interrupted(0.4):
        pente.analyse(GAME, seconds=30)
    with interrupted(0.4):
        for _ in pente.stream(GAME):
            pass
    assert ended()


@pytest.mark.processes
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_games_and_engines_work_in_other_processes(method: str, tmp_path: Path) -> None:
    """A forked or spawned process can search, while the parent's engine and stream go on."""
    code = f"""
import multiprocessing, warnings, pente
warnings.simplefilter("ignore", DeprecationWarning)
game = pente.Game().play("K10 L11 K13")

def best(game):
    return pente.analyse(game, nodes=2000).move

def with_engine(done):
    done.put(engine.analyse(game, nodes=2000).move if {method!r} == "fork" else best(game))

if __name__ == "__main__":
    context = multiprocessing.get_context({method!r})
    engine = pente.Engine(workers=2)
    engine.analyse(game, nodes=2000)
    stream = pente.stream(game)
    next(stream)
    with context.Pool(1) as pool:
        assert pool.map(best, [game]) == [best(game)]
    done = context.SimpleQueue()
    child = context.Process(target=with_engine, args=(done,))
    child.start()
    print(done.get())
    child.join(20)
    assert child.exitcode == 0
    assert next(stream).depth == 2
    assert engine.analyse(game, nodes=2000).move
"""
    script = tmp_path / "own_script.py"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    script.write_text(code, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script)], env=env, capture_output=True, timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
