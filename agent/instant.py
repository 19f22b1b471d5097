"""The certain move, where there is one, and the lines of the board for `agent.guess`.

The board becomes one string of all its lines of four or more points, with walls between them.
Finding short patterns in that string is fast: `bytes.find` runs in C. Tests compare this file with
the rules in `games.five.position`. Annotations are quoted, and the guess is a module of its own, to
keep a certain move cheap even where no bytecode is cached.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:  # the move path does not pay for the imports
    from collections.abc import Iterable, Iterator, Sequence

    from agent.protocol import Request
    from games.five.position import Position
    from games.five.rules import Rules

BORDER = 3  # in the string; 0 is an empty point, 1 + side a stone


def instant_move(board: "Request | Position", allowed: "Sequence[int]") -> "int | Lines":
    """An allowed point that no search could better; without one, the lines for a guess.

    Such a point is the only allowed one, either side's first stone, or a win.
    """
    if len(allowed) == 1:
        return allowed[0]
    first = _first_stone(board)
    if first is not None:
        return first
    lines = Lines(board.rules, bytes(board.cells))
    wins = lines.wins(board.side, board.captured_stones[board.side]).intersection(allowed)
    return min(wins) if wins else lines


def _first_stone(board: "Request | Position") -> "int | None":
    """The usual first stone: the centre, or diagonally next to it (64 % of a book)."""
    centre = board.rules.centre
    stones = sum(1 for cell in board.cells if cell)
    if stones == 0:
        return centre
    if stones == 1 and board.side == 1 and board.cells[centre]:
        return centre - board.rules.size + 1
    return None


class Lines:
    """The lines of a board as one string, and the patterns of either side in it."""

    __slots__ = ("cells", "order", "rules", "text")

    def __init__(self, rules: "Rules", cells: bytes) -> None:
        """Make the string; `order` holds each place's point, or `size * size` for a wall."""
        size = rules.size
        area = size * size
        order = [area]
        for line in _lines_of(size):
            order += line
            order.append(area)
        self.rules = rules
        self.cells = cells
        self.order = order
        self.text = bytes(map((cells + bytes((BORDER,))).__getitem__, order))

    def after(self, side: int, point: int, taken: "Iterable[int]") -> "Lines":
        """The lines after this side plays a point and removes the captured stones."""
        cells = bytearray(self.cells)
        cells[point] = 1 + side
        for stone in taken:
            cells[stone] = 0
        return Lines(self.rules, bytes(cells))

    def wins(self, side: int, captured_stones: int) -> "set[int]":
        """The empty points on which this side wins, given the stones it has captured so far."""
        to_win = self.rules.captured_stones_to_win
        stone = 1 + side
        won = set()
        for empty in range(5):
            pattern = bytes(0 if place == empty else stone for place in range(5))
            for at in self.places(pattern):
                ends = self.text[at - 1], self.text[at + 5]
                if not self.rules.exactly_five or stone not in ends:
                    won.add(self.order[at + empty])
        if to_win:
            for point, taken in self.captures(side).items():
                if captured_stones + len(taken) >= to_win:
                    won.add(point)
        return won

    def captures(self, side: int) -> "dict[int, list[int]]":
        """The empty points on which this side captures, each with the stones that it takes."""
        own, opponent = 1 + side, 2 - side
        found: dict[int, list[int]] = {}
        for length in self.rules.capture_lengths:
            pattern = bytes((0, *[opponent] * length, own))
            for at in self.places(pattern):
                taken = self.order[at + 1 : at + 1 + length]
                found.setdefault(self.order[at], []).extend(taken)
            for at in self.places(pattern[::-1]):
                taken = self.order[at + 1 : at + 1 + length]
                found.setdefault(self.order[at + 1 + length], []).extend(taken)
        return found

    def places(self, pattern: bytes) -> "Iterator[int]":
        """Every place in the string where the pattern begins."""
        find = self.text.find
        at = find(pattern)
        while at >= 0:
            yield at
            at = find(pattern, at + 1)


def _lines_of(size: int) -> "Iterator[range]":
    """The points of every line of four or more: rows, columns, both diagonals."""
    for start in range(size):
        yield range(start * size, (start + 1) * size)
        yield range(start, size * size, size)
    for length in range(4, size + 1):
        reach, corner = length * (size + 1), size - length
        yield range(corner, corner + reach - size, size + 1)
        yield range(length - 1, length * size, size - 1)[:length]
        if corner:
            yield range(corner * size, corner * size + reach - size, size + 1)
            yield range((corner + 1) * size - 1, size * size, size - 1)[:length]
