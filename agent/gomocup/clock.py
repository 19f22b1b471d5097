"""What a manager allows a brain, as `INFO` tells it, and how much of that a search may use.

All times of the protocol are milliseconds by the clock on the wall. A turn is over when our answer
has been read, so some of it is left for what is not searching: a part that grows with the turn and
has an end. Where the whole match is limited as well, the agent's plan shares it out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.clock import plan
from agent.gomocup.errors import GomocupError
from agent.gomocup.protocol import NO_LIMIT_MS, is_number, parse_numbers
from search.limits import MOST_S, Limits

if TYPE_CHECKING:
    from search.weights import Weights

TURN_S = 5.0  # where a manager says nothing
OVERHEAD_S = 0.01  # of a move beside its search: to be told, to answer, to be scheduled
MARGIN_SHARE = 0.04  # of a turn, kept beside that
MOST_MARGIN_S = 0.3
LEAST_SEARCH_S = 0.002  # in less than this a few nodes are searched, whatever the clock says
FAST_NODES = 200  # "as fast as possible": a millisecond

MIB = 1 << 20
TABLE_MB = 64  # where a manager says nothing of memory
MOST_TABLE_MB = 256
PROGRAM_MB = 64  # what the interpreter and the engine take beside the table

TIMES = ("timeout_turn", "timeout_match", "time_left")  # milliseconds
COUNTS = ("max_memory", "rule", "max_node", "max_depth")  # the last two are no part of the protocol


class Told:
    """What `INFO` has told so far; it outlives START and RESTART, but for what was of one game.

    rule      the number of the rules
    captured  stones taken before the next BOARD, by the brain and by its enemy; of this game
    """

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._spent_s = 0.0  # since `time_left` was told, or since the match began
        self.captured = (0, 0)

    def learn(self, key: str, value: str) -> None:
        """Take in one `INFO`; keys that are not known are passed over.

        Raises GomocupError for a value that its key cannot have.
        """
        name, word = key.lower(), value.strip()
        if name == "captured":
            own, enemy = parse_numbers(word, 2, "captured OWN,ENEMY")
            if not (0 <= own <= 100 and 0 <= enemy <= 100):
                raise GomocupError(f"captured {word}: expected two numbers of stones")
            self.captured = own, enemy
        elif name in (*TIMES, *COUNTS):
            if not is_number(word):
                raise GomocupError(f"{name} {word}: expected a whole number")
            self._numbers[name] = int(word)
            if name == "time_left":
                self._spent_s = 0.0

    @property
    def rule(self) -> int:
        """The number of the rules: freestyle, unless told otherwise."""
        return self._numbers.get("rule", 0)

    @property
    def table_mb(self) -> int:
        """MiB for the table, so that the whole process stays within `max_memory`; at least 1."""
        allowed = self._numbers.get("max_memory", 0)
        if allowed <= 0:
            return TABLE_MB
        left = min(allowed // MIB - PROGRAM_MB, MOST_TABLE_MB)
        return 1 << left.bit_length() - 1 if left > 1 else 1

    def new_match(self) -> None:
        """Begin a match: forget the last one's captured stones, and its time left.

        Time left that was told since the last turn is of the match that begins.
        """
        if self._spent_s > 0:
            self._numbers.pop("time_left", None)
        self._spent_s = 0.0
        self.captured = (0, 0)

    def spend(self, seconds: float) -> None:
        """Take the seconds of a turn off what is left of the match."""
        self._spent_s += seconds

    def match_left_s(self) -> float | None:
        """Seconds left of the match, below 0 where it is overdrawn; None where it has no limit."""
        whole = self._numbers.get("timeout_match")
        left = self._numbers.get("time_left", whole)
        if whole == 0 or left is None or left >= NO_LIMIT_MS:
            return None
        return left / 1000 - self._spent_s

    def limits(self, own_move: int, empty_points: int, waited_s: float, weights: Weights) -> Limits:
        """What the search of own move number `own_move` may use, `waited_s` after it was asked."""
        nodes, depth = self._positive("max_node"), self._positive("max_depth")
        turn_ms = self._numbers.get("timeout_turn")
        turn_s = min(TURN_S if turn_ms is None else turn_ms / 1000, MOST_S)
        hard_s, aim_s = turn_s - margin_s(turn_s) - waited_s, None
        left_s = self.match_left_s()
        if left_s is not None:
            budget = plan(
                left_s - waited_s,
                own_move=own_move,
                empty_points=empty_points,
                spent_s=0.0,
                overhead_s=OVERHEAD_S,
                share_percent=weights["share_percent"],
                limit_percent=weights["limit_percent"],
            )
            hard_s = min(hard_s, budget.maximum_s)
            aim_s = min(hard_s, budget.target_s)
        if hard_s < LEAST_SEARCH_S:
            return Limits(nodes=min(nodes or FAST_NODES, FAST_NODES), depth=depth)
        return Limits(wall_s=hard_s, aim_s=aim_s, nodes=nodes, depth=depth)

    def _positive(self, name: str) -> int | None:
        """A number above 0 that was told, or None."""
        number = self._numbers.get(name, 0)
        return min(number, (1 << 62) - 1) if number > 0 else None


def margin_s(turn_s: float) -> float:
    """How much of a turn is not searched, at most half of it."""
    return max(0.0, min(turn_s / 2, OVERHEAD_S + MARGIN_SHARE * turn_s, MOST_MARGIN_S))
