"""Lines of decisions as moves, and results of searches as records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.registry import family_of
from pente.analysis import Analysis, Line
from pente.turns import format_move, split_turns
from search.chance import winning_chance
from search.limits import Limits

if TYPE_CHECKING:
    from collections.abc import Sequence

    from games.family import AnyPosition
    from search.engine import Engine as SearchEngine
    from search.result import SearchResult

TURN_NODES = 5_000  # to complete a Gipf turn of which a line has only the beginning


def analysis_of(
    position: AnyPosition, result: SearchResult, engine: SearchEngine | None = None
) -> Analysis:
    """The result of a search as a record; the engine, if given, completes begun Gipf turns."""
    return Analysis(
        lines=tuple(
            Line(
                line_in_words(position, whole_turn(position, line.pv, engine)),
                line.score,
                winning_chance(line.score, position.rules),
                line.depth,
            )
            for line in result.lines
        ),
        depth=result.depth,
        nodes=result.nodes,
        seconds=result.seconds_wall,
        stopped_by=result.stopped_by,
    )


def line_in_words(position: AnyPosition, decisions: Sequence[int]) -> tuple[str, ...]:
    """The moves of a line."""
    family, ahead, words = family_of(position.rules), position.copy(), []
    for move in split_turns(position, decisions):
        words.append(format_move(family, ahead, move))
        for decision in move:
            ahead.play(decision)
    return tuple(words)


def whole_turn(
    position: AnyPosition, decisions: Sequence[int], engine: SearchEngine | None
) -> tuple[int, ...]:
    """The decisions, with the first turn completed: by short searches, else by any decisions."""
    ahead, line = position.copy(), list(decisions)
    for decision in line:
        ahead.play(decision)
        if ahead.side != position.side:
            return tuple(line)
    while ahead.side == position.side and ahead.outcome is None:
        legal = ahead.legal_moves()
        found = legal[0]
        if engine is not None and len(legal) > 1:
            found = engine.search(ahead.copy(), Limits(nodes=TURN_NODES)).best
        line.append(found)
        ahead.play(found)
    return tuple(line)
