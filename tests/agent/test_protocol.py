"""The protocol reads whatever can be understood, and names the place of an error."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.protocol import NO_LIMIT_S, Request, allowed_points, parse_request, write_move
from agent.refusal import ProtocolError
from games.five.points import format_harness_point
from games.five.rules import PRESETS, rules_named
from tests.agent.desk import request_for, sample
from tests.conditions import met, often
from tests.strategies import positions

if TYPE_CHECKING:
    from pathlib import Path

    from games.five.position import Position

PENTE = rules_named("pente")
EMPTY_BOARD = "\n".join(["." * 19] * 19)


def same(request: Request, position: Position) -> bool:
    """Whether the request holds exactly this position."""
    return (
        list(request.cells) == position.cells
        and request.side == position.side
        and list(request.captured_stones) == position.captured_stones
    )


def outcome_of(data: bytes) -> Request | tuple[int, int]:
    """The request, or the line and column of the refusal."""
    try:
        return parse_request(data, PENTE)
    except ProtocolError as refused:
        return refused.line, refused.column


@st.composite
def mangled(draw: st.DrawFn, text: str) -> bytes:
    """The text as a careless program might write it."""
    lines = text.split("\n")[:-1]
    blanks = st.sampled_from(("", " ", "\t", "  ", " \t "))
    header, board = lines[:3], lines[3:]
    if draw(st.booleans()):
        header[0] = draw(st.sampled_from((str.lower, str.title)))(header[0])
    if draw(st.booleans()):
        header[2] = header[2].replace(",", draw(st.sampled_from((" ,", ", ", " , "))))
    if draw(st.booleans()):
        header = [" ".join(header)]
    if draw(st.booleans()):
        board = [row.upper() for row in board]
    mixed = []
    for line in (*header, *board):
        mixed += draw(st.sampled_from(([], [], [""], ["  "], ["", "\t"])))
        mixed.append(draw(blanks) + line + draw(blanks))
    end = draw(st.sampled_from(("\n", "\r\n", "\r")))
    tail = draw(st.sampled_from(("", end, end + end)))
    mark = draw(st.sampled_from((b"", b"\xef\xbb\xbf")))
    return mark + (end.join(mixed) + tail).encode()


@given(st.data(), positions(st.sampled_from(list(PRESETS.values()))))
def test_protocol_reads_careless_text_as_the_same_position(
    data: st.DataObject, position: Position
) -> None:
    """Blanks, line ends, case, blank lines and a run-together header change nothing."""
    request = parse_request(data.draw(mangled(request_for(position))), position.rules)
    assert same(request, position)
    assert (request.seconds_left, request.panic, request.warnings) == (100.0, False, ())


@given(positions(st.just(PENTE)))
def test_protocol_request_gives_the_position_of_the_rules(position: Position) -> None:
    """Reading a written position gives the same position by the readable rules."""
    back = parse_request(request_for(position).encode(), PENTE).position
    assert (back.cells, back.side, back.captured_stones, back.outcome) == (
        position.cells,
        position.side,
        position.captured_stones,
        position.outcome,
    )


def read(header: str) -> Request:
    """The request with this text between the colour White and an empty board."""
    return parse_request(f"WHITE\n{header}\n{EMPTY_BOARD}".encode("latin-1"), PENTE)


def test_protocol_reads_any_spelling_of_a_number() -> None:
    """A clock is any positive number in any float spelling; an infinite one becomes finite."""
    spelled = {"100": 100.0, "1e2": 100.0, "0.01": 0.01, "+3.": 3.0}
    endless = ("inf", "Infinity", "+inf", "1e999", "9" * 5000)
    for clock, seconds in {**spelled, **dict.fromkeys(endless, NO_LIMIT_S)}.items():
        request = read(clock + "\n0,0")
        assert (request.seconds_left, request.panic) == (seconds, False), clock


def test_protocol_takes_a_bad_clock_for_panic() -> None:
    """A clock that is missing or no positive number gives a panic request with a warning."""
    numbers = (
        "",
        "nan",
        "-inf",
        "-1",
        "0",
        "0.0",
        "soon",
        "." * 19,
        "\x00\xff",
        "1_0.0",
        "\xb9\xb2",
    )
    for header in ("", "0,0", *(number + "\n0,0" for number in (*numbers, "0x10"))):
        request = read(header)
        assert (request.seconds_left, request.panic) == (None, True), header
        assert "clock" in request.warnings[0]


BAD_CAPTURES = {
    "": (0, 0),
    "none": (0, 0),
    "3,4": (3, 4),
    "3,3": (3, 3),
    "4": (4, 0),
    "100 100": (0, 0),
    ",2": (0, 2),
    " , ": (0, 0),
    ",": (0, 0),
    "2 ,": (2, 0),
    "-2,4": (0, 4),
    "2,x": (2, 0),
    "2;4": (0, 0),
    "9" * 5000 + ",2": (0, 2),
}


def test_protocol_takes_bad_captures_for_panic() -> None:
    """Captures that are missing, odd or no numbers give a panic request with the best guess."""
    for line, captured in BAD_CAPTURES.items():
        request = read("100.0\n" + line)
        assert (request.panic, request.captured_stones) == (True, captured), line
        assert "captures" in request.warnings[0]


def test_protocol_reads_captures_around_the_comma() -> None:
    """Further numbers in the header, such as a second clock, are not read as captures."""
    for header in ("100 100\n4,2", "100\n100\n4 , 2", "100 4,2 100", "100 4,\n2"):
        request = read(header)
        assert (request.seconds_left, request.captured_stones) == (100.0, (4, 2)), header
        assert not request.panic


def test_protocol_gives_captures_to_sides_by_colour() -> None:
    """The first number of captures is White's, also where White moves second."""
    board = "\n".join(["." * 15] * 15)
    request = parse_request(f"BLACK\n9.5\n2,4\n{board}".encode(), rules_named("gomoku-15"))
    assert request.side == 0
    assert request.captured_stones == (4, 2)


