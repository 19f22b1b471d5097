"""Random openings of Gipf: a few pieces brought in without making a row."""

from __future__ import annotations

import random

from games.gipf.moves import brings_gipf
from games.gipf.position import GipfPosition
from games.gipf.rules import GipfRules


def draw_gipf_opening(rules: GipfRules, turns: int, seed: int) -> tuple[int, ...]:
    """Random pushes, none of which makes a row.

    Black brings in a GIPF-piece if White's previous piece was one. Raises ValueError if every push
    would make a row or end the game.
    """
    dice, position = random.Random(seed), GipfPosition(rules)
    while position.turns < turns:
        quiet = [move for move in position.legal_moves() if makes_no_row(position, move)]
        if position.side == 1:
            gipf = brings_gipf(position.moves[-1])
            quiet = [move for move in quiet if brings_gipf(move) == gipf]
        if not quiet:
            raise ValueError(f"found no quiet opening of {turns} turns for {rules.name}")
        position.play(dice.choice(quiet))
    return tuple(position.moves)


def makes_no_row(position: GipfPosition, move: int) -> bool:
    """Whether a push makes no row and the game goes on."""
    position.play(move)
    quiet = position.placing and position.outcome is None
    position.undo()
    return quiet
