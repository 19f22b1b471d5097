"""homework.py as the harness runs it: whatever goes wrong, it writes a legal move, exit code 0."""

from __future__ import annotations

import os
import re
import resource
import shutil
import signal
from pathlib import Path

import pytest

from agent.calibration import FIELDS, FORMAT, machine
from agent.harness import needs_player, run
from agent.memory import load_memory
from agent.protocol import parse_request
from games.five.position import Position
from games.five.rules import rules_named
from tests.agent.desk import Desk, is_move_for, sample, with_clock

HANDOUT = sample("handout_black")
MIDDLE = with_clock(sample("middle_game_black"), "3.0")
SAMPLES = ("empty_white", "handout_black", "middle_game_black", "nearly_full_white")


@pytest.mark.parametrize(
    ("name", "answer"), [("empty_white", "10K\n"), ("win_at_once_white", "10O\n")]
)
def test_homework_sure_moves_are_played_and_nothing_is_kept(
    desk: Desk, name: str, answer: str
) -> None:
    """The centre and a win are written exactly; no other file appears and nothing is printed."""
    done = desk.ask(sample(name))
    assert (done.code, done.output, done.said) == (0, answer, "")
    assert {path.name for path in desk.folder.iterdir()} == {"input.txt", "output.txt"}


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.parametrize("clock", ["0.01", "0.05", "0.11", "0.5", "5.2", "20.0"])
def test_homework_stays_within_its_clock(desk: Desk, name: str, clock: str) -> None:
    """Early, in the middle and on a nearly full board, the charge never exceeds the time left."""
    request = with_clock(sample(name), clock)
    done = desk.ask(request)
    assert done.code == 0
    assert is_move_for(done.output, request)
    if float(clock) >= 0.05:
        assert done.cpu_s <= float(clock)


@pytest.mark.parametrize("name", ["empty_white", "handout_black"])
@pytest.mark.parametrize("clock", ["nan", "soon", "-3", ""])
def test_homework_panics_at_a_clock_that_cannot_be_read(desk: Desk, name: str, clock: str) -> None:
    """A bad clock line costs a warning at most, never the move."""
    request = with_clock(sample(name), clock)
    done = desk.ask(request)
    assert done.code == 0
    assert is_move_for(done.output, request)
    assert ("clock" in done.said) == (name == "handout_black")


@pytest.mark.parametrize("captures", [b"none", b"", b"3,0", b"-1,2"])
def test_homework_panics_at_captures_that_cannot_be_read(desk: Desk, captures: bytes) -> None:
    """Bad captures cost a warning, never the move."""
    request = HANDOUT.replace(b"\n0,0\n", b"\n" + captures + b"\n")
    done = desk.ask(request)
    assert done.code == 0
    assert is_move_for(done.output, request)
    assert "captures" in done.said


def test_homework_plays_on_after_the_end(desk: Desk) -> None:
    """In a game that is over it names an empty point and says so."""
    request = HANDOUT.replace(b"\n0,0\n", b"\n12,0\n")
    done = desk.ask(request)
    assert done.code == 0
    assert is_move_for(done.output, request)
    assert "over" in done.said


@pytest.mark.parametrize(
    ("request_bytes", "where"),
    [
        (b"", "line 1, column 1"),
        (b"\x00\xff\xfe\x80" * 50, "line 1, column 1"),
        (HANDOUT[:200], "column"),
        (HANDOUT.replace(b"BLACK", b"GREEN"), "line 1, column 1"),
        (HANDOUT.replace(b".w.bw.", b".w?bw."), "column 11"),
        (HANDOUT[:16] + b"\n".join([b"wb" * 9 + b"w", b"bw" * 9 + b"b"] * 9 + [b"w" * 19]), "full"),
    ],
)
def test_homework_refuses_unusable_input(desk: Desk, request_bytes: bytes, where: str) -> None:
    """Without colour, board or empty point: code 2, one line that names the place, no output."""
    desk.put("output.txt", "10K\n")
    done = desk.ask(request_bytes)
    assert (done.code, done.output) == (2, None)
    assert where in done.said
    assert "line " in done.said
    assert done.said.count("\n") == 1


def test_homework_without_an_input_says_so(desk: Desk) -> None:
    """A missing input.txt is refused like a bad one."""
    done = desk.ask()
    assert (done.code, done.output) == (2, None)
    assert "input.txt" in done.said


