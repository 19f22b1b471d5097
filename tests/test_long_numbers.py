"""Numbers of more digits than Python converts (4,300) are refused in our own words.

Python's error says `use sys.set_int_max_str_digits()`, which is no help for who wrote a file.
"""

from __future__ import annotations

from contextlib import closing
from functools import partial
from itertools import product
from typing import TYPE_CHECKING

import pytest

from agent import memory
from agent.gomocup.brain import Brain
from agent.searcher import tuned_weights
from arena.errors import ContestantError, RecordError
from arena.game.clock import parse_part
from arena.game.record import parse_game
from arena.match.results import read_series
from arena.players.parsing import parse_contestant
from arena.records.collection import READ_FORMATS
from arena.records.reading import read_games
from games.errors import GameError
from games.five.position import FivePosition
from games.five.rules import PRESETS
from games.records.json_text import read_json
from search.weights import Weights

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

LONG = "9" * 5000
ROWS = "/".join(["19"] * 18)


def plain(work: Callable[[], object], error: type[Exception]) -> str:
    """The message of the error that this raises; it says nothing about Python."""
    with pytest.raises(error) as raised:
        work()
    assert "set_int_max_str_digits" not in str(raised.value)
    assert "integer string" not in str(raised.value)
    return str(raised.value)


def test_clocks_and_options_with_a_long_number_are_refused() -> None:
    """Clocks and options of contestants say what they expect."""
    for kind in ("nodes", "cpu", "wall-move"):
        plain(partial(parse_part, f"{kind}:{LONG}"), ValueError)
    for option in ("nodes", "workers"):
        told = plain(partial(parse_contestant, f"engine:{option}={LONG}"), ContestantError)
        assert "whole number" in told


def test_a_collection_with_a_long_number_is_read_or_refused() -> None:
    """Whichever format it is taken for; the readers of games have a test of their own."""
    for format_ in (None, *READ_FORMATS):
        for text in (f"h8 h{LONG}", f'{{"format": {LONG}}}', f"(;GM[4]SZ[19]TM[{LONG}];W[jj])"):
            try:
                read_games(text, "x", format_=format_)
            except GameError as error:
                assert "int_max_str" not in str(error)  # noqa: PT017 - not all must fail


def test_the_agent_plays_with_built_in_weights_then(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before a move, such a file costs a warning of one short line and nothing else."""
    path = tmp_path / "w.toml"
    path.write_text(f"[weights]\nfour = {LONG}\nx{LONG}\n")
    monkeypatch.setattr("agent.searcher.weights_path", lambda _: str(path))
    said: list[str] = []
    assert tuned_weights("pente", said.append) == Weights()
    assert len(said) == 1
    assert "built-in weights" in said[0]
    assert len(said[0]) < 300
    assert "\n" not in said[0]


def test_the_agents_memory_with_a_long_number_is_doubted(tmp_path: Path) -> None:
    """The doubt tells the number of digits."""
    start = FivePosition(PRESETS["pente"])
    for moves, clock, harvest in ((LONG, "1", "0"), ("1", LONG, "0"), ("1", "1", LONG)):
        rows = (
            f"game pente\nstart 19/{ROWS} w 0,0\nmoves {moves}\nline \n"
            f"clock {clock} 1 1\nharvest {harvest} x\n"
        )
        body = rows.encode()
        path = tmp_path / "playdata.txt"
        head = f"{memory.FORMAT} {memory._checksum(body)}\n"
        path.write_bytes(head.encode() + body + b"\n")
        assert memory.load_memory(str(path), start, 100.0).doubt == "has a number of 5000 digits"


def test_results_with_a_long_number_are_refused(tmp_path: Path) -> None:
    """Lines of JSON are refused in our words, whatever they are."""
    assert "5000 digits" in plain(lambda: read_json(f'{{"a": {LONG}}}'), ValueError)
    plain(lambda: parse_game(f'{{"format": {LONG}}}'), RecordError)
    path = tmp_path / "results.jsonl"
    path.write_text(f'{{"match": {LONG}}}\n')
    assert "line 1" in plain(lambda: read_series(str(path)), ValueError)


def test_our_brain_echoes_at_most_a_line() -> None:
    """Whatever a manager sends, the answer to it is one short line."""
    commands = ("START", "TURN", "RECTSTART", "TAKEBACK", "FOO", "BOARD")
    for command, argument in product(commands, (LONG, f"{LONG},{LONG}", "x" * 60_000)):
        said: list[str] = []
        with closing(Brain(said.append)) as brain:
            brain.take("START 15")
            said.clear()
            if command == "BOARD":
                for line in ("BOARD", f"{argument},1,1", "DONE"):
                    brain.take(line)
            else:
                brain.take(f"{command} {argument}")
        assert len(said) == 1
        assert said[0].startswith(("ERROR", "UNKNOWN"))
        assert len(said[0]) < 200
