"""The lessons that the page offers: courses of steps, from the files that families name.

A file is JSON. Its sentences are in `texts`, by a code. A file of the same name in a folder beside
it, such as `de`, is this table in another language. A step NAME has the texts `NAME` (its title),
`NAME.ask`, `NAME.right` and `NAME.wrong`; the last is said of every wrong move that has no text of
its own.

    preset   the game of the steps that name no other
    puzzles  the game whose puzzles follow; the preset, unless given
    steps    name      the beginning of its codes
             does      what each accepted move does, and no other legal one: for the tests
             play      by accepted move, the opponent's answer; "*" for every move not in `wrong`
             moves     the moves from the start of the game to the position; without `moves` and
                       `position` the step goes on where the last one has ended
             position  the position as text instead
             wrong     by code of a text, moves that it is said of
"""

from __future__ import annotations

from functools import cache
from itertools import groupby
from pathlib import Path

import msgspec

from arena.puzzles import WIN, Puzzle, games_with_puzzles, read_puzzles
from games.registry import families, family_named
from web.contract import study
from web.errors import NotFound

ENGLISH = "en"
PUZZLES = 10  # after a course
ALIKE = 2  # of them with wins of the same length, while there are longer ones


class StepText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step in a file."""

    name: str
    does: list[str]
    play: dict[str, str]
    moves: str | None = None
    position: str | None = None
    preset: str | None = None
    wrong: dict[str, str] = {}


class CourseText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file."""

    preset: str
    steps: list[StepText]
    texts: dict[str, str]
    puzzles: str | None = None


def all_courses(language: str = ENGLISH) -> list[study.Lessons]:
    """The courses of all families. Raises NotFound for a file that cannot be used."""
    return [course_of(path, language) for family in families() for path in family.lessons]


@cache
def course_of(path: str, language: str = ENGLISH) -> study.Lessons:
    """The course of a file, in English where it has no texts in this language.

    Raises NotFound with the path and what is wrong.
    """
    try:
        text = read_course(path)
        translated = texts_file(path, language)
        if translated.exists():
            texts = msgspec.json.decode(translated.read_bytes(), type=dict[str, str])
            text = msgspec.structs.replace(text, texts={**text.texts, **texts})
        steps: list[study.LessonStep] = []
        for step in text.steps:
            steps.append(_step(text, step, steps[-1] if steps else None))
        return study.Lessons(
            id=Path(path).stem,
            title=text.texts["title"],
            steps=steps,
            puzzles=puzzles_after(text.puzzles or text.preset),
        )
    except KeyError as error:
        raise NotFound(f"the lessons in {path} have no text {error}") from error
    except (OSError, ValueError) as error:
        raise NotFound(f"cannot read the lessons in {path}: {error}") from error


def texts_file(path: str, language: str) -> Path:
    """The file of a course's texts in a language other than English."""
    return Path(path).parent / language / Path(path).name


def read_course(path: str) -> CourseText:
    """The content of a file. Raises OSError or ValueError."""
    return msgspec.json.decode(Path(path).read_bytes(), type=CourseText)


def puzzles_after(game: str) -> list[str]:
    """The ids of the puzzles after a course: the easiest wins of each length, shortest first."""
    wins = read_puzzles(game).puzzles if game in games_with_puzzles() else ()
    wins = tuple(sorted((puzzle for puzzle in wins if puzzle.kind == WIN), key=_effort))
    ranked = [
        (rank // ALIKE, puzzle.moves, puzzle)
        for _, alike in groupby(wins, lambda win: win.moves)
        for rank, puzzle in enumerate(alike)
    ]
    chosen = [puzzle for *_, puzzle in sorted(ranked, key=lambda entry: entry[:2])[:PUZZLES]]
    return [puzzle.id for puzzle in sorted(chosen, key=_effort)]


def _effort(puzzle: Puzzle) -> tuple[int, int]:
    return puzzle.moves, puzzle.nodes


def _step(course: CourseText, step: StepText, last: study.LessonStep | None) -> study.LessonStep:
    """A step as the page gets it. Raises KeyError without a text, ValueError without a position."""
    preset = step.preset or course.preset
    family = family_named(preset)
    position = step.position or family.format_position(family.start())
    moves = (step.moves or "").split()
    if step.moves is None and step.position is None:
        if last is None:
            raise ValueError(f"the first step, {step.name}, has no position")
        (played, answer), *_ = last.play.items()
        preset, position, moves = last.preset, last.position, [*last.moves, played, *answer]
    said = {move: code for code, moves in step.wrong.items() for move in moves.split()}
    if "*" not in step.play:
        said["*"] = f"{step.name}.wrong"
    return study.LessonStep(
        id=step.name,
        title=course.texts[step.name],
        preset=preset,
        position=position,
        moves=moves,
        ask=course.texts[f"{step.name}.ask"],
        play={move: answer.split() for move, answer in step.play.items()},
        right=course.texts[f"{step.name}.right"],
        wrong={move: course.texts[code] for move, code in said.items()},
    )
