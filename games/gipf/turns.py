"""Turns and whole games on paper.

A player writes consecutive decisions as one word, joined by `;`. First come removals of rows that
the opponent made, then the piece brought in, then removals of rows that the player made:

    xd7*,e7,f6,h4;a5-f4          h6-c4;xc6*,d6,f5,g4

(By the rules the first removal still belongs to the opponent's turn.) The reader accepts `:` for
`;`. If more text follows, it fills in missing decisions: those without a choice, and rows left
standing. Decisions missing at the end have not been played yet.
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
    """What the players write for these moves from a position: (side, text) in turn."""
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
    """The moves that these words mean from a position, one word for each turn on paper.

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
    """Play the decisions of one word. Raises NotationError or IllegalMove."""
    side = position.side
    for text in word.replace(":", ";").split(";"):
        if not text.startswith("x"):
            play_unwritten(position, side)
        if position.side != side:
            raise NotationError(f"{text} is one decision too many")
        position.play(parse_move(text, position, notation))


def play_unwritten(position: GipfPosition, side: int) -> None:
    """Play this side's removals that are missing on paper. Raises NotationError."""
    while position.outcome is None and not position.placing and position.side == side:
        moves = position.legal_moves()
        leaving = [move for move in moves if not position.spots_removed(move)]
        if not leaving and len(moves) > 1:
            colour = position.rules.colour_of(side).capitalize()
            raise NotationError(
                f"{colour} has several removals to choose from: write one, as ;xb2,b3,b4,b5"
            )
        position.play((leaving or moves)[0])
