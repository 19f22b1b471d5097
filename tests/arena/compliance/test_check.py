"""`check` passes an agent that keeps the rules, and fails a broken one for the right reason."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from arena.compliance.check import CHECKS, check_agent
from arena.compliance.trial import TrialRunner
from arena.errors import ContestantError
from arena.players.parsing import Contestant, parse_contestant
from tests.arena.processes.running import ENDED_ORPHAN
from tests.arena.scripts import GOOD, WRITE, agent_in, script

ROOT = Path(__file__).parents[3]


def failed(contestant: Contestant, *names: str) -> dict[str, str]:
    """The reasons of the checks that the agent fails, of all checks unless some are named."""
    results = list(check_agent(contestant, names))
    return {result.name: result.reason for result in results if not result.passed}


def writes(content: str) -> str:
    """An agent that writes this expression of `move` as its output."""
    return script(write=WRITE.replace('move + "\\n"', content))


def test_good_agent_passes_every_check(tmp_path: Path) -> None:
    """An agent of forty lines passes all checks, also as a command; each states its rule."""
    contestant = agent_in(tmp_path)
    results = list(check_agent(contestant))
    assert [result.name for result in results] == list(CHECKS)
    assert [result for result in results if not result.passed] == []
    assert [result.reason for result in results] == [rule for rule, _ in CHECKS.values()]
    assert contestant.program is not None
    command = f"agent:/usr/bin/env python3 {contestant.program.source}/homework.py"
    assert failed(parse_contestant(command), "files", "processes", "other-folder") == {}


def test_own_agent_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Our own agent plays moves and a whole game with 1 s left, and needs none of its files."""
    for name in ("GAME_S", "ORDINARY_S"):
        monkeypatch.setattr(f"arena.compliance.check.{name}", 1.0)
    for asked in (TrialRunner.ask, TrialRunner.attempt):
        assert asked.__kwdefaults__ is not None
        monkeypatch.setitem(asked.__kwdefaults__, "told_s", 1.0)
    for package in ("agent", "games", "search", "data"):
        (tmp_path / package).symlink_to(ROOT / package)
    shutil.copy(ROOT / "homework.py", tmp_path)
    names = ("second-stone", "garbage-playdata", "garbage-calibration", "files", "processes")
    agent = parse_contestant(f"agent:{tmp_path}")
    assert failed(agent, *names, "other-folder", "game-as-white") == {}


BACKGROUND = """
import os, time
if os.fork() == 0:
    os.setsid()
    time.sleep(30)
    os._exit(0)
"""
LINK = "import os; open('m', 'w').write(move + '\\n'); os.symlink('m', 'output.txt')"
COUNTS_MOVES = """
import os
first = not os.path.exists("playdata.txt")
open("playdata.txt", "w").write("x")
"""
TRUSTS = "import os\nif os.path.exists('{0}.txt'): {1}(open('{0}.txt', encoding='{2}').read())"
KEEPS_STALE = """
import os
if not os.path.exists("output.txt"):
    open("output.txt", "w").write(move)
"""
ITS_OWN_FOLDER = "import os, sys\nos.chdir(os.path.dirname(os.path.abspath(sys.argv[0])))\n"
CENTRE = script(after="if 'w' not in cells: open('output.txt', 'w').write('10K')")
# An agent, the check that it fails, and the reason.
BROKEN = (
    # One fault of form goes through a whole trial; `foreign/test_harness_files.py` has the others.
    (writes('"10I\\n"'), "sample", "column I, which does not exist: '10I'"),
    (script(write="import sys; print('no disk', file=sys.stderr)"), "sample", "printed: no disk"),
    (script(write=LINK), "sample", "no output: output.txt is a symbolic link"),
    (writes('"10K\\n"'), "sample", "illegal move K10: K10 is occupied"),
    (writes('"9K\\n"'), "first-stone", "White's first stone must lie on K10"),
    (script(choose="move = '10M' if 'w' in cells else '10K'"), "second-stone", "illegal move M10"),
    (script(COUNTS_MOVES, "move = '10K' if first else '3D'"), "second-stone", "K10 is occupied"),
    (script(after=TRUSTS.format("playdata", "", "ascii")), "garbage-playdata", "UnicodeDecode"),
    (script(after=TRUSTS.format("calibration", "float", "latin-1")), "garbage-calibration", "code"),
    (script(after="open('calibration.txt')"), "garbage-calibration", "FileNotFoundError"),
    (script(after="raise SystemExit(3)"), "sample", "ended with exit code 3"),
    (script(after="import os; os.kill(os.getpid(), 11)"), "sample", "crash: ended with signal 11"),
    (script(choose="move = 1 / 0"), "sample", "exit code 1: ZeroDivisionError: division by zero"),
    (script(choose="while seconds < 0.1: pass\nmove = '9N'"), "0.05-s", "time: killed after"),
    (script(after="import time\nwhile time.process_time() < 0.7: pass"), "0.5-s", "answered after"),
    (script(after=ENDED_ORPHAN), "processes", "it did not wait for 1 of its processes; their 0.3"),
    (script(after=BACKGROUND), "processes", "1 of its processes were still running"),
    (script(write=KEEPS_STALE), "stale-output", "is occupied"),
    (script(write=WRITE.replace('"w"', '"a"')), "stale-output", "more than one line"),
    (script(after="open('input.txt', 'w').write('mine')"), "files", "changed input.txt"),
    (script(after="os = __import__('os'); os.makedirs('a/b')"), "files", "left a"),
    (script(after="import os; os.remove('input.txt')"), "files", "removed input.txt"),
    (ITS_OWN_FOLDER + GOOD, "other-folder", "FileNotFoundError"),
    (script(after="if cells.count('.') < 3: 1 / 0"), "nearly-full", "2 empty: crash"),
    (CENTRE, "all-taken", "illegal move K10: K10 is occupied"),
    (script(after="if cells.count('b') > 5: exit(9)"), "game-as-black", "ply 14: crash: Black"),
)


