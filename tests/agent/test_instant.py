"""The fallback move is legal, finds wins and blocks, and reports when it needs no search."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from agent.instant import Lines, instant_move
from games.five.diagram import parse_diagram
from games.five.points import format_point, parse_point
from games.five.position import FivePosition
from games.five.rules import PRESETS, rules_named
from tests.arena.building import after
from tests.conditions import met, often
from tests.strategies import last_positions, positions, rules_records, winning_points

PENTE = rules_named("pente")
ANY_RULES = st.one_of(st.sampled_from(list(PRESETS.values())), rules_records())


def corner(rows: str, colour: str, by_white: int = 0, by_black: int = 0) -> FivePosition:
    """A Pente position with this upper left corner; White has two more stones far away."""
    drawn = [row.strip().ljust(19, ".") for row in rows.split()]
    drawn += ["." * 19] * (18 - len(drawn)) + ["." * 14 + "w.w.."]
    return parse_diagram("\n".join(drawn), PENTE, colour, by_white, by_black)


def fallback_move(position: FivePosition) -> int:
    """The move to play without a search."""
    return instant_move(position, position.legal_moves())[0]


def certain_move(position: FivePosition) -> int | None:
    """The move that needs no search, or None."""
    point, certain = instant_move(position, position.legal_moves())
    return point if certain else None


@often(won=10, quiet=4)
@given(positions(ANY_RULES) | last_positions(ANY_RULES))
def test_instant_knows_every_win_of_the_rules(position: FivePosition) -> None:
    """The wins found in the board's string are those that the rules find move by move."""
    lines = Lines(position.rules, bytes(position.cells))
    wins = lines.wins(position.side, position.captured_stones[position.side])
    expected = {*winning_points(position)}
    assert wins & set(position.legal_moves()) == expected
    met("won" if expected else "quiet")


@often(taken=5)
@given(positions(rules_records()))
def test_instant_knows_every_capture_of_the_rules(position: FivePosition) -> None:
    """The captures found in the board's string are those of the rules."""
    captures = Lines(position.rules, bytes(position.cells)).captures(position.side)
    for point in position.legal_moves():
        taken = sorted(position.captures_of(point))
        assert sorted(captures.get(point, [])) == taken
        if taken:
            met("taken")


@often(won=7, unsure=4)
@given(positions(max_turns=80) | last_positions())
def test_instant_move_wins_and_is_sure_where_a_win_is_there(position: FivePosition) -> None:
    """The move is legal; if the rules know a winning move, it is one and needs no search."""
    wins = winning_points(position)
    point = certain_move(position)
    assert fallback_move(position) in position.legal_moves()
    if wins:
        met("won")
        assert point in wins
    elif sum(1 for cell in position.cells if cell) > 1:
        met("unsure")
        assert (point is not None) == (len(position.legal_moves()) == 1)


def test_instant_certain_moves() -> None:
    """White's first stone, Black's diagonal neighbour, a fifth pair and the only point."""
    cells = [1 + ((point // 9 // 2 + point % 9) % 2) for point in range(81)]
    cells[40] = 0
    for position, point in (
        (FivePosition(PENTE), PENTE.centre),
        (after("K10"), parse_point("L11", 19)),
        (corner("..... .wwb. .....", "black", by_black=8), parse_point("A18", 19)),
        (FivePosition(rules_named("gomoku-9"), cells), 40),
    ):
        assert certain_move(position) == point


def test_instant_second_stone_of_white_keeps_its_distance() -> None:
    """White's second stone lies on a line through the centre, 3 or 4 from it."""
    for reply in ("L11", "K11", "A1", "N10", "G7"):
        row, column = divmod(fallback_move(after(f"K10 {reply}")), 19)
        assert {abs(row - 9), abs(column - 9)} in ({3}, {4}, {0, 3}, {0, 4}), reply


def test_instant_blocks_a_five() -> None:
    """Black, who cannot win, plays where White would complete five; or takes what breaks two.

    White's open four B18 to E18 can only be stopped by taking C18 and C17 between C19 and C16.
    """
    for rows, answer in (
        ("..... wwww.", "E18"),
        ("..... ww.ww .....", "C18"),
        ("w.... .w... ..w.. ...w.", "E15"),
        ("..... .wwww. ..w... ..b...", "C19"),
    ):
        position = corner(rows, "black")
        assert format_point(fallback_move(position), 19) == answer
        assert certain_move(position) is None


def test_instant_guards_its_pairs() -> None:
    """A pair that White could take, be it the last one or any, is not left to be taken."""
    last = corner("..... .bbw. .....", "black", by_white=8)
    last.play(fallback_move(last))
    assert winning_points(last) == []
    handout = after("K10 L11 N10 M10 K12")  # White would take L11 and M10 on N9
    handout.play(fallback_move(handout))
    assert not any(handout.captures_of(reply) for reply in handout.legal_moves())
