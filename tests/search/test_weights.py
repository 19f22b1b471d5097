"""Weights and their files."""

from __future__ import annotations

import os
import pickle
import tomllib
from glob import glob
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.five.points import parse_point
from games.five.position import FivePosition
from games.five.rules import PRESETS
from games.gipf.rules import GIPF_PRESETS
from games.registry import family_named
from search.engine import Engine
from search.errors import WeightsError
from search.limits import Limits
from search.weights import Weights
from search.weights.file import (
    SISTERS,
    find_weights,
    format_weights,
    game_weights,
    load_weights,
    own_weights_path,
    read_tables,
    shipped_weights,
    weights_path,
)
from search.weights.five import FIVE_TUNABLES, selectivity_of
from search.weights.gipf import GIPF_TUNABLES
from search.weights.tunable import NOT_GIVEN, SELECTIVITY
from tests.conditions import met, often
from tests.families import FIVE, GIPF
from tests.strategies import damaged

SELECTIVE = [one.name for one in FIVE_TUNABLES.tunables if one.group == SELECTIVITY]
OUR_WEIGHTS = sorted(glob(os.path.join(os.path.dirname(weights_path("pente")), "*.toml")))


def write(folder: Path, text: str) -> str:
    """Write this text to a file and return its path."""
    path = folder / "some.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


WHOLE = format_weights(Weights({"four": 160}), {"made_by": "a test"})


@pytest.mark.parametrize("path", OUR_WEIGHTS, ids=os.path.basename)
def test_our_weights_serve_their_game_and_its_sisters_alone(path: str) -> None:
    """Each file names its game; another game refuses it and says whose weights it wants."""
    game = str(read_tables(Path(path).read_text(encoding="utf-8"), path)["provenance"]["game"])
    assert os.path.basename(path).startswith(game)
    for name in (*PRESETS, *GIPF_PRESETS):
        rules = family_named(name).rules
        if any({name, game} <= {*sisters} for sisters in SISTERS):
            assert game_weights(rules, path, "none").tunables.family == rules.family
        else:
            with pytest.raises(WeightsError, match=f"has weights of {game}: {name} expects"):
                game_weights(rules, path, "none")


