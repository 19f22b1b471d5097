"""The page's views of any game on a rectangular board, from what its family says."""

from __future__ import annotations

from typing import Any

from games.family import AnyPosition
from games.rules import EMPTY
from web.contract import positions
from web.contract.schema import Pair
from web.families.views import Views


class GridViews(Views[Any]):
    """The views of a game of which the page knows nothing but its picture."""

    def place_of(self, board: AnyPosition, move: int) -> str:
        """The name of the place where the piece will lie; "" for nowhere."""
        place = self.family.place_of(board, move)
        return "" if place is None else self.family.place_name(place)

    def view(self, board: AnyPosition) -> positions.GridPositionView:
        """The position as the page draws it."""
        family = self.family
        columns, rows = family.size, family.rows
        names = [family.place_name(place) for place in range(columns * rows)]
        stones = self._stones(board)
        clicks = {names[at]: (move, self.text_of(board, move)) for at, move in self._clicks(board)}
        lands = {text: self.place_of(board, move) for move, text in clicks.values()}
        last = board.moves[-1:]
        return positions.GridPositionView(
            **self.told(board),
            places=[names[row * columns :][:columns] for row in range(rows)],
            columns=list(family.letters[:columns]),
            rows=[str(rows - row) for row in range(rows)],
            in_squares=family.in_squares,
            stones=stones,
            clicks={place: text for place, (_, text) in clicks.items()},
            lands={text: place for text, place in lands.items() if text != place},
            captured=self._captured(board),
            reserves=self._reserves(board),
            wanted=family.wanted(board),
            last=next((self._lies(board, move) for move in last), None),
            taken=self._taken(board, stones),
            line=[names[place] for place in board.outcome.line] if board.outcome else [],
            numbers=self._numbers(board),
        )

    def _clicks(self, board: AnyPosition) -> list[tuple[int, int]]:
        """Each place and the move of a click there; none after the end."""
        return [] if board.outcome is not None else list(self.family.clicks(board).items())

    def _stones(self, board: AnyPosition) -> dict[str, str]:
        """A letter for each piece: that of its colour, a capital one for other kinds."""
        kinds = self.family.stones(board).items()
        return {place: kind[0].upper() if " " in kind else kind[0] for place, kind in kinds}

    def _captured(self, board: AnyPosition) -> Pair | None:
        if not self.family.captures:
            return None
        return self.family.captured(board, 0), self.family.captured(board, 1)

    def _reserves(self, board: AnyPosition) -> Pair | None:
        left = self.family.reserves(board)
        first, second = self.family.colours
        return (left[first], left[second]) if left else None

    def _lies(self, board: AnyPosition, move: int) -> str | None:
        place = self.family.place_of(board, move, played=True)
        return None if place is None else self.family.place_name(place)

    def _taken(self, board: AnyPosition, stones: dict[str, str]) -> list[str]:
        """The places where the last move took pieces of the other side."""
        if not board.moves:
            return []
        move = board.undo()
        other, before = self.family.colours[1 - board.side][0], self._stones(board)
        board.play(move)
        return [at for at, kind in before.items() if kind.lower() == other and at not in stones]

    def _numbers(self, board: AnyPosition) -> dict[str, int]:
        """The ply of each piece, where moves put pieces and shift none."""
        if not self.family.lays_stones:
            return {}
        plies = {
            self.family.place_of(board, move, played=True): ply
            for ply, move in enumerate(board.moves, 1)
        }
        return {
            self.family.place_name(place): ply
            for place, ply in plies.items()
            if place is not None and board.cells[place] != EMPTY
        }
