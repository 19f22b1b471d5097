"""Words, terms, drawings and images of families, by example; `tests/conformance` has the laws."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import UnknownRules
from games.five.position import FivePosition
from games.images import Images
from games.registry import family_named
from tests.families import FIVE as FIVE_GAMES
from tests.families import GIPF
from tests.strategies import positions

PINNED = -5053316958679238358


def test_families_terms_that_a_game_does_not_have_are_refused() -> None:
    """An unknown name, a handicap outside Gipf's basic game, or one too large is refused."""
    with pytest.raises(UnknownRules, match="gipf-basic"):
        family_named("chess")
    with pytest.raises(ValueError, match="without a handicap"):
        family_named("pente", pieces=(15, 15))
    with pytest.raises(ValueError, match="15 to 18"):
        family_named("gipf-basic", pieces=(15, 19))
    assert family_named("gipf-basic", most_turns=9, pieces=(15, 17)).terms == {
        "most_turns": 9,
        "pieces": (15, 17),
    }


def test_families_board_marks_a_move_and_the_last_stone() -> None:
    """Brackets mark a point's stone or empty place, at the edge as well."""
    family = family_named("gomoku-9")
    position = family.after([0, 8, 40])
    plain = family.board_lines(position)
    assert plain[1] == " 9 b . . . . . . . w 9"
    assert plain[5] == " 5 . . . . B . . . . 5"
    assert family.board_lines(position, 0)[1] == " 9[b]. . . . . . . w 9"
    assert family.board_lines(position, 8)[1] == " 9 b . . . . . . .[w]9"
    assert family.board_lines(position, 41)[5] == " 5 . . . . B[w]. . . 5"
    assert family.board_lines(position) == plain


@given(positions(), st.data())
def test_what_differs_in_the_rules_differs_in_the_key(
    position: FivePosition, data: st.DataObject
) -> None:
    """Another side to move, other captures, and one stone more make another key."""
    images = Images(position.rules)
    others = [position.copy() for _ in range(3)]
    others[0].side = 1 - position.side
    others[1].captured_stones[0] += 2
    others[2].cells[data.draw(st.sampled_from(position.legal_moves()))] = 1
    assert images.key(position)[0] not in {images.key(other)[0] for other in others}


@pytest.mark.parametrize("preset", ["pente", "gipf"])
def test_a_game_visits_the_positions_before_its_moves(preset: str) -> None:
    """The visits of a game are the keys on its way, each with the name of the next move.

    A key does not depend on the process, so that stored ones stay valid.
    """
    family = family_named(preset)
    images, start = Images(family.rules), family.start()
    end = (GIPF if preset == "gipf" else FIVE_GAMES).play_randomly(family.rules, 7, 12)
    visits = images.visits(start, end.moves)
    for ply, (key, name) in enumerate(visits):
        there, symmetries = images.key(family.after(end.moves[:ply]))
        assert (there, images.name(end.moves[ply], symmetries)) == (key, name)
    assert (len(visits), start.moves) == (len(end.moves), [])
    if preset == "pente":
        assert images.key(family.after([180, 160]))[0] == PINNED
