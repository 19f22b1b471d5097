"""The protocol of `engine:tree=`, checked against conversations that an older checkout recorded.

A shallow clone lacks the older commit, and building it takes minutes. So `data/samples` keeps what
its two sides said to each other. Here each of today's sides talks to the recorded other side.
"""

from __future__ import annotations

import contextlib
import functools
import json
import os
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from arena.errors import ContestantError
from arena.game.match_rules import match_family
from arena.players.other_checkout import TreeEngine
from games.five.rules import PRESETS
from games.gipf.rules import GIPF_PRESETS
from games.registry import family_named, family_of
from search.limits import Limits
from tools.programs import output_of

HERE = Path(__file__).resolve().parents[3]
RECORDINGS = sorted((HERE / "data" / "samples").glob("engine-door-*.jsonl"))
GAMES = (*PRESETS, *GIPF_PRESETS)
# How older callers start the child, so the module and its function keep their names.
START = "import sys; sys.path.insert(0, {tree!r}); from arena.engine_door import main; main()"
MEASURED = ("seconds_cpu", "seconds_wall")

# The child side of an older checkout: it answers the recorded requests and refuses all others. It
# reads the greeting by key, as every checkout does, so a newer caller may add a key to it.
STAND_IN = """
import json, os, sys
TREE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
def say(answer):
    print(json.dumps({**answer, "tree": TREE} if "tree" in answer else answer), flush=True)
def main():
    with open(os.path.join(TREE, "recording.jsonl"), encoding="utf-8") as file:
        recorded = [json.loads(line) for line in file]
    for number, (line, expected) in enumerate(zip(sys.stdin, recorded)):
        request = json.loads(line)
        if number == 0:
            request = {key: request.get(key) for key in expected["request"]}
        same = request == expected["request"]
        say(expected["answer"] if same else {"refused": f"UNEXPECTED REQUEST {number}: {line}"})
"""


@functools.cache
def recorded(path: Path) -> dict[str, list[dict[str, Any]]]:
    """The recorded requests and answers of each game, in order."""
    _, *lines = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return {game: [line for line in lines if line["game"] == game] for game in GAMES}


def conversations() -> Iterator[tuple[Any, list[dict[str, Any]]]]:
    """The rules and the conversation of each game that a file has; old ones lack new games."""
    for path in RECORDINGS:
        for conversation in filter(None, recorded(path).values()):
            yield rules_of(conversation[0]["request"]), conversation


def rules_of(greeting: dict[str, Any]) -> Any:
    """The rules that the first request of a conversation names."""
    most_turns, pieces = greeting.get("most_turns", 0), greeting.get("pieces")
    return family_named(greeting["game"], most_turns=most_turns, pieces=pieces).rules


def position_of(sent: dict[str, Any], rules: Any) -> Any:
    """The position in a request; it may be one of another game, which the child refuses."""
    others = [match_family(game).rules for game in GAMES]
    for family in map(family_of, (rules, *others)):
        with contextlib.suppress(ValueError, LookupError, TypeError):
            return family.of_plain(family.start(), sent)
    raise AssertionError(f"no rules allow {sent!r}")


def stand_in(folder: Path, conversation: list[dict[str, Any]]) -> str:
    """The path of a checkout whose child side repeats the recorded answers."""
    (folder / "arena").mkdir(exist_ok=True)
    (folder / "arena" / "__init__.py").touch()
    (folder / "arena" / "engine_door.py").write_text(STAND_IN)
    (folder / "recording.jsonl").write_text("\n".join(map(json.dumps, conversation)))
    return str(folder)


def replay(tree: TreeEngine, rules: Any, conversation: list[dict[str, Any]]) -> None:
    """Send the requests of a conversation after its greeting, and check what is returned."""
    for line in conversation[1:]:
        request, answer = line["request"], line["answer"]
        if "new_game" in request:
            tree.new_game()
            continue
        limits = Limits(**request["limits"])
        position = position_of(request["position"], rules)
        if "refused" in answer:
            with pytest.raises(ContestantError) as refusal:
                tree.search(position, limits)
            assert str(refusal.value).endswith(answer["refused"])
            continue
        result = tree.search(position, limits)
        for name in ("best", "score", "depth", "nodes", "stopped_by", *MEASURED):
            assert getattr(result, name) == answer[name]
        assert list(result.pv) == answer["pv"]


def test_our_caller_talks_to_an_older_engine(tmp_path: Path) -> None:
    """Today's TreeEngine sends the recorded requests and returns the recorded answers; another
    request is noticed.
    """
    for rules, conversation in conversations():
        tree = TreeEngine(stand_in(tmp_path, conversation), rules, table_mb=1)
        with closing(tree):
            assert tree.weights_digest == conversation[0]["answer"]["weights"]
            replay(tree, rules, conversation)
    first = position_of(conversation[1]["request"]["position"], rules)
    tree = TreeEngine(stand_in(tmp_path, conversation), rules, table_mb=1)
    with closing(tree), pytest.raises(ContestantError, match="UNEXPECTED REQUEST 1"):
        tree.search(first, Limits(nodes=7))


def test_older_caller_talks_to_our_engine() -> None:
    """Today's child answers the recorded requests with the recorded keys, types and refusals."""
    for rules, conversation in conversations():
        told = "".join(json.dumps(line["request"]) + "\n" for line in conversation)
        command = [sys.executable, "-I", "-c", START.format(tree=str(HERE))]
        answers = [json.loads(line) for line in output_of(command, given=told).splitlines()]
        assert len(answers) == len(conversation)
        assert answers[0]["tree"] == os.path.realpath(HERE)
        compare(answers, conversation, rules)


def compare(answers: list[dict[str, Any]], conversation: list[dict[str, Any]], rules: Any) -> None:
    """Check today's answers against the recorded ones."""
    for line, answer in zip(conversation, answers, strict=True):
        types = {name: type(value) for name, value in line["answer"].items()}
        assert {name: type(answer.get(name)) for name in types} == types
        if "best" in answer:
            legal = position_of(line["request"]["position"], rules).legal_moves()
            assert answer["best"] in legal
            assert answer["pv"][0] == answer["best"]
            assert {type(move) for move in answer["pv"]} == {int}


def test_engine_that_knows_no_aim_gets_it_as_a_limit(tmp_path: Path) -> None:
    """The first checkouts with this protocol did not say "aims": for them the aim is the limit."""
    greeting, search, *_ = recorded(RECORDINGS[0])["gomoku-9"]
    answer = {name: value for name, value in greeting["answer"].items() if name != "aims"}
    request = {"position": search["request"]["position"], "limits": {"wall_s": 1.0}}
    old = [{**greeting, "answer": answer}, {"request": request, "answer": search["answer"]}]
    rules = rules_of(greeting["request"])
    with closing(TreeEngine(stand_in(tmp_path, old), rules, table_mb=1)) as tree:
        position = position_of(request["position"], rules)
        assert tree.search(position, Limits(wall_s=5.0, aim_s=1.0)).best
