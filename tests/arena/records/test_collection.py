"""Files of games: one reader reads every format and every game of a collection."""

from __future__ import annotations

import signal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.records.collection import (
    LONGEST_FILE,
    LONGEST_GAME_TEXT,
    MOST_GAMES,
    READ_FORMATS,
    kind_of,
    split_games,
)
from arena.records.formats import FORMATS, write_record
from arena.records.reading import read_games
from games.errors import GameError, NotationError
from games.five.position import FivePosition
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS
from games.tree import GameTree, one_line
from tests.arena.building import PENTE
from tests.gipf_strategies import random_gipf_game
from tests.strategies import random_game

FIVE_FORMATS = ("json", "sgf", "pente", "psq", "share", "position")
GIPF_FORMATS = ("json", "sgf", "gipf", "share", "position")
DRAWN = st.lists(st.tuples(st.integers(0, 500), st.integers(1, 30)), min_size=1, max_size=4)


@given(
    st.sampled_from(
        [*((True, name) for name in FIVE_FORMATS), *((False, name) for name in GIPF_FORMATS)]
    ),
    DRAWN,
    st.sampled_from(("\n", "\r\n\r\n")),
)
@settings(max_examples=25)
def test_every_game_of_a_collection_is_read(
    kind: tuple[bool, str], drawn: list[tuple[int, int]], gap: str
) -> None:
    """Games of either family written one after the other are read in order, each with its last
    position.
    """
    five, format_ = kind
    start = GipfPosition(GIPF_PRESETS["gipf-basic"])
    games = [
        GameTree(FivePosition(PENTE), one_line(random_game(PENTE, seed, turns)))
        if five
        else GameTree(start, one_line(random_gipf_game(start, seed, turns)))
        for seed, turns in drawn
    ]
    preset = games[0].end().rules.name
    text = gap.join(write_record(game, format_) for game in games)
    records = read_games(text.encode(), "games", preset=preset).records
    assert [game.end().key for game in records] == [game.end().key for game in games]
    assert not five or kind_of(text, preset) == format_


WRITTEN = "(;GM[4]SZ[15];B[hh];W[ii])\n(;GM[4]SZ[15];B[hh](;W[gg])(;W[ji]))\n"


