"""What a format does not hold is named; JSON lines and SGF hold everything."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.records.formats import FORMATS, read_record, write_record
from arena.records.losses import losses
from games.errors import GameError
from games.five.position import Position
from games.five.rules import PRESETS
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS
from games.tree import GameTree, Node, one_line
from tests.conditions import met, often
from tests.gipf_strategies import gipf_presets, random_gipf_game
from tests.strategies import presets, random_position

TAGS = st.dictionaries(
    st.sampled_from(("Site", "Date", "Rated", "Player 1 Rating", "Clock", "GN")),
    st.sampled_from(("a b", "02/14/2023", "Y", "N", "1820", "wall:5")),
)
WORDS = st.sampled_from(("", "", "why", "a [b] {c} \\", "two\nlines"))
NAMES = st.sampled_from(("", "ann", "B. c"))


@st.composite
def rich_games(draw: st.DrawFn) -> GameTree:
    """Games with headers, comments, variations and other starts."""
    rules = draw(presets())
    start = Position(rules)
    if draw(st.booleans()):
        start = random_position(rules, draw(st.integers(0, 200)), 8)
    position, moves, parent = start.copy(), list[Node](), 0
    for _ in range(draw(st.integers(0, 8))):
        if position.outcome is not None:
            break
        legal = position.legal_moves()
        point = legal[draw(st.integers(0, len(legal) - 1))]
        moves.append(Node(parent, point, draw(WORDS)))
        before, parent = parent, len(moves)
        if draw(st.booleans()) and len(legal) > 1:
            other = next(one for one in legal if one != point)
            moves.append(Node(before, other, draw(WORDS)))
        position.play(point)
    return GameTree(
        start,
        moves,
        names=(draw(NAMES), draw(NAMES)),
        comment=draw(WORDS),
        tags=draw(TAGS),
        result=draw(st.sampled_from(("1-0", "?"))) if position.outcome is None else "?",
    )


@given(rich_games())
def test_json_and_sgf_hold_everything(game: GameTree) -> None:
    """Moves, variations, comments, names, headers, start and result read back."""
    for format_ in ("json", "sgf"):
        text = write_record(game, format_)
        assert losses(game, format_, text) == []
        again = read_record(text)
        assert isinstance(again, GameTree)
        assert len(again.nodes) == len(game.nodes)


@often(refused=2, lost=3)
@given(rich_games(), st.sampled_from(FORMATS))
def test_what_is_not_named_reads_back(game: GameTree, format_: str) -> None:
    """If no loss is named, the game reads back without the caller's help."""
    try:
        text = write_record(game, format_)
    except GameError:
        met("refused")
        return
    if losses(game, format_, text):
        met("lost")
        return
    again = read_record(text)
    assert isinstance(again, GameTree)
    assert again.rules == game.rules
    assert again.moves == game.moves
    assert len(again.nodes) == len(game.nodes)
    assert (again.tags, again.result) == (game.tags, game.result)


@given(gipf_presets(), st.integers(0, 200), st.integers(1, 12), TAGS, NAMES, WORDS, WORDS)
def test_gipf_is_held_by_three_formats(  # noqa: PLR0917 - drawn
    rules: object, seed: int, most: int, tags: dict[str, str], name: str, said: str, root: str
) -> None:
    """JSON, SGF and paper hold names, headers, comments and result of a game of Gipf."""
    start = GipfPosition(rules)  # type: ignore[arg-type]  # drawn
    tree = one_line(random_gipf_game(start, seed, most))
    tree[-1].comment = said
    game = GameTree(start, tree, comment=root, names=(name, "K"), tags=tags)
    for format_ in ("json", "sgf", "gipf"):
        found = losses(game, format_, write_record(game, format_))
        assert [one for one in found if "comment" not in one] == []
        assert not found or (format_ == "gipf" and "{" in said + root)


def test_variations_of_gipf_are_held_by_json() -> None:
    """A tree with a variation reads back from a JSON line."""
    start = GipfPosition(GIPF_PRESETS["gipf-basic"])
    legal = start.legal_moves()
    tree = [Node(0, legal[0], "main"), Node(0, legal[5], "or")]
    game = GameTree(start, tree)
    assert losses(game, "json", write_record(game, "json")) == []
    assert losses(game, "gipf", write_record(game, "gipf")) == [
        "1 move of variations",
        "1 comment",
    ]


@pytest.mark.parametrize(
    ("format_", "lost"),
    [
        ("psq", ["the rules pente (other programs take it for Gomoku)", "the result 1-0"]),
        ("pente", ["1 move of variations", "2 comments"]),
        ("share", ["the players' names", "the result 1-0", "the headers Site"]),
        ("position", ["the moves", "the players' names"]),
    ],
)
def test_losses_are_named(format_: str, lost: list[str]) -> None:
    """The message names rules, result, headers, variations and comments."""
    game = GameTree(
        Position(PRESETS["pente"]),
        # captures make the points of the end empty in Pente only
        [*one_line([180, 181, 240, 182, 183, 181]), Node(1, 200, "or")],
        names=("ann", "bob"),
        comment="a game",
        tags={"Site": "club"},
        result="1-0",
    )
    found = losses(game, format_, write_record(game, format_))
    assert [one for one in lost if one not in found] == []


def test_a_rule_that_changes_is_named() -> None:
    """Five or more in a row reads back from pente.org's text as exactly five."""
    game = GameTree(Position(PRESETS["five-19"]), one_line([0]))
    assert losses(game, "pente", write_record(game, "pente")) == [
        "the rules five-19 (it reads as exact-five-19)"
    ]
