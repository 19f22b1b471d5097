"""Contestants: their one-line names, and the messages that refuse a bad name."""

from __future__ import annotations

import os
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.compliance import positions as boards
from arena.errors import ContestantError
from arena.foreign.harness_agent import MOST_LINKS, FolderAgent, link_content
from arena.foreign.harness_files import PLAYDATA
from arena.game.clock import CPU, WALL, Allowance, GameClocks, parse_clock, parse_clocks
from arena.game.player import CRASH, TIME
from arena.players.contestants import (
    load_contestant_weights,
    make_player,
    require_clock,
    weights_digest,
)
from arena.players.in_process import limits_for
from arena.players.parsing import Contestant, parse_contestant
from games.five.rules import rules_named
from games.gipf.rules import GIPF_PRESETS
from search.weights import Weights
from search.weights.file import format_weights
from tests.arena.scripts import GOOD, script
from tests.conditions import met, often

if TYPE_CHECKING:
    from collections.abc import Callable

PENTE = rules_named("pente")
FIVE_S = Allowance(seconds=5.0, counts=CPU, whole_game=True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
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
    ],
)
def test_what_is_no_contestant_is_refused(text: str, said: str) -> None:
    """A text that names no contestant raises ContestantError with what was expected."""
    with pytest.raises(ContestantError, match=said):
        parse_contestant(text)


def test_folder_without_an_agent_is_refused(tmp_path: Path) -> None:
    """A folder without homework.py and run.sh is no agent."""
    with pytest.raises(ContestantError, match=r"neither homework\.py nor run\.sh"):
        parse_contestant(f"agent:{tmp_path}")


def test_options_are_read() -> None:
    """Options are whole numbers by name, and a weights file."""
    contestant = parse_contestant("engine:weights=my.toml,nodes=5,depth=2,table_mb=1,workers=2")
    assert contestant.numbers == {"nodes": 5, "depth": 2, "table_mb": 1, "workers": 2}
    assert contestant.weights == "my.toml"


def test_weights_file_is_loaded_or_refused(tmp_path: Path) -> None:
    """A named weights file is loaded; a broken or missing one is refused."""
    path = tmp_path / "weights.toml"
    path.write_text(format_weights(Weights({"four": 321}), {}))
    found = load_contestant_weights(parse_contestant(f"reference:weights={path}"), PENTE)
    assert found is not None
    assert found["four"] == 321
    path.write_text("[weights]\n")
    for broken in (path, tmp_path / "missing.toml"):
        with pytest.raises(ContestantError, match="weights"):
            make_player(parse_contestant(f"reference:weights={broken}"), PENTE)


def test_weights_of_ours_are_named_without_a_path() -> None:
    """The thesis weights have a name, play Gipf, and are refused for Pente."""
    thesis = parse_contestant("engine:weights=gipf-thesis")
    found = load_contestant_weights(thesis, GIPF_PRESETS["gipf-basic"])
    assert found is not None
    assert found["captured"] == 10 * found["reserve"] == 10 * found["on_board"]
    with pytest.raises(ContestantError, match="gipf-thesis"):
        load_contestant_weights(thesis, PENTE)


