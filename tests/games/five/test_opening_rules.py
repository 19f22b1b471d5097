"""Openings in which a player chooses a side: phases, stones by the rules, who moves next."""

from __future__ import annotations

import pytest

from games.errors import IllegalMove, NotationError
from games.five.opening_rules import (
    ADD,
    CHOOSE,
    CHOOSE_BACK,
    D_PENTE,
    PLACE,
    SWAP,
    SWAP2,
    OpeningRule,
    opening_rule_named,
    opening_rules,
    placed,
)
from games.five.rules import PRESETS


@pytest.mark.parametrize(
    ("rule", "phases"),
    [
        (SWAP, [PLACE, PLACE, PLACE, CHOOSE]),
        (D_PENTE, [PLACE, PLACE, PLACE, PLACE, CHOOSE]),
        (SWAP2, [PLACE, PLACE, PLACE, CHOOSE, ADD, CHOOSE_BACK]),
    ],
)
def test_phases_follow_the_number_of_stones(rule: OpeningRule, phases: list[str]) -> None:
    """The first stones are placed, a side is chosen; in Swap2 two more lead to a choice back."""
    assert [rule.phase(stones) for stones in range(rule.most + 1)] == phases


@pytest.mark.parametrize("preset", PRESETS)
def test_the_game_s_own_opening_rule_does_not_bind(preset: str) -> None:
    """Stones of both sides lie anywhere, and afterwards the position is one of the game itself."""
    rules = PRESETS[preset]
    for rule in opening_rules(rules):
        stones = ["A1", "B2", "C3", "D4", "E6"][: rule.most]
        position = placed(rule, rules, stones)
        assert position.side == rule.most % 2
        assert sum(map(bool, position.cells)) == rule.most
        assert position.rules.name == preset
        for count in (rule.stones, rule.most):  # its second stone lies already
            begun = placed(rule, rules, stones[:count])
            begun.rules = rules
            if begun.side == 0:
                assert len(begun.legal_moves()) == rules.size**2 - count


def test_which_rules_a_game_has() -> None:
    """All games have swap and Swap2, games with captures D-Pente as well."""
    assert opening_rules(PRESETS["pente"]) == (SWAP, SWAP2, D_PENTE)
    assert opening_rules(PRESETS["gomoku-15"]) == (SWAP, SWAP2)
    with pytest.raises(NotationError, match="no opening rule 'd-pente'; it has swap, swap2"):
        opening_rule_named("d-pente", PRESETS["gomoku-15"])


def test_bad_stones_are_refused_in_words() -> None:
    """A stone on another, one off the board, and one too many name what is wrong."""
    rules = PRESETS["gomoku-15"]
    with pytest.raises(IllegalMove, match="stone 2, A1: A1 is occupied"):
        placed(SWAP, rules, ["A1", "A1"])
    with pytest.raises(NotationError, match="stone 1, Z9"):
        placed(SWAP, rules, ["Z9"])
    with pytest.raises(NotationError, match="4 stones: Swap has at most 3"):
        placed(SWAP, rules, ["A1", "A2", "A3", "A4"])
