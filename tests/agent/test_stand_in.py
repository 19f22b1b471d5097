"""The player for Python 3.6 and 3.7: the rules in its one file, its choices, its files."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from agent import harness, stand_in
from games.five.diagram import format_diagram, parse_position
from games.five.points import format_harness_point, parse_point
from games.five.position import Position
from games.five.rules import rules_named
from tests.agent.desk import is_move_for, sample

PENTE = rules_named("pente")
SAMPLE = "19/19/19/19/19/19/19/9w9/10b8/9w1bw6/19/19/19/19/19/19/19/19/19 b 0,0"


def request_of(position: Position, clock: str = "5.0") -> bytes:
    """The input.txt of a position."""
    taken = ",".join(map(str, position.captured_stones))
    colour = PENTE.colour_of(position.side).upper()
    return f"{colour}\n{clock}\n{taken}\n{format_diagram(position)}".encode()


def played(seed: int, plies: int) -> Position:
    """A position after random moves near the centre, where captures and rows happen."""
    random = Random(seed)
    position = Position(PENTE)
    for _ in range(plies):
        near = [point for point in position.legal_moves() if near_centre(point)]
        position.play(random.choice(near or position.legal_moves()))
        if position.outcome is not None:
            position.undo()
            break
    return position


def near_centre(point: int) -> bool:
    """Whether the point lies in the 9 x 9 square around the centre."""
    row, column = divmod(point, PENTE.size)
    return abs(row - 9) <= 4 and abs(column - 9) <= 4


def names(points: set[int] | list[int]) -> set[str]:
    """The harness's names of points of the stand-in's board."""
    return {stand_in.name_of(point) for point in points}


POSITIONS = [(seed, plies) for seed in range(6) for plies in (0, 1, 2, 3, 17, 40, 70)]


@pytest.mark.parametrize(("seed", "plies"), POSITIONS)
def test_stand_in_follows_the_rules(seed: int, plies: int) -> None:
    """It allows exactly the legal moves, and its wins and captures are those of the rules."""
    position = played(seed, plies)
    board, own, captured = stand_in.parse(request_of(position))
    allowed = stand_in.allowed_points(board, own, captured)
    size = PENTE.size
    legal = {format_harness_point(point, size) for point in position.legal_moves()}
    assert names(allowed) == legal
    won, taken = set(), {}
    for point in position.legal_moves():
        before = position.captured_stones[position.side]
        name = format_harness_point(point, size)
        position.play(point)
        if position.captured_stones[1 - position.side] > before:
            taken[name] = position.captured_stones[1 - position.side] - before
        if position.outcome is not None and position.outcome.winner is not None:
            won.add(name)
        position.undo()
    found = stand_in.captures(board, own).items()
    counts = {stand_in.name_of(point): len(stones) for point, stones in found}
    assert {name: count for name, count in counts.items() if name in legal} == taken
    assert names(stand_in.wins(board, own, captured[0])) & legal == won


@pytest.mark.parametrize(("seed", "plies"), POSITIONS)
def test_stand_in_chooses_a_legal_move_and_never_misses_a_win(seed: int, plies: int) -> None:
    """The choice is a legal move, and a win where there is one."""
    position = played(seed, plies)
    board, own, captured = stand_in.parse(request_of(position))
    allowed = stand_in.allowed_points(board, own, captured)
    point = stand_in.choose(board, own, captured, allowed)
    position.play(parse_point(stand_in.name_of(point), PENTE.size))  # raises if it is illegal
    if stand_in.wins(board, own, captured[0]) & set(allowed):
        assert position.outcome is not None


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        pytest.param("19/" * 9 + "5wwww1b8" + "/19" * 9 + " w 0,0", {"10E", "10K"}, id="win"),
        pytest.param("19/" * 9 + "4bwwww10" + "/19" * 9 + " b 0,0", {"10K"}, id="block"),
        pytest.param("19/" * 9 + "6wbb10" + "/19" * 9 + " w 8,2", {"10K"}, id="fifth pair"),
        pytest.param("19/" * 9 + "6wbb10" + "/19" * 9 + " b 8,0", {"10K"}, id="save the pair"),
        pytest.param(SAMPLE, {"9N"}, id="the handout's"),
    ],
)
def test_stand_in_wins_blocks_captures_and_saves(text: str, answers: set[str]) -> None:
    """One look finds a win, the block of a four, the deciding capture and its defence."""
    position = parse_position(text, PENTE)
    board, own, captured = stand_in.parse(request_of(position))
    allowed = stand_in.allowed_points(board, own, captured)
    assert stand_in.name_of(stand_in.choose(board, own, captured, allowed)) in answers


HANDOUT = sample("handout_black")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00\xff\xfe\x80" * 50,
        HANDOUT[:200],
        HANDOUT.replace(b"BLACK", b"GREEN"),
        HANDOUT.replace(b".w.bw.", b".w?bw."),
        HANDOUT.replace(b"\n0,0\n", b"\nnone\n"),
        HANDOUT.replace(b"\n0,0\n", b"\n"),
        HANDOUT.replace(b"\n100.0\n", b" 5e-2 "),
        HANDOUT.replace(b"\n", b"\r\n"),
        b"\xef\xbb\xbf" + HANDOUT.replace(b"BLACK", b"black").replace(b"w", b"W"),
        HANDOUT.rstrip() + b"\n\nafter the board\n",
        sample("nearly_full_white"),
    ],
)
def test_stand_in_reads_what_the_agent_reads(tmp_path: Path, data: bytes) -> None:
    """It answers and refuses the same inputs as the agent, with the same exit code."""
    codes = []
    for name, run in (("agent", harness.run), ("stand-in", stand_in.run)):
        folder = tmp_path / name
        folder.mkdir()
        (folder / "input.txt").write_bytes(data.replace(b"100.0", b"0.05"))
        codes.append(run(str(folder)))
        output = folder / "output.txt"
        assert output.exists() == (codes[-1] == 0)
    assert codes[0] == codes[1]


def test_stand_in_overwrites_in_a_folder_that_allows_no_new_file(tmp_path: Path) -> None:
    """If a temporary file cannot be made, the old output is replaced in place."""
    (tmp_path / "input.txt").write_bytes(HANDOUT)
    (tmp_path / "output.txt.tmp").mkdir()  # as if the folder allowed no such file
    assert stand_in.run(str(tmp_path)) == 0
    assert is_move_for((tmp_path / "output.txt").read_text(), HANDOUT)
