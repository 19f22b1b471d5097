"""`pente solve`, as a user runs it: verdicts, exit codes, the tree."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from games.five.points import format_point, parse_point
from tests.in_process import pente

WON = json.loads(
    (Path(__file__).parents[3] / "data/problems/forced_wins.jsonl").read_text().splitlines()[0]
)
OPEN_THREES = (
    "19/19/16b2/2b16/19/19/19/9w9/19/10ww7/19/9w9/19/19/19/19/2b12b3/19/19 w 0,0"  # won by them
)
QUIET = "19/19/19/19/19/19/19/9w9/10b8/9w1bw6/19/19/19/19/19/19/19/19/19 b 0,0"


def solved(*words: str, stdin: str, code: int = 0) -> tuple[dict[str, Any], list[str]]:
    """The JSON and the lines of `pente solve -`, both with this exit code."""
    ends = [pente("solve", "-", *words, *form, stdin=stdin) for form in (("--json",), ())]
    assert [end.returncode for end in ends] == [code, code], ends[0].stderr
    return json.loads(ends[0].stdout), ends[1].stdout.splitlines()


def longest(tree: dict[str, Any]) -> int:
    """The number of our moves in the tree's longest line; the last move may be implied."""
    return 1 + max(map(longest, tree["answers"].values()), default=0)


def test_proved_win_is_told_with_its_tree() -> None:
    """The JSON has all documented keys, and the tree begins with the key move; the text has it, the
    verdict, the main line, and our reply to each answer.
    """
    told, rows = solved("--tree", stdin=WON["input"])
    assert (told["verdict"], told["win_in"], told["best"]) == ("proved", WON["moves"], WON["best"])
    assert told["winning_chance"] == 1.0
    assert told["pv"][0] == told["tree"]["move"] == WON["best"]
    assert len(told["pv"]) == 2 * WON["moves"] - 1
    assert {"nodes", "seconds_cpu", "seconds_wall"} < set(told)
    assert told["by"] == "fours and captures"
    assert longest(told["tree"]) <= told["tree"]["win_in"] == WON["moves"]
    best = format_point(parse_point(WON["best"], 19), 19)
    assert any(row.startswith(f"proved: win in {WON['moves']}, {best}") for row in rows)
    start = rows.index(best)
    assert rows[start - 1].startswith(f"main line  {best} ")
    assert rows[-1] == "  any other: wins at once"
    assert all(": " in row and row.startswith("  ") for row in rows[start + 1 :])


def test_win_by_open_threes_is_reported_with_its_replies() -> None:
    """The output has the kind of the win, its maximum length, and one threat against most
    replies.
    """
    told, rows = solved("--tree", stdin=OPEN_THREES)
    assert (told["verdict"], told["by"]) == ("proved", "open threes")
    assert len(told["pv"]) == 2 * told["win_in"] - 1 == 2 * told["tree"]["win_in"] - 1
    assert told["best"] == told["pv"][0] == told["tree"]["move"]
    other = told["tree"]["any_other"]
    assert 1 < other["win_in"] < told["win_in"]
    assert longest(told["tree"]) <= told["win_in"]
    best, move = (format_point(parse_point(word, 19), 19) for word in (told["best"], other["move"]))
    proved = f"proved: win in {told['win_in']} at most, {best}, by open threes  "
    assert any(row.startswith(proved) for row in rows)
    assert rows[-1].startswith(f"  any other: {move} wins in {other['win_in']} at most")


def test_what_is_not_proved_says_how_far_it_was_looked_for() -> None:
    """Exit code 1 if no such win exists, 3 if a limit was reached first."""
    gipf, four = ("-g", "gipf-basic"), "b 3 1 Kf4 Kg3 Kh2"  # a win in four
    for words, stdin, code, verdict, by, said in (
        ((), QUIET, 1, "refuted", "fours and captures", "no win by fours and captures in up to 16"),
        (("-g", "gomoku-19"), QUIET, 1, "refuted", "fours", "no win by fours in up to 16"),
        (("--nodes", "10"), WON["input"], 3, "undecided", "fours and captures", "undecided"),
        (("--nodes", "1000"), OPEN_THREES, 3, "undecided", "open threes", "no win by fours and"),
        ((*gipf, "--turns", "2"), four, 1, "refuted", None, "no win in up to 2 turns"),
        ((*gipf, "--nodes", "10"), four, 3, "undecided", None, "no win in up to "),
    ):
        told, rows = solved(*words, stdin=stdin, code=code)
        assert (told["verdict"], told.get("by", by)) == (verdict, by)
        assert (told["win_in"], told["best"], told["pv"]) == (None, None, [])
        assert told.get("winning_chance") is None
        assert rows[-1].startswith(f"{verdict}: ")
        assert said in rows[-1]
    shown = pente("solve", "-", *gipf, "--turns", "2", stdin=four).stderr.splitlines()
    assert [line.split("  ")[0] for line in shown] == ["no win in 1 turn", "no win in 2 turns"]


def test_gipf_win_is_told_in_both_notations_with_its_tree() -> None:
    """White pushes to f6 and removes a row that takes three of Black's; Black has none left."""
    text = "w 1 1 Kb2 Kb5 Kd5 Kd6 Kd7 Kg4 Kh3 Wc3 Wc6 Wd4 We6 We7 We8 Wf5 Wg5 Wh4 Wh5"
    told, shown = solved("-g", "gipf-basic", "--tree", stdin=text)
    assert (told["verdict"], told["win_in"], told["refuted"]) == ("proved", 2, 1)
    assert (told["best"], told["entry"]) == ("i3-f6", "i3-h4")
    assert told["pv"][0] == told["tree"]["move"] == "i3-f6;xd7*,e7,f6,g5,h4"
    assert longest(told["tree"]) == told["tree"]["win_in"] == 2
    assert told["tree"]["answers"][told["pv"][1]]["move"] == told["pv"][2]
    assert f"  {told['pv'][1]}: {told['pv'][2]}" in shown
