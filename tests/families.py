"""The games of each family as tests draw them; `games.registry` has their functions."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from hypothesis import strategies as st

from games.family import AnyPosition
from games.five.rules import PRESETS
from games.gipf.moves import MOVES
from games.gipf.rules import GIPF_PRESETS
from games.registry import family_of
from tests.gipf_strategies import TEMPERS as GIPF_TEMPERS
from tests.gipf_strategies import gipf_rules, random_gipf_move
from tests.strategies import TEMPERS, presets, random_move, rules_records

LONGEST_GAME = 1000  # decisions after which a random game is cut off


class Games:
    """The games of one family.

    name     for the names of tests
    presets  its named games
    rules    rules of all kinds, to be drawn
    moves    all numbers that may be moves, on the board of these rules
    choose   a lively legal move, for a temper
    tempers  the playing styles of random players
    """

    def __init__(self, name: str, **parts: Any) -> None:
        self.name = name
        self.presets: dict[str, Any] = parts["presets"]
        self.rules: st.SearchStrategy[Any] = parts["rules"]
        self.moves: Callable[[Any], range] = parts["moves"]
        self.choose: Callable[[Any, Random, tuple[int, int]], int] = parts["choose"]
        self.tempers: tuple[tuple[int, int], ...] = parts["tempers"]

    def __repr__(self) -> str:
        return self.name

    def play_randomly(self, rules: Any, seed: int, most: int = LONGEST_GAME) -> AnyPosition:
        """Return the position after a random game, played to its end or for a number of moves."""
        position: AnyPosition = family_of(rules).start()
        dice = Random(seed)
        temper = dice.choice(self.tempers)
        while position.outcome is None and len(position.moves) < most:
            position.play(self.choose(position, dice, temper))
        return position


FIVE = Games(
    "five",
    presets=PRESETS,
    rules=st.one_of(presets(), rules_records(max_size=9)),
    moves=lambda rules: range(rules.size**2),
    choose=random_move,
    tempers=TEMPERS,
)
GIPF = Games(
    "gipf",
    presets=GIPF_PRESETS,
    rules=gipf_rules(),
    moves=lambda _rules: MOVES,
    choose=random_gipf_move,
    tempers=GIPF_TEMPERS,
)
ALL_GAMES = (FIVE, GIPF)
