"""The rules of Gipf: a position, who decides, what a decision does, and how a game ends.

Plain and slow on purpose. A move is one decision (`games.gipf.moves`). In a turn a side brings in a
piece. Then, while rows of four stand, their owners decide what to take: first the side whose turn
it is, then the other. `docs/rules.md` lists the cases that the rule book leaves open.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.errors import IllegalMove
from games.gipf.board import ENTRIES, ENTRY_SPOTS, LINE_NAMES, LINES, SPOT_NAMED, SPOTS
from games.gipf.moves import (
    MOVES,
    brings_gipf,
    entry_of,
    is_removal,
    line_of,
    placement,
    removal,
    taken_of,
)
from games.gipf.rows import GIPF, OWNER, WORTH, gipf_bits, is_gipf, row_owner, rows_of, segment
from games.gipf.rules import BASIC, TOURNAMENT, GipfRules
from games.gipf.setup import check_cells, check_counts, check_rows
from games.rules import EMPTY, Outcome

Snapshot = tuple[
    tuple[list[int], list[int], list[int], list[bool]],
    tuple[tuple[int, ...], int, int, bool, int],
]

SIDES = (0, 1)
EMPTY_RESERVE = "empty reserve"
NO_GIPF_PIECE = "no GIPF-piece"
GAME_LENGTH = "game length"

# Where White's pieces stand at the start, and Black's (rule book; the tournament starts empty).
CORNERS = (("b5", "e2", "h5"), ("b2", "e8", "h2"))


class GipfPosition:
    """A board, the reserves, whose turn it is and who decides; changed by `play` and `undo`.

    rules     the game's rules
    cells     contents of the 37 spots (`games.gipf.rows`)
    side      who decides now, 0 White or 1 Black
    turn      whose turn it is: this side brings in a piece, and removes its rows first
    placing   True: `side` (== `turn`) must bring in a piece; False: `side` must remove a row
    reserves  [White's, Black's] pieces that are not brought in yet
    lost      [White's, Black's] pieces that the opponent has captured
    adding    [White, Black]: who may still bring in GIPF-pieces (tournament only)
    left      lines whose owner left a row of GIPF-pieces standing in this turn; the owner does not
              decide on them again
    turns     turns completed since this position was set up
    outcome   the Outcome, or None while the game goes on
    moves     decisions since this position was set up
    """

    __slots__ = (
        *("_before", "adding", "cells", "left", "lost", "moves", "outcome", "placing"),
        *("reserves", "rules", "side", "turn", "turns"),
    )

    def __init__(
        self,
        rules: GipfRules,
        cells: Sequence[int] | None = None,
        side: int = 0,
        reserves: Sequence[int] | None = None,
        *,
        adding: Sequence[bool] | None = None,
        turn: int | None = None,
        left: Sequence[int] = (),
        turns: int = 0,
    ) -> None:
        """By default the start of the game.

        reserves  by default all pieces that are not on the board: none is lost
        turn      None if `side` must bring in a piece; whose turn it is if `side` must remove a row
        adding    by default both sides on the empty board of a tournament, else neither

        Raises ValueError saying why there is no such position.
        """
        self.rules = rules
        self.cells = start_cells(rules) if cells is None else list(cells)
        check_cells(self)
        self.side = side
        self.placing = turn is None
        self.turn = side if turn is None else turn
        unplaced = [rules.pieces[owner] - self.pieces_on_board(owner) for owner in SIDES]
        self.reserves = unplaced if reserves is None else list(reserves)
        self.lost = [unplaced[owner] - self.reserves[owner] for owner in SIDES]
        opening = rules.variant == TOURNAMENT and not any(self.cells)
        self.adding = [opening, opening] if adding is None else list(adding)
        self.left = tuple(left)
        self.turns = turns
        check_counts(self)
        self.moves: list[int] = []
        self._before: list[Snapshot] = []
        self.outcome = self._outcome()
        check_rows(self)

    def copy(self) -> GipfPosition:
        """An independent position of the same state, without the moves that led to it."""
        return GipfPosition(
            self.rules,
            self.cells,
            self.side,
            self.reserves,
            adding=self.adding,
            turn=None if self.placing else self.turn,
            left=self.left,
            turns=self.turns,
        )

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for two positions from which the same games can follow; ignores a turn limit."""
        return (
            tuple(self.cells),
            (self.side, self.turn, self.placing),
            tuple(self.reserves),
            tuple(self.adding),
            self.left,
        )

    # Pieces and rows

    def pieces_on_board(self, side: int) -> int:
        """The number of this side's pieces on the board; a GIPF-piece counts as two."""
        return sum(WORTH[cell] for cell in self.cells if OWNER[cell] == side)

    def gipf_pieces(self, side: int) -> int:
        """The number of this side's GIPF-pieces on the board."""
        return self.cells.count(GIPF + side)

    def rows_to_decide(self, side: int) -> list[int]:
        """The lines on which this side's rows stand, without those it left in this turn."""
        return [line for line in rows_of(self.cells, side) if line not in self.left]

    def owner_to_remove(self) -> int | None:
        """The side that must remove a row next, `turn` first; None if no row stands."""
        for owner in (self.turn, 1 - self.turn):
            if self.rows_to_decide(owner):
                return owner
        return None

    def must_add_gipf(self, side: int) -> bool:
        """Whether this side's next piece must be a GIPF-piece: its first one in a tournament."""
        return self.adding[side] and self.gipf_pieces(side) == 0

    # Legal moves

    def legal_moves(self) -> list[int]:
        """The moves of `side`, in the order of their numbers; none after the end.

        Two entries that lead to the same spot are two moves.
        """
        if self.outcome is not None:
            return []
        moves = self._placements() if self.placing else self._removals()
        return [move for move in moves if self.why_illegal(move) is None]

    def _placements(self) -> list[int]:
        return [placement(entry, gipf=gipf) for gipf in (False, True) for entry in ENTRIES]

    def _removals(self) -> list[int]:
        """Each row of `side` with each subset of its GIPF-pieces."""
        return [
            removal(line, taken)
            for line in self.rows_to_decide(self.side)
            for taken in subsets(gipf_bits(self.cells, line))
        ]

    def why_illegal(self, move: int) -> str | None:
        """The reason in words why this move may not be played, or None if it may."""
        if self.outcome is not None:
            return f"the game is over ({self.outcome.termination})"
        if move not in MOVES:
            return f"{move} is no move: expected 0 to {MOVES[-1]}"
        if self.placing:
            return self._why_not_place(move)
        return self._why_not_remove(move)

    def _why_not_place(self, move: int) -> str | None:
        colour = self.rules.colour_of(self.side).capitalize()
        if is_removal(move):
            return f"{colour} must bring in a piece, not remove a row"
        entry, gipf = entry_of(move), brings_gipf(move)
        if gipf and not self.adding[self.side]:
            return f"{colour} may not bring in GIPF-pieces"
        if not gipf and self.must_add_gipf(self.side):
            return f"{colour} must bring in a GIPF-piece first"
        if self.reserves[self.side] < WORTH[self._piece(gipf=gipf)]:
            return f"{colour} has too few pieces in reserve: {self.reserves[self.side]}"
        if EMPTY not in [self.cells[spot] for spot in ENTRY_SPOTS[entry]]:
            return f"the line {LINE_NAMES[entry // 2]} is full, nothing can be pushed"
        return None

    def _why_not_remove(self, move: int) -> str | None:
        colour = self.rules.colour_of(self.side).capitalize()
        if not is_removal(move):
            return f"{colour} must remove a row before the next piece comes in"
        line, taken = line_of(move), taken_of(move)
        if line in self.left:
            return f"{colour} has left the row on {LINE_NAMES[line]} in this turn"
        if row_owner(self.cells, line) != self.side:
            return f"{colour} has no row on {LINE_NAMES[line]}"
        if taken & ~gipf_bits(self.cells, line):
            return f"{colour} can take only GIPF-pieces that are connected to the row"
        return None

    def _piece(self, *, gipf: bool) -> int:
        return self.side + (GIPF if gipf else 1)

    # Playing moves

    def play(self, move: int) -> None:
        """Bring in a piece or remove a row, then find who decides next or how the game ended.

        Raises IllegalMove with the reason in words.
        """
        reason = self.why_illegal(move)
        if reason is not None:
            raise IllegalMove(reason)
        self._before.append(self._snapshot())
        self.moves.append(move)
        if is_removal(move):
            self._remove(line_of(move), taken_of(move))
        else:
            self._push(entry_of(move), self._piece(gipf=brings_gipf(move)))
        self.outcome = self._outcome()
        if self.outcome is None:
            self._pass_on()

    def undo(self) -> int:
        """Take the last decision back and return it."""
        lists, rest = self._before.pop()
        self.cells, self.reserves, self.lost, self.adding = lists
        self.left, self.side, self.turn, self.placing, self.turns = rest
        self.outcome = None
        return self.moves.pop()

    def _snapshot(self) -> Snapshot:
        lists = (self.cells[:], self.reserves[:], self.lost[:], self.adding[:])
        return lists, (self.left, self.side, self.turn, self.placing, self.turns)

    def gap(self, entry: int) -> int:
        """The nearest empty spot from this entry: a push moves the pieces before it by one spot."""
        return next(spot for spot in ENTRY_SPOTS[entry] if self.cells[spot] == EMPTY)

    def _push(self, entry: int, piece: int) -> None:
        """Bring a piece in; the pieces before the nearest gap move on by one spot."""
        self.reserves[self.side] -= WORTH[piece]
        self.adding[self.side] = self.adding[self.side] and is_gipf(piece)
        self.placing = False
        gap, carried = self.gap(entry), piece
        for spot in ENTRY_SPOTS[entry]:
            carried, self.cells[spot] = self.cells[spot], carried
            if spot == gap:
                break

    def spots_removed(self, move: int) -> list[int]:
        """The spots that a removal clears, in the order of the line."""
        line, taken = line_of(move), taken_of(move)
        inside = segment(self.cells, line)
        return [
            spot
            for place, spot in enumerate(LINES[line])
            if spot in inside and (not is_gipf(self.cells[spot]) or taken >> place & 1)
        ]

    def _remove(self, line: int, taken: int) -> None:
        """Clear a row: own pieces return to the reserve, the opponent's are captured."""
        for spot in self.spots_removed(removal(line, taken)):
            cell = self.cells[spot]
            owner = (cell - 1) % 2
            pile = self.reserves if owner == self.side else self.lost
            pile[owner] += WORTH[cell]
            self.cells[spot] = EMPTY
            if is_gipf(cell) and self.gipf_pieces(owner) == 0:
                self.adding[owner] = False
        decided = sorted((*self.left, line))
        self.left = tuple(row for row in decided if row_owner(self.cells, row) is not None)

    def _pass_on(self) -> None:
        """Pass the decision to the side that must remove a row, else the turn to the other side."""
        owner = self.owner_to_remove()
        if owner is not None:
            self.side = owner
            return
        self.side = self.turn = 1 - self.turn
        self.placing, self.left = True, ()
        self.turns += 1
        self.outcome = self._outcome()

    # Outcomes

    def _outcome(self) -> Outcome | None:
        """The outcome now, or None.

        A side that removes the last GIPF-pieces of both sides wins: after a removal we test the
        opponent first. A side that must bring in a piece and has none loses: then we test it first.
        """
        first = self.side if self.placing else 1 - self.side
        for loser in (first, 1 - first):
            if self._is_out_of_gipf_pieces(loser):
                return Outcome(1 - loser, NO_GIPF_PIECE)
        if not self.placing:
            return None
        next_piece = self._piece(gipf=self.must_add_gipf(self.side))
        if self.reserves[self.side] < WORTH[next_piece]:
            return Outcome(1 - self.side, EMPTY_RESERVE)
        if 0 < self.rules.most_turns <= self.turns:
            return Outcome(None, GAME_LENGTH)
        return None

    def _is_out_of_gipf_pieces(self, side: int) -> bool:
        """Whether this game needs GIPF-pieces and the side has none and may add none."""
        needed = self.rules.has_gipf_pieces and not self.adding[side]
        return needed and self.gipf_pieces(side) == 0


def start_cells(rules: GipfRules) -> list[int]:
    """The board at the start: three pieces a side on the corners, or nothing (tournament)."""
    cells = [EMPTY] * len(SPOTS)
    if rules.variant != TOURNAMENT:
        for side, names in enumerate(CORNERS):
            for name in names:
                cells[SPOT_NAMED[name]] = side + (1 if rules.variant == BASIC else GIPF)
    return cells


def subsets(bits: int) -> list[int]:
    """All subsets of the bits, as numbers in ascending order: 0b101 gives 0, 1, 4, 5."""
    return [chosen for chosen in range(bits + 1) if chosen & ~bits == 0]
