"""Our Gomocup brain: transcripts and odd positions."""

from __future__ import annotations

import errno
import time
from contextlib import closing
from typing import TYPE_CHECKING
from unittest.mock import Mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent.gomocup.board import BrainBoard
from agent.gomocup.brain import Brain
from agent.gomocup.protocol import parse_place, rules_of
from agent.gomocup.searcher import GomocupSearcher
from arena.foreign.gomocup_brain import stone_lines
from games.five.position import Position
from games.five.rules import Rules, rules_named
from search.engine import Engine
from search.limits import Limits
from search.native import table_memory
from search.weights.file import load_weights, weights_path
from tests.conditions import met, often
from tests.strategies import positions, random_position

if TYPE_CHECKING:
    from collections.abc import Callable
    from mmap import mmap

QUICK = ("INFO timeout_turn 20000", "INFO max_node 300")


def talk(*lines: str) -> list[str]:
    """Return what the brain answers to these lines."""
    said: list[str] = []
    with closing(Brain(said.append)) as brain:
        for line in (*QUICK, *lines):
            brain.take(line)
    return said


def place(line: str, size: int) -> int:
    """Return the point that an answer names."""
    return parse_place(line, size)


def board_of(position: Position, rule: int) -> list[str]:
    """Return the lines that set this position and request a move."""
    own, other = (position.captured_stones[side] for side in (position.side, 1 - position.side))
    start = [f"START {position.rules.size}", f"INFO rule {rule}", f"INFO captured {own},{other}"]
    return [*start, "BOARD", *stone_lines(position), "DONE"]


def test_game_is_played() -> None:
    """START is answered by OK, BEGIN by the centre, TURN by a free point; END and INFO have no
    answer.
    """
    said = talk("START 15", "INFO rule 0", "BEGIN", "TURN 8,8", "TURN 0,0", "END")
    assert said[:2] == ["OK", "7,7"]
    assert len({*said[1:], "8,8", "0,0"}) == 5
    assert all(place(line, 15) >= 0 for line in said[1:])


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("START", "ERROR '': expected START and a number of lines"),
        ("START 4", "ERROR 4 lines: expected 5 to 20"),
        ("START 21", "ERROR 21 lines: expected 5 to 20"),
        ("START x", "ERROR 'x': expected START and a number of lines"),
        ("RECTSTART 15,16", "ERROR 15 by 16 lines: expected a square board"),
        ("RECTSTART 12,12", "OK"),
        ("START 15 15", "OK"),
        ("START 15 16", "ERROR 15 by 16 lines: expected a square board"),
        ("restart", "OK"),
        ("YXBALANCEONE 0", "UNKNOWN YXBALANCEONE: this brain has no such command"),
        ("YXBLOCK\n7,7\nDONE", "UNKNOWN YXBLOCK: this brain has no such command"),
        ("YXNBEST", "ERROR '': expected YXNBEST and a number of lines"),
        ("YXBOARD\n1,1,1\n1,1,2\nDONE", "ERROR 1,1 is repeated on the board"),
        ("YXSHOWFORBID", "FORBID ."),
        ("YXBOARD 7,7,1 8,8,2 DONE\nTURN 8,8", "ERROR 8,8 is occupied"),
        ("TURN 15,3", "ERROR 15,3 is not on the board of 15 lines"),
        ("TURN 3", "ERROR '3': expected X,Y"),
        ("TAKEBACK 3,3", "ERROR 3,3 is empty: nothing to take back"),
        ("SWAP2BOARD\n1,1\nDONE", "ERROR SWAP2BOARD with 1 stones: expected 0, 3 or 5"),
        ("BOARD\n1,1,1\n1,1,2\nDONE", "ERROR 1,1 is repeated on the board"),
        ("BOARD\n1,1,3\nDONE", "ERROR 1,1,3: expected 1 for an own stone, 2 for an opponent's"),
        ("BOARD\n1,1\nDONE", "ERROR '1,1': expected X,Y,OWNER"),
        ("PLAY 3,3", "UNKNOWN PLAY: this brain has no such command"),
        ("DONE", "UNKNOWN DONE: this brain has no such command"),
        ("hello", "UNKNOWN hello: this brain has no such command"),
    ],
)
def test_bad_commands_get_an_error(line: str, answer: str) -> None:
    """ERROR names what was wrong and expected, UNKNOWN an unknown command; the game goes on."""
    said = talk("START 15", *line.split("\n"), "RESTART", "BEGIN")
    assert said[:3] == ["OK", answer, "OK"]
    assert place(said[3], 15) >= 0


