"""The engine of another checkout: it plays as it does there, and failures have clear messages."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import textwrap
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import arena.players.other_checkout
from arena.errors import ContestantError, MatchError
from arena.game.clock import Allowance
from arena.game.match_rules import match_family
from arena.match.match import Series
from arena.players.contestants import load_contestant_weights, make_player, weights_digest
from arena.players.other_checkout import TreeEngine
from arena.players.parsing import parse_contestant
from games.gipf.rules import BASIC, GipfRules
from search.engine import Engine
from search.limits import Limits
from search.weights import Weights
from search.weights.file import format_weights, game_weights
from tests.arena.building import NINE, PENTE, answer_of, match_of, played
from tests.arena.waiting import running, wait_for
from tests.gipf_strategies import random_gipf_position
from tests.strategies import random_position

HERE = Path(__file__).resolve().parents[3]
POSITION = random_position(PENTE, seed=3, turns=16)
FOUND = ("best", "score", "depth", "nodes", "pv", "stopped_by")

# An entry point with the right greeting; each test says what it does with every line after that.
GREETING = """
import json, os, sys, time
TREE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
def say(**words):
    print(json.dumps(words), flush=True)
def main():
    sys.stdin.readline()
    say(ready=True, tree=TREE, weights="00000000")
    for line in sys.stdin:
"""
ANSWER = "best=1, score=0, depth=1, nodes=1, seconds_cpu=0.1, seconds_wall=0.1, pv=[1]"


def tree_with(folder: Path, entry_point: str) -> str:
    """The path of a tree that has nothing but this entry point."""
    (folder / "arena").mkdir(parents=True)
    (folder / "arena" / "__init__.py").touch()
    (folder / "arena" / "engine_door.py").write_text(entry_point)
    return str(folder)


def answering(folder: Path, body: str) -> str:
    """The path of a tree whose entry point greets, then does this with each line."""
    return tree_with(folder, GREETING + textwrap.indent(textwrap.dedent(body), 8 * " "))


@pytest.fixture
def copied_tree(tmp_path: Path) -> Path:
    """Another tree: a copy of all that our engine needs, with one more tunable."""
    tree = tmp_path / "other"
    for package in ("games", "search", "arena"):
        shutil.copytree(
            HERE / package, tree / package, ignore=shutil.ignore_patterns("__pycache__", "*.c")
        )
    (tree / "data" / "weights").mkdir(parents=True)
    shutil.copy(HERE / "data" / "weights" / "pente.net", tree / "data" / "weights")
    tunables = tree / "search" / "weights" / "five.py"
    known = 'Tunable("width",'
    new = 'Tunable("novelty", 7, 0, 9, SEARCH, "of this tree alone"),\n    '
    tunables.write_text(tunables.read_text().replace(known, new + known))
    return tree


def test_tree_finds_what_the_engine_finds_here() -> None:
    """Through its entry point our own tree returns the engine's result, in Gipf within a turn and
    with a handicap too; a line that it refuses does not end it.
    """
    gipf: Any = GipfRules("gipf-basic", BASIC, pieces=(18, 16), most_turns=400)
    draws: Any = ((PENTE, random_position), (gipf, random_gipf_position))
    for rules, draw in draws:
        contestant = parse_contestant(f"engine:tree={HERE}")
        weights = load_contestant_weights(parse_contestant("engine"), rules)
        tree = TreeEngine(str(HERE), rules)
        with closing(tree), Engine(rules, weights) as engine:
            assert weights is not None
            assert weights.digest() == tree.weights_digest == weights_digest(contestant, rules)
            for seed in range(4):
                position: Any = draw(rules, seed, 9 * seed)
                here, there = (one.search(position, Limits(nodes=200)) for one in (engine, tree))
                for name in FOUND:
                    assert getattr(here, name) == getattr(there, name)
                if seed == 2:
                    engine.new_game()
                    tree.new_game()
                    with pytest.raises(ContestantError, match=r"engine:tree=.*: "):
                        tree.search(random_position(NINE, 1, 5), Limits(nodes=5))


def test_tree_plays_with_its_own_code(copied_tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither PYTHONPATH nor the current folder makes a tree's engine import our code, and the
    search of a third tree is refused.
    """
    monkeypatch.setenv("PYTHONPATH", str(HERE))
    monkeypatch.chdir(HERE)
    with closing(TreeEngine(str(copied_tree), PENTE)) as tree:
        assert tree.weights_digest != Weights().digest()
        assert tree.search(POSITION, Limits(nodes=50)).best in POSITION.legal_moves()
    (copied_tree / "search" / "kernel").rename(copied_tree / "elsewhere")
    with pytest.raises(ContestantError, match="kernel cannot be imported"):
        TreeEngine(str(copied_tree), PENTE)
    shutil.rmtree(copied_tree / "search")
    (copied_tree / "search").symlink_to(HERE / "search")
    with pytest.raises(ContestantError, match="it started the engine of"):
        TreeEngine(str(copied_tree), PENTE)


