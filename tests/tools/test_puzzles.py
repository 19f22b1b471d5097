"""The puzzles of data/puzzles: enough, new, all different, and proved again in a sample."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from arena import puzzles
from arena.puzzles import DEFENCE, WIN, Puzzle, games_with_puzzles, read_puzzles
from games.five.position import FivePosition
from games.images import Images
from games.registry import family_named
from tools.make.five_puzzles import Found
from tools.make.puzzles import FINDERS, make, problem_positions
from web.records.puzzles import FAMILIES, family_of_puzzles

LEAST = 300  # of each family
GAMES = games_with_puzzles()


@cache
def finder_of(game: str) -> Any:
    """A finder of puzzles; each question to it begins anew."""
    rules = family_named(game).rules
    return FINDERS[rules.family](rules)


def test_each_family_has_enough() -> None:
    """Pente, Gomoku and Gipf have LEAST puzzles each, of both kinds; the README counts them."""
    count = Counter[str]()
    for game in GAMES:
        file = read_puzzles(game)
        count[family_of_puzzles(game)] += len(file.puzzles)
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


def test_the_last_defence_answers_the_threat() -> None:
    """On square boards the last reply takes a point where the winner would win, or captures."""
    for puzzle in (puzzle for game in GAMES for puzzle in read_puzzles(game).puzzles):
        position = puzzle.start()
        if puzzle.kind == WIN and isinstance(position, FivePosition):
            *moves, reply, _ = puzzle.solution()
            for move in moves:
                position.play(move)
            taken = family_named(puzzle.game).taken_by(position, reply)
            passed = FivePosition(
                position.rules, position.cells, 1 - position.side, position.captured_stones
            )
            passed.play(reply)
            assert taken or passed.outcome is not None, puzzle.id


def test_no_position_is_like_another_or_like_a_problem() -> None:
    """All differ under symmetry, also from those of data/problems."""
    for game in GAMES:
        images = Images(family_named(game).rules)
        problems = {images.key(position) for position in problem_positions(game)}
        assert problems or game not in {"pente", "gipf", "gipf-basic"}
        like = [images.key(puzzle.start()) for puzzle in read_puzzles(game).puzzles]
        assert len(set(like)) == len(like)
        assert not problems & set(like)


def proved_again(puzzle: Puzzle) -> None:
    """Check that the finder sees this puzzle in its position, and none of the other kind."""
    (other,) = {WIN, DEFENCE} - {puzzle.kind}
    finder = finder_of(puzzle.game)
    found = finder.find(_late(puzzle.start()), frozenset({puzzle.kind}))
    assert found is not None, puzzle.id
    assert found.line[0] == puzzle.solution()[0], puzzle.id
    assert (found.moves, found.theme) == (puzzle.moves, puzzle.theme), puzzle.id
    assert finder.find(_late(puzzle.start()), frozenset({other})) is None, puzzle.id


@pytest.mark.parametrize("game", ["pente", "gipf-basic"])
def test_the_shortest_puzzles_are_proved_again(game: str) -> None:
    """The finder sees the shortest of each kind and theme; what it sees later in a solution can
    be played.
    """
    by_nodes = sorted(read_puzzles(game).puzzles, key=lambda puzzle: -puzzle.nodes)
    for puzzle in {(puzzle.kind, puzzle.theme): puzzle for puzzle in by_nodes}.values():
        proved_again(puzzle)
    for number, puzzle in enumerate(read_puzzles(game).puzzles[:16]):
        position = puzzle.start()
        for move in puzzle.solution()[: 1 + number % 4]:
            position.play(move)
        if position.outcome is None:
            found = finder_of(game).find(_late(position.copy()), frozenset({WIN, DEFENCE}))
            for move in found.line if found else ():
                position.play(move)


@pytest.mark.nightly
@pytest.mark.parametrize("game", GAMES)
def test_a_sample_is_proved_again(game: str) -> None:
    """The finder sees the same kind, answer and length in each position."""
    dice = random.Random(game)
    for kind in (WIN, DEFENCE):
        of_kind = [puzzle for puzzle in read_puzzles(game).puzzles if puzzle.kind == kind]
        for puzzle in dice.sample(of_kind, min(3, len(of_kind))):
            proved_again(puzzle)


def _late(position: Any) -> Any:
    """The position as one of a game; the finder leaves out the first moves of a game."""
    position.moves = [0] * 30
    return position


class StubFinder:
    """Takes every third position for a puzzle, by turns of the one kind and the other."""

    def __init__(self, _rules: object) -> None:
        """A finder of no rules."""

    def find(self, position: Any, wanted: frozenset[str]) -> Found | None:
        """A puzzle of one move."""
        kind = (WIN, DEFENCE)[len(position.moves) % 2]
        if len(position.moves) % 3 != 1 or kind not in wanted:
            return None
        line = (position.legal_moves()[0],)
        return Found(kind=kind, theme="fours", moves=len(position.moves), nodes=9, line=line)


def test_an_interrupted_run_goes_on_where_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Cut anywhere, even within a line, the file becomes the same as without an interruption."""
    monkeypatch.setattr(puzzles, "FOLDER", str(tmp_path))
    monkeypatch.setitem(FINDERS, "five", StubFinder)
    make("gomoku-9", 4, 5)
    path = tmp_path / "gomoku-9.txt"
    whole = path.read_bytes()
    assert whole.startswith(b"# Puzzles of gomoku-9")
    assert b"tools.make.puzzles gomoku-9 --count 4 --seed 5\n" in whole
    for length in (len(whole) - 10, whole.index(b"\ndefence") + 5, len(whole)):
        path.write_bytes(whole[:length])
        make("gomoku-9", 4, 5)
        assert path.read_bytes() == whole
