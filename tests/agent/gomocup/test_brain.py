"""Our Gomocup brain: transcripts and odd positions."""

from __future__ import annotations

from contextlib import closing
from unittest.mock import Mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent import VERSION
from agent.gomocup.brain import Brain
from agent.gomocup.protocol import parse_place, rules_of
from agent.gomocup.searcher import GomocupSearcher
from arena.foreign.gomocup_brain import stone_lines
from games.five.position import FivePosition
from games.five.rules import rules_named
from search.engine import Engine
from search.limits import Limits
from search.weights.file import load_weights, weights_path
from tests.conditions import met, often
from tests.short_memory import ShortMemory
from tests.strategies import positions, random_position

QUICK = ("INFO timeout_turn 20000", "INFO max_node 300")


def talk(*lines: str) -> list[str]:
    """What the brain answers to these lines."""
    said: list[str] = []
    with closing(Brain(said.append)) as brain:
        for line in (*QUICK, *lines):
            brain.take(line)
    return said


def place(line: str, size: int) -> int:
    """The point that an answer names."""
    return parse_place(line, size)


def board_of(position: FivePosition, rule: int) -> list[str]:
    """The lines that set this position and request a move."""
    own, other = (position.captured_stones[side] for side in (position.side, 1 - position.side))
    start = [f"START {position.rules.size}", f"INFO rule {rule}", f"INFO captured {own},{other}"]
    return [*start, "BOARD", *stone_lines(position), "DONE"]


