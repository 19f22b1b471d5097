"""Makes the window tables of the five-in-a-row kernel, at build time: `generated/five_tables.h`.

A window is a stretch of one line centred on a point, two bits a cell, nearest-to-start cell lowest:

    00 empty   01 a stone of side 0   10 a stone of side 1   11 off the board

    bits  17 16 | 15 14 | ... | 9 8 | ... | 1 0        nine cells: 4 before, centre, 4 after
           +4      +3          centre        -4

The *meaning* of a window (docs/evaluation.md) is what a stone on its empty centre does. It is the
rank that the stone makes for either side, and the rays along which it captures or threatens. There
are a few hundred meanings. The header holds the number of each window's meaning (0: the centre is
not empty). It also holds the parts of each meaning, from which the kernel computes packed sums.

Where exactly five wins, eleven cells decide; their centre is known to be empty and is cut out of
the index: ten cells, twenty bits. The table would have two megabytes, but the five cells after the
centre have only 75 different effects. So it has one row for each effect, with an entry for each
content of the five cells before; `exact_rows` says where the row of the cells after begins. The
kernel expands it when a game needs it: one look-up less is a tenth of the time of such a game.
"""

from __future__ import annotations

EMPTY, OWN, BLOCK = 0, 1, 2
NONE, ONE, OPEN_ONE, TWO, OPEN_TWO, THREE, OPEN_THREE, FOUR, OPEN_FOUR, FIVE = range(10)
RANK_BEFORE = {
    OPEN_FOUR: OPEN_THREE,
    FOUR: THREE,
    OPEN_THREE: OPEN_TWO,
    THREE: TWO,
    OPEN_TWO: OPEN_ONE,
    TWO: ONE,
}

# Parts of a meaning, in the order of the header's rows: ranks by side, then by side the number of
# the two rays that capture or threaten a run of two, and of three.
PARTS = (
    *("rank_0", "rank_1"),
    *("captures_two_0", "captures_two_1", "captures_three_0", "captures_three_1"),
    *("threatens_two_0", "threatens_two_1", "threatens_three_0", "threatens_three_1"),
)
Meaning = tuple[int, ...]


