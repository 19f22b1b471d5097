"""Makes the geometry of the Gipf kernel, at build time: `generated/gipf_tables.h`.

The 37 spots are bits of one 64-bit word, seven files of eight bits. The eighth bit of a file is
never a spot, so that a shifted word never runs from one file into the next:

    bit of a spot = 8 * (file, b is 0) + height, in the oblique coordinates of `games.gipf.board`

    a file's next spot     1 bit up        lines run upwards in all three directions, as in the
    the next rising one    9 bits up       rules; a push shifts the bits of a line by the step of
    the next falling one   8 bits up       its direction

The kernel takes its numbers of spots, lines and entries from here; `tests/search` compares them
with those of `games.gipf`.
"""

from __future__ import annotations

RADIUS = 3  # steps from the centre to the outer spots
FILE_BITS = 8
STEPS = (1, FILE_BITS + 1, FILE_BITS)  # along a file, rising, falling
LONGEST = 2 * RADIUS + 1


def bits_of_spots() -> list[int]:
    """The bit of each spot in the order of `games.gipf`: file by file, upwards in a file."""
    span = range(-RADIUS, RADIUS + 1)
    return [
        FILE_BITS * (x + RADIUS) + y + RADIUS for x in span for y in span if abs(x - y) <= RADIUS
    ]


def lines() -> list[tuple[int, ...]]:
    """The bits of each line in its order: files, rising lines, falling ones, each by first spot."""
    board = set(bits_of_spots())
    in_order = []
    for step in STEPS:
        for first in sorted(board):
            if first - step not in board:
                places = (first + step * i for i in range(LONGEST))
                in_order.append(tuple(bit for bit in places if bit in board))
    return in_order


def rings() -> list[int]:
    """The words of the spots 0, 1, 2 and 3 steps from the centre."""
    words = [0] * (RADIUS + 1)
    for bit in bits_of_spots():
        x, y = bit // FILE_BITS - RADIUS, bit % FILE_BITS - RADIUS
        words[max(abs(x), abs(y), abs(x - y))] |= 1 << bit
    return words


def windows() -> list[int]:
    """For each direction the word of the spots where a stretch of four begins."""
    board = set(bits_of_spots())
    return [
        sum(1 << bit for bit in board if all(bit + step * i in board for i in range(4)))
        for step in STEPS
    ]


def header() -> str:
    """The text of the header."""
    all_lines = lines()
    per_direction = len(all_lines) // len(STEPS)
    through = [[255] * 64 for _ in STEPS]
    for number, line in enumerate(all_lines):
        for bit in line:
            through[number // per_direction][bit] = number
    padded = [[*line, *[255] * (LONGEST - len(line))] for line in all_lines]
    parts = [
        "/* Made by search/kernel/gipf_tables.py; not to be edited. */",
        "#include <stdint.h>",
        _words("gipf_line_word", [sum(1 << bit for bit in line) for line in all_lines]),
        _words("gipf_ring", rings()),
        _words("gipf_windows", windows()),
        _bytes("gipf_spot_bit", bits_of_spots()),
        _bytes("gipf_step", [STEPS[number // per_direction] for number in range(len(all_lines))]),
        _bytes("gipf_length", [len(line) for line in all_lines]),
        _rows("gipf_line_bit", padded),
        _rows("gipf_line_through", through),
    ]
    return "\n".join(parts) + "\n"


def _words(name: str, words: list[int]) -> str:
    numbers = ",".join(f"0x{word:x}ull" for word in words)
    return f"static const uint64_t {name}[{len(words)}] = {{{numbers}}};"


def _bytes(name: str, numbers: list[int]) -> str:
    return f"static const uint8_t {name}[{len(numbers)}] = {{{','.join(map(str, numbers))}}};"


def _rows(name: str, rows: list[list[int]]) -> str:
    body = ",\n".join("{" + ",".join(map(str, row)) + "}" for row in rows)
    return f"static const uint8_t {name}[{len(rows)}][{len(rows[0])}] = {{\n{body}}};"
