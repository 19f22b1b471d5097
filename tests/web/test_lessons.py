"""Lessons: what a step says of its moves is checked by the rules and the search.

What accepted moves do (`does`) holds of each of them and of no other legal move: no right move is
refused, and no wrong one is praised.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from arena.puzzles import read_puzzles
from games.five.position import CAPTURES, FIVE
from games.five.shapes import made_by
from games.gipf.position import EMPTY_RESERVE, NO_GIPF_PIECE
from games.registry import families, family_named, family_of
from games.rules import EMPTY
from pente import Analysis, Game, analyse
from web.errors import NotFound
from web.families.choice import views_of
from web.records.lessons import (
    ENGLISH,
    PUZZLES,
    StepText,
    course_of,
    read_course,
    texts_file,
)
from web.words import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


FILES = [path for family in families() for path in family.lessons]
LONGEST_TEXT = 220  # characters: what a panel shows at once
NODES = 100_000
PLACE = re.compile(r"(?<![A-Za-z])[A-Ta-i][0-9]{1,2}(?![0-9])")


def _after(board: Any, move: int) -> Any:
    """The position after a move."""
    after = board.copy()
    after.play(move)
    return after


def _ends(board: Any, move: int) -> str:
    """How a move wins, or ""."""
    end = _after(board, move).outcome
    return end.termination if end is not None and end.winner == board.side else ""


def _taken(board: Any, move: int) -> int:
    """The stones or pieces that a move takes."""
    return family_of(board.rules).taken_by(board, move)


def _shapes(board: Any, move: int) -> list[str]:
    """What a stone makes, with every kind of four alike and last."""
    return sorted(made_by(board, move).shapes, key="open three four open four".index)


def _fours(board: Any, move: int) -> int:
    return sum(shape.endswith("four") for shape in _shapes(board, move))


def _stops(does: Callable[..., Any]) -> Callable[[Any, int], bool]:
    """Whether the opponent has no move that does this after ours."""
    refuted: set[int] = set()  # answers that did it before are tried first

    def holds(board: Any, move: int) -> bool:
        after = _after(board, move)
        for answer in sorted(after.legal_moves(), key=lambda one: one not in refuted):
            if does(after, answer):
                refuted.add(answer)
                return False
        return True

    return holds


def _is_into_a_capture(board: Any, move: int) -> bool:
    """Whether a stone of the opponent's beside the pair would have captured it, if played later."""
    after = _after(board, move)
    for point, cell in enumerate(after.cells):
        if cell == 2 - board.side:
            after.cells[point] = EMPTY
            taken = after.captures_of(point)
            after.cells[point] = cell
            if move in taken:
                return True
    return False


def _analysis(board: Any) -> Analysis:
    """What the engine finds for the side to move."""
    family = family_of(board.rules)
    game = Game.from_text(family.format_position(board), family.rules.name)
    return analyse(game, nodes=NODES)


def _wins(board: Any, move: int) -> bool:
    """Whether the engine proves that the opponent has lost after the move."""
    return _analysis(_after(board, move)).loss_in is not None


def _brings_in(board: Any, move: int, spot: str) -> bool:
    family: Any = family_of(board.rules)
    return bool(board.placing and family.place_of(board, move) == family.place_named(spot))


def _fills(board: Any, move: int, spot: str) -> bool:
    cells = _after(board, move).cells
    at = family_of(board.rules).place_named(spot)
    return bool(cells[at] == 1 + board.side and board.cells[at] == EMPTY)


# What a move can do, by the words of a file; the last group of a pattern is an argument.
CLAIMS: dict[str, Callable[..., Any]] = {
    "legal": lambda *_: True,
    "five": lambda board, move: _ends(board, move) == FIVE,
    "wins by captures": lambda board, move: _ends(board, move) == CAPTURES,
    r"takes (\d+)": lambda board, move, count: _taken(board, move) == int(count),
    "open three": lambda board, move: "open three" in _shapes(board, move),
    "open four": lambda board, move: "open four" in _shapes(board, move),
    "two open threes": lambda board, move: _shapes(board, move).count("open three") > 1,
    "two fours": lambda board, move: _fours(board, move) > 1,
    "four and open three": lambda board, move: (
        _fours(board, move) and "open three" in _shapes(board, move)
    ),
    "stops five": _stops(lambda board, move: _ends(board, move) == FIVE),
    "stops open four": _stops(lambda board, move: {"open four", "five"} & {*_shapes(board, move)}),
    "saves": _stops(_taken),
    "into a capture": _is_into_a_capture,
    r"brings in (..)": _brings_in,
    r"fills (..)": _fills,
    "makes a row": lambda board, move: _after(board, move).side == board.side,
    "keeps GIPF-pieces": lambda board, move: (
        _after(board, move).gipf_pieces(board.side) == board.gipf_pieces(board.side)
    ),
    "takes the last GIPF-piece": lambda board, move: _ends(board, move) == NO_GIPF_PIECE,
    "leaves no piece to bring in": lambda board, move: _ends(board, move) == EMPTY_RESERVE,
}
PROVED = {"wins": _wins}  # a search for each move: of accepted moves only


