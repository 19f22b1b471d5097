"""The referee: who wins, why, and how much time each side has left."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import RecordError
from arena.game.player import CRASH, ILLEGAL, MALFORMED, TIME, Fault, Player
from arena.game.record import GameRecord, format_game, parse_game, replay
from arena.game.referee import play_game
from arena.game.transcript import format_transcript, result_line
from arena.players.in_process import RandomPlayer
from games.errors import IllegalMove
from games.five.points import parse_point
from games.five.position import BOARD_FULL, CAPTURES, FIVE
from games.five.rules import PRESETS, Rules, rules_named
from games.registry import family_of
from tests.arena.one_game import one_game
from tests.arena.scripted_players import Scripted

PENTE = rules_named("pente")


def points(names: str, rules: Rules = PENTE) -> list[int]:
    """Return the points of these names."""
    return [parse_point(name, rules.size) for name in names.split()]


def play(
    first: Player,
    second: Player,
    clock: str = "cpu:100",
    opening: str = "",
    rules: Rules = PENTE,
    *,
    handout: bool = False,
) -> GameRecord:
    """Play a game between these two players."""
    job = one_game(moves=tuple(points(opening, rules)), clock=clock)
    return play_game(family_of(rules), job, (first, second), handout=handout)


def test_five_in_a_row_wins() -> None:
    """A player who completes five wins, and the record names the row."""
    record = play(
        Scripted(points("K10 N10 O10 P10 Q10 R10")), Scripted(points("A1 A2 A3 A5 A6 A8"))
    )
    assert (record.winner, record.termination) == ("white", FIVE)
    assert record.reason == "White has 5 in a row, N10 O10 P10 Q10 R10"
    assert len(record.moves) == 11
    assert record.winner_name == "A"


def test_ten_stones_taken_win() -> None:
    """A player who takes the fifth pair wins by captures."""
    rules = Rules("fast", 7, capture_lengths=(2,), captured_stones_to_win=2)
    record = play(
        Scripted(points("A7 G1 D7", rules)), Scripted(points("B7 C7", rules)), rules=rules
    )
    assert (record.winner, record.termination) == ("black", CAPTURES)
    assert record.reason == "Black has captured 2 stones"


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ("K10", "Black: K10 is occupied"),
        ("", "Black: point 361 is not on the board"),
    ],
)
def test_illegal_move_loses(wrong: str, reason: str) -> None:
    """An illegal move loses, with the reason that the rules give."""
    record = play(Scripted(points("K10")), Scripted(points(wrong) or [361]))
    assert (record.winner, record.termination) == ("white", ILLEGAL)
    assert record.reason == reason
    assert len(record.moves) == 1
    assert record.forfeit is not None
    assert record.forfeit.point == wrong


def test_opening_rule_is_judged() -> None:
    """White's second stone next to the centre loses."""
    record = play(Scripted(points("K10 K12")), Scripted())
    assert record.winner == "black"
    assert "White's second stone must lie at least 3 intersections" in record.reason


def test_fault_loses_with_its_reason() -> None:
    """A fault in an answer ends the game with that fault's reason."""
    fault = Fault(termination=MALFORMED, reason="output.txt is empty")
    record = play(Scripted(), Scripted(fault=fault))
    assert (record.winner, record.termination) == ("white", MALFORMED)
    assert record.reason == "Black: output.txt is empty"


def test_time_is_judged_before_form() -> None:
    """A player over the time limit loses on time, whatever the answer was."""
    fault = Fault(termination=CRASH, reason="ended with exit code 1")
    record = play(Scripted(cpu_s=9), Scripted(fault=fault, cpu_s=10), clock="cpu:10")
    assert (record.winner, record.termination) == ("white", TIME)
    assert record.reason == "Black spent 10.000 s of cpu time with 10.000 s left"


def test_time_of_the_other_kind_is_not_charged() -> None:
    """Under a clock of CPU, wall time is not charged, and the other way round."""
    lazy = Scripted(points("K10 N10 O10 P10 Q10 R10"), cpu_s=0.001, wall_s=50)
    record = play(lazy, Scripted(points("A1 A2 A3 A5 A6 A8")), clock="cpu:10")
    assert record.termination == FIVE
    record = play(Scripted(cpu_s=50), Scripted(cpu_s=50, wall_s=11), clock="wall:10")
    assert (record.winner, record.termination) == ("white", TIME)


def test_players_are_told_what_is_left() -> None:
    """Each side learns how much of its own clock is left."""
    white, black = Scripted(cpu_s=2), Scripted(cpu_s=3)
    record = play(white, black, clock="cpu:9")
    assert [told.seconds for told in white.allowances] == pytest.approx([9, 7, 5])
    assert [told.seconds for told in black.allowances] == pytest.approx([9, 6, 3])
    assert (record.winner, record.termination) == ("white", TIME)
    assert [move.left_s for move in record.moves] == pytest.approx([7, 6, 5, 3, 3])


def full_board_game(
    first_s: float, second_s: float, clock: str, *, handout: bool = True
) -> GameRecord:
    """Play a game that fills a board of 5 x 5 without five in a row."""
    rules = Rules("tiny", 5)
    rows = [(0, 0, 1, 1, 0), (1, 1, 0, 0, 1), (0, 0, 1, 1, 0), (1, 1, 0, 0, 1), (0, 1, 0, 1, 0)]
    owners = [owner for row in rows for owner in row]
    first = Scripted([point for point, owner in enumerate(owners) if owner == 0], cpu_s=first_s)
    second = Scripted([point for point, owner in enumerate(owners) if owner == 1], cpu_s=second_s)
    return play(first, second, clock=clock, rules=rules, handout=handout)