def test_reference_does_not_depend_on_the_net(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The reference uses no net: neither its digest nor its play changes with the game's net."""
    broken = tmp_path / "pente.net"
    broken.write_bytes(b"no net")
    engine, reference = parse_contestant("engine"), parse_contestant("reference:nodes=20")
    before = weights_digest(reference, PENTE)
    assert before not in (None, weights_digest(engine, PENTE))
    monkeypatch.setattr("search.net.file.net_path", lambda _game: str(broken))
    assert weights_digest(reference, PENTE) == before
    with pytest.raises(ContestantError, match=r"pente\.net"):
        weights_digest(engine, PENTE)
    with closing(make_player(reference, PENTE)) as player:
        assert player.choose(boards.empty_board(), FIVE_S).fault is None


def test_agents_need_a_clock_of_seconds() -> None:
    """An agent needs a clock of seconds; all other contestants play with any clock."""
    agent = parse_contestant("agent:true")
    with pytest.raises(ContestantError, match="must be told the seconds left"):
        require_clock(agent, parse_clock("nodes:10"))
    require_clock(agent, parse_clock("wall-move:1"))
    require_clock(parse_contestant("random"), parse_clock("nodes:10"))


@pytest.mark.parametrize("text", ["random", "minimax:depth=1", "reference:nodes=50"])
def test_players_of_this_process_answer_legally(text: str) -> None:
    """Every contestant of this process answers every board of the compliance check legally."""
    with closing(make_player(parse_contestant(text), PENTE)) as player:
        player.new_game(3)
        for position in (boards.empty_board(), boards.white_second(), boards.nearly_full(2, 0)):
            answer = player.choose(position.copy(), FIVE_S)
            assert answer.fault is None
            assert answer.point in position.legal_moves()
            assert answer.cpu_s >= 0


@pytest.mark.parametrize("seconds", [0.01, 0.5, 5.0, 300.0])
def test_engine_plans_less_than_it_has(seconds: float) -> None:
    """An engine plans less time for a move than it has left."""
    for position in (boards.middle_game(), boards.nearly_full(1, 1)):
        for whole_game in (True, False):
            allowance = Allowance(seconds=seconds, counts=CPU, whole_game=whole_game)
            limits = limits_for(position, allowance, Weights())
            assert limits.nodes is not None or 0 < (limits.cpu_s or 0) < seconds


@pytest.mark.parametrize("kind", [CPU, WALL])
@often(timed=15)
@given(seconds=st.floats(0.01, 300), move_s=st.floats(0.01, 300))
def test_engine_plans_less_than_a_move_may_take(kind: str, seconds: float, move_s: float) -> None:
    """With a clock for the game, a limit for each move holds too, of whatever kind."""
    allowance = Allowance(
        seconds=seconds, counts=CPU, whole_game=True, move_s=move_s, move_counts=kind
    )
    limits = limits_for(boards.middle_game(), allowance, Weights())
    if limits.nodes is None:
        met("timed")
        planned = {CPU: limits.cpu_s, WALL: limits.wall_s}
        assert 0 < (planned[CPU] or 0) < seconds
        assert 0 < (planned[kind] or 0) < move_s
        assert 0 < (limits.aim_s or 0) < min(seconds, move_s)


@pytest.mark.parametrize("clock", ["cpu:100+wall-move:0.3", "wall:100+cpu-move:0.3"])
def test_agent_is_held_to_its_move(tmp_path: Path, clock: str) -> None:
    """An agent receives the smaller limit of two clocks and is killed at the first that
    it crosses.
    """
    allowance = GameClocks(parse_clocks(clock)).allowance(0)
    (tmp_path / "homework.py").write_text(
        "print(open('input.txt').read().split()[1], flush=True)\nwhile True: pass\n"
    )
    with closing(make_player(parse_contestant(f"agent:{tmp_path}"), PENTE)) as player:
        player.new_game(1)
        answer = player.choose(boards.empty_board(), allowance)
        assert isinstance(player, FolderAgent)
        assert Path(player.path("input.txt")).read_text().split()[1] == "0.3"
    assert answer.fault is not None
    assert answer.fault.termination == TIME
    assert answer.wall_s < 20


def answer_of(contestant: Contestant) -> tuple[int | None, str]:
    """What an agent answers on the empty board with 5 s left: its point and the reason
    of a fault.
    """
    with closing(make_player(contestant, PENTE)) as player:
        player.new_game(1)
        answer = player.choose(boards.empty_board(), FIVE_S)
        return answer.point, answer.fault.reason if answer.fault else ""


def test_folder_agent_finds_its_own_files(tmp_path: Path) -> None:
    """Relative names find files and modules in the agent's folder, except hidden files."""
    (tmp_path / "homework.py").write_text(
        "import mine, os\nassert open('book/one.txt').read() == 'x'\n"
        "assert not os.path.exists('.secret') and not os.path.exists('playdata.txt')\n" + GOOD
    )
    (tmp_path / "mine.py").write_text("")
    (tmp_path / "book").mkdir()
    (tmp_path / "book" / "one.txt").write_text("x")
    (tmp_path / ".secret").write_text("")
    (tmp_path / "playdata.txt").write_text("of another game")
    assert answer_of(parse_contestant(f"agent:{tmp_path}")) == (180, "")


def test_agent_leaves_its_folder_unchanged(tmp_path: Path) -> None:
    """What an agent creates, replaces and removes, at any depth, is in its private folder only."""
    (tmp_path / "homework.py").write_text(
        "import os\nopen('data/deep/new', 'w').write('a')\nos.mkdir('data/more')\n"
        "open('data/tmp', 'w').write('b')\nos.replace('data/tmp', 'data/deep/old')\n"
        "os.remove('data/gone')\nassert open('data/deep/old').read() == 'b'\n" + GOOD
    )
    (tmp_path / "data" / "deep").mkdir(parents=True)
    (tmp_path / "data" / "deep" / "old").write_text("x")
    (tmp_path / "data" / "gone").write_text("y")
    (tmp_path / "linked").symlink_to(tmp_path / "data")
    before = content_of(tmp_path)
    assert answer_of(parse_contestant(f"agent:{tmp_path}")) == (180, "")
    assert content_of(tmp_path) == before


def content_of(folder: Path) -> dict[str, str]:
    """The texts of all files in a folder by their paths; "" for folders."""
    return {str(path): path.read_text() if path.is_file() else "" for path in folder.rglob("*")}


def test_working_folder_has_few_links(tmp_path: Path) -> None:
    """A subfolder with very many files is one link, so that a match begins soon."""
    (source := tmp_path / "source").mkdir()
    (place := tmp_path / "place").mkdir()
    for name, files in (("few", 3), ("many", MOST_LINKS), ("more", 2)):
        (source / name).mkdir()
        for number in range(files):
            (source / name / str(number)).touch()
    link_content(str(source), str(place))
    assert {path.name for path in place.iterdir() if path.is_symlink()} == {"many"}
    assert len(list((place / "few").iterdir())) == 3
    assert len(list((place / "many").iterdir())) == MOST_LINKS


@pytest.mark.parametrize("mode", [0o644, 0o755])
def test_shell_agent_runs(tmp_path: Path, mode: int) -> None:
    """FOLDER/run.sh runs, executable or not."""
    (tmp_path / "run.sh").write_text("#!/bin/sh\nprintf '10K' > output.txt\n")
    (tmp_path / "run.sh").chmod(mode)
    assert answer_of(parse_contestant(f"agent:{tmp_path}")) == (180, "")


def test_command_agent_names_files_from_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file in a command is relative to the current folder, though the command runs elsewhere."""
    (tmp_path / "mine.py").write_text(GOOD)
    monkeypatch.chdir(tmp_path)
    contestant = parse_contestant(f"agent:{sys.executable} mine.py")
    monkeypatch.chdir("/")
    assert answer_of(contestant) == (180, "")


def test_program_that_cannot_start_loses(tmp_path: Path) -> None:
    """If a program is missing at its start, the agent loses by a crash, with the reason."""
    (tmp_path / "run.sh").write_text("#!/no/such/shell\n")
    (tmp_path / "run.sh").chmod(0o755)
    point, reason = answer_of(parse_contestant(f"agent:{tmp_path}"))
    assert point is None
    assert reason == "./run.sh cannot be started: No such file or directory"


def test_playdata_lives_as_long_as_a_game(agent_of: Callable[[str], Contestant]) -> None:
    """playdata.txt is kept between moves and removed before a game; output.txt before a move."""
    text = script(
        read="""
        import os
        known = os.path.exists("playdata.txt")
        seen = len(open("playdata.txt").read()) if known else 0
        assert not os.path.exists("output.txt")
        """,
        choose="move = str(seen + 1) + 'A'",
        after="open('playdata.txt', 'a').write('x')",
    )
    with closing(make_player(agent_of(text), PENTE)) as player:
        rows = []
        for game in range(2):
            player.new_game(game)
            answers = [player.choose(boards.sample(), FIVE_S).point for _ in range(3)]
            rows.append([19 - point // 19 for point in answers if point is not None])
        assert rows == [[1, 2, 3], [1, 2, 3]]


def test_calibration_runs_once(tmp_path: Path) -> None:
    """calibrate.py runs once before the first game, and its file stays."""
    (tmp_path / "homework.py").write_text(script(after="open('calibration.txt').read()"))
    (tmp_path / "calibrate.py").write_text("open('calibration.txt', 'a').write('x')")
    with closing(make_player(parse_contestant(f"agent:{tmp_path}"), PENTE)) as player:
        assert isinstance(player, FolderAgent)
        for game in range(3):
            player.new_game(game)
            assert player.choose(boards.empty_board(), FIVE_S).fault is None
        with open(player.path("calibration.txt")) as file:
            assert file.read() == "x"
        folder = player.folder
        player.write(PLAYDATA, b"x")
    assert not os.path.exists(folder)


def test_slow_agent_is_killed_at_its_clock(agent_of: Callable[[str], Contestant]) -> None:
    """A wall clock kills a sleeping agent on time; a crash reports the last line of
    standard error.
    """
    player = make_player(agent_of("import time; time.sleep(60)"), PENTE)
    with closing(player):
        player.new_game(1)
        answer = player.choose(
            boards.sample(), Allowance(seconds=0.3, counts="wall", whole_game=True)
        )
    assert answer.fault is not None
    assert answer.fault.termination == TIME
    assert 0.3 <= answer.wall_s < 5
    with closing(make_player(parse_contestant("agent:ls /no/such/folder"), PENTE)) as player:
        fault = player.choose(boards.sample(), FIVE_S).fault
    assert fault is not None
    assert fault.termination == CRASH
    assert "No such file or directory" in fault.reason
