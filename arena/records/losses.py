"""What a format does not hold of a game, in words: found by reading the written text again."""

from __future__ import annotations

from collections import Counter

from arena.records.formats import read_record
from games.errors import GameError
from games.tree import GameTree, turns_of

LISTED = 6  # names in a message


def losses(record: GameTree, format_: str, text: str) -> list[str]:
    """What `text`, the record in this format, does not hold; empty if it holds everything.

    Comments, variations and markup are counted, headers are named.
    """
    missing = _rules_lost(record, format_, text)
    try:
        again = read_record(text, format_=format_, preset=record.rules.name)
    except GameError as error:
        return [*missing, f"a game that reads back ({error})"]
    if again.rules != record.rules and not missing:
        missing.append(f"the rules {record.rules.name} (it reads as {again.rules.name})")
    if again.start.key != record.start.key:
        missing.append("the moves" if format_ == "position" else "the start")
    elif again.end().key != record.end().key:
        missing.append("the moves")
    missing += _text_lost(record, again)
    return missing


def _rules_lost(record: GameTree, format_: str, text: str) -> list[str]:
    try:
        alone = read_record(text, format_=format_).rules.name
    except GameError:
        alone = None  # as when a capture is missing
    if alone == record.rules.name:
        return []
    taken = "other programs take it for Gomoku" if format_ == "psq" else f"it reads as {alone}"
    return [f"the rules {record.rules.name}" + (f" ({taken})" if alone or format_ == "psq" else "")]


def _text_lost(record: GameTree, again: GameTree) -> list[str]:
    missing = []
    pairs = zip(record.names, again.names, strict=True)
    if any(name and name != other for name, other in pairs):
        missing.append("the players' names")
    if record.result != again.result:
        missing.append(f"the result {record.result}")
    tags = [name for name, value in record.tags.items() if again.tags.get(name) != value]
    if tags:
        more = f" and {len(tags) - LISTED} more" if len(tags) > LISTED else ""
        missing.append(f"the headers {', '.join(tags[:LISTED])}{more}")
    lost = _variations(record) - _variations(again)
    if lost:
        missing.append(_count(lost, "move of variations", "moves of variations"))
    mine, kept = _comments(record), _comments(again)
    changed = len(mine) - sum(
        min(mine.count(comment), kept.count(comment)) for comment in set(mine)
    )
    if changed:
        missing.append(_count(changed, "comment", "comments"))
    marks = (_marks(record) - _marks(again)).total()
    if marks:
        missing.append(_count(marks, "arrow or mark on the board", "arrows and marks on the board"))
    return missing


def _marks(record: GameTree) -> Counter[tuple[str, ...]]:
    return Counter(mark for node in record.nodes.values() for mark in node.markup)


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _variations(record: GameTree) -> int:
    return len(record.nodes) - len(record.main_line())


def _comments(record: GameTree) -> list[str]:
    """The comments, the game's first; those of one turn of the main line count as one."""
    main = record.main_line()[1:]
    first: dict[int, int] = {}  # of each move of the main line the first one of its turn
    for turn in turns_of(record.start, record.moves):
        begun = len(first)
        first |= dict.fromkeys(main[begun : begun + len(turn)], main[begun])
    said: dict[int, list[str]] = {}
    for node in record.in_order():
        said.setdefault(first.get(node.id, node.id), []).extend(node.comment.split())
    return [" ".join(words) for words in said.values() if words]
