"""The page's views of the five-in-a-row family."""

from __future__ import annotations

from games.five.points import format_point
from games.five.position import FivePosition
from games.rules import EMPTY
from web.contract import positions
from web.families.views import Views


class FiveViews(Views[FivePosition]):
    """The views of a game on a square board."""

    offers = ("threat",)

    def place_of(self, board: FivePosition, move: int) -> int:
        """The point itself."""
        del board
        return move

    def passed(self, board: FivePosition) -> FivePosition | None:
        """The same board with the other side to move; None after the end."""
        if board.outcome is not None:
            return None
        return FivePosition(board.rules, board.cells, 1 - board.side, board.captured_stones)

    def fault(self, board: FivePosition) -> str:
        """What is wrong with the captured stones, or ""."""
        rules = board.rules
        for side, stones in enumerate(board.captured_stones):
            has = f"{rules.colour_of(side).capitalize()} has captured {stones} stones"
            if stones and stones >= rules.captured_stones_to_win:
                most = rules.captured_stones_to_win - 1
                return f"{has}: at most {most} while the game goes on"
            if not makes(rules.capture_lengths, stones):
                taken = " or ".join(map(str, rules.capture_lengths))
                return f"{has}: each capture takes {taken}"
        return ""

    def view(self, board: FivePosition) -> positions.FivePositionView:
        """The position as the page draws it."""
        forbidden = forbidden_points(board)
        last = board.moves[-1] if board.moves else None
        white_first = board.rules.first_colour == "white"
        return positions.FivePositionView(
            **self.told(board),
            size=board.rules.size,
            cells="".join(".wb"[cell] if white_first else ".bw"[cell] for cell in board.cells),
            captured=(board.captured_stones[0], board.captured_stones[1]),
            captured_to_win=board.rules.captured_stones_to_win,
            legal=self._legal(board, forbidden),
            forbidden=forbidden,
            barred=self._barred(board) if forbidden else "",
            zone=self._zone(board) if forbidden else None,
            captures=captures_by_point(board, forbidden),
            last=last,
            taken=[] if last is None else taken_by_last(board),
            line=list(board.outcome.line) if board.outcome else [],
            numbers=stone_numbers(board),
        )

    @staticmethod
    def _legal(board: FivePosition, forbidden: list[int]) -> list[int] | None:
        """The legal points; None if every empty point is legal."""
        if board.outcome is None and not forbidden:
            return None
        return board.legal_moves()

    @staticmethod
    def _barred(board: FivePosition) -> str:
        """The opening rule that binds the side to move now."""
        rules = board.rules
        colour, distance = rules.colour_of(0).capitalize(), rules.opening_distance
        if board.stones_placed(0) == 0:
            centre = format_point(rules.centre, rules.size)
            return f"{colour}'s first stone goes on the centre, {centre}."
        return (
            f"{colour}'s second stone must lie at least {distance} lines from the centre, outside "
            "the marked square."
        )

    @staticmethod
    def _zone(board: FivePosition) -> positions.Zone | None:
        """The square around the centre where the second stone may not be played."""
        if board.stones_placed(0) != 1:
            return None
        middle, reach = board.rules.size // 2, board.rules.opening_distance - 1
        return positions.Zone(
            top=middle - reach, left=middle - reach, bottom=middle + reach, right=middle + reach
        )


def makes(lengths: tuple[int, ...], stones: int) -> bool:
    """Whether captures of these lengths can take this number of stones together."""
    return not stones or any(
        makes(lengths, stones - length) for length in lengths if length <= stones
    )


def forbidden_points(board: FivePosition) -> list[int]:
    """The empty points that the opening rule forbids now."""
    if not board.rules.opening_distance or board.side or board.outcome is not None:
        return []
    if board.stones_placed(0) > 1:
        return []
    legal = set(board.legal_moves())
    return [point for point, cell in enumerate(board.cells) if cell == EMPTY and point not in legal]


def captures_by_point(board: FivePosition, forbidden: list[int]) -> dict[str, list[int]]:
    """The captures of every legal point that captures."""
    if not board.rules.capture_lengths or board.outcome is not None:
        return {}
    barred, captures = set(forbidden), {}
    for point in points_next_to(board, 2 - board.side):
        taken = [] if point in barred else board.captures_of(point)
        if taken:
            captures[str(point)] = sorted(taken)
    return captures


def points_next_to(board: FivePosition, stone: int) -> list[int]:
    """The empty points next to a stone of this kind; only these can capture one."""
    size, cells = board.rules.size, board.cells
    points = set()
    for point, cell in enumerate(cells):
        if cell != stone:
            continue
        row, column = divmod(point, size)
        for near_row in range(max(0, row - 1), min(size, row + 2)):
            for near_column in range(max(0, column - 1), min(size, column + 2)):
                if cells[near_row * size + near_column] == EMPTY:
                    points.add(near_row * size + near_column)
    return sorted(points)


def taken_by_last(board: FivePosition) -> list[int]:
    """The stones that the last move captured; undoes and replays it."""
    point = board.undo()
    taken = sorted(board.captures_of(point))
    board.play(point)
    return taken


def stone_numbers(board: FivePosition) -> dict[str, int]:
    """The ply of each stone on the board; set-up stones have none."""
    numbers = {}
    for ply, point in enumerate(board.moves, 1):
        if board.cells[point] != EMPTY:
            numbers[str(point)] = ply
    return numbers
