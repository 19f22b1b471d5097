"""Contestants: their one-line names, and the messages that refuse a bad name."""

from __future__ import annotations

import os
import sys
from contextlib import closing
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.compliance import positions as boards
from arena.errors import ContestantError
from arena.foreign.harness_agent import FolderAgent
from arena.foreign.harness_files import PLAYDATA
from arena.game.clock import CPU, WALL, Allowance, GameClocks, parse_clock, parse_clocks
from arena.game.player import CRASH, TIME
from arena.players.contestants import (
    load_contestant_weights,
    make_player,
    require_clock,
    require_game,
    weights_digest,
)
from arena.players.limits import limits_for
from arena.players.parsing import Contestant, parse_contestant
from games.five.position import FivePosition
from games.five.rules import FiveRules, rules_named
from games.gipf.rules import GIPF_PRESETS
from search.weights import Weights
from search.weights.file import format_weights
from tests.arena.building import FIVE_S, NINE, PENTE, after, answer_of
from tests.arena.scripts import GOOD, agent_in, script
from tests.conditions import met, often
from tests.refusals import all_refused


def test_names_are_read_or_refused(tmp_path: Path) -> None:
    """Options are whole numbers by name, and a weights file; messages say what was expected."""
    contestant = parse_contestant("engine:weights=my.toml,nodes=5,depth=2,table_mb=1,workers=2")
    assert contestant.numbers == {"nodes": 5, "depth": 2, "table_mb": 1, "workers": 2}
    assert contestant.weights == "my.toml"
    rows = [
        ("", "names no contestant: expected engine"),
        ("stockfish", "names no contestant: expected engine"),
        ("engine:", "names no contestant"),
        ("engine:speed=3", "engine has no option 'speed'; it has weights=, net=, nodes="),
        ("engine:nodes=0", "nodes must be a whole number of at least 1"),
        ("engine:workers=17", "workers are at most 16"),
        ("engine:workers=2,tree=.", "and 1 in another tree"),
        ("engine:nodes", "nodes must be a whole number"),
        ("random:depth=1", "random has no option 'depth'; it has none"),
        ("minimax:depth=two", "depth must be a whole number"),
        ("agent:", "expected a folder or a command"),
        ("agent:/no/such/program", "no executable program; expected a folder or a command"),
        ("agent:python 'x", "No closing quotation"),
        (f"agent:{tmp_path}", r"neither homework\.py nor run\.sh"),
        ("sharpmoku:depth=7", "looks 1 to 6 moves ahead"),
        *((text, "expected 1 to 10") for text in ("level", "level:11", "level:3,nodes=5")),
        *((f"engine:tree={folder}", r"has arena/engine_door\.py") for folder in ("", "/no/folder")),
        ("reference:tree=.", "reference has no option 'tree'"),
    ]
    all_refused(parse_contestant, ContestantError, rows)


def test_weights_are_loaded_by_file_or_name_or_refused(tmp_path: Path) -> None:
    """The thesis weights have a name and play Gipf alone; a broken or missing file is refused."""
    path = tmp_path / "weights.toml"
    path.write_text(format_weights(Weights({"four": 321}), {}))
    weights = load_contestant_weights(parse_contestant(f"reference:weights={path}"), PENTE)
    assert weights is not None
    assert weights["four"] == 321
    path.write_text("[weights]\n")
    thesis = load_contestant_weights(
        parse_contestant("engine:weights=gipf-thesis"), GIPF_PRESETS["gipf-basic"]
    )
    assert thesis is not None
    assert thesis["captured"] == 10 * thesis["reserve"] == 10 * thesis["on_board"]
    all_refused(
        lambda text: make_player(parse_contestant(text), PENTE),
        ContestantError,
        [
            (f"reference:weights={path}", "weights"),
            (f"reference:weights={tmp_path}/missing.toml", "weights"),
            ("engine:weights=gipf-thesis", "gipf-thesis"),
        ],
    )


