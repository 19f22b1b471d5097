"""Damaged shards: each impossible game is named with its file and line, and trains nothing."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.five.rules import PRESETS
from search.score import WIN
from tests.tuning.net.samples import random_game
from tuning.errors import LearningError
from tuning.net.games.record import format_learned, parse_learned, require_possible
from tuning.net.games.self_play import PlayPlan
from tuning.net.games.shards import Shards, settle_plan
from tuning.net.positions.features import load_features
from tuning.net.positions.replay import replay

GAME = "gomoku-9"
RULES = PRESETS[GAME]
WHOLE = json.loads(format_learned(random_game(RULES, 1, plies=20)))
OVER = json.loads(format_learned(random_game(RULES, 3, plies=81)))
Fields = dict[str, Any]


def changed(name: str, *at: int, to: object) -> Callable[[Fields], None]:
    """The change of one value, by its place in the lists of a field."""

    def change(fields: Fields) -> None:
        place: Any = fields
        for key in (name, *at)[:-1]:
            place = place[key]
        place[(name, *at)[-1]] = to

    return change


DAMAGE: dict[str, tuple[Callable[[Fields], object], str]] = {
    "a point twice": (changed("moves", 5, to=WHOLE["moves"][3]), "move 9: .* is occupied"),
    "a point of the opening twice": (changed("moves", 0, to=WHOLE["opening"][0]), "occupied"),
    "a point outside the board": (changed("moves", 5, to=81), "move 9: point 81 is not on the"),
    "a negative point": (changed("moves", 5, to=-1), "-1, expected a whole number from 0"),
    "half a point": (changed("moves", 5, to=1.5), "1.5, expected a whole number"),
    "a point in letters": (changed("opening", 0, to="7"), "'7', expected a whole number"),
    "a winner of -7": (changed("winner", to=-7), "-7, expected a whole number from 0 to 1"),
    "a winner that did not win": (changed("winner", to=1), "its winner is 1, expected None"),
    "a draw that is none": (
        lambda fields: fields.update({**OVER, "winner": None}),
        "expected [01]",
    ),
    "a move after the end": (lambda fields: fields.update(beyond_the_end()), "the game is over"),
    "a score beyond a win": (changed("judged", 2, 0, to=WIN + 1), f"{WIN + 1}, expected"),
    "a proven score that trains": (changed("judged", 2, 0, to=WIN - 3), f"{WIN - 3}, expected"),
    "a value beyond all": (changed("judged", 2, 1, to=10**9), "1000000000, expected"),
    "a flag of 2": (changed("judged", 2, 2, to=2), "2, expected a whole number from 0 to 1"),
    "a judged position less": (lambda fields: fields["judged"].pop(), "16 judged positions for 17"),
    "an end without a result": (
        lambda fields: fields["judged"].append([0, 0, 0]),
        "it ends without a result",
    ),
    "a slip after the end": (changed("slips", 0, to=17), "slip at ply 17 of 17"),
    "a sibling on a stone": (changed("siblings", 0, 1, to=WHOLE["opening"][1]), "is occupied"),
    "a sibling after the end": (changed("siblings", 0, 0, to=99), "a sibling or slip at ply 99"),
    "no moves": (lambda fields: fields.pop("moves"), "it has no 'moves'"),
}
BYTES = {
    "no text": (b"\xff\xfe", "not text in UTF-8"),
    "half a line": (b'{"number":7', "not a game of self-play"),
    "an empty line": (b"", "not a game of self-play"),
    "a list": (b"[1,2]", "not a JSON object"),
    "a long number": (b'{"number":' + b"9" * 5000 + b"}", "digits"),
    "deep lists": (b"[" * 100_000, "not a game of self-play"),
}


def beyond_the_end() -> Fields:
    """A game that goes on after its end."""
    free = next(p for p in range(81) if p not in (*OVER["opening"], *OVER["moves"]))
    judged = [*OVER["judged"], OVER["judged"][0]]
    return {**OVER, "moves": [*OVER["moves"], free], "judged": judged}


def shard_with(folder: Path, line: bytes) -> None:
    """A folder whose shard has a good game, this line and another good game."""
    settle_plan(str(folder), PlayPlan(game=GAME), "engine")
    games = [random_game(RULES, number) for number in (4, 5)]
    good = [format_learned(game).encode() for game in games]
    assert [parse_learned(text) for text in good] == games
    (folder / "shard-0000.jsonl").write_bytes(b"\n".join([good[0], line, good[1], b""]))


def test_damaged_line_is_named(tmp_path: Path) -> None:
    """An impossible game, or anything else, is named: file, line, value and what was expected."""
    lines = dict(BYTES)
    for name, (damage, said) in DAMAGE.items():
        fields = json.loads(json.dumps(WHOLE))
        damage(fields)
        lines[name] = json.dumps(fields).encode(), said
    for name, (line, said) in lines.items():
        folder = tmp_path / name
        shard_with(folder, line)
        for use in (lambda f=folder: load_features([str(f)]), lambda f=folder: Shards(str(f))):
            with pytest.raises(LearningError) as told:
                use()
            message = str(told.value)
            assert re.search(f"shard-0000.jsonl, line 2: .*{said}", message), (name, message)
            assert len(message) < 300, name


@given(st.data())
def test_what_is_read_can_be_replayed(data: st.DataObject) -> None:
    """A line with one number changed is refused, or it is a game of the rules."""
    text = format_learned(random_game(PRESETS["pente"], data.draw(st.integers(1, 5)), plies=40))
    numbers = [at for at, letter in enumerate(text) if letter.isdigit()]
    at = data.draw(st.sampled_from(numbers))
    line = (
        text[:at]
        + data.draw(st.sampled_from([*"0123456789", "99", "-", "1.5", "-7"]))
        + text[at + 1 :]
    )
    try:
        game = parse_learned(line)
        require_possible(game, PRESETS["pente"])
    except LearningError:
        return
    (found,) = replay([game], PRESETS["pente"])
    assert len(found) == game.positions
    assert set(found.result.tolist()) <= {-1, 0, 1, 2}


def test_damaged_features_are_named(tmp_path: Path) -> None:
    """A damaged cache of a shard says which folder to remove."""
    shard_with(tmp_path, format_learned(random_game(RULES, 6)).encode())
    load_features([str(tmp_path)])
    next((tmp_path / "features").rglob("*.npy")).write_bytes(b"\x93NUMPY")
    with pytest.raises(LearningError, match=r"features/shard-0000-.*: damaged; remove it"):
        load_features([str(tmp_path)])
