"""Between the games of this package and the records of the packages below."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.gipf.position import GipfPosition
from games.records.five_game import START, RecordedGame, RecordedMove
from games.records.gipf_game import GipfGame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from arena.records.formats import Record
    from games.family import AnyPosition


def decisions_of(record: Record) -> list[int]:
    """The decisions of a record's main line."""
    return record.moves if isinstance(record, GipfGame) else record.main_line()


def record_of(
    start: AnyPosition,
    decisions: Sequence[int],
    before: Record | None,
    *,
    players: tuple[str, str],
    result: str,
    comment: str,
    tags: dict[str, str],
) -> Record:
    """A game as a record, with the variations and comments of the record that it came from."""
    tree: Sequence[RecordedMove] = ()
    if before is not None:
        tree = before.tree if isinstance(before, GipfGame) else before.moves
    moves = with_main_line(tree, decisions)
    if isinstance(start, GipfPosition):
        return GipfGame.of_tree(start, moves, comment, result=result, names=players, tags=tags)
    return RecordedGame(start, moves, names=players, result=result, comment=comment, tags=tags)


def with_main_line(tree: Sequence[RecordedMove], decisions: Sequence[int]) -> list[RecordedMove]:
    """The tree whose main line are these decisions.

    Moves up to the first difference keep their comments and variations. What followed in the old
    main line is left out; so are the variations from there, if no new move takes its place.
    """
    children: dict[int, list[int]] = {}
    for index, move in enumerate(tree):
        children.setdefault(move.parent, []).append(index)
    line = [START]
    while len(line) <= len(decisions):
        following = children.get(line[-1], [])
        if not following or tree[following[0]].point != decisions[len(line) - 1]:
            break
        line.append(following[0])
    ended = len(line) > len(decisions)
    after = children.get(line[-1], [])
    dropped = set(after if ended else after[:1])
    place = {old: new for new, old in enumerate(line[1:])} | {START: START}
    moves = [RecordedMove(place[tree[old].parent], *_rest(tree[old])) for old in line[1:]]
    moves += [
        RecordedMove(number - 1, decisions[number]) for number in range(len(moves), len(decisions))
    ]
    for old, move in enumerate(tree):
        if old in dropped or move.parent in dropped:
            dropped.add(old)
        elif old not in place:
            place[old] = len(moves)
            moves.append(RecordedMove(place[move.parent], *_rest(move)))
    return moves


def _rest(move: RecordedMove) -> tuple[int, str]:
    """A move's point and comment."""
    return move.point, move.comment
