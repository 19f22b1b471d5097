"""homework.py as the harness runs it: whatever goes wrong, it writes a legal move, exit code 0."""

from __future__ import annotations

import os
import re
import resource
import shutil
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from agent.calibration import FIELDS, FORMAT, machine
from agent.harness import needs_player, run
from agent.memory import load_memory
from agent.protocol import parse_request
from games.five.position import Position
from games.five.rules import rules_named
from tests.agent.desk import ROOT, Answer, Desk, is_move_for, sample, with_clock

HANDOUT = sample("handout_black")
MIDDLE = with_clock(sample("middle_game_black"), "3.0")
SAMPLES = ("empty_white", "handout_black", "middle_game_black", "nearly_full_white")


def played(desk: Desk, request: bytes, *, what: object = "", **named: Any) -> Answer:
    """The answer to a request, with exit code 0 and a legal move; `what` names a failing row."""
    done = desk.ask(request, **named)
    assert done.code == 0, (what, done.said)
    assert is_move_for(done.output, request), (what, done.output)
    return done


def test_homework_sure_moves_are_played_and_nothing_is_kept(desk: Desk) -> None:
    """The centre and a win are written exactly; no other file appears and nothing is printed."""
    for name, answer in (("empty_white", "10K\n"), ("win_at_once_white", "10O\n")):
        done = desk.ask(sample(name))
        assert (done.code, done.output, done.said) == (0, answer, "")
        assert {path.name for path in desk.folder.iterdir()} == {"input.txt", "output.txt"}


@pytest.mark.parametrize("clock", ["0.01", "0.05", "0.5", "5.2"])
def test_homework_answers_within_its_clock(desk: Desk, clock: str) -> None:
    """Early, in the middle and on a nearly full board; a short clock pays for no slow machine."""
    for name in SAMPLES:
        done = played(desk, with_clock(sample(name), clock), what=name)
        assert done.cpu_s <= float(clock) or float(clock) < 1, name
        (desk.folder / "playdata.txt").unlink(missing_ok=True)


def test_homework_panics_at_a_clock_or_captures_that_cannot_be_read(desk: Desk) -> None:
    """A bad header line costs a warning that names it, never the move; a sure move says nothing."""
    for clock in ("nan", "soon", "-3", ""):
        assert "clock" in played(desk, with_clock(HANDOUT, clock), what=clock).said
        assert played(desk, with_clock(sample("empty_white"), clock), what=clock).said == ""
    for captures in (b"none", b"", b"3,0", b"-1,2"):
        request = HANDOUT.replace(b"\n0,0\n", b"\n" + captures + b"\n")
        assert "captures" in played(desk, request, what=captures).said


def test_homework_plays_on_after_the_end(desk: Desk) -> None:
    """In a game that is over it names an empty point and says so."""
    assert "over" in played(desk, HANDOUT.replace(b"\n0,0\n", b"\n12,0\n")).said


FULL = b"\n".join([b"wb" * 9 + b"w", b"bw" * 9 + b"b"] * 9 + [b"w" * 19])
UNUSABLE = (
    (b"", "line 1, column 1"),
    (b"\x00\xff\xfe\x80" * 50, "line 1, column 1"),
    (HANDOUT[:200], "column"),
    (HANDOUT.replace(b"BLACK", b"GREEN"), "line 1, column 1"),
    (HANDOUT.replace(b".w.bw.", b".w?bw."), "column 11"),
    (HANDOUT[:16] + FULL, "full"),
)


def test_homework_refuses_unusable_input(desk: Desk) -> None:
    """Without colour, board or empty point: code 2, one line that names the place, no output."""
    for request, where in UNUSABLE:
        desk.put("output.txt", "10K\n")
        done = desk.ask(request)
        assert (done.code, done.output) == (2, None), where
        assert where in done.said
        assert "line " in done.said
        assert done.said.count("\n") == 1
    (desk.folder / "input.txt").unlink()
    missing = desk.ask()
    assert (missing.code, missing.output) == (2, None)
    assert "input.txt" in missing.said


