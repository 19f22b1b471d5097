"""`pente elo`: its output and exit codes."""

from __future__ import annotations

import json

import pytest

from cli.matches.elo_command import NO_NELO
from tests.in_process import pente


def lines_of(*words: str) -> dict[str, str]:
    """The lines of the text by their first words."""
    return dict(line.split(maxsplit=1) for line in pente("elo", *words).stdout.splitlines())


def test_json_of_pairs_of_games_and_of_what_is_infinite() -> None:
    """Five counts are pairs, three are wins, draws and losses; the numbers equal those of other
    programs (`tests/arena/strength`); JSON has no infinity, so an unbounded number is null.
    """
    told = json.loads(pente("elo", "34,54,63,64,75", "--sprt", "0", "10", "--json").stdout)
    assert (told["verdict"], told["games"], told["sprt"]) == ("undecided", 580, [0, 10])
    for name, number in (("elo", 55.58), ("elo_error", 27.65), ("nelo", 57.94), ("los", 1)):
        assert told[name] == pytest.approx(number, abs=0.005)
    assert told["score"] == pytest.approx(0.579, abs=0.0005)
    assert told["lower"] == pytest.approx(-2.944439) == -told["upper"]
    assert told["lower"] < told["llr"] < told["upper"]
    told = json.loads(pente("elo", "136,111,96", "--json").stdout)
    assert (told["games"], told["llr"], told["verdict"]) == (343, None, None)
    assert told["results"] == {"lost": 96, "drawn": 111, "won": 136}
    told = json.loads(pente("elo", "0,0,0,0,9", "--json").stdout, parse_constant=pytest.fail)
    assert (told["elo"], told["elo_error"], told["nelo"]) == (None, None, None)
    assert told["elo_interval"] == [pytest.approx(118.12, abs=0.01), None]


def test_exit_code_tells_the_verdict() -> None:
    """Exit code and text: 0 accepted, 1 rejected, 3 undecided; bounds may be negative."""
    close = "10,1072,2768,1327,13"
    for words, code, verdict in (
        ((close, "--sprt", "0", "2"), 3, "undecided"),
        ((close, "--sprt", "0", "2", "--beta", "0.1"), 0, "accepted"),
        (("34,54,63,64,75", "--sprt", "-10", "0"), 0, "accepted"),
        (("871,26175,55983,26678,821", "--sprt", "0", "2", "--model", "logistic"), 1, "rejected"),
        (("800,10,3", "--sprt", "-100", "-90", "--model", "bayes"), 0, "accepted"),
    ):
        end = pente("elo", *words)
        assert (end.returncode, end.stderr) == (code, "")
        for part in (f"{words[2]},", verdict, "LLR"):
            assert part in end.stdout


def test_text_for_people() -> None:
    """A line for each measure, with the estimate that allows for the test. There is no infinite
    error, no estimate without a deviation, no minus before 0, and a ratio only where there is one.
    """
    for words, said in (
        (
            ("39,2226,31451,2412,40", "--sprt", ".2", ".9", "--model", "logistic"),
            {"Elo": "+0.90 ± 0.66  [+0.24, +1.57]", "unbiased": "+0.87 Elo  [+0.17, +1.54]"},
        ),
        (("0,0,0,0,9",), {"Elo": "+inf  [+118.12, +inf]", "nElo": NO_NELO}),
        (("9,0,0,0,0",), {"Elo": "-inf  [-inf, -118.12]", "nElo": NO_NELO}),
        (("0,0,1,0,1",), {"Elo": "+190.85  [-67.89, +inf]", "balance": "A was ahead in 1 pair"}),
        (("0,0,9,0,0", "--sprt", "-1", "1"), {"Elo": "+0.00 ± 121.56", "LLR": "+0.000 (-2"}),
        (("2,1,4,2,1", "--sprt", "-1e-4", "1e-4"), {"Elo": "-17.39", "LLR": "+0.000 (-2"}),
        (("34,54,63,64,75",), {"balance": "A was ahead in 139 pairs and behind in 88: 1.58 to 1"}),
        # Fishtest prints these two ratios on its pages of Stockfish #4912 and #5050.
        (
            ("20,3679,8676,3645,10",),
            {"balance": "A was ahead in 3,655 pairs and behind in 3,699: 0.99 to 1"},
        ),
        (
            ("200,4860,10023,4742,175",),
            {"balance": "A was ahead in 4,917 pairs and behind in 5,060: 0.97 to 1"},
        ),
        (("136,111,96",), {"balance": "A won 136 games and lost 96: 1.42 to 1"}),
        (("0,1,7",), {"balance": "A won 0 games and lost 7"}),
    ):
        lines = lines_of(*words)
        for name, text in said.items():
            assert lines[name].startswith(text), f"{words}: {lines[name]}"
