"""A move of the harness: whatever goes wrong, it writes a legal move and its exit code is 0."""

from __future__ import annotations

import os
import re
import shutil
import time
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from agent.calibration import Calibration, save_calibration
from agent.memory import load_memory
from agent.protocol import parse_request
from arena.foreign.harness_files import format_request
from games.five.points import parse_point
from games.five.position import FivePosition
from games.five.rules import rules_named
from tests.agent.conftest import copy_of_sources
from tests.agent.desk import ROOT, SPENT_S, Answer, Desk, is_move_for, sample, with_clock
from tests.full_disk import room_for

PENTE = rules_named("pente")
HANDOUT = sample("handout_black")
MIDDLE = with_clock(sample("middle_game_black"), "3.0")
SAMPLES = ("empty_white", "handout_black", "middle_game_black", "nearly_full_white")


def played(desk: Desk, request: bytes, *, what: object = "", **named: Any) -> Answer:
    """The answer to a request, with exit code 0 and a legal move; `what` names a failing row."""
    done = desk.ask(request, **named) if "root" in named else desk.play(request, **named)
    assert done.code == 0, (what, done.said)
    assert is_move_for(done.output, request), (what, done.output)
    return done


def names_in(folder: Path) -> set[str]:
    """The names of the files in a folder."""
    return {path.name for path in folder.iterdir()}


def test_homework_writes_its_own_files_only(desk: Desk) -> None:
    """The centre and a win are written exactly, and nothing else; a search adds playdata.txt."""
    for name, answer in (("empty_white", "10K\n"), ("win_at_once_white", "10O\n")):
        done = desk.play(sample(name))
        assert (done.code, done.output, done.said) == (0, answer, "")
        assert names_in(desk.folder) == {"input.txt", "output.txt"}
    assert played(desk, MIDDLE).said == ""
    assert names_in(desk.folder) == {"input.txt", "output.txt", "playdata.txt"}
    assert (desk.folder / "input.txt").read_bytes() == MIDDLE


@pytest.mark.parametrize("clock", ["0.01", "0.05", "0.5", "5.2", "100.0"])
def test_homework_answers_on_every_clock(desk: Desk, clock: str) -> None:
    """Early, in the middle and on a nearly full board; the plan stays within the clock."""
    for name in SAMPLES:
        done = played(desk, with_clock(sample(name), clock), what=name)
        if done.limits is not None:
            assert done.limits.cpu_s is not None
            assert done.limits.cpu_s < float(clock) / 4
        (desk.folder / "playdata.txt").unlink(missing_ok=True)


def test_homework_plays_on_where_the_header_or_the_game_is_odd(desk: Desk) -> None:
    """A clock or captures that cannot be read, or a game that is over, cost a warning only.

    A sure move says nothing.
    """
    for clock in ("nan", "soon", "-3", ""):
        assert "clock" in played(desk, with_clock(HANDOUT, clock), what=clock).said
        assert played(desk, with_clock(sample("empty_white"), clock), what=clock).said == ""
    for captures, named in (
        *((text, "captures") for text in (b"none", b"", b"3,0", b"-1,2")),
        (b"12,0", "over"),
    ):
        request = HANDOUT.replace(b"\n0,0\n", b"\n" + captures + b"\n")
        assert named in played(desk, request, what=captures).said


FULL = b"\n".join([b"wb" * 9 + b"w", b"bw" * 9 + b"b"] * 9 + [b"w" * 19])
UNUSABLE = (
    (b"", "line 1, column 1"),
    (b"\x00\xff\xfe\x80" * 50, "line 1, column 1"),
    (HANDOUT.replace(b".w.bw.", b".w?bw."), "column 11"),
    (HANDOUT[:16] + FULL, "full"),
)


def test_homework_refuses_unusable_input(desk: Desk) -> None:
    """Without colour, board or empty point: code 2, one line that names the place, no output."""
    for request, where in UNUSABLE:
        desk.put("output.txt", "10K\n")
        done = desk.play(request)
        assert (done.code, done.output) == (2, None), where
        assert where in done.said
        assert "line " in done.said
        assert done.said.count("\n") == 1
    (desk.folder / "input.txt").unlink()
    missing = desk.play()
    assert (missing.code, missing.output) == (2, None)
    assert "input.txt" in missing.said


def test_homework_corrupt_files_cost_no_move(desk: Desk) -> None:
    """A corrupt memory or calibration is reported in one line and not used."""
    for content in (b"", b"\x00\xff" * 5000, b"pente-memory 1 00000000\nstart x\n"):
        for name in ("playdata.txt", "calibration.txt"):
            desk.put(name, content)
        said = played(desk, with_clock(MIDDLE, "1.0"), what=content[:9]).said
        assert [said.count(name) for name in ("playdata.txt", "calibration.txt")] == [1, 1]


