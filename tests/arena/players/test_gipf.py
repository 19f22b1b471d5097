"""Gipf in the arena: referee, records and openings, with the code that all games share."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.errors import MatchError, RecordError
from arena.game.clock import CPU, Allowance, GameClocks, parse_clocks
from arena.game.drawn_openings import DrawnOpenings
from arena.game.match_rules import MOST_TURNS, match_family
from arena.game.player import ILLEGAL, Answer
from arena.game.record import GameRecord, format_game, parse_game, replay
from arena.game.referee import play_game
from arena.game.transcript import format_transcript
from arena.openings.files import read_openings
from arena.players.gipf import (
    GipfEnginePlayer,
    GipfMinimaxPlayer,
    GipfRandomPlayer,
    limits_for,
)
from arena.players.in_process import MOVE_SHARE
from games.gipf.family import COLOURS_STAY, GipfFamily
from games.gipf.moves import brings_gipf, removal
from games.gipf.notation import ENTRY, parse_move
from games.gipf.position import EMPTY_RESERVE, GAME_LENGTH, NO_GIPF_PIECE, GipfPosition
from games.gipf.rules import BASIC, GIPF_PRESETS, GipfRules
from games.gipf.text import format_position, parse_position
from games.records.gipf_json import format_json as format_gipf_json
from games.records.gipf_json import parse_json
from games.tree import GameTree, one_line
from search.limits import Limits
from search.result import DEPTH, Line, SearchResult
from tests.arena.one_game import one_game
from tests.gipf_strategies import gipf_positions, gipf_presets

if TYPE_CHECKING:
    from arena.game.player import Player

CROSSING = "w 9 3 Kb2 Kd5 Ke2 Ke3 Ke4 Ke8 Kf4 Kg3 Kh2 Wb5 Wc5 Wh5"


class Told:
    """Answers with these turns, then with random ones."""

    def __init__(self, *turns: tuple[int, ...]) -> None:
        self.turns = list(turns)
        self.rest = GipfRandomPlayer()

    def new_game(self, seed: int) -> None:
        """Start the random player."""
        self.rest.new_game(seed)

    def choose(self, position: GipfPosition, allowance: Allowance) -> Answer:
        """Return the next turn."""
        if not self.turns:
            return self.rest.choose(position, allowance)
        first, *more = self.turns.pop(0) or (None,)
        return Answer(point=first, more=tuple(more), cpu_s=0.0, wall_s=0.0)

    def close(self) -> None:
        """Do nothing."""


def play(rules: GipfRules, first: Player, second: Player, **terms: Any) -> GameRecord:
    """Play a game between these two players."""
    job = one_game(clock="nodes:1", **{"seed": 5, **terms})
    return play_game(GipfFamily(rules), job, (first, second))


def answers(position: GipfPosition, *words: str) -> tuple[int, ...]:
    """Return the decisions that these words mean in the notation of entries; play them on the
    position.
    """
    moves = []
    for word in words:
        moves.append(parse_move(word, position, ENTRY))
        position.play(moves[-1])
    return tuple(moves)


# Answers


@given(gipf_positions(), st.integers(0, 999))
@settings(max_examples=40)
def test_gipf_answer_survives_its_notation(position: GipfPosition, seed: int) -> None:
    """A player's answer is legal, changes the side to move, and reads back to the same board."""
    family = GipfFamily(position.rules)
    player = GipfRandomPlayer()
    player.new_game(seed)
    moves = player.choose(position.copy(), Allowance()).moves
    assert family.why_illegal(position, moves) is None
    read = family.parse_answer(position, family.format_answer(position, moves))
    ends = [_after(position, each) for each in (moves, read)]
    assert format_position(ends[0]) == format_position(ends[1])
    assert ends[0].outcome is not None or ends[0].side != position.side


def _after(position: GipfPosition, moves: tuple[int, ...]) -> GipfPosition:
    end = position.copy()
    for move in moves:
        end.play(move)
    return end


def test_gipf_answer_must_be_whole() -> None:
    """An answer with too few or too many decisions, or an illegal one, is refused and
    not played.
    """
    rules = GIPF_PRESETS["gipf-basic"]
    family = GipfFamily(rules)
    position = parse_position(CROSSING, rules)
    making = answers(position.copy(), "a5-b5")
    position.play(making[0])  # Black chooses between two rows, then brings a piece in
    row = position.legal_moves()[0]
    before = format_position(position)
    assert family.why_illegal(position, [row]) == "the turn is not complete: a decision is missing"
    assert family.why_illegal(position, []) == "the turn is not complete: a decision is missing"
    assert "Black must remove a row" in str(family.why_illegal(position, making))
    whole = _first_whole(family, position, row)
    assert family.why_illegal(position, whole) is None
    assert family.why_illegal(position, (*whole, 0)) == "decision 3 of 3 is one too many"
    assert family.format_answer(position, (row, removal(3))).endswith(f";#{removal(3)}")
    assert format_position(position) == before


