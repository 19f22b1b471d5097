"""The move to play without a search: the certain one where there is one, else a good guess.

A guess takes about a millisecond: it blocks winning moves, captures and saves pairs, and builds
rows. The agent plays it if the search fails or the clock leaves no time for one.

The board becomes one string of all its lines of four or more points, with walls between them.
Finding short patterns in that string is fast: `bytes.find` runs in C. Tests compare this file with
the rules in `games.five.position`. Annotations are quoted: that saves the import of `__future__`,
0.2 ms.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:  # the move path does not pay for the imports
    from collections.abc import Iterable, Iterator, Sequence

    from agent.protocol import Request
    from games.five.position import FivePosition
    from games.five.rules import FiveRules

BORDER = 3  # in the string; 0 is an empty point, 1 + side a stone
# The value of a point for each window of five through it that holds stones of one colour only. The
# index is their number; MAKE is for own stones, SPOIL for the opponent's.
MAKE = (0, 2, 10, 55, 3000)
SPOIL = (0, 1, 8, 45, 2000)
TAKE_A_PAIR = 60
SAVE_A_PAIR = 45
THREATEN_A_PAIR = 8
EXPOSE_A_PAIR = -30
MOST_DEFENCES = 10  # defences that are compared


def instant_move(board: "Request | FivePosition", allowed: "Sequence[int]") -> "tuple[int, bool]":
    """The allowed point to play, and whether it is certain: no search could better it.

    Certain are the only allowed point, either side's first stone, and a win.
    """
    if len(allowed) == 1:
        return allowed[0], True
    first = _first_stone(board)
    if first is not None:
        return first, True
    lines = Lines(board.rules, bytes(board.cells))
    wins = lines.wins(board.side, board.captured_stones[board.side]).intersection(allowed)
    return (min(wins), True) if wins else (_guess(board, lines, allowed), False)


def _first_stone(board: "Request | FivePosition") -> "int | None":
    """The usual first stone: the centre, or diagonally next to it (64 % of a book)."""
    centre = board.rules.centre
    stones = sum(1 for cell in board.cells if cell)
    if stones == 0:
        return centre
    if stones == 1 and board.side == 1 and board.cells[centre]:
        return centre - board.rules.size + 1
    return None


def _guess(board: "Request | FivePosition", lines: "Lines", allowed: "Sequence[int]") -> int:
    """The best allowed point by patterns, for a side to move that cannot win at once."""
    scores = _scores(board, lines)
    size = board.rules.size

    def worth(point: int) -> "tuple[int, int]":
        row, column = divmod(point, size)
        return scores.get(point, 0), -max(abs(row - size // 2), abs(column - size // 2))

    opponent = 1 - board.side
    dangers = lines.wins(opponent, board.captured_stones[opponent])
    if dangers:
        defences = dangers.union(lines.captures(board.side)).intersection(allowed)
        if defences:
            best_first = sorted(sorted(defences), key=worth, reverse=True)
            return _best_defence(board, lines, best_first[:MOST_DEFENCES])
    return max(_opening_choice(board, allowed), key=worth)


def _opening_choice(board: "Request | FivePosition", allowed: "Sequence[int]") -> "Sequence[int]":
    """The allowed points to consider; where the opening rule binds, those just outside its limit.

    The best second stone is on a line through the centre, 3 or 4 away (89 % of a book).
    """
    distance, size = board.rules.opening_distance, board.rules.size
    if not distance or board.side or board.stones_placed(0) != 1:
        return allowed
    centre = board.rules.centre
    starlike = [
        centre + away * step
        for away in (distance, distance + 1)
        for step in (1, -1, size, -size, size + 1, -size - 1, size - 1, 1 - size)
    ]
    return [point for point in starlike if point in allowed] or allowed


def _scores(board: "Request | FivePosition", lines: "Lines") -> "dict[int, int]":
    """The pattern value of each empty point for the side to move; 0 where it is missing."""
    scores: dict[int, int] = {}
    own, opponent = 1 + board.side, 2 - board.side
    for stone, worth in ((own, MAKE), (opponent, SPOIL)):
        for mask in range(1, 31):
            pattern = bytes(stone if mask >> place & 1 else 0 for place in range(5))
            empty = [place for place in range(5) if not pattern[place]]
            gain = worth[5 - len(empty)]
            for at in lines.places(pattern):
                for place in empty:
                    point = lines.order[at + place]
                    scores[point] = scores.get(point, 0) + gain
    for side, worth_of_pair in ((board.side, TAKE_A_PAIR), (1 - board.side, SAVE_A_PAIR)):
        taken_before = board.captured_stones[side]
        for point, taken in lines.captures(side).items():
            gain = worth_of_pair * len(taken) * (4 + taken_before) // 8
            scores[point] = scores.get(point, 0) + gain
    if 2 in board.rules.capture_lengths:
        _score_pairs(scores, lines, own, opponent)
    return scores


def _score_pairs(scores: "dict[int, int]", lines: "Lines", own: int, opponent: int) -> None:
    """Add the value of threatening a pair, and the cost of exposing an own pair to capture."""
    for pattern, place, gain in (
        ((0, opponent, opponent, 0), 0, THREATEN_A_PAIR),
        ((opponent, 0, own, 0), 1, EXPOSE_A_PAIR),
        ((opponent, own, 0, 0), 2, EXPOSE_A_PAIR),
    ):
        shape = bytes(pattern)
        for at in lines.places(shape):
            point = lines.order[at + place]
            scores[point] = scores.get(point, 0) + gain
        for at in lines.places(shape[::-1]):
            point = lines.order[at + 3 - place]
            scores[point] = scores.get(point, 0) + gain


def _best_defence(
    board: "Request | FivePosition", lines: "Lines", defences: "Sequence[int]"
) -> int:
    """The defence that leaves the opponent the fewest wins; on a tie, the first."""
    captures = lines.captures(board.side)
    fewest, best = len(board.cells), defences[0]
    for point in defences:
        after = lines.after(board.side, point, captures.get(point, ()))
        opponent = 1 - board.side
        wins = after.wins(opponent, board.captured_stones[opponent])
        if len(wins) < fewest:
            fewest, best = len(wins), point
    return best


class Lines:
    """The lines of a board as one string, and the patterns of either side in it."""

    __slots__ = ("cells", "order", "rules", "text")

    def __init__(self, rules: "FiveRules", cells: bytes) -> None:
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
        captures: dict[int, list[int]] = {}
        for length in self.rules.capture_lengths:
            pattern = bytes((0, *[opponent] * length, own))
            for at in self.places(pattern):
                taken = self.order[at + 1 : at + 1 + length]
                captures.setdefault(self.order[at], []).extend(taken)
            for at in self.places(pattern[::-1]):
                taken = self.order[at + 1 : at + 1 + length]
                captures.setdefault(self.order[at + 1 + length], []).extend(taken)
        return captures

    def places(self, pattern: bytes) -> "Iterator[int]":
        """The places in the string where the pattern begins."""
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
