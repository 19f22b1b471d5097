"""Files of games: one reader reads every format and every game of a collection."""

from __future__ import annotations

import signal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.foreign.harness_files import format_request
from arena.game.transcript import format_transcript
from arena.match.match import MatchSpec, play_match
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
from games.five.position import Position
from games.five.rules import PRESETS
from games.gipf.position import GipfPosition
from games.gipf.rules import GIPF_PRESETS
from games.tree import GameTree, one_line
from tests.conditions import met, often
from tests.gipf_strategies import random_gipf_game
from tests.strategies import damaged, random_game

FIVE_FORMATS = ("json", "sgf", "pente", "psq", "share", "position")
GIPF_FORMATS = ("json", "sgf", "gipf", "share", "position")


@given(
    st.sampled_from(FIVE_FORMATS),
    st.lists(st.tuples(st.integers(0, 500), st.integers(1, 30)), min_size=1, max_size=5),
    st.sampled_from(("", "\n", "\r\n\r\n")),
)
def test_every_game_of_a_collection_is_read(
    format_: str, drawn: list[tuple[int, int]], gap: str
) -> None:
    """Games written one after the other are read in order, each with its last position."""
    rules = PRESETS["pente"]
    games = [
        GameTree(Position(rules), one_line(random_game(rules, seed, turns)))
        for seed, turns in drawn
    ]
    text = gap.join(write_record(game, format_) for game in games)
    found = read_games(text, "games", preset="pente").records
    assert [game.end().key for game in found] == [game.end().key for game in games]
    assert kind_of(text, "pente") == format_


@given(
    st.sampled_from(GIPF_FORMATS),
    st.lists(st.tuples(st.integers(0, 500), st.integers(1, 20)), min_size=1, max_size=4),
)
def test_every_game_of_gipf_of_a_collection_is_read(
    format_: str, drawn: list[tuple[int, int]]
) -> None:
    """The same holds for games of Gipf."""
    start = GipfPosition(GIPF_PRESETS["gipf-basic"])
    games = [GameTree(start, one_line(random_gipf_game(start, seed, most))) for seed, most in drawn]
    text = "\n".join(write_record(game, format_) for game in games)
    found = read_games(text.encode(), "games", preset="gipf-basic").records
    assert [game.end().key for game in found] == [game.end().key for game in games]


@pytest.mark.parametrize("game", ["pente", "gomoku-9", "gipf-basic", "gipf-tournament"])
@pytest.mark.parametrize("boards", [False, True])
def test_transcripts_of_a_match_are_read(game: str, boards: bool) -> None:  # noqa: FBT001
    """Transcripts of either family, one after the other, end with the games' last boards."""
    spec = MatchSpec(a="random", b="random", games=2, rules=game, opening_plies=2)
    records = list(play_match(spec))
    text = "\n".join(format_transcript(record, every_board=boards) for record in records)
    found = read_games(text, "match").records
    assert [each.end().rules.name for each in found] == [game, game]
    for record, each in zip(records, found, strict=True):
        end = each.end()
        assert end.outcome is not None
        assert record.winner == (
            None if end.outcome.winner is None else end.rules.colour_of(end.outcome.winner)
        )


def test_results_file_of_a_match_gives_all_its_games() -> None:
    """The first line of a results file describes the match and is no game."""
    line = write_record(GameTree(Position(PRESETS["gomoku-9"]), []), "json")
    assert len(read_games('{"match": {"a": "engine"}}\n' + 3 * line, "match.jsonl").records) == 3


def test_harness_input_is_a_position() -> None:
    """Harness input is a position of the named game, else of Pente; errors name file and place."""
    position = Position(PRESETS["pente"])
    position.play(180)
    text = format_request(position, 5.0)
    (game,) = read_games(text, "input.txt").records
    assert game.end().key == position.key
    with pytest.raises(NotationError, match=r"^mine, line 1, column 1: .*GREY"):
        read_games(text.replace("BLACK", "GREY"), "mine", format_="harness")


WRITTEN = "(;GM[4]SZ[15];B[hh];W[ii])\n(;GM[4]SZ[15];B[hh](;W[gg])(;W[ji]))\n"
FORMATS_ASKED_FOR = st.sampled_from([None, *READ_FORMATS])


@often(read=9, refused=100)
@given(
    st.text(max_size=120), FORMATS_ASKED_FOR, damaged(WRITTEN, st.text("(;[]BWCahi15 ", max_size=2))
)
def test_random_text_raises_only_the_named_error(
    text: str, format_: str | None, written: str
) -> None:
    """Any content of a file gives games or a GameError."""
    said = (text, "(;" + text, "[" + text, "Game 1, pente, " + text, "BLACK\n" + text)
    for body, asked in [*((each, format_) for each in said), (written, None), (written, "sgf")]:
        try:
            assert read_games(body, "any", format_=asked).records
        except GameError:
            met("refused")
        else:
            met("read")