def test_homework_corrupt_files_cost_no_move(desk: Desk) -> None:
    """A corrupt memory or calibration is reported in one line and not used."""
    for content in (b"", b"\x00\xff" * 5000, b"pente-memory 1 00000000\nstart x\n"):
        for name in ("playdata.txt", "calibration.txt"):
            desk.put(name, content)
        said = played(desk, with_clock(MIDDLE, "1.0"), what=content[:9]).said
        assert [said.count(name) for name in ("playdata.txt", "calibration.txt")] == [1, 1]


def next_request(request: bytes, answer: str, reply: str, clock: str) -> bytes:
    """Return the harness's request after our answer and the opponent's reply; neither captures."""
    rows = request.decode().split("\n")
    for name, stone in ((answer.strip(), "b"), (reply, "w")):
        line = 3 + 19 - int(name[:-1])
        column = "ABCDEFGHJKLMNOPQRST".index(name[-1])
        rows[line] = rows[line][:column] + stone + rows[line][column + 1 :]
    rows[1] = clock
    return "\n".join(rows).encode()


def after_a_move(desk: Desk) -> bytes:
    """The request that follows a long enough first move; playdata.txt holds a harvest."""
    first = desk.ask(with_clock(HANDOUT, "8.0"))
    assert first.output is not None
    assert (desk.folder / "playdata.txt").stat().st_size > 10_000
    return next_request(HANDOUT, first.output, "2B", f"{8.0 - first.cpu_s:.6f}")


def test_homework_remembers_the_game(desk: Desk) -> None:
    """A move saves playdata.txt, and the next move of the same game accepts it."""
    assert "playdata" not in played(desk, after_a_move(desk)).said


def test_homework_harvest_that_does_not_fit_is_a_cold_start(desk: Desk, tree: Path) -> None:
    """A flipped bit, other weights, another game: one line says so, and the move is legal."""
    request = after_a_move(desk)
    content = (desk.folder / "playdata.txt").read_bytes()
    weights = tree / "data" / "weights" / "pente.toml"
    weights.write_text(re.sub(r"(?m)^aspiration = \d+$", "aspiration = 7", weights.read_text()))
    flipped = bytearray(content)
    flipped[-100] ^= 4
    for data, root, asked, reason in (
        (bytes(flipped), ROOT, request, "harvest in playdata.txt is not used"),
        (content, tree, request, "other weights"),
        (content, ROOT, MIDDLE, "another position"),
    ):
        desk.put("playdata.txt", data)
        said = played(desk, asked, root=root, what=reason).said
        assert reason in said
        assert said.count("\n") == 1


def test_homework_a_short_search_leaves_the_harvest_unread(desk: Desk) -> None:
    """Where a search would be short, a damaged harvest is not read, and none is saved."""
    request = with_clock(after_a_move(desk), "0.65")
    content = (desk.folder / "playdata.txt").read_bytes()
    desk.put("playdata.txt", content[:-100])
    assert "harvest" not in played(desk, request).said
    assert b"\nharvest 0 " in (desk.folder / "playdata.txt").read_bytes()


