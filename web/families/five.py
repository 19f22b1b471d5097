"""The five-in-a-row family as the server asks it: texts of moves, words of rules, views."""

from __future__ import annotations

from games.errors import IllegalMove, NotationError
from games.five.diagram import format_position, parse_position
from games.five.points import format_point, parse_point
from games.five.position import Position
from games.five.rules import Rules, rules_named
from games.rules import EMPTY
from web.contract import positions
from web.families.law import Law

TITLES = {
    "pente": "Pente",
    "keryo": "Keryo-Pente",
    "five-19": "Five in a row 19x19",
    "gomoku-9": "Gomoku 9x9",
    "gomoku-15": "Gomoku 15x15",
    "gomoku-19": "Gomoku 19x19",
    "gomoku-20": "Gomoku 20x20",
    "standard-15": "Standard Gomoku 15x15 (exactly five)",
}


class FiveLaw(Law[Position]):
    """A game on a square board."""

    family = "five"

    def __init__(self, preset: str) -> None:
        """The law of a preset. Raises UnknownRules."""
        self.rules: Rules = rules_named(preset)

    @property
    def size(self) -> int:
        """Lines a side."""
        return self.rules.size

    def start(self) -> Position:
        """The empty board."""
        return Position(self.rules)

    def format_position(self, board: Position) -> str:
        """The position on one line."""
        return format_position(board)

    def parse_position(self, text: str) -> Position:
        """The position of such a line. Raises NotationError."""
        try:
            return parse_position(text, self.rules)
        except NotationError:
            raise
        except ValueError as error:
            raise NotationError(str(error)) from error

    def undo(self, board: Position) -> None:
        """Take the last move back."""
        board.undo()

    def parse_move(self, board: Position, text: str) -> int:
        """The point that `K10`, `10K` or its index names, if it may be played.

        Raises NotationError or IllegalMove.
        """
        point = (
            int(text[:5]) if text.isascii() and text.isdigit() else parse_point(text[:5], self.size)
        )
        reason = board.why_illegal(point)
        if reason is not None:
            raise IllegalMove(reason)
        return point

    def format_move(self, board: Position, move: int) -> str:
        """`K10`."""
        return format_point(move, board.rules.size)

    def captured(self, board: Position, move: int) -> int:
        """The stones that a move takes."""
        return len(board.captures_of(move))

    def place_of(self, board: Position, move: int) -> int:
        """The point itself."""
        del board
        return move

    def passed(self, board: Position) -> Position | None:
        """The same board with the other side to move; None where the game is over."""
        if board.outcome is not None:
            return None
        return Position(self.rules, board.cells, 1 - board.side, board.captured_stones)

    def title(self) -> str:
        """What the game is called."""
        return TITLES.get(self.rules.name, self.rules.name)

    def in_words(self) -> list[str]:
        """The rules, a sentence a line."""
        rules = self.rules
        first = rules.colour_of(0).capitalize()
        row = "Exactly five" if rules.exactly_five else "Five or more"
        lines = [
            f"{rules.size} by {rules.size} lines; {first} moves first.",
            f"{row} in a row, in any direction, win.",
        ]
        if rules.capture_lengths:
            lengths = " or ".join(map(str, rules.capture_lengths))
            lines.append(
                f"Exactly {lengths} enemy stones flanked by a move are captured; "
                f"{rules.captured_stones_to_win} captured stones win."
            )
        if rules.opening_distance:
            lines.append(
                f"{first}'s first stone lies on the centre, the second at least "
                f"{rules.opening_distance} lines from it."
            )
        return lines

    def view(self, board: Position) -> positions.FivePosition:
        """The position as the page draws it."""
        forbidden = forbidden_points(board)
        last = board.moves[-1] if board.moves else None
        white_first = self.rules.first_colour == "white"
        return positions.FivePosition(
            key=self.key_of(board),
            ply=len(board.moves),
            side=1 if board.side else 0,
            colours=self.colours(),
            outcome=self.result_of(board),
            size=self.size,
            cells="".join(".wb"[cell] if white_first else ".bw"[cell] for cell in board.cells),
            captured=(board.captured_stones[0], board.captured_stones[1]),
            captured_to_win=self.rules.captured_stones_to_win,
            legal=self._legal(board, forbidden),
            forbidden=forbidden,
            zone=self._zone(board) if forbidden else None,
            captures=captures_by_point(board, forbidden),
            last=last,
            taken=[] if last is None else taken_by_last(board),
            line=list(board.outcome.line) if board.outcome else [],
            numbers=stone_numbers(board),
        )

    @staticmethod
    def _legal(board: Position, forbidden: list[int]) -> list[int] | None:
        """None where every empty point may be played."""
        if board.outcome is None and not forbidden:
            return None
        return board.legal_moves()

    def _zone(self, board: Position) -> positions.Zone | None:
        """The square round the centre that the second stone must keep out of."""
        if board.stones_placed(0) != 1:
            return None
        middle, reach = self.size // 2, self.rules.opening_distance - 1
        return positions.Zone(
            top=middle - reach, left=middle - reach, bottom=middle + reach, right=middle + reach
        )


def forbidden_points(board: Position) -> list[int]:
    """The empty points that the opening rule bars, where it binds."""
    if not board.rules.opening_distance or board.side or board.outcome is not None:
        return []
    if board.stones_placed(0) > 1:
        return []
    legal = set(board.legal_moves())
    return [point for point, cell in enumerate(board.cells) if cell == EMPTY and point not in legal]


def captures_by_point(board: Position, forbidden: list[int]) -> dict[str, list[int]]:
    """What a move would take, for the points where it takes something and may be played."""
    if not board.rules.capture_lengths or board.outcome is not None:
        return {}
    barred, found = set(forbidden), {}
    for point in beside_stones(board, 2 - board.side):
        taken = [] if point in barred else board.captures_of(point)
        if taken:
            found[str(point)] = sorted(taken)
    return found


def beside_stones(board: Position, stone: int) -> list[int]:
    """The empty points that touch a stone of this kind: no other point captures one."""
    size, cells = board.rules.size, board.cells
    found = set()
    for point, cell in enumerate(cells):
        if cell != stone:
            continue
        row, column = divmod(point, size)
        for near_row in range(max(0, row - 1), min(size, row + 2)):
            for near_column in range(max(0, column - 1), min(size, column + 2)):
                if cells[near_row * size + near_column] == EMPTY:
                    found.add(near_row * size + near_column)
    return sorted(found)


def taken_by_last(board: Position) -> list[int]:
    """The stones that the last move took, found by taking it back and playing it again."""
    point = board.undo()
    taken = sorted(board.captures_of(point))
    board.play(point)
    return taken


def stone_numbers(board: Position) -> dict[str, int]:
    """On which ply each stone that stands was played; stones that were set up have none."""
    numbers = {}
    for ply, point in enumerate(board.moves, 1):
        if board.cells[point] != EMPTY:
            numbers[str(point)] = ply
    return numbers