def test_broken_agent_fails_for_the_right_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An agent with a single fault fails the check of that fault, which names it; nothing runs on,
    and the agent's own folder stays unchanged.
    """
    monkeypatch.setattr("arena.compliance.check.TRIES", 1)
    for text, name, reason in BROKEN:
        said = failed(agent_in(tmp_path, text), name).get(name, "passed")
        assert reason in said, f"{text}: {said}"
        assert os.listdir(tmp_path) == ["homework.py"]


def test_calibration_is_checked_and_runs_once(tmp_path: Path) -> None:
    """A calibrate.py that fails or writes another file is named; every later trial has its file."""
    agent, runs = tmp_path / "agent", tmp_path / "runs"
    agent.mkdir()
    (agent / "homework.py").write_text("assert open('calibration.txt').read() == 'kept'\n" + GOOD)
    kept = "open('calibration.txt', 'w').write('kept')"
    for text, reason in (
        ("raise SystemExit(4)", "calibrate.py: crash: ended with exit code 4"),
        (f"{kept}; open('notes', 'w')", "left notes in its folder"),
    ):
        (agent / "calibrate.py").write_text(text)
        contestant = parse_contestant(f"agent:{agent}")
        assert reason in failed(contestant, "calibration")["calibration"]
    (agent / "calibrate.py").write_text(f"open({str(runs)!r}, 'a').write('x'); {kept}")
    contestant = parse_contestant(f"agent:{agent}")
    for wanted in (("calibration", "sample", "game-as-white"), ("game-as-white",)):
        runs.write_text("")
        assert failed(contestant, *wanted) == {}
        assert runs.read_text() == "x"


def test_agent_that_hangs_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After three trials without an answer in time, the remaining checks fail without a trial."""
    monkeypatch.setattr("arena.compliance.check.GRACE_S", 0.1)
    names = ("0.05-s", "0.01-s", "stale-output")
    reasons = failed(agent_in(tmp_path, "while True: pass"), *names)
    assert list(reasons) == list(names)
    assert all("not tried" in reasons[name] for name in names[1:])


def test_only_agents_behind_the_harness_are_checked() -> None:
    """A contestant that is no agent and an unknown check are refused with a message."""
    with pytest.raises(ContestantError, match="plays in this process"):
        list(check_agent(parse_contestant("random")))
    with pytest.raises(ContestantError, match="unknown check 'speed'"):
        list(check_agent(parse_contestant("agent:true"), ["speed"]))