FOUR = "0,0,2 1,0,2 2,0,2 3,0,2"
FULL = " ".join(
    f"{x},{y},{row[x]}"
    for y, row in enumerate(("11212", "22121", "11212", "22121", "12121"))
    for x in range(5)
)
SIX = "1,2,1 2,2,1 3,2,1 4,2,1 6,2,1 9,0,2 9,2,2 9,4,2 9,6,2"  # with 5,2
PAIR = "9,9,1 10,9,2 11,9,2 3,3,1 3,15,2"
# What is told, line by line, and how each answer begins; POINT is any free point.
POINT = "a point"
IN_A_GAME = {  # after START 15
    "START": "ERROR '': expected START and a number of lines",
    "START 4": "ERROR 4 lines: expected 5 to 20",
    "START 21": "ERROR 21 lines: expected 5 to 20",
    "START x": "ERROR 'x': expected START",
    "RECTSTART 15,16": "ERROR 15 by 16 lines",
    "RECTSTART 12,12": "OK",
    "START 15 15": "OK",
    "START 15 16": "ERROR 15 by 16 lines",
    "restart": "OK",
    "YXBALANCEONE 0": "UNKNOWN YXBALANCEONE",
    "YXBLOCK/7,7/DONE": "UNKNOWN YXBLOCK",
    "YXNBEST": "ERROR '': expected YXNBEST",
    "YXBOARD/1,1,1/1,1,2/DONE": "ERROR 1,1 is repeated",
    "YXSHOWFORBID": "FORBID .",
    "YXBOARD 7,7,1 8,8,2 DONE/TURN 8,8": "ERROR 8,8 is occupied",
    "TURN 15,3": "ERROR 15,3 is not on the board",
    "TURN 3": "ERROR '3': expected X,Y",
    "TAKEBACK 3,3": "ERROR 3,3 is empty",
    "SWAP2BOARD/1,1/DONE": "ERROR SWAP2BOARD with 1 stones",
    "BOARD/1,1,1/1,1,2/DONE": "ERROR 1,1 is repeated",
    "BOARD/1,1,3/DONE": "ERROR 1,1,3: expected 1 for an own stone, 2",
    "BOARD/1,1/DONE": "ERROR '1,1': expected X,Y,OWNER",
    "PLAY 3,3": "UNKNOWN PLAY",
    "DONE": "UNKNOWN DONE",
    "hello": "UNKNOWN hello",
    "INFO/INFO rule/INFO rule x/INFO evaluate 1,1/BEGIN": "7,7",  # INFO is never answered
    "BOARD/INFO time_left 100/DONE/END": "7,7",
}
TALKS = {
    "START 15/INFO rule 0/BEGIN/TURN 8,8/TURN 0,0/END": ("OK", "7,7", POINT, POINT),
    "STOP/BEGIN/TURN 1,1/TAKEBACK 1,1/RESTART/YXNBEST 2/YXSHOWFORBID": ("ERROR no game",) * 6,
    "BOARD/DONE": ("ERROR no game has been started: expected START",),
    # Unsupported rules are an error at the next request for a move; TAKEBACK works under them.
    "INFO rule 4/START 15/BEGIN/INFO rule 0/BEGIN": ("OK", "ERROR rule 4 is not", "7,7"),
    "START 15/INFO rule 32/BEGIN": ("OK", "ERROR pente needs a board of 19"),
    "START 15/BEGIN/INFO rule 4/TAKEBACK 7,7/TURN 1,1": ("OK", "7,7", "OK", "ERROR rule 4 is not"),
    # The next command ends a BOARD that has no DONE, and is obeyed.
    "START 15/BOARD/1,1,2/START 9/BEGIN": ("OK", "ERROR BOARD was interrupted", "OK", "4,4"),
    "START 15/BOARD/1,1,2/END": ("OK",),
    # Any stone can be taken back, not only the last.
    "START 15/BOARD 3,3,2 3,5,1 3,7,2 DONE/TAKEBACK 3,3/TURN 3,3": ("OK", POINT, "OK", POINT),
    # A value that its key cannot have is passed over, as an unknown key is.
    "INFO rule 32/START 19/INFO captured 1/INFO captured -3,1/INFO timeout_turn soon/"
    "BOARD 9,9,1 9,8,2 DONE": ("OK", POINT),
    # A new game forgets the captures of the game before.
    "START 19/INFO rule 32/INFO captured 10,0/RESTART/BOARD 9,9,1 9,8,2 DONE": ("OK", "OK", POINT),
    "START 19/INFO rule 32/INFO captured 10,0/START 19/BOARD 9,9,1 9,8,2 DONE": ("OK", "OK", POINT),
    # In Pente an odd number of captured stones refuses a move; in Keryo it is possible.
    "INFO rule 32/START 19/INFO captured 3,0/BOARD DONE": (
        "OK",
        "ERROR captured 3,0: expected even",
    ),
    "INFO rule 32/START 19/INFO captured 1,1/BOARD DONE": (
        "OK",
        "ERROR captured 1,1: expected even",
    ),
    "INFO rule 64/START 19/INFO captured 0,7/BOARD 9,9,1 9,8,2 DONE": ("OK", POINT),
    "START 19/INFO captured 0,7/BOARD 9,9,1 9,8,2 DONE": ("OK", POINT),
    # The opponent's stone wins or fills the board: there is no move to make.
    f"START 5/BOARD {FOUR} DONE/TURN 0,4/RESTART/BOARD {FOUR} 4,0,2 DONE": (
        *("OK", "4,0", POINT, "OK", "ERROR the game is over: five"),
    ),
    f"START 5/BOARD {FULL} DONE": ("OK", "ERROR the game is over: board full"),
    f"START 5/BOARD {FULL[:-6]} DONE/TURN 0,0": ("OK", "4,4", "ERROR the game is over: board full"),
    f"START 5/BOARD {FULL[:-12]} DONE/TURN 0,0": ("OK", POINT, "ERROR 0,0 is occupied"),
    # In freestyle six in a row win as well as five; under exactly-five rules they do not.
    f"START 10/INFO rule 0/BOARD {SIX} 0,2,2 DONE": ("OK", "5,2"),
    f"START 10/INFO rule 1/BOARD {SIX} DONE": ("OK", "0,2"),
    # Under rule 32 both sides capture pairs, and the captured stones count.
    f"START 19/INFO rule 32/INFO captured 8,0/BOARD {PAIR} DONE": ("OK", "12,9"),
    "START 19/INFO rule 32/INFO captured 10,0/BOARD 3,3,1 DONE": (
        *("OK", "ERROR the game is over: captures"),
    ),
    "START 19/INFO captured 10,0/BOARD 3,3,1 DONE": ("OK", POINT),
    # A board of Yixin reads the largest numbers of threads and table bits, and distances of wins.
    "YXSHOWINFO/START 15/YXHASHCLEAR/BEGIN": (
        *("MESSAGE Pente ", "MESSAGE INFO MAX_THREAD_NUM 1", "MESSAGE INFO MAX_HASH_SIZE 18"),
        *("OK", "MESSAGE ", "7,7"),
    ),
    "START 15/YXBOARD 3,7,1 4,7,1 5,7,1 6,7,1 DONE/YXNBEST 1": ("OK", "MESSAGE (1) +M1 |", POINT),
    "START 15/YXBOARD 3,7,2 4,7,2 5,7,2 6,7,2 DONE/YXNBEST 1": ("OK", "MESSAGE (1) -M2 |", POINT),
    "ABOUT": (f'name="Pente", version="{VERSION}"',),
    # A turn of 0 ms is answered as fast as possible.
    "START 20/INFO timeout_turn 0/BEGIN/TURN 0,0/TURN 4,0/TURN 8,0": ("OK", *[POINT] * 4),
}


