"""`pente.analyse`, `pente.stream` and `pente.Engine`."""

from __future__ import annotations

import gc
import os
import pickle
import subprocess
import sys
import threading
import warnings
from pathlib import Path

import pytest

import pente
from games.registry import family_of
from pente.analysis import analysis_of
from pente.game import position_of_game
from search.result import Line, SearchResult
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
    """The record holds the best move, its line, other lines, and what the search cost. With one
    worker, a limit of nodes or depth makes the result independent of time.
    """
    analysis = pente.analyse(GAME, nodes=5_000, lines=3)
    assert len({line.moves[0] for line in analysis.lines}) == 3
    assert analysis.move == analysis.moves[0] == analysis.lines[0].moves[0]
    assert analysis.stopped_by == "nodes"
    assert analysis.nodes >= 5_000
    assert analysis.depth > 2
    assert GAME.after(analysis.moves).moves[3:] == analysis.moves
    assert str(analysis).startswith(f"{analysis.move}  {analysis.score:+d}  depth {analysis.depth}")
    assert len(str(analysis).splitlines()) == 4
    assert analysis.chance == analysis.lines[0].chance
    assert all((line.chance > 0.5) == (line.score > 0) for line in analysis.lines)
    scores = [line.score for line in analysis.lines]
    assert scores == sorted(scores, reverse=True)
    assert pickle.loads(pickle.dumps(analysis)) == analysis  # noqa: S301 - our own
    again = pente.analyse(GAME, nodes=5_000, lines=3)
    assert (again.lines, again.nodes) == (analysis.lines, analysis.nodes)


def test_a_forced_move_has_the_value_of_what_follows() -> None:
    """The empty board is worth what it is worth after its only move, from the other side."""
    start = pente.Game("gomoku-15")
    analysis = pente.analyse(start, nodes=3_000, lines=3)
    after = pente.analyse(start.after(analysis.move), nodes=3_000)
    assert analysis.score == -after.score
    assert analysis.moves == (analysis.move, *after.moves)
    assert (analysis.depth, analysis.nodes) == (after.depth + 1, after.nodes)
    assert len(analysis.lines) == 1
    with pente.stream(start, nodes=3_000) as records:
        assert all(record.moves[0] == analysis.move and record.moves[1:] for record in records)


def test_wins_and_losses_are_counted_in_moves() -> None:
    """`win_in` counts own moves, `loss_in` those of the opponent."""
    won, lost = pente.analyse(WON, depth=4), pente.analyse(LOST, depth=4)
    assert (won.move, won.win_in, won.loss_in) == ("H12", 1, None)
    assert (lost.win_in, lost.loss_in) == (None, 1)
    assert (won.chance, lost.chance) == (1.0, 0.0)
    assert "100%    win in 1" in str(won)
    assert "loss in 1" in str(lost)


def test_one_engine_analyses_every_game_until_it_is_closed() -> None:
    """The best move and the whole line can be played, in every game; after `close` it refuses."""
    with pente.Engine() as engine:
        for name in pente.Game.names:
            game = pente.Game(name)
            analysis = engine.analyse(game, nodes=500)
            assert game.after(analysis.moves).moves == analysis.moves, name
    with pytest.raises(pente.OptionError, match="closed"):
        engine.analyse(GAME, nodes=500)
    assert "closed" in repr(engine)


def test_gipf_moves_of_an_analysis_are_whole_turns() -> None:
    """A turn of several decisions is one move, even where the search saw only its beginning."""
    game = pente.Game("gipf-basic", position="w 10 12 Wc2 Wd3 We4 Wb5 Kd6")
    analysis = pente.analyse(game, depth=1, lines=40)
    assert any(";x" in line.moves[0] for line in analysis.lines)
    for line in analysis.lines:
        after = game.after(line.moves[0])
        assert after.is_over or after.to_move == "black"
    assert pente.analyse(game, depth=1, lines=40, whole_turns=False).lines == analysis.lines
    position = position_of_game(game)
    begun = family_of(position.rules).parse_move(position, "b1-f4")
    cut = SearchResult(
        lines=(Line(0, (begun,)),),
        depth=0,
        nodes=1,
        seconds_wall=0.0,
        seconds_cpu=0.0,
        stopped_by="time",
    )
    for whole_turns, moves in ((True, "b1-f4;xc2,d3,e4,f4"), (False, "b1-f4")):
        seen = analysis_of(position, cut, None, whole_turns=whole_turns)
        assert (seen.move, seen.lines[0].spelled) == (moves, (moves,))
        assert seen.spellings == {"best": "b1-f4", "entry": "b1-c2"}


