"""The limits that `INFO` sets, and how much of them a search may use.

All times of the protocol are milliseconds of wall time. A turn ends when the manager has read our
answer, so the search leaves a margin. The margin grows with the turn up to a maximum. If the whole
match has a limit too, the agent's time plan divides it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.clock import plan
from agent.gomocup.protocol import (
    LONGEST_ECHO,
    NO_LIMIT_MS,
    GomocupError,
    is_number,
    parse_numbers,
)
from search.limits import MOST_S, Limits

if TYPE_CHECKING:
    from search.weights import Weights

TURN_S = 5.0  # default
OVERHEAD_S = 0.01  # a move's time outside its search: input, output, scheduling
MARGIN_SHARE = 0.04  # share of a turn that is kept in addition
MOST_MARGIN_S = 0.3
LEAST_SEARCH_S = 0.002  # with less time the limit is FAST_NODES instead
FAST_NODES = 200  # "as fast as possible": about a millisecond

MIB = 1 << 20
TABLE_MB = 64  # default
MOST_TABLE_MB = 256
PROGRAM_MB = 64  # memory of the interpreter and the engine without the table

TIMES = ("timeout_turn", "timeout_match", "time_left")  # milliseconds
COUNTS = ("max_memory", "rule", "max_node", "max_depth")  # the last two extend the protocol


class InfoValues:
    """The values that `INFO` has set. START and RESTART keep them, except those of one game.

    rule      the number of the rules
    captured  stones taken before the next BOARD, by the brain and by its opponent; of this game
    """

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._spent_s = 0.0  # since the last `time_left`, or since the match began
        self.captured = (0, 0)

    def learn(self, key: str, value: str) -> None:
        """Store the value of one `INFO`; ignore unknown keys.

        Raises GomocupError for a value that its key cannot have.
        """
        name, word = key.lower(), value.strip()
        if name == "captured":
            own, opponent = parse_numbers(word, 2, "captured OWN,OPPONENT")
            if not (0 <= own <= 100 and 0 <= opponent <= 100):
                raise GomocupError(
                    f"captured {word[:LONGEST_ECHO]}: expected two numbers of stones"
                )
            self.captured = own, opponent
        elif name in (*TIMES, *COUNTS):
            if not is_number(word):
                raise GomocupError(f"{name} {word[:LONGEST_ECHO]}: expected a whole number")
            self._numbers[name] = int(word)
            if name == "time_left":
                self._spent_s = 0.0

    @property
    def rule(self) -> int:
        """The number of the rules; the default is freestyle."""
        return self._numbers.get("rule", 0)

    @property
    def table_mb(self) -> int:
        """The MiB for the table, so that the process stays within `max_memory`; at least 1."""
        allowed = self._numbers.get("max_memory", 0)
        if allowed <= 0:
            return TABLE_MB
        left = min(allowed // MIB - PROGRAM_MB, MOST_TABLE_MB)
        return 1 << left.bit_length() - 1 if left > 1 else 1

    def new_match(self) -> None:
        """Begin a match: reset the captured stones and the time left.

        A `time_left` received since the last turn already belongs to the new match.
        """
        if self._spent_s > 0:
            self._numbers.pop("time_left", None)
        self._spent_s = 0.0
        self.captured = (0, 0)

    def spend(self, seconds: float) -> None:
        """Subtract the seconds of a turn from the match time."""
        self._spent_s += seconds

    def match_left_s(self) -> float | None:
        """The seconds left of the match, negative if it is exceeded; None without a limit."""
        whole = self._numbers.get("timeout_match")
        left = self._numbers.get("time_left", whole)
        if whole == 0 or left is None or left >= NO_LIMIT_MS:
            return None
        return left / 1000 - self._spent_s

    def limits(self, own_move: int, empty_points: int, waited_s: float, weights: Weights) -> Limits:
        """The search limits of own move `own_move`, `waited_s` after its command arrived."""
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
        """The number that `INFO` set, if it is above 0, or None."""
        number = self._numbers.get(name, 0)
        return min(number, (1 << 62) - 1) if number > 0 else None


def margin_s(turn_s: float) -> float:
    """The seconds of a turn that are not searched, at most half of it."""
    return max(0.0, min(turn_s / 2, OVERHEAD_S + MARGIN_SHARE * turn_s, MOST_MARGIN_S))