@pytest.mark.parametrize("name", ["playdata.txt", "calibration.txt"])
@pytest.mark.parametrize(
    "content", [b"", b"\x00\xff" * 5000, b"pente-memory 1 00000000\nstart x\n"]
)
def test_homework_corrupt_files_cost_no_move(desk: Desk, name: str, content: bytes) -> None:
    """A corrupt memory or calibration is reported in one line and not used."""
    desk.put(name, content)
    done = desk.ask(MIDDLE)
    assert done.code == 0
    assert is_move_for(done.output, MIDDLE)
    assert name in done.said


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
    second = desk.ask(after_a_move(desk))
    assert second.code == 0
    assert "playdata" not in second.said


def test_homework_damaged_harvest_is_a_cold_start(desk: Desk) -> None:
    """A flipped bit in the saved harvest is reported in one line; the move is legal."""
    request = after_a_move(desk)
    content = bytearray((desk.folder / "playdata.txt").read_bytes())
    content[-100] ^= 4
    desk.put("playdata.txt", bytes(content))
    second = desk.ask(request)
    assert second.code == 0
    assert is_move_for(second.output, request)
    assert "harvest in playdata.txt is not used" in second.said
    assert second.said.count("\n") == 1


def test_homework_harvest_of_other_weights_is_a_cold_start(desk: Desk, tree: Path) -> None:
    """A harvest made with other weights is reported and not used."""
    request = after_a_move(desk)
    weights = tree / "data" / "weights" / "pente.toml"
    weights.write_text(re.sub(r"(?m)^aspiration = \d+$", "aspiration = 7", weights.read_text()))
    second = desk.ask(request, root=tree)
    assert second.code == 0
    assert is_move_for(second.output, request)
    assert "other weights" in second.said
    assert second.said.count("\n") == 1


def test_homework_harvest_of_another_game_is_a_cold_start(desk: Desk) -> None:
    """The memory of another game is reported and not used."""
    after_a_move(desk)
    done = desk.ask(MIDDLE)
    assert done.code == 0
    assert is_move_for(done.output, MIDDLE)
    assert "another position" in done.said


def test_homework_a_short_search_leaves_the_harvest_unread(desk: Desk) -> None:
    """Where a search would be short, a damaged harvest is not read, and none is saved."""
    request = with_clock(after_a_move(desk), "0.65")
    content = (desk.folder / "playdata.txt").read_bytes()
    desk.put("playdata.txt", content[:-100])
    second = desk.ask(request)
    assert second.code == 0
    assert is_move_for(second.output, request)
    assert "harvest" not in second.said
    assert b"\nharvest 0 " in (desk.folder / "playdata.txt").read_bytes()


@pytest.mark.parametrize(
    ("request_bytes", "seconds_left", "spent_s", "needed"),
    [
        (MIDDLE, 0.6, 1.0, True),  # a slow start
        (MIDDLE, 0.59, 1.0, False),
        (MIDDLE, 0.59, 0.01, True),
        (MIDDLE, 0.15, 0.001, True),  # a very fast one
        (MIDDLE, 0.14, 0.001, False),
        (HANDOUT, 0.15, 1.0, True),  # the book may have a reply
        (HANDOUT, 0.14, 1.0, False),
    ],
)
def test_homework_loads_the_player_only_for_the_book_or_a_search(
    monkeypatch: pytest.MonkeyPatch,
    *,
    request_bytes: bytes,
    seconds_left: float,
    spent_s: float,
    needed: bool,
) -> None:
    """On a short clock the CPU time spent so far decides; on a longer one it does not matter."""
    monkeypatch.setattr("time.process_time", lambda: spent_s)
    request = parse_request(request_bytes, rules_named("pente"))
    assert needs_player(request, seconds_left) == needed


@pytest.mark.parametrize("clock", ["0.01", "0.14", "soon"])
def test_homework_without_the_player_removes_the_memory(desk: Desk, clock: str) -> None:
    """A move that saves no memory leaves none, since a later move would refuse it."""
    desk.put("playdata.txt", "the memory of the moves before")
    request = with_clock(MIDDLE, clock)
    assert is_move_for(desk.ask(request).output, request)
    assert not (desk.folder / "playdata.txt").exists()


def test_homework_a_memory_that_cannot_be_removed_is_named(desk: Desk) -> None:
    """If a folder has the memory's name, one line says so; the move is played."""
    (desk.folder / "playdata.txt").mkdir()
    request = with_clock(MIDDLE, "0.01")
    done = desk.ask(request)
    assert is_move_for(done.output, request)
    assert "could not remove an old playdata.txt" in done.said
    assert done.said.count("\n") == 1


