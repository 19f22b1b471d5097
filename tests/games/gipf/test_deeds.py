"""What a turn of Gipf does, in the words of players."""

from __future__ import annotations

from random import Random

from games.deeds import Deeds, Threat
from games.gipf.deeds import deeds_of
from games.gipf.one_ply import with_opponent_to_move
from games.gipf.position import GipfPosition
from games.registry import family_named
from tests.games.gipf.boards import basic

BASIC = family_named("gipf-basic")


def test_a_push_threatens_a_row() -> None:
    """White's fourth piece would push Black's out of the gap, and capture it."""
    position = basic("w 10 10 Wb3 Wc4 Kd5 We5 Kh2 Kg2")
    push = BASIC.parse_move(position, "a2-e6")
    assert deeds_of(position, [push]) == Deeds(threatens=(Threat("row", "a2-f6", 1),))


def test_a_turn_is_told_as_it_is_played() -> None:
    """Rows and captures are those of the turn; a threat can be carried out, and takes so much."""
    dice, met = Random(3), set[str]()
    for _ in range(3):
        position: GipfPosition = BASIC.start()
        while position.outcome is None and position.turns < 40:
            side, start = position.side, position.copy()
            turn: list[int] = []
            while (
                position.outcome is None
                and position.side == side
                and not (turn and position.placing)
            ):
                turn.append(dice.choice(position.legal_moves()))
                position.play(turn[-1])
            deeds = deeds_of(start, turn)
            assert deeds.captures == position.lost[1 - side] - start.lost[1 - side]
            met.update(("row",) * bool(deeds.makes) + ("capture",) * bool(deeds.captures))
            for threat in deeds.threatens:
                again = with_opponent_to_move(position)
                again.play(BASIC.parse_move(again, threat.at))
                assert (
                    deeds_of(with_opponent_to_move(position), again.moves).captures == threat.takes
                )
                assert (again.side, again.placing) == (side, False)
                met.add("threat")
            for threat in deeds.stops:
                other = with_opponent_to_move(start)
                assert deeds_of(other, [BASIC.parse_move(other, threat.at)]).makes
                met.add("stop")
    assert met >= {"row", "threat", "stop"}
