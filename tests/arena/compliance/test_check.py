"""`check` passes an agent that keeps the rules, and fails a broken one for the right reason."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from arena.compliance import positions as boards
from arena.compliance.check import CHECKS, CheckResult, check_agent, rule_of
from arena.errors import ContestantError
from arena.players.parsing import Contestant, parse_contestant
from arena.processes.process_tree import children
from tests.arena.scripts import GOOD, WRITE, script

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parents[3]


def failed(contestant: Contestant, *names: str) -> dict[str, str]:
    """The reasons of the checks that the agent fails, of all checks unless some are named."""
    results = list(check_agent(contestant, names))
    return {result.name: result.reason for result in results if not result.passed}


def writes(content: str) -> str:
    """Return an agent that writes this expression of `move` as its output."""
    return script(write=WRITE.replace('move + "\\n"', content))


def test_good_agent_passes_every_check(agent_of: Callable[[str], Contestant]) -> None:
    """An agent of forty lines that answers legally passes all checks."""
    results = list(check_agent(agent_of(GOOD)))
    assert [result.name for result in results] == list(CHECKS)
    assert [result for result in results if not result.passed] == []


def test_good_command_passes_too(tmp_path: Path) -> None:
    """The same agent passes as a shell command without a folder of its own."""
    (tmp_path / "mine.py").write_text(GOOD)
    contestant = parse_contestant(f"agent:/usr/bin/env python3 {tmp_path / 'mine.py'}")
    assert failed(contestant, "sample", "files", "processes", "other-folder") == {}


def test_own_agent_passes_every_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Our own agent passes all checks.

    It calibrates quickly, which measures less, and has 1 s for each of the two whole games.
    """
    monkeypatch.setattr("arena.compliance.check.GAME_S", 1.0)
    for package in ("agent", "games", "search", "data"):
        shutil.copytree(
            ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    shutil.copy(ROOT / "homework.py", tmp_path)
    calibrate = (ROOT / "calibrate.py").read_text()
    assert "sys.argv[1:]" in calibrate
    (tmp_path / "calibrate.py").write_text(calibrate.replace("sys.argv[1:]", "['--quick']"))
    assert failed(parse_contestant(f"agent:{tmp_path}")) == {}


GRANDCHILD = """
import os, time
done, still = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        until = time.process_time() + 0.3
        while time.process_time() < until:
            pass
    os._exit(0)
os.close(still)
os.wait()
os.read(done, 1)  # ends when the grandchild has ended, however long it took on the wall
time.sleep(0.05)
"""
BACKGROUND = """
import os, time
if os.fork() == 0:
    os.setsid()
    time.sleep(30)
    os._exit(0)
"""

BROKEN = {
    "the letter I": (writes('"10I\\n"'), "sample", "column I, which does not exist: '10I'"),
    "lower case": (writes('move.lower() + "\\n"'), "sample", "has a lower-case letter"),
    "letter first": (writes('move[-1] + move[:-1] + "\\n"'), "sample", "names the column first"),
    "two lines": (writes('move + "\\n" + move + "\\n"'), "sample", "more than one line"),
    "an empty line after it": (writes('move + "\\n\\n"'), "sample", "more than one line"),
    "trailing blank": (writes('move + " \\n"'), "sample", "has blanks before or after the move"),
    "leading zero": (writes('"0" + move + "\\n"'), "sample", "names a point off the board"),
    "CR LF": (writes('move + "\\r\\n"'), "sample", "ends its line with CR LF"),
    "a comma": (writes('move[:-1] + "," + move[-1]'), "sample", "has no move"),
    "an empty file": (writes('""'), "sample", "malformed output: output.txt is empty"),
    "no file": (script(write=""), "sample", "no output: no output.txt was written"),
    "no file but words": (
        script(write="import sys; print('no disk', file=sys.stderr)"),
        "sample",
        "no output: no output.txt was written; it printed: no disk",
    ),
    "a pipe": (
        script(write="import os; os.mkfifo('output.txt')"),
        "sample",
        "is not a regular file",
    ),
    "a link to its move": (
        script(
            write="import os; open('m', 'w').write(move + '\\n'); os.symlink('m', 'output.txt')"
        ),
        "sample",
        "no output: output.txt is a symbolic link",
    ),
    "off the board": (writes('"20A\\n"'), "sample", "a point off the board: '20A'"),
    "an occupied point": (writes('"10K\\n"'), "sample", "illegal move K10: K10 is occupied"),
    "a first stone next to the centre": (
        writes('"9K\\n"'),
        "first-stone",
        "White's first stone must lie on K10",
    ),
    "a second stone too near": (
        script(choose="move = '10K' if cells[180] == '.' else '10M'"),
        "second-stone",
        "illegal move M10: White's second stone must lie at least 3 intersections",
    ),
    "counts its moves in playdata.txt": (
        script(
            read="""
            import os
            first = not os.path.exists("playdata.txt")
            open("playdata.txt", "w").write("x")
            """,
            choose="move = '10K' if first else '3D'",
        ),
        "second-stone",
        "illegal move K10: K10 is occupied",
    ),
    "trusts playdata.txt": (
        script(
            after="""
            import os
            if os.path.exists("playdata.txt"):
                open("playdata.txt", encoding="ascii").read()
            """
        ),
        "garbage-playdata",
        "crash: ended with exit code 1: UnicodeDecodeError",
    ),
    "trusts calibration.txt": (
        script(
            after="""
            import os
            if os.path.exists("calibration.txt"):
                float(open("calibration.txt", encoding="latin-1").read())
            """
        ),
        "garbage-calibration",
        "crash: ended with exit code 1",
    ),
    "cannot do without calibration.txt": (
        script(after="open('calibration.txt')"),
        "garbage-calibration",
        "FileNotFoundError",
    ),
    "an exit code": (script(after="raise SystemExit(3)"), "sample", "ended with exit code 3"),
    "a signal": (
        script(after="import os; os.kill(os.getpid(), 11)"),
        "sample",
        "crash: ended with signal 11",
    ),
    "an exception": (
        script(choose="move = 1 / 0"),
        "sample",
        "exit code 1: ZeroDivisionError: division by zero",
    ),
    "never ends on a short clock": (
        script(choose="while seconds < 0.1: pass\nmove = '9N'"),
        "0.05-s",
        "time: killed after",
    ),
    "is late on a short clock": (
        script(after="import time\nwhile time.process_time() < 0.7: pass"),
        "0.5-s",
        "time: answered after 0.7",
    ),
    "hides CPU in a grandchild": (
        script(after=GRANDCHILD),
        "processes",
        "it did not wait for 1 of its processes; their 0.3",
    ),
    "leaves a process behind": (
        script(after=BACKGROUND),
        "processes",
        "1 of its processes were still running after it ended",
    ),
    "keeps a stale output": (
        script(
            write="""
            import os
            if not os.path.exists("output.txt"):
                open("output.txt", "w").write(move)
            """
        ),
        "stale-output",
        "is occupied",
    ),
    "appends to its output": (
        script(write=WRITE.replace('"w"', '"a"')),
        "stale-output",
        "more than one line",
    ),
    "writes into input.txt": (
        script(after="open('input.txt', 'w').write('mine')"),
        "files",
        "changed input.txt",
    ),
    "leaves a log": (script(after="open('my.log', 'w')"), "files", "left my.log in its folder"),
    "removes its input": (
        script(after="import os; os.remove('input.txt')"),
        "files",
        "removed input.txt from its folder",
    ),
    "plays where its code lies": (
        "import os, sys\nos.chdir(os.path.dirname(os.path.abspath(sys.argv[0])))\n" + GOOD,
        "other-folder",
        "FileNotFoundError",
    ),
    "believes that the board is never full": (
        script(after="if cells.count('.') < 3: raise SystemExit('no room')"),
        "nearly-full",
        "2 empty: crash: ended with exit code 1: no room",
    ),
    "plays the centre while no white stone lies": (
        script(after="if 'w' not in cells: open('output.txt', 'w').write('10K')"),
        "all-taken",
        "illegal move K10: K10 is occupied",
    ),
    "breaks down late in a game": (
        script(after="if colour == 'BLACK' and cells.count('b') > 5: raise SystemExit(9)"),
        "game-as-black",
        "ply 14: crash: Black: ended with exit code 9",
    ),
}


@pytest.mark.parametrize("fault", BROKEN)
def test_broken_agent_fails_for_the_right_reason(
    fault: str, agent_of: Callable[[str], Contestant]
) -> None:
    """An agent with a single fault fails the check of that fault, which names it."""
    text, name, reason = BROKEN[fault]
    assert reason in failed(agent_of(text), name).get(name, "passed")


def test_file_left_in_a_subfolder_is_named(tmp_path: Path) -> None:
    """A file that an agent adds below its folder is one of its files."""
    (tmp_path / "logs").mkdir()
    (tmp_path / "homework.py").write_text(script(after="open('logs/my.log', 'w')"))
    contestant = parse_contestant(f"agent:{tmp_path}")
    assert "left logs/my.log in its folder" in failed(contestant, "files").get("files", "passed")


def test_broken_calibration_is_named(tmp_path: Path) -> None:
    """A calibrate.py that fails or writes another file fails the check, with its reason."""
    (tmp_path / "homework.py").write_text(GOOD)
    contestant = parse_contestant(f"agent:{tmp_path}")
    (tmp_path / "calibrate.py").write_text("raise SystemExit(4)")
    contestant = parse_contestant(f"agent:{tmp_path}")
    assert (
        "calibrate.py: crash: ended with exit code 4" in failed(contestant, "calibration").values()
    )
    (tmp_path / "calibrate.py").write_text("open('calibration.txt', 'w'); open('notes', 'w')")
    assert "left notes in its folder" in failed(contestant, "calibration")["calibration"]


def test_calibration_file_is_in_every_later_trial(tmp_path: Path) -> None:
    """The file that calibrate.py wrote once is there in every later trial."""
    (tmp_path / "homework.py").write_text(script(after="open('calibration.txt').read()"))
    (tmp_path / "calibrate.py").write_text("open('calibration.txt', 'w').write('1')")
    contestant = parse_contestant(f"agent:{tmp_path}")
    assert failed(contestant, "calibration", "sample", "middle-game") == {}


def test_agent_that_hangs_is_given_up(agent_of: Callable[[str], Contestant]) -> None:
    """After three trials without an answer in time, the remaining checks fail without a trial."""
    contestant = agent_of("while True: pass")
    names = ("0.5-s", "0.05-s", "0.01-s", "stale-output")
    reasons = failed(contestant, *names)
    assert list(reasons) == list(names)
    assert "not tried" in reasons["stale-output"]


def test_checks_leave_nothing_behind(agent_of: Callable[[str], Contestant]) -> None:
    """No process outlives its check, and the agent's own folder stays unchanged."""
    contestant = agent_of(script(after=BACKGROUND + "\nopen('my.log', 'w')"))
    before = children()
    assert failed(contestant, "sample", "processes", "files").keys() == {"processes", "files"}
    assert contestant.program is not None
    assert contestant.program.source is not None
    assert os.listdir(contestant.program.source) == ["homework.py"]
    assert children() == before


def test_only_agents_behind_the_harness_are_checked() -> None:
    """A contestant that is no agent and an unknown check are refused with a message."""
    with pytest.raises(ContestantError, match="plays in this process"):
        list(check_agent(parse_contestant("random")))
    with pytest.raises(ContestantError, match="unknown check 'speed'"):
        list(check_agent(parse_contestant("agent:true"), ["speed"]))


def test_every_check_states_its_rule() -> None:
    """A check that passes states in a sentence what it requires."""
    assert all(rule_of(name).endswith(".") for name in CHECKS)


def test_boards_go_on() -> None:
    """On every trial board the game goes on and at least one move has been played."""
    tried = [
        boards.empty_board(),
        boards.black_first(),
        boards.white_second(),
        boards.white_second_crowded(),
        boards.white_all_taken(),
        boards.sample(),
        boards.middle_game(),
        *(boards.nearly_full(empty, side) for empty in (1, 2, 4) for side in (0, 1)),
    ]
    assert all(position.outcome is None and position.legal_moves() for position in tried)
    assert [len(boards.nearly_full(empty, 0).legal_moves()) for empty in (1, 4)] == [1, 4]


def test_result_is_a_record() -> None:
    """The fields of a result cannot be set."""
    result = CheckResult(name="sample", passed=True, reason="")
    with pytest.raises(AttributeError):
        result.passed = False  # type: ignore[misc]  # the assignment is what must fail