def test_homework_broken_weights_cost_strength_only(desk: Desk, tree: Path) -> None:
    """Unusable weights print a warning, and the built-in weights play."""
    for path in (tree / "data" / "weights").glob("*"):
        path.unlink()
    (tree / "data" / "weights" / "pente.toml").write_text("[weights]\nfour = 'many'\n")
    done = desk.ask(MIDDLE, root=tree)
    assert done.code == 0
    assert is_move_for(done.output, MIDDLE)
    assert "WARNING" in done.said
    assert "weights" in done.said


def test_homework_without_the_extension_plays_on(desk: Desk, tree: Path) -> None:
    """Without the compiled kernel a legal move comes in time, with a one-line warning."""
    for path in tree.rglob("*.so"):
        path.unlink()
    done = desk.ask(MIDDLE, root=tree)
    assert done.code == 0
    assert is_move_for(done.output, MIDDLE)
    assert done.cpu_s <= 3.0
    assert [line for line in done.said.splitlines() if "kernel" in line or "engine" in line]


def test_homework_without_any_searcher_plays_on(desk: Desk, tree: Path) -> None:
    """Without the whole search package, the fallback move is played, with a warning."""
    shutil.rmtree(tree / "search")
    (tree / "search").mkdir()  # empty, yet found before any installed package of that name
    (tree / "search" / "__init__.py").touch()
    done = desk.ask(MIDDLE, root=tree)
    assert done.code == 0
    assert is_move_for(done.output, MIDDLE)
    assert "WARNING" in done.said


@pytest.mark.parametrize("breakage", ["raise MemoryError", "raise SystemExit(7)", "1 / 0"])
@pytest.mark.parametrize("module", ["agent/player.py", "search/engine.py", "agent/memory.py"])
def test_homework_any_exception_leaves_the_move(
    desk: Desk, tree: Path, module: str, breakage: str
) -> None:
    """Whatever is raised after the first move is written, the move stays, with code 0 and the
    reason.
    """
    (tree / module).write_text(breakage + "\n")
    done = desk.ask(MIDDLE, root=tree)
    assert done.code == 0
    assert is_move_for(done.output, MIDDLE)
    assert "WARNING" in done.said


def test_homework_a_broken_guess_leaves_an_allowed_point(desk: Desk, tree: Path) -> None:
    """If the choice of the fallback move fails, the first allowed point is written before the
    search.
    """
    (tree / "agent" / "guess.py").write_text("1 / 0\n")
    request = with_clock(HANDOUT, "0.06")
    done = desk.ask(request, root=tree)
    assert (done.code, done.output) == (0, "19A\n")
    assert "ZeroDivisionError" in done.said


def test_homework_does_not_play_an_illegal_result(desk: Desk, tree: Path) -> None:
    """If a searcher returns an occupied point, the readable rules reject it."""
    (tree / "search" / "engine.py").write_text(
        "class Engine:\n"
        "    def __init__(self, *_, **__): pass\n"
        "    def search(self, *_): return self\n"
        "    def dismiss(self): return 0.0\n"
        "    best, pv = 180, (180,)\n"
    )
    done = desk.ask(MIDDLE.replace(b"61.5", b"3.0"), root=tree)
    assert done.code == 0
    assert is_move_for(done.output, MIDDLE)
    assert "illegal move" in done.said


def test_homework_stops_an_endless_search(desk: Desk, tree: Path) -> None:
    """A searcher that ignores its deadline is stopped by the timer, within the time left."""
    (tree / "search" / "engine.py").write_text(
        "class Engine:\n"
        "    def __init__(self, *_, **__): pass\n"
        "    def search(self, *_):\n"
        "        while True: pass\n"
        "    def dismiss(self): return 0.0\n"
    )
    done = desk.ask(MIDDLE, root=tree)
    assert done.code == 0
    assert is_move_for(done.output, MIDDLE)
    assert done.cpu_s < 3.0
    assert "exceeded the maximum" in done.said


@pytest.mark.parametrize("megabytes", [24, 32, 48])
def test_homework_a_memory_limit_costs_no_move(desk: Desk, megabytes: int) -> None:
    """With little memory a legal move is written, even if some modules cannot be loaded."""
    limit = megabytes << 20

    def shorten() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

    done = desk.ask(MIDDLE, before=shorten)
    assert done.code == 0
    assert is_move_for(done.output, MIDDLE)


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGTERM, signal.SIGXCPU])
@pytest.mark.parametrize("after_s", [0.0, 0.02, 0.2])
def test_homework_killed_while_it_thinks_leaves_a_move(
    desk: Desk, sent: signal.Signals, after_s: float
) -> None:
    """If a signal ends the process during the search, output.txt holds a legal move."""
    done = desk.ask(HANDOUT, signal_after=(sent, after_s))
    assert done.code == -sent
    assert is_move_for(done.output, HANDOUT)


