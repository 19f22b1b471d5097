"""Ctrl-C: every long command says what it has found so far, and how to continue."""

from __future__ import annotations

import json
import re
import shlex
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from arena.match.match import play_match
from cli.output.stopping import end_on_signals, stopping
from search.bench import bench_results
from search.comparison import plain_column
from tests.cli.interrupting import cut_short
from tests.in_process import pente
from tests.tuning.simulated import Inline, landscape
from tools.programs import ended
from tuning.plan import Plan

ROOT = Path(__file__).parents[2]
HANDOUT = "19/19/19/19/19/19/19/9w9/10b8/9w1bw6/19/19/19/19/19/19/19/19/19 b 0,0"
GIPF = "w 9 9 Kd5 Ke8 Kh2 Wb5 We2 We3"  # no win within a minute
MATCH = ("match", "engine:nodes=60", "random", "-g", "gomoku-9", "--games", "8")
STUDY = ("-g", "gomoku-9", "--games", "40", "--nodes", "60", "--pairs", "4")


@contextmanager
def ctrl_c(after_s: float) -> Iterator[None]:
    """Press Ctrl-C after these seconds of CPU, which a busy computer does not use up elsewhere."""
    signal.signal(signal.SIGINT, signal.default_int_handler)
    before = signal.signal(signal.SIGPROF, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        signal.setitimer(signal.ITIMER_PROF, after_s)
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def quoted_command(said: str) -> list[str]:
    """The words of the command that the message tells to run, without `pente`."""
    (line,) = re.findall(r"^pente:   pente (.*)$", said, re.MULTILINE)
    return shlex.split(line)


def test_searches_give_what_they_have_found() -> None:
    """The best move so far, as text or JSON, also of two workers; what a solver has refuted."""
    words = ("analyse", "-", "--time", "100", "--json")
    pente("analyse", "-", "--depth", "1", stdin=HANDOUT)  # so that the modules are loaded
    pente("solve", "-", "-g", "gipf-basic", "--turns", "1", stdin=GIPF)
    with ctrl_c(0.5):
        end = pente(*words, stdin=HANDOUT)
    told = json.loads(end.stdout)
    assert (end.returncode, told["stopped_by"]) == (130, "interrupted")
    assert told["best"] == told["pv"][0]
    assert f"interrupted at depth {told['depth']}" in end.stderr
    assert quoted_command(end.stderr) == list(words)
    with ctrl_c(0.7):
        end = pente("analyse", "-", "--time", "100", "--workers", "2", stdin=HANDOUT)
    assert end.returncode == 130
    assert re.search(r"^best \w+, \d+ % for Black$", end.stdout, re.MULTILINE)
    with ctrl_c(0.7):
        end = pente("solve", "-", "-g", "gipf-basic", stdin=GIPF)
    assert end.returncode == 130
    (turns,) = re.findall(r"undecided: interrupted; no win in up to (\d+) turns", end.stdout)
    assert f"interrupted: no win in {turns} turns" in end.stderr


def test_match_loses_no_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It prints the score and writes its games, with or without a file of results; the command that
    it names plays the others. Nothing is written where nothing was played.
    """
    monkeypatch.chdir(tmp_path)
    times = {"cpu_s": 0, "most_cpu_in_a_game_s": 0}
    whole = json.loads(pente(*MATCH, "--json").stdout)
    monkeypatch.setattr("cli.matches.match_command.play_match", cut_short(play_match, 3))
    end = pente(*MATCH, "--sgf", "games.sgf")
    assert end.returncode == 130
    assert "3 of 8 games" in end.stdout
    assert (tmp_path / "games.sgf").read_text().count("(;") == 3
    command = quoted_command(end.stderr)
    (file,) = tmp_path.glob("match-*.jsonl")
    assert command[-3:] == ["--results", file.name, "--resume"]
    words = [*MATCH, "--results", "kept.jsonl", "--json"]
    end = pente(*words)
    told = json.loads(end.stdout)
    assert (end.returncode, told["games"], told["interrupted"]) == (130, 3, True)
    assert quoted_command(end.stderr) == [*words, "--resume"]
    monkeypatch.setattr("cli.matches.match_command.play_match", play_match)
    done = pente(*command, "--json")
    assert done.returncode == 0, done.stderr
    assert {**json.loads(done.stdout), **times} == {**whole, **times}
    monkeypatch.setattr("cli.matches.match_command.play_match", cut_short(lambda *_, **__: [1], 0))
    end = pente(*MATCH)
    assert end.returncode == 130
    assert f"To begin again: pente {shlex.join(MATCH)}" in end.stderr


def test_ctrl_c_while_the_command_is_loaded_prints_no_traceback() -> None:
    """The libraries take a moment to load; an interrupt then ends the command in one line."""
    code = (
        "import sys\n"
        "class Interrupting:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'rich_click': raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupting())\n"
        "from cli.main import main; main()"
    )
    end = ended([sys.executable, "-c", code])
    assert (end.returncode, end.stderr) == (130, "pente: interrupted\n")


def test_bench_and_comparison_give_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupted bench has no signature; a comparison keeps its cells."""
    monkeypatch.setattr("cli.engine.engine_commands.bench_results", cut_short(bench_results, 1))
    end = pente("bench", "--quick", "-g", "gomoku-9", "--json")
    told = json.loads(end.stdout)
    assert (end.returncode, told["positions"], told["signature"]) == (130, 1, None)
    monkeypatch.setattr("cli.engine.compare_command.plain_column", cut_short(plain_column, 1))
    end = pente("compare-search", "-g", "gomoku-9", "--depth", "2", "--json")
    told = json.loads(end.stdout)
    assert (end.returncode, told["interrupted"]) == (130, True)
    assert [len(told[name]) for name in ("minimax", "alpha-beta", "kernel")] == [1, 0, 0]


class Interrupted(Inline):
    """A farm that is interrupted after this many pairs."""

    def __init__(self, pairs: int) -> None:
        super().__init__(landscape(Plan(game="gomoku-9", games=40, nodes=60, seed=1), seed=1).play)
        self._left = pairs

    def next(self) -> Any:
        """The next pair, or KeyboardInterrupt."""
        self._left -= 1
        if self._left < 0:
            raise KeyboardInterrupt
        return super().next()


def test_study_and_its_acceptance_tell_their_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command that each names continues; each trial has its line."""
    monkeypatch.setattr("tuning.driver.quick_signature", lambda _family: "simulated")
    monkeypatch.setattr("tuning.acceptance.accept.quick_signature", lambda _family: "simulated")
    monkeypatch.setattr("cli.tuning.tune_command.pool_of", lambda *_: lambda: Interrupted(9))
    folder = str(tmp_path / "study")
    end = pente("tune", "--study", folder, *STUDY, "--workers", "2")
    assert end.returncode == 130
    assert "not finished: 18 of 40 games, 2 of 5 trials" in end.stdout
    assert re.findall(r"^trial (\d)/5, ", end.stderr, re.MULTILINE) == ["1", "2"]
    command = quoted_command(end.stderr)
    assert command == ["tune", "resume", "--study", folder, "--workers", "2"]
    monkeypatch.setattr("cli.tuning.tune_command.pool_of", lambda *_: lambda: Interrupted(100))
    done = pente(*command)
    assert done.returncode == 0, done.stderr
    assert "\nfinished: 40 of 40 games, 5 of 5 trials" in done.stdout
    monkeypatch.setattr("tuning.matches.play_match", cut_short(play_match, 3))
    words = ["tune", "accept", "--study", folder, "--games", "40"]
    end = pente(*words)
    assert end.returncode == 130
    assert re.search(r"interrupted: 3 games, 1 complete pairs?: \d+ %, .*LLR [+-]", end.stderr)
    assert quoted_command(end.stderr) == words


def test_signals_are_handled_as_the_caller_has_them() -> None:
    """A stop is called once, the second Ctrl-C interrupts, and the handlers of before are back. A
    hang-up that the caller ignores (nohup) stays ignored; SIGTERM ends like Ctrl-C.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)
    calls: list[str] = []
    with stopping(lambda: calls.append("stop")) as stop:
        signal.raise_signal(signal.SIGINT)
        assert stop.asked
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert calls == ["stop"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    end_on_signals()
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGTERM)
