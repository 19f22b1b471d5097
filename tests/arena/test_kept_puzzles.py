"""The puzzles of data/puzzles: enough, new, all different, and proved again in a sample."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent.protocol import parse_request
from arena import puzzles
from arena.puzzles import DEFENCE, WIN, Puzzle, games_with_puzzles, read_puzzles
from games.family import AnyPosition
from games.five.rules import PRESETS
from games.images import Images
from games.registry import family_named
from search.limits import Limits
from search.solve.choice import solver_of
from web.records.puzzles import FAMILIES

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