def test_boards_of_yixin_see_the_best_lines() -> None:
    """YXBOARD sets a board without an answer; YXNBEST shows lines, plays the first, and goes on."""
    said = talk("START 15 15", "YXBOARD", "7,7,1", "7,8,2", "DONE", "YXNBEST 3", "YXNBEST 2")
    assert [line.partition(")")[0] for line in said] == [
        *("OK", "MESSAGE (1", "MESSAGE (2", "MESSAGE (3", said[4]),
        *("MESSAGE (1", "MESSAGE (2", said[7]),
    ]
    for first, move in ((said[1], said[4]), (said[5], said[7])):
        column, row = move.split(",")
        assert first.split("|")[2].split()[0] == f"{'ABCDEFGHIJKLMNO'[int(column)]}{15 - int(row)}"
    assert len({"7,7", "7,8", said[4], said[7]}) == 4


def test_a_win_is_shown_by_its_distance() -> None:
    """Four in a row is won in one turn, and lost in two if it is the opponent's open four."""
    four = [f"{column},7" for column in range(3, 7)]
    own = talk("START 15", "YXBOARD", *(f"{point},1" for point in four), "DONE", "YXNBEST 1")
    assert own[1].startswith("MESSAGE (1) +M1 |")
    lost = talk("START 15", "YXBOARD", *(f"{point},2" for point in four), "DONE", "YXNBEST 1")
    assert lost[1].startswith("MESSAGE (1) -M2 |")


def test_a_board_learns_what_it_may_offer() -> None:
    """YXSHOWINFO needs no game; a board reads the largest numbers of threads and table bits."""
    said = talk("YXSHOWINFO", "START 15", "YXHASHCLEAR", "BEGIN")
    assert said[1:3] == ["MESSAGE INFO MAX_THREAD_NUM 1", "MESSAGE INFO MAX_HASH_SIZE 18"]
    assert said[4].startswith("MESSAGE ")
    assert said[5] == "7,7"


def test_moves_need_a_game() -> None:
    """Before START every request for a move is an error."""
    for line in ("BEGIN", "TURN 1,1", "TAKEBACK 1,1", "RESTART", "YXNBEST 2", "YXSHOWFORBID"):
        assert talk(line)[0].startswith("ERROR no game")
    assert talk("BOARD", "DONE") == ["ERROR no game has been started: expected START"]


def test_info_is_never_answered() -> None:
    """INFO never has an answer, known key or not, not even inside a BOARD."""
    silent = ("INFO", "INFO rule", "INFO rule x", "INFO evaluate 1,1", "INFO max_memory 83886080")
    assert (
        talk("START 15", *silent, "BOARD", "INFO time_left 100", "1,1,1", "DONE", *silent)[2:] == []
    )


def test_unsupported_rules_are_an_error_at_the_next_move() -> None:
    """BEGIN under the rules of Renju is an error; after a change to freestyle the brain plays."""
    said = talk("INFO rule 4", "START 15", "BEGIN", "INFO rule 0", "BEGIN")
    assert said == ["OK", said[1], "7,7"]
    assert said[1].startswith("ERROR rule 4 is not supported: expected 0 freestyle, 1 exactly five")
    assert talk("START 15", "INFO rule 32", "BEGIN")[1].startswith(
        "ERROR pente needs a board of 19"
    )


def test_takeback_works_under_unsupported_rules() -> None:
    """TAKEBACK works under unsupported rules, but a request for a move is refused."""
    said = talk("START 15", "BEGIN", "INFO rule 4", "TAKEBACK 7,7", "TURN 1,1")
    assert said[:3] == ["OK", "7,7", "OK"]
    assert said[3].startswith("ERROR rule 4 is not supported")


