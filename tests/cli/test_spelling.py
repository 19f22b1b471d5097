"""The same spelling in every command: SPRT bounds, studies, points, and completion by Tab."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner, Result

from cli.main import COMMANDS, pente
from games.five.points import format_harness_point, format_point, parse_point
from tests.agent.desk import sample

HANDOUT = "19/19/19/19/19/19/19/9w9/10b8/9w1bw6/19/19/19/19/19/19/19/19/19 b 0,0"
IMAGES = {"H11", "M11", "H9", "M9", "J12", "L12", "J8", "L8"}  # of H11 under the symmetries
MATCH = ("match", "engine:nodes=60", "random", "-g", "gomoku-9", "--games", "4", "--json")


def run(*words: str, stdin: str = "") -> Result:
    """Run `pente` in this process."""
    return CliRunner().invoke(pente, list(words), input=stdin)


@pytest.mark.parametrize(
    "bounds",
    [
        *(
            ("0,10",),
            ("0", "10"),
            ("0,", "10"),
            ("0, 10",),
            ("0", ",10"),
            ("0:10",),
            ("[0,", "10]"),
        ),
        ("elo0=0", "elo1=10"),
        ("elo1=10 elo0=0.0",),
        ("elo0=0", "elo1=10", "alpha=0.05", "beta=.05", "model=normalized"),
    ],
    ids=" ".join,
)
def test_bounds_of_a_test_are_written_in_many_ways(bounds: tuple[str, ...]) -> None:
    """With a comma, a space or a colon, and with names as in fastchess, in every command."""
    told = json.loads(run("elo", "34,54,63,64,75", "--json", "--sprt", *bounds).stdout)
    assert told["sprt"] == [0, 10]
    assert run(*MATCH, "--sprt", *bounds).exit_code == 3
    words = ("tune", "accept", "--study", "no-such-study", "--sprt", *bounds)
    assert "has no study" in str(run(*words).exception)


def test_negative_bounds_may_stand_apart() -> None:
    """A second number that begins with a sign is no option; another word stays an argument."""
    counts = "34,54,63,64,75"
    for words, bounds in (
        ((counts, "--sprt", "-10", "-5"), [-10, -5]),
        (("--sprt", "0", "10", counts), [0, 10]),
        (("--sprt=-10,0", counts), [-10, 0]),
        (("--sprt", "-1e1,0", counts), [-10, 0]),
    ):
        assert json.loads(run("elo", "--json", *words).stdout)["sprt"] == bounds


def test_text_of_a_test_may_name_more_than_its_bounds() -> None:
    """Error rates and the model are those of the text; a match has only its own model."""
    words = ("elo0=-1.5", "elo1=300", "alpha=0.7", "beta=0.1", "model=bayesian")
    told = json.loads(run("elo", "--json", "--sprt", *words, "136,111,96").stdout)
    assert (told["model"], told["sprt"]) == ("bayesian", [-1.5, 300])
    assert told["upper"] == pytest.approx(math.log(0.9 / 0.7), abs=1e-6)
    assert "model=normalized" in str(run(*MATCH, "--sprt", *words).exception)
    end = run("tune", "accept", "--study", "no", "--sprt", "elo0=0 elo1=9 alpha=0.1")
    assert "alpha and beta are 0.05" in str(end.exception)


@pytest.mark.parametrize(
    "bounds",
    [
        *(("0",), ("0,1,2",), ("0,x",), ("low", "high"), ("elo0=0",), ("elo0=0", "elo0=1")),
        *(("elo0=0 elo1=5 gamma=1",), ("elo0=0", "elo1=x"), ("elo0=0 5",)),
    ],
)
def test_other_bounds_are_refused_by_name(bounds: tuple[str, ...]) -> None:
    """The message shows how they are written."""
    for command in (("elo", "1,2,3"), MATCH):
        end = run(*command, "--sprt", *bounds)
        assert end.exit_code != 0
        assert "--sprt 0,10" in str(end.exception) or "Usage" in end.output


def test_analyze_is_analyse() -> None:
    """The other spelling works, but the list of commands has one only."""
    words = ("-", "--depth", "2", "--json")
    ends = [run(name, *words, stdin=HANDOUT) for name in ("analyse", "analyze")]
    found = [json.loads(end.stdout) for end in ends]
    assert found[0]["pv"] == found[1]["pv"]
    assert "analyze" not in run("--help").output


@pytest.mark.parametrize("point", ["11H", "H11", "11h", "h11"])
def test_point_is_read_in_both_spellings(point: str, tmp_path: Path) -> None:
    """Openings and records take them alike."""
    assert parse_point(point, 19) == parse_point("H11", 19)
    assert format_harness_point(parse_point(point, 19), 19) == "11H"
    assert format_point(parse_point(point, 19), 19) == "H11"
    openings, results = tmp_path / "openings.txt", tmp_path / "results.jsonl"
    openings.write_text(f"10K {point}\n")
    words = ("--games", "1", "--openings", str(openings), "--results", str(results), "-q")
    assert run("match", "random", "random", *words).exit_code == 0
    game = json.loads(results.read_text().splitlines()[1])
    assert game["opening"][0] == "K10"
    assert game["opening"][1] in IMAGES  # a match turns and mirrors its openings


@pytest.mark.parametrize(
    "words",
    [
        ("tune", "status", "--study", "F"),
        ("tune", "--study", "F", "status"),
        ("tune", "resume", "--study", "F"),
        ("tune", "--study", "F", "resume"),
        ("tune", "accept", "--study", "F"),
        ("report", "--study", "F"),
        ("report", "F"),
    ],
    ids=" ".join,
)
def test_study_is_named_alike(words: tuple[str, ...], tmp_path: Path) -> None:
    """Each command finds the folder, and says that it holds no study."""
    end = run(*(str(tmp_path) if word == "F" else word for word in words))
    assert f"{tmp_path} has no study" in str(end.exception)


@pytest.mark.parametrize(
    "words", [("report",), ("report", "a", "--study", "b"), ("tune", "status")]
)
def test_study_must_be_named_once(words: tuple[str, ...]) -> None:
    """The message tells the option."""
    end = run(*words)
    assert end.exit_code == 2
    assert "--study" in end.output


def test_points_are_printed_letter_first(tmp_path: Path) -> None:
    """People read `N9`; the harness's file and the answers for machines have `9N`."""
    (tmp_path / "input.txt").write_bytes(sample("handout_black"))
    harness = re.compile(r"\b[0-9]{1,2}[A-HJ-T]\b")
    for words in (
        ("move", str(tmp_path), "--show"),
        ("analyse", str(tmp_path / "input.txt"), "--depth", "2"),
    ):
        end = run(*words)
        assert end.exit_code == 0
        assert "N9" in end.stdout
        assert not harness.search(end.stdout)
        told = json.loads(
            run(*words[:2], *words[3:] if "--show" in words else words[2:], "--json").stdout
        )
        assert told["best"] == "9N"
    assert (tmp_path / "output.txt").read_text() == "9N\n"


def completions(*words: str) -> set[str]:
    """What the shell offers for the last word."""
    *before, last = words
    shell = ShellComplete(pente, {}, "pente", "_PENTE_COMPLETE")
    return {item.value for item in shell.get_completions(before, last)}


def test_tab_completes_commands_options_and_values() -> None:
    """The shell offers what `pente` knows."""
    assert completions("") == set(COMMANDS)
    assert completions("an") == {"analyse"}
    assert completions("match", "--resu") == {"--results", "--resume", "--resume-anyway"}
    assert completions("match", "-g", "gomoku-") == {
        *("gomoku-9", "gomoku-15", "gomoku-19", "gomoku-20"),
    }
    assert {"status", "resume", "accept"} <= completions("tune", "")
    assert {"--quiet", "--verbose"} <= completions("solve", "--")
