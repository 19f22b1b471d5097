"""The textbook searchers on small games and by any rules, compared with the kernel."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.five.position import FivePosition
from games.five.rules import rules_named
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS, GipfRules
from games.gipf.text import parse_position
from search.comparison import (
    ALPHA_BETA,
    MATERIAL,
    MINIMAX,
    REFERENCE,
    game_of,
    kernel_column,
    plain_cell,
)
from search.score import lost_in, win_in
from search.textbook.minimax import alpha_beta, minimax
from search.textbook.rules_game import RulesGame, material
from search.weights import Weights
from tests.conditions import met, often


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


BASIC = GIPF_PRESETS["gipf-basic"]
# White's a5-b5 makes two rows of Black's that cross at e5: Black chooses (games/gipf, T4).


def test_rules_game_scores_the_end_exactly() -> None:
    """A finished game scores as a win or loss with its number of turns; a limit is a draw."""
    position = parse_position("w 1 0 Wb2 Kb3", BASIC)
    game = RulesGame(position, material)
    found = alpha_beta(game, 1)
    assert found.value == win_in(1)
    game.play(found.move)
    assert game.is_over()
    assert (game.side, game.score()) == (1, lost_in(1))
    limited = GipfRules("gipf-basic", "basic", most_turns=1)
    game = RulesGame(GipfPosition(limited), material)
    game.play(0)
    assert (game.is_over(), game.score()) == (True, 0)


BASIC = GIPF_PRESETS["gipf-basic"]
LONG_S = 600.0


def test_comparison_kernel_is_deepened_from_an_empty_table() -> None:
    """The engine's cells equal those of separate searches, one for each depth."""
    position = FivePosition(rules_named("pente"))
    both = list(kernel_column(position, Weights(), range(1, 5), LONG_S))
    alone = list(kernel_column(position, Weights(), range(4, 5), LONG_S))
    assert [cell.depth for cell in both] == [1, 2, 3, 4]
    assert both[-1].nodes == alone[0].nodes


def test_comparison_evaluations_know_their_games() -> None:
    """Only Gipf has material, only the other family the reference, which alpha-beta prunes."""
    pente, gipf = FivePosition(rules_named("pente")), GipfPosition(BASIC)
    for position, evaluation in ((pente, MATERIAL), (gipf, REFERENCE)):
        with pytest.raises(ValueError, match="does not know"):
            game_of(position, evaluation, Weights())
    full, pruned = (
        plain_cell(each, game_of(pente, REFERENCE, Weights()), 2, LONG_S).nodes
        for each in (MINIMAX, ALPHA_BETA)
    )
    assert pruned <= full
