"""The families of games as the conformance test sees them: what all of them have, by one name."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Protocol

from hypothesis import strategies as st

from games.five.diagram import format_position, parse_position
from games.five.position import Position
from games.five.rules import PRESETS
from games.gipf.moves import MOVES
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS
from games.gipf.text import format_position as format_gipf_position
from games.gipf.text import parse_position as parse_gipf_position
from games.rules import Outcome
from tests.gipf_strategies import TEMPERS as GIPF_TEMPERS
from tests.gipf_strategies import gipf_rules, random_gipf_move
from tests.strategies import TEMPERS, presets, random_move, rules_records

LONGEST_GAME = 1000  # decisions after which a random game is broken off


class Playable(Protocol):
    """A position of any game."""

    outcome: Outcome | None
    moves: list[int]

    @property
    def side(self) -> int:
        """Who decides."""

    @property
    def key(self) -> tuple[object, ...]:
        """The state, as far as it says what can follow."""

    def legal_moves(self) -> list[int]:
        """What he may play."""

    def why_illegal(self, move: int, /) -> str | None:
        """Why he may not."""

    def play(self, move: int, /) -> None:
        """Do it."""

    def undo(self) -> int:
        """Take it back."""


class Family:
    """Games that one law governs.

    name     for the names of tests
    presets  its named games
    rules    rules of all kinds, to be drawn
    start    the first position of a game
    copy     an independent position
    moves    all numbers that may be moves, on the board of these rules
    choose   a lively legal move, for a temper
    tempers  of which a player has one
    write    a position as text
    read     the position that a text gives
    """

    def __init__(self, name: str, **parts: Any) -> None:
        self.name = name
        self.presets: dict[str, Any] = parts["presets"]
        self.rules: st.SearchStrategy[Any] = parts["rules"]
        self.start: Callable[[Any], Playable] = parts["start"]
        self.copy: Callable[[Any], Playable] = parts["copy"]
        self.moves: Callable[[Any], range] = parts["moves"]
        self.choose: Callable[[Any, Random, tuple[int, int]], int] = parts["choose"]
        self.tempers: tuple[tuple[int, int], ...] = parts["tempers"]
        self.write: Callable[[Any], str] = parts["write"]
        self.read: Callable[[str, Any], Playable] = parts["read"]

    def __repr__(self) -> str:
        return self.name

    def play_randomly(self, rules: object, seed: int, most: int = LONGEST_GAME) -> Playable:
        """The position after a random game, to its end unless so many moves come first."""
        position = self.start(rules)
        dice = Random(seed)
        temper = dice.choice(self.tempers)
        while position.outcome is None and len(position.moves) < most:
            position.play(self.choose(position, dice, temper))
        return position


FIVE = Family(
    "five",
    presets=PRESETS,
    rules=st.one_of(presets(), rules_records(max_size=9)),
    start=Position,
    copy=Position.copy,
    moves=lambda rules: range(rules.size**2),
    choose=random_move,
    tempers=TEMPERS,
    write=format_position,
    read=parse_position,
)
GIPF = Family(
    "gipf",
    presets=GIPF_PRESETS,
    rules=gipf_rules(),
    start=GipfPosition,
    copy=GipfPosition.copy,
    moves=lambda _rules: MOVES,
    choose=random_gipf_move,
    tempers=GIPF_TEMPERS,
    write=format_gipf_position,
    read=parse_gipf_position,
)
FAMILIES = (FIVE, GIPF)