@pytest.mark.parametrize(
    ("told", "answers"),
    [
        *TALKS.items(),
        *((f"START 15/{line}", ("OK", answer)) for line, answer in IN_A_GAME.items()),
    ],
)
def test_talk(told: str, answers: tuple[str, ...]) -> None:
    """ERROR names what was wrong and expected, UNKNOWN an unknown command; the game goes on."""
    said = talk(*told.split("/"), "RESTART")
    if said[len(answers) :]:
        assert said[len(answers) :] in (["OK"], ["ERROR no game to restart: expected START"])
    for line, answer in zip(said, answers, strict=False):
        assert line.startswith(answer) or (answer == POINT and place(line, 20) >= 0), said
    points = [line for line in said if line[0].isdigit()]
    assert len({*points}) == len(points)
    assert len(said) >= len(answers)


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


def test_opening_rule_binds_only_the_brain() -> None:
    """In Pente our second stone keeps away from the centre; the opponent's is not checked."""
    said = talk("START 19", "INFO rule 32", "BEGIN", "TURN 9,10")
    column, row = map(int, said[2].split(","))
    assert said[1] == "9,9"
    assert max(abs(column - 9), abs(row - 9)) >= 3
    assert place(talk("START 19", "INFO rule 32", "TURN 5,5", "TURN 6,6")[2], 19) >= 0


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
    position = FivePosition(rules, cells)
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


def test_memory_that_was_lost_costs_no_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """A new game with less memory, or none, still gets its moves."""
    memory = ShortMemory(300)
    for module in ("search.engine", "agent.searcher"):
        monkeypatch.setattr(f"{module}.table_memory", memory)
    said: list[str] = []
    with closing(Brain(said.append)) as brain:
        for line in (*QUICK, "START 15", "BEGIN"):
            brain.take(line)
        for memory.most_mb, again in ((22, "RESTART"), (0, "RESTART"), (0, "START 14")):
            for line in (again, "TURN 3,3"):
                brain.take(line)
    assert [line for line in said if not line.startswith("MESSAGE")][::2] == ["OK"] * 4
    assert all(place(line, 15) >= 0 for line in said if line[0].isdigit())
    assert len([line for line in said if line[0].isdigit()]) == 4
    assert "MESSAGE WARNING: low memory: the table has 8 MiB instead of 64" in said


@pytest.mark.parametrize("guesses", [True, False])
@given(position=positions(st.sampled_from((rules_of(0, 5), rules_of(1, 9), rules_named("pente")))))
@settings(max_examples=20)
def test_search_that_runs_out_of_memory_costs_no_move(
    position: FivePosition, *, guesses: bool
) -> None:
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
