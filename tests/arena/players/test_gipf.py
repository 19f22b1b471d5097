"""Gipf in the arena: referee, records and openings, with the code that all games share."""

from __future__ import annotations

from dataclasses import replace
from unittest.mock import Mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import RecordError
from arena.game.clock import CPU, Allowance, GameClocks, parse_clocks
from arena.game.player import ILLEGAL, Answer
from arena.game.record import format_game, parse_game, replay
from arena.players.in_process import EnginePlayer, RandomPlayer
from arena.players.limits import MOVE_SHARE, limits_for
from games.gipf.family import GipfFamily
from games.gipf.notation import ENTRY, parse_move
from games.gipf.position import GipfPosition
from games.gipf.rules import BASIC, GIPF_PRESETS, GipfRules
from games.gipf.text import format_position, parse_position
from search.result import DEPTH, Line, SearchResult
from search.weights import Weights
from tests.arena.building import Scripted, game_between
from tests.games.gipf.boards import T4 as CROSSING
from tests.refusals import all_refused

BASIC_GAME = GIPF_PRESETS["gipf-basic"]


class Whole(Scripted):
    """Answers with this whole turn."""

    def choose(self, _position: object, _allowance: Allowance) -> Answer:
        """The turn."""
        first, *more = self.points or (None,)
        return Answer(point=first, more=tuple(more), cpu_s=0.0, wall_s=0.0)


def _after(position: GipfPosition, moves: tuple[int, ...]) -> GipfPosition:
    end = position.copy()
    for move in moves:
        end.play(move)
    return end


def removing() -> tuple[GipfPosition, tuple[int, ...]]:
    """A position in which Black chooses between two rows, and a whole answer: a row and a piece to
    bring in.
    """
    position = parse_position(CROSSING, BASIC_GAME)
    position.play(parse_move("a5-b5", position, ENTRY))
    row = position.legal_moves()[0]
    whole = ((row, move) for move in _after(position, (row,)).legal_moves())
    legal = GipfFamily(BASIC_GAME)
    return position, next(one for one in whole if legal.why_illegal(position, one) is None)


def test_gipf_answer_must_be_whole() -> None:
    """An answer with too few or too many decisions, or an illegal one, is not played and loses."""
    for turn, point, reason in (
        ((42,), "#42", "White may not bring in GIPF-pieces"),
        ((0, 1), None, "decision 2 of 2 is one too many"),
        ((), None, "White gave no point"),
    ):
        record = game_between(Whole(turn), Whole(), "nodes:1", GIPF_PRESETS["gipf"])
        assert (record.winner, record.termination) == ("black", ILLEGAL)
        assert reason in record.reason
        assert record.forfeit is not None
        assert record.forfeit.point == point or point is None


def test_gipf_bad_records_are_refused() -> None:
    """An illegal turn, impossible terms and another winner raise RecordError."""
    record = game_between(RandomPlayer(), RandomPlayer(), "nodes:1", BASIC_GAME)
    first, *others = record.moves
    loser = "white" if record.winner == "black" else "black"
    rows = [
        (replace(record, moves=(replace(first, point=text), *others)), said)
        for text, said in (("e5", "ply 1, e5"), ("b5-c5;xb2,b3,b4,b5", "ply 1"), ("", "ply 1"))
    ]
    rows += [
        (replace(record, pieces=(3, 15)), "15 to 18 pieces"),
        (replace(record, winner=loser), "the record says"),
    ]
    all_refused(replay, RecordError, rows)
    with pytest.raises(RecordError, match="no game record"):
        parse_game(format_game(record).replace('"pieces":[15,15]', '"pieces":[15]'))


def searched(move: tuple[int, ...]) -> SearchResult:
    """A search that took two seconds and ended with this line."""
    cost = {"depth": 3, "nodes": 5, "seconds_wall": 2.0, "seconds_cpu": 1.0}
    return SearchResult(lines=(Line(7, move),), stopped_by=DEPTH, **cost)  # type: ignore[arg-type]


@pytest.mark.parametrize("told", [2, 1])
def test_gipf_engine_is_asked_again_only_where_its_line_ends(told: int) -> None:
    """The principal variation decides the rest of a turn; a second search follows if it is short,
    with what is left of the move's time.
    """
    position, whole = removing()
    searcher = Mock()
    searcher.search.side_effect = [searched(whole[:told]), searched(whole[1:])]
    allowance = Allowance(seconds=9.0, counts=CPU)
    answer = EnginePlayer(searcher).choose(position.copy(), allowance)
    assert answer.moves == whole
    assert (answer.score, answer.depth, answer.nodes) == (7, 3, 5 * (3 - told))
    spared = [call.args[1].cpu_s for call in searcher.search.call_args_list]
    assert spared == pytest.approx([MOVE_SHARE * 9, MOVE_SHARE * 8][: 3 - told])
    both = GameClocks(parse_clocks("cpu:900+wall-move:9")).allowance(0)
    limits = limits_for(position, both, Weights(), [searched(whole)] * 2)
    assert limits.wall_s == pytest.approx(MOVE_SHARE * (9 - 2 * 2.0))
    assert (limits.cpu_s or 0) > (limits.wall_s or 0)


@given(st.integers(0, 300), st.floats(0.01, 100))
def test_gipf_clock_for_the_game_is_never_all_spent(turns: int, seconds: float) -> None:
    """In a game of any length, an aim is a small part of the time left, a limit a quarter."""
    limited = GipfRules("gipf-basic", BASIC, most_turns=400)
    start = format_position(GipfPosition(limited)).replace("turns=0", f"turns={turns}")
    allowance = Allowance(seconds=seconds, counts=CPU, whole_game=True)
    limits = limits_for(parse_position(start, limited), allowance, Weights())
    assert limits.cpu_s is not None
    assert limits.aim_s is not None
    assert 0 < limits.aim_s <= seconds / 12
    assert limits.aim_s < limits.cpu_s <= seconds / 4
