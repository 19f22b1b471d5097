"""The interface between the game families and the code that treats all games alike.

Rules and positions are open protocols (`games.position`). A position plays and takes back moves
and knows its side and outcome. `Family` adds the rest: positions and moves as text, symmetries,
wording, and the board (`games.grid`). What a family need not have has a default; `games.registry`
lists the families.

A move is one decision. An answer is everything that a side decides before the other side decides
again. In the five-in-a-row family that is one point. In Gipf it has up to three parts: the side
removes rows that the opponent made, brings in a piece, and removes rows that it made itself.
So the sides answer in turn in every game.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, ClassVar, Self

from games.deeds import Deeds
from games.errors import GameError, IllegalMove, UnknownRules
from games.grid import Grid, P, Painter
from games.position import AnyPosition, AnyRules, wins_among
from games.result import SAID
from games.rules import EMPTY, Outcome

if TYPE_CHECKING:
    from games.handicap import Handicap
    from games.records.format import RecordFormat

__all__ = (
    "AnyFamily",
    "AnyPosition",
    "AnyRules",
    "Family",
    "P",
    "Painter",
    "family_of",
    "play_all",
)
CANDIDATE_TURNS = (4, 5, 6, 7, 8)  # lengths of candidates for balanced openings


class Family(Grid[P], ABC):
    """One game: its rules, notation and wording. All its positions come from `start`.

    name        the family, as its rules say it
    presets     the rules of its games by preset name
    titles      the games' display names by preset name
    symmetries  the symmetries of the board; 0 leaves every place where it is
    kept        those that do not exchange the sides
    won_by      by termination, the reason of a win ("five in a row") or of a draw
    lost_by     by termination, what the loser lacks: "has no piece left to bring in"
    handicap    the numbers of pieces that a side may begin with, or () without handicaps
    on_time     the termination of a draw that the clocks decide in matches, or ""
    formats     its own formats of records by name
    spellings   names of other notations of a move, which JSON answers have besides
    between_moves  what separates moves in a text
    harness     whether the file harness, Gomocup's programs and their notations know the games
    offers      what the board in the browser has besides play and analysis: any of "puzzles",
                "explorer" and "review"
    lessons     the paths of its courses of lessons; `web.records.lessons` says what is in the files
    """

    name: ClassVar[str]
    presets: ClassVar[Mapping[str, AnyRules]]
    titles: ClassVar[Mapping[str, str]] = {}
    symmetries: ClassVar[Sequence[int]] = (0,)
    kept: ClassVar[Sequence[int]] = (0,)
    won_by: ClassVar[Mapping[str, str]]
    lost_by: ClassVar[Mapping[str, str]] = {}
    handicap: ClassVar[Sequence[int]] = ()
    on_time: ClassVar[str] = ""
    formats: ClassVar[Mapping[str, RecordFormat]] = {}
    spellings: ClassVar[Sequence[str]] = ()
    between_moves: ClassVar[re.Pattern[str]] = re.compile(r"[\s,;]+")
    harness: ClassVar[bool] = False
    offers: ClassVar[Sequence[str]] = ()
    lessons: ClassVar[Sequence[str]] = ()
    loaded: ClassVar[dict[str, type[Family[Any]]]] = {}  # all families that were imported

    def __init_subclass__(cls) -> None:
        """Make a family with a name known to `family_of`; the first one of a name counts."""
        super().__init_subclass__()
        if "name" in vars(cls):
            cls.loaded.setdefault(cls.name, cls)

    def __init__(self, rules: Any) -> None:
        """A game of these rules, which are the family's."""
        self.rules = rules

    @classmethod
    def named(
        cls,
        name: str,
        *,
        most_turns: int = 0,  # noqa: ARG003 - few games have such a limit
        pieces: Sequence[int] | None = None,
    ) -> Self:
        """The game of a preset's name and of what a record says besides (`terms`).

        Raises ValueError for options that the game does not have.
        """
        if pieces is not None:
            raise ValueError(f"{name} is played without a handicap of pieces")
        return cls(cls.presets[name])

    # Records

    @property
    def text_format(self) -> str:
        """The name of its own format of games in text with numbered moves, or ""."""
        return ""

    @property
    def board_formats(self) -> Sequence[str]:
        """The formats of records that the board in the browser writes, the usual one first."""
        return "json", "position"

    @classmethod
    def format_of(cls, text: str, *, named: bool) -> str:  # noqa: ARG003 - few have such formats
        """The name of the own format that a text looks like, or "".

        `named`: the user said that it is of this family. Raises NotationError for one not read.
        """
        return ""

    def apart(self, text: str) -> str:
        """A text of moves with a blank between two and none within one."""
        return text

    # Rules

    @property
    def title(self) -> str:
        """The game's display name."""
        return self.titles.get(self.rules.name, self.rules.name)

    @property
    def group(self) -> str:
        """The kind of games as players see it: "pente", "gomoku", "gipf"."""
        return self.name

    @property
    def opening_rules(self) -> Sequence[Any]:
        """The openings with a choice of sides that the game can be played with."""
        return ()

    @property
    def terms(self) -> dict[str, Any]:
        """What a record stores of the rules besides their name: arguments of `named`."""
        return {}

    @property
    def colours(self) -> tuple[str, str]:
        """The names of the colours of sides 0 and 1."""
        return self.rules.colour_of(0), self.rules.colour_of(1)

    @abstractmethod
    def rules_in_words(self) -> list[str]:
        """The rules, one sentence per line."""

    # Positions

    @abstractmethod
    def start(self) -> P:
        """The initial position."""

    @property
    def handicaps(self) -> Sequence[Handicap]:
        """The starts that help one side."""
        return ()

    def start_with(self, handicap: Handicap) -> P:
        """The start with one of the `handicaps`. Raises ValueError for any other."""
        raise ValueError(f"{self.rules.name} has no handicap of {handicap.kind}")

    def after(self, moves: Iterable[int]) -> P:
        """The position after these moves from the start. Raises IllegalMove."""
        position = self.start()
        play_all(position, moves)
        return position

    @abstractmethod
    def parse_position(self, text: str) -> P:
        """The position of a line that `format_position` wrote. Raises NotationError."""

    @abstractmethod
    def format_position(self, position: P) -> str:
        """The position on one line."""

    def format_start(self, position: P) -> str:
        """The position where a game begins, on one line with its terms; "" for the usual start."""
        text = self.format_position(position)
        return "" if text == self.format_position(self.start()) else text

    def parse_start(self, text: str) -> P:
        """The position of a text that `format_start` wrote. Raises NotationError."""
        return self.parse_position(text) if text else self.start()

    @property
    def captures(self) -> bool:
        """Whether a move can take stones or pieces."""
        return False

    def captured(self, position: P, side: int) -> int:  # noqa: ARG002 - few games have captures
        """The number of stones or pieces that a side has taken from the other."""
        return 0

    def captures_in_words(self, captured: Mapping[str, int]) -> tuple[str, ...]:  # noqa: ARG002 - as above
        """A line on what each colour has taken; nothing in games without captures."""
        return ()

    def reserves(self, position: P) -> dict[str, int]:  # noqa: ARG002 - few games have reserves
        """The pieces that each colour may still bring in; {} in games without a reserve."""
        return {}

    def wanted(self, position: P) -> str:  # noqa: ARG002 - one decision a turn, in most games
        """What the side to move must do: "to move"."""
        return "to move"

    # What the textbook searchers need

    def turns(self, position: P) -> int:
        """The number of complete turns since the position was set up."""
        return len(position.moves)

    def moves_in_order(self, position: P) -> list[int]:
        """The legal moves in the order in which a plain search tries them."""
        return position.legal_moves()

    def estimate(self, position: P) -> int:  # noqa: ARG002 - a search to the end needs none
        """What an undecided position is worth for the side to move; 100 points are much."""
        return 0

    def perft(self, position: P, depth: int) -> dict[str, int]:
        """The number of ways to play so many turns, by what is counted; plays and takes back."""

        def ways(last: int) -> int:
            if self.turns(position) >= last or position.outcome is not None:
                return 1
            total = 0
            for move in position.legal_moves():
                position.play(move)
                total += ways(last)
                position.undo()
            return total

        return {"leaves": ways(self.turns(position) + depth)}

    # Moves

    def parse_move(self, position: P, text: str) -> int:
        """The legal move that a text means here. Raises NotationError or IllegalMove."""
        place = self.place_named(text)
        if (reason := position.why_illegal(place)) is not None:
            raise IllegalMove(reason)
        return place

    def parse_part(self, position: P, text: str) -> tuple[int, ...]:
        """The decisions that a text means, an answer or the beginning of one. Raises GameError."""
        return self.parse_answer(position, text)

    def format_move(self, position: P, move: int) -> str:  # noqa: ARG002 - in most games
        """A legal move as players write it; `parse_move` reads it back."""
        return self.place_name(move)

    def json_move(self, position: P, move: int) -> str:
        """A move in JSON answers."""
        return self.format_move(position, move)

    def json_line(self, position: P, moves: Sequence[int]) -> list[str]:
        """A variation in JSON answers."""
        return self.format_line(position, moves)

    def spelled(self, position: P, move: int, spelling: str) -> str:
        """A move in one of the other `spellings`."""
        raise NotImplementedError

    def format_line(self, position: P, moves: Sequence[int]) -> list[str]:
        """A variation from a position as players write it, answer by answer."""
        return [self.format_move(position, move) for move in moves]

    def format_stored(self, position: P, move: int) -> str:
        """A legal move as it is stored: no other move is written alike."""
        return self.format_move(position, move)

    def parse_stored(self, position: P, text: str) -> int:
        """The move that `format_stored` wrote. Raises NotationError or IllegalMove."""
        return self.parse_move(position, text)

    def format_stored_line(self, position: P, moves: Iterable[int]) -> list[str]:
        """Legal moves from a position, one after the other, as they are stored."""
        ahead, words = position.copy(), []
        for move in moves:
            words.append(self.format_stored(ahead, move))
            ahead.play(move)
        return words

    def parse_stored_line(self, position: P, words: Iterable[str]) -> list[int]:
        """The moves that `format_stored_line` wrote. Raises GameError that names the move."""
        ahead = position.copy()
        for number, word in enumerate(words, 1):
            try:
                ahead.play(self.parse_stored(ahead, word))
            except GameError as error:
                raise type(error)(f"move {number}, {word[:40]}: {error}") from error
        return ahead.moves

    def format_joined(self, position: P, moves: Sequence[int]) -> str:
        """Legal moves from a position in one word, as shared games have them."""
        return ".".join(self.format_stored_line(position, moves))

    def parse_joined(self, position: P, text: str) -> list[int]:
        """The moves of a word that `format_joined` wrote. Raises GameError that names the move."""
        return self.parse_stored_line(position, filter(None, text.split(".")))

    def taken_by(self, position: P, move: int) -> int:  # noqa: ARG002 - few games have captures
        """The number of the opponent's stones or pieces that a legal move takes."""
        return 0

    def deeds(self, position: P, line: Sequence[int]) -> Deeds:
        """What the first answer of a legal line does, in the terms of players."""
        return Deeds(captures=self.taken_by(position, line[0]))

    # Answers

    def parse_answer(self, position: P, text: str) -> tuple[int, ...]:
        """The legal answer that a text means. Raises NotationError or IllegalMove."""
        moves = self._read_answer(position, text)
        reason = self.why_illegal(position, moves)
        if reason is not None:
            raise IllegalMove(reason)
        return moves

    def _read_answer(self, position: P, text: str) -> tuple[int, ...]:
        """The moves that a text names; they need not be a legal answer."""
        return (self.parse_move(position, text),)

    def format_answer(self, position: P, moves: Sequence[int]) -> str:
        """An answer as players write it; for an illegal one, the part that can be written."""
        return " ".join(self.format_line(position, moves))

    def why_illegal(self, position: P, moves: Sequence[int]) -> str | None:
        """The reason in words why these moves are no answer, or None; leaves the position as is."""
        if len(moves) != 1:
            return f"{len(moves)} moves: expected one"
        return position.why_illegal(moves[0])

    # Openings

    def format_opening(self, moves: Sequence[int]) -> tuple[str, ...]:
        """The moves of an opening grouped into answers."""
        return tuple(self.format_line(self.start(), moves))

    def canonical(self, opening: Sequence[int]) -> bytes:
        """A key that is equal for all openings that lead to the same board up to symmetry."""
        cells = self.after(opening).cells
        images = [bytearray(len(cells)) for _ in self.symmetries]
        for place, cell in enumerate(cells):
            if cell != EMPTY:
                for image, symmetry in zip(images, self.symmetries, strict=True):
                    image[self.image_of_place(place, symmetry)] = cell
        return bytes(max(images))

    def image(self, opening: Sequence[int], number: int) -> tuple[int, ...]:
        """The image of an opening under the symmetry of this number among those `kept`."""
        return tuple(self.image_of_move(move, self.kept[number]) for move in opening)

    # Games against programs

    def draw_opening(self, turns: int, seed: int) -> tuple[int, ...]:
        """The moves of a random opening after which the game goes on. Raises ValueError."""
        dice, position = Random(seed), self.start()
        while self.turns(position) < turns:
            position.play(dice.choice(position.legal_moves()))
            if position.outcome is not None:
                raise ValueError(f"found no opening of {turns} turns for {self.rules.name}")
        return tuple(position.moves)

    def opening_candidate(self, name: str) -> tuple[int, ...] | None:
        """A candidate for a balanced opening, with its name as seed; None if it is not quiet."""
        dice = Random(f"{self.rules.name} {name}")
        try:
            return self.draw_opening(dice.choice(CANDIDATE_TURNS), dice.getrandbits(32))
        except ValueError:
            return None

    def one_ply(self, position: P) -> list[int]:
        """The moves that look best one move ahead: those that win at once, else all."""
        legal = position.legal_moves()
        return wins_among(position, legal) or legal

    def as_plain(self, position: P) -> dict[str, Any]:
        """A position as plain texts and numbers, for an engine of another version."""
        return {"text": self.format_position(position)}

    def of_plain(self, position: P, told: Mapping[str, Any]) -> P:
        """The position that `as_plain` gave; it may be `position`, changed. Raises ValueError."""
        del position
        return self.parse_position(told["text"])

    # Symmetries

    @property
    def images(self) -> int:
        """The number of symmetries that do not exchange the sides."""
        return len(self.kept)

    def image_of_place(self, place: int, symmetry: int) -> int:  # noqa: ARG002 - none but the identity
        """The image of a place of the board."""
        return place

    def image_of_move(self, move: int, symmetry: int) -> int:
        """The image of a move."""
        return self.image_of_place(move, symmetry)

    def beside(self, position: P) -> tuple[Any, ...]:
        """What makes a position besides its cells, equal for all its images."""
        return (position.side,)

    def marks(self, position: P) -> Sequence[int]:  # noqa: ARG002 - most games have none
        """What makes a position besides its cells and has other images, by number."""
        return ()

    def image_of_mark(self, mark: int, symmetry: int) -> int:  # noqa: ARG002 - as above
        """The image of one of the `marks`."""
        return mark

    # Ends

    def why_over(self, position: P, outcome: Outcome) -> str:  # noqa: ARG002 - details are optional
        """What ended the game on the board, in detail, for records."""
        by, winner = outcome.termination, outcome.winner
        if winner is None:
            return self.won_by[by]
        colour, other = (self.colours[side].capitalize() for side in (winner, 1 - winner))
        return (
            f"{other} {self.lost_by[by]}"
            if by in self.lost_by
            else f"{colour} has {self.won_by[by]}"
        )

    def result_in_words(self, winner: int | None, termination: str) -> str:
        """Who has won and how, in a sentence; other terminations are printed as they are."""
        by = self.won_by.get(termination, termination)
        if winner is None:
            return f"Draw, {by}." if termination == SAID else f"Draw: {by}."
        colour, other = (self.colours[side].capitalize() for side in (winner, 1 - winner))
        if termination in self.lost_by:
            return f"{colour} wins: {other} {self.lost_by[termination]}."
        return f"{colour} wins, {by}." if termination == SAID else f"{colour} wins by {by}."


AnyFamily = Family[Any]


def family_of(rules: AnyRules) -> AnyFamily:
    """The family object for these rules. Raises UnknownRules if no such family is loaded."""
    if rules.family not in Family.loaded:
        raise UnknownRules(f"no family of games called {rules.family!r} is loaded")
    return Family.loaded[rules.family](rules)


def play_all(position: AnyPosition, moves: Iterable[int]) -> None:
    """Play moves, one after the other. Raises IllegalMove."""
    for move in moves:
        position.play(move)
