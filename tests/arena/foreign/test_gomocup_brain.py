"""Brains of the Gomocup protocol as players: what they receive, how they fail, how they end."""

from __future__ import annotations

import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

import arena.foreign.gomocup_brain
from arena.errors import ContestantError
from arena.foreign.gomocup_brain import GomocupPlayer
from arena.game.clock import CPU, WALL, Allowance, GameClocks, parse_clocks
from arena.game.player import CRASH, ILLEGAL, MALFORMED, TIME, Answer
from arena.players.parsing import parse_contestant
from arena.processes.process_tree import end_session_tree, session_tree
from games.five.position import FivePosition
from games.five.rules import rules_named
from tests.arena.building import after, match_of, played
from tests.arena.building import answer_of as first_answer
from tests.arena.waiting import wait_for
from tests.refusals import all_refused

HERE = Path(__file__).resolve().parents[3]
GOMOKU = rules_named("gomoku-15")
OURS = (
    f'gomocup:{sys.executable} -c \'import sys; sys.path.insert(0, "{HERE}"); '
    "from agent.gomocup.loop import main; main()'"
)
A_MINUTE = Allowance(seconds=60.0, counts=WALL)

# A brain that records what it receives and plays from the top left on.
BRAIN = """
import os, sys, time
log = open({log!r}, "a")
free = iter(range(225))
def move():
    point = next(free)
    print(point % 15, point // 15, sep=",", flush=True)
def burn(seconds):
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass
def child(seconds):
    if os.fork() == 0:
        burn(seconds)
        os._exit(0)
for line in sys.stdin:
    line = line.strip()
    print(line, file=log, flush=True)
    word = line.split()[0]
    if word == "START": {start}
    elif word == "RESTART": {restart}
    elif word in ("BEGIN", "TURN", "DONE", "PLAY"): {turn}
    elif word == "END": break
"""
OK = "print('OK', flush=True)"


class Rig:
    """A folder with a scripted brain; `told` holds the lines that it has received."""

    def __init__(self, folder: Path) -> None:
        self.log = folder / "log"
        self.script = folder / "brain.py"

    def player(self, turn: str = "move()", start: str = OK, restart: str = OK) -> GomocupPlayer:
        """A player that runs this brain."""
        text = BRAIN.format(log=str(self.log), turn=turn, start=start, restart=restart)
        self.script.write_text(text)
        return GomocupPlayer((sys.executable, "-I", "-S", str(self.script)), GOMOKU)

    def told(self, about: str = "") -> list[str]:
        """The lines that the brain has received and that contain these words."""
        return [line for line in self.log.read_text().splitlines() if about in line]


@pytest.fixture
def rig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Rig:
    """A rig in a private folder, whose brains have time to hear END."""
    monkeypatch.setattr(arena.foreign.gomocup_brain, "END_GRACE_S", 60.0)
    return Rig(tmp_path)


def answer_of(player: GomocupPlayer, allowance: Allowance = A_MINUTE) -> Answer:
    """A brain's answer on the empty board; the brain is closed."""
    return first_answer(player, FivePosition(GOMOKU), allowance)


def test_brain_is_told_what_the_protocol_says(rig: Rig) -> None:
    """A brain receives START and the rules, each move's time, and BEGIN, TURN or BOARD; its folder
    is removed at its end.
    """
    with closing(rig.player()) as player:
        player.new_game(1)
        game = Allowance(seconds=99.0, counts=WALL, whole_game=True)
        assert player.choose(FivePosition(GOMOKU), game).point == 0
        game = Allowance(seconds=95.0, counts=WALL, whole_game=True)
        player.choose(after("A15 C15", GOMOKU), game)
        player.new_game(2)
        player.choose(after("H8 J9 K10", GOMOKU), A_MINUTE)
    (folder,) = rig.told("INFO folder")
    assert not Path(folder.removeprefix("INFO folder ")).exists()
    assert [line for line in rig.told() if line != folder] == [
        *("START 15", "INFO max_memory 367001600", "INFO game_type 2", "INFO rule 0"),
        *("INFO timeout_turn 99000", "INFO timeout_match 99000", "INFO time_left 99000", "BEGIN"),
        *("INFO timeout_turn 95000", "INFO time_left 95000", "TURN 2,0", "RESTART"),
        *("INFO timeout_turn 60000", "INFO timeout_match 0", "INFO time_left 2147483647"),
        *("BOARD", "7,7,2", "8,6,1", "9,5,2", "DONE", "END"),
    ]


