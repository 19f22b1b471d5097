"""Games of Gipf as JSON lines and as SGF."""

from __future__ import annotations

import json

import pytest
from games.records.five_game import DRAWN, LOST, OPEN, START, WON, RecordedMove
from games.records.gipf_game import GipfGame, format_json, parse_json

from games.errors import GameError
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS
from games.records.gipf_sgf import format_sgf_game, parse_sgf_game
from tests.gipf_strategies import random_gipf_game


def test_record_sgf_branches_within_a_turn() -> None:
    """Below a push, each removal that the same side can choose is a variation."""
    tree, before = [], START
    position = GipfPosition(GIPF_PRESETS["gipf"])
    for seed in range(100):
        moves = random_gipf_game(GipfPosition(position.rules), seed, 60)
        place = _choice_in(GipfPosition(position.rules), moves)
        if place is not None:
            break
    assert place is not None
    for move in moves[:place]:
        tree.append(RecordedMove(before, move))
        before = len(tree) - 1
    asked = GipfGame(position, moves[:place]).end()
    tree += [RecordedMove(before, move) for move in asked.legal_moves()]
    text = format_sgf_game(GipfGame.of_tree(position, tree))
    letter = "WB"[asked.side]
    assert text.count(f"(;{letter}[x") == len(asked.legal_moves())
    again = parse_sgf_game(text)
    assert len(again.tree) == len(tree)


def _choice_in(position: GipfPosition, moves: list[int]) -> int | None:
    """The number of these moves after which the side that just pushed can choose a removal."""
    side = position.side
    for number, move in enumerate(moves):
        if not position.placing and position.side == side and len(position.legal_moves()) > 1:
            return number
        side = position.side
        position.play(move)
    return None


def test_record_json_says_what_is_documented() -> None:
    """The line has the documented keys and the notation of entries."""
    start = GipfPosition(GIPF_PRESETS["gipf-basic"])
    assert json.loads(format_json(GipfGame(start, start.legal_moves()[:1]))) == {
        "format": 1,
        "rules": "gipf-basic",
        "most_turns": 0,
        "start": "w 12 12 Kb2 Ke8 Kh2 Wb5 We2 Wh5",
        "moves": ["b1-b2"],
        "winner": None,
        "termination": None,
    }


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
    line = json.loads(format_json(GipfGame(GipfPosition(GIPF_PRESETS["gipf-basic"]), [])))
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
    line = json.loads(format_json(GipfGame(GipfPosition(GIPF_PRESETS["gipf-basic"]), [])))
    line |= {"winner": winner, "termination": termination}
    assert parse_json(json.dumps(line)).result == result


@pytest.mark.parametrize(
    ("text", "result"),
    [("W+", WON), ("B+R", LOST), ("W+T", WON), ("0", DRAWN), ("Draw", DRAWN), ("?", OPEN)],
)
def test_record_sgf_knows_who_won_off_the_board(text: str, result: str) -> None:
    """RE gives that result, also with what other programs write after the colour."""
    assert parse_sgf_game(f"(;GM[39]RU[gipf-basic]RE[{text}];W[c2])").result == result
