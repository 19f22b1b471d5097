"""The referee: who wins, why, and how much time each side has left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import MatchError, RecordError
from arena.game.adjudication import (
    ADJUDICATED,
    MOVE_LIMIT,
    require_numbers,
    whole_numbers,
)
from arena.game.player import CRASH, ILLEGAL, MALFORMED, TIME, Fault
from arena.game.record import GameRecord, format_game, parse_game, replay
from arena.game.spec import GameSpec
from arena.game.transcript import format_transcript
from arena.players.in_process import RandomPlayer
from games.errors import IllegalMove
from games.five.position import BOARD_FULL, CAPTURES, FIVE
from games.five.rules import FiveRules
from tests.arena.building import NINE, Scripted, game_between, points
from tests.gipf_strategies import gipf_rules
from tests.refusals import all_refused
from tests.strategies import presets

WHITE_ROW, BLACK_SCATTERED = "K10 N10 O10 P10 Q10 R10", "A1 A2 A3 A5 A6 A8"


def won_by_five(clock: str = "cpu:100", **cost: float) -> GameRecord:
    """A game in which White makes a row, at this cost a move."""
    white = Scripted(points(WHITE_ROW), **cost)  # type: ignore[arg-type]  # seconds
    return game_between(white, Scripted(points(BLACK_SCATTERED)), clock)


def test_five_and_the_last_captures_win() -> None:
    """The record names the row, or the stones taken."""
    record = won_by_five()
    assert (record.winner, record.termination, record.winner_name) == ("white", FIVE, "A")
    assert "N10 O10 P10 Q10 R10" in record.reason
    assert len(record.moves) == 11
    rules = FiveRules("fast", 7, capture_lengths=(2,), captured_stones_to_win=2)
    black = Scripted(points("B7 C7", 7))
    record = game_between(Scripted(points("A7 G1 D7", 7)), black, rules=rules)
    assert (record.winner, record.termination) == ("black", CAPTURES)
    assert "2 stones" in record.reason


def test_wrong_answers_lose_with_their_reason() -> None:
    """An illegal point, a breach of the opening rule and a fault of a program each lose."""
    malformed = Fault(termination=MALFORMED, reason="output.txt is empty")
    for white, black, winner, termination, reason in (
        ("K10", Scripted(points("K10")), "white", ILLEGAL, "K10 is occupied"),
        ("K10", Scripted([361]), "white", ILLEGAL, "361 is not on the board"),
        ("K10 K12", Scripted(), "black", ILLEGAL, "at least 3 intersections"),
        ("K10", Scripted(fault=malformed), "white", MALFORMED, "output.txt is empty"),
    ):
        record = game_between(Scripted(points(white)), black)
        assert (record.winner, record.termination) == (winner, termination)
        assert reason in record.reason
        assert record.forfeit is not None
    text = format_transcript(game_between(Scripted(points("K10")), Scripted(points("K10"))))
    assert "  2. black K10 " in text
    assert "forfeit" in text
    assert "White wins (illegal move): Black: K10 is occupied" in text


def test_time_is_judged_before_form() -> None:
    """A player over the time limit loses on time, whatever the answer was."""
    fault = Fault(termination=CRASH, reason="ended with exit code 1")
    record = game_between(Scripted(cpu_s=9), Scripted(fault=fault, cpu_s=10), "cpu:10")
    assert (record.winner, record.termination) == ("white", TIME)
    assert "10.000 s of cpu time" in record.reason


def test_players_are_told_what_is_left() -> None:
    """Each side learns how much of its own clock is left, its increments included."""
    for clock, costs, told, left in (
        ("cpu:9", (2, 3), ([9, 7, 5], [9, 6, 3]), [7, 6, 5, 3]),
        ("cpu:10+2", (1, 3), ([10, 11, 12], [10, 9, 8]), [11, 9, 12, 8]),
    ):
        sides = [Scripted(cpu_s=cost) for cost in costs]
        record = game_between(sides[0], sides[1], clock)
        for side, expected in zip(sides, told, strict=True):
            assert [one.seconds for one in side.allowances[:3]] == pytest.approx(expected)
        assert [move.left_s for move in record.moves[:4]] == pytest.approx(left)
        assert (record.termination, record.clock) == (TIME, clock)


def test_full_board_goes_to_more_time_behind_the_file_harness_alone() -> None:
    """So says the handout; without its rule, or a clock for the game, the board is a draw."""
    rows = [(0, 0, 1, 1, 0), (1, 1, 0, 0, 1), (0, 0, 1, 1, 0), (1, 1, 0, 0, 1), (0, 1, 0, 1, 0)]
    owners = [owner for row in rows for owner in row]
    sides = [[point for point, owner in enumerate(owners) if owner == side] for side in (0, 1)]
    for second_s, clock, handout, winner in (
        (0.1, "cpu:10", True, "white"),  # black has moved once more
        (0.2, "cpu:10", True, "black"),
        (0.2, "nodes:10", True, None),
        (0.2, "cpu-move:1", True, None),
        (0.2, "cpu:10", False, None),
        (0.2, "cpu:100,cpu:50", False, None),
    ):
        first, second = Scripted(sides[0], cpu_s=0.1), Scripted(sides[1], cpu_s=second_s)
        record = game_between(first, second, clock, FiveRules("tiny", 5), handout=handout)
        assert (record.winner, record.termination) == (winner, BOARD_FULL)
        assert ("more time left" in record.reason) == (winner is not None)


def test_opening_is_played_and_checked() -> None:
    """The players start after the opening; an illegal opening is the caller's error."""
    record = game_between(Scripted(), Scripted(), "cpu:1", opening=tuple(points("K10 L11 N10")))
    assert record.opening == ("K10", "L11", "N10")
    assert len(record.answers_of(1)) >= len(record.answers_of(0))
    with pytest.raises(IllegalMove):
        game_between(Scripted(), Scripted(), opening=(0,))