def flood(piece: str, head: str = "", size: int = 1_000_000) -> str:
    """A text of about this size that repeats one piece."""
    return head + piece * (size // len(piece))


HANGS_AFTER_S = 30.0
PSQ = "Piskvorky 15x15, 11:11, 0\n"
FLOODS = {
    "moves of one PSQ": flood("1,1,0\n", PSQ),
    "PSQ after PSQ": flood(PSQ + "8,8,1\n"),
    "open trees": flood("(;GM[4]SZ[15]"),
    "open brackets": flood("[", "(;"),
    "brackets": flood("("),
    "empty trees": flood("()"),
    "one value": flood("a", "(;C["),
    "backslashes": flood("\\", "(;C["),
    "nodes": flood(";", "(;GM[4]SZ[15]") + ")",
    "nested nodes": flood("(;B[hh];W[hi]", "(;GM[4]SZ[15]"),
    "moves on paper": flood("1. K10 J11 ", '[Game "Pente"]\n\n'),
    "games on paper": flood('[Game "Pente"]\n\n1. K10 J11\n\n'),
    "headers": flood('[Game "Pente"]\n'),
    "an open header": flood(" ", "[Game"),
    "one word": flood("K", "1. "),
    "one number": flood("1", '{"players":') + "}",
    "open lists": flood("[", '{"players":'),
    "heads of results": flood('{"match": 1}\n'),
    "a shared word": flood("K10", "pente:"),
    "shared words": flood("pente:K10J11\n"),
    "rows": flood("9/"),
    "positions": flood("9/9/9/9/4b4/9/9/9/9 w 0,0\n"),
    "turns": flood("b6-b4 ", '[Game "gipf-basic"]\n\n'),
    "slashes between turns": flood("b6-b4 / ", '[Game "gipf-basic"]\n\n'),
    "a heading": flood("White ", "Black "),
    "blanks of a heading": flood(" ", "White: a") + "{",
    "blanks after a colour": flood(" ", "1. b6-b4 W") + "z",
    "a removal": flood("b2 , ", "1. b6-b4 x"),
    "pieces": flood("Kb2 ", "w 12 12 "),
    "turns in a tree": flood(";W[g2];B[c7-c5]", "(;GM[39]RU[gipf-basic]") + ")",
    "rows of input": flood("w\n", "BLACK\n"),
    "a row of input": flood("w", "BLACK\n"),
    "a transcript": flood("  1. white K10  0.1 s\n", "Game 1, pente, clock nodes:10\n"),
    "transcripts": flood("Game 1, pente, clock nodes:10\n"),
    "line feeds": flood("\n"),
    "slashes": flood("/"),
    "points": flood("K10 "),
    "joined points": flood("k10"),
    "games of points": flood("K10 L11\n\n"),
    "actions": flood("We1-e2 Ka1-b2 "),
    "braces": flood("{", "1. K10 "),
    "comments": flood("{a} ", "1. K10 "),
    "moves of one REC": flood("1,1,0\n", "a\nb\n"),
    "quotes in a header": flood('" ', '[Event "', size=20_000),
    "text before a tree": flood("a (b) [c ") + WRITTEN,
    "rectangles": flood("[aa:oo]", "(;GM[4]SZ[15]AB") + ")",
    "headers of a tree": flood("AN[a]", "(;GM[4]SZ[15]") + ")",
}


@pytest.mark.parametrize("name", FLOODS)
def test_flood_is_read_or_refused_and_does_not_hang(name: str) -> None:
    """A megabyte of anything gives games or one short message, long before a minute is over.

    Reading that takes quadratic time would take minutes for one of these.
    """

    def ring(_signal: int, _frame: object) -> None:
        raise AssertionError("hangs")

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, HANGS_AFTER_S)
    try:
        assert read_games(FLOODS[name], "flood").records
    except GameError as error:
        assert len(str(error)) < 500  # noqa: PT017 - not the error of a flood
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


@pytest.mark.parametrize(
    ("text", "preset", "kind", "ends"),
    [
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
        ('[Game "Pente"]\n\n1. K10 {a\n[b]\n1. c} J11\n\n1. K10\n', None, "pente", [2, 1]),
        (f"On 1/2: [a\n3/4 (see)\n{WRITTEN}--\nbye :(\n{WRITTEN}:)", None, "sgf", [2, 2, 2, 2]),
    ],
)
def test_other_formats_are_recognised_with_all_their_games(
    text: str, preset: str | None, kind: str, ends: list[int]
) -> None:
    """Lists of moves, webgipf, REC, bare turns of Gipf and comments over several lines are read."""
    asked = kind if kind.startswith("pos") else None
    if asked is None:
        assert kind_of(text, preset) == kind
    games = read_games(text, "any", format_=asked, preset=preset).records
    assert [len(game.end().moves) for game in games] == ends


def test_formats_that_are_written_are_read() -> None:
    """The reader knows every format that a game can be written in."""
    assert set(FORMATS) < set(READ_FORMATS)
