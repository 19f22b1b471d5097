"""Turns and whole games on paper.

A player writes together what he decides in one go: about the rows that the enemy made for him, then
the piece that he brings in, then his own rows, joined by `;`:

    xd7*,e7,f6,h4;a5-f4          h6-c4;xc6*,d6,f5,g4

(To the rules the first removal still belongs to the enemy's turn.) In reading, `:` does for `;`; a
decision without a choice may be missing, and so may rows that are left standing, if more is written
after them: what is missing at the end has not been played yet.
"""

from __future__ import annotations

from games.errors import GameError, NotationError
from games.gipf.notation import OFFICIAL, format_move, parse_move
from games.gipf.position import GipfPosition

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def format_turns(
    start: GipfPosition, moves: Sequence[int], notation: str = OFFICIAL
) -> list[tuple[int, str]]:
    """What the players write, (side, text) in turn, as these moves are played from a position."""
    position = start.copy()
    written: list[tuple[int, str]] = []
    for move in moves:
        side, text = position.side, format_move(position, move, notation)
        if written and written[-1][0] == side:
            text = f"{written.pop()[1]};{text}"
        written.append((side, text))
        position.play(move)
    return written


def parse_turns(start: GipfPosition, words: Sequence[str], notation: str = OFFICIAL) -> list[int]:
    """The moves that these words, one for each turn on paper, mean from a position.

    Raises NotationError or IllegalMove naming the word and its number, from 1.
    """
    position = start.copy()
    for number, word in enumerate(words, 1):
        side = position.side
        try:
            play_word(position, word, notation)
            if number < len(words):
                play_unwritten(position, side)
        except GameError as error:
            raise type(error)(f"turn {number}, {word}: {error}") from error
    return position.moves


def play_word(position: GipfPosition, word: str, notation: str) -> None:
    """Play what a player wrote in one go. Raises NotationError or IllegalMove."""
    side = position.side
    for text in word.replace(":", ";").split(";"):
        if not text.startswith("x"):
            play_unwritten(position, side)
        if position.side != side:
            raise NotationError(f"{text} is one decision too many")
        position.play(parse_move(text, position, notation))


def play_unwritten(position: GipfPosition, side: int) -> None:
    """Play the removals of this side that are missing on paper. Raises NotationError."""
    while position.outcome is None and not position.placing and position.side == side:
        moves = position.legal_moves()
        leaving = [move for move in moves if not position.spots_removed(move)]
        if not leaving and len(moves) > 1:
            colour = position.rules.colour_of(side).capitalize()
            raise NotationError(f"{colour} has a choice what to remove: write it, as ;xb2,b3,b4,b5")
        position.play((leaving or moves)[0])
