"""The puzzles that the page offers, and the mistakes of a game that become puzzles."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from msgspec import structs

from arena.errors import PuzzleError
from arena.puzzles import Puzzle, PuzzleFile, games_with_puzzles, read_puzzles
from games.registry import GAMES, family_named
from web.contract import study
from web.engines.lines import judged_node
from web.errors import NotFound
from web.families.views import typed_side

if TYPE_CHECKING:
    from web.sessions.session import Session

# As players see them.
FAMILIES = tuple(
    {family.group: None for family in map(family_named, GAMES) if "puzzles" in family.offers}
)


def puzzle_list(family: str) -> list[study.PuzzleEntry]:
    """The puzzles of a family, easiest first. Raises NotFound if they cannot be read."""
    files = [_file(game) for game in games_with_puzzles() if family_named(game).group == family]
    entries = [_entry(file, puzzle) for file in files for puzzle in file.puzzles]
    return sorted(entries, key=lambda entry: entry.level)


def puzzle_view(id_: str) -> study.PuzzleView:
    """The puzzle with this id. Raises NotFound."""
    game = id_.rpartition("-")[0]
    file = _file(game) if game in games_with_puzzles() else PuzzleFile(game, ())
    for puzzle in file.puzzles:
        if puzzle.id == id_:
            return study.PuzzleView(
                **structs.asdict(_entry(file, puzzle)),
                title=family_named(game).title,
                theme=puzzle.theme,  # type: ignore[arg-type]  # the reader has checked it
                moves=puzzle.moves,
                position=puzzle.position,
                line=list(puzzle.line),
            )
    raise NotFound(f"there is no puzzle {id_}")


def mistakes_of(session: Session) -> list[study.Mistake]:
    """The marked moves of the main line before which the engine's line is known."""
    tree, family = session.tree, session.family
    if family.terms.get("most_turns"):
        return []  # a position's text does not hold the limit
    mistakes = []
    for number in tree.main_line():
        node = tree.nodes[number]
        if node.mark is None or node.score is None:
            continue
        before = tree.nodes[node.parent]
        if before.score is None or not before.best.moves:
            continue
        mistakes.append(
            study.Mistake(
                node=number,
                side=typed_side(node.side),
                preset=family.rules.name,
                title=family.title,
                pieces=session.pieces,
                position=family.format_position(tree.board_at(node.parent)),
                move=node.text,
                best=before.best.moves,
                lost=judged_node(tree, number).lost or 0.0,
            )
        )
    return mistakes


def _entry(file: PuzzleFile, puzzle: Puzzle) -> study.PuzzleEntry:
    return study.PuzzleEntry(
        id=puzzle.id,
        preset=puzzle.game,
        kind=puzzle.kind,  # type: ignore[arg-type]  # the reader has checked it
        level=file.level(puzzle),
    )


@cache
def _file(game: str) -> PuzzleFile:
    """The puzzles of a game, read once. Raises NotFound if they cannot be read."""
    try:
        return read_puzzles(game)
    except PuzzleError as error:
        raise NotFound(str(error)) from error
