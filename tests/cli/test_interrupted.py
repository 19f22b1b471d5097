"""Ctrl-C: every long command says what it has found so far, and how to continue."""

from __future__ import annotations

import json
import os
import re
import shlex
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from arena.match.match import play_match
from cli.main import pente
from cli.output.stopping import end_on_signals, stopping
from search.bench import bench_results
from search.comparison import plain_column
from tests.tuning.simulated import Inline, landscape
from tuning.plan import Plan

ROOT = Path(__file__).parents[2]
HANDOUT = "19/19/19/19/19/19/19/9w9/10b8/9w1bw6/19/19/19/19/19/19/19/19/19 b 0,0"
GIPF = "w 9 9 Kd5 Ke8 Kh2 Wb5 We2 We3"  # no win within a minute
MATCH = ("match", "engine:nodes=60", "random", "-g", "gomoku-9", "--games", "8")
STUDY = ("-g", "gomoku-9", "--games", "40", "--nodes", "60", "--pairs", "4")


def run(*words: str, stdin: str = "") -> Result:
    """Run `pente` in this process."""
    return CliRunner().invoke(pente, list(words), input=stdin)


@contextmanager
def ctrl_c(after_s: float) -> Iterator[None]:
    """Press Ctrl-C after this time."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(after_s, os.kill, (os.getpid(), signal.SIGINT))
    try:
        timer.start()
        yield
    finally:
        timer.cancel()
        timer.join()
        signal.signal(signal.SIGINT, before)


def cut_short(function: Callable[..., Any], after: int) -> Callable[..., Iterator[Any]]:
    """A generator function that is interrupted after so many of its values."""

    def shortened(*words: Any, **named: Any) -> Iterator[Any]:
        for number, value in enumerate(function(*words, **named)):
            if number == after:
                raise KeyboardInterrupt
            yield value

    return shortened


def quoted_command(said: str) -> list[str]:
    """The words of the command that the message tells to run, without `pente`."""
    (line,) = re.findall(r"^pente:   pente (.*)$", said, re.MULTILINE)
    return shlex.split(line)


def test_analysis_gives_the_best_move_so_far() -> None:
    """The result, as text or JSON, is that of the search up to then; exit code 130."""
    with ctrl_c(0.5):
        end = run("analyse", "-", "--time", "100", "--json", stdin=HANDOUT)
    told = json.loads(end.stdout)
    assert (end.exit_code, told["stopped_by"]) == (130, "interrupted")
    assert told["depth"] >= 3
    assert told["best"] == told["pv"][0]
    assert f"interrupted at depth {told['depth']}" in end.stderr
    assert quoted_command(end.stderr) == ["analyse", "-", "--time", "100", "--json"]


def test_parallel_analysis_is_interrupted_too() -> None:
    """The helper processes end with it."""
    with ctrl_c(0.7):
        end = run("analyse", "-", "--time", "100", "--workers", "2", stdin=HANDOUT)
    assert end.exit_code == 130
    assert re.search(r"^best \w+, \d+ % for Black$", end.stdout, re.MULTILINE)


def test_solver_tells_what_it_has_refuted() -> None:
    """The verdict is undecided, with the length that has no win."""
    with ctrl_c(0.7):
        end = run("solve", "-", "-g", "gipf-basic", stdin=GIPF)
    assert end.exit_code == 130
    (turns,) = re.findall(r"undecided: interrupted; no win in up to (\d+) turns", end.stdout)
    assert f"interrupted: no win in {turns} turns" in end.stderr


def test_match_without_a_file_loses_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It prints the score and writes its games; the command that it names plays the others."""
    monkeypatch.chdir(tmp_path)
    whole = json.loads(run(*MATCH, "--json").stdout)
    monkeypatch.setattr("cli.matches.match_run.play_match", cut_short(play_match, 3))
    end = run(*MATCH)
    assert end.exit_code == 130
    assert "3 of 8 games" in end.stdout
    command = quoted_command(end.stderr)
    (file,) = tmp_path.glob("match-*.jsonl")
    assert command[-3:] == ["--resume", "--results", file.name]
    monkeypatch.setattr("cli.matches.match_run.play_match", play_match)
    done = run(*command, "--json")
    assert done.exit_code == 0, done.output
    told = json.loads(done.stdout)
    assert {**told, "cpu_s": 0, "most_cpu_in_a_game_s": 0} == {
        **whole,
        "cpu_s": 0,
        "most_cpu_in_a_game_s": 0,
    }