def flood(piece: str, head: str = "", size: int = 20_000) -> str:
    """A text of about this size that repeats one piece."""
    return head + piece * (size // len(piece))


HANGS_AFTER_S = 5.0  # of CPU time
PSQ, PAPER, TRANSCRIPT = (
    *("Piskvorky 15x15, 11:11, 0\n", '[Game "Pente"]\n\n'),
    "Game 1, pente, clock nodes:10\n",
)
HARNESS_INPUT = "WHITE\n9.0\n0,0\n" + ("." * 19 + "\n") * 19
# Reading that takes quadratic time would take minutes for one of these.
FLOODS = (
    *(flood(sign) for sign in ("(", "()", "\n", "/", "9/", "k10", "K10 ", "We1-e2 Ka1-b2 ")),
    *(flood(line) for line in (PSQ + "8,8,1\n", "(;GM[4]SZ[15]", PAPER + "1. K10 J11\n\n", PAPER)),
    *(flood(line) for line in ('{"match": 1}\n', "pente:K10J11\n", TRANSCRIPT, "K10 L11\n\n")),
    *(flood(piece, "(;C[") for piece in ("a", "\\")),
    *(flood(piece, "1. K10 ") for piece in ("{", "{a} ")),
    *(flood(piece, "(;GM[4]SZ[15]") + ")" for piece in (";", "AN[a]")),
    *(flood(piece, '{"players":') for piece in ("1", "[")),
    *(flood(piece, "BLACK\n") for piece in ("w\n", "w")),
    *(flood(piece, '[Game "gipf-basic"]\n\n') for piece in ("b6-b4 ", "b6-b4 / ")),
    flood("9/9/9/9/4b4/9/9/9/9 w 0,0\n"),
    flood("1,1,0\n", PSQ),
    flood("[", "(;"),
    flood("(;B[hh];W[hi]", "(;GM[4]SZ[15]"),
    flood("1. K10 J11 ", PAPER),
    flood(" ", "[Game"),
    flood("K", "1. "),
    flood("K10", "pente:"),
    flood("White ", "Black "),
    flood(" ", "White: a") + "{",
    flood(" ", "1. b6-b4 W") + "z",
    flood("b2 , ", "1. b6-b4 x"),
    flood("Kb2 ", "w 12 12 "),
    flood(";W[g2];B[c7-c5]", "(;GM[39]RU[gipf-basic]") + ")",
    flood("  1. white K10  0.1 s\n", TRANSCRIPT),
    flood("1,1,0\n", "a\nb\n"),
    flood('" ', '[Event "'),
    flood("a (b) [c ") + WRITTEN,
    flood("[aa:oo]", "(;GM[4]SZ[15]AB") + ")",
)


def test_flood_is_read_or_refused_and_does_not_hang() -> None:
    """Twenty kilobytes of anything give games or one short message, long before the alarm."""

    def ring(_signal: int, _frame: object) -> None:
        raise AssertionError("hangs")

    before = signal.signal(signal.SIGPROF, ring)
    try:
        for text in FLOODS:
            signal.setitimer(signal.ITIMER_PROF, HANGS_AFTER_S)
            try:
                assert read_games(text, "flood").records
            except GameError as error:
                assert len(str(error)) < 500, text[:40]  # noqa: PT017 - not the error of a flood
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def test_limits_come_first() -> None:
    """A file, game or collection beyond its limit is refused by its size alone."""
    with pytest.raises(NotationError, match=f"at most {LONGEST_FILE} are allowed"):
        read_games(bytes(LONGEST_FILE + 1), "big")
    with pytest.raises(NotationError, match=f"at most {LONGEST_GAME_TEXT}"):
        read_games(f"(;GM[4]SZ[15]C[{'x' * LONGEST_GAME_TEXT}])", "big")
    with pytest.raises(NotationError, match=f"at most {MOST_GAMES} are allowed"):
        split_games("pente:K10\n" * (MOST_GAMES + 1), "share")


def test_other_formats_are_recognised_with_all_their_games() -> None:
    """Lists of moves, webgipf, REC, bare turns of Gipf, comments over several lines, transcripts
    and the harness's input are read.
    """
    assert set(FORMATS) < set(READ_FORMATS)
    for text, preset, kind, ends in (
        ("K10 L11 K13\nL10\n\nK10 J11\n", None, "moves", [4, 2]),
        ("1. K10 L11\n2. K13\n1. K10 J11\n", "pente", "pente", [3, 2]),
        ("k10l11\nk10j11\n", None, "moves", [2, 2]),
        ("h8h9\nh8i9j10\n", "gomoku-15", "pos-top", [2, 3]),
        ("We1-e2 Ka1-b2\nWe1-e2\n", None, "webgipf", [2, 1]),
        ("brain a\nbrain b\n7,7,1\n8,8,1\n-1\n", None, "rec", [2]),
        ("1. Ge8 Gd8-f7 2. Ge9-e7\n1. Ge8\n", None, "gipf", [3, 1]),
        ("b6-b4 a5-c5\nd8-f7\n", None, "gipf", [3]),
        ("a4-b4 / i3-h3\ng1-g2 / c1-c2\n", None, "gipf", [4]),
        ("b4 / h3\ng2\n", None, "gipf", [3]),
        ("White  Black\na4-b4 1 i3-h3\n\nWhite  Black\ng1-g2\n", None, "gipf", [2, 1]),
        ("White: Ann\nBlack: Ben\n1. a4-b4\n1... i3-h3\n", None, "gipf", [2]),
        ("ga1-b2 gi5-h5 nc1-c2", None, "gipf", [3]),
        ('[White "a"]\n1. A4-B4 I3 - H3', None, "gipf", [2]),
        (f"{TRANSCRIPT}  1. white K10  0.1 s\n  2. black A1  0.1 s\n", None, "transcript", [2]),
        (HARNESS_INPUT, None, "harness", [0]),
        ('[Game "Pente"]\n\n1. K10 {a\n[b]\n1. c} J11\n\n1. K10\n', None, "pente", [2, 1]),
        (f"On 1/2: [a\n3/4 (see)\n{WRITTEN}--\nbye :(\n{WRITTEN}:)", None, "sgf", [2, 2, 2, 2]),
    ):
        asked = kind if kind.startswith("pos") else None
        assert asked or kind_of(text, preset) == kind, text
        games = read_games(text, "any", format_=asked, preset=preset).records
        assert [len(game.end().moves) for game in games] == ends, text