def test_a_game_without_a_file_has_the_weights_of_another_until_it_gets_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every game has shipped weights, by path and by name; its own file replaces a shared one."""
    assert all(os.path.isfile(weights_path(game)) for game in (*PRESETS, *GIPF_PRESETS))
    assert find_weights("standard-15") == weights_path("gomoku-15")
    monkeypatch.setattr("search.weights.file.ROOT", str(tmp_path))
    own = Path(own_weights_path("standard-20"))
    assert weights_path("standard-20").endswith("data/weights/gomoku-19.toml")
    own.parent.mkdir(parents=True)
    own.write_text(WHOLE, encoding="utf-8")
    assert weights_path("standard-20") == str(own)
    assert own_weights_path("gipf-basic") == weights_path("gipf-tournament")


@given(FIVE.any_weights() | GIPF.any_weights())
def test_weights_files_round_trip(
    tmp_path_factory: pytest.TempPathFactory, weights: Weights
) -> None:
    """Weights that were written are read back."""
    text = format_weights(weights, {"made_by": "a test"})
    path = write(tmp_path_factory.getbasetemp(), text)
    loaded = load_weights(path, weights.tunables)
    assert loaded == weights
    assert loaded.digest() == weights.digest()


SIGNS = st.text(alphabet='[]ab=1 "#\n-+_.0', max_size=30)
SMALL_FILE = '# a\n[a]\nb = 1\nab = "b a"  # 1\n\n[b]\na = +10\n'


@often(read=6, refused=20)
@given(SIGNS, damaged(SMALL_FILE, SIGNS.map(lambda signs: signs[:2])))
def test_weights_reader_never_accepts_more_than_toml(text: str, written: str) -> None:
    """Any text raises WeightsError or means the same to the standard library."""
    for body in (text, written):
        try:
            tables = read_tables(body, "here")
        except WeightsError:
            met("refused")
        else:
            met("read")
            assert tables == tomllib.loads(body)


def test_weights_file_without_the_order_orders_by_worth(tmp_path: Path) -> None:
    """A file without `order` orders by worth, doubled for the mover; half an `order` is refused."""
    text = format_weights(Weights({"four": 161, "own_four": 17}), {})
    before, _, after = text.partition("[order]")
    path = tmp_path / "weights.toml"
    path.write_text(before + after[after.index("[search]") :])
    loaded = load_weights(str(path))
    assert loaded == Weights({"four": 161, "own_four": 322, "enemy_four": 161})  # the former name
    assert (loaded["own_four"], loaded["opponent_four"], loaded["own_capture"]) == (322, 161, 300)
    path.write_text(text.replace("\nown_four = 17", ""))
    with pytest.raises(WeightsError, match=r"\[order\] own_four is missing"):
        load_weights(str(path))


def test_an_older_file_prunes_as_its_game(tmp_path: Path) -> None:
    """Without numbers of the selectivity a game has its own; the digest is that of the old file."""
    text = format_weights(Weights(), {})
    assert "selectivity" not in text
    loaded = load_weights(write(tmp_path, text))
    assert [loaded[name] for name in SELECTIVE] == [NOT_GIVEN] * len(SELECTIVE)
    assert loaded.digest() == "3a6846bc"
    for captures, tried in ((True, 5), (False, 31)):
        assert selectivity_of(loaded, captures=captures)["tried_depth"] == tried
    given = Weights({"tried_depth": 9})
    assert selectivity_of(given, captures=True)["tried_depth"] == 9
    assert given.digest() != loaded.digest()
    for wrong in (-2, -1.0, None):
        with pytest.raises(WeightsError, match=f"tried_depth = {wrong}"):
            Weights({"tried_depth": wrong})  # type: ignore[dict-item]  # what a file may hold


OTHERS = (60, 1, 20, 4000, 1, 0, 9, 1, 20)  # in the order of the declarations


@pytest.mark.parametrize(("name", "other"), list(zip(SELECTIVE, OTHERS, strict=True)))
def test_each_number_of_the_selectivity_changes_the_search(name: str, other: int) -> None:
    """The kernel takes it: a search of as many turns has other nodes."""
    rules = PRESETS["gomoku-15"]
    position = FivePosition(rules)
    for move in ("H8", "G9", "J9", "G7", "G8", "F8"):
        position.play(parse_point(move, rules.size))
    nodes = set()
    for number in (NOT_GIVEN, other):
        weights = Weights({name: number})
        with Engine(rules, weights, table_mb=1) as engine:
            nodes.add(engine.search(position, Limits(depth=8)).nodes)
    assert len(nodes) == 2


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("\nfour = ", "\nfive_hundred = ", "four is missing"),
        ("\nfour = ", "\nunknown = 3\nfour = ", "unknown name 'unknown'"),
        ("\nfour = 160", "\nfour = 4001", "four = 4001 is .* integer from 0 to 4000"),
        ("\nfour = 160", "\nfour = -1", "four = -1 is .* integer"),
        ("\nfour = 160", '\nfour = "160"', "four = '160' is .* integer"),
        ("\nfour = 160", "\nfour = 1.5", "'1.5' is neither an integer"),
        *(
            ("\nfour = 160", f"\nfour = {number}", rf"line \d+.* {len(number)} digits")
            for number in ("9" * 19, "9" * 5000)
        ),
        ("\nfour = 160", "\nfour = 160\nfour = 160", "expected \\[table\\] or a new"),
        ("[search]", "[weights]", "occurs twice"),
        ("[search]", "", "unknown|missing"),
        ("[weights]\n", "", "line 2: expected \\[table\\]"),
    ],
)
def test_weights_files_are_whole_or_refused(
    tmp_path: Path, before: str, after: str, message: str
) -> None:
    """An unknown, missing, repeated or out-of-range name refuses the file; the error names both."""
    assert before in WHOLE
    path = write(tmp_path, WHOLE.replace(before, after, 1))
    with pytest.raises(WeightsError, match=message) as caught:
        load_weights(path)
    assert path in str(caught.value)


def test_weights_refuse_unknown_names_and_values() -> None:
    """Values from a caller are checked like those of a file; True is no number."""
    with pytest.raises(WeightsError, match="no tunable is called 'fife'"):
        Weights({"fife": 3})
    with pytest.raises(WeightsError, match="five = True"):
        Weights({"five": True})


def test_weights_of_ours_are_found_by_name(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A name finds our weights from any folder; a file of that name comes first, a folder not."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gipf-thesis").mkdir()
    ours = weights_path("gipf").replace("gipf.toml", "gipf-thesis.toml")
    assert find_weights("gipf-thesis") == ours
    assert game_weights(GIPF_PRESETS["gipf"], "gipf-thesis") == load_weights(ours, GIPF_TUNABLES)
    (tmp_path / "gipf-equal").write_text("mine", encoding="utf-8")
    for named in ("gipf-equal", "no-such", "./gipf-thesis", ours):
        assert find_weights(named) == named


def test_provenance_with_marks_that_toml_escapes_is_read_again() -> None:
    """Quotes, backslashes and line ends in a study's folder name are replaced by similar
    characters.
    """
    text = format_weights(Weights(), {"command": 'pente tune --study "my \\ best\nstudy"'})
    assert read_tables(text, "a test")["provenance"] == {
        "command": "pente tune --study 'my / best study'"
    }


def test_weights_that_cannot_be_read_or_sent_are_named(tmp_path: Path) -> None:
    """A missing file, a folder and bytes that are no text are refused; weights can be pickled."""
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path / "missing.toml", tmp_path, binary):
        with pytest.raises(WeightsError, match=r"cannot be read|line 1: not text") as caught:
            load_weights(str(path))
        assert str(path) in str(caught.value)
    with pytest.raises(WeightsError, match="a number of"):
        Weights({"four": 1 << 100})
    for net in ("none", None):
        weights = shipped_weights(PRESETS["pente"], net)
        assert pickle.loads(pickle.dumps(weights)) == weights  # noqa: S301 - our own bytes
