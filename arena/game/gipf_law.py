"""Gipf as the arena asks it (`arena.game.laws`)."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from games.gipf.diagram import format_diagram
from games.gipf.moves import brings_gipf
from games.gipf.notation import OFFICIAL, format_move
from games.gipf.position import EMPTY_RESERVE, NO_GIPF_PIECE, GipfPosition
from games.gipf.symmetry import canonical, mapped_move
from games.gipf.turns import format_turns, parse_turns

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.rules import Outcome
    from games.gipf.rules import GipfRules

CANDIDATE_TURNS = (4, 5, 6, 7, 8)  # of candidates for balanced openings
MOST_TURNS = 400  # of both sides: then a game of a match is a draw; long ones have 150
COLOURS_STAY = (0, 1, 4, 5, 8, 9)  # the symmetries that leave the colours of the start in place


class GipfLaw:
    """The law of one game of Gipf: an answer is a turn as it is written on paper.

    That is every decision of a side up to the first of the other's: removals of the rows that the
    enemy has made him, the piece brought in, removals of his own rows.
    """

    images = len(COLOURS_STAY)

    def __init__(self, rules: GipfRules) -> None:
        self.rules = rules

    @property
    def terms(self) -> dict[str, Any]:
        """The limit of turns, and each side's pieces."""
        return {"most_turns": self.rules.most_turns, "pieces": self.rules.pieces}

    def start(self) -> GipfPosition:
        """The start of the game."""
        return GipfPosition(self.rules)

    def why_illegal(self, position: GipfPosition, moves: Sequence[int]) -> str | None:
        """Why these decisions are no answer: one is illegal, or they are too many or too few."""
        ahead, side = position.copy(), position.side
        for number, move in enumerate(moves, 1):
            if ahead.side != side or ahead.outcome is not None:
                return f"decision {number} of {len(moves)} is one too many"
            reason = ahead.why_illegal(move)
            if reason is not None:
                return reason
            ahead.play(move)
        if ahead.side == side and ahead.outcome is None:
            return "there is more to decide in this turn"
        return None

    def format_answer(self, position: GipfPosition, moves: Sequence[int]) -> str:
        """`xd7*,e7,f6,h4;a5-f4`; a decision that is illegal stands last, by its number: `#83`."""
        ahead, words = position.copy(), []
        for move in moves:
            if ahead.why_illegal(move) is not None:
                words.append(f"#{move}")
                break
            words.append(format_move(ahead, move, OFFICIAL))
            ahead.play(move)
        return ";".join(words)

    def parse_answer(self, position: GipfPosition, text: str) -> tuple[int, ...]:
        """The decisions that a turn on paper means. Raises NotationError or IllegalMove."""
        return tuple(parse_turns(position, [text]))

    def format_opening(self, moves: Sequence[int]) -> tuple[str, ...]:
        """The turns on paper."""
        return tuple(text for _, text in format_turns(self.start(), moves, OFFICIAL))

    def draw_opening(self, turns: int, seed: int) -> tuple[int, ...]:
        """Random pieces brought in, none of which makes a row: nothing is taken, all is open.

        Black's piece is a GIPF-piece where White's before it was one. Raises ValueError where every
        piece would make a row or end the game.
        """
        dice, position = random.Random(seed), self.start()
        while position.turns < turns:
            quiet = [move for move in position.legal_moves() if _is_quiet(position, move)]
            if position.side == 1:
                gipf = brings_gipf(position.moves[-1])
                quiet = [move for move in quiet if brings_gipf(move) == gipf]
            if not quiet:
                raise ValueError(f"no quiet opening of {turns} turns was drawn: {self.rules.name}")
            position.play(dice.choice(quiet))
        return tuple(position.moves)

    def candidate(self, name: str) -> tuple[int, ...] | None:
        """A few random pieces brought in, drawn as `draw_opening` does."""
        dice = random.Random(f"{self.rules.name} {name}")
        try:
            return self.draw_opening(dice.choice(CANDIDATE_TURNS), dice.getrandbits(32))
        except ValueError:
            return None

    def canonical(self, opening: Sequence[int]) -> bytes:
        """The board, as that symmetry shows it which stands for all."""
        position = self.start()
        for move in opening:
            position.play(move)
        return bytes(canonical(position.cells))

    def image(self, opening: Sequence[int], symmetry: int) -> tuple[int, ...]:
        """An opening as one of the symmetries that leave the colours in place shows it."""
        return tuple(mapped_move(move, COLOURS_STAY[symmetry]) for move in opening)

    def reason(self, position: GipfPosition, outcome: Outcome) -> str:
        """How the game has ended, in words."""
        if outcome.winner is None:
            return f"{position.turns} turns have been played"
        loser = self.rules.colour_of(1 - outcome.winner).capitalize()
        if outcome.termination == NO_GIPF_PIECE:
            return f"{loser} has no GIPF-piece left on the board"
        assert outcome.termination == EMPTY_RESERVE  # the last way to win
        return f"{loser} has no piece left to bring in"

    def captured(self, position: GipfPosition, side: int) -> int:
        """How many pieces a side has captured, a GIPF-piece being two."""
        return position.lost[1 - side]

    def board_lines(self, position: GipfPosition) -> list[str]:
        """The drawing of the board, and the pieces beside it."""
        white, black = position.reserves
        by_white, by_black = (self.captured(position, side) for side in (0, 1))
        reserves = f"in reserve: White {white}, Black {black}"
        captured = f"captured pieces: by White {by_white}, by Black {by_black}"
        return [*format_diagram(position.cells).splitlines(), f"{reserves}; {captured}"]


def _is_quiet(position: GipfPosition, move: int) -> bool:
    """Whether a piece comes in without making a row, and the game goes on."""
    position.play(move)
    quiet = position.placing and position.outcome is None
    position.undo()
    return quiet
