"""What can be seen of a game: the board, the moves, whose turn it is, how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pente.errors import public_errors
from pente.turns import Decisions, legal_moves, read_moves, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from games.family import AnyFamily, AnyPosition
    from games.tree import GameTree


@dataclass(frozen=True)
class Outcome:
    """How a game ended on the board.

    winner  "white" or "black"; None for a draw
    by      "five", "captures", "board full"; in Gipf "empty reserve", "no GIPF-piece" or
            "game length"
    reason  the same in a sentence, as "White has captured 10 stones"
    line    the points of the winning row; () if no row won
    """

    winner: str | None
    by: str
    reason: str
    line: tuple[str, ...] = ()

    def __str__(self) -> str:
        """The result and its reason: `White wins: White has captured 10 stones`."""
        who = "Draw" if self.winner is None else f"{self.winner.capitalize()} wins"
        return f"{who}: {self.reason}"


class View:
    """The part of a game that only shows it; `pente.Game` adds what changes it."""

    _family: AnyFamily
    _tree: GameTree
    _now: AnyPosition
    _moves: list[Decisions]
    _words: list[str]

    # The rules and the board

    @property
    def name(self) -> str:
        """The name of the game's rules, as "pente"."""
        return self._now.rules.name

    @property
    def title(self) -> str:
        """The name for people, as "Keryo-Pente"."""
        return self._family.title

    @property
    def size(self) -> int:
        """Lines a side; 9 in Gipf, dots included."""
        return self._family.size

    @property
    def position(self) -> str:
        """The position on one line, which `Game(position=...)` reads."""
        return self._family.format_position(self._now)

    @property
    def start(self) -> str:
        """The position before the first move, on one line."""
        return self._family.format_position(self._tree.start)

    @property
    def stones(self) -> dict[str, str]:
        """The colour on each occupied point: {"K10": "white"}.

        A GIPF-piece is "white gipf" or "black gipf".
        """
        return self._family.stones(self._now)

    @property
    def captured(self) -> dict[str, int]:
        """The stones, not pairs, that each colour has captured: {"white": 2, "black": 0}.

        In Gipf these are pieces; a GIPF-piece counts as two.
        """
        rules = self._now.rules
        return {rules.colour_of(side): self._family.captured(self._now, side) for side in (0, 1)}

    @property
    def captured_pairs(self) -> dict[str, int]:
        """The pairs that each colour has captured; five win Pente. Half the captured stones."""
        return {colour: stones // 2 for colour, stones in self.captured.items()}

    @property
    def reserves(self) -> dict[str, int]:
        """Gipf: the pieces that each colour may still bring in. Other games: none."""
        return self._family.reserves(self._now)

    # The moves

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves played since the start."""
        return tuple(self._words)

    @property
    def to_move(self) -> str:
        """The colour that moves next, "white" or "black"; after the end, would move."""
        return self._now.rules.colour_of(self._now.side)

    @property
    def legal_moves(self) -> tuple[str, ...]:
        """All legal moves; none after the end."""
        words = (self._family.format_answer(self._now, move) for move in legal_moves(self._now))
        return tuple(dict.fromkeys(words))  # in Gipf two moves can be written alike

    # The end

    @property
    def is_over(self) -> bool:
        """Whether the game has ended on the board."""
        return self._now.outcome is not None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended on the board; None while it goes on."""
        end = self._now.outcome
        if end is None:
            return None
        winner = None if end.winner is None else self._now.rules.colour_of(end.winner)
        reason = self._family.why_over(self._now, end)
        line = tuple(map(self._family.place_name, end.line))
        return Outcome(winner, end.termination, reason, line)

    # As text and as a picture

    def __str__(self) -> str:
        """The board, the captures, and who is to move or has won."""
        marked = self._moves[-1][0] if self._moves else None
        return "\n".join([*self._family.board_lines(self._now, marked, played=True), self.state])

    @property
    def state(self) -> str:
        """Who is to move, or who has won and how, in a sentence."""
        if self._now.outcome is not None:
            end = self._now.outcome
            return self._family.result_in_words(end.winner, end.termination)
        return f"{self.to_move.capitalize()} {self._family.wanted(self._now)}"

    def svg(
        self,
        *,
        marks: str | Iterable[str] | Mapping[str, str] = (),
        arrows: Iterable[tuple[str, str]] = (),
        lines: Iterable[Sequence[str]] = (),
        variation: str | Iterable[str] = (),
        last: bool = True,
        size: int = 480,
    ) -> str:
        """The board as an SVG picture.

        marks      points to ring, or {point: label} with labels of up to four characters
        arrows     (from, to) pairs of points
        lines      sequences of points, each joined by a stroke
        variation  moves to show as numbered stones (in Gipf as arrows), as for `play`
        last       whether to mark the last move
        size       width in pixels

        Raises NotationError for a point that is not on the board, IllegalMove for a variation.
        """
        from games.drawing.board import Picture, draw, labels  # noqa: PLC0415

        first = len(self._moves) + 1
        ahead = read_moves(self._family, self._now, words_of(self._family, [variation]), first)
        captures = self._family.captures_in_words(self.captured)
        with public_errors():
            return draw(
                Picture(
                    family=self._family,
                    position=self._now,
                    stones=self.stones,
                    last=self._moves[-1] if last and self._moves else (),
                    ahead=ahead,
                    row=self.outcome.line if self.outcome else (),
                    marks=labels(marks),
                    arrows=list(arrows),
                    lines=[list(line) for line in lines],
                    caption=(f"{self.title}: {self.state}", *captures),
                    size=size,
                )
            )

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        return self.svg()
