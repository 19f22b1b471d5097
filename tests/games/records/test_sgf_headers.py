"""Headers of a game in SGF."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from games.errors import GameError
from games.five.position import Position
from games.five.rules import PRESETS
from games.records.five_sgf import format_five_sgf, parse_five_sgf
from games.records.sgf_headers import format_headers, parse_headers
from games.tree import GameTree, one_line

NAMES = st.one_of(
    st.sampled_from(
        (
            *("Site", "Event", "Round", "Section", "Date", "Time", "TimeControl", "Rated", "GN"),
            *("TM", "Player 1 Rating", "Player 2 Rating", "Player 1 Type", "Termination"),
            *("KOMI", "DT", "RE"),
        )
    ),
    st.from_regex(r"[A-Za-z0-9 '?]{1,9}", fullmatch=True),
)
VALUES = st.one_of(
    st.text(max_size=12), st.sampled_from(("02/14/2023", "2023-02-14", "20+0", "20", "time", "-"))
)


@given(st.dictionaries(NAMES, VALUES, max_size=8), st.sampled_from(("WB", "BW")))
def test_headers_round_trip(tags: dict[str, str], letters: str) -> None:
    """Whatever headers a game has, SGF gives them back; RE holds some terminations."""
    node = format_headers(tags, letters)
    node["RE"] = {"time": ["W+T"], "forfeit": ["W+F"]}.get(tags.get("Termination", ""), ["W+"])
    assert parse_headers(node, letters) == tags


@given(st.dictionaries(NAMES, VALUES, max_size=8))
def test_a_game_keeps_its_headers(tags: dict[str, str]) -> None:
    """A whole game reads back with its headers, or they are refused."""
    try:
        game = GameTree(Position(PRESETS["pente"]), one_line([180]), tags=tags, result="1-0")
    except GameError:
        return
    assert parse_five_sgf(format_five_sgf(game)).tags == tags


def test_headers_have_sgfs_own_properties() -> None:
    """Site, date, time control and ratings stand where other programs look for them."""
    tags = {"Site": "Pente.org", "Date": "02/14/2023", "TimeControl": "20", "Rated": "Y"}
    node = format_headers({**tags, "Player 1 Rating": "1820"}, "WB")
    assert node == {
        "PC": ["Pente.org"],
        "DT": ["2023-02-14"],
        "TM": ["1200"],
        "WR": ["1820"],
        "HD": ["Rated:Y"],
    }
