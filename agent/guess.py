"""A good guess in about a millisecond, from patterns alone.

It is the fallback move: the agent plays it if the search fails or the clock leaves no time for one.
It blocks winning moves, captures and saves pairs, and builds rows. Annotations are quoted, as in
`agent.instant`: that saves the import of `__future__`, 0.2 ms.
"""

from agent.instant import instant_move
from agent.protocol import allowed_points

TYPE_CHECKING = False
if TYPE_CHECKING:  # the move path does not pay for the imports
    from collections.abc import Sequence

    from agent.instant import Lines
    from agent.protocol import Request
    from games.five.position import Position

# The value of a point for each window of five through it that holds stones of one colour only. The
# index is their number; MAKE is for own stones, SPOIL for the opponent's.
MAKE = (0, 2, 10, 55, 3000)
SPOIL = (0, 1, 8, 45, 2000)
TAKE_A_PAIR = 60
SAVE_A_PAIR = 45
THREATEN_A_PAIR = 8
EXPOSE_A_PAIR = -30
MOST_DEFENCES = 10  # defences that are compared


def fallback_move(board: "Request | Position") -> int:
    """The move to play without a search: the certain one if there is one, else a good guess."""
    allowed = allowed_points(board)
    found = instant_move(board, allowed)
    return found if isinstance(found, int) else guess_move(board, found, allowed)


def guess_move(board: "Request | Position", lines: "Lines", allowed: "Sequence[int]") -> int:
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


def _opening_choice(board: "Request | Position", allowed: "Sequence[int]") -> "Sequence[int]":
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


def _scores(board: "Request | Position", lines: "Lines") -> "dict[int, int]":
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


def _best_defence(board: "Request | Position", lines: "Lines", defences: "Sequence[int]") -> int:
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
