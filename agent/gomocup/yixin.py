"""The messages of Yixin's extension of the protocol, which Yixin-Board and Rapfi's boards read.

    MESSAGE INFO MAX_THREAD_NUM 1            after YXSHOWINFO: what the board may offer
    MESSAGE INFO MAX_HASH_SIZE 18            kibibytes, as a power of two
    MESSAGE (1) 83 | 6-6 | H8 I9 I8          a line of YXNBEST: its number, score, depth, points
    MESSAGE (2) -M4 | 6-6 | G7 H8            lost in four turns of both sides

Yixin names columns with the letter I and counts rows from the bottom.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from agent.gomocup.clock import MOST_TABLE_MB
from search.score import WIN, is_loss, is_win

if TYPE_CHECKING:
    from collections.abc import Iterator

    from search.result import SearchResult

LETTERS = "ABCDEFGHIJKLMNOPQRST"
MOST_KIB_LOG2 = MOST_TABLE_MB.bit_length() - 1 + 10  # of the table, a power of two
ABILITIES = ("INFO MAX_THREAD_NUM 1", f"INFO MAX_HASH_SIZE {MOST_KIB_LOG2}")


def lines_in_words(result: SearchResult, size: int) -> Iterator[str]:
    """The text of each line of a search, best first.

    A win or loss that is proven in so many turns of both sides has the score `+M5` or `-M4`.
    """
    for number, line in enumerate(result.lines, 1):
        score = str(line.score)
        if is_win(line.score):
            score = f"+M{WIN - line.score}"
        elif is_loss(line.score):
            score = f"-M{WIN + line.score}"
        points = (f"{LETTERS[point % size]}{size - point // size}" for point in line.pv)
        yield f"({number}) {score} | {line.depth}-{line.depth} | {' '.join(points)}"
