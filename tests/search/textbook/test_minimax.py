"""The textbook searchers on two small games: noughts and crosses, and coins in double turns."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from search.score import INFINITY
from search.textbook.minimax import alpha_beta, minimax
from tests.conditions import met, often

ROWS = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class NoughtsAndCrosses:
    """Three in a row win: a full game of 9 moves, score 1, 0 or -1 at its end."""

    def __init__(self) -> None:
        self.cells = [""] * 9
        self.side = "x"
        self.past: list[int] = []

    def moves(self) -> list[int]:
        """The empty cells."""
        return [cell for cell, mark in enumerate(self.cells) if not mark]

    def play(self, cell: int) -> None:
        """Mark a cell."""
        self.cells[cell] = self.side
        self.past.append(cell)
        self.side = "o" if self.side == "x" else "x"

    def undo(self) -> None:
        """Remove the last mark."""
        self.cells[self.past.pop()] = ""
        self.side = "o" if self.side == "x" else "x"

    def winner(self) -> str:
        """The mark that has a row, or nothing."""
        lines = ({self.cells[cell] for cell in row} for row in ROWS)
        return next((mark for line in lines if len(line) == 1 for mark in line if mark), "")

    def is_over(self) -> bool:
        """Whether there is a row or no empty cell."""
        return bool(self.winner()) or all(self.cells)

    def score(self) -> int:
        """-1 if the side to move has lost, else 0: only the side that just moved can have won."""
        return -1 if self.winner() else 0


class Coins:
    """Coins in a row, taken from either end: the sides take one, then two each, in turn.

    A side's score is its coins less the other's. The values differ, so a sign changed at the wrong
    moment shows.
    """

    def __init__(self, coins: list[int]) -> None:
        self.coins = coins
        self.taken: list[int] = []  # 0 for the left end, 1 for the right
        self.held = [0, 0]

    @property
    def side(self) -> int:
        """Side 0 takes the 1st coin, side 1 the 2nd and 3rd, side 0 the 4th and 5th, and so on."""
        return (len(self.taken) + 1) // 2 % 2

    def ends(self) -> tuple[int, int]:
        """The indexes of the coins at the ends."""
        from_left = self.taken.count(0)
        return from_left, len(self.coins) - 1 - self.taken.count(1)

    def moves(self) -> list[int]:
        """Both ends."""
        return [0, 1]

    def play(self, end: int) -> None:
        """Take the coin at an end."""
        self.held[self.side] += self.coins[self.ends()[end]]
        self.taken.append(end)

    def undo(self) -> None:
        """Put the last coin back."""
        end = self.taken.pop()
        self.held[self.side] -= self.coins[self.ends()[end]]

    def is_over(self) -> bool:
        """Whether all coins are taken."""
        return len(self.taken) == len(self.coins)

    def score(self) -> int:
        """The coins of the side to move less the other's."""
        return self.held[self.side] - self.held[1 - self.side]


def best_lead_of_side_0(coins: list[int], number: int = 0) -> int:
    """Side 0's lead in coins by best play of both, computed without changes of sign."""
    if not coins:
        return 0
    leads = []
    for coin, rest in ((coins[0], coins[1:]), (coins[-1], coins[:-1])):
        mine = (number + 1) // 2 % 2 == 0
        leads.append((coin if mine else -coin) + best_lead_of_side_0(rest, number + 1))
    return max(leads) if (number + 1) // 2 % 2 == 0 else min(leads)


def reachable_positions() -> list[tuple[int, ...]]:
    """The moves to all positions of noughts and crosses up to three marks, and some deeper ones."""
    short: list[tuple[int, ...]] = [(), *((a,) for a in range(9))]
    short += [(a, b) for a in range(9) for b in range(9) if a != b]
    return short + [(a, (a + 2) % 9, (a + 3) % 9, (a + 7) % 9) for a in range(9)]


def position_after(moves: tuple[int, ...]) -> NoughtsAndCrosses:
    """The game after these moves."""
    game = NoughtsAndCrosses()
    for move in moves:
        game.play(move)
    return game


@pytest.mark.parametrize("depth", [1, 3, 5])
def test_minimax_alpha_beta_agrees_at_every_depth(depth: int) -> None:
    """From any position alpha-beta finds minimax's value and move, in no more nodes."""
    for moves in reachable_positions():
        full = minimax(position_after(moves), min(depth, 9 - len(moves)))
        pruned = alpha_beta(position_after(moves), min(depth, 9 - len(moves)))
        assert (pruned.value, pruned.move) == (full.value, full.move)
        assert pruned.nodes <= full.nodes


def test_minimax_counts_every_node() -> None:
    """Minimax enters each sequence of two marks once: 1 + 9 + 72 nodes."""
    assert minimax(NoughtsAndCrosses(), 2).nodes == 1 + 9 + 72


@given(st.lists(st.integers(0, 50), min_size=1, max_size=9))
def test_minimax_turns_values_round_only_with_the_side(coins: list[int]) -> None:
    """If a side moves twice in a row, the value equals that of counting for one side throughout."""
    expected = best_lead_of_side_0(coins)
    assert minimax(Coins(coins), len(coins)).value == expected
    assert alpha_beta(Coins(coins), len(coins)).value == expected


@often(low=4, high=8, inside=4)
@settings(max_examples=100)
@given(
    st.lists(st.integers(0, 50), min_size=2, max_size=8),
    st.integers(1, 6),
    st.integers(-40, 15),
    st.integers(1, 30),
)
def test_minimax_alpha_beta_is_fail_soft(
    coins: list[int], depth: int, below: int, width: int
) -> None:
    """Inside the window a value is exact; below alpha it is an upper bound, above beta a lower."""
    true = minimax(Coins(coins), depth).value
    alpha = true + below
    found = alpha_beta(Coins(coins), depth, alpha, alpha + width).value
    if found <= alpha:
        met("low")
        assert true <= found
    elif found >= alpha + width:
        met("high")
        assert true >= found
    else:
        met("inside")
        assert true == found


@given(st.lists(st.integers(0, 50), min_size=1, max_size=8), st.integers(0, 8))
def test_minimax_leaves_the_game_as_it_was(coins: list[int], depth: int) -> None:
    """After a search every move has been undone."""
    game = Coins(coins)
    minimax(game, depth)
    alpha_beta(game, depth, -INFINITY, INFINITY)
    assert (game.taken, game.held) == ([], [0, 0])


def test_minimax_at_depth_0_and_after_the_end_scores() -> None:
    """At depth 0 or after the end, the value is the score and there is no best move."""
    over = position_after((0, 3, 1, 4, 2))
    for found in (minimax(over, 5), alpha_beta(over, 5)):
        assert (found.value, found.move, found.nodes) == (-1, None, 1)
    for found in (minimax(Coins([3]), 0), alpha_beta(Coins([3]), 0)):
        assert (found.value, found.move, found.nodes) == (0, None, 1)


class Stuck(Coins):
    """A game that is not over and offers no move."""

    def moves(self) -> list[int]:
        """No moves."""
        return []


def test_minimax_refuses_a_game_without_moves() -> None:
    """A game that neither ends nor offers a move is refused with a message."""
    for search in (minimax, alpha_beta):
        with pytest.raises(ValueError, match="at least one move"):
            search(Stuck([1]), 1)
