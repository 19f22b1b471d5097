"""A game as one word."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import GameError
from games.five.position import Position
from games.five.rules import Rules
from games.records.share import format_share, is_share, parse_share
from games.tree import GameTree, one_line
from tests.conditions import met, often
from tests.gipf_strategies import gipf_positions, gipf_rules, random_gipf_game
from tests.strategies import damaged, presets, random_game, random_position


@given(presets(), st.integers(0, 500), st.integers(0, 40), st.booleans())
def test_a_game_is_shared_whole(rules: Rules, seed: int, turns: int, elsewhere: bool) -> None:  # noqa: FBT001
    """Start, moves and rules read back from one word that is safe in an address."""
    start = random_position(rules, seed, 8) if elsewhere else Position(rules)
    points = [] if elsewhere else random_game(rules, seed, turns)
    game = GameTree(start, one_line(points))
    word = format_share(game)
    again = parse_share(word)
    assert is_share(word)
    assert isinstance(again, GameTree)
    assert (again.moves, again.rules, again.start.key) == (game.moves, rules, start.key)


@given(gipf_positions(gipf_rules(), max_moves=20), st.integers(0, 100))
def test_a_game_of_gipf_is_shared_whole(start: object, seed: int) -> None:
    """The same holds for Gipf, also from the middle of a turn."""
    game = GameTree(start, one_line(random_gipf_game(start, seed, 20)))  # type: ignore[arg-type]  # drawn
    again = parse_share(format_share(game))
    assert isinstance(again, GameTree)
    assert (again.moves, again.start.key) == (game.moves, game.start.key)
    assert (again.start.rules, again.result) == (game.start.rules, game.result)


@pytest.mark.parametrize(
    ("word", "limit", "result"),
    [
        ("gipf-basic:c1-c2.d1-d2", 0, "?"),
        ("gipf-basic@limit=2:c1-c2.d1-d2", 2, "1/2-1/2"),
        ("gipf-basic@w_3_3_Kh2_Wb2_turns=8_limit=10:c1-c2.d1-d2", 10, "1/2-1/2"),
        ("gipf-basic@w_3_3_Kh2_Wb2:c1-c2.d1-d2", 0, "?"),
    ],
)
def test_a_shared_game_has_its_limit_of_turns(word: str, limit: int, result: str) -> None:
    """A shared game keeps its limit of turns; older words without a limit are still read."""
    game = parse_share(word)
    assert isinstance(game, GameTree)
    assert (game.start.rules.most_turns, game.result) == (limit, result)
    assert format_share(game) == word


FIVE_WORD, GIPF_WORD = "keryo:K10.L11.N10.M11", "gipf-basic@limit=9:c1-c2.d1-d2"
SIGNS = st.text("_.:@-=acdGKx0129", max_size=2)


@often(read=10, refused=100)
@given(st.text(max_size=60), damaged(FIVE_WORD, SIGNS), damaged(GIPF_WORD, SIGNS))
def test_random_text_raises_only_the_named_error(text: str, five: str, gipf: str) -> None:
    """Any text gives a game or a GameError."""
    said = (text, f"pente:{text}", f"gipf@{text}:", f"gipf:{text}", f"keryo@{text}:K10")
    for word in (*said, five, gipf):
        try:
            parse_share(word)
        except GameError:
            met("refused")
        else:
            met("read")


@pytest.mark.parametrize(
    "word",
    [
        *("pente", "chess:e2e4", "pente:K10??", "pente:K99", "gipf:a1"),
        *("gipf@limit=x:", "gipf@limit=100000:", "gipf@limit=2_limit=3:", "pente@limit=2:"),
    ],
)
def test_what_is_no_shared_game_is_refused(word: str) -> None:
    """A word that is no shared game is refused with a message."""
    with pytest.raises(GameError):
        parse_share(word)