def test_reference_does_not_depend_on_the_net(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither its digest nor its play changes with the game's net; a level has the engine's."""
    broken = tmp_path / "pente.net"
    broken.write_bytes(b"no net")
    engine, reference, level, one_ply = map(
        parse_contestant, ("engine", "reference:nodes=20", "level:2", "one-ply")
    )
    before = weights_digest(reference, PENTE)
    assert before not in (None, weights_digest(engine, PENTE))
    assert weights_digest(engine, PENTE) == weights_digest(level, PENTE)
    assert weights_digest(one_ply, PENTE) is None
    monkeypatch.setattr("search.net.file.net_path", lambda _game: str(broken))
    assert weights_digest(reference, PENTE) == before
    with pytest.raises(ContestantError, match=r"pente\.net"):
        weights_digest(engine, PENTE)
    assert answer_of(make_player(reference, PENTE)).fault is None


IN_THIS_PROCESS = (
    *("random", "minimax:depth=1", "reference:nodes=20", "level:1", "level:8", "level:full"),
    "one-ply",
)
SEEDS, FOREIGN = ("pent2", "sharpmoku:depth=1"), ("agent:true", "gomocup:true")
WITHOUT_CAPTURES = [rules_named(name) for name in ("five-19", "gomoku-20", "standard-15")]


def test_contestants_play_their_games_by_their_clocks() -> None:
    """Gipf is for ours, games with captures are not for seed programs, a brain plays the games of
    its protocol, and an agent Pente by seconds; a refusal says what was expected.
    """
    gipf = GIPF_PRESETS["gipf-basic"]
    odd = FiveRules("odd", 9, capture_lengths=(2,), captured_stones_to_win=4)
    no_gipf = "does not play gipf-basic: expected engine"
    all_refused(
        lambda words: require_game(parse_contestant(words[0]), words[1]),
        ContestantError,
        [
            *(((text, gipf), no_gipf) for text in ("reference", *SEEDS, *FOREIGN)),
            *(((text, PENTE), "does not know captures.*not pente") for text in SEEDS),
            (("agent:true", NINE), "plays only pente, not gomoku-9"),
            (("gomocup:true", odd), "no number for odd"),
        ],
    )
    for text, rules in (
        *(("engine", gipf), ("random", gipf), ("agent:true", PENTE)),
        *((text, rules) for text in (*SEEDS, "gomocup:true") for rules in WITHOUT_CAPTURES),
        *(("gomocup:true", rules_named(name)) for name in ("pente", "keryo")),
    ):
        require_game(parse_contestant(text), rules)
    with pytest.raises(ContestantError, match="must be told the seconds left"):
        require_clock(parse_contestant("agent:true"), parse_clock("nodes:10"))
    for text, clock in (("agent:true", "wall-move:1"), ("random", "nodes:10")):
        require_clock(parse_contestant(text), parse_clock(clock))


def test_players_of_this_process_answer_legally() -> None:
    """Every contestant of this process plays legally, and the same again after its seed."""
    with_captures = (after(""), after("K10 L11"), boards.nearly_full(2, 0))
    without = [after("H8", rules) for rules in WITHOUT_CAPTURES]
    nodes = Allowance(nodes=500)
    for texts, tried in ((IN_THIS_PROCESS, with_captures), (SEEDS, without)):
        for text, position in product(texts, tried):
            player = make_player(parse_contestant(text), position.rules)
            with closing(player):
                player.new_game(3)
                answer = player.choose(position.copy(), nodes)
                player.new_game(3)
                assert player.choose(position.copy(), nodes).point == answer.point
            assert answer.fault is None
            assert answer.point in position.legal_moves()
            assert answer.cpu_s >= 0


@pytest.mark.parametrize("kind", [CPU, WALL])
@often(timed=8)
@given(seconds=st.floats(0.01, 300), move_s=st.floats(0.01, 300), increment_s=st.floats(0, 60))
@settings(max_examples=25)
def test_engine_plans_less_than_it_has(
    kind: str, seconds: float, move_s: float, increment_s: float
) -> None:
    """With a clock for the game, a limit for each move holds too, of whatever kind; of its
    increment an engine spends no more than a share of the rest.
    """
    for whole_game in (True, False):
        alone = Allowance(seconds=seconds, counts=CPU, whole_game=whole_game)
        limits = limits_for(boards.nearly_full(1, 1), alone, Weights())
        assert limits.nodes is not None or 0 < (limits.cpu_s or 0) < seconds
    alone = Allowance(seconds=seconds, counts=CPU, whole_game=True)
    aims = [
        limits_for(FivePosition(PENTE), replace(alone, increment_s=increment), Weights()).aim_s
        or 0.0
        for increment in (0.0, increment_s)
    ]
    gained = min(0.9 * increment_s, 0.25 * seconds)
    assert aims[1] - aims[0] == pytest.approx(gained) or aims[1] == pytest.approx(0.9 * seconds)
    both = Allowance(seconds=seconds, counts=CPU, whole_game=True, move_s=move_s, move_counts=kind)
    limits = limits_for(boards.middle_game(), both, Weights())
    if limits.nodes is None:
        met("timed")
        planned = {CPU: limits.cpu_s, WALL: limits.wall_s}
        assert 0 < (planned[CPU] or 0) < seconds
        assert 0 < (planned[kind] or 0) < move_s
        assert 0 < (limits.aim_s or 0) < min(seconds, move_s)


def reply(contestant: Contestant) -> tuple[int | None, str]:
    """An agent's point on the empty board with 5 s left, and the reason of a fault."""
    answer = answer_of(make_player(contestant, PENTE))
    return answer.point, answer.fault.reason if answer.fault else ""


def test_agent_is_held_to_its_clock(tmp_path: Path) -> None:
    """An agent receives the smaller limit of two clocks and is killed at the first that it
    crosses.
    """
    for text, clock in (
        ("while True: pass", "cpu:100+wall-move:0.3"),
        ("while True: pass", "wall:100+cpu-move:0.3"),
        ("import time; time.sleep(60)", "wall:0.3"),
    ):
        player = make_player(agent_in(tmp_path, text), PENTE)
        with closing(player):
            player.new_game(1)
            allowance = GameClocks(parse_clocks(clock)).allowance(0)
            answer = player.choose(after(""), allowance)
            assert isinstance(player, FolderAgent)
            assert Path(player.path("input.txt")).read_text().split()[1] == "0.3"
        assert answer.fault is not None
        assert answer.fault.termination == TIME
        assert answer.wall_s >= 0.3


def test_agent_has_a_private_copy_of_its_folder(tmp_path: Path) -> None:
    """It finds its files, except hidden ones and other games'; what it creates, replaces and
    removes, at any depth, is in its private folder only.
    """
    contestant = agent_in(
        tmp_path,
        "import mine, os\nopen('data/deep/new', 'w').write('a')\nos.mkdir('data/more')\n"
        "open('data/tmp', 'w').write('b')\nos.replace('data/tmp', 'data/deep/old')\n"
        "os.remove('data/gone')\nassert open('data/deep/old').read() == 'b'\n"
        "assert not os.path.exists('.secret') and not os.path.exists('playdata.txt')\n" + GOOD,
    )
    (tmp_path / "data" / "deep").mkdir(parents=True)
    for name in ("mine.py", ".secret", "playdata.txt", "data/gone", "data/deep/old"):
        (tmp_path / name).write_text("")
    (tmp_path / "linked").symlink_to(tmp_path / "data")
    before = content_of(tmp_path)
    assert reply(contestant) == (180, "")
    assert content_of(tmp_path) == before


def content_of(folder: Path) -> dict[str, str]:
    """The texts of all files in a folder by their paths; "" for folders and compiled modules."""
    paths = [path for path in folder.rglob("*") if "__pycache__" not in str(path)]
    return {str(path): path.read_text() if path.is_file() else "" for path in paths}


def test_every_way_to_start_an_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """run.sh runs, executable or not; a command's files are relative to the folder where it is
    named; a program that is missing or fails loses by a crash, with the reason.
    """
    shell = tmp_path / "run.sh"
    for mode in (0o644, 0o755):
        shell.write_text("#!/bin/sh\nprintf '10K' > output.txt\n")
        shell.chmod(mode)
        assert reply(parse_contestant(f"agent:{tmp_path}")) == (180, "")
    shell.write_text("#!/no/such/shell\n")
    point, reason = reply(parse_contestant(f"agent:{tmp_path}"))
    assert point is None
    assert reason.startswith("./run.sh cannot be started: ")
    (tmp_path / "mine.py").write_text(GOOD)
    monkeypatch.chdir(tmp_path)
    contestant = parse_contestant(f"agent:{sys.executable} mine.py")
    monkeypatch.chdir("/")
    assert reply(contestant) == (180, "")
    fault = answer_of(make_player(parse_contestant("agent:ls /no/such/folder"), PENTE)).fault
    assert fault is not None
    assert fault.termination == CRASH
    assert "/no/such/folder" in fault.reason


def test_files_of_the_harness_live_as_long_as_they_should(tmp_path: Path) -> None:
    """playdata.txt is kept between moves and removed before a game; output.txt before a move;
    calibrate.py runs once before the first game, and its file stays.
    """
    read = """
    import os
    known = os.path.exists("playdata.txt")
    seen = len(open("playdata.txt").read()) if known else 0
    assert not os.path.exists("output.txt")
    assert open("calibration.txt").read() == "x"
    """
    choose, keep = "move = str(seen + 1) + 'A'", "open('playdata.txt', 'a').write('x')"
    (tmp_path / "calibrate.py").write_text("open('calibration.txt', 'a').write('x')")
    contestant = agent_in(tmp_path, script(read, choose, after=keep))
    with closing(make_player(contestant, PENTE)) as player:
        assert isinstance(player, FolderAgent)
        for game in range(2):
            player.new_game(game)
            answers = [player.choose(boards.sample(), FIVE_S).point for _ in range(3)]
            assert [19 - (point or 0) // 19 for point in answers] == [1, 2, 3]
        folder = player.folder
        player.write(PLAYDATA, b"x")
    assert not os.path.exists(folder)
