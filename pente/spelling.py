"""Results of searches as records, with their lines in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.registry import family_of
from pente.analysis import Analysis, Line
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
    family = family_of(position.rules)
    return Analysis(
        lines=tuple(
            Line(
                tuple(family.format_line(position, whole_turn(position, line.pv, engine))),
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
