"""The engine of another checkout: it plays as it does there, and failures have clear messages."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import textwrap
import time
from contextlib import closing
from pathlib import Path

import pytest

import arena.players.other_checkout
from arena.errors import ContestantError
from arena.game.clock import Allowance
from arena.game.match_rules import match_family
from arena.match.match import MatchSpec, Series, play_match
from arena.players.contestants import load_contestant_weights, make_player, weights_digest
from arena.players.other_checkout import NO_TIME_LIMIT_S, TreeEngine, patience_s
from arena.players.parsing import parse_contestant
from arena.processes.process_tree import children, processes
from games.five.rules import PRESETS, Rules, rules_named
from games.gipf.rules import GIPF_PRESETS, GipfRules
from search.engine import Engine
from search.limits import Limits
from search.weights import Weights
from search.weights.file import format_weights, game_weights
from tests.gipf_strategies import random_gipf_position
from tests.strategies import random_position

HERE = Path(__file__).resolve().parents[3]
PENTE = rules_named("pente")
POSITION = random_position(PENTE, seed=3, turns=16)

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
    """Return the path of a tree that has nothing but this entry point."""
    (folder / "arena").mkdir()
    (folder / "arena" / "__init__.py").write_text("")
    (folder / "arena" / "engine_door.py").write_text(entry_point)
    return str(folder)


def answering(folder: Path, body: str) -> str:
    """Return the path of a tree whose entry point greets, then does this with each line."""
    return tree_with(folder, GREETING + textwrap.indent(textwrap.dedent(body), 8 * " "))


@pytest.fixture
def copied_tree(tmp_path: Path) -> Path:
    """Another tree: a copy of all that our engine needs, with one more tunable."""
    tree = tmp_path / "other"
    for package in ("games", "search", "arena"):
        shutil.copytree(
            HERE / package, tree / package, ignore=shutil.ignore_patterns("__pycache__")
        )
    (tree / "data" / "weights").mkdir(parents=True)
    shutil.copy(HERE / "data" / "weights" / "pente.net", tree / "data" / "weights")
    tunables = tree / "search" / "weights" / "five.py"
    known = 'Tunable("width",'
    new = 'Tunable("novelty", 7, 0, 9, SEARCH, "of this tree alone"),\n    '
    tunables.write_text(tunables.read_text().replace(known, new + known))
    return tree


@pytest.mark.parametrize("rules", PRESETS.values(), ids=list(PRESETS))
def test_tree_finds_what_the_engine_finds_here(rules: Rules) -> None:
    """Through its entry point our own tree returns the engine's move, score, nodes and
    variation.
    """
    contestant = parse_contestant(f"engine:tree={HERE}")
    weights = load_contestant_weights(parse_contestant("engine"), rules)
    tree = TreeEngine(str(HERE), rules)
    with closing(tree), Engine(rules, weights) as engine:
        assert weights is not None
        assert weights.digest() == tree.weights_digest == weights_digest(contestant, rules)
        for seed in range(6):
            position = random_position(rules, seed, 8 * seed)
            here, there = (each.search(position, Limits(nodes=400)) for each in (engine, tree))
            for name in ("best", "score", "depth", "nodes", "pv", "stopped_by"):
                assert getattr(here, name) == getattr(there, name)
            if seed == 3:
                engine.new_game()
                tree.new_game()


@pytest.mark.parametrize("game", GIPF_PRESETS)
def test_tree_finds_what_the_engine_finds_in_gipf(game: str) -> None:
    """The same holds for Gipf, also within a turn."""
    rules = GipfRules(game, GIPF_PRESETS[game].variant, most_turns=400)
    weights = load_contestant_weights(parse_contestant("engine"), rules)
    tree = TreeEngine(str(HERE), rules)
    with closing(tree), Engine(rules, weights) as engine:
        assert weights is not None
        assert weights.digest() == tree.weights_digest
        for seed in range(6):
            position = random_gipf_position(rules, seed, 9 * seed)
            here, there = (each.search(position, Limits(nodes=400)) for each in (engine, tree))
            for name in ("best", "score", "depth", "nodes", "pv", "stopped_by"):
                assert getattr(here, name) == getattr(there, name)


def test_tree_plays_with_its_own_code(copied_tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither PYTHONPATH nor the current folder makes a tree's engine import our code."""
    monkeypatch.setenv("PYTHONPATH", str(HERE))
    monkeypatch.chdir(HERE)
    with closing(TreeEngine(str(copied_tree), PENTE)) as tree:
        assert tree.weights_digest != Weights().digest()
        assert tree.search(POSITION, Limits(nodes=50)).best in POSITION.legal_moves()
    (copied_tree / "search" / "kernel").rename(copied_tree / "elsewhere")
    with pytest.raises(ContestantError, match="kernel cannot be imported"):
        TreeEngine(str(copied_tree), PENTE)


def test_engine_of_a_third_tree_is_refused(copied_tree: Path) -> None:
    """A tree that imports the search of another tree is refused."""
    shutil.rmtree(copied_tree / "search")
    (copied_tree / "search").symlink_to(HERE / "search")
    with pytest.raises(ContestantError, match="it started the engine of"):
        TreeEngine(str(copied_tree), PENTE)


