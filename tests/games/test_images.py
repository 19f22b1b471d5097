"""Keys up to symmetry: all images of a position share one, and their moves share names."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.five.position import Position
from games.five.symmetry import SYMMETRIES, mapped_cells, mapped_point
from games.gipf import symmetry as hexagon
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS
from games.images import Images
from games.registry import family_named
from tests.families import FIVE, GIPF
from tests.strategies import positions

KNOWN = {name: Images(family_named(name).rules) for name in ("pente", "keryo", "gomoku-15")}


def image_of(position: Position, symmetry: int) -> Position:
    """Return the image of a position on a square board."""
    cells = mapped_cells(bytes(position.cells), position.rules.size, symmetry)
    return Position(position.rules, list(cells), position.side, position.captured_stones)


def gipf_image(position: GipfPosition, symmetry: int) -> GipfPosition:
    """Return the image of a position of Gipf."""
    return GipfPosition(
        position.rules,
        hexagon.mapped_cells(position.cells, symmetry),
        position.side,
        position.reserves,
        adding=position.adding,
    )


@given(positions(), st.sampled_from(SYMMETRIES), st.randoms(use_true_random=False))
def test_the_images_of_a_position_share_key_and_names(
    position: Position, symmetry: int, dice: Random
) -> None:
    """The eight images have one key, and the image of a move has the name of the move."""
    images = Images(position.rules)
    image = image_of(position, symmetry)
    (key, here), (other, there) = images.key(position), images.key(image)
    assert key == other
    move = dice.choice(position.legal_moves())
    moved = mapped_point(move, position.rules.size, symmetry)
    assert images.name(move, here) == images.name(moved, there)


@given(st.sampled_from(sorted(GIPF_PRESETS)), st.integers(0, 999), st.sampled_from(range(12)))
def test_the_twelve_images_of_gipf_share_key_and_names(
    preset: str, seed: int, symmetry: int
) -> None:
    """The same on the hexagon, after some moves of a random game."""
    position = GIPF.play_randomly(GIPF_PRESETS[preset], seed, seed % 25)
    assert isinstance(position, GipfPosition)
    if position.outcome is not None or position.left or not position.placing:
        return
    images = Images(position.rules)
    image = gipf_image(position, symmetry)
    (key, here), (other, there) = images.key(position), images.key(image)
    assert key == other
    for move in position.legal_moves()[:5]:
        moved = hexagon.mapped_move(move, symmetry)
        assert images.name(move, here) == images.name(moved, there)


@given(positions(), st.data())
def test_what_differs_in_the_rules_differs_in_the_key(
    position: Position, data: st.DataObject
) -> None:
    """Another side to move, other captures, and one stone more make another key."""
    images = Images(position.rules)
    key, _ = images.key(position)
    other = position.copy()
    other.side = 1 - other.side
    assert images.key(other)[0] != key
    other = position.copy()
    other.captured_stones[0] += 2
    assert images.key(other)[0] != key
    other = position.copy()
    other.cells[data.draw(st.sampled_from(other.legal_moves()))] = 1
    assert images.key(other)[0] != key


def test_moves_that_are_no_images_have_different_names() -> None:
    """A move on the empty board has up to eight images: the 400 points have 55 names."""
    images = Images(family_named("gomoku-20").rules)
    position = Position(images.rules)  # type: ignore[arg-type]  # a square board
    _, symmetries = images.key(position)
    assert len({images.name(move, symmetries) for move in position.legal_moves()}) == 55


def test_keys_are_those_of_every_machine() -> None:
    """A stored key stays valid: the numbers do not depend on the process."""
    position = family_named("pente").after([180, 160])
    assert KNOWN["pente"].key(position)[0] == PINNED


@pytest.mark.parametrize("preset", sorted(KNOWN))
def test_a_game_visits_the_positions_before_its_moves(preset: str) -> None:
    """The visits of a game are the keys on its way, each with the name of the next move."""
    images = KNOWN[preset]
    end = FIVE.play_randomly(images.rules, 7, 12)
    start = family_named(preset).start()
    found = images.visits(start, end.moves)
    assert len(found) == len(end.moves)
    for ply, (key, name) in enumerate(found):
        there, symmetries = images.key(family_named(preset).after(end.moves[:ply]))
        assert (there, images.name(end.moves[ply], symmetries)) == (key, name)
    assert start.moves == []


PINNED = -5053316958679238358