def test_every_kind_of_clock_is_told(rig: Rig) -> None:
    """Nodes with a turn's time for brains that ignore them; match, left and turn separately."""
    assert answer_of(rig.player(), Allowance(nodes=500)).point == 0
    assert rig.told()[-6:] == [
        *("INFO timeout_turn 60000", "INFO timeout_match 0", "INFO time_left 2147483647"),
        *("INFO max_node 500", "BEGIN", "END"),
    ]
    rig.log.write_text("")
    clocks = GameClocks(parse_clocks("wall:120+wall-move:5"))
    with closing(rig.player()) as player:
        player.new_game(1)
        for position in (FivePosition(GOMOKU), after("A15 C15", GOMOKU)):
            assert player.choose(position, clocks.allowance(0)).fault is None
            clocks.charge(0, 0, 4.0)
    assert rig.told("time") == [
        *("INFO timeout_turn 5000", "INFO timeout_match 120000", "INFO time_left 120000"),
        "INFO time_left 116000",
    ]


def test_messages_are_no_answers(rig: Rig) -> None:
    """MESSAGE, DEBUG and a late OK are no answers; PLAY confirms a SUGGEST."""
    chat = "print('MESSAGE 1,1\\n\\nDEBUG x\\r\\nOK', flush=True); move()"
    assert answer_of(rig.player(turn=chat)).point == 0
    suggest = "print('SUGGEST 3,0', flush=True) if word != 'PLAY' else print(line[5:], flush=True)"
    assert answer_of(rig.player(turn=suggest)).point == 3
    assert "PLAY 3,0" in rig.told()


SHORT, CPU_SHORT = (Allowance(seconds=0.2, counts=kind) for kind in (WALL, CPU))
OF_TWO = GameClocks(parse_clocks("cpu:100+wall-move:0.2")).allowance(0)