def _first_whole(family: GipfFamily, position: GipfPosition, row: int) -> tuple[int, ...]:
    """The row to remove and the first piece to bring in that complete the answer."""
    ahead = _after(position, (row,))
    whole = ((row, move) for move in ahead.legal_moves())
    return next(moves for moves in whole if family.why_illegal(position, moves) is None)


# Games


@given(gipf_presets(), st.integers(0, 1000))
@settings(max_examples=9)
def test_gipf_record_tells_the_whole_game(rules: GipfRules, seed: int) -> None:
    """A record survives its line of JSON, replays to the recorded end, and follows from
    its seed.
    """
    limited = GipfRules(rules.name, rules.variant, most_turns=MOST_TURNS)
    record = play(limited, GipfRandomPlayer(), GipfRandomPlayer(), seed=seed)
    line = format_game(record)
    assert parse_game(line) == record
    final = replay(parse_game(line))
    assert final.outcome is not None
    assert final.outcome.termination == record.termination
    assert record.termination in (EMPTY_RESERVE, NO_GIPF_PIECE)
    again = play(limited, GipfRandomPlayer(), GipfRandomPlayer(), seed=seed)
    assert [move.point for move in again.moves] == [move.point for move in record.moves]
    assert len(record.answers_of(0)) + len(record.answers_of(1)) == len(record.moves)
    assert 0 <= len(record.answers_of(0)) - len(record.answers_of(1)) <= 1


@pytest.mark.parametrize("pieces", [(15, 17), (18, 18)])
def test_gipf_record_keeps_limit_and_handicap(pieces: tuple[int, int]) -> None:
    """A limit of turns ends the game in a draw; limit and pieces are in its record."""
    rules = GipfRules("gipf-basic", BASIC, pieces=pieces, most_turns=6)
    record = play(rules, GipfRandomPlayer(), GipfRandomPlayer())
    assert (record.winner, record.termination) == (None, GAME_LENGTH)
    assert record.reason == "6 turns have been played"
    line = json.loads(format_game(record))
    assert (line["most_turns"], line["pieces"]) == (6, list(pieces))
    final = replay(parse_game(format_game(record)))
    assert final.rules == rules


def test_gipf_illegal_answer_loses() -> None:
    """An illegal answer loses for the rules' reason, and the record quotes it."""
    rules = GIPF_PRESETS["gipf"]
    record = play(rules, Told((42,)), Told())
    assert (record.winner, record.termination) == ("black", ILLEGAL)
    assert record.reason == "White: White may not bring in GIPF-pieces"
    assert record.forfeit is not None
    assert record.forfeit.point == "#42"
    record = play(rules, Told((0, 1)), Told())
    assert record.reason == "White: decision 2 of 2 is one too many"
    record = play(rules, Told(()), Told())
    assert record.reason == "White gave no point"


def test_gipf_bad_records_are_refused() -> None:
    """An illegal turn or impossible terms raise RecordError."""
    record = play(GIPF_PRESETS["gipf-basic"], GipfRandomPlayer(), GipfRandomPlayer())
    first = record.moves[0]
    for text, said in (("e5", "ply 1, e5"), ("b5-c5;xb2,b3,b4,b5", "ply 1"), ("", "ply 1")):
        moves = (replace(first, point=text), *record.moves[1:])
        with pytest.raises(RecordError, match=said):
            replay(replace(record, moves=moves))
    with pytest.raises(RecordError, match="15 to 18 pieces"):
        replay(replace(record, pieces=(3, 15)))
    loser = "white" if record.winner == "black" else "black"
    with pytest.raises(RecordError, match="the record says"):
        replay(replace(record, winner=loser))
    with pytest.raises(RecordError, match="no game record"):
        parse_game(format_game(record).replace('"pieces":[15,15]', '"pieces":[15]'))


def test_gipf_transcript_shows_turns_board_and_end() -> None:
    """A transcript has a line for each turn, the drawing of the board, and the reserves."""
    record = play(GIPF_PRESETS["gipf-basic"], GipfRandomPlayer(), GipfMinimaxPlayer(1))
    text = format_transcript(record)
    assert f"{len(record.moves):3}. " in text
    assert text.count("in reserve: White ") == 1
    assert "captured pieces: by White" in text
    assert "  takes " in text
    assert f"({EMPTY_RESERVE})" in text
    every = format_transcript(record, every_board=True)
    assert every.count("in reserve: White ") == len(record.moves)


class Prophet:
    """A searcher that returns these lines in turn and records its limits."""

    def __init__(self, *lines: tuple[int, ...]) -> None:
        self.lines = list(lines)
        self.limits: list[Limits] = []

    def search(self, position: GipfPosition, limits: Limits) -> SearchResult:
        """Return the next line; it begins with a legal move."""
        assert self.lines[0][0] in position.legal_moves()
        self.limits.append(limits)
        return SearchResult(
            lines=(Line(7, self.lines.pop(0)),),
            depth=3,
            nodes=5,
            seconds_wall=2.0,
            seconds_cpu=1.0,
            stopped_by=DEPTH,
        )

    def new_game(self) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


