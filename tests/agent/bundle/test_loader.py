"""The single file keeps the byte code of its modules behind the memory of the game."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from agent.memory import load_memory
from agent.protocol import parse_request
from games.five.rules import rules_named
from tests.agent.bundle.conftest import BARE
from tests.agent.desk import sample, with_clock
from tools.programs import output_of

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


def compiled(folder: Path) -> int:
    """How many modules a move there compiles."""
    return int(output_of([*BARE, "-c", COUNT, str(folder / "homework.py")], folder))


@pytest.fixture(scope="module")
def moved(
    written: dict[str, Path], tmp_path_factory: pytest.TempPathFactory
) -> tuple[Path, bytes, int]:
    """The single file in the middle of a game after a move, its playdata.txt, and how many modules
    that move compiled.
    """
    folder = tmp_path_factory.mktemp("single") / "hand-in"
    shutil.copytree(written["single-file"], folder)
    (folder / "input.txt").write_bytes(MIDGAME)
    first = compiled(folder)
    return folder, (folder / "playdata.txt").read_bytes(), first


@pytest.fixture
def hand_in(written: dict[str, Path], moved: tuple[Path, bytes, int]) -> Path:
    """The folder as that move left it."""
    folder, content, _ = moved
    shutil.copy2(written["single-file"] / "homework.py", folder)
    (folder / "playdata.txt").unlink(missing_ok=True)
    (folder / "playdata.txt").write_bytes(content)
    return folder


def test_byte_code_is_kept_for_the_next_move(hand_in: Path, moved: tuple[Path, bytes, int]) -> None:
    """The first move compiles its modules, the second none, nor does a third after it."""
    assert moved[2] > 20
    assert compiled(hand_in) == 0
    assert compiled(hand_in) == 0


def test_byte_code_leaves_the_memory_as_it_is(hand_in: Path) -> None:
    """Behind a memory there may be byte code; the memory is still read."""
    request = parse_request(MIDGAME, rules_named("pente"))
    memory = load_memory(str(hand_in / "playdata.txt"), request.position, 3.0)
    assert memory.doubt == "stores another position than the one before this"


@pytest.mark.parametrize("spoilt", ["another file", "a byte", "cut off", "empty", "a pipe"])
def test_byte_code_that_does_not_fit_is_compiled_again(
    hand_in: Path, moved: tuple[Path, bytes, int], spoilt: str
) -> None:
    """Code of another homework.py, damaged code and none at all cost time alone; nothing blocks."""
    kept, content = hand_in / "playdata.txt", moved[1]
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
        os.mkfifo(kept)
    assert compiled(hand_in) == moved[2]
    assert (hand_in / "output.txt").read_text().strip()