def test_tree_plays_a_match_and_is_noted(copied_tree: Path) -> None:
    """A tree with options plays a whole match; the record holds its commit and its weights."""
    before = children()
    (copied_tree / ".git").mkdir()
    (copied_tree / ".git" / "HEAD").write_text("c0de" * 10)
    spec = MatchSpec(
        a=f"engine:tree={copied_tree},nodes=60,table_mb=1", b="random", games=2, rules="gomoku-9"
    )
    for workers in (1, 2):
        for record in play_match(spec, workers=workers):
            (tree,) = (player for player in record.players if player.name == "A")
            assert tree.commit == "c0de" * 10 + "+unseen"  # git finds no repository there
            assert tree.weights not in (None, Weights().digest())
            answers = record.answers_of(record.players.index(tree))
            assert all(answer.nodes is not None and answer.cpu_s > 0 for answer in answers)
            assert record.winner_name == "A"
    assert children() == before


def test_weights_of_a_tree_lie_where_the_user_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A weights file given with tree= is relative to the current folder, or refused by name."""
    (tmp_path / "mine.toml").write_text(format_weights(Weights({"four": 321}), {}))
    monkeypatch.chdir(tmp_path)
    with closing(TreeEngine(str(HERE), PENTE, "mine.toml")) as tree:
        mine = game_weights(PENTE, "mine.toml")
        assert tree.weights_digest == mine.digest()
    with pytest.raises(ContestantError, match=r"none\.toml: cannot be read"):
        Series(MatchSpec(a=f"engine:tree={HERE},weights=none.toml", b="random", games=1))


@pytest.mark.parametrize("folder", ["", "/no/such/folder", "tests"])
def test_folder_without_an_entry_point_is_no_tree(folder: str) -> None:
    """A folder without the entry point is refused when the contestant is read."""
    with pytest.raises(ContestantError, match=r"has arena/engine_door\.py"):
        parse_contestant(f"engine:tree={folder}")
    with pytest.raises(ContestantError, match="reference has no option 'tree'"):
        parse_contestant(f"reference:tree={folder}")


@pytest.mark.parametrize(
    ("body", "said"),
    [
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
    ],
)
def test_bad_answers_raise_contestant_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, body: str, said: str
) -> None:
    """A child that dies, refuses, sends nonsense or is silent raises ContestantError."""
    before = children()
    tree = TreeEngine(answering(tmp_path, body), PENTE)
    monkeypatch.setattr(arena.players.other_checkout, "ANSWER_DEADLINE_S", 1.0)
    with closing(tree), pytest.raises(ContestantError, match=said):
        tree.search(POSITION, Limits(wall_s=0.1))
    assert children() == before


def test_child_that_does_not_greet_is_gone(tmp_path: Path) -> None:
    """A child that dies before its first answer is reported and reaped."""
    before = children()
    with pytest.raises(ContestantError, match="exit code 1: ImportError: no wood"):
        TreeEngine(tree_with(tmp_path, "raise ImportError('no wood')"), PENTE)
    assert children() == before


@pytest.mark.parametrize("game", ["pente", "gipf"])
def test_tree_that_is_not_built_names_the_command(
    copied_tree: Path, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """The command builds it in place, also where it was built for another Python."""
    shutil.copy(HERE / "setup.py", copied_tree)
    for path in (copied_tree / "search" / "kernel").glob("gipf*.so"):
        path.unlink()
    for path in (copied_tree / "search" / "kernel").glob("five*.so"):
        path.rename(path.with_name(path.name.replace("cpython-3", "cpython-1")))
    contestant, rules = parse_contestant(f"engine:tree={copied_tree}"), match_family(game).rules
    with pytest.raises(ContestantError, match=r"cd .*other && .* setup\.py build_ext --inplace"):
        make_player(contestant, rules)
    monkeypatch.setattr("arena.players.other_checkout.find_spec", lambda _: None)
    with pytest.raises(ContestantError, match=r"cd .*other && sh install\.sh"):
        make_player(contestant, rules)


@pytest.mark.parametrize("workers", [1, 2])
def test_match_with_a_child_that_dies_ends_in_words(tmp_path: Path, workers: int) -> None:
    """A match reports an engine that dies in a game, with any number of workers."""
    tree = answering(tmp_path, "say(ready=True) if 'new_game' in line else sys.exit('gone')")
    with pytest.raises(ContestantError, match="exit code 1: gone"):
        list(play_match(MatchSpec(a=f"engine:tree={tree}", b="random", games=2), workers=workers))


def test_entry_point_refuses_and_goes_on() -> None:
    """A line without an answer is refused; the next line is answered as usual."""
    with closing(TreeEngine(str(HERE), rules_named("gomoku-9"))) as tree:
        with pytest.raises(ContestantError, match="invalid position of gomoku-9"):
            tree.search(POSITION, Limits(nodes=5))
        assert tree.search(random_position(rules_named("gomoku-9"), 1, 5), Limits(nodes=5)).nodes


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
    with subprocess.Popen(
        [sys.executable, "-c", start], stdout=subprocess.PIPE, cwd=HERE
    ) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        os.kill(parent.pid, signal.SIGKILL)
    deadline = time.monotonic() + 10
    while child in processes() and not processes()[child].zombie:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_wait_is_longer_than_the_search() -> None:
    """The wait for an answer is longer than any limit of the search, but never endless."""
    assert patience_s(Limits(wall_s=100.0)) > 100
    assert patience_s(Limits(cpu_s=100.0)) > 300
    assert patience_s(Limits(nodes=10**7)) > 1000
    assert patience_s(Limits(depth=9)) > NO_TIME_LIMIT_S
    assert patience_s(Limits(wall_s=1.0, nodes=10**9)) < 100


def test_player_of_a_tree_keeps_its_fixed_limits() -> None:
    """An engine's options hold with tree= as they do without it."""
    with closing(make_player(parse_contestant(f"engine:tree={HERE},depth=2"), PENTE)) as player:
        player.new_game(1)
        answer = player.choose(POSITION.copy(), Allowance(nodes=1))
        assert answer.depth == 2