def next_request(request: bytes, answer: str, reply: str, seconds_left: float) -> bytes:
    """The harness's request after our answer and the opponent's reply."""
    position = position_of(request)
    for name in (answer, reply):
        position.play(parse_point(name, 19))
    return format_request(position, seconds_left).encode()


def after_a_move(desk: Desk) -> bytes:
    """The request that follows a long enough first move; playdata.txt holds a harvest."""
    first = desk.play(with_clock(HANDOUT, "8.0"))
    assert first.output is not None
    assert (desk.folder / "playdata.txt").stat().st_size > 1_000
    return next_request(HANDOUT, first.output, "2B", 7.988)


def test_homework_harvest_that_does_not_fit_is_a_cold_start(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A flipped bit, another game, other weights: one line says so, and the move is legal.

    Where all fits, as in the next move of the same game, nothing is said.
    """
    request = after_a_move(desk)
    content = (desk.folder / "playdata.txt").read_bytes()
    assert played(desk, request).said == ""
    flipped = bytearray(content)
    flipped[-100] ^= 4
    weights = (ROOT / "data" / "weights" / "pente.toml").read_text()
    other = tmp_path / "pente.toml"
    other.write_text(re.sub(r"(?m)^aspiration = \d+$", "aspiration = 7", weights))
    for data, asked, reason in (
        (bytes(flipped), request, "harvest in playdata.txt is not used"),
        (content, MIDDLE, "another position"),
        (content, request, "other weights"),
    ):
        desk.put("playdata.txt", data)
        if reason == "other weights":
            monkeypatch.setattr("agent.searcher.weights_path", lambda _game: str(other))
        said = played(desk, asked, what=reason).said
        assert reason in said
        assert said.count("\n") == 1


def test_homework_a_short_search_leaves_the_harvest_unread(desk: Desk) -> None:
    """Where a search would be short, a damaged harvest is not read, and none is saved."""
    request = with_clock(after_a_move(desk), "0.65")
    content = (desk.folder / "playdata.txt").read_bytes()
    desk.put("playdata.txt", content[:-100])
    assert "harvest" not in played(desk, request).said
    assert b"\nharvest 0 " in (desk.folder / "playdata.txt").read_bytes()


def test_homework_searches_from_the_calibrated_depth_with_the_calibrated_workers(
    desk: Desk,
) -> None:
    """A short search begins at depth 1 with one worker; the helpers' time is part of the plan."""
    figures = {**Calibration().figures, "first_depth": 3, "workers": 2, "helper_seconds": 0.1}
    maxima = []
    for clock, depth, workers in (("10.0", 1, 1), ("10.0", 3, 2), ("0.3", 1, 1)):
        done = played(desk, with_clock(MIDDLE, clock), what=clock)
        assert done.limits is not None
        assert (done.limits.first_depth, done.workers) == (depth, workers)
        maxima.append(done.limits.cpu_s or 0)
        (desk.folder / "playdata.txt").unlink()
        save_calibration(str(desk.folder / "calibration.txt"), figures)
    assert maxima[0] - maxima[1] == pytest.approx(0.1)


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


def test_homework_any_exception_leaves_the_move(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever is raised after the first move is written, the move stays, with the reason."""
    for place in ("player.take_turn", "player.search", "player.load_memory", "player.save_memory"):
        for error in (MemoryError, SystemExit(7), ZeroDivisionError, KeyboardInterrupt):
            with monkeypatch.context() as patch:
                patch.setattr(f"agent.{place}", Mock(side_effect=error))
                assert "WARNING" in played(desk, MIDDLE, what=(place, error)).said
    monkeypatch.setattr("agent.instant.instant_move", Mock(side_effect=ZeroDivisionError))
    done = desk.play(with_clock(HANDOUT, "0.06"))
    assert (done.code, done.output) == (0, "19A\n")
    assert "ZeroDivisionError" in done.said


def test_homework_checks_and_times_its_searcher(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An occupied point is rejected by the rules; an endless search is stopped by the timer."""
    occupied = Mock(return_value=Mock(best=180, pv=(180,)))
    monkeypatch.setattr("tests.agent.desk.SEARCH", occupied)
    assert "illegal move" in played(desk, MIDDLE).said
    now, begun = time.process_time, list[float]()

    def endless(*_: object) -> None:
        begun.append(now())
        while True:
            pass

    def spent_s() -> float:  # whatever the machine takes until the search
        return SPENT_S + (now() - begun[0] if begun else 0.0)

    monkeypatch.setattr("tests.agent.desk.SEARCH", endless)
    done = played(desk, with_clock(MIDDLE, "1.0"), clock=spent_s)
    assert "maximum" in done.said


def test_homework_writes_over_what_is_there(desk: Desk) -> None:
    """An older, longer output.txt is replaced, in place where the temporary name is taken.

    A folder in the place of output.txt ends with code 2 and the reason.
    """
    for _ in range(2):
        desk.put("output.txt", "1A\nmore\nlines\n")
        assert desk.play(sample("empty_white")).output == "10K\n"
        (desk.folder / "output.txt.tmp").mkdir(exist_ok=True)
    (desk.folder / "output.txt").unlink()
    (desk.folder / "output.txt").mkdir()
    done = desk.play(sample("empty_white"))
    assert done.code == 2
    assert "output.txt: is a directory" in done.said


ODD = ("pipe", "endless device", "link to itself")


@pytest.mark.parametrize("kind", ODD)
def test_homework_is_not_blocked_by_odd_files(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """A pipe without a writer, an endless device or a link cycle does not block the move.

    An input.txt of these kinds ends it at once with code 2 and the reason.
    """
    put_something_odd(desk.folder / "input.txt", kind)
    done = desk.play()
    assert (done.code, done.output) == (2, None)
    assert "input.txt" in done.said
    (desk.folder / "input.txt").unlink()
    for name in ("playdata.txt", "calibration.txt", "output.txt.tmp", "output.txt"):
        put_something_odd(desk.folder / name, kind)
    played(desk, with_clock(MIDDLE, "1.0"))
    put_something_odd(tmp_path / "odd", kind)
    monkeypatch.setattr("agent.book.book_path", lambda: str(tmp_path / "odd"))
    monkeypatch.setattr("agent.searcher.weights_path", lambda _game: str(tmp_path / "odd"))
    played(desk, with_clock(HANDOUT, "2.0"))


def put_something_odd(path: Path, kind: str) -> None:
    """Create, under this name, something that could block a reader or a writer or never end."""
    if kind == "pipe":
        os.mkfifo(path)
    else:
        path.symlink_to("/dev/zero" if kind == "endless device" else path.name)


def test_homework_on_a_full_disk_leaves_whole_files_or_none(desk: Desk) -> None:
    """If no byte of the answer fits, even in place, the code is 2, and there is no output.txt.

    If only part of playdata.txt fits, the old file stays, with a warning.
    """
    request = after_a_move(desk)
    before = (desk.folder / "playdata.txt").read_bytes()
    with room_for(len(before) // 2):
        assert "playdata.txt could not be written" in played(desk, request).said
    assert (desk.folder / "playdata.txt").read_bytes() == before
    (desk.folder / "playdata.txt").unlink()
    for held in (set[str](), {"output.txt.tmp"}):
        for name in held:
            (desk.folder / name).mkdir()  # so that it is written in place
        with room_for(0):
            done = desk.play()
        assert (done.code, done.output) == (2, None)
        assert names_in(desk.folder) <= {"input.txt"} | held


def test_homework_in_a_hurry_remembers_what_is_charged(desk: Desk) -> None:
    """A move made in a hurry keeps the ledger and adds one entry."""
    request = with_clock(after_a_move(desk), "5.0")
    figures = {**Calibration().figures, "empty_move_seconds": 3.0}
    save_calibration(str(desk.folder / "calibration.txt"), figures)
    first = load_memory(str(desk.folder / "playdata.txt"), position_of(request), 5.0)
    done = desk.play(request)
    assert done.output is not None
    after = next_request(request, done.output, "3B", 4.5)
    second = load_memory(str(desk.folder / "playdata.txt"), position_of(after), 4.5)
    assert len(first.ledger) == 1
    assert second.ledger == (*first.ledger, (4, 5.0, 0.012))


def position_of(request: bytes) -> FivePosition:
    """The position of a request."""
    return parse_request(request, PENTE).position


# Whole processes


def test_homework_plays_with_standard_error_closed(desk: Desk) -> None:
    """homework.py answers in its folder, even with standard error closed."""
    done = desk.ask(with_clock(MIDDLE, "nan"), before=lambda: os.close(2))
    assert done.code == 0
    assert is_move_for(done.output, MIDDLE)


@pytest.mark.nightly
def test_homework_broken_parts_cost_strength_only(desk: Desk, tmp_path: Path) -> None:
    """Unusable weights, no kernel, then no search at all: a warning each, and a legal move."""
    tree = copy_of_sources(tmp_path / "tree")
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
