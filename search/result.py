"""The result of a search: records for the packages above."""

from __future__ import annotations

from search.score import WIN, is_loss, is_win, own_moves_to_win

DEPTH = "depth"
NODES = "nodes"
TIME = "time"
STOP = "stop"  # the caller ended the search
PROVEN = "proven"  # a win or loss is proven; deeper search changes nothing
ONLY_MOVE = "only move"
ENOUGH = "enough"  # most of the aim is spent, or the end of the game is proven (search.pace)


class Line:
    """One line of play.

    score  for the side to move at the root
    pv     its points
    depth  turns of the search that found it; 0: none did
    """

    __slots__ = ("depth", "pv", "score")

    def __init__(self, score: int, pv: tuple[int, ...], depth: int = 0) -> None:
        self.score = score
        self.pv = pv
        self.depth = depth

    @property
    def win_in(self) -> int | None:
        """Own moves to a proven win, the last included, or None."""
        return own_moves_to_win(self.score)


class SearchResult:
    """The result of a search.

    best          the point to play, first of the principal variation
    score         value for the side to move (`search.score`)
    depth         turns of the last finished iteration
    nodes         positions entered, over all iterations
    seconds_wall  wall-clock time
    seconds_cpu   CPU time of all processes of the search together
    pv            principal variation, the moves of best play
    lines         the best lines, best first, at most `multipv`. If a limit ended an iteration, some
                  are one turn deeper than the others (`search.root.merged`)
    stopped_by    what ended it: DEPTH, NODES, TIME, STOP, PROVEN, ONLY_MOVE or ENOUGH
    """

    __slots__ = (
        "best",
        "depth",
        "lines",
        "nodes",
        "pv",
        "score",
        "seconds_cpu",
        "seconds_wall",
        "stopped_by",
    )

    def __init__(
        self,
        *,
        lines: tuple[Line, ...],
        depth: int,
        nodes: int,
        seconds_wall: float,
        seconds_cpu: float,
        stopped_by: str,
    ) -> None:
        self.lines = lines
        self.score = lines[0].score
        self.pv = lines[0].pv
        self.best = self.pv[0]
        self.depth = depth
        self.nodes = nodes
        self.seconds_wall = seconds_wall
        self.seconds_cpu = seconds_cpu
        self.stopped_by = stopped_by

    @property
    def win_in(self) -> int | None:
        """Own moves to a proven win, the last included, or None."""
        return own_moves_to_win(self.score)


def nothing_to_learn(lines: tuple[Line, ...], depth: int) -> bool:
    """Whether every line's score is proven within the depth searched, so no shorter way exists.

    A win in so many turns is found one turn less deep; the next shorter win is two turns shorter.
    """
    return all(
        (is_win(line.score) and WIN - line.score <= depth + 3)
        or (is_loss(line.score) and WIN + line.score <= depth + 1)
        for line in lines
    )
