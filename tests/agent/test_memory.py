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
from games.five.position import Position
from games.five.rules import rules_named

PENTE = rules_named("pente")
GAME = [parse_point(name, 19) for name in ("K10", "L11", "N10", "M11", "K13", "K11", "N13", "J11")]
ENTRY = (3, 90.0, 1.5)
HARVEST = bytes(range(256)) * 4


def after(plies: int) -> Position:
    """The example game's position after this many plies, without its history."""
    position = Position(PENTE)
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
    """The saved position plus one legal reply gives the game, the next line and the ledger."""
    memory = load_memory(str(path), after(6), 88.0)
    assert memory.doubt is None
    assert memory.moves == tuple(GAME[4:6])
    assert memory.line == (GAME[6],)
    assert memory.ledger == (ENTRY,)


def test_memory_drops_the_line_that_was_not_played(path: Path) -> None:
    """An unexpected reply keeps the game and the ledger, but drops the line."""
    position = after(5)
    position.play(GAME[7])
    memory = load_memory(str(path), position.copy(), 88.0)
    assert (memory.moves, memory.line) == ((GAME[4], GAME[7]), ())
    assert memory.ledger == (ENTRY,)


def test_memory_grows_with_the_game(path: Path) -> None:
    """Saving a loaded memory and loading it after the next reply keeps every move."""
    memory = load_memory(str(path), after(6), 88.0)
    save_memory(str(path), memory, GAME[6], (), (4, 88.0, 2.0))
    memory = load_memory(str(path), after(8), 86.0)
    assert memory.moves == tuple(GAME[4:8])
    assert memory.ledger == (ENTRY, (4, 88.0, 2.0))


def test_memory_replays_captures(tmp_path: Path) -> None:
    """A reply that captures is found by the rules, with stones and counts."""
    before = after(2)
    moves = [parse_point(name, 19) for name in ("O14", "M12", "A1", "N13")]
    for point in moves[:2]:
        before.play(point)
    file = tmp_path / "playdata.txt"
    position = before.copy()
    save_memory(str(file), Memory(position.copy()), moves[2], (), ENTRY)
    position.play(moves[2])
    position.play(parse_point("J9", 19))
    memory = load_memory(str(file), position.copy(), 80.0)
    assert memory.doubt is None
    assert memory.moves[-1] == parse_point("J9", 19)


def test_memory_of_another_position_is_rejected(path: Path) -> None:
    """A position that does not follow gives no moves, no ledger, and a reason."""
    for plies in (2, 7, 8):
        memory = load_memory(str(path), after(plies), 50.0)
        assert (memory.moves, memory.ledger) == ((), ())
        assert memory.start.cells == after(plies).cells
        assert "another position" in str(memory.doubt)


def test_memory_ledger_of_a_fuller_clock_is_dropped(path: Path) -> None:
    """If the clock is fuller than the ledger's, the clock was reset and the ledger is dropped."""
    memory = load_memory(str(path), after(6), 99.0)
    assert (memory.doubt, memory.ledger) == (None, ())


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


def test_memory_that_is_missing_gives_no_warning(tmp_path: Path) -> None:
    """On the first move of a game there is no file and no warning."""
    memory = load_memory(str(tmp_path / "playdata.txt"), after(0), 100.0)
    assert (memory.doubt, memory.moves, memory.ledger) == (None, (), ())


def test_memory_too_long_a_text_is_doubted(path: Path) -> None:
    """A text of unlimited length is rejected without being read to its end."""
    path.write_bytes(path.read_bytes().replace(b"\n\n", b"\n" + b" " * LONGEST_TEXT + b"\n\n"))
    assert "damaged" in str(load_memory(str(path), after(6), 88.0).doubt)


def test_memory_gives_the_harvest_back(path: Path) -> None:
    """The harvest of a search is loaded byte for byte, whatever the opponent replied."""
    other = after(5)
    other.play(GAME[7])
    for position in (after(6), other.copy()):
        memory = load_memory(str(path), position, 88.0)
        assert load_harvest(str(path), memory) == HARVEST


def test_memory_of_another_position_has_no_harvest(path: Path) -> None:
    """The harvest of another game is ignored."""
    memory = load_memory(str(path), after(8), 50.0)
    assert load_harvest(str(path), memory) == b""


def test_memory_leaves_a_harvest_out_that_is_too_long(tmp_path: Path) -> None:
    """If the harvest exceeds the file's limit, only the game is saved."""
    path = str(tmp_path / "playdata.txt")
    too_long = bytes(LONGEST_HARVEST + 1)
    save_memory(path, Memory(after(4)), GAME[4], (), ENTRY, harvest=too_long)
    memory = load_memory(path, after(6), 88.0)
    assert (memory.doubt, load_harvest(path, memory)) == (None, b"")


def test_memory_keeps_the_harvest_of_one_search_only(path: Path) -> None:
    """A move without a search saves no harvest, and loading its file finds none."""
    memory = load_memory(str(path), after(6), 88.0)
    save_memory(str(path), memory, GAME[6], (), (4, 88.0, 2.0))
    assert load_harvest(str(path), load_memory(str(path), after(8), 86.0)) == b""


@given(st.data())
def test_memory_damage_of_the_harvest_costs_the_harvest_only(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """A harvest that is cut short, longer or changed is refused; game and ledger are kept."""
    path = tmp_path_factory.mktemp("damage") / "playdata.txt"
    save_memory(str(path), Memory(after(4)), GAME[4], (GAME[5],), ENTRY, harvest=HARVEST)
    content = bytearray(path.read_bytes())
    place = data.draw(st.integers(len(content) - len(HARVEST), len(content) - 1))
    match data.draw(st.sampled_from(("change", "cut", "lengthen"))):
        case "change":
            content[place] ^= data.draw(st.integers(1, 255))
        case "cut":
            del content[place:]
        case _:
            content += data.draw(st.binary(min_size=1, max_size=20))
    path.write_bytes(content)
    memory = load_memory(str(path), after(6), 88.0)
    assert (memory.doubt, memory.ledger) == (None, (ENTRY,))
    with pytest.raises(ValueError, match="damaged"):
        load_harvest(str(path), memory)


def test_memory_that_is_a_folder_is_doubted(tmp_path: Path) -> None:
    """A folder in the place of the file gives a reason, not an exception."""
    assert load_memory(str(tmp_path), after(6), 88.0).doubt is not None


@given(st.data())
def test_memory_damage_is_always_noticed(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """A file cut short or with a byte changed is rejected whole; nothing is raised."""
    path = tmp_path_factory.mktemp("damage") / "playdata.txt"
    save_memory(str(path), Memory(after(4)), GAME[4], (GAME[5],), ENTRY)
    content = bytearray(path.read_bytes())
    place = data.draw(st.integers(0, len(content) - 1))
    if data.draw(st.booleans()):
        content[place] ^= data.draw(st.integers(1, 255))
    else:
        del content[place:]
    path.write_bytes(content)
    memory = load_memory(str(path), after(6), 88.0)
    assert memory.doubt is not None
    assert (memory.moves, memory.ledger) == ((), ())


@given(st.binary(max_size=300))
def test_memory_any_bytes_are_a_cold_start(
    tmp_path_factory: pytest.TempPathFactory, content: bytes
) -> None:
    """Bytes that are no memory give an empty one with a reason."""
    path = tmp_path_factory.mktemp("bytes") / "playdata.txt"
    path.write_bytes(content)
    memory = load_memory(str(path), after(6), 88.0)
    assert memory.doubt is not None
    assert memory.moves == ()
