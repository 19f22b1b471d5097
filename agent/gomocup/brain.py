"""Our brain for the Gomocup protocol: it takes a line of text, searches, and answers in lines.

| command | answer |
|---|---|
| START SIZE, START W H, RECTSTART W,H, RESTART | OK, or ERROR: 5 to 20 lines, square boards only |
| BEGIN, TURN X,Y, BOARD ... DONE | X,Y, or ERROR |
| SWAP2BOARD ... DONE | three points, a point, or SWAP |
| TAKEBACK X,Y | OK, or ERROR |
| INFO KEY VALUE | none; unknown keys and bad values are ignored |
| STOP, YXSTOP | none; ends the running search, which answers with its best move so far |
| ABOUT | name, version, author, country |
| YXBOARD ... DONE | none, or ERROR; sets the board, like BOARD |
| YXNBEST N | a MESSAGE for each of the N best lines, then X,Y, or ERROR |
| YXSHOWINFO, YXHASHCLEAR | MESSAGE |
| YXSHOWFORBID | FORBID and no points, which only Renju has |
| END | none; sets `ended` |
| anything else | UNKNOWN; the points of an unknown YX... command, up to its DONE, are passed over |

Commands that begin with YX are Yixin's (`agent.gomocup.yixin`).

An ERROR leaves the board unchanged, except that an opponent's stone that ends the game stays.
`agent.gomocup.loop` reads lines during a search.
"""

from __future__ import annotations

import re
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from agent import VERSION
from agent.gomocup.board import BrainBoard
from agent.gomocup.clock import InfoValues
from agent.gomocup.protocol import (
    FREESTYLE,
    LARGEST,
    LONGEST_ECHO,
    SMALLEST,
    GomocupError,
    format_place,
    parse_numbers,
    parse_place,
    parse_stones,
    rules_of,
)
from agent.gomocup.searcher import GomocupSearcher
from agent.gomocup.swap2 import STONES, opening
from agent.gomocup.yixin import ABILITIES, lines_in_words
from agent.instant import instant_move
from agent.protocol import allowed_points

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.five.position import FivePosition
    from games.five.rules import FiveRules
    from search.limits import Limits
    from search.result import SearchResult

PACKAGE = "pente-engine"
BLOCKS = ("BOARD", "YXBOARD", "SWAP2BOARD")
OF_A_BLOCK = re.compile(r"-?\d+,|DONE$")
ANYWHERE = ("INFO", "ABOUT", "STOP", "YXSTOP")  # also between a BOARD and its DONE


