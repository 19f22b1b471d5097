"""The hexagonal board: 37 spots where pieces lie, 24 dots around them where pieces come in.

Files are lettered a to i from left to right. White sits below, and each file is numbered from
White's side, dots included. The names on the edge are dots, the others are spots:

                    e9
                d8      f8
            c7      e8      g7
        b6      d7      f7      h6
    a5      c6      e7      g6      i5
        b5      d6      f6      h5
    a4      c5      e6      g5      i4
        b4      d5      f5      h4
    a3      c4      e5      g4      i3
        b3      d4      f4      h3
    a2      c3      e4      g3      i2
        b2      d3      f3      h2
    a1      c2      e3      g2      i1
        b1      d2      f2      h1
            c1      e2      g1
                d1      f1
                    e1

Three lines run through each spot: the file, one that rises to the right, one that falls. There are
21 lines of four to seven spots; a line can be entered from the dot at either end.

    spot   0..36   file by file from b2, upwards in a file
    dot    0..23   likewise from a1
    line   0..20   seven files, seven rising lines, seven falling ones, each by its first spot
    entry  0..41   2 * line from the line's first dot, 2 * line + 1 from its other dot
"""

from games.errors import NotationError

FILE_LETTERS = "abcdefghi"
FILE_LENGTHS = (5, 6, 7, 8, 9, 8, 7, 6, 5)  # dots included
RADIUS = 4  # steps from the centre e5 to a dot
# Steps (x, y) in the oblique coordinates of `coordinates`: along a file, rising, falling.
DIRECTIONS = ((0, 1), (1, 1), (1, 0))


def coordinates(name: str) -> tuple[int, int]:
    """Oblique coordinates (x, y) of a point seen from the centre.

    Neighbours differ by one of the DIRECTIONS or its opposite. A point d steps from the centre has
    max(|x|, |y|, |x - y|) == d.
    """
    x = FILE_LETTERS.index(name[0])
    y = int(name[1:]) - 1 + max(0, x - RADIUS)
    return x - RADIUS, y - RADIUS


def distance_from_centre(name: str) -> int:
    """Steps from the centre: 0 to 3 for spots, 4 for dots."""
    x, y = coordinates(name)
    return max(abs(x), abs(y), abs(x - y))


_NAMES = tuple(
    f"{letter}{number}"
    for letter, length in zip(FILE_LETTERS, FILE_LENGTHS, strict=True)
    for number in range(1, length + 1)
)
NAME_AT = {coordinates(name): name for name in _NAMES}

SPOTS = tuple(name for name in _NAMES if distance_from_centre(name) < RADIUS)
DOTS = tuple(name for name in _NAMES if distance_from_centre(name) == RADIUS)
SPOT_NAMED = {name: spot for spot, name in enumerate(SPOTS)}
DOT_NAMED = {name: dot for dot, name in enumerate(DOTS)}


def _line_from(dot: str, step: tuple[int, int]) -> tuple[str, ...]:
    x, y = coordinates(dot)
    names = [dot]
    while (x := x + step[0], y := y + step[1]) in NAME_AT:
        names.append(NAME_AT[x, y])
    return tuple(names)


def _named_lines() -> list[tuple[str, ...]]:
    lines = [_line_from(dot, step) for step in DIRECTIONS for dot in DOTS]
    # Drop the walks along the edge, which meet only dots, and those that leave the board at once.
    return [line for line in lines if len(line) > 2 and line[1] in SPOT_NAMED]


_LINES = _named_lines()
LINES = tuple(tuple(SPOT_NAMED[name] for name in line[1:-1]) for line in _LINES)
LINE_NAMES = tuple(f"{line[0]}-{line[-1]}" for line in _LINES)
LINE_NAMED = {
    name: number
    for number, line in enumerate(_LINES)
    for name in (f"{line[0]}-{line[-1]}", f"{line[-1]}-{line[0]}")
}

ENTRY_SPOTS = tuple(spots for line in LINES for spots in (line, line[::-1]))
ENTRY_DOTS = tuple(DOT_NAMED[dot] for line in _LINES for dot in (line[0], line[-1]))
ENTRIES = range(len(ENTRY_SPOTS))


def entry_towards(dot: int, spot: int) -> int | None:
    """The entry from this dot along the line through the spot; None if there is no such line."""
    for entry in ENTRIES:
        if ENTRY_DOTS[entry] == dot and spot in ENTRY_SPOTS[entry]:
            return entry
    return None


def parse_spot(text: str) -> int:
    """The spot of this name. Raises NotationError saying what was expected."""
    if text not in SPOT_NAMED:
        what = "it is a dot" if text in DOT_NAMED else "there is no such point"
        raise NotationError(f"{text!r} names no spot, {what}: expected b2 to h5")
    return SPOT_NAMED[text]


def parse_dot(text: str) -> int:
    """The dot of this name. Raises NotationError saying what was expected."""
    if text not in DOT_NAMED:
        what = "it is a spot" if text in SPOT_NAMED else "there is no such point"
        raise NotationError(f"{text!r} names no dot, {what}: expected a1 to i5, on the edge")
    return DOT_NAMED[text]


def parse_line(text: str) -> int:
    """The line between two dots, `e1-e9`. Raises NotationError if none joins them."""
    if text not in LINE_NAMED:
        raise NotationError(f"{text!r} names no line: expected the dots at its ends, as e1-e9")
    return LINE_NAMED[text]
