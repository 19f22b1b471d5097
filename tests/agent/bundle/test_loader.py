"""The single file keeps the byte code of its modules behind the memory of the game."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path

import pytest

from agent.memory import load_memory
from agent.protocol import parse_request
from games.five.rules import rules_named
from tests.agent.desk import sample, with_clock
from tools.programs import output_of

BARE = (sys._base_executable, "-I", "-S")  # type: ignore[attr-defined]  # outside any environment
# Runs homework.py, and prints how many of its modules were compiled.
COUNT = """
import os, runpy, sys
compiled = []
def note(event, values):
    if event == "compile" and "hand-in/" in str(values[1]):
        compiled.append(values[1])
leave, os._exit = os._exit, lambda code: None
sys.addaudithook(note)
runpy.run_path(sys.argv[1], run_name="__main__")
print(len(compiled) - 1)  # homework.py itself
"""
MIDGAME = with_clock(sample("middle_game_black"), "3.0")


@pytest.fixture
def hand_in(written: dict[str, Path], tmp_path: Path) -> Path:
    """A copy of the single file in a folder of its own, with a position in the middle of a game."""
    folder = tmp_path / "hand-in"
    shutil.copytree(written["single-file"], folder)
    (folder / "input.txt").write_bytes(MIDGAME)
    return folder


def compiled(folder: Path) -> int:
    """How many modules a move there compiles."""
    return int(output_of([*BARE, "-c", COUNT, str(folder / "homework.py")], folder))


def test_byte_code_is_kept_for_the_next_move(hand_in: Path) -> None:
    """The first move compiles its modules, the second none, nor does a third after it."""
    assert compiled(hand_in) > 20
    assert compiled(hand_in) == 0
    assert compiled(hand_in) == 0


def test_byte_code_leaves_the_memory_as_it_is(hand_in: Path) -> None:
    """Behind a memory there may be byte code; the memory is still read."""
    compiled(hand_in)
    request = parse_request(MIDGAME, rules_named("pente"))
    memory = load_memory(str(hand_in / "playdata.txt"), request.position, 3.0)
    assert memory.doubt == "stores another position than the one before this"


@pytest.mark.parametrize(
    "spoilt", ["another file", "a byte", "cut off", "empty", "lost", "a folder"]
)
def test_byte_code_that_does_not_fit_is_compiled_again(hand_in: Path, spoilt: str) -> None:
    """Code of another homework.py, damaged code and none at all cost time alone."""
    first = compiled(hand_in)
    kept = hand_in / "playdata.txt"
    content = kept.read_bytes()
    if spoilt == "another file":
        with (hand_in / "homework.py").open("a") as file:
            file.write("\n")
    elif spoilt == "a byte":
        kept.write_bytes(content[:-100] + b"?" + content[-99:])
    elif spoilt == "cut off":
        kept.write_bytes(content[:-100])
    elif spoilt == "empty":
        kept.write_bytes(b"")
    else:
        kept.unlink()
        if spoilt == "a folder":
            kept.mkdir()
    assert compiled(hand_in) == first
    assert (hand_in / "output.txt").read_text().strip()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes in a folder here")
def test_a_pipe_in_its_place_never_blocks(hand_in: Path) -> None:
    """The move is played as without a memory."""
    os.mkfifo(hand_in / "playdata.txt")
    assert compiled(hand_in) > 20