class Brain:
    """The brain; it calls `say` with each line of its answers.

    ended  whether END has been received
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self.ended = False
        self._say = say
        self._info = InfoValues()
        self._board: BrainBoard | None = None
        self._size = 0
        self._block: tuple[str, list[str]] | None = None
        self._passing_over = False  # the points of an unknown command
        self._searcher = GomocupSearcher(lambda text: say(f"MESSAGE {text}"))
        self._asked_s = 0.0  # arrival time of the current line

    def take(self, line: str, came_s: float | None = None) -> None:
        """Execute one line that arrived at this monotonic time, by default now."""
        self._asked_s = time.monotonic() if came_s is None else came_s
        word, *more = line.split(maxsplit=1) or [""]
        name, rest = word.upper(), more[0].strip() if more else ""
        command = self._command(name)
        try:
            if command is None and self._block is not None:
                self._extend_block(line)
            elif command is not None:
                if name not in ANYWHERE:
                    self._break_off_block(quietly=name == "END")
                    self._passing_over = False
                command(rest)
            elif name and not (self._passing_over and OF_A_BLOCK.match(name)):
                self._passing_over = name.startswith("YX")
                self._say(f"UNKNOWN {word[:LONGEST_ECHO]}: this brain has no such command")
        except GomocupError as error:
            self._say(f"ERROR {error}")
        except MemoryError:
            self._say(f"ERROR {name[:LONGEST_ECHO]}: out of memory")

    def stop(self) -> None:
        """End the running search, and later ones at once, until a STOP is executed.

        The thread that reads lines calls it during a search.
        """
        self._searcher.stop()

    def close(self) -> None:
        """Close the engine and free its memory."""
        self._searcher.close()

    def _command(self, name: str) -> Callable[[str], None] | None:
        if name in BLOCKS:
            return lambda rest: self._open_block(name, rest)
        commands: dict[str, Callable[[str], None]] = {
            "START": self._start,
            "RECTSTART": self._start,
            "RESTART": self._restart,
            "BEGIN": self._begin,
            "TURN": self._turn,
            "TAKEBACK": self._take_back,
            "INFO": self._learn,
            "ABOUT": self._tell_about,
            "STOP": self._go_on,
            "YXSTOP": self._go_on,
            "YXNBEST": self._play_best_of,
            "YXSHOWINFO": self._tell_abilities,
            "YXSHOWFORBID": self._tell_forbidden,
            "YXHASHCLEAR": self._forget,
            "END": self._end,
        }
        return commands.get(name)

    # Games

    def _start(self, rest: str) -> None:
        words = rest.replace(",", " ").split() or [""]
        expected = "START and a number of lines"
        size, *height = parse_numbers(",".join(words), min(len(words), 2), expected)
        if height not in ([], [size]):
            raise GomocupError(f"{size} by {height[0]} lines: expected a square board")
        if not SMALLEST <= size <= LARGEST:
            raise GomocupError(f"{size} lines: expected {SMALLEST} to {LARGEST}")
        self._size = size
        self._restart("")

    def _restart(self, _rest: str) -> None:
        if not self._size:
            raise GomocupError("no game to restart: expected START")
        self._info.new_match()
        self._board = BrainBoard(rules_of(FREESTYLE, self._size))
        self._prepare()
        self._searcher.new_game()
        self._say("OK")

    def _learn(self, rest: str) -> None:
        key, *value = rest.split(maxsplit=1) or [""]
        with suppress(GomocupError):  # INFO is never answered
            self._info.learn(key, value[0] if value else "")
            self._prepare()

    def _prepare(self) -> None:
        """Open the engine now, so that the first turn does not pay for it."""
        with suppress(GomocupError):  # unsupported rules: the next move command answers with it
            self._rules()

    def _rules(self) -> tuple[BrainBoard, FiveRules]:
        """The board under the rules of `INFO rule`, with an engine open for them."""
        board = self._started()
        rules = rules_of(self._info.rule, self._size)
        board.change_rules(rules)
        self._searcher.open(rules, self._info.table_mb)
        return board, rules

    def _started(self) -> BrainBoard:
        """The board of the game, still under the earlier rules if the new ones are unsupported."""
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
        board.opponent_plays(parse_place(rest, self._size))
        self._move(board, rules)

    def _play_best_of(self, rest: str) -> None:
        """Show so many lines for the side to move, and play the best."""
        board, rules = self._rules()
        (lines,) = parse_numbers(rest, 1, "YXNBEST and a number of lines")
        board.move_for_either_side()
        self._move(board, rules, max(1, min(lines, self._size**2)))

    def _take_back(self, rest: str) -> None:
        self._started().take_back(parse_place(rest, self._size))
        self._say("OK")

    def _move(self, board: BrainBoard, rules: FiveRules, shown: int = 0) -> None:
        """Search, show so many lines, play the best move and send it."""
        point = self._best(board.to_search(rules), shown)
        board.own_plays(point)
        self._say(format_place(point, self._size))

    def _best(self, position: FivePosition, shown: int) -> int:
        """The best point by the search, else the instant move, at worst any allowed point."""
        try:
            result = self._search(position, max(1, shown))
        except (GomocupError, OSError, MemoryError) as error:
            reason = str(error) or "out of memory"
            self._say(f"MESSAGE WARNING: search failed, playing the fallback move: {reason}")
        else:
            for text in lines_in_words(result, self._size) if shown else ():
                self._say(f"MESSAGE {text}")
            return result.best
        allowed = allowed_points(position)
        try:
            return instant_move(position, allowed)[0]
        except MemoryError:
            self._say(
                "MESSAGE WARNING: the fallback move is the first allowed point: out of memory"
            )
            return allowed[0]

    def _search(self, position: FivePosition, lines: int = 1) -> SearchResult:
        try:
            return self._searcher.search(position, self._limits(position), lines)
        finally:
            self._info.spend(time.monotonic() - self._asked_s)

    def _limits(self, position: FivePosition) -> Limits:
        return self._info.limits(
            own_move=1 + position.stones_placed(position.side),
            empty_points=position.cells.count(0),
            waited_s=time.monotonic() - self._asked_s,
            weights=self._searcher.weights,
        )

    # Commands of several lines

    def _open_block(self, name: str, rest: str) -> None:
        self._block = (name, [])
        self._extend_block(rest)

    def _break_off_block(self, *, quietly: bool) -> None:
        if self._block is not None and not quietly:
            self._say(f"ERROR {self._block[0]} was interrupted: expected DONE")
        self._block = None

    def _extend_block(self, line: str) -> None:
        """Take the stones of a line; some managers send a whole block in one line."""
        assert self._block is not None
        name, stones = self._block
        for word in re.sub(r"\s*,\s*", ",", line).split():
            if word.upper() == "DONE":
                self._block = None
                self._end_block(name, stones)
                return
            stones.append(word)

    def _end_block(self, name: str, stones: list[str]) -> None:
        if name == "SWAP2BOARD":
            self._swap2([parse_place(text, self._size) for text in stones])
            return
        board, rules = self._rules()
        board.set_up(*parse_stones(stones, self._size), self._captured(rules))
        if name == "BOARD":
            self._move(board, rules)

    def _captured(self, rules: FiveRules) -> tuple[int, int]:
        """The stones taken by brain and opponent before this BOARD; reset for the next one."""
        (own, opponent), self._info.captured = self._info.captured, (0, 0)
        if not rules.capture_lengths:
            return 0, 0
        if rules.capture_lengths == (2,) and (own % 2 or opponent % 2):
            raise GomocupError(
                f"captured {own},{opponent}: expected even numbers, {rules.name} takes pairs"
            )
        return own, opponent

    def _swap2(self, points: list[int]) -> None:
        board, rules = self._rules()
        if rules.opening_distance:
            raise GomocupError(f"Swap2 needs a free opening, which {rules.name} does not have")
        if len(points) not in STONES:
            raise GomocupError(f"SWAP2BOARD with {len(points)} stones: expected 0, 3 or 5")
        board.alternate(points)
        position = board.to_search(rules)
        if not points:
            points = opening(rules, self._limits(position), self._searcher.search)
            self._info.spend(time.monotonic() - self._asked_s)
            board.alternate(points)
            self._say(" ".join(format_place(point, self._size) for point in points))
            return
        result = self._search(position)
        board.own = position.side
        if result.score < 0:  # the other colour is better
            board.own = 1 - position.side
            self._say("SWAP")
            return
        board.own_plays(result.best)
        self._say(format_place(result.best, self._size))

    # Other commands

    def _tell_about(self, _rest: str) -> None:
        self._say(f'name="Pente", version="{VERSION}", author="{PACKAGE}", country="none"')

    def _tell_abilities(self, _rest: str) -> None:
        for text in (f"Pente {VERSION}", *ABILITIES):
            self._say(f"MESSAGE {text}")

    def _tell_forbidden(self, _rest: str) -> None:
        self._started()
        self._say("FORBID .")

    def _forget(self, _rest: str) -> None:
        self._searcher.new_game()
        self._say("MESSAGE the results of earlier searches are forgotten")

    def _go_on(self, _rest: str) -> None:
        self._searcher.go_on()

    def _end(self, _rest: str) -> None:
        self.ended = True