def test_an_analysis_is_heard_of_while_it_runs_and_spelled_for_the_harness() -> None:
    """The listener gets what `stream` gives; programs get `10K`, in Gipf the dot as well."""
    heard = list[pente.Analysis]()
    analysis = pente.analyse(GAME, depth=4, clock="cpu", seconds=600, listener=heard.append)
    assert [news.lines for news in heard] == [news.lines for news in pente.stream(GAME, depth=4)]
    assert analysis.seconds_cpu > 0
    assert analysis.to_move == GAME.to_move
    assert analysis.spellings == {"best": analysis.lines[0].spelled[0]}
    assert [GAME.after(word).moves[-1] for word in analysis.spellings.values()] == [analysis.move]
    assert analysis.lines[0].spelled[0][0].isdigit()
    assert set(pente.analyse(pente.Game("gipf"), depth=1).spellings) == {"best", "entry"}
    assert pente.analyse(GAME, seconds=0.01, clock="cpu").stopped_by == "time"


def test_bad_requests_are_refused() -> None:
    """An option out of range, or nothing to search, is named by `analyse` and `stream` alike."""
    for options, words in (
        ({"seconds": -1}, "seconds is -1"),
        ({"nodes": 0}, "nodes is 0"),
        ({"depth": 0}, "depth is 0"),
        ({"clock": "sun"}, "clock is 'sun', expected cpu or wall"),
        ({"lines": 0}, "lines is 0"),
        ({"workers": 17}, "17 workers"),
        ({"table_mb": 0}, "table_mb is 0"),
        ({"weights": "nowhere.toml"}, "nowhere.toml"),
    ):
        for search in (pente.analyse, pente.stream):
            with pytest.raises(pente.OptionError, match=words):
                search(GAME, **options)
    for search in (pente.analyse, pente.stream):
        with pytest.raises(pente.GameOver, match="Black has 5 in a row"):
            search(WON.after("H12"))
    with pytest.raises(TypeError, match="not 19"):
        pente.analyse(19)  # type: ignore[arg-type]
    assert ended()


def test_missing_kernel_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without the compiled search, games work, and a search says what is missing."""

    def missing(name: str) -> None:
        raise ImportError(name)

    monkeypatch.setattr("search.native._imported", missing)
    for search in (pente.analyse, pente.stream, pente.solve):
        with pytest.raises(pente.KernelMissing, match=r"cannot be imported.*pip install"):
            search(GAME)
    assert issubclass(pente.KernelMissing, pente.Error)


def test_a_text_is_analysed_as_its_game() -> None:
    """Moves, positions and records are searched as the game that they are."""
    analysis = pente.analyse(GAME, depth=3)
    for text in ("K10 L11 K13", "1. K10 L11 2. K13", GAME.position):
        assert pente.analyse(text, depth=3).lines == analysis.lines
        assert [*pente.stream(text, depth=3)][-1].lines == analysis.lines
        assert pente.solve(text).moves == pente.solve(GAME).moves
    with pytest.raises(pente.NotationError, match="Z99"):
        pente.analyse("K10 Z99")
    with pente.Engine("gomoku-9") as engine:  # what the text does not say
        assert engine.analyse("E5 D6", depth=2).move in pente.Game("gomoku-9", "E5 D6").legal_moves


def test_stopped_search_says_so() -> None:
    """The caller's `stop` is named; it is neither the time nor another limit."""
    with pente.Engine() as engine:
        analysis = engine.analyse(GAME, seconds=600, listener=lambda _: engine.stop())
        streamed = []
        for news in engine.stream(GAME, seconds=600):
            streamed.append(news.stopped_by)
            engine.stop()
    assert analysis.stopped_by == streamed[-1] == "stop"


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


def test_engine_with_a_running_stream_is_busy() -> None:
    """A search in the loop over a stream of the same engine is refused, not awaited for ever."""
    with pente.Engine() as engine:
        for _ in (stream := engine.stream(GAME)):
            with pytest.raises(pente.EngineBusy, match="close it first"):
                engine.analyse(GAME, nodes=500)
            break
        stream.close()
        assert engine.analyse(GAME, nodes=500).nodes >= 500


def test_searches_of_several_threads() -> None:
    """Each gives what it gives alone; those of one engine wait for each other."""
    alone, analyses = pente.analyse(GAME, nodes=20_000), list[pente.Analysis]()
    with pente.Engine() as engine:
        searches = (*[pente.analyse] * 2, *[engine.analyse] * 2)
        threads = [
            threading.Thread(target=lambda s=search: analyses.append(s(GAME, nodes=20_000)))
            for search in searches
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(analyses) == 4
    assert sum(result.lines == alone.lines for result in analyses) >= 3  # one table is not new


def test_interrupt_ends_a_search() -> None:
    """Ctrl-C ends an analysis, and a loop over a stream, with KeyboardInterrupt."""
    with interrupted(0.1):
        pente.analyse(GAME, seconds=30)
    with interrupted(0.1):
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
    child.join(60)
    assert child.exitcode == 0
    assert next(stream).depth == 2
    assert engine.analyse(game, nodes=2000).move
"""
    script = tmp_path / "own_script.py"
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    script.write_text(code, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(script)], env=env, capture_output=True, timeout=600, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
