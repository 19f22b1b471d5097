"""Reads a harness folder as a game: positions from `input.txt`, answers from `output.txt`.

A folder is a dictionary from file names to texts. Three kinds can be read:

| files                                     | game                                    |
|-------------------------------------------|-----------------------------------------|
| a transcript of `pente match`             | all moves of its game                   |
| `input.txt`, with or without `output.txt` | the position and its answer             |
| `input_01.txt`, `output_01.txt`, ...      | one player's positions and answers, and |
|                                           | the opponent's moves between them       |

A comment reports a malformed or illegal answer, in the words of the referee.
"""

from __future__ import annotations

import re
from typing import Any

from agent.protocol import Request, parse_request
from agent.refusal import ProtocolError
from arena.errors import ArenaError
from arena.foreign.harness_files import judge_output
from arena.game.match_rules import match_family
from arena.game.player import Fault
from games.errors import GameError, NotationError
from games.family import AnyFamily, AnyPosition, play_all
from games.registry import family_named
from games.result import OPEN, RESULT_OF_WINNER
from games.rules import EMPTY
from games.tree import ROOT, GameTree, record_of

INPUT = re.compile(r"input(.*)\.txt", re.IGNORECASE)
OUTPUT = re.compile(r"output(.*)\.txt", re.IGNORECASE)
TRANSCRIPT_HEAD = re.compile(r"Game \d+, ([a-z0-9-]+), clock ")
TRANSCRIPT_MOVE = re.compile(r"\s{0,9}\d{1,6}\. (?:white|black)\s{1,3}(\S{2,400})\s.*")
TRANSCRIPT_RESULT = re.compile(r"^(?:A draw|(White|Black) wins) \(", re.MULTILINE)
LONGEST_LINE = 1_000
FORFEIT = re.compile(r".*\bforfeit\s*")
MOST_FILES = 1_000
DEFAULT = "pente"


def read_folder(files: dict[str, str], preset: str | None = None) -> GameTree:
    """Read the game of a folder; `preset` is the game if no file names it, by default Pente.

    Raises GameError that names the file and what is wrong.
    """
    if len(files) > MOST_FILES:
        raise NotationError(f"{len(files)} files, at most {MOST_FILES} are allowed")
    for name in sorted(files):
        head = TRANSCRIPT_HEAD.match(files[name])
        if head is not None:
            return read_transcript(files[name])
    inputs = _by_number(files, INPUT)
    if not inputs:
        raise NotationError("no harness folder: expected input.txt or a transcript of a match")
    outputs = _by_number(files, OUTPUT)
    return _Replay(_family(preset), {key: files[name] for key, name in outputs.items()}).of(
        [(key, name, files[name]) for key, name in sorted(inputs.items())]
    )


def read_request(text: str, name: str, preset: str | None = None) -> GameTree:
    """Read one `input.txt` as a game without moves; `name` is the file's name for messages.

    Raises NotationError that names line and column.
    """
    return _Replay(_family(preset), {}).of([((0, ""), name, text)])


def _family(preset: str | None) -> AnyFamily:
    """The game, by default Pente, where the harness does not know it as well."""
    family = family_named(preset or DEFAULT)
    return family if family.harness else family_named(DEFAULT)


def read_transcript(text: str) -> GameTree:
    """Read the game of a transcript with its result, without a forfeited answer.

    Raises NotationError, UnknownRules or IllegalMove.
    """
    head = TRANSCRIPT_HEAD.match(text.lstrip())
    if head is None:
        raise NotationError("a transcript begins with a line such as 'Game 1, pente, clock cpu:9'")
    family = match_family(head[1])
    position = family.start()
    for number, line in enumerate(text.split("\n"), 1):
        move = TRANSCRIPT_MOVE.fullmatch(line[:LONGEST_LINE].rstrip())
        if move is None or FORFEIT.fullmatch(line[:LONGEST_LINE].rstrip()):
            continue
        try:
            play_all(position, family.parse_answer(position, move[1]))
        except GameError as error:
            raise type(error)(f"line {number}: {error}") from error
    result = OPEN
    told = TRANSCRIPT_RESULT.search(text[-LONGEST_LINE:])
    if position.outcome is None and told is not None:
        winner = None if told[1] is None else family.rules.side_of(told[1].lower())
        result = RESULT_OF_WINNER[winner]
    return record_of(position, result=result)


def _by_number(files: dict[str, str], pattern: re.Pattern[str]) -> dict[tuple[int, str], str]:
    """The matching files by the number in the pattern's group, and by the group."""
    by_number = {}
    for name in files:
        match = pattern.fullmatch(name.replace("\\", "/").rpartition("/")[2])
        if match is not None:
            digits = re.search(r"\d{1,9}", match[1])
            by_number[int(digits[0]) if digits else 0, match[1]] = name
    return by_number


class _Replay:
    """Joins one player's positions and answers to a game."""

    def __init__(self, family: AnyFamily, outputs: dict[tuple[int, str], str]) -> None:
        self._family = family
        self._outputs = outputs
        self._tree = GameTree(family.start())
        self._at = ROOT  # the last move so far

    def of(self, inputs: list[tuple[tuple[int, str], str, str]]) -> GameTree:
        """The game of these inputs: (key, file name, text), in order."""
        for number, (key, name, text) in enumerate(inputs):
            request = self._request(name, text)
            if number == 0:
                self._tree = GameTree(request.position)
            elif not self._reach(request.position):
                self._say(f"{name} does not follow from the moves before: the rest is left out.")
                break
            for warning in request.warnings:
                self._say(f"{name}: {warning}.")
            outcome = self._board.outcome
            if outcome is not None:  # no harness asks for a move then
                self._say(f"{name}: the game is over before the answer ({outcome.termination}).")
            if not self._answer(self._outputs.get(key)):
                break
        return self._tree.record()

    def _request(self, name: str, text: str) -> Request:
        try:
            rules: Any = self._family.rules  # of a game that the harness knows
            return parse_request(text.encode(errors="replace"), rules)
        except ProtocolError as error:
            place = f"{name}, line {error.line}, column {error.column}"
            raise NotationError(f"{place}: {error.reason}") from error

    @property
    def _board(self) -> AnyPosition:
        board: AnyPosition = self._tree.board_at(self._at)
        return board

    def _answer(self, output: str | None) -> bool:
        if output is None:
            return True
        try:
            point = judge_output(output.encode(errors="replace"), self._family.size)
            if isinstance(point, Fault):
                self._say(f"The answer is refused: {point.reason}.")
                return False
            reason = self._board.why_illegal(point)
            if reason is None:
                self._at = self._tree.add(self._at, point)
                return True
        except (GameError, ArenaError) as error:
            reason = str(error)
        self._say(f"The answer {output.strip()[:20]} is refused: {reason}.")
        return False

    def _reach(self, asked: AnyPosition) -> bool:
        """Play the at most two moves between two positions; return whether they connect."""
        for _ in range(2):
            board = self._board
            if board.key == asked.key:
                return True
            new = [
                point
                for point, cell in enumerate(asked.cells)
                if cell == 1 + board.side and board.cells[point] == EMPTY
            ]
            if len(new) != 1 or board.why_illegal(new[0]) is not None:
                return False
            self._at = self._tree.add(self._at, new[0])
        return self._board.key == asked.key

    def _say(self, text: str) -> None:
        node = self._tree.nodes[self._at]
        node.comment = f"{node.comment}\n{text}" if node.comment else text
