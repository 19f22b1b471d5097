"""Puzzles of a game: positions with exactly one first move that wins, or that does not lose.

`data/puzzles/GAME.txt` has a puzzle per line; `#` begins a comment. ` | ` separates the fields;
data/puzzles/README.md explains them:

    win | threes | 5 | 4581 | 7w7/... b 0,0 | H8 J9 H9 | 17
    kind  theme    moves nodes position       line       game
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256

from arena.errors import PuzzleError
from games.errors import in_words
from games.family import AnyPosition
from games.registry import family_named
from search import ROOT

FOLDER = os.path.abspath(os.path.join(ROOT, "data/puzzles"))
ENDING = ".txt"
WIN, DEFENCE = "win", "defence"
KINDS = (WIN, DEFENCE)
FOURS, THREES, CAPTURES = "fours", "threes", "captures"
RESERVE, GIPF_PIECES = "reserve", "gipf-pieces"
THEMES = (FOURS, THREES, CAPTURES, RESERVE, GIPF_PIECES)
LEVELS = 5  # of difficulty, 1 is the easiest
FIELDS = 7
SEPARATOR = " | "
ID_LENGTH = 10  # hexadecimal digits


@dataclass(frozen=True, slots=True, kw_only=True)
class Puzzle:
    """A puzzle of a game.

    kind      WIN: one first move wins by force; DEFENCE: all moves but one lose by force
    theme     how the win, in a defence the opponent's, comes about: one of THEMES
    moves     WIN: own moves (in Gipf turns) to the win of the solution, the last included;
              DEFENCE: of the opponent to its win after a pass, in Gipf after the wrong move that
              holds out longest
    nodes     positions that the solver entered to prove it
    position  as `Family.format_position` writes it
    line      the solution, in Gipf decision by decision; its first move is the only answer
    number    the number of the game of self-play that it comes from
    """

    game: str
    kind: str
    theme: str
    moves: int
    nodes: int
    position: str
    line: tuple[str, ...]
    number: int

    @property
    def id(self) -> str:
        """A name that stays the same as long as the position does."""
        digest = sha256(f"{self.game} {self.position}".encode()).hexdigest()
        return f"{self.game}-{digest[:ID_LENGTH]}"

    @property
    def text(self) -> str:
        """The puzzle's line in the file, without a line feed."""
        numbers = (str(self.moves), str(self.nodes))
        fields = (self.kind, self.theme, *numbers, self.position, " ".join(self.line))
        return SEPARATOR.join((*fields, str(self.number)))

    def start(self) -> AnyPosition:
        """The position. Raises NotationError."""
        position: AnyPosition = family_named(self.game).parse_position(self.position)
        return position

    def solution(self) -> list[int]:
        """The moves of the line. Raises NotationError or IllegalMove."""
        family, position = family_named(self.game), self.start()
        for text in self.line:
            position.play(family.parse_move(position, text))
        return list(position.moves)


@dataclass(frozen=True)
class PuzzleFile:
    """The puzzles of a game, in the order of the file."""

    game: str
    puzzles: tuple[Puzzle, ...]

    def level(self, puzzle: Puzzle) -> int:
        """The difficulty of a puzzle, 1 to LEVELS: its rank by nodes among those of its kind."""
        nodes = self._nodes[puzzle.kind]
        return 1 + LEVELS * bisect_left(nodes, puzzle.nodes) // len(nodes)

    @cached_property
    def _nodes(self) -> dict[str, list[int]]:
        """The nodes of all puzzles, sorted, by kind."""
        of_kind = {
            kind: [puzzle.nodes for puzzle in self.puzzles if puzzle.kind == kind] for kind in KINDS
        }
        return {kind: sorted(nodes) for kind, nodes in of_kind.items()}


def games_with_puzzles() -> list[str]:
    """The names of the games that have a file of puzzles, sorted."""
    names = os.listdir(FOLDER) if os.path.isdir(FOLDER) else []
    return sorted(name.removesuffix(ENDING) for name in names if name.endswith(ENDING))


def read_puzzles(game: str) -> PuzzleFile:
    """The puzzles of a game.

    Raises PuzzleError, with the path and the line, for a file that cannot be read or a bad line.
    """
    path = os.path.join(FOLDER, game + ENDING)
    try:
        with open(path, encoding="utf-8") as file:
            return PuzzleFile(game, parse_puzzles(game, file, path))
    except (OSError, UnicodeDecodeError) as error:
        raise PuzzleError(f"cannot read the puzzles of {game}: {in_words(error)}") from error


def parse_puzzles(game: str, lines: Iterable[str], path: str) -> tuple[Puzzle, ...]:
    """The puzzles of these lines. Raises PuzzleError naming `path` and the line."""
    puzzles = []
    for number, line in enumerate(lines, 1):
        if line.strip() and not line.startswith("#"):
            try:
                puzzles.append(parse_puzzle(game, line))
            except PuzzleError as error:
                raise PuzzleError(f"{path}, line {number}: {error}") from error
    return tuple(puzzles)


def parse_puzzle(game: str, line: str) -> Puzzle:
    """The puzzle of a line. Raises PuzzleError saying what was expected."""
    fields = line.rstrip("\n").split(SEPARATOR)
    if len(fields) != FIELDS:
        raise PuzzleError(f"a puzzle has {FIELDS} fields separated by ' | ', not {len(fields)}")
    kind, theme, moves, nodes, position, moves_played, number = fields
    if kind not in KINDS:
        raise PuzzleError(f"{kind!r} is no kind: expected {' or '.join(KINDS)}")
    if theme not in THEMES:
        raise PuzzleError(f"{theme!r} is no theme: expected one of {', '.join(THEMES)}")
    puzzle = Puzzle(
        game=game,
        kind=kind,
        theme=theme,
        moves=_count(moves, "moves", 1),
        nodes=_count(nodes, "nodes", 1),
        position=position,
        line=tuple(moves_played.split()),
        number=_count(number, "a game's number", 0),
    )
    if not puzzle.line:
        raise PuzzleError("the solution is missing")
    return puzzle


def _count(text: str, what: str, least: int) -> int:
    """A number of a field. Raises PuzzleError."""
    if not (text.isascii() and text.isdigit() and len(text) < 19 and int(text) >= least):
        raise PuzzleError(f"{text!r} is no number of {what}: expected {least} or more")
    return int(text)