def test_homework_loads_the_player_only_for_the_book_or_a_search(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """On a short clock the CPU time spent so far decides; on a longer one it does not matter."""
    for data, seconds_left, spent_s, needed in (
        (MIDDLE, 0.6, 1.0, True),  # a slow start
        (MIDDLE, 0.59, 1.0, False),
        (MIDDLE, 0.59, 0.01, True),
        (MIDDLE, 0.15, 0.001, True),  # a very fast one
        (MIDDLE, 0.14, 0.001, False),
        (HANDOUT, 0.15, 1.0, True),  # the book may have a reply
        (HANDOUT, 0.14, 1.0, False),
    ):
        monkeypatch.setattr("time.process_time", lambda spent_s=spent_s: spent_s)
        request = parse_request(data, rules_named("pente"))
        assert needs_player(request, seconds_left) == needed, (seconds_left, spent_s)


def test_homework_without_the_player_removes_the_memory(desk: Desk) -> None:
    """A move that saves no memory leaves none; one that cannot be removed is named in one line."""
    for clock in ("0.01", "0.14", "soon"):
        desk.put("playdata.txt", "the memory of the moves before")
        played(desk, with_clock(MIDDLE, clock), what=clock)
        assert not (desk.folder / "playdata.txt").exists()
    (desk.folder / "playdata.txt").mkdir()
    said = played(desk, with_clock(MIDDLE, "0.01")).said
    assert "playdata.txt" in said
    assert said.count("\n") == 1


def test_homework_broken_parts_cost_strength_only(desk: Desk, tree: Path) -> None:
    """Unusable weights, no kernel, then no search at all: a warning each, and a legal move."""
    for path in (tree / "data" / "weights").glob("*"):
        path.unlink()
    (tree / "data" / "weights" / "pente.toml").write_text("[weights]\nfour = 'many'\n")
    assert "weights" in played(desk, MIDDLE, root=tree).said
    for path in tree.rglob("*.so"):
        path.unlink()
    assert "kernel" in played(desk, MIDDLE, root=tree).said
    shutil.rmtree(tree / "search")
    (tree / "search").mkdir()  # empty, yet found before any installed package of that name
    (tree / "search" / "__init__.py").touch()
    assert "WARNING" in played(desk, MIDDLE, root=tree).said


def test_homework_any_exception_leaves_the_move(desk: Desk, tree: Path) -> None:
    """Whatever is raised after the first move is written, the move stays, with the reason."""
    for module in ("agent/player.py", "search/engine.py", "agent/memory.py"):
        source = (tree / module).read_text()
        for breakage in ("raise MemoryError", "raise SystemExit(7)", "1 / 0"):
            (tree / module).write_text(breakage + "\n")
            assert "WARNING" in played(desk, MIDDLE, root=tree, what=(module, breakage)).said
        (tree / module).write_text(source)


def test_homework_a_broken_guess_leaves_an_allowed_point(desk: Desk, tree: Path) -> None:
    """If the choice of the fallback move fails, the first allowed point is written first."""
    (tree / "agent" / "instant.py").write_text("1 / 0\n")
    request = with_clock(HANDOUT, "0.06")
    done = desk.ask(request, root=tree)
    assert (done.code, done.output) == (0, "19A\n")
    assert "ZeroDivisionError" in done.said


FALSE_ENGINE = """
class Engine:
    def __init__(self, *_, **__): pass
    def search(self, *_): {search}
    def dismiss(self): return 0.0
    best, pv = 180, (180,)
"""


def test_homework_checks_and_times_its_searcher(desk: Desk, tree: Path) -> None:
    """An occupied point is rejected by the rules; an endless search is stopped by the timer."""
    for search, said in (
        ("return self", "illegal move"),
        ("\n        while True: pass", "maximum"),
    ):
        (tree / "search" / "engine.py").write_text(FALSE_ENGINE.format(search=search))
        done = played(desk, MIDDLE, root=tree, what=said)
        assert said in done.said
        assert done.cpu_s < 3.0


def limited(kind: int, most: int) -> Callable[[], None]:
    """What sets this limit of the system in a child."""
    return lambda: resource.setrlimit(kind, (most, most))


def test_homework_a_memory_limit_costs_no_move(desk: Desk) -> None:
    """With little memory a legal move is written, even if some modules cannot be loaded."""
    for megabytes in (24, 32, 48):
        played(desk, MIDDLE, what=megabytes, before=limited(resource.RLIMIT_AS, megabytes << 20))


def test_homework_killed_while_it_thinks_leaves_a_move(desk: Desk) -> None:
    """If a signal ends the process during the search, output.txt holds a legal move."""
    for sent in (signal.SIGKILL, signal.SIGTERM, signal.SIGXCPU):
        for after_s in (0.0, 0.05):
            (desk.folder / "output.txt").unlink(missing_ok=True)
            done = desk.ask(HANDOUT, signal_after=(sent, after_s))
            assert done.code == -sent
            assert is_move_for(done.output, HANDOUT)


def test_homework_writes_over_what_is_there(desk: Desk) -> None:
    """An older, longer output.txt is replaced, in place where the temporary name is taken."""
    for _ in range(2):
        desk.put("output.txt", "1A\nmore\nlines\n")
        assert desk.ask(sample("empty_white")).output == "10K\n"
        (desk.folder / "output.txt.tmp").mkdir(exist_ok=True)


def test_homework_says_so_when_nothing_can_be_written(desk: Desk) -> None:
    """A folder in the place of output.txt ends with code 2 and the reason."""
    (desk.folder / "output.txt").mkdir()
    (desk.folder / "output.txt" / "x").touch()
    desk.put("input.txt", sample("empty_white"))
    assert run(str(desk.folder)) == 2


def test_homework_does_not_touch_its_input(desk: Desk) -> None:
    """input.txt is only read, and only the allowed files appear."""
    played(desk, MIDDLE)
    assert (desk.folder / "input.txt").read_bytes() == MIDDLE
    files = {path.name for path in desk.folder.iterdir()}
    assert files == {"input.txt", "output.txt", "playdata.txt"}


ODD = ("pipe", "endless device", "link to itself")


def test_homework_is_not_blocked_by_odd_files(desk: Desk, tree: Path) -> None:
    """A pipe without a writer, an endless device or a link cycle does not block the move."""
    for kind in ODD:
        for name in ("playdata.txt", "calibration.txt", "output.txt.tmp", "output.txt"):
            put_something_odd(desk.folder / name, kind)
        played(desk, with_clock(MIDDLE, "1.0"), what=kind)
        for path in desk.folder.iterdir():
            path.unlink()
    for name in ("openings/book-pente.txt", "weights/pente.toml"):
        (tree / "data" / name).unlink()
        put_something_odd(tree / "data" / name, "pipe")
    played(desk, with_clock(HANDOUT, "2.0"), root=tree)


def test_homework_refuses_an_input_that_is_no_file(desk: Desk) -> None:
    """If input.txt cannot be read, it ends at once with code 2 and the reason."""
    for kind in ODD:
        put_something_odd(desk.folder / "input.txt", kind)
        done = desk.ask()
        assert (done.code, done.output) == (2, None), kind
        assert "input.txt" in done.said
        (desk.folder / "input.txt").unlink()


def put_something_odd(path: Path, kind: str) -> None:
    """Create, under this name, something that could block a reader or a writer or never end."""
    if kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero" if kind == "endless device" else path.name)


def test_homework_on_a_full_disk_leaves_no_part_of_an_answer(desk: Desk) -> None:
    """If not one byte can be written, even in place, the code is 2, and there is no output.txt."""
    for held in (set[str](), {"output.txt.tmp"}):
        for name in held:
            (desk.folder / name).mkdir()  # so that it is written in place
        done = desk.ask(HANDOUT, before=limited(resource.RLIMIT_FSIZE, 0))
        assert (done.code, done.output) == (2, None)
        assert {path.name for path in desk.folder.iterdir()} <= {"input.txt"} | held


def test_homework_keeps_a_whole_memory_or_none(desk: Desk) -> None:
    """If only part of playdata.txt can be written, the old file stays, with a warning."""
    request = after_a_move(desk)
    before = (desk.folder / "playdata.txt").read_bytes()
    said = played(desk, request, before=limited(resource.RLIMIT_FSIZE, 8192)).said
    assert "playdata.txt could not be written" in said
    assert (desk.folder / "playdata.txt").read_bytes() == before


def test_homework_in_a_hurry_remembers_what_is_charged(desk: Desk) -> None:
    """A move made in a hurry keeps the ledger and adds one entry."""
    request = with_clock(after_a_move(desk), "5.0")
    desk.put("calibration.txt", calibration_with_overhead(3.0))
    first = load_memory(str(desk.folder / "playdata.txt"), position_of(request), 5.0)
    done = desk.ask(request)
    assert done.output is not None
    after = next_request(request, done.output, "3B", "4.5")
    second = load_memory(str(desk.folder / "playdata.txt"), position_of(after), 4.5)
    assert len(first.ledger) == 1
    assert second.ledger[:1] == first.ledger
    assert [left_s for _, left_s, _ in second.ledger[1:]] == [5.0]


def position_of(request: bytes) -> Position:
    """Return the position of a request."""
    return parse_request(request, rules_named("pente")).position


def calibration_with_overhead(seconds: float) -> str:
    """Write a calibration.txt of this computer with this charge for a move without a search."""
    figures = {name: default for name, (default, _, _) in FIELDS.items()}
    figures["empty_move_seconds"] = seconds
    rows = [f"{name} = {value:g}" for name, value in figures.items()]
    return "\n".join([f"format = {FORMAT}", f"machine = {machine()}", *rows]) + "\n"


def test_homework_plays_with_standard_error_closed(desk: Desk) -> None:
    """With standard error closed, it still plays."""
    played(desk, with_clock(HANDOUT, "nan"), before=lambda: os.close(2))
