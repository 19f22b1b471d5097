"""The reader of puzzle files: what it reads, how it grades, and what it says about bad lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena import puzzles
from arena.errors import PuzzleError
from arena.puzzles import (
    DEFENCE,
    LEVELS,
    WIN,
    PuzzleFile,
    parse_puzzle,
    parse_puzzles,
    read_puzzles,
)
from games.errors import GameError
from tests.refusals import all_refused

LINE = "win | fours | 2 | 34 | 9/9/9/2bbb4/9/3www3/9/9/9 b 0,0 | B6 A6 F6 | 24"


def test_a_line_is_read_and_written_back() -> None:
    """`text` is the line that was read, and the solution is played by the rules."""
    puzzle = parse_puzzle("gomoku-9", LINE + "\n")
    assert puzzle.text == LINE
    assert puzzle.id.startswith("gomoku-9-")
    assert (puzzle.kind, puzzle.theme, puzzle.moves, puzzle.number) == (WIN, "fours", 2, 24)
    assert len(puzzle.solution()) == 3
    position = puzzle.start()
    for move in puzzle.solution():
        position.play(move)
    assert position.outcome is not None


def test_bad_lines_are_named() -> None:
    """The error has the path, the line's number, and what was expected; the rules must allow
    position and solution.
    """
    all_refused(
        lambda bad: parse_puzzles("gomoku-9", ["# head\n", LINE + "\n", bad + "\n"], "some.txt"),
        PuzzleError,
        [
            (LINE.replace(" | 24", ""), "some.txt, line 3: .*7 fields"),
            (LINE.replace("win", "loss"), "line 3: 'loss' is no kind: expected win or defence"),
            (LINE.replace("fours", "luck"), "line 3: 'luck' is no theme"),
            (LINE.replace("| 2 |", "| 0 |"), "line 3: '0' is no number of moves: expected 1"),
            (LINE.replace("34", "-34"), "line 3: '-34' is no number of nodes"),
            (LINE.replace("B6 A6 F6", ""), "line 3: .*the solution is missing"),
        ],
    )
    all_refused(
        lambda bad: parse_puzzle("gomoku-9", bad).solution(),
        GameError,
        [
            (LINE.replace("B6", "C6"), "C6"),
            (LINE.replace("9/9/9/2", "9/9/2"), "lines"),
        ],
    )


def test_a_missing_file_is_an_error_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a file the reader says which game has none."""
    monkeypatch.setattr(puzzles, "FOLDER", str(tmp_path))
    assert puzzles.games_with_puzzles() == []
    with pytest.raises(PuzzleError, match="cannot read the puzzles of pente"):
        read_puzzles("pente")


def test_levels_are_ranks_by_nodes() -> None:
    """Each fifth of a kind is a level; more nodes never are an easier level."""
    lines = [LINE.replace("34", str(nodes)) for nodes in range(50, 0, -1)]
    lines += [LINE.replace("win", DEFENCE).replace("34", "7000")]
    file = PuzzleFile("gomoku-9", parse_puzzles("gomoku-9", lines, "some.txt"))
    levels = [file.level(puzzle) for puzzle in file.puzzles[:50]]
    assert levels == sorted(levels, reverse=True)
    assert [levels.count(level) for level in range(1, LEVELS + 1)] == [10] * LEVELS
    assert file.level(file.puzzles[50]) == 1
