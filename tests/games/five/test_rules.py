"""Rules records."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given

from games.errors import UnknownRules
from games.five.rules import PRESETS, Rules, rules_named
from games.rules import BLACK, WHITE
from tests.strategies import rules_records


@given(rules_records())
def test_rules_are_values(rules: Rules) -> None:
    """A record equals its copies, pickled ones included, and hashes like them."""
    for same in (copy.copy(rules), copy.deepcopy(rules), pickle.loads(pickle.dumps(rules))):  # noqa: S301 - our own bytes
        assert same == rules
        assert hash(same) == hash(rules)


@given(rules_records())
def test_rules_are_immutable(rules: Rules) -> None:
    """No field of a record can be set."""
    for slot in Rules.__slots__:
        with pytest.raises(AttributeError, match=f"cannot set {slot}"):
            setattr(rules, slot, getattr(rules, slot))


def test_rules_that_differ_in_a_field_are_different() -> None:
    """Two games of one name but of different size, captures, opening or colours are not equal."""
    pente = PRESETS["pente"]
    others: list[dict[str, Any]] = [
        {"exactly_five": True},
        {"capture_lengths": (2, 3)},
        {"captured_stones_to_win": 15},
        {"opening_distance": 0},
        {"first_colour": BLACK},
    ]
    fields: dict[str, Any] = {slot: getattr(pente, slot) for slot in Rules.__slots__}
    assert Rules(**fields) == pente
    for other in others:
        assert Rules(**{**fields, **other}) != pente


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"size": 4}, "size 4"),
        ({"size": 21}, "size 21"),
        ({"size": 9, "capture_lengths": (1,), "captured_stones_to_win": 5}, "2 or 3 stones"),
        ({"size": 9, "capture_lengths": (2,)}, "go together"),
        ({"size": 9, "captured_stones_to_win": 10}, "go together"),
        ({"size": 8, "opening_distance": 2}, "no centre"),
        ({"size": 9, "opening_distance": 5}, "no point 5 from it"),
        ({"size": 9, "first_colour": "red"}, "'red' is no colour"),
    ],
)
def test_rules_refuse_what_is_no_game(fields: dict[str, Any], message: str) -> None:
    """A field out of its range, or two contradictory fields, are refused with a message."""
    with pytest.raises(ValueError, match=message):
        Rules("odd", **fields)


def test_rules_names_find_the_presets() -> None:
    """Each preset is found by its name; another name is refused with a list of the presets."""
    for name, rules in PRESETS.items():
        assert rules_named(name) is rules
        assert rules.name == name
    with pytest.raises(UnknownRules, match="'chess'; there are pente, keryo"):
        rules_named("chess")


def test_rules_colours_and_sides_turn_round() -> None:
    """Side 0 has the first colour and side 1 the other, in every preset."""
    for rules in PRESETS.values():
        assert rules.colour_of(0) == rules.first_colour
        assert {rules.colour_of(0), rules.colour_of(1)} == {BLACK, WHITE}
        assert [rules.side_of(rules.colour_of(side)) for side in (0, 1)] == [0, 1]