def test_homework_stale_output_is_replaced(desk: Desk) -> None:
    """An older output.txt is replaced, however long it was."""
    desk.put("output.txt", "1A\nmore\nlines\n")
    done = desk.ask(with_clock(HANDOUT, "0.06"))
    assert done.code == 0
    assert is_move_for(done.output, HANDOUT)


def test_homework_overwrites_where_no_file_can_be_made(desk: Desk) -> None:
    """If the temporary name cannot be used, output.txt is written in place."""
    (desk.folder / "output.txt.tmp").mkdir()
    done = desk.ask(sample("empty_white"))
    assert (done.code, done.output) == (0, "10K\n")


def test_homework_says_so_when_nothing_can_be_written(desk: Desk) -> None:
    """A folder in the place of output.txt ends with code 2 and the reason."""
    (desk.folder / "output.txt").mkdir()
    (desk.folder / "output.txt" / "x").touch()
    desk.put("input.txt", sample("empty_white"))
    assert run(str(desk.folder)) == 2


def test_homework_does_not_touch_its_input(desk: Desk) -> None:
    """input.txt is only read, and only the allowed files appear."""
    done = desk.ask(MIDDLE)
    assert done.code == 0
    assert (desk.folder / "input.txt").read_bytes() == MIDDLE
    assert {path.name for path in desk.folder.iterdir()} == {
        "input.txt",
        "output.txt",
        "playdata.txt",
    }


@pytest.mark.parametrize(
    "name", ["playdata.txt", "calibration.txt", "output.txt.tmp", "output.txt"]
)
@pytest.mark.parametrize("kind", ["pipe", "endless device", "link to itself"])
def test_homework_is_not_blocked_by_odd_files(desk: Desk, name: str, kind: str) -> None:
    """A pipe without a writer, an endless device or a link cycle does not block the move."""
    put_something_odd(desk.folder / name, kind)
    done = desk.ask(MIDDLE)
    assert done.code == 0
    assert is_move_for(done.output, MIDDLE)


@pytest.mark.parametrize("kind", ["pipe", "endless device", "link to itself"])
def test_homework_refuses_an_input_that_is_no_file(desk: Desk, kind: str) -> None:
    """If input.txt cannot be read, it ends at once with code 2 and the reason."""
    put_something_odd(desk.folder / "input.txt", kind)
    done = desk.ask()
    assert (done.code, done.output) == (2, None)
    assert "input.txt" in done.said


@pytest.mark.parametrize("name", ["openings/book-pente.txt", "weights/pente.toml"])
def test_homework_is_not_blocked_by_odd_data(desk: Desk, tree: Path, name: str) -> None:
    """A pipe in the place of the book or the weights does not block the move."""
    path = tree / "data" / name
    path.unlink()
    put_something_odd(path, "pipe")
    request = with_clock(HANDOUT, "2.0")
    done = desk.ask(request, root=tree)
    assert done.code == 0
    assert is_move_for(done.output, request)


def put_something_odd(path: Path, kind: str) -> None:
    """Create, under this name, something that could block a reader or a writer or never end."""
    if kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero" if kind == "endless device" else path.name)


@pytest.mark.parametrize("held", [None, "output.txt.tmp"])
def test_homework_on_a_full_disk_leaves_no_part_of_an_answer(desk: Desk, held: str | None) -> None:
    """If not one byte can be written, the code is 2, and there is no output.txt."""
    if held is not None:
        (desk.folder / held).mkdir()  # so that it is written in place

    def fill() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))

    done = desk.ask(HANDOUT, before=fill)
    assert (done.code, done.output) == (2, None)
    assert {path.name for path in desk.folder.iterdir()} <= {"input.txt", held}


def test_homework_keeps_a_whole_memory_or_none(desk: Desk) -> None:
    """If only part of playdata.txt can be written, the old file stays, with a warning."""
    request = after_a_move(desk)
    before = (desk.folder / "playdata.txt").read_bytes()

    def shorten() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))

    done = desk.ask(request, before=shorten)
    assert done.code == 0
    assert is_move_for(done.output, request)
    assert "playdata.txt could not be written" in done.said
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
    done = desk.ask(with_clock(HANDOUT, "nan"), before=lambda: os.close(2))
    assert done.code == 0
    assert is_move_for(done.output, HANDOUT)
