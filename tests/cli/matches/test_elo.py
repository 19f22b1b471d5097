"""`pente elo`: its output, exit codes and errors."""

from __future__ import annotations

import json

import pytest

from cli.main import main
from cli.matches.elo_command import NO_NELO

Shell = pytest.CaptureFixture[str]


def elo(shell: Shell, monkeypatch: pytest.MonkeyPatch, *words: str) -> tuple[int, str, str]:
    """Return exit code, output and errors of the command with these arguments."""
    monkeypatch.setattr("sys.argv", ["pente", "elo", *words])
    with pytest.raises(SystemExit) as end:
        main()
    output, errors = shell.readouterr()
    assert isinstance(end.value.code, int)
    return end.value.code, output, errors


def test_json_of_pairs(capsys: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five counts are pairs; the numbers equal those that fastchess prints for them."""
    words = ("34,54,63,64,75", "--sprt", "0", "10", "--model", "normalized", "--json")
    code, output, _ = elo(capsys, monkeypatch, *words)
    told = json.loads(output)
    assert (code, told["verdict"], told["games"]) == (3, "undecided", 580)
    assert told["elo"] == pytest.approx(55.58, abs=0.005)
    assert told["elo_error"] == pytest.approx(27.65, abs=0.005)
    assert told["nelo"] == pytest.approx(57.94, abs=0.005)
    assert told["nelo_error"] == pytest.approx(28.28, abs=0.005)
    assert told["los"] == pytest.approx(1, abs=5e-5)
    assert told["score"] == pytest.approx(0.579, abs=0.0005)
    assert told["lower"] == pytest.approx(-2.944439) == -told["upper"]
    assert told["lower"] < told["llr"] < told["upper"]


def test_three_counts_are_wins_draws_losses(capsys: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three counts are wins, draws and losses, in this order; without a test there is no LLR."""
    code, output, _ = elo(capsys, monkeypatch, "136,111,96", "--json")
    told = json.loads(output)
    assert (code, told["games"], told["llr"], told["verdict"]) == (0, 343, None, None)
    assert told["results"] == {"lost": 96, "drawn": 111, "won": 136}
    assert told["elo"] == pytest.approx(40.70, abs=0.005)


def test_infinite_elo_is_null(capsys: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """JSON has no infinity, so an unbounded number is null."""
    code, output, _ = elo(capsys, monkeypatch, "0,0,0,0,9", "--json")
    told = json.loads(output, parse_constant=pytest.fail)
    assert (code, told["elo"], told["elo_error"], told["nelo"]) == (0, None, None, None)
    assert told["elo_interval"] == [pytest.approx(118.12, abs=0.01), None]


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("10,1072,2768,1327,13", "--sprt", "0", "2"), 3),
        (("10,1072,2768,1327,13", "--sprt", "0", "2", "--beta", "0.1"), 0),
        (("34,54,63,64,75", "--sprt", "-10", "0"), 0),
        (("871,26175,55983,26678,821", "--sprt", "0", "2", "--model", "logistic"), 1),
        (("800,10,3", "--sprt", "-100", "-90", "--model", "bayes"), 0),
    ],
)
def test_exit_code_tells_the_verdict(
    capsys: Shell, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], code: int
) -> None:
    """Exit code and text: 0 accepted, 1 rejected, 3 undecided; bounds may be negative."""
    verdict = {0: "accepted", 1: "rejected", 3: "undecided"}[code]
    found, output, errors = elo(capsys, monkeypatch, *words)
    assert (found, errors) == (code, "")
    assert f"{words[words.index('--sprt') + 1]}," in output
    assert verdict in output
    assert "LLR" in output


def test_text_for_people(capsys: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """The text has one line for each measure, with the estimate that allows for the test."""
    words = ("39,2226,31451,2412,40", "--sprt", ".2", ".9", "--model", "logistic")
    _, output, _ = elo(capsys, monkeypatch, *words)
    lines = dict(line.split(maxsplit=1) for line in output.splitlines())
    assert lines["Elo"] == "+0.90 ± 0.66  [+0.24, +1.57]"
    assert lines["LLR"] == "+2.163 (-2.94, +2.94)"
    assert lines["unbiased"] == "+0.87 Elo  [+0.17, +1.54]"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("0,0,0,0,9",), {"Elo": "+inf  [+118.12, +inf]", "nElo": NO_NELO}),
        (("9,0,0,0,0",), {"Elo": "-inf  [-inf, -118.12]", "nElo": NO_NELO}),
        (("0,0,1,0,1",), {"Elo": "+190.85  [-67.89, +inf]"}),
        (("0,0,9,0,0", "--sprt", "-1", "1"), {"Elo": "+0.00 ± 121.56", "LLR": "+0.000 (-2"}),
        (("2,1,4,2,1", "--sprt", "-1e-4", "1e-4"), {"Elo": "-17.39", "LLR": "+0.000 (-2"}),
    ],
)
def test_no_figure_is_a_riddle(
    capsys: Shell, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], said: dict[str, str]
) -> None:
    """There is no infinite error, no estimate without a deviation, and no minus before 0."""
    lines = dict(
        line.split(maxsplit=1) for line in elo(capsys, monkeypatch, *words)[1].splitlines()
    )
    for name, text in said.items():
        assert lines[name].startswith(text)


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ("34,54,63,64,75", "A was ahead in 139 pairs and behind in 88: 1.58 to 1"),
        ("0,0,0,0,1", "A was ahead in 1 pair and behind in none"),
        ("0,0,3,0,0", "A was ahead in no pair and behind in none"),
        ("136,111,96", "A won 136 games and lost 96: 1.42 to 1"),
        ("0,1,7", "A won no game and lost 7"),
    ],
)
def test_balance_is_a_sentence(
    capsys: Shell, monkeypatch: pytest.MonkeyPatch, counts: str, said: str
) -> None:
    """A line says how often A did better and worse, with a ratio only where there is one."""
    lines = elo(capsys, monkeypatch, counts)[1].splitlines()
    assert dict(line.split(maxsplit=1) for line in lines)["balance"] == said


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("1,2",), "expected five of pairs"),
        (("1,2,3,4",), "expected five of pairs"),
        (("1,x,3",), "WINS,DRAWS,LOSSES"),
        (("1,2.5,3",), "WINS,DRAWS,LOSSES"),
        (("1,2,9999999999",), "up to 1000000000"),
        (("0,0,0",), "at least one result"),
        (("0,0,0,0,0", "--sprt", "0", "10"), "at least one result"),
        (("1,2,3", "--sprt", "10", "0"), "the lower one first"),
        (("1,2,3", "--sprt", "0", "nan"), "the lower one first"),
        (("1,2,3,4,5", "--sprt", "0", "5", "--model", "bayes"), "three counts"),
        (("1,2,3", "--sprt", "0"), "--sprt"),
        (("1,2,3", "--sprt", "0", "5", "--alpha", "1"), "--alpha"),
        (("1,2,3", "--sprt", "0", "5", "--alpha", "0.6", "--beta", "0.4"), "their sum below 1"),
        (("1,2,3", "--model", "chess"), "--model"),
    ],
)
def test_bad_input_is_told_in_words(
    capsys: Shell, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], message: str
) -> None:
    """Exit code 2, no output, and the reason on standard error."""
    code, output, errors = elo(capsys, monkeypatch, *words)
    assert (code, output) == (2, "")
    assert message in errors
