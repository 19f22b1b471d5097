"""The five-in-a-row family as the arena asks it (`arena.game.laws`)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from arena.game.drawn_openings import draw_opening, drawn_candidate
from arena.game.line_values import LineValues
from games.five.diagram import captured_by_colour, format_diagram
from games.five.points import COLUMN_LETTERS, format_point, parse_point
from games.five.position import CAPTURES, FIVE, Position
from games.rules import Outcome
from games.five.symmetry import SYMMETRIES, canonical, mapped_point

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.five.rules import Rules


class FiveLaw:
    """The law of one game of the family: an answer is one point."""

    images = len(SYMMETRIES)

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._values: LineValues | None = None

    @property
    def terms(self) -> dict[str, Any]:
        """Nothing: a preset says all."""
        return {}

    def start(self) -> Position:
        """The empty board."""
        return Position(self.rules)

    def why_illegal(self, position: Position, moves: Sequence[int]) -> str | None:
        """Why these points are no answer, or None."""
        if len(moves) != 1:
            return f"{len(moves)} points: expected one"
        return position.why_illegal(moves[0])

    def format_answer(self, position: Position, moves: Sequence[int]) -> str:
        """`K10`; "" for a point that is not on the board."""
        size = position.rules.size
        on_board = [point for point in moves if 0 <= point < size**2]
        return " ".join(format_point(point, size) for point in on_board)

    def parse_answer(self, position: Position, text: str) -> tuple[int, ...]:
        """The point that a text means. Raises NotationError."""
        return (parse_point(text, position.rules.size),)

    def format_opening(self, moves: Sequence[int]) -> tuple[str, ...]:
        """The points by their names."""
        return tuple(format_point(point, self.rules.size) for point in moves)

    def draw_opening(self, turns: int, seed: int) -> tuple[int, ...]:
        """A quiet opening near the centre (`arena.game.drawn_openings`). Raises ValueError."""
        return tuple(draw_opening(self.rules, turns, seed, self._line_values()))

    def candidate(self, name: str) -> tuple[int, ...] | None:
        """A few random stones near the centre (`arena.game.drawn_openings`)."""
        position = drawn_candidate(self.rules, name, self._line_values())
        return None if position is None else tuple(position.moves)

    def canonical(self, opening: Sequence[int]) -> bytes:
        """The board, as that symmetry shows it which stands for all."""
        position = self.start()
        for point in opening:
            position.play(point)
        return canonical(position.cells, self.rules.size)[0]

    def _line_values(self) -> LineValues:
        """Made when they are first needed: a match from a file does not pay for them."""
        if self._values is None:
            self._values = LineValues(self.rules)
        return self._values

    def image(self, opening: Sequence[int], symmetry: int) -> tuple[int, ...]:
        """An opening as one of the eight symmetries of the square shows it."""
        return tuple(mapped_point(point, self.rules.size, symmetry) for point in opening)

    def reason(self, position: Position, outcome: Outcome) -> str:
        """How the game has ended, in words."""
        if outcome.winner is None:
            return "the board is full"
        colour = self.rules.colour_of(outcome.winner).capitalize()
        if outcome.termination == FIVE:
            row = " ".join(format_point(point, self.rules.size) for point in outcome.line)
            return f"{colour} has {len(outcome.line)} in a row, {row}"
        assert outcome.termination == CAPTURES  # the last way to win on the board
        return f"{colour} has captured {position.captured_stones[outcome.winner]} stones"

    def captured(self, position: Position, side: int) -> int:
        """How many stones a side has taken."""
        return position.captured_stones[side]

    def board_lines(self, position: Position) -> list[str]:
        """The board with its coordinates; the last stone played stands in capitals."""
        size = position.rules.size
        last = position.moves[-1] if position.moves else None
        letters = "   " + " ".join(COLUMN_LETTERS[:size])
        lines = [letters]
        for row, cells in enumerate(format_diagram(position).split()):
            shown = [
                cell.upper() if row * size + column == last else cell
                for column, cell in enumerate(cells)
            ]
            lines.append(f"{size - row:2} {' '.join(shown)} {size - row}")
        by_white, by_black = captured_by_colour(position)
        return [*lines, letters, f"captured stones: by White {by_white}, by Black {by_black}"]
