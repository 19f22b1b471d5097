"""`pente solve`, as a user runs it: verdicts, exit codes, the tree."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from games.five.points import format_point, parse_point
from tests.in_process import pente

WON = json.loads(
    (Path(__file__).parents[3] / "data/problems/forced_wins.jsonl").read_text().splitlines()[0]
)
BEST = format_point(parse_point(WON["best"], 19), 19)
OPEN_THREES = (
    "19/19/16b2/2b16/19/19/19/9w9/19/10ww7/19/9w9/19/19/19/19/2b12b3/19/19 w 0,0"  # won by them
)
QUIET = "19/19/19/19/19/19/19/9w9/10b8/9w1bw6/19/19/19/19/19/19/19/19/19 b 0,0"


def solve(*words: str, stdin: str) -> subprocess.CompletedProcess[str]:
    """Run `pente solve -`."""
    return pente("solve", "-", *words, stdin=stdin)


def longest(tree: dict[str, Any]) -> int:
    """The number of our moves in the tree's longest line; the last move may be implied."""
    return 1 + max(map(longest, tree["answers"].values()), default=0)


def test_proved_win_is_told_as_json_with_exit_code_zero() -> None:
    """The JSON has all documented keys, and the tree begins with the key move."""
    end = solve("--json", "--tree", stdin=WON["input"])
    told = json.loads(end.stdout)
    assert end.returncode == 0, end.stderr
    assert (told["verdict"], told["win_in"], told["best"]) == ("proved", WON["moves"], WON["best"])
    assert told["pv"][0] == told["tree"]["move"] == WON["best"]
    assert len(told["pv"]) == 2 * WON["moves"] - 1
    assert {"nodes", "seconds_cpu", "seconds_wall"} < set(told)
    assert told["by"] == "fours and captures"
    assert longest(told["tree"]) <= told["tree"]["win_in"] == WON["moves"]


def test_tree_for_people_answers_each_defence() -> None:
    """The text has the key move, the verdict, the main line, and our reply to each answer."""
    end = solve("--tree", stdin=WON["input"])
    rows = end.stdout.splitlines()
    assert end.returncode == 0, end.stderr
    assert any(row.startswith(f"proved: win in {WON['moves']}, {BEST}") for row in rows)
    start = rows.index(BEST)
    assert rows[start - 1].startswith(f"main line  {BEST} ")
    assert rows[-1] == "  any other: wins at once"
    assert all(": " in row and row.startswith("  ") for row in rows[start + 1 :])


def test_win_by_open_threes_is_reported_with_its_replies() -> None:
    """The output has the kind of the win, its maximum length, and one threat against
    most replies.
    """
    end = solve("--json", "--tree", stdin=OPEN_THREES)
    told = json.loads(end.stdout)
    assert end.returncode == 0, end.stderr
    assert (told["verdict"], told["by"]) == ("proved", "open threes")
    assert len(told["pv"]) == 2 * told["win_in"] - 1 == 2 * told["tree"]["win_in"] - 1
    assert told["best"] == told["pv"][0] == told["tree"]["move"]
    other = told["tree"]["any_other"]
    assert 1 < other["win_in"] < told["win_in"]
    assert longest(told["tree"]) <= told["win_in"]
    rows = solve("--tree", stdin=OPEN_THREES).stdout.splitlines()
    best, move = (format_point(parse_point(word, 19), 19) for word in (told["best"], other["move"]))
    proved = f"proved: win in {told['win_in']} at most, {best}, by open threes  "
    assert any(row.startswith(proved) for row in rows)
    threat = f"{move} wins in {other['win_in']} at most, by threats"
    assert rows[-1] == f"  any other: {threat}"


@pytest.mark.parametrize(
    ("words", "stdin", "code", "verdict", "by"),
    [
        ((), QUIET, 1, "refuted", "fours and captures"),
        (("-g", "gomoku-19"), QUIET, 1, "refuted", "fours"),
        (("--nodes", "10"), WON["input"], 3, "undecided", "fours and captures"),
        (("--nodes", "1000"), OPEN_THREES, 3, "undecided", "open threes"),
    ],
)
def test_what_is_not_proved_says_so(
    words: tuple[str, ...], stdin: str, code: int, verdict: str, by: str
) -> None:
    """Exit code 1 if no win by fours and captures exists, 3 if a limit was reached first."""
    end = solve(*words, "--json", stdin=stdin)
    told = json.loads(end.stdout)
    assert (end.returncode, told["verdict"], told["by"]) == (code, verdict, by)
    assert (told["win_in"], told["best"], told["pv"]) == (None, None, [])
    shown = solve(*words, stdin=stdin)
    assert shown.returncode == code
    last = shown.stdout.splitlines()[-1]
    assert last.startswith(f"{verdict}: ")
    known = "fours" if "gomoku-19" in words else "fours and captures"
    assert (f"no win by {known} in up to 16 moves" in last) == (stdin != WON["input"])


def test_gipf_win_is_told_in_both_notations_with_its_tree() -> None:
    """White pushes to f6 and removes a row that takes three of Black's; Black has none left."""
    text = "w 1 1 Kb2 Kb5 Kd5 Kd6 Kd7 Kg4 Kh3 Wc3 Wc6 Wd4 We6 We7 We8 Wf5 Wg5 Wh4 Wh5"
    end = solve("-g", "gipf-basic", "--tree", "--json", stdin=text)
    told = json.loads(end.stdout)
    assert end.returncode == 0, end.stderr
    assert (told["verdict"], told["win_in"], told["refuted"]) == ("proved", 2, 1)
    assert (told["best"], told["entry"]) == ("i3-f6", "i3-h4")
    assert told["pv"][0] == told["tree"]["move"] == "i3-f6;xd7*,e7,f6,g5,h4"
    assert longest(told["tree"]) == told["tree"]["win_in"] == 2
    assert told["tree"]["answers"][told["pv"][1]]["move"] == told["pv"][2]
    shown = solve("-g", "gipf-basic", "--tree", stdin=text).stdout.splitlines()
    assert f"  {told['pv'][1]}: {told['pv'][2]}" in shown


@pytest.mark.parametrize(
    ("words", "code", "verdict"),
    [(("--turns", "2"), 1, "refuted"), (("--nodes", "10"), 3, "undecided")],
)
def test_gipf_win_that_is_not_proved_says_how_far_it_was_looked_for(
    words: tuple[str, ...], code: int, verdict: str
) -> None:
    """A win in four is not found in two turns (exit code 1); ten nodes leave it open (3)."""
    text = "b 3 1 Kf4 Kg3 Kh2"
    end = solve("-g", "gipf-basic", *words, "--json", stdin=text)
    told = json.loads(end.stdout)
    assert (end.returncode, told["verdict"]) == (code, verdict)
    assert (told["win_in"], told["best"], told["entry"], told["pv"]) == (None, None, None, [])
    assert told["refuted"] < 4
    shown = solve("-g", "gipf-basic", *words, stdin=text).stdout
    assert f"no win in up to {told['refuted']} turns" in shown.splitlines()[-1]


def test_bad_input_is_exit_code_two() -> None:
    """Unreadable input, or a game that is over, gives one line."""
    over = QUIET.replace("19/", "wwwww14/", 1)
    for stdin, message in (("nonsense", "unknown format"), (over, "the game is over")):
        end = solve(stdin=stdin)
        assert (end.returncode, end.stdout) == (2, "")
        assert message in end.stderr
        assert "Traceback" not in end.stderr
