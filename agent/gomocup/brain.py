"""Our brain for the Gomocup protocol: a line of text in, lines of text out, a search in between.

| command | answer |
|---|---|
| START SIZE, RECTSTART W,H, RESTART | OK, or ERROR: 5 to 20 lines, square boards alone |
| BEGIN, TURN X,Y, BOARD ... DONE | X,Y, or ERROR |
| SWAP2BOARD ... DONE | three points, a point, or SWAP |
| TAKEBACK X,Y | OK, or ERROR |
| INFO KEY VALUE | none, ever; what is not known or makes no sense is passed over |
| STOP, YXSTOP | none; the search that runs is ended, and its move is the answer |
| ABOUT | name, version and so on |
| END | none; `ended` is set |
| anything else | UNKNOWN |

After an ERROR the board is as it was, except that an enemy's stone which ends the game stays. The
loop that reads lines while this one thinks is `agent.gomocup.loop`.
"""

from __future__ import annotations

import time
from importlib import metadata
from typing import TYPE_CHECKING

from agent.gomocup.board import BrainBoard
from agent.gomocup.clock import Told
from agent.gomocup.errors import GomocupError
from agent.gomocup.protocol import (
    ENEMY,
    FREESTYLE,
    LARGEST,
    OWN,
    SMALLEST,
    format_place,
    parse_numbers,
    parse_place,
    rules_of,
)
from agent.gomocup.searcher import GomocupSearcher
from agent.gomocup.swap2 import STONES, opening, swaps
from agent.instant import instant_move

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.five.position import Position
    from games.five.rules import Rules
    from search.limits import Limits
    from search.result import SearchResult

PACKAGE = "pente-engine"
BLOCKS = ("BOARD", "SWAP2BOARD")
ANYWHERE = ("INFO", "ABOUT", "STOP", "YXSTOP")  # also between a BOARD and its DONE