def test_match_with_a_file_names_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same command resumes, with --resume; JSON says that it was interrupted."""
    monkeypatch.setattr("cli.matches.match_run.play_match", cut_short(play_match, 3))
    words = [*MATCH, "--results", str(tmp_path / "kept.jsonl"), "--json"]
    end = run(*words)
    told = json.loads(end.stdout)
    assert (end.exit_code, told["games"], told["interrupted"]) == (130, 3, True)
    assert quoted_command(end.stderr) == [*words, "--resume"]


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
    end = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (end.returncode, end.stderr) == (130, "pente: interrupted\n")


def test_match_before_its_first_game_says_how_to_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is written where nothing was played."""
    monkeypatch.setattr("cli.matches.match_run.play_match", cut_short(lambda *_, **__: [1], 0))
    end = run(*MATCH)
    assert end.exit_code == 130
    assert f"To begin again: pente {shlex.join(MATCH)}" in end.stderr


def test_bench_and_comparison_give_what_is_done(monkeypatch: pytest.MonkeyPatch) -> None:
    """An interrupted bench has no signature; a comparison keeps its cells."""
    monkeypatch.setattr("cli.engine.engine_commands.bench_results", cut_short(bench_results, 1))
    end = run("bench", "--quick", "-g", "gomoku-9", "--json")
    told = json.loads(end.stdout)
    assert (end.exit_code, told["positions"], told["signature"]) == (130, 1, None)
    monkeypatch.setattr("cli.engine.compare_command.plain_column", cut_short(plain_column, 2))
    end = run("compare-search", "-g", "gomoku-9", "--depth", "3", "--json")
    told = json.loads(end.stdout)
    assert (end.exit_code, told["interrupted"]) == (130, True)
    assert [len(told[name]) for name in ("minimax", "alpha-beta", "kernel")] == [2, 0, 0]


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


def test_study_tells_its_state_and_the_command_that_resumes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command that it names finishes the study; each trial has its line."""
    monkeypatch.setattr("tuning.driver.quick_signature", lambda _family: "simulated")
    monkeypatch.setattr("cli.tuning.tune_command.pool_of", lambda *_: lambda: Interrupted(9))
    folder = str(tmp_path / "study")
    end = run("tune", "--study", folder, *STUDY, "--workers", "2")
    assert end.exit_code == 130
    assert "not finished: 18 of 40 games, 2 of 5 trials" in end.stdout
    assert re.findall(r"^trial (\d)/5, ", end.stderr, re.MULTILINE) == ["1", "2"]
    command = quoted_command(end.stderr)
    assert command == ["tune", "resume", "--study", folder, "--workers", "2"]
    monkeypatch.setattr("cli.tuning.tune_command.pool_of", lambda *_: lambda: Interrupted(100))
    done = run(*command)
    assert done.exit_code == 0, done.output
    assert "\nfinished: 40 of 40 games, 5 of 5 trials" in done.stdout


def test_acceptance_tells_its_score(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The games so far, the LLR, and the same command."""
    monkeypatch.setattr("tuning.driver.quick_signature", lambda _family: "simulated")
    monkeypatch.setattr("tuning.acceptance.accept.quick_signature", lambda _family: "simulated")
    monkeypatch.setattr("cli.tuning.tune_command.pool_of", lambda *_: lambda: Interrupted(100))
    folder = str(tmp_path / "study")
    assert run("tune", "--study", folder, *STUDY).exit_code == 0
    monkeypatch.setattr("tuning.acceptance.accept.play_match", cut_short(play_match, 5))
    words = ["tune", "accept", "--study", folder, "--games", "40"]
    end = run(*words)
    assert end.exit_code == 130
    assert re.search(r"interrupted: 5 games, 2 complete pairs: \d+ %, .*LLR [+-]", end.stderr)
    assert quoted_command(end.stderr) == words


def test_stop_is_called_once_and_the_second_ctrl_c_interrupts() -> None:
    """The handlers of before are back afterwards."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        calls: list[str] = []
        with stopping(lambda: calls.append("stop")) as stop:
            signal.raise_signal(signal.SIGINT)
            assert stop.asked
            with pytest.raises(KeyboardInterrupt):
                signal.raise_signal(signal.SIGINT)
        assert calls == ["stop"]
        assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    finally:
        signal.signal(signal.SIGINT, before)


def test_nohup_keeps_a_command_running() -> None:
    """A hang-up that the caller ignores stays ignored; SIGTERM ends like Ctrl-C."""
    before = {number: signal.getsignal(number) for number in (signal.SIGHUP, signal.SIGTERM)}
    try:
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
        end_on_signals()
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