HEADER = "WHITE\n100.0\n0,0\n"
REFUSED = (
    ("", 1, 1),
    ("\n\n", 1, 1),
    ("RED\n100.0\n0,0\n" + EMPTY_BOARD, 1, 1),
    ("\n  RED\n100.0\n0,0\n" + EMPTY_BOARD, 2, 3),
    (EMPTY_BOARD, 1, 1),
    (HEADER, 4, 1),
    (HEADER + EMPTY_BOARD[:-20], 22, 1),
    (HEADER + EMPTY_BOARD[:-1], 22, 19),
    (HEADER + "..x" + EMPTY_BOARD[3:], 4, 3),
    (HEADER + EMPTY_BOARD[:-2] + "o.", 22, 18),
    (HEADER + "." + EMPTY_BOARD, 4, 20),
)


def test_protocol_refuses_with_line_and_column() -> None:
    """Without a colour or a whole board the error names the place."""
    for text, line, column in REFUSED:
        with pytest.raises(ProtocolError) as refused:
            parse_request(text.encode(), PENTE)
        assert (refused.value.line, refused.value.column) == (line, column)
        assert f"line {line}, column {column}: " in str(refused.value)


def test_protocol_refuses_a_full_board() -> None:
    """A board without an empty point is refused, and the error says why."""
    rows = ["wb" * 9 + "w", "bw" * 9 + "b"] * 10
    with pytest.raises(ProtocolError, match="full"):
        parse_request("\n".join(["WHITE", "1.0", "0,0", *rows[:19]]).encode(), PENTE)


@given(st.binary(max_size=600))
def test_protocol_never_breaks_on_any_bytes(data: bytes) -> None:
    """Any bytes give a request or a ProtocolError that names a place."""
    understood = outcome_of(data)
    assert isinstance(understood, Request) or min(understood) >= 1


@often(read=2, refused=15)
@given(st.data())
def test_protocol_never_breaks_on_damaged_requests(data: st.DataObject) -> None:
    """A valid request with some bytes changed gives a request or a ProtocolError."""
    content = bytearray(sample("middle_game_black"))
    for _ in range(data.draw(st.integers(1, 6))):
        place = data.draw(st.integers(0, len(content) - 1))
        content[place : place + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    understood = outcome_of(bytes(content))
    if isinstance(understood, Request):
        met("read")
        assert len(understood.cells) == 361
        assert 0 in understood.cells
    else:
        met("refused")
        assert 1 <= understood[0] <= content.count(b"\n") + content.count(b"\r") + 2


@given(positions())
def test_protocol_allows_the_legal_moves(position: Position) -> None:
    """While a game goes on, the allowed points are the legal moves."""
    assert allowed_points(position) == position.legal_moves()


def test_protocol_allows_empty_points_after_the_end() -> None:
    """After the end of a game, every empty point is allowed."""
    rows = ["." * 19] * 18 + ["wwwww" + "." * 14]
    text = "\n".join(["BLACK", "100.0", "12,0", *rows])
    request = parse_request(text.encode(), PENTE)
    assert request.position.legal_moves() == []
    assert len(allowed_points(request)) == 356


def test_protocol_writes_the_move_strictly(tmp_path: Path) -> None:
    """The move is one line in the harness's spelling, and no other file stays in the folder."""
    path = tmp_path / "output.txt"
    for point in (0, 202, 360):
        write_move(str(path), point, 19)
        assert path.read_bytes() == format_harness_point(point, 19).encode() + b"\n"
    assert list(tmp_path.iterdir()) == [path]