@given(presets() | gipf_rules(), st.integers(0, 1000))
@settings(max_examples=10)
def test_record_tells_the_whole_game(rules: Any, seed: int) -> None:
    """A record survives its line of JSON, replays to its end with the same rules, limit of turns
    and handicap included, and follows from its seed.
    """
    records = [
        game_between(RandomPlayer(), RandomPlayer(), "cpu:1000", rules, seed=seed) for _ in range(2)
    ]
    assert 0 <= len(records[0].answers_of(0)) - len(records[0].answers_of(1)) <= 1
    line = format_game(records[0])
    assert "\n" not in line
    assert parse_game(line) == records[0]
    final = replay(records[0])
    assert final.rules == rules
    assert final.outcome is not None
    assert final.outcome.termination == records[0].termination
    assert [move.point for move in records[1].moves] == [move.point for move in records[0].moves]


def test_bad_records_are_refused() -> None:
    """A text that is no record, and a record of other moves or another end than the board's."""
    record = won_by_five()
    line = format_game(record)
    texts = ("", "[]", "{}", line[:-5], line.replace('"format":1', '"format":9'))
    all_refused(parse_game, RecordError, [(text, "") for text in texts])
    illegal = parse_game(line.replace('"K10"', '"A1"', 1))
    all_refused(
        replay,
        RecordError,
        [
            (illegal, "ply 1, A1: .*K10"),
            (replace(record, winner="black"), "won by white, the record says black"),
            (replace(record, termination=CAPTURES), "ended by five, the record says 'captures'"),
        ],
    )


LOST: dict[str, Any] = {"adjudicate": (500, 2)}
EVEN: dict[str, Any] = {"draw_score": (10, 2, 6)}


def game(
    early: dict[str, Any], first: Sequence[int | None], second: Sequence[int | None]
) -> GameRecord:
    """A game of two players that report these scores."""
    return game_between(Scripted(scores=first), Scripted(scores=second), "nodes:1", NINE, **early)


def test_player_that_gives_up_has_lost() -> None:
    """A side loses that reports a lost game as often as asked, if the other does not object."""
    for first, second, plies, winner in (
        ([0, -500, -500], [600], 5, "B"),  # the opponent agrees
        ([0, -500, -900], [None], 5, "B"),  # the opponent reports nothing
        ([700], [0, -500], 6, "A"),
        ([700], [-500, -600], 4, "A"),  # after the answer that completes it
    ):
        record = game(LOST, first, second)
        assert (record.termination, record.winner_name) == (ADJUDICATED, winner)
        assert len(record.moves) == plies
        assert "-500 or less 2 times" in record.reason
        replay(record)
    for less, more in (([-499], [900]), ([-900], [499]), ([-900, 0] * 40, [900]), ([None], [900])):
        assert game(LOST, less, more).termination != ADJUDICATED


def test_even_scores_and_the_move_limit_draw() -> None:
    """Both sides must report small scores, after enough moves; the limit needs no score."""
    for early, scores, ending, plies in (
        (EVEN, (10, -10), ADJUDICATED, 6),
        ({"draw_moves": 7}, (None, None), MOVE_LIMIT, 7),
    ):
        record = game(early, scores[:1], scores[1:])
        assert (record.termination, record.winner, len(record.moves)) == (ending, None, plies)
        replay(record)
    for other in (-11, None):
        assert game(EVEN, [10], [other]).termination != ADJUDICATED


def test_bad_numbers_are_refused() -> None:
    """The message has the spelling; a handicap is for basic Gipf alone."""
    rows = [(text, "SCORE,MOVES") for text in ("", "5", "5,", "5,x", "-5,2", "5,2,3", "1.5,2")]
    all_refused(lambda text: whole_numbers(text, 2, "SCORE,MOVES"), MatchError, rows)
    bad = [GameSpec(**terms) for terms in ({"adjudicate": (0, 2)}, {"draw_moves": 0})]
    all_refused(require_numbers, MatchError, [(spec, "at least 1") for spec in bad])
    whole = [GameSpec(rules=name, pieces=(16, 15)) for name in ("pente", "gipf", "gipf-tournament")]
    all_refused(lambda spec: spec.family, MatchError, [(spec, "pieces") for spec in whole])
