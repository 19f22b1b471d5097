"""Rules records of Gipf."""

from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest
from hypothesis import given

from games.errors import UnknownRules
from games.gipf.position import GipfPosition
from games.gipf.rules import BASIC, STANDARD, GipfRules, gipf_rules_named
from tests.games.gipf.boards import shorthand
from tests.gipf_strategies import gipf_rules


@pytest.mark.parametrize(
    ("name", "pieces", "start"),
    [
        ("gipf-basic", 15, "w 12 12 Kb2 Ke8 Kh2 Wb5 We2 Wh5"),
        ("gipf", 18, "w 12 12 GKb2 GKe8 GKh2 GWb5 GWe2 GWh5"),
        ("gipf-tournament", 18, "w 18 18"),
    ],
)
def test_rules_presets_begin_as_the_rule_book_says(name: str, pieces: int, start: str) -> None:
    """15 pieces, three on the corners; 18, three GIPF-pieces there; 18 and an empty board."""
    assert gipf_rules_named(name).pieces == (pieces, pieces)
    assert shorthand(GipfPosition(gipf_rules_named(name))) == start


def test_rules_names_of_others_are_refused() -> None:
    """The message lists the existing games."""
    with pytest.raises(UnknownRules, match="'gipf-matrx'; there are gipf-basic, gipf, gipf-tour"):
        gipf_rules_named("gipf-matrx")


@given(gipf_rules())
def test_rules_of_gipf_are_values(rules: GipfRules) -> None:
    """A record equals its copies, pickled ones included, and its fields cannot be set."""
    for same in (copy.copy(rules), copy.deepcopy(rules), pickle.loads(pickle.dumps(rules))):  # noqa: S301 - our own bytes
        assert same == rules
        assert hash(same) == hash(rules)
    for slot in GipfRules.__slots__:
        with pytest.raises(AttributeError, match=f"cannot set {slot}"):
            setattr(rules, slot, getattr(rules, slot))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"variant": "matrx"}, "'matrx' is no variant"),
        ({"variant": BASIC, "pieces": (14, 15)}, r"15 to 18 pieces, not \(14, 15\)"),
        ({"variant": BASIC, "pieces": (15, 19)}, r"15 to 18 pieces, not \(15, 19\)"),
        ({"variant": STANDARD, "pieces": (18, 17)}, r"has 18 pieces, not \(18, 17\)"),
        ({"variant": BASIC, "pieces": (15,)}, "15 to 18 pieces"),
        ({"variant": BASIC, "most_turns": -1}, "-1 turns"),
        ({"variant": BASIC, "most_turns": 100_000}, "100000 turns are no limit: expected 0 to"),
    ],
)
def test_rules_of_gipf_refuse_what_is_no_game(fields: dict[str, Any], message: str) -> None:
    """A field out of its range is refused with a message."""
    with pytest.raises(ValueError, match=message):
        GipfRules("odd", **fields)