def test_tree_plays_a_match_and_is_noted(copied_tree: Path, tmp_path: Path) -> None:
    """A tree with options plays a whole match; the record holds its commit and its weights. Built
    anew, it does not resume the match.
    """
    path = tmp_path / "match.jsonl"
    spec = match_of(f"engine:tree={copied_tree},nodes=60,table_mb=1")
    (copied_tree / ".git").mkdir()
    (copied_tree / ".git" / "HEAD").write_text("c0de" * 10)
    for record in played(spec, path):
        (tree,) = (player for player in record.players if player.name == "A")
        assert tree.commit == "c0de" * 10 + "+unseen"  # git finds no repository there
        assert tree.weights not in (None, Weights().digest())
        answers = record.answers_of(record.players.index(tree))
        assert all(answer.nodes is not None and answer.cpu_s > 0 for answer in answers)
        assert record.winner_name == "A"
    next((copied_tree / "search" / "kernel").glob("five*.so")).write_bytes(b"another build")
    with pytest.raises(MatchError, match=r"A was commit c0de.* and is commit c0de"):
        played(spec, path, resume=True)


def test_options_of_a_tree_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A weights file is relative to the current folder, or refused by name; limits are fixed."""
    (tmp_path / "mine.toml").write_text(format_weights(Weights({"four": 321}), {}))
    monkeypatch.chdir(tmp_path)
    with closing(TreeEngine(str(HERE), PENTE, "mine.toml")) as tree:
        assert tree.weights_digest == game_weights(PENTE, "mine.toml").digest()
    with pytest.raises(ContestantError, match=r"none\.toml: cannot be read"):
        Series(match_of(f"engine:tree={HERE},weights=none.toml"))
    player = make_player(parse_contestant(f"engine:tree={HERE},depth=2"), PENTE)
    assert answer_of(player, POSITION, Allowance(nodes=1)).depth == 2


def test_bad_answers_raise_contestant_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A child that dies, refuses, sends nonsense or is silent raises ContestantError, and so does
    one that dies before it greets; it is reaped.
    """
    dies = tree_with(tmp_path / "dies", "raise ImportError('no wood')")
    with pytest.raises(ContestantError, match="exit code 1: ImportError: no wood"):
        TreeEngine(dies, PENTE)
    rows = (
        ("sys.exit('out of wood')", "its process ended, exit code 1: out of wood"),
        ("os.kill(os.getpid(), 9)", "its process ended, exit code -9"),
        ("say(refused='not today')", "not today"),
        ("print('hello', flush=True)", "invalid answer: 'hello'"),
        ("print('[1]', flush=True)", "invalid answer: '.1.'"),
        (f"say({ANSWER.replace('pv=[1]', 'pv=[2]')})", "invalid answer: .*pv"),
        (f"say({ANSWER.replace('best=1', 'best=None')})", "invalid answer"),
        (f"say({ANSWER.replace('cpu=0.1', 'cpu=-1.0')})", "invalid answer"),
        ("while True: print('x' * 999, end='')", "invalid answer: 'xxx"),
        ("time.sleep(60)", "no answer in 1 s"),
    )
    for number, (body, said) in enumerate(rows):
        with monkeypatch.context() as patch:
            tree = TreeEngine(answering(tmp_path / str(number), body), PENTE)
            if said.startswith("no answer"):
                patch.setattr(arena.players.other_checkout, "ANSWER_DEADLINE_S", 1.0)
            with closing(tree), pytest.raises(ContestantError, match=said):
                tree.search(POSITION, Limits(wall_s=0.1))
    ends = answering(
        tmp_path / "ends", "say(ready=True) if 'new_game' in line else sys.exit('gone')"
    )
    for workers in (1, 2):
        with pytest.raises(ContestantError, match="exit code 1: gone"):
            played(match_of(f"engine:tree={ends}", rules="pente"), workers=workers)


def test_tree_that_is_not_built_names_the_command(
    copied_tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command builds it in place, also where it was built for another Python."""
    shutil.copy(HERE / "setup.py", copied_tree)
    for path in (copied_tree / "search" / "kernel").glob("gipf*.so"):
        path.unlink()
    for path in (copied_tree / "search" / "kernel").glob("five*.so"):
        path.rename(path.with_name(path.name.replace("cpython-3", "cpython-1")))
    contestant = parse_contestant(f"engine:tree={copied_tree}")
    for command in (r".* setup\.py build_ext --inplace", r"sh install\.sh"):
        for game in ("pente", "gipf"):
            with pytest.raises(ContestantError, match=f"cd .*other && {command}"):
                make_player(contestant, match_family(game).rules)
        monkeypatch.setattr("arena.players.other_checkout.find_spec", lambda _: None)


def test_child_ends_with_its_parent() -> None:
    """If the process that started the child is killed, the child ends too."""
    start = f"""
import time
from arena.players.other_checkout import TreeEngine
from games.five.rules import rules_named
tree = TreeEngine({str(HERE)!r}, rules_named("pente"))
print(tree._child.pid, flush=True)
time.sleep(60)
"""
    command = [sys.executable, "-c", start]
    with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=HERE) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        os.kill(parent.pid, signal.SIGKILL)
    wait_for(lambda: not running(child))
