"""Levels of play: always legal, decided by the seed alone, as strong as they claim."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.five.diagram import parse_position
from games.five.position import FivePosition, moves_near
from games.five.rules import PRESETS
from games.rules import EMPTY, FIVE_FAMILY, GIPF_FAMILY
from search.engine import Engine
from search.errors import LevelError
from search.levels import LEVELS, Level, choose_line, find_level, levels_of, play_level
from search.limits import Limits
from search.result import Line
from search.score import WIN, is_loss, lost_in, win_in
from tests.conditions import met, often
from tests.strategies import positions

FEW = Limits(nodes=3_000)
CAREFUL = [level for level in LEVELS if not level.careless_percent]
levels = st.sampled_from(LEVELS)
seeds = st.integers(0, 1000)
scores = st.integers(-5000, 5000) | st.integers(1, 9).map(lost_in) | st.integers(1, 9).map(win_in)
percents = st.integers(0, 100)

# Black to move has a row of four with one open end.
FOUR = "9/9/9/1wbbbb3/4w4/5w3/3w5/9/9 b 0,0"


@st.composite
def known_lines(draw: st.DrawFn) -> list[Line]:
    """Lines as an engine returns them: best first, each beginning with a different move."""
    found = sorted(draw(st.lists(scores, min_size=1, max_size=12)), reverse=True)
    return [Line(score, (move,)) for move, score in enumerate(found)]


@given(position=positions(), level=levels, seed=seeds)
def test_levels_play_legal_moves(position: FivePosition, level: Level, seed: int) -> None:
    """At every level, in every preset, with any dice, the move is legal."""
    with Engine(position.rules, table_mb=1) as engine:
        played = play_level(engine, position.copy(), level, Random(seed), FEW)
    assert position.why_illegal(played.move) is None
    assert played.line is None or played.line.pv[0] == played.move


@pytest.mark.parametrize("level", CAREFUL)
def test_careful_levels_complete_their_five(level: Level) -> None:
    """A level that always looks never misses a win at once."""
    rules = PRESETS["gomoku-9"]
    position = parse_position(FOUR, rules)
    with Engine(rules, table_mb=1) as engine:
        for seed in range(40):
            position.play(play_level(engine, position.copy(), level, Random(seed)).move)
            assert position.outcome is not None
            position.undo()


@often(seen=10, without_end=5)
@settings(max_examples=100)
@given(lines=known_lines(), depth=st.integers(1, 5) | st.none(), slip=percents, seed=seeds)
def test_wins_in_sight_are_taken(
    lines: list[Line], depth: int | None, slip: int, seed: int
) -> None:
    """However often a level slips, it plays the quickest win within its look-ahead."""
    level = Level(0, "drawn", depth, None, 12, 50, slip)
    if level.sees_win(lines[0].score):
        met("seen")
        assert choose_line(level, lines, Random(seed)).score == lines[0].score
    if depth is None and lines[0].score > WIN - 100:
        met("without_end")
        assert level.sees_win(lines[0].score)


@often(sound=10, lost=4)
@settings(max_examples=100)
@given(lines=known_lines(), margin=percents, seed=seeds)
def test_choice_lies_within_the_margin(lines: list[Line], margin: int, seed: int) -> None:
    """Without a slip, the line is within the margin, and does not lose if another does not."""
    chosen = choose_line(Level(0, "drawn", 1, None, 12, margin), lines, Random(seed))
    sound = [line.score for line in lines if not is_loss(line.score)]
    assert chosen in lines
    if sound:
        met("sound")
        assert 100 * (sound[0] - chosen.score) <= margin * (sound[0] - sound[-1])
        assert not is_loss(chosen.score)
    else:
        met("lost")
        assert chosen.score == lines[0].score


@given(position=positions())
def test_moves_near_touch_a_stone(position: FivePosition) -> None:
    """The near moves are exactly the legal points that touch a stone, corners included."""
    size = position.rules.size

    def touches(point: int, stone: int) -> bool:
        (row, column), (other_row, other_column) = divmod(point, size), divmod(stone, size)
        return max(abs(row - other_row), abs(column - other_column)) == 1

    stones = [point for point, cell in enumerate(position.cells) if cell != EMPTY]
    near = [
        point for point in position.legal_moves() if any(touches(point, stone) for stone in stones)
    ]
    assert moves_near(position) == (near if stones else [position.rules.centre])


@pytest.mark.parametrize("family", [FIVE_FAMILY, GIPF_FAMILY])
def test_levels_are_found_by_number_and_name(family: str) -> None:
    """In each family levels are numbered from 1 and named alike; other texts find none."""
    levels = levels_of(family)
    assert [level.number for level in levels] == list(range(1, len(levels) + 1))
    assert [level.name for level in levels] == [level.name for level in LEVELS]
    for level in levels:
        assert find_level(str(level.number), family) is find_level(level.name, family) is level
    for text in ("", "0", "11", "01", "Full", "grandmaster"):
        with pytest.raises(LevelError, match="expected 1 to 10, or newcomer, beginner"):
            find_level(text, family)
