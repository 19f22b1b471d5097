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

from agent.errors import ProtocolError
from agent.protocol import Request, parse_request
from arena.errors import ArenaError
from arena.foreign.harness_files import judge_output
from arena.game.match_rules import match_family
from arena.game.player import Fault
from games.errors import GameError, NotationError
from games.family import play_all
from games.five.position import Position
from games.five.rules import PRESETS, Rules, rules_named
from games.result import OPEN, RESULT_OF_WINNER
from games.rules import EMPTY
from games.tree import GameTree, Node, record_of

INPUT = re.compile(r"input(.*)\.txt", re.IGNORECASE)
OUTPUT = re.compile(r"output(.*)\.txt", re.IGNORECASE)
TRANSCRIPT_HEAD = re.compile(r"Game \d+, ([a-z0-9-]+), clock ")
TRANSCRIPT_MOVE = re.compile(r"\s{0,9}\d{1,6}\. (?:white|black)\s{1,3}(\S{2,400})\s.*")
TRANSCRIPT_RESULT = re.compile(r"^(?:A draw|(White|Black) wins) \(", re.MULTILINE)
LONGEST_LINE = 1_000
FORFEIT = re.compile(r".*\bforfeit\s*")
MOST_FILES = 1_000


def read_folder(files: dict[str, str], preset: str | None = None) -> GameTree:
    """Read the game of a folder; `preset` is the game if no file names it, by default Pente.

    Raises GameError that names the file and what is wrong.
    """
    if len(files) > MOST_FILES:
        raise NotationError(f"{len(files)} files, at most {MOST_FILES} are allowed")
    rules = rules_named(preset if preset in PRESETS else "pente")
    for name in sorted(files):
        head = TRANSCRIPT_HEAD.match(files[name])
        if head is not None:
            return read_transcript(files[name])
    inputs = _by_number(files, INPUT)
    if not inputs:
        raise NotationError("no harness folder: expected input.txt or a transcript of a match")
    outputs = _by_number(files, OUTPUT)
    return _Replay(rules, {key: files[name] for key, name in outputs.items()}).of(
        [(key, name, files[name]) for key, name in sorted(inputs.items())]
    )


def read_request(text: str, name: str, preset: str | None = None) -> GameTree:
    """Read one `input.txt` as a game without moves; `name` is the file's name for messages.

    Raises NotationError that names line and column.
    """
    rules = rules_named(preset if preset in PRESETS else "pente")
    return _Replay(rules, {}).of([((0, ""), name, text)])


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
    """Return the matching files by the number in the pattern's group, and by the group."""
    found = {}
    for name in files:
        match = pattern.fullmatch(name.replace("\\", "/").rpartition("/")[2])
        if match is not None:
            digits = re.search(r"\d{1,9}", match[1])
            found[int(digits[0]) if digits else 0, match[1]] = name
    return found


class _Replay:
    """Joins one player's positions and answers to a game."""

    def __init__(self, rules: Rules, outputs: dict[tuple[int, str], str]) -> None:
        self._rules = rules
        self._outputs = outputs
        self._moves: list[Node] = []
        self._comments: dict[int, str] = {}

    def of(self, inputs: list[tuple[tuple[int, str], str, str]]) -> GameTree:
        """Return the game of these inputs: (key, file name, text), in order."""
        start: Position | None = None
        position = Position(self._rules)
        for key, name, text in inputs:
            request = self._request(name, text)
            asked = request.position
            if start is None:
                start, position = asked.copy(), asked.copy()
            elif not self._reach(position, asked):
                self._say(f"{name} does not follow from the moves before: the rest is left out.")
                break
            for warning in request.warnings:
                self._say(f"{name}: {warning}.")
            self._say_if_over(name, position)
            if not self._answer(position, self._outputs.get(key)):
                break
        assert start is not None, "there is at least one input"
        game = GameTree(start, self._moves)
        for id_, text in self._comments.items():
            game.nodes[id_].comment = text
        return game

    def _request(self, name: str, text: str) -> Request:
        """Parse an input. Raises NotationError that names the file, line and column."""
        try:
            return parse_request(text.encode(errors="replace"), self._rules)
        except ProtocolError as error:
            place = f"{name}, line {error.line}, column {error.column}"
            raise NotationError(f"{place}: {error.reason}") from error

    def _answer(self, position: Position, output: str | None) -> bool:
        """Play an answer; return False if it lost the game instead."""
        if output is None:
            return True
        try:
            point = judge_output(output.encode(errors="replace"), self._rules.size)
            if isinstance(point, Fault):
                self._say(f"The answer is refused: {point.reason}.")
                return False
            self._play(position, point)
        except (GameError, ArenaError) as error:
            self._say(f"The answer {output.strip()[:20]} is refused: {error}.")
            return False
        return True

    def _reach(self, position: Position, asked: Position) -> bool:
        """Play the at most two moves between two positions; return whether they connect."""
        for _ in range(2):
            if position.key == asked.key:
                return True
            new = [
                point
                for point, cell in enumerate(asked.cells)
                if cell == 1 + position.side and position.cells[point] == EMPTY
            ]
            if len(new) != 1 or position.why_illegal(new[0]) is not None:
                return False
            self._play(position, new[0])
        return position.key == asked.key

    def _play(self, position: Position, point: int) -> None:
        """Play and record a move. Raises IllegalMove."""
        position.play(point)
        self._moves.append(Node(len(self._moves), point))

    def _say_if_over(self, name: str, position: Position) -> None:
        """Comment on a finished position, which takes no move; no harness asks for one."""
        if position.outcome is not None:
            reason = position.outcome.termination
            self._say(f"{name}: the game is over before the answer ({reason}).")

    def _say(self, text: str) -> None:
        """Add a line to the comment on the last move so far."""
        place = len(self._moves)
        said = self._comments.get(place)
        self._comments[place] = f"{said}\n{text}" if said else text
