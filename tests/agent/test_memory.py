"""The memory is used only if the rules confirm it; a bad file costs no more than a cold start."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.memory import (
    LONGEST_HARVEST,
    LONGEST_TEXT,
    Memory,
    load_harvest,
    load_memory,
    save_memory,
)
from games.five.points import parse_point
from games.five.position import FivePosition
from games.five.rules import rules_named

PENTE = rules_named("pente")
GAME = [parse_point(name, 19) for name in ("K10", "L11", "N10", "M11", "K13", "K11", "N13", "J11")]
ENTRY = (3, 90.0, 1.5)
HARVEST = bytes(range(256)) * 4


def after(plies: int) -> FivePosition:
    """The example game's position after this many plies, without its history."""
    position = FivePosition(PENTE)
    for point in GAME[:plies]:
        position.play(point)
    return position.copy()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A memory saved after White's third move (ply 5); it began at ply 4."""
    file = tmp_path / "playdata.txt"
    line = (GAME[5], GAME[6])
    save_memory(str(file), Memory(after(4)), GAME[4], line, ENTRY, harvest=HARVEST)
    return file


def test_memory_follows_the_game_by_one_reply(path: Path) -> None:
    """The saved position plus one legal reply gives the game, the next line and the ledger.

    An unexpected reply drops the line. The harvest is loaded byte for byte, whatever the reply.
    """
    other = after(5)
    other.play(GAME[7])
    for position, reply, line in ((after(6), GAME[5], (GAME[6],)), (other.copy(), GAME[7], ())):
        memory = load_memory(str(path), position, 88.0)
        assert (memory.doubt, memory.moves) == (None, (GAME[4], reply))
        assert (memory.line, memory.ledger) == (line, (ENTRY,))
        assert load_harvest(str(path), memory) == HARVEST
    memory = load_memory(str(path), after(6), 99.0)  # a fuller clock was reset: no ledger
    assert (memory.doubt, memory.ledger) == (None, ())


def test_memory_grows_with_the_game(path: Path) -> None:
    """Saving a loaded memory and loading it after the next reply keeps every move.

    A move without a search saves no harvest, nor does one whose harvest exceeds the limit.
    """
    for harvest in (b"", bytes(LONGEST_HARVEST + 1)):
        memory = load_memory(str(path), after(6), 88.0)
        save_memory(str(path) + "2", memory, GAME[6], (), (4, 88.0, 2.0), harvest=harvest)
        memory = load_memory(str(path) + "2", after(8), 86.0)
        assert memory.moves == tuple(GAME[4:8])
        assert memory.ledger == (ENTRY, (4, 88.0, 2.0))
        assert load_harvest(str(path) + "2", memory) == b""


def test_memory_replays_captures(tmp_path: Path) -> None:
    """A reply that captures is found by the rules, with stones and counts."""
    position = after(2)
    moves = [parse_point(name, 19) for name in ("O14", "M12", "A1", "N13", "J9")]
    for point in moves[:2]:
        position.play(point)
    file = tmp_path / "playdata.txt"
    save_memory(str(file), Memory(position.copy()), moves[2], (), ENTRY)
    position.play(moves[2])
    position.play(moves[4])
    memory = load_memory(str(file), position.copy(), 80.0)
    assert memory.doubt is None
    assert memory.moves[-1] == moves[4]


def test_memory_of_another_position_is_rejected(path: Path) -> None:
    """A position that does not follow gives no moves, no ledger, no harvest, and a reason."""
    for plies in (2, 7, 8):
        memory = load_memory(str(path), after(plies), 50.0)
        assert (memory.moves, memory.ledger) == ((), ())
        assert memory.start.cells == after(plies).cells
        assert "another position" in str(memory.doubt)
        assert load_harvest(str(path), memory) == b""
    save_memory(str(path), Memory(after(4)), GAME[0], (), ENTRY)  # on an occupied point
    assert "another position" in str(load_memory(str(path), after(6), 88.0).doubt)


def test_memory_ledger_of_the_other_colour_is_dropped(tmp_path: Path) -> None:
    """If two colours share a folder, each with its own clock, neither reads a charge from it."""
    path = str(tmp_path / "playdata.txt")
    left_s = [8.0, 40.0]
    for ply in range(len(GAME)):
        position = after(ply)
        memory = load_memory(path, position, left_s[ply % 2])
        assert memory.ledger == ()
        entry = (1 + position.stones_placed(position.side), left_s[ply % 2], 0.4)
        save_memory(path, memory, GAME[ply], (), entry)
        left_s[ply % 2] -= 0.5


def test_memory_that_is_missing_gives_no_warning(path: Path) -> None:
    """Without a file there is no warning; a folder or a text without an end is doubted."""
    memory = load_memory(str(path) + "2", after(0), 100.0)
    assert (memory.doubt, memory.moves, memory.ledger) == (None, (), ())
    assert load_memory(str(path.parent), after(6), 88.0).doubt is not None
    path.write_bytes(path.read_bytes().replace(b"\n\n", b"\n" + b" " * LONGEST_TEXT + b"\n\n"))
    assert "damaged" in str(load_memory(str(path), after(6), 88.0).doubt)


@st.composite
def damaged(draw: st.DrawFn, content: bytes, start: int) -> bytes:
    """The content with a byte from `start` on changed, or cut off there, or with more."""
    place = draw(st.integers(start, len(content) - 1))
    changed = bytes((content[place] ^ draw(st.integers(1, 255)),))
    more = draw(st.binary(min_size=1, max_size=20))
    rest = (changed + content[place + 1 :], b"", content[place:] + more)
    return content[:place] + draw(st.sampled_from(rest))


@given(st.data())
def test_memory_damage_is_always_noticed(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """A damaged text, or any other bytes, is rejected whole; nothing is raised.

    Where only the harvest is damaged, it is refused, and game and ledger are kept.
    """
    path = tmp_path_factory.mktemp("damage") / "playdata.txt"
    save_memory(str(path), Memory(after(4)), GAME[4], (GAME[5],), ENTRY, harvest=HARVEST)
    content = path.read_bytes()
    text = content[: -len(HARVEST)]
    other = st.binary(max_size=300) | damaged(text, 0).filter(lambda bad: not bad.startswith(text))
    path.write_bytes(data.draw(other))
    memory = load_memory(str(path), after(6), 88.0)
    assert memory.doubt is not None
    assert (memory.moves, memory.ledger) == ((), ())
    path.write_bytes(data.draw(damaged(content, len(text))))
    memory = load_memory(str(path), after(6), 88.0)
    assert (memory.doubt, memory.ledger) == (None, (ENTRY,))
    with pytest.raises(ValueError, match="damaged"):
        load_harvest(str(path), memory)
