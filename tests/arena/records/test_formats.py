"""Games between formats: the reader recognises each format, and conversion changes no game."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.records.formats import FORMATS, detect, read_record, write_record
from games.errors import GameError, NotationError
from games.five.position import Position
from games.five.rules import PRESETS
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS
from games.tree import GameTree, Node, one_line
from tests.conditions import met, often
from tests.gipf_strategies import gipf_presets, random_gipf_game
from tests.strategies import damaged, presets, random_game

ROOT = Path(__file__).resolve().parents[3]


@often(written=15, refused=2, with_result=7)
@given(presets(), st.integers(0, 500), st.integers(1, 40), st.sampled_from(FORMATS))
def test_a_game_survives_every_format_that_holds_it(
    rules: object, seed: int, turns: int, format_: str
) -> None:
    """A written game is recognised and read to the same last board, or refused with a message."""
    game = GameTree(Position(rules), one_line(random_game(rules, seed, turns)))  # type: ignore[arg-type]  # drawn
    try:
        text = write_record(game, format_)
    except GameError:
        met("refused")
        assert format_ in ("pente", "gipf")
        return
    met("written")
    assert detect(text, game.rules.name) == format_
    again = read_record(text, preset=game.rules.name)
    assert isinstance(again, GameTree)
    assert again.end().key == game.end().key
    if format_ in ("json", "sgf", "pente"):
        met("with_result")
        assert again.result == game.result


@often(written=10, refused=4)
@given(gipf_presets(), st.integers(0, 500), st.integers(1, 40), st.sampled_from(FORMATS))
def test_gipf_survives_every_format_that_holds_it(
    rules: object, seed: int, most: int, format_: str
) -> None:
    """The same holds for Gipf."""
    start = GipfPosition(rules)  # type: ignore[arg-type]  # drawn
    game = GameTree(start, one_line(random_gipf_game(start, seed, most)))
    try:
        text = write_record(game, format_)
    except GameError:
        met("refused")
        assert format_ in ("pente", "psq")
        return
    met("written")
    again = read_record(text, preset=start.rules.name)
    assert isinstance(again, GameTree)
    assert again.end().key == game.end().key


FIVE_GAME = GameTree(Position(PRESETS["gomoku-15"]), one_line([112, 128, 98]))
WRITTEN = st.sampled_from([write_record(FIVE_GAME, format_) for format_ in ("json", "sgf", "psq")])
SIGNS = st.text('{}[]();:,"BWhi019 \n', max_size=2)


@often(read=10, refused=90)
@given(
    st.text(max_size=80),
    st.sampled_from([None, *FORMATS]),
    WRITTEN.flatmap(lambda text: damaged(text, SIGNS)),
)
def test_random_text_raises_only_the_named_error(
    text: str, format_: str | None, written: str
) -> None:
    """Any text gives a game or a GameError."""
    said = (text, "{" + text, "(;" + text, '{"players":' + text, "[" + text)
    for body, asked in [*((each, format_) for each in said), (written, None)]:
        try:
            read_record(body, format_=asked)
        except GameError:
            met("refused")
        else:
            met("read")


JSON_VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-2, 400), st.text(max_size=6)),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=4), inner, max_size=3)
    ),
    max_leaves=5,
)
LINES = [
    json.loads(write_record(game, "json"))
    for game in (
        GameTree(
            Position(PRESETS["gomoku-9"]),
            [Node(0, 3, "a"), Node(0, 4)],
            tags={"Site": "x"},
            comment="b",
        ),
        GameTree(
            GipfPosition(GIPF_PRESETS["gipf-basic"]),
            [Node(0, 0, "a"), Node(0, 5)],
            comment="b",
            names=("c", ""),
            tags={"Site": "x"},
        ),
    )
]


@often(read=2, refused=15)
@given(st.sampled_from(LINES), st.data())
def test_a_json_line_with_any_value_is_read_or_refused(
    line: dict[str, object], data: st.DataObject
) -> None:
    """Whatever stands in one key of a line, reading gives a game or a GameError."""
    keys = [*sorted(line), "start", "tree", "tags", "names", "comment"]
    changed = {**line, data.draw(st.sampled_from(keys)): data.draw(JSON_VALUES)}
    try:
        read_record(json.dumps(changed))
    except GameError:
        met("refused")
    else:
        met("read")


def test_a_resigned_game_keeps_its_winner() -> None:
    """JSON, SGF and pente.org's text keep a winner that the board does not show."""
    game = GameTree(Position(PRESETS["pente"]), one_line([180, 200]), result="0-1")
    for format_ in ("json", "sgf", "pente"):
        assert read_record(write_record(game, format_)).result == "0-1"


