"""Turns and whole games on paper.

A player writes consecutive decisions as one word, joined by `;`. First come removals of rows that
the opponent made, then the piece brought in, then removals of rows that the player made:

    xd7*,e7,f6,h4;a5-f4          h6-c4;xc6*,d6,f5,g4

(By the rules the first removal still belongs to the opponent's turn.) The reader accepts `:` for
`;`, and a removal as a word of its own. If more text follows, it fills in missing decisions: those
without a choice, and rows left standing. Decisions missing at the end have not been played yet.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.errors import GameError, NotationError
from games.gipf.notation import OFFICIAL, format_move, parse_move, plain_decision
from games.gipf.position import GipfPosition


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


def play_missing(position: GipfPosition, side: int, following: str, notation: str) -> None:
    """Play this side's removals that are missing before the following word.

    A word that only removes may still be this side's. Raises NotationError.
    """
    parts = _parts(following)
    if not (all(map(_is_removal, parts)) and _can_play(position, parts[0], notation)):
        play_unwritten(position, side)


def _can_play(position: GipfPosition, text: str, notation: str) -> bool:
    try:
        parse_move(text, position, notation)
    except GameError:
        return False
    return True


def _parts(word: str) -> list[str]:
    parts = ("".join(part.split()) for part in word.replace(":", ";").split(";"))
    return [part for part in parts if part] or [""]


def _is_removal(text: str) -> bool:
    return plain_decision(text)[1].startswith("x")


def play_word(position: GipfPosition, word: str, notation: str) -> None:
    """Play the decisions of one word of the side that decides now.

    Raises NotationError or IllegalMove.
    """
    side = position.side
    for text in _parts(word):
        if not _is_removal(text):
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
