"""Puzzle files: their reader, and the puzzles of data/puzzles: enough, new and all different."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.protocol import parse_request
from arena import puzzles
from arena.errors import PuzzleError
from arena.puzzles import (
    DEFENCE,
    LEVELS,
    WIN,
    Puzzle,
    PuzzleFile,
    games_with_puzzles,
    parse_puzzle,
    parse_puzzles,
    read_puzzles,
)
from games.errors import GameError
from games.family import AnyPosition
from games.five.rules import PRESETS
from games.images import Images
from games.registry import family_named
from search.limits import Limits
from search.solve.choice import solver_of
from tests.refusals import all_refused
from web.records.puzzles import FAMILIES

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


LEAST = 300  # of each family
NODES, FEW_NODES = 200_000, 10_000  # of a proof; of one that README.md says cannot be found
PENTE = PRESETS["pente"]
PROBLEMS = Path(__file__).parents[2] / "data/problems"
GAMES = games_with_puzzles()


def problem_positions(game: str) -> Iterator[AnyPosition]:
    """The positions of data/problems of this game."""
    for path in sorted(PROBLEMS.glob("*.jsonl")):
        for problem in map(json.loads, path.read_text().splitlines()):
            if "input" in problem and game == "pente":
                yield parse_request(problem["input"].encode(), PENTE).position
            elif problem.get("rules") == game:
                yield family_named(game).parse_position(problem["position"])


def test_each_family_has_enough() -> None:
    """Pente, Gomoku and Gipf have LEAST puzzles each, of both kinds; the README counts them."""
    count = Counter[str]()
    for game in GAMES:
        file = read_puzzles(game)
        count[family_named(game).group] += len(file.puzzles)
        assert {puzzle.kind for puzzle in file.puzzles} == {WIN, DEFENCE}
        assert len({puzzle.id for puzzle in file.puzzles}) == len(file.puzzles)
        readme = (Path(puzzles.FOLDER) / "README.md").read_text()
        kinds = Counter(puzzle.kind for puzzle in file.puzzles)
        assert f"| `{game}.txt` | {kinds[WIN]} | {kinds[DEFENCE]} |" in readme
    assert all(count[family] >= LEAST for family in FAMILIES), count


def test_solutions_are_legal_and_wins_end_in_a_win() -> None:
    """Every solution can be played; that of a win ends the game in as many own moves as said."""
    for puzzle in (puzzle for game in GAMES for puzzle in read_puzzles(game).puzzles):
        position = puzzle.start()
        assert position.outcome is None, puzzle.id
        winner, turns = position.side, 0
        for move in puzzle.solution():
            mover = position.side
            position.play(move)
            turns += mover == winner and (position.side != winner or position.outcome is not None)
        if puzzle.kind == WIN:
            assert position.outcome is not None, puzzle.id
            assert position.outcome.winner == winner, puzzle.id
            assert turns == puzzle.moves, puzzle.id


def test_no_position_is_like_another_or_like_a_problem() -> None:
    """All differ under symmetry, also from those of data/problems."""
    for game in GAMES:
        images = Images(family_named(game).rules)
        problems = {images.key(position) for position in problem_positions(game)}
        assert problems or game not in {"pente", "gipf", "gipf-basic"}
        like = [images.key(puzzle.start()) for puzzle in read_puzzles(game).puzzles]
        assert len(set(like)) == len(like)
        assert not problems & set(like)


def proves_win(puzzle: Puzzle, moves: tuple[int, ...] = (), nodes: int = NODES) -> int | None:
    """Own moves to the win that the solver proves after these moves, at most the puzzle's; or
    None.
    """
    position = puzzle.start()
    for move in moves:
        position.play(move)
    with solver_of(position.rules) as solver:
        turns = puzzle.moves if solver.most_turns else None
        limits = Limits(nodes=nodes, depth=turns)
        return solver.solve(position, limits, open_threes=True).win_in


def proved_again(puzzle: Puzzle) -> None:
    """The solver proves a win as long as the puzzle says; in a defence it proves the opponent's
    after another move than the right one, but not after that.
    """
    if puzzle.kind == WIN:
        assert proves_win(puzzle) == puzzle.moves, puzzle.id
        return
    start = puzzle.start()
    right = puzzle.solution()[0]
    others = [move for move in start.legal_moves() if move != right]
    assert proves_win(puzzle, (right,), FEW_NODES) is None, puzzle.id
    assert proves_win(puzzle, (random.Random(puzzle.id).choice(others),)), puzzle.id


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
def test_a_sample_is_proved_again(game: str) -> None:
    """Some puzzles of each kind are proved again."""
    dice = random.Random(game)
    for kind in (WIN, DEFENCE):
        of_kind = [puzzle for puzzle in read_puzzles(game).puzzles if puzzle.kind == kind]
        for puzzle in dice.sample(of_kind, 10):
            proved_again(puzzle)
