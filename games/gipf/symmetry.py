"""The twelve symmetries of the hexagonal board; 0 leaves every point where it is.

Symmetry 2 * turns + mirrored: the board is mirrored on the line a1-i5 if `mirrored` is 1, then
turned by `turns` sixths. The rules treat a position and its image alike. Symmetries 0, 1, 4, 5, 8
and 9 keep the colours of the initial corners; the others exchange them.
"""

from collections.abc import Sequence

from games.gipf.board import (
    DOT_NAMED,
    DOTS,
    ENTRY_DOTS,
    ENTRY_SPOTS,
    LINES,
    NAME_AT,
    SPOT_NAMED,
    SPOTS,
    coordinates,
    entry_towards,
)
from games.gipf.moves import (
    brings_gipf,
    entry_of,
    is_removal,
    line_of,
    placement,
    removal,
    taken_of,
)
from games.rules import EMPTY

SYMMETRIES = range(12)


def mapped_name(name: str, symmetry: int) -> str:
    """The image of a spot or a dot under a symmetry."""
    x, y = coordinates(name)
    if symmetry % 2:
        x, y = y, x
    for _ in range(symmetry // 2):
        x, y = y, y - x
    return NAME_AT[x, y]


# The image of each spot under each symmetry.
SPOT_IMAGES = tuple(
    tuple(SPOT_NAMED[mapped_name(name, symmetry)] for name in SPOTS) for symmetry in SYMMETRIES
)


def mapped_spot(place: int, symmetry: int) -> int:
    """The image of a spot, by its number, under a symmetry."""
    return SPOT_IMAGES[symmetry][place]


def mapped_entry(entry: int, symmetry: int) -> int:
    """The image of an entry: from the image of its dot along the image of its line."""
    dot = DOT_NAMED[mapped_name(DOTS[ENTRY_DOTS[entry]], symmetry)]
    image = entry_towards(dot, mapped_spot(ENTRY_SPOTS[entry][0], symmetry))
    assert image is not None, "a symmetry takes lines to lines"
    return image


def mapped_move(move: int, symmetry: int) -> int:
    """The image of a move: it does on the board's image what the move does on the board."""
    if not is_removal(move):
        return placement(mapped_entry(entry_of(move), symmetry), gipf=brings_gipf(move))
    line, taken = line_of(move), taken_of(move)
    image, is_reversed = divmod(mapped_entry(2 * line, symmetry), 2)
    places = range(len(LINES[line]))
    bits = [taken >> place & 1 for place in (reversed(places) if is_reversed else places)]
    return removal(image, sum(bit << place for place, bit in enumerate(bits)))


def mapped_cells(cells: Sequence[int], symmetry: int) -> list[int]:
    """The cells after the symmetry: the piece on a spot moves to its `mapped_spot`."""
    image = [EMPTY] * len(SPOTS)
    for spot, cell in zip(SPOT_IMAGES[symmetry], cells, strict=True):
        image[spot] = cell
    return image


def canonical(cells: Sequence[int]) -> list[int]:
    """The representative of the twelve images."""
    return max(mapped_cells(cells, symmetry) for symmetry in SYMMETRIES)