def test_command_ends_an_open_board() -> None:
    """The next command ends a BOARD that has no DONE, and is obeyed."""
    said = talk("START 15", "BOARD", "1,1,2", "START 9", "BEGIN")
    assert said == ["OK", "ERROR BOARD was interrupted: expected DONE", "OK", "4,4"]
    assert talk("START 15", "BOARD", "1,1,2", "END") == ["OK"]


@pytest.mark.parametrize(("rule", "answer"), [(0, "5,2"), (1, "0,2")])
def test_exactly_five_is_not_six(rule: int, answer: str) -> None:
    """In freestyle six in a row win as well as five; under exactly-five rules they do not."""
    stones = [f"{column},2,1" for column in (1, 2, 3, 4, 6)] + ["9,0,2", "9,2,2", "9,4,2", "9,6,2"]
    said = talk("START 10", f"INFO rule {rule}", "BOARD", *stones, "DONE")
    assert said[1] in (answer, "0,2")
    six = talk("START 10", f"INFO rule {rule}", "BOARD", *stones, "0,2,2", "DONE")
    assert (six[1] == "5,2") == (rule == 0)


def test_pente_captures() -> None:
    """Under rule 32 both sides capture pairs from the board, and the captured stones count."""
    pair = ["9,9,1", "10,9,2", "11,9,2", "3,3,1", "3,15,2"]
    assert (
        talk("START 19", "INFO rule 32", "INFO captured 8,0", "BOARD", *pair, "DONE")[1] == "12,9"
    )
    board = BrainBoard(rules_of(32, 19))
    board.set_up([200, 201], [199], (0, 0))
    board.opponent_plays(202)
    assert board.stones == 2
    over = ("INFO captured 10,0", "BOARD", "3,3,1", "DONE")
    assert talk("START 19", "INFO rule 32", *over)[1] == "ERROR the game is over: captures"
    assert not talk("START 19", *over)[1].startswith("ERROR")


def test_new_game_forgets_captures() -> None:
    """A new game forgets the captures of the game before."""
    board = ("BOARD", "9,9,1", "9,8,2", "DONE")
    for again in ("RESTART", "START 19"):
        said = talk("START 19", "INFO rule 32", "INFO captured 10,0", again, *board)
        assert place(said[2], 19) >= 0


@pytest.mark.parametrize("taken", ["3,0", "0,7", "1,1"])
def test_pente_takes_stones_in_pairs(taken: str) -> None:
    """In Pente an odd number of captured stones refuses a move; in Keryo it is possible."""
    game = ("START 19", f"INFO captured {taken}", "BOARD", "9,9,1", "9,8,2", "DONE")
    expected = f"ERROR captured {taken}: expected even numbers, pente takes pairs"
    assert talk("INFO rule 32", *game)[1:] == [expected]
    assert place(talk("INFO rule 64", *game)[1], 19) >= 0
    assert place(talk(*game)[1], 19) >= 0


def test_opening_rule_binds_only_the_brain() -> None:
    """In Pente our second stone keeps away from the centre; the opponent's is not checked."""
    said = talk("START 19", "INFO rule 32", "BEGIN", "TURN 9,10")
    column, row = map(int, said[2].split(","))
    assert said[1] == "9,9"
    assert max(abs(column - 9), abs(row - 9)) >= 3
    assert place(talk("START 19", "INFO rule 32", "TURN 5,5", "TURN 6,6")[2], 19) >= 0


def test_finished_game_has_no_move() -> None:
    """If the opponent's stone wins or fills the board, there is no move to make."""
    four = [f"{column},0,2" for column in range(4)]
    five = ("BOARD", *four, "4,0,2", "DONE")
    said = talk("START 5", "BOARD", *four, "DONE", "TURN 0,4", "RESTART", *five)
    assert said[1] == "4,0"
    assert said[4] == "ERROR the game is over: five"
    rows = ("11212", "22121", "11212", "22121", "12121")
    full = [f"{x},{y},{rows[y][x]}" for y in range(5) for x in range(5)]
    over = "ERROR the game is over: board full"
    assert talk("START 5", "BOARD", *full, "DONE")[1] == over
    assert talk("START 5", "BOARD", *full[:-1], "DONE", "TURN 0,0")[1:] == ["4,4", over]
    assert talk("START 5", "BOARD", *full[:-2], "DONE", "TURN 0,0")[2] == "ERROR 0,0 is occupied"