def test_full_board_goes_to_more_time_behind_the_file_harness() -> None:
    """On a full board the side with more time left wins, as the handout says."""
    record = full_board_game(0.1, 0.1, "cpu:10")
    assert (record.winner, record.termination) == ("white", BOARD_FULL)  # black has moved once more
    assert "more time left" in record.reason
    record = full_board_game(0.1, 0.2, "cpu:10")
    assert (record.winner, record.termination) == ("black", BOARD_FULL)


@pytest.mark.parametrize(
    ("clock", "handout"),
    [("nodes:10", True), ("cpu-move:1", True), ("cpu:10", False), ("cpu:100,cpu:50", False)],
)
def test_full_board_is_a_draw_elsewhere(clock: str, handout: bool) -> None:  # noqa: FBT001
    """Without the handout's rule, or without a clock for the whole game, a full board is a draw."""
    record = full_board_game(0.1, 0.2, clock, handout=handout)
    assert (record.winner, record.termination) == (None, BOARD_FULL)
    assert record.winner_name is None


def test_opening_is_played_and_checked() -> None:
    """The players start after the opening; an illegal opening is the caller's error."""
    white, black = Scripted(), Scripted()
    record = play(white, black, clock="cpu:1", opening="K10 L11 N10")
    assert record.opening == ("K10", "L11", "N10")
    assert len(record.answers_of(1)) >= len(record.answers_of(0))
    with pytest.raises(IllegalMove):
        play(white, black, opening="A1")


@given(st.sampled_from(tuple(PRESETS.values())), st.integers(0, 1000))
@settings(max_examples=8)
def test_record_tells_the_whole_game(rules: Rules, seed: int) -> None:
    """A record survives its line of JSON, and replaying it leads to the recorded end."""
    first, second = RandomPlayer(rules), RandomPlayer(rules)
    job, family = one_game(seed, clock="cpu:1000"), family_of(rules)
    record = play_game(family, job, (first, second))
    line = format_game(record)
    assert "\n" not in line
    assert parse_game(line) == record
    final = replay(record)
    assert final.outcome is not None
    assert final.outcome.termination == record.termination
    again = play_game(family, job, (first, second))
    assert [move.point for move in again.moves] == [move.point for move in record.moves]


def test_bad_records_are_refused() -> None:
    """A text that is no record, or a record that breaks the rules, raises RecordError."""
    record = play(Scripted(points("K10 K12")), Scripted())
    line = format_game(record)
    for text in ("", "[]", "{}", line[:-5], line.replace('"format":1', '"format":9'),
                 line.replace('"seed"', '"sead"')):  # fmt: skip
        with pytest.raises(RecordError):
            parse_game(text)
    with pytest.raises(RecordError, match="ply 1, A1: White's first stone must lie on K10"):
        replay(parse_game(line.replace('"K10"', '"A1"', 1)))


@pytest.mark.parametrize(
    ("winner", "termination", "reason"),
    [
        ("black", FIVE, "the board was won by white, the record says black"),
        ("white", CAPTURES, "the board ended by five, the record says 'captures'"),
    ],
)
def test_record_of_another_end_than_the_boards_is_refused(
    winner: str, termination: str, reason: str
) -> None:
    """A record must name the winner and the reason that its last move leads to."""
    record = play(
        Scripted(points("K10 N10 O10 P10 Q10 R10")), Scripted(points("A1 A2 A3 A5 A6 A8"))
    )
    with pytest.raises(RecordError, match=reason):
        replay(replace(record, winner=winner, termination=termination))


def test_transcript_shows_moves_board_and_end() -> None:
    """A transcript names every move, draws the final board and says who won and why."""
    record = play(
        Scripted(points("K10 N10 O10 P10 Q10 R10")), Scripted(points("A1 A2 A3 A5 A6 A8"))
    )
    text = format_transcript(record)
    assert "White: a" in text
    assert " 11. white R10" in text
    assert "10 . . . . . . . . . w . . w w w w W . . 10" in text
    assert text.endswith(result_line(record) + "\n")
    assert text.count("captured stones") == 1
    assert format_transcript(record, every_board=True).count("captured stones") == 11


def test_transcript_shows_the_forfeit() -> None:
    """The answer that lost the game comes last."""
    text = format_transcript(play(Scripted(points("K10")), Scripted(points("K10"))))
    assert "  2. black K10 " in text
    assert "forfeit" in text
    assert "White wins (illegal move): Black: K10 is occupied" in text


def test_player_is_told_the_time_left_with_the_increments() -> None:
    """After each move the clock gains the increment, and the record has what is left then."""
    first, second = Scripted(cpu_s=1.0), Scripted(cpu_s=3.0)
    record = play(first, second, clock="cpu:10+2")
    assert [each.seconds for each in first.allowances[:4]] == [10.0, 11.0, 12.0, 13.0]
    assert [each.seconds for each in second.allowances[:4]] == [10.0, 9.0, 8.0, 7.0]
    assert [move.left_s for move in record.moves[:4]] == [11.0, 9.0, 12.0, 8.0]
    assert record.clock == "cpu:10+2"
    assert record.termination == TIME
