"""The eight symmetries of a square board, numbered 0 to 7; 0 leaves every point where it is.

Bit 0 turns the rows upside down, bit 1 mirrors the columns, and then bit 2 swaps rows and columns.
The rules of the family, opening rules included, treat a position and its image alike. Nothing is
imported: a harness move may load this file.
"""

SYMMETRIES = range(8)


def mapped_point(point: int, size: int, symmetry: int) -> int:
    """The image of a point under a symmetry."""
    row, column = divmod(point, size)
    if symmetry & 1:
        row = size - 1 - row
    if symmetry & 2:
        column = size - 1 - column
    return column * size + row if symmetry & 4 else row * size + column


def inverse(symmetry: int) -> int:
    """The inverse of a symmetry."""
    if symmetry & 4:
        return 4 | (symmetry & 1) << 1 | (symmetry & 2) >> 1
    return symmetry


def mapped_cells(cells: bytes, size: int, symmetry: int) -> bytes:
    """The cells after the symmetry: the stone on a point moves to its `mapped_point`."""
    rows = [cells[start : start + size] for start in range(0, size * size, size)]
    if symmetry & 1:
        rows.reverse()
    if symmetry & 2:
        rows = [row[::-1] for row in rows]
    mapped = b"".join(rows)
    return b"".join([mapped[line::size] for line in range(size)]) if symmetry & 4 else mapped