def rank_of_line(line: int, cells: int, *, exactly_five: bool, memo: dict[int, int]) -> int:
    """The rank of a window of EMPTY, OWN, BLOCK cells, given as a number in base 3.

    By recursion on "what does one more own stone make"; see docs/evaluation.md.
    """
    known = memo.get(line)
    if known is not None:
        return known
    content = [line // 3**place % 3 for place in range(cells)]
    if _has_five(content, exactly_five=exactly_five):
        rank = FIVE
    else:
        children = [
            rank_of_line(line + OWN * 3**place, cells, exactly_five=exactly_five, memo=memo)
            for place in range(cells)
            if content[place] == EMPTY
        ]
        fives = children.count(FIVE)
        if fives:
            rank = OPEN_FOUR if fives >= 2 else FOUR
        else:
            rank = RANK_BEFORE.get(max(children, default=NONE), NONE)
    memo[line] = rank
    return rank


def _has_five(content: list[int], *, exactly_five: bool) -> bool:
    run = 0
    for cell in [*content, BLOCK]:
        if cell == OWN:
            run += 1
            continue
        if run == 5 or (run > 5 and not exactly_five):
            return True
        run = 0
    return False


def meanings(reach: int, *, exactly_five: bool) -> tuple[list[int], list[Meaning]]:
    """The number of its meaning, for every window of `reach` cells to either side of its centre.

    Returns (numbers, meanings): numbers[index] for the 2 * reach neighbours, two bits each, nearest
    to the line's start lowest; meanings in order of first appearance, number 1 first.
    """
    cells = 2 * reach + 1
    memo: dict[int, int] = {}
    halves = [_half(bits, reach, cells) for bits in range(1 << (2 * reach))]
    rays_before = [_ray(_reversed(bits, reach), reach) for bits in range(1 << (2 * reach))]
    rays_after = [_ray(bits, reach) for bits in range(1 << (2 * reach))]
    centre = OWN * 3**reach
    number_of: dict[Meaning, int] = {}
    numbers = []
    for after in range(1 << (2 * reach)):
        for before in range(1 << (2 * reach)):
            ranks = (
                rank_of_line(
                    halves[before][side][0] + centre + halves[after][side][1],
                    cells,
                    exactly_five=exactly_five,
                    memo=memo,
                )
                for side in (0, 1)
            )
            rays = map(int.__add__, rays_before[before], rays_after[after])
            numbers.append(number_of.setdefault((*ranks, *rays), len(number_of) + 1))
    return numbers, list(number_of)


def _half(bits: int, reach: int, cells: int) -> tuple[tuple[int, int], tuple[int, int]]:
    """By side: what these cells add to the window's base-3 number before and after its centre."""
    seen = ((EMPTY, OWN, BLOCK, BLOCK), (EMPTY, BLOCK, OWN, BLOCK))
    places = range(reach)
    halves = []
    for side in (0, 1):
        contents = [seen[side][bits >> (2 * place) & 3] for place in places]
        before = sum(content * 3**place for place, content in zip(places, contents, strict=True))
        halves.append((before, before * 3 ** (cells - reach)))
    return halves[0], halves[1]


def _reversed(bits: int, reach: int) -> int:
    return sum((bits >> (2 * place) & 3) << (2 * (reach - 1 - place)) for place in range(reach))


def _ray(bits: int, reach: int) -> tuple[int, ...]:
    """The parts after the ranks that one ray gives; its nearest cell lies in the lowest bits."""
    cells = [bits >> (2 * place) & 3 for place in range(reach)]
    parts = []
    for far_end_is_own in (True, False):
        for length in (2, 3):
            for own, other in ((1, 2), (2, 1)):
                run = cells[:length] == [other] * length
                parts.append(int(run and cells[length] == (own if far_end_is_own else 0)))
    return tuple(parts)


def header() -> str:
    """The text of the C header."""
    free, free_meanings = meanings(4, exactly_five=False)
    exact, exact_meanings = meanings(5, exactly_five=True)
    starts, rows = distinct_rows(exact, 1 << 10)
    with_centre = [
        0 if index >> 8 & 3 else free[index & 0xFF | index >> 10 << 8] for index in range(1 << 18)
    ]
    return "\n".join(
        [
            "/* Generated by search/kernel/five_tables.py; do not edit. */",
            "#include <stdint.h>",
            f"enum {{ FREE_MEANINGS = {len(free_meanings)} }};",
            f"enum {{ EXACT_MEANINGS = {len(exact_meanings)} }};",
            *_rows("free_meaning_parts", free_meanings),
            *_rows("exact_meaning_parts", exact_meanings),
            *_array("free_windows", with_centre),
            *_array("exact_rows", starts),
            *_array("exact_row_windows", rows),
            "",
        ]
    )


def distinct_rows(numbers: list[int], length: int) -> tuple[list[int], list[int]]:
    """The different rows of a table with rows of this length, and where each of its rows begins."""
    start_of: dict[tuple[int, ...], int] = {}
    starts = []
    for at in range(0, len(numbers), length):
        row = tuple(numbers[at : at + length])
        starts.append(start_of.setdefault(row, len(start_of) * length))
    return starts, [number for row in start_of for number in row]


def _rows(name: str, meanings: list[Meaning]) -> list[str]:
    rows = ["{" + ",".join(map(str, meaning)) + "}" for meaning in meanings]
    return [f"static const uint8_t {name}[][{len(PARTS)}] = {{", ",\n".join(rows), "};"]


def _array(name: str, numbers: list[int]) -> list[str]:
    lines = [",".join(map(str, numbers[at : at + 64])) for at in range(0, len(numbers), 64)]
    bits = next(bits for bits in (8, 16, 32) if max(numbers) < 1 << bits)
    kind = f"uint{bits}_t"
    return [
        f"typedef {kind} {name}_t;",
        f"static const {name}_t {name}[{len(numbers)}] = {{",
        ",\n".join(lines),
        "};",
    ]