def _claim(words: str) -> Callable[[Any, int], bool]:
    for pattern, holds in {**CLAIMS, **PROVED}.items():
        if match := re.fullmatch(pattern, words):
            return lambda board, move: bool(holds(board, move, *match.groups()))
    raise AssertionError(f"no claim is called {words!r}")


def _steps() -> Iterator[Any]:
    for path in FILES:
        for step, sent in zip(read_course(path).steps, course_of(path).steps, strict=True):
            yield pytest.param(step, sent, id=f"{course_of(path).id}-{step.name}")


@pytest.mark.parametrize(("step", "sent"), [*_steps()])
def test_a_step_accepts_the_moves_that_do_what_it_says(step: StepText, sent: Any) -> None:
    """Each of them and no other, and none lets the opponent win by force.

    Answers and wrong moves are legal, and written as the page writes them.
    """
    family = family_named(sent.preset)
    board = family.parse_position(sent.position)
    for move in sent.moves:
        board.play(family.parse_move(board, move))
    assert board.outcome is None
    legal = {views_of(family).text_of(board, move): move for move in board.legal_moves()}
    named = {*sent.play, *sent.wrong} - {"*"}
    assert named <= {*legal}
    assert not sent.play.keys() & {*sent.wrong} - {"*"}
    accepted = {*legal} - {*sent.wrong} if "*" in sent.play else {*sent.play}
    cheap = [_claim(words) for words in step.does if words not in PROVED]
    does = {text for text, move in legal.items() if all(claim(board, move) for claim in cheap)}
    assert accepted == does
    for text, answers in sent.play.items():
        move = min(legal.values()) if text == "*" else legal[text]
        assert all(_claim(words)(board, move) for words in step.does if words in PROVED)
        after = _after(board, move)
        for answer in answers:
            assert after.side != board.side
            after.play(family.parse_move(after, answer))
        if after.outcome is None:
            analysis = _analysis(after)
            assert (analysis.loss_in if after.side == board.side else analysis.win_in) is None, text


@pytest.mark.parametrize("path", FILES)
def test_a_course_ends_with_a_win(path: str) -> None:
    """Its sentences are short and all used; ten puzzles follow, whose wins grow longer."""
    text, course = read_course(path), course_of(path)
    assert {*text.steps[-1].does} & {"five", "wins by captures", *[*CLAIMS][-2:]}
    used = {"title", *(code for step in text.steps for code in step.wrong)}
    for step in text.steps:
        parts = ("ask", "right") if "*" in step.play else ("ask", "right", "wrong")
        used |= {step.name} | {f"{step.name}.{part}" for part in parts}
    assert used == {*text.texts}
    assert all(len(sentences) <= LONGEST_TEXT for sentences in text.texts.values())
    moves = {one.id: one.moves for one in read_puzzles(text.puzzles or text.preset).puzzles}
    lengths = [moves[one] for one in course.puzzles]
    assert len({*course.puzzles}) == PUZZLES
    assert lengths == sorted(lengths)


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != ENGLISH])
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.split("/")[-1])
def test_a_course_is_in_each_language(path: str, language: str) -> None:
    """It has all texts, which fit the panel and name the points and spots of the English ones."""
    english = read_course(path).texts
    texts = json.loads(texts_file(path, language).read_text("utf-8"))
    assert texts.keys() == english.keys()
    for code, text in texts.items():
        assert 0 < len(text) <= 1.4 * LONGEST_TEXT, code
        assert sorted({*PLACE.findall(text)}) == sorted({*PLACE.findall(english[code])}), code
    assert course_of(path, language).title == texts["title"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "truncated"),
        ('{"preset": "pente", "steps": [], "texts": {}}', "no text 'title'"),
        ('{"preset": "pente", "texts": {}, "steps": [{"name": "a"}]}', "does"),
        ('{"preset": "pente", "texts": {}, "steps": [{"name": "a", "does": [], "play": {}}]}', "a"),
    ],
)
def test_a_bad_file_is_named(tmp_path: Path, text: str, reason: str) -> None:
    """The path and what is wrong are said."""
    path = tmp_path / "chess.json"
    path.write_text(text)
    with pytest.raises(NotFound, match=re.escape(reason)) as error:
        course_of(str(path))
    assert str(path) in error.value.detail