def test_faults_lose_with_their_reason(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """A brain that dies, hangs, sends nonsense or floods loses with the reason, and is ended."""
    monkeypatch.setattr("arena.processes.line_process.MOST_PRINTED_BYTES", 1 << 20)
    monkeypatch.setattr(arena.foreign.gomocup_brain, "NODES_LIMIT_S", 0.3)
    hangs, nodes = "time.sleep(600)", Allowance(nodes=9)
    for turn, allowance, termination, said in (
        ("sys.exit('out of wood')", A_MINUTE, CRASH, "ended with exit code 1: out of wood"),
        ("os.kill(os.getpid(), 9)", A_MINUTE, CRASH, "its process ended with signal 9"),
        ("os.close(1); time.sleep(60)", A_MINUTE, CRASH, "its process ended with signal 9"),
        (hangs, SHORT, TIME, "killed without an answer after 0.2 s of wall time"),
        (hangs, OF_TWO, TIME, "killed without an answer after 0.2 s of wall time"),
        (hangs, nodes, TIME, "killed without an answer after 0.3 s of wall time"),
        ("print('MESSAGE x', flush=True)", nodes, TIME, "killed without an answer after 0.3 s"),
        ("child(60); os.wait()", CPU_SHORT, TIME, "killed at its CPU limit"),
        ("print('hello', flush=True)", A_MINUTE, MALFORMED, "expected X,Y, got 'hello'"),
        ("print('UNKNOWN', flush=True)", A_MINUTE, MALFORMED, "expected X,Y, got 'UNKNOWN'"),
        ("print('15,0', flush=True)", A_MINUTE, ILLEGAL, "15,0 is not on the board of 15 lines"),
        ("print('x' * 200_000, flush=True)", A_MINUTE, CRASH, "flooding its output"),
        ("print('MESSAGE x\\n' * 200_000, flush=True)", A_MINUTE, CRASH, "flooding its output"),
    ):
        answer = answer_of(rig.player(turn=turn), allowance)
        assert answer.fault is not None, turn
        assert answer.fault.termination == termination, turn
        assert said in answer.fault.reason, f"{turn}: {answer.fault.reason}"


def test_brain_that_does_not_start_loses(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure at START is the answer to the first move, in every game."""
    too_small = "print('ERROR too small', flush=True)"
    for start, said in (
        ("sys.exit('no wood')", "exit code 1: no wood"),
        (too_small, "expected OK, got 'ERROR too small'"),
        (None, "/no/such/brain cannot be started"),
        ("pass", "killed without an answer after 0.3 s of wall time"),
    ):
        if start == "pass":
            monkeypatch.setattr(arena.foreign.gomocup_brain, "START_LIMIT_S", 0.3)
        missing = GomocupPlayer(("/no/such/brain",), GOMOKU)
        with closing(rig.player(start=start) if start else missing) as player:
            for game in range(2):
                player.new_game(game)
                fault = player.choose(FivePosition(GOMOKU), A_MINUTE).fault
                assert fault is not None
                assert said in fault.reason


def test_brain_is_started_again(rig: Rig) -> None:
    """A brain that does not know RESTART, or that failed, gets a new process in the next game."""
    unknown, ends = {"restart": "print('UNKNOWN', flush=True)"}, {"turn": "sys.exit()"}
    for starts, brain in ((2, unknown), (4, ends)):
        with closing(rig.player(**brain)) as player:
            for game in range(2):
                player.new_game(game)
                answer = player.choose(FivePosition(GOMOKU), A_MINUTE)
                assert (answer.fault is None) == (brain is unknown)
        assert rig.told().count("START 15") == starts


def test_cpu_is_charged(rig: Rig) -> None:
    """A move is charged for its CPU and that of its children, also after its answer; starting
    up is not.
    """
    much = Allowance(seconds=100.0, counts=CPU)
    answer = answer_of(rig.player(turn="child(0.3); os.wait(); move()"), much)
    assert answer.fault is None
    assert 0.29 <= answer.cpu_s < 2
    player = rig.player(turn="move(); burn(0.2)", start="burn(0.3); print('OK', flush=True)")
    with closing(player):
        player.new_game(1)
        first = player.choose(FivePosition(GOMOKU), much)
        second = player.choose(after("A15 C15", GOMOKU), much)
    assert first.cpu_s < 0.3
    assert first.cpu_s + second.cpu_s >= 0.19


def test_brains_are_named_by_their_command() -> None:
    """`gomocup:COMMAND` names a program that is there."""
    all_refused(
        parse_contestant,
        ContestantError,
        [
            ("gomocup:", "gomocup: expected a command"),
            ("gomocup:/no/such/brain", "no executable program; expected a command"),
            ("gomocup:/tmp", "no executable program; expected a command"),
            ("gomocup:'x", "No closing quotation"),
        ],
    )


def test_our_brain_plays_the_engine() -> None:
    """Over a real pipe our brain plays games without a fault and leaves no process."""
    for game in ("gomoku-9", "pente"):
        records = played(match_of("engine", OURS, rules=game, clock="nodes:20", draw_moves=20))
        assert {one.forfeit for one in records} == {None}


def test_processes_of_two_brains_are_separate() -> None:
    """Two brains that run at the same time have separate processes, CPU seconds and ends."""
    code = "import os\nos.fork()\nwhile True: pass"  # running, it ends some time after its signal
    ours, other = (
        subprocess.Popen([sys.executable, "-I", "-S", "-c", code], start_new_session=True)
        for _ in range(2)
    )
    wait_for(lambda: len(session_tree(ours.pid)) == 2)
    assert {one.session for one in session_tree(ours.pid)} == {ours.pid}
    ours.returncode = end_session_tree(ours.pid).exit_code
    assert ours.returncode == -9
    assert other.poll() is None
    other.returncode = end_session_tree(other.pid).exit_code