class Brain:
    """The brain; `say` is called with each line of its answers.

    ended  whether END has been obeyed
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self.ended = False
        self._say = say
        self._told = Told()
        self._board: BrainBoard | None = None
        self._size = 0
        self._block: tuple[str, list[str]] | None = None
        self._searcher = GomocupSearcher(lambda text: say(f"MESSAGE {text}"))
        self._asked_s = 0.0  # when the line that is obeyed came

    def take(self, line: str, came_s: float | None = None) -> None:
        """Obey one line that came at this reading of the monotonic clock, or just now."""
        self._asked_s = time.monotonic() if came_s is None else came_s
        word, *more = line.split(maxsplit=1) or [""]
        name, rest = word.upper(), more[0].strip() if more else ""
        command = self._command(name)
        try:
            if command is None and self._block is not None:
                self._extend_block(*self._block, line.strip())
                return
            if name not in ANYWHERE:
                self._break_off_block(quietly=name == "END")
            if command is not None:
                command(rest)
            elif name:
                self._say(f"UNKNOWN {word[:40]}: no command of this brain")
        except GomocupError as error:
            self._say(f"ERROR {error}")
        except MemoryError:
            self._say(f"ERROR {name[:40]}: no memory is left for it")

    def stop(self) -> None:
        """End the search that is under way, and later ones at once, until a STOP is obeyed.

        For the thread that reads lines while another one thinks.
        """
        self._searcher.stop()

    def close(self) -> None:
        """Give the engine's memory back."""
        self._searcher.close()

    def _command(self, name: str) -> Callable[[str], None] | None:
        if name in BLOCKS:
            return lambda _rest: self._open_block(name)
        commands: dict[str, Callable[[str], None]] = {
            "START": self._start,
            "RECTSTART": self._start_rectangle,
            "RESTART": self._restart,
            "BEGIN": self._begin,
            "TURN": self._turn,
            "TAKEBACK": self._take_back,
            "INFO": self._learn,
            "ABOUT": self._tell_about,
            "STOP": self._go_on,
            "YXSTOP": self._go_on,
            "END": self._end,
        }
        return commands.get(name)

    # Games

    def _start(self, rest: str) -> None:
        (size,) = parse_numbers(rest, 1, "START and a number of lines")
        if not SMALLEST <= size <= LARGEST:
            raise GomocupError(f"{size} lines: expected {SMALLEST} to {LARGEST}")
        self._size = size
        self._restart("")

    def _start_rectangle(self, rest: str) -> None:
        width, height = parse_numbers(rest, 2, "RECTSTART WIDTH,HEIGHT")
        if width != height:
            raise GomocupError(f"{width} by {height} lines: expected a square board")
        self._start(str(width))

    def _restart(self, _rest: str) -> None:
        if not self._size:
            raise GomocupError("no game to start again: expected START")
        self._told.new_match()
        self._board = BrainBoard(rules_of(FREESTYLE, self._size))
        self._prepare()
        self._searcher.new_game()
        self._say("OK")

    def _learn(self, rest: str) -> None:
        key, *value = rest.split(maxsplit=1) or [""]
        try:
            self._told.learn(key, value[0] if value else "")
        except GomocupError:
            return  # INFO is never answered
        self._prepare()

    def _prepare(self) -> None:
        """Open the engine of the game to come: a turn's time is too dear for that."""
        try:
            self._rules()
        except GomocupError:
            return  # these rules are not played: whoever asks for a move is told so

    def _rules(self) -> tuple[BrainBoard, Rules]:
        """The board under the rules that were told of, with an engine that plays them."""
        board = self._started()
        rules = rules_of(self._told.rule, self._size)
        board.change_rules(rules)
        self._searcher.open(rules, self._told.table_mb)
        return board, rules

    def _started(self) -> BrainBoard:
        """The board of the game, under rules that were played before if those told of are not."""
        if self._board is None:
            raise GomocupError("no game has been started: expected START")
        return self._board

    # Moves

    def _begin(self, _rest: str) -> None:
        board, rules = self._rules()
        board.begin()
        self._move(board, rules)

    def _turn(self, rest: str) -> None:
        board, rules = self._rules()
        board.enemy_plays(parse_place(rest, self._size))
        self._move(board, rules)

    def _take_back(self, rest: str) -> None:
        self._started().take_back(parse_place(rest, self._size))
        self._say("OK")

    def _move(self, board: BrainBoard, rules: Rules) -> None:
        """Search, play what was found, and say it."""
        point = self._best(board.to_search(rules))
        board.own_plays(point)
        self._say(format_place(point, self._size))

    def _best(self, position: Position) -> int:
        """The point that the search finds; where none can be made, the one found at once."""
        try:
            return self._search(position).best
        except (GomocupError, OSError, MemoryError) as error:
            reason = str(error) or "no memory is left for a search"
            self._say(f"MESSAGE WARNING: the move found at once is played: {reason}")
            return instant_move(position)[0]

    def _search(self, position: Position) -> SearchResult:
        try:
            return self._searcher.search(position, self._limits(position))
        finally:
            self._told.spend(time.monotonic() - self._asked_s)

    def _limits(self, position: Position) -> Limits:
        return self._told.limits(
            own_move=1 + position.stones_placed(position.side),
            empty_points=position.cells.count(0),
            waited_s=time.monotonic() - self._asked_s,
            weights=self._searcher.weights,
        )

    # Commands of several lines

    def _open_block(self, name: str) -> None:
        self._block = (name, [])

    def _break_off_block(self, *, quietly: bool) -> None:
        if self._block is not None and not quietly:
            self._say(f"ERROR {self._block[0]} was broken off: expected DONE")
        self._block = None

    def _extend_block(self, name: str, lines: list[str], line: str) -> None:
        if line.upper() != "DONE":
            lines += [line] if line else []
            return
        self._block = None
        if name == "BOARD":
            self._set_up(lines)
        else:
            self._swap2([parse_place(text, self._size) for text in lines])

    def _set_up(self, lines: list[str]) -> None:
        board, rules = self._rules()
        stones: dict[int, list[int]] = {OWN: [], ENEMY: []}
        for line in lines:
            column, row, owner = parse_numbers(line, 3, "X,Y,OWNER")
            if owner not in stones:
                raise GomocupError(f"{line}: expected {OWN} for an own stone, {ENEMY} for another")
            stones[owner].append(parse_place(f"{column},{row}", self._size))
        board.set_up(stones[OWN], stones[ENEMY], self._captured(rules))
        self._move(board, rules)

    def _captured(self, rules: Rules) -> tuple[int, int]:
        """The stones taken before this BOARD, by the brain and by its enemy; told once for each."""
        (own, enemy), self._told.captured = self._told.captured, (0, 0)
        if not rules.capture_lengths:
            return 0, 0
        if rules.capture_lengths == (2,) and (own % 2 or enemy % 2):
            raise GomocupError(
                f"captured {own},{enemy}: expected even numbers, {rules.name} takes stones in pairs"
            )
        return own, enemy

    def _swap2(self, points: list[int]) -> None:
        board, rules = self._rules()
        if rules.opening_distance:
            raise GomocupError(f"Swap2 is played where the opening is free, not in {rules.name}")
        if len(points) not in STONES:
            raise GomocupError(f"SWAP2BOARD with {len(points)} stones: expected 0, 3 or 5")
        board.alternate(points, None)
        position = board.to_search(rules)
        if not points:
            points = opening(rules, self._limits(position), self._searcher.search)
            self._told.spend(time.monotonic() - self._asked_s)
            board.alternate(points, None)
            self._say(" ".join(format_place(point, self._size) for point in points))
            return
        result = self._search(position)
        board.own = position.side
        if swaps(result):
            board.own = 1 - position.side
            self._say("SWAP")
            return
        board.own_plays(result.best)
        self._say(format_place(result.best, self._size))

    # The rest

    def _tell_about(self, _rest: str) -> None:
        try:
            version = metadata.version(PACKAGE)
        except metadata.PackageNotFoundError:  # it runs from a checkout
            version = "0"
        self._say(f'name="Pente", version="{version}", author="{PACKAGE}", country="none"')

    def _go_on(self, _rest: str) -> None:
        self._searcher.go_on()

    def _end(self, _rest: str) -> None:
        self.ended = True
