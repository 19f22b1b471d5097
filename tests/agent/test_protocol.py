"""The protocol reads whatever can be understood, and names the place of an error."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent.protocol import NO_LIMIT_S, Request, allowed_points, parse_request
from agent.refusal import ProtocolError
from arena.foreign.harness_files import format_request
from games.five.position import FivePosition
from games.five.rules import PRESETS, rules_named
from tests.agent.desk import sample
from tests.conditions import met, often
from tests.strategies import positions

PENTE = rules_named("pente")
EMPTY_BOARD = "\n".join(["." * 19] * 19)


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
    data: st.DataObject, position: FivePosition
) -> None:
    """Blanks, line ends, case, blank lines and a run-together header change nothing.

    The request's position by the readable rules is the same.
    """
    request = parse_request(data.draw(mangled(format_request(position, 100.0))), position.rules)
    assert (list(request.cells), request.side) == (position.cells, position.side)
    assert list(request.captured_stones) == position.captured_stones
    assert request.position.key == position.key
    assert request.position.outcome == position.outcome
    assert (request.seconds_left, request.panic, request.warnings) == (100.0, False, ())


NO_CLOCK = ("", "nan", "-inf", "-1", "0", "0.0", "soon", "." * 19, "\0\xff", "1_0.0", "\xb9")
# The text between colour and board: seconds left, captured stones, and what a warning names.
HEADERS: dict[str, tuple[float | None, tuple[int, int], str]] = {
    # A clock is any positive number in any float spelling; an infinite one becomes finite.
    "100\n0,0": (100.0, (0, 0), ""),
    "1e2\n0,0": (100.0, (0, 0), ""),
    "0.01\n0,0": (0.01, (0, 0), ""),
    "+3.\n0,0": (3.0, (0, 0), ""),
    **{
        f"{clock}\n0,0": (NO_LIMIT_S, (0, 0), "")
        for clock in ("inf", "Infinity", "+inf", "1e999", "9" * 5000)
    },
    # One that is missing or no positive number gives a panic request.
    **dict.fromkeys(
        ("", "0,0", *(f"{clock}\n0,0" for clock in (*NO_CLOCK, "0x10"))), (None, (0, 0), "clock")
    ),
    # So do captures that are missing, odd or no numbers; the best guess is taken.
    "100.0\n": (100.0, (0, 0), "captures"),
    "100.0\nnone": (100.0, (0, 0), "captures"),
    "100.0\n3,4": (100.0, (3, 4), "captures"),
    "100.0\n3,3": (100.0, (3, 3), "captures"),
    "100.0\n4": (100.0, (4, 0), "captures"),
    "100.0\n100 100": (100.0, (0, 0), "captures"),
    "100.0\n,2": (100.0, (0, 2), "captures"),
    "100.0\n , ": (100.0, (0, 0), "captures"),
    "100.0\n2 ,": (100.0, (2, 0), "captures"),
    "100.0\n-2,4": (100.0, (0, 4), "captures"),
    "100.0\n2,x": (100.0, (2, 0), "captures"),
    "100.0\n2;4": (100.0, (0, 0), "captures"),
    "100.0\n" + "9" * 5000 + ",2": (100.0, (0, 2), "captures"),
    # Further numbers in the header, such as a second clock, are not read as captures.
    **dict.fromkeys(
        ("100 100\n4,2", "100\n100\n4 , 2", "100 4,2 100", "100 4,\n2"), (100.0, (4, 2), "")
    ),
}


def test_protocol_reads_any_header() -> None:
    """What cannot be read of clock or captures gives a panic request with a warning."""
    for header, (seconds_left, captured, named) in HEADERS.items():
        request = parse_request(f"WHITE\n{header}\n{EMPTY_BOARD}".encode("latin-1"), PENTE)
        assert (request.seconds_left, request.captured_stones) == (seconds_left, captured), header
        assert request.panic == bool(named), header
        assert named in "".join(request.warnings[:1]), header


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
    (HEADER + EMPTY_BOARD.replace(".", "w"), 22, 19),  # full
)


def test_protocol_refuses_with_line_and_column() -> None:
    """Without a colour or a whole board the error names the place."""
    for text, line, column in REFUSED:
        with pytest.raises(ProtocolError) as refused:
            parse_request(text.encode(), PENTE)
        assert (refused.value.line, refused.value.column) == (line, column)
        assert f"line {line}, column {column}: " in str(refused.value)


@often(read=2, refused=15)
@given(st.data())
def test_protocol_never_breaks_on_damaged_requests(data: st.DataObject) -> None:
    """A valid request with some bytes changed, or any bytes, give a request or a ProtocolError."""
    content = bytearray(sample("middle_game_black"))
    for _ in range(data.draw(st.integers(1, 6))):
        place = data.draw(st.integers(0, len(content) - 1))
        content[place : place + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
    for text in (bytes(content), data.draw(st.binary(max_size=600))):
        result = outcome_of(text)
        if isinstance(result, Request):
            met("read")
            assert len(result.cells) == 361
            assert 0 in result.cells
        else:
            met("refused")
            assert 1 <= result[0] <= text.count(b"\n") + text.count(b"\r") + 2
            assert result[1] >= 1


@given(positions())
def test_protocol_allows_the_legal_moves(position: FivePosition) -> None:
    """While a game goes on, the allowed points are the legal moves."""
    assert allowed_points(position) == position.legal_moves()
