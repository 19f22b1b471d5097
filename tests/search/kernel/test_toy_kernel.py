"""A side that moves twice in a row: the compiled search against the textbook one, on Doubles."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from search.score import WIN, is_win
from search.textbook.minimax import alpha_beta, minimax
from tests.conditions import met, often
from tools.laboratory import load_extension

if TYPE_CHECKING:
    from tests.search.kernel.toy.toy import ToySearch

CELLS = 12
FULL = (1 << CELLS) - 1


class Doubles:
    """The game of `toy/toy.pyx` in plain Python, for `search.textbook.minimax`.

    Scores are exact at the end: a win counts the turns to it.
    """

    def __init__(self, stones: tuple[int, int] = (0, 0), side: int = 0, left: int = 1) -> None:
        self.stones = list(stones)
        self.side = side
        self.left = left
        self.turns = 0
        self.past: list[tuple[int, int, int, int]] = []

    def moves(self) -> list[int]:
        """The empty cells."""
        occupied = self.stones[0] | self.stones[1]
        return [cell for cell in range(CELLS) if not occupied >> cell & 1]

    def play(self, cell: int) -> None:
        """Place a stone; the turn passes with its last one."""
        self.past.append((cell, self.side, self.left, self.turns))
        self.stones[self.side] |= 1 << cell
        self.left -= 1
        if self.left == 0:
            self.side, self.left, self.turns = 1 - self.side, 2, self.turns + 1

    def undo(self) -> None:
        """Take the last stone back."""
        cell, self.side, self.left, self.turns = self.past.pop()
        self.stones[self.side] ^= 1 << cell

    def winner(self) -> int | None:
        """The side that has four adjacent stones."""
        for side in (0, 1):
            if any(self.stones[side] >> cell & 15 == 15 for cell in range(CELLS)):
                return side
        return None

    def is_over(self) -> bool:
        """Whether somebody has four or the row is full."""
        return self.winner() is not None or self.stones[0] | self.stones[1] == FULL

    def score(self) -> int:
        """Pairs of the side to move less the other's; at the end the score of `search.score`."""
        winner = self.winner()
        if winner is None:
            if self.stones[0] | self.stones[1] == FULL:
                return 0
            own, other = self.stones[self.side], self.stones[1 - self.side]
            return (own & own >> 1).bit_count() - (other & other >> 1).bit_count()
        return WIN - self.turns - 1 if winner == self.side else self.turns - WIN


def random_doubles(seed: int, stones: int) -> Doubles:
    """A position after at most so many random stones, the last in which nobody has won."""
    dice, game = Random(seed), Doubles()
    for _ in range(stones):
        game.play(dice.choice(game.moves()))
        if game.is_over():
            game.undo()
            break
    return Doubles((game.stones[0], game.stones[1]), game.side, game.left)


def kernel_at(game: Doubles) -> ToySearch:
    """The compiled search on the same position, with no table and no memory of order."""
    search: ToySearch = load_extension("tests.search.kernel.toy.toy").ToySearch()
    search.set_position(game.stones[0], game.stones[1], game.side, game.left)
    search.begin()
    return search


@often(won=2, undecided=10)
@given(seed=st.integers(0, 10_000), stones=st.integers(0, 9), depth=st.integers(0, 5))
def test_value_equals_minimax_where_sides_move_twice(seed: int, stones: int, depth: int) -> None:
    """Values change sign only where the side changes, and wins count turns, not stones."""
    game = random_doubles(seed, stones)
    depth = min(depth, 3 if stones < 5 else 5)
    expected = minimax(game, depth)
    search = kernel_at(game)
    assert search.iterate(depth) == expected.value
    assert alpha_beta(game, depth).value == expected.value
    met("won" if is_win(abs(expected.value)) else "undecided")


@given(seed=st.integers(0, 10_000), stones=st.integers(3, 9))
def test_table_does_not_change_the_value_of_a_whole_game(seed: int, stones: int) -> None:
    """Played out to the end, deepening with a table finds the value found without one."""
    game = random_doubles(seed, stones)
    left = len(game.moves())
    plain = kernel_at(game)
    value = plain.iterate(left)
    deepening = kernel_at(game)
    deepening.use_table(bytearray(1 << 16))
    deepening.begin(killer_bonus=50, history_limit=50)
    for depth in range(1, left + 1):
        found = deepening.iterate(depth)
    assert found == value
    assert deepening.pv(), "a game that is not over has a principal variation"
