"""Positions of Gipf for the tests, from their text, and helpers to play in them."""

from __future__ import annotations

from games.gipf.notation import ENTRY, format_move, parse_move
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS
from games.gipf.text import format_position, parse_position

# Given to the project, from the test suite of a programming course in Gdańsk, as two more of the
# positions in data/perft. The last one given there exposes generators that let the mover skip an
# own row.
T3 = "w 4 6 Kc3 Kc5 Kd2 Kd4 Kd6 Ke3 Ke5 Kf2 Kf4 Wb2 Wc2 Wc4 Wc6 Wd3 Wd5 We2 We4 We6 Wf3 Wf5"
T4 = "w 9 3 Kb2 Kd5 Ke2 Ke3 Ke4 Ke8 Kf4 Kg3 Kh2 Wb5 Wc5 Wh5"
# A tournament game of 42 plies in official notation, from the test data of the C# library
# vfridell/Gipf. The final reserves and losses were given to the project with it.
TOURNAMENT_GAME = """
    Ge8 Gd8-f7 Ge9-e7 Gf8-d7 Ge9-e6 Gd8-g6 g7-d6 f8-c6 f8-f6 c7-g5 g7-c5 e9-e5 b6-f5
    xe7,e8;c7-e7 g7-b4 c7-h4 h6-d5 b6-g4 h6-c4;xc6*,d6,f5,g4 b3 b5 g7-d6 xd7*,e7,f6,h4;a5-f4
    a2-f6 a5-g3;xb3*,c4*,d5,g6 e2 f2 d1-g2 h1-f3 d1-h2 f1-f5 i1-d5 g6 g1-e3;xf2,f3,f5,Gf6*,f7
    h6-f6 a3-e7 h6-c4;xGc4*,e6,f6,g6 e8 f1-d2 c6 c7-c4 g6
"""


def basic(text: str) -> GipfPosition:
    """A position of the basic game."""
    return parse_position(text, GIPF_PRESETS["gipf-basic"])


def standard(text: str) -> GipfPosition:
    """A position of the standard game."""
    return parse_position(text, GIPF_PRESETS["gipf"])


def tournament(text: str) -> GipfPosition:
    """A position of the tournament game."""
    return parse_position(text, GIPF_PRESETS["gipf-tournament"])


def play(position: GipfPosition, *words: str) -> GipfPosition:
    """The position after these moves, each a dot and first spot or a removal."""
    for word in words:
        position.play(parse_move(word, position, ENTRY))
    return position


def legal(position: GipfPosition) -> list[str]:
    """The legal moves, each as dot and first spot or as a removal."""
    return [format_move(position, move, ENTRY) for move in position.legal_moves()]


def shorthand(position: GipfPosition) -> str:
    """The position on one line."""
    return format_position(position)
