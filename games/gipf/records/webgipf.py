"""A game of Gipf as the program webgipf keeps it: actions in blanks.

    GWi3-h3 GKb6-c6 ... Wg1-f2 Ka5-b5 xf6,g6 Wa4-b5

Each push has the colour, W or K (black), the dot and the first spot; G before it brings in a
GIPF-piece. A removal lists the spots that are emptied; GIPF-pieces that stay are not listed.
`games.gipf.records.paper` reads the game; it differs from other paper by the entry notation.
(Source: webgipf's code.)
"""

from __future__ import annotations

import re

from games.gipf.notation import ENTRY
from games.gipf.records.paper import parse_paper
from games.gipf.rules import GipfRules
from games.tree import GameTree

PUSH = re.compile(r"(?i)g?[wk][a-i][1-9]-[a-i][1-9]")
FIRST_WORDS = 3  # that recognition reads


def is_webgipf(text: str) -> bool:
    """Whether a text begins with actions of webgipf."""
    words = text[:200].split()[:FIRST_WORDS]
    return bool(words) and all(map(PUSH.fullmatch, words))


def parse_webgipf(text: str, rules: GipfRules | None = None) -> GameTree:
    """The game of such a text. Raises NotationError or IllegalMove."""
    return parse_paper(text, rules, ENTRY)