@pytest.mark.parametrize("told", [2, 1])
def test_gipf_engine_is_asked_again_only_where_its_line_ends(told: int) -> None:
    """The principal variation decides the rest of a turn; a second search follows if it
    is short.
    """
    rules = GIPF_PRESETS["gipf-basic"]
    position = parse_position(CROSSING, rules)
    answers(position, "a5-b5")
    whole = _first_whole(GipfFamily(rules), position, position.legal_moves()[0])
    searcher = Prophet(whole[:told], whole[1:])
    allowance = Allowance(seconds=9.0, counts=CPU)
    answer = GipfEnginePlayer(searcher).choose(position.copy(), allowance)
    assert answer.moves == whole
    assert (answer.score, answer.depth, answer.nodes) == (7, 3, 5 * (3 - told))
    spared = [limits.cpu_s for limits in searcher.limits]
    assert spared == pytest.approx([MOVE_SHARE * 9, MOVE_SHARE * 8][: 3 - told])


@given(st.integers(0, 300), st.floats(0.01, 100))
def test_gipf_clock_for_the_game_is_never_all_spent(turns: int, seconds: float) -> None:
    """In a game of any length, an aim is a small part of the time left, a limit a quarter."""
    limited = GipfRules("gipf-basic", BASIC, most_turns=400)
    start = format_position(GipfPosition(limited)).replace("turns=0", f"turns={turns}")
    allowance = Allowance(seconds=seconds, counts=CPU, whole_game=True)
    limits = limits_for(parse_position(start, limited), allowance, (), 3.5)
    assert limits.cpu_s is not None
    assert limits.aim_s is not None
    assert 0 < limits.aim_s <= seconds / 12
    assert limits.aim_s < limits.cpu_s <= seconds / 4


def test_gipf_clock_of_a_move_is_of_all_its_decisions() -> None:
    """The searches of one turn share the move's limit, also with a clock for the game."""
    position = GipfPosition(GIPF_PRESETS["gipf-basic"])
    allowance = GameClocks(parse_clocks("cpu:900+wall-move:9")).allowance(0)
    line = tuple(position.legal_moves()[:1])
    searcher = Prophet(line, line)
    found = [searcher.search(position, Limits(nodes=5)) for _ in range(2)]
    limits = limits_for(position, allowance, found, 3.5)
    assert limits.wall_s == pytest.approx(MOVE_SHARE * (9 - 2 * 2.0))
    assert (limits.cpu_s or 0) > (limits.wall_s or 0)


def test_gipf_record_of_the_arena_and_of_the_game_agree() -> None:
    """The moves of an arena record, replayed in a record of `games.gipf`, end the game alike."""
    record = play(GIPF_PRESETS["gipf"], GipfRandomPlayer(), GipfMinimaxPlayer(1))
    family = record.family
    position = family.start()
    for move in record.moves:
        for decision in family.parse_answer(position, move.point):
            position.play(decision)
    game = GameTree(family.start(), one_line(position.moves))
    assert format_position(parse_json(format_gipf_json(game)).end()) == format_position(position)


# Openings


@given(gipf_presets(), st.integers(0, 12), st.integers(0, 999))
@settings(max_examples=30)
def test_gipf_openings_are_quiet_and_repeat(rules: GipfRules, turns: int, seed: int) -> None:
    """An opening follows from its seed, captures nothing, ends no game, and is even in kinds."""
    family = GipfFamily(rules)
    openings = DrawnOpenings(rules)
    opening = openings.draw(turns, seed)
    assert opening == openings.draw(turns, seed)
    end = _after(family.start(), opening)
    assert len(opening) == end.turns == turns == len(family.format_opening(opening))
    assert (end.outcome, end.placing, end.lost) == (None, True, [0, 0])
    kinds = [brings_gipf(move) for move in opening]
    assert all(white == black for white, black in zip(kinds[::2], kinds[1::2], strict=False))


def test_gipf_openings_vary() -> None:
    """Twenty seeds give at least almost twenty openings."""
    openings = DrawnOpenings(GIPF_PRESETS["gipf-basic"])
    assert len({openings.draw(4, seed) for seed in range(20)}) > 17


def test_gipf_openings_of_a_file_are_shown_by_symmetries(tmp_path: Path) -> None:
    """A file's openings are played as given, in the next pass by another legal symmetry."""
    path = tmp_path / "openings.txt"
    path.write_text("# two\nc6 f2\ng2 d7  # near\n")
    family = match_family("gipf")
    file = read_openings(str(path), family.rules)
    assert len(file.openings) == 2
    shown = {file.opening_of(number, 1) for number in range(2 * len(COLOURS_STAY))}
    assert len(shown) == 2 * len(COLOURS_STAY)
    for opening in shown:
        assert _after(family.start(), opening).turns == 2


@pytest.mark.parametrize(
    ("line", "said"),
    [("e5", "line 1: turn 1, e5"), ("f2 f2", "occupied"), ("K10", "names no spot")],
)
def test_gipf_bad_openings_are_refused(tmp_path: Path, line: str, said: str) -> None:
    """An illegal opening is refused with its line."""
    path = tmp_path / "openings.txt"
    path.write_text(line)
    with pytest.raises(MatchError, match=said):
        read_openings(str(path), GIPF_PRESETS["gipf"])
