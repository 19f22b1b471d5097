"""Games of Gipf as JSON lines and as SGF."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.errors import GameError, NotationError
from games.gipf.notation import OFFICIAL, format_move
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS, GipfRules
from games.gipf.text import format_position
from games.records.gipf_json import format_json, parse_json
from games.records.gipf_sgf import format_gipf_sgf, parse_gipf_sgf
from games.result import DRAWN, LOST, OPEN, WON
from games.tree import ROOT, GameTree, Node, one_line, record_of
from tests.families import GIPF
from tests.gipf_strategies import gipf_positions, gipf_rules, random_gipf_game


@st.composite
def games(draw: st.DrawFn) -> GameTree:
    """A game from its start or from a position in its middle, finished or unfinished."""
    rules, seed = draw(gipf_rules()), draw(st.integers(0, 10_000))
    start = draw(st.one_of(st.just(GipfPosition(rules)), gipf_positions(st.just(rules))))
    return GameTree(start, one_line(random_gipf_game(start, seed, draw(st.integers(0, 100)))))


@given(games())
def test_record_json_round_trips(game: GameTree) -> None:
    """Each decision reads back, from wherever the game began."""
    again = parse_json(format_json(game))
    assert again.moves == game.moves
    assert format_position(again.start) == format_position(game.start)
    assert again.start.rules == game.start.rules
    assert again.end().outcome == game.end().outcome
    assert again.result == game.result


@given(games())
def test_record_sgf_round_trips_to_the_same_positions(game: GameTree) -> None:
    """A bare spot means any entry onto it; the boards are the same."""
    again = parse_gipf_sgf(format_gipf_sgf(game))
    end, expected = again.end(), game.end()
    assert again.start.rules == game.start.rules
    assert (end.key, end.outcome) == (expected.key, expected.outcome)
    assert end.turns - again.start.turns == expected.turns - game.start.turns
    assert format_gipf_sgf(again) == format_gipf_sgf(game)


@pytest.mark.parametrize("seed", range(30))
def test_record_sgf_keeps_variations_and_comments(seed: int) -> None:
    """Lines that branch off anywhere, also within a turn, read back in the same places."""
    dice = random.Random(seed)
    start = GipfPosition(list(GIPF_PRESETS.values())[seed % 3])
    moves = random_gipf_game(start, seed, 40)
    tree = one_line(moves)
    for _ in range(4):
        at = dice.randrange(ROOT, len(moves))
        position = GameTree(start, one_line(moves[:at])).end()
        played = {format_move(position, move, OFFICIAL) for move in moves[at : at + 1]}
        for move in random_gipf_game(position, dice.randrange(1000), 4):
            if format_move(position, move, OFFICIAL) in played:
                break  # on paper it would be the main line's comment
            tree.append(Node(at, move))
            at, played = len(tree), set()
            position.play(move)
    for decision in tree:
        decision.comment = dice.choice(("", "", "]\\", "why?"))
    text = format_gipf_sgf(GameTree(start, tree, comment="a game"))
    assert len(tree) > len(moves)
    assert "(;" in text[1:]
    again = parse_gipf_sgf(text)
    assert again.comment == "a game"
    assert again.end().key == GameTree(start, one_line(moves)).end().key
    assert sorted(move.comment for move in again.in_order()[1:] if move.comment) == sorted(
        move.comment for move in tree if move.comment
    )
    assert format_gipf_sgf(again) == text


def test_record_sgf_branches_within_a_turn() -> None:
    """Below a push, each removal that the same side can choose is a variation."""
    tree, before = [], ROOT
    position = GipfPosition(GIPF_PRESETS["gipf"])
    for seed in range(100):
        moves = random_gipf_game(GipfPosition(position.rules), seed, 60)
        place = _choice_in(GipfPosition(position.rules), moves)
        if place is not None:
            break
    assert place is not None
    for move in moves[:place]:
        tree.append(Node(before, move))
        before = len(tree)
    asked = GameTree(position, one_line(moves[:place])).end()
    tree += [Node(before, move) for move in asked.legal_moves()]
    text = format_gipf_sgf(GameTree(position, tree))
    letter = "WB"[asked.side]
    assert text.count(f"(;{letter}[x") == len(asked.legal_moves())
    again = parse_gipf_sgf(text)
    assert len(again.nodes) == 1 + len(tree)


def _choice_in(position: GipfPosition, moves: list[int]) -> int | None:
    """The number of these moves after which the side that just pushed can choose a removal."""
    side = position.side
    for number, move in enumerate(moves):
        if not position.placing and position.side == side and len(position.legal_moves()) > 1:
            return number
        side = position.side
        position.play(move)
    return None


@given(gipf_rules(), st.integers(0, 10_000))
def test_record_is_made_of_a_position_that_was_played_to(rules: GipfRules, seed: int) -> None:
    """The position's own moves become the game's, and the position stays unchanged."""
    position = GIPF.play_randomly(rules, seed)
    assert isinstance(position, GipfPosition)
    moves, key = position.moves[:], position.key
    game = record_of(position)
    assert (position.moves, position.key) == (moves, key)
    assert game.moves == moves
    assert game.end().key == key


def test_record_json_says_what_is_documented() -> None:
    """The line has the documented keys and the notation of entries."""
    start = GipfPosition(GIPF_PRESETS["gipf-basic"])
    assert json.loads(format_json(GameTree(start, one_line(start.legal_moves()[:1])))) == {
        "format": 1,
        "rules": "gipf-basic",
        "most_turns": 0,
        "start": "w 12 12 Kb2 Ke8 Kh2 Wb5 We2 Wh5",
        "moves": ["b1-b2"],
        "winner": None,
        "termination": None,
    }


def test_record_sgf_of_others_needs_no_starting_position() -> None:
    """Game number, rules and turns in official notation are enough."""
    game = parse_gipf_sgf("(;GM[39]RU[gipf-tournament]PW[A \\] B];W[Ge8];B[Gd8-f7])")
    assert format_position(game.end()) == "w 16 16 GKe8 GWf7 add=WK"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": 2}, "format 2: expected 1"),
        ({"rules": "pente"}, "no game of Gipf is called 'pente'"),
        ({"start": "w 1"}, "reads 'w"),
        ({"moves": ["b1-b2", "e5"]}, "move 2: e5: expected a dot and a spot"),
        ({"moves": 3}, "no record of Gipf: .*not iterable"),
        ({"most_turns": -1}, "'-1' is no limit of turns"),
        ({"most_turns": 3_000_000_000}, "'3000000000' is no limit of turns: expected 1 to 99999"),
        ({"start": "w 0 3 Wb2 Kb3"}, "says that None won, the board black"),
        ({"start": "w 0 3 Wb2 Kb3", "winner": "white"}, "the record says 1-0, the board 0-1"),
        (
            {"start": "w 0 3 Wb2 Kb3", "winner": "black", "termination": "no GIPF-piece"},
            "the record ends by no GIPF-piece, the board by empty reserve",
        ),
        (
            {"winner": "black", "termination": "empty reserve"},
            "ends by empty reserve, on the board",
        ),
        ({"winner": "red"}, "'red' is no winner: expected white, black or null"),
    ],
)
def test_record_json_refusals_say_what_is_wrong(change: dict[str, object], message: str) -> None:
    """A line that is no record, or that contradicts the rules, is refused with a message."""
    line = json.loads(format_json(GameTree(GipfPosition(GIPF_PRESETS["gipf-basic"]), [])))
    with pytest.raises(GameError, match=message):
        parse_json(json.dumps({**line, **change}))


@pytest.mark.parametrize(
    ("winner", "termination", "result"),
    [
        ("white", "resignation", WON),
        ("black", "time", LOST),
        ("black", None, LOST),
        (None, "agreement", DRAWN),
        (None, None, OPEN),
        (None, "unfinished", OPEN),
    ],
)
def test_record_json_knows_who_won_off_the_board(
    winner: str | None, termination: str | None, result: str
) -> None:
    """A record keeps the result of a game that was resigned, lost on time or agreed a draw."""
    line = json.loads(format_json(GameTree(GipfPosition(GIPF_PRESETS["gipf-basic"]), [])))
    line |= {"winner": winner, "termination": termination}
    assert parse_json(json.dumps(line)).result == result


@pytest.mark.parametrize(
    ("text", "result"),
    [("W+", WON), ("B+R", LOST), ("W+T", WON), ("0", DRAWN), ("Draw", DRAWN), ("?", OPEN)],
)
def test_record_sgf_knows_who_won_off_the_board(text: str, result: str) -> None:
    """RE gives that result, also with what other programs write after the colour."""
    assert parse_gipf_sgf(f"(;GM[39]RU[gipf-basic]RE[{text}];W[c2])").result == result


@pytest.mark.parametrize("text", ["", "{", "[1]", '"x"', "{}", '{"format": 1}'])
def test_record_json_refuses_what_is_no_record(text: str) -> None:
    """Broken JSON, and JSON of another kind, are refused."""
    with pytest.raises(NotationError, match="no record of Gipf"):
        parse_json(text)


def test_sgf_that_names_no_rules_is_read_by_the_game_that_is_given() -> None:
    """The rules that the file names come first; else the given game is used."""
    assert parse_gipf_sgf("(;GM[39];W[c2])", "gipf").start.rules.name == "gipf"
    assert parse_gipf_sgf("(;GM[39]RU[gipf-basic];W[c2])", "gipf").start.rules.name == "gipf-basic"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("(;GM[1];B[dd])", r"expected GM\[39\], Gipf, not GM\['1'\]"),
        ("(;GM[39];W[e2])", "read as gipf-basic: turn 1, e2: e2 is occupied"),
        ("(;GM[39]RU[gipf]W[c2])", "in the first node is not read"),
        ("(;GM[39]RU[go];W[e2])", "no game of Gipf is called 'go'"),
        ("(;GM[39]RU[gipf];B[c3])", "turn 1, c3: B is not to move: c3"),
        ("(;GM[39]RU[gipf];W[c2];B[c2])", "turn 2, c2: c2 is occupied"),
        ("(;GM[39]RU[gipf]MT[x])", "'x' is no limit of turns"),
        (f"(;GM[39]RU[gipf]MT[{'9' * 5000}])", "9' is no limit of turns: expected 1 to 99999"),
        ("(;GM[39]RU[gipf]SU[w 3 0 GKh2]RE[W+])", "the record says 1-0, the board 0-1"),
    ],
)
def test_record_sgf_refusals_say_what_is_wrong(text: str, message: str) -> None:
    """Another game, a move out of turn, a bad move, or a result against the board is refused."""
    with pytest.raises(GameError, match=message):
        parse_gipf_sgf(text)
