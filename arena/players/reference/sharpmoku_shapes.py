"""The value of a stone for the `sharpmoku` opponent, from the shapes of the four lines through it.

A line is read as nine cells: the stone and four cells to either side. Its class is that of the best
shape that contains the stone; the classes of the four lines give the value. The original program
lists its shapes by hand and omits some. A row at the edge of the board does not count as blocked. A
broken four with both ends free is no four.
"""

from __future__ import annotations

from functools import cache

REACH = 4  # cells that are read to either side of the stone
BORDER = 3  # the content of a cell beyond the edge; others as in `games.five.position`

# Classes of a direction, best first; a class is also the weight of one count in a packed sum.
FIVE, OPEN_FOUR, BLOCKED_FOUR, OPEN_THREE, BLOCKED_THREE, OPEN_TWO, BLOCKED_TWO = (
    1 << 3 * number for number in range(7)
)
NOTHING = 0

# x own stone, . empty cell, o opponent's stone; each shape also counts reversed.
LISTED = {
    FIVE: ("xxxxx",),
    OPEN_FOUR: (".xxxx.",),
    BLOCKED_FOUR: ("oxxxx.", "oxxx.x", "oxx.xx", "ox.xxx"),
    OPEN_THREE: (".xxx.", ".xx.x."),
    BLOCKED_THREE: ("oxxx..", "oxx.x.", "ox.xx."),
    OPEN_TWO: (".xx.", ".x.x."),
    BLOCKED_TWO: ("oxx...",),
}

FIVE_VALUE = 1_000_000_000
OPEN_FOUR_VALUE = 100_000_000
TWO_FOURS_VALUE = 10_000_000
FOUR_THREE_VALUE = 1_000_000
TWO_THREES_VALUE = 100_000
THREE_VALUES = (3_450, 35_000, 38_000, 40_000)  # by the number of open twos, 0 to 3 or more
BLOCKED_FOUR_VALUES = (4_050, 4_200, 4_350, 4_500)
BLOCKED_THREE_VALUES = (3_000, 3_200, 3_300, 3_400)
OPEN_TWO_VALUES = (0, 2_000, 2_400, 2_600)
BLOCKED_TWO_VALUE = 1_000


# Best first, as the classes are numbered.
SHAPES = sorted(
    {
        (kind, way)
        for kind, listed in LISTED.items()
        for shape in listed
        for way in (shape, shape[::-1])
    }
)


@cache
def kind_of(around: tuple[int, ...], side: int) -> int:
    """The class of a direction: REACH cells before this side's stone, REACH after it."""
    signs = {0: ".", 1 + side: "x", 2 - side: "o", BORDER: "#"}
    drawn = "".join(signs[cell] for cell in around)
    line = f"{drawn[:REACH]}x{drawn[REACH:]}"
    for kind, shape in SHAPES:
        # The slice holds every place of the shape that includes the stone, at index REACH.
        if shape in line[max(0, REACH + 1 - len(shape)) : REACH + len(shape)]:
            return kind
    return NOTHING


def count(kinds: int, kind: int) -> int:
    """How many directions have this class, from the sum of the classes of all four."""
    return kinds // kind & 7


@cache
def value_of(kinds: int) -> int:
    """The value of a stone from the sum of the classes of its directions."""
    threes, twos = count(kinds, OPEN_THREE), min(count(kinds, OPEN_TWO), 3)
    fours = count(kinds, BLOCKED_FOUR)
    if count(kinds, FIVE):
        return FIVE_VALUE * count(kinds, FIVE)
    if count(kinds, OPEN_FOUR):
        return OPEN_FOUR_VALUE
    if fours > 1:
        return TWO_FOURS_VALUE
    if fours and threes:
        return FOUR_THREE_VALUE
    if threes > 1:
        return TWO_THREES_VALUE
    if threes:
        return THREE_VALUES[twos]
    if fours:
        return BLOCKED_FOUR_VALUES[twos]
    if count(kinds, BLOCKED_THREE):
        return BLOCKED_THREE_VALUES[twos]
    if twos:
        return OPEN_TWO_VALUES[twos]
    return BLOCKED_TWO_VALUE if count(kinds, BLOCKED_TWO) else 0
