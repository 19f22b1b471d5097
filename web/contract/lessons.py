"""Messages about lessons."""

from __future__ import annotations

from web.contract.schema import View


class LessonStep(View, frozen=True):
    """A step of a course: a position, and the move that the learner is to find.

    preset           the game of the position
    position, moves  where the step begins: a position as text, and the moves played from there
    ask              what the learner is to do
    play             by accepted move, the opponent's answer, decision by decision; "*" stands for
                     every move that is not in `wrong`
    right            what an accepted move shows
    wrong            by move, why it is not the one; "*" stands for every other move
    """

    id: str
    title: str
    preset: str
    position: str
    moves: list[str]
    ask: str
    play: dict[str, list[str]]
    right: str
    wrong: dict[str, str]


class Lessons(View, frozen=True):
    """The lessons of a game, and the ids of the puzzles that follow, the shortest win first."""

    id: str
    title: str
    steps: list[LessonStep]
    puzzles: list[str]