@given(positions(st.sampled_from((rules_of(0, 5), rules_of(0, 8), rules_of(1, 9)))))
@settings(max_examples=20)
def test_position_is_answered_legally(position: Position) -> None:
    """For any stones on the board, the answer is one free point."""
    said = talk(*board_of(position, int(position.rules.exactly_five)))
    assert said[0] == "OK"
    assert place(said[1], position.rules.size) in position.legal_moves()


@often(answered=5, over=1)
@given(st.data())
@settings(max_examples=20)
def test_odd_positions_are_answered(data: st.DataObject) -> None:
    """With any number of stones on either side there is a legal answer, or the game is over."""
    size = data.draw(st.integers(5, 20))
    rules = rules_of(data.draw(st.sampled_from((0, 1))), size)
    cells = data.draw(
        st.lists(st.sampled_from((0, 0, 0, 1, 2)), min_size=size**2, max_size=size**2)
    )
    if data.draw(st.booleans()):
        cells[: min(6, size)] = [1, 1, 1, 1, 1, 0][:size]
    position = Position(rules, cells)
    answer = talk(*board_of(position, int(rules.exactly_five)))[1]
    if position.outcome is None:
        met("answered")
        assert place(answer, size) in position.legal_moves()
    else:
        met("over")
        assert answer.startswith("ERROR the game is over: ")


def test_brain_moves_as_the_engine_does() -> None:
    """With `max_node` the brain answers as the engine does at that node limit, also in Pente."""
    for name, rule in (("gomoku-15", 0), ("pente", 32)):
        rules = rules_named(name)
        position = random_position(rules, seed=5, turns=14)
        with Engine(rules, load_weights(weights_path(name)), table_mb=64) as engine:
            best = engine.search(position, Limits(nodes=300, wall_s=20)).best
        assert place(talk(*board_of(position, rule))[1], rules.size) == best


@pytest.mark.parametrize("turn_ms", [30, 0])
def test_tiny_turns_are_kept(turn_ms: int) -> None:
    """A turn of 30 ms or 0 takes less than 30 ms of CPU, however busy the computer is."""
    said: list[str] = []
    with closing(Brain(said.append)) as brain:
        # A new game after the first stone: with six of our stones the game might be over.
        for line in ("START 20", f"INFO timeout_turn {turn_ms}", "BEGIN", "RESTART"):
            brain.take(line)
        for column in (0, 4, 8, 12, 16):
            before_s = time.process_time()
            brain.take(f"TURN {column},0")
            assert time.process_time() - before_s < 0.03
    assert [line for line in said if line == "OK"] == [said[0], said[2]]
    assert all(place(line, 20) >= 0 for line in (said[1], *said[3:]))


def test_takeback_leads_back() -> None:
    """After two TAKEBACKs, the same TURN gets the same answer."""
    first = talk("START 15", "BEGIN", "TURN 8,8")
    again = talk("START 15", "BEGIN", "TURN 6,9", "TAKEBACK X", "RESTART", "BEGIN", "TURN 8,8")
    assert again[-1] == first[-1]
    reply = talk("START 15", "BEGIN", "TURN 6,9")[-1]
    back = ("TAKEBACK " + reply, "TAKEBACK 6,9", "TURN 8,8")
    assert talk("START 15", "BEGIN", "TURN 6,9", *back)[-3:] == ["OK", "OK", first[-1]]


def test_swap2_is_played() -> None:
    """In swap2 the brain opens with three stones, or answers SWAP if the other colour is better,
    else a stone.
    """
    opened = talk("START 15", "INFO rule 1", "SWAP2BOARD", "DONE")[1].split()
    assert len({place(text, 15) for text in opened}) == 3
    good_for_black = ["7,7", "0,0", "8,8"]
    assert talk("START 15", "SWAP2BOARD", *good_for_black, "DONE", "TURN 5,5")[1] == "SWAP"
    good_for_white = ["0,0", "7,7", "14,14", "8,8", "0,14"]
    said = talk("START 15", "SWAP2BOARD", *good_for_white, "DONE", "TURN 5,5")
    assert all(place(line, 15) >= 0 for line in said[1:])
    assert talk("START 19", "INFO rule 32", "SWAP2BOARD", "DONE")[1].startswith("ERROR Swap2 needs")