def test_a_full_board_that_was_won_by_time_is_a_draw() -> None:
    """In a match with a game clock such a game is a draw; all moves are read."""
    owners = [(column // 2 + row) % 2 for row in range(9) for column in range(9)]
    sides = [[point for point in range(81) if owners[point] == side] for side in (0, 1)]
    points = [sides[ply % 2][ply // 2] for ply in range(81)]
    game = GameTree(Position(PRESETS["gomoku-9"]), one_line(points))
    line = {**json.loads(write_record(game, "json")), "winner": "black"}
    again = read_record(json.dumps(line))
    assert (again.result, again.end().key) == ("1/2-1/2", game.end().key)


@pytest.mark.parametrize("result", ["1-0", "0-1", "1/2-1/2", "?"])
def test_a_resigned_game_of_gipf_keeps_its_winner(result: str) -> None:
    """The same holds for JSON, SGF and paper, from one to the next."""
    start = GipfPosition(GIPF_PRESETS["gipf-basic"])
    game = GameTree(start, one_line(random_gipf_game(start, 1, 5)), result=result)
    for format_ in ("json", "sgf", "gipf", "json"):
        game = read_record(write_record(game, format_))
        assert game.result == result


def test_the_last_line_of_a_match_is_read() -> None:
    """In a file of many games, one JSON line each, the last game is read."""
    lines = [
        write_record(GameTree(Position(PRESETS["gomoku-9"]), one_line([point])), "json")
        for point in (3, 4)
    ]
    again = read_record("".join(lines))
    assert isinstance(again, GameTree)
    assert again.moves == [4]


@pytest.mark.parametrize("text", ["", "hello", "{}", "(", "[x]", "9/9", "pente:K10L"])
def test_what_is_no_record_is_refused(text: str) -> None:
    """Other texts are refused with what was expected."""
    with pytest.raises(GameError) as refusal:
        read_record(text)
    assert str(refusal.value)


@pytest.mark.parametrize(
    ("text", "preset", "game"),
    [
        ("w 18 18", None, "gipf-tournament"),
        ("w 12 12", None, "gipf-basic"),
        ("w 18 18 pieces=18,18", None, "gipf-basic"),
        ("w 12 12 GKb2 GWb5", None, "gipf"),
        ("w 2 1 GWe5 add=WK", None, "gipf-tournament"),
        ("w 12 12 GKb2 GWb5 add=-", "gipf-tournament", "gipf-tournament"),
        ("# the start\nw 18 18\n", None, "gipf-tournament"),
        ("# three pieces\nb 9 3 Kd5\nWb5 We2\n", "gipf-basic", "gipf-basic"),
        ("9/9/9/9/4b4/9/9/9/9 w 0,0\n# one stone", None, "gomoku-9"),
    ],
)
def test_a_position_is_of_the_game_that_it_fits(text: str, preset: str | None, game: str) -> None:
    """A position belongs to the game that it fits; comments around it are ignored."""
    record = read_record(text, preset=preset)
    rules = record.rules if isinstance(record, GameTree) else record.start.rules
    assert rules.name == game


def test_a_position_that_fits_no_game_is_refused_for_the_basic_one() -> None:
    """A position that fits no game is refused for the reason that holds in the basic game."""
    with pytest.raises(GameError, match="White has 15 pieces, not 0 on the board and 19"):
        read_record("w 19 19")


@pytest.mark.parametrize("text", ["Ge8 Gd8-f7", "1.Ge8 Gd8-f7", "1. Ge8\nGd8-f7"])
def test_turns_alone_are_gipf_on_paper_where_the_game_is_named(text: str) -> None:
    """If the game is named, turns without any header are read as Gipf on paper."""
    record = read_record(text, preset="gipf-tournament")
    assert isinstance(record, GameTree)
    assert len(record.moves) == 2


def test_a_comment_before_the_moves_is_no_json() -> None:
    """A text that begins with a brace is JSON only where a name or the end follows."""
    record = read_record("{ann's game}\nH8 J9", preset="gomoku-15")
    assert record.comment == "ann's game"


def test_problems_are_positions() -> None:
    """A line of data/problems is the position of its problem."""
    for name in ("forced_wins", "gipf"):
        line = (ROOT / f"data/problems/{name}.jsonl").read_text().splitlines()[0]
        game = read_record(line)
        assert (game.moves, game.rules.name) == ([], json.loads(line).get("rules", "pente"))
        assert any(game.start.cells)


@pytest.mark.parametrize("line", ['{"moves": [[7,7]]}', '{"players": []}', '{"game": "pente"}'])
def test_other_json_lines_are_refused_in_words(line: str) -> None:
    """The message says what was expected, without the name of a Python error."""
    with pytest.raises(NotationError, match=r'without "format": expected a game .* writes it'):
        read_record(line)
