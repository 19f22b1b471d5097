"""Problems with a proven solution, solved by the readable rules: the loser's reserve runs out.

Given to the project: positions from games of GF1, proved by two exhaustive searches, the second on
the rules of another program. A win in n counts the winner's turns; after the last one the opponent
has nothing to bring in.
"""

from __future__ import annotations

import pytest

from games.gipf.notation import ENTRY, parse_move
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS
from games.gipf.text import parse_position

IN_TWO = [
    "gipf-basic: i3-h4: w 1 1 Kb2 Kb5 Kd5 Kd6 Kd7 Kg4 Kh3 Wc3 Wc6 Wd4 We6 We7 We8 Wf5 Wg5 Wh4 Wh5",
    """gipf: g1-g2: w 1 1 GKe4 GWd4 GWf4 Kb5 Kc3 Kc5 Kc6 Kd6 Ke6 Kf3 Kf6 Kh2
    Wb4 Wc2 Wc4 Wf5 Wf7 Wg2 Wg3 Wg4 Wh3""",
    """gipf: g7-g6: b 1 4 GKe5 GKe6 GWc4 GWe4 Kb3 Kd5 Ke8 Kf6 Kg3 Kh4 Kh5
    Wb5 Wc3 Wc5 Wd7 We7 Wf4 Wf7 Wg6 Wh2""",
]


@pytest.mark.parametrize("problem", IN_TWO, ids=range(len(IN_TWO)))
def test_problems_are_won_by_the_named_move_only(problem: str) -> None:
    """The named move wins in two, no other board does, and none wins in one."""
    name, first, text = problem.split(": ")
    position = parse_position(text, GIPF_PRESETS[name])
    assert boards_that_win(position, 1) == set()
    assert boards_that_win(position, 2) == {
        board_after(position, parse_move(first, position, ENTRY))
    }


def board_after(position: GipfPosition, move: int) -> tuple[object, ...]:
    """The situation after a move."""
    position.play(move)
    key = position.key
    position.undo()
    return key


def boards_that_win(position: GipfPosition, turns: int) -> set[tuple[object, ...]]:
    """The boards after those moves of the side to place that win within this many of its turns."""
    winner = position.side
    return {key for key, move in ways_on(position) if leads_to_win(position, move, winner, turns)}


def leads_to_win(position: GipfPosition, move: int, winner: int, turns: int) -> bool:
    """Whether this move lets one side win by force within this many of its turns, this included."""
    ends_turn_of_loser = position.placing and position.side != winner
    position.play(move)
    found = wins(position, winner, turns - ends_turn_of_loser)
    position.undo()
    return found


def wins(position: GipfPosition, winner: int, turns: int) -> bool:
    """Whether one side wins by force within this many of its turns, the current one included."""
    if position.outcome is not None:
        return position.outcome.winner == winner
    if turns == 0:
        return False
    quantify = any if position.side == winner else all
    return quantify(leads_to_win(position, move, winner, turns) for _, move in ways_on(position))


def ways_on(position: GipfPosition) -> list[tuple[tuple[object, ...], int]]:
    """One move for each situation that the next move can lead to."""
    ways = {board_after(position, move): move for move in position.legal_moves()}
    return list(ways.items())