ANSWERS = ("OK", "ERROR", "UNKNOWN", "SWAP", "MESSAGE")
PLACES = st.builds("{},{}".format, st.integers(-1, 6), st.integers(-1, 6))
LINES = st.one_of(
    st.sampled_from(("START 5", "START 6", "RESTART", "BEGIN", "STOP", "DONE", "ABOUT", "")),
    st.sampled_from(
        ("BOARD", "SWAP2BOARD", "INFO rule 1", "INFO rule 0", "INFO rule 2", "nonsense")
    ),
    st.sampled_from(("YXBOARD", "YXNBEST 2", "YXBLOCK", "YXSHOWINFO", "YXHASHCLEAR")),
    st.builds("TURN {}".format, PLACES),
    st.builds("TAKEBACK {}".format, PLACES),
    st.builds("{},{}".format, PLACES, st.sampled_from((1, 2, 3))),
    PLACES,
)


@often(known=100, moves=5)
@given(st.lists(LINES, max_size=40))
@settings(max_examples=60)
def test_any_lines_get_protocol_answers(lines: list[str]) -> None:
    """Any lines in any order get answers that the protocol knows."""
    for line in talk("INFO timeout_turn 0", "START 5", *lines):
        word = line.split()[0]
        known = word in ANSWERS or word.startswith("name=")
        met("known" if known else "moves")
        assert known or all(place(point, 6) >= 0 for point in line.split())


def test_about_names_the_brain() -> None:
    """ABOUT returns the fields that a manager shows."""
    assert [part.partition("=")[0] for part in talk("ABOUT")[0].split(", ")] == [
        *("name", "version", "author", "country")
    ]


def test_missing_engine_is_an_error() -> None:
    """Without an engine the brain reports an error instead of a move."""
    searcher = GomocupSearcher(print)
    with pytest.raises(ValueError, match="no engine"):
        searcher.search(Position(Rules("x", 5)), Limits(nodes=1))
    searcher.stop()
    searcher.go_on()
    searcher.go_on()


def memory_up_to(most_mb: list[int]) -> Callable[..., mmap]:
    """`table_memory` of a system that can allocate at most the first of these numbers of MiB."""

    def give(size: int, *, shared: bool = False) -> mmap:
        if size > most_mb[0] << 20:
            raise OSError(errno.ENOMEM, "Cannot allocate memory")
        return table_memory(size, shared=shared)

    return give


def test_memory_that_was_lost_costs_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new game with less memory, or none, still gets its moves."""
    most_mb = [300]
    for module in ("search.engine", "agent.searcher"):
        monkeypatch.setattr(f"{module}.table_memory", memory_up_to(most_mb))
    said: list[str] = []
    with closing(Brain(said.append)) as brain:
        for line in (*QUICK, "START 15", "BEGIN"):
            brain.take(line)
        for most_mb[0] in (22, 0):
            for line in ("RESTART", "TURN 3,3"):
                brain.take(line)
    assert [line for line in said if not line.startswith("MESSAGE")][::2] == ["OK"] * 3
    assert all(place(line, 15) >= 0 for line in said if line[0].isdigit())
    assert len([line for line in said if line[0].isdigit()]) == 3
    assert "MESSAGE WARNING: low memory: the table has 8 MiB instead of 64" in said


@pytest.mark.parametrize("guesses", [True, False])
@given(position=positions(st.sampled_from((rules_of(0, 5), rules_of(1, 9), rules_named("pente")))))
@settings(max_examples=20)
def test_search_that_runs_out_of_memory_costs_no_move(position: Position, *, guesses: bool) -> None:
    """If memory fails the search, or the guess as well, the brain plays another legal move."""
    number = {"pente": 32}.get(position.rules.name, int(position.rules.exactly_five))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(GomocupSearcher, "search", Mock(side_effect=MemoryError))
        if not guesses:
            patch.setattr("agent.gomocup.brain.instant_move", Mock(side_effect=MemoryError))
        said = talk(*board_of(position, number))
    assert place(said[-1], position.rules.size) in position.legal_moves()
    said_why = "MESSAGE WARNING: search failed, playing the fallback move: out of memory"
    assert said_why in said[-3:-1]
