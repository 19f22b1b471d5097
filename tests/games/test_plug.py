"""Connect Four, plugged in, is played and analysed; nobody asks which family a game is of.

The latter is read from the syntax tree of every product file.

A question is an import from the folders of one family, its name, `isinstance` with one of its
classes, or a comparison with its name as a text. Imports below `if TYPE_CHECKING:` count too: who
names a class of one family depends on it. Whoever treats all games alike asks the family object.
"""

from __future__ import annotations

import ast
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import pente
from games.deeds import Deeds
from games.errors import GameError
from games.family import Family
from games.five.family import FiveFamily
from games.five.position import FivePosition
from games.five.rules import FiveRules
from games.gipf.family import GipfFamily
from games.gipf.position import GipfPosition
from games.gipf.rules import GipfRules
from games.images import Images
from games.position import AnyPosition
from games.registry import FOLDERS as PENTE_GAMES
from games.registry import GAMES, all_games, families, family_named, family_of
from search.engine import Engine
from search.limits import Limits
from search.score import win_in
from tests.in_process import pente as command
from tests.test_imports import ROOT, python_files
from tools.programs import output_of

FOLDERS = ("games.five", "games.gipf", "search.five", "search.gipf")
NAMES = {"FIVE_FAMILY", "GIPF_FAMILY"}
CLASSES = {
    kind.__name__
    for kind in (FiveFamily, FivePosition, FiveRules, GipfFamily, GipfPosition, GipfRules)
}
TEXTS = {"five", "gipf"}
# About one family by definition: folders and files, each with the reason.
EXCEPTED = {
    "agent/": "the harness plays Pente",
    "arena/compliance/": "checks agents of the harness",
    "arena/foreign/": "protocols of the five-in-a-row family",
    "arena/players/reference/": "opponents that re-implement named programs",
    "cli/harness/": "commands of the harness",
    "games/five/": "the family's own folder",
    "games/gipf/": "the family's own folder",
    "games/registry.py": "lists the families",
    "search/five/": "the family's own folder",
    "search/gipf/": "the family's own folder",
    "search/reference": "the readable twin of a family's kernel",
    "search/python_engine.py": "the engine in plain Python plays games of five by search/pure",
    "search/pure/": "the search of five in a row where there is no kernel",
    "search/solve/": "has a file for each family",
    "search/engine.py": "lists the families' adapters",
    "benchmarks/parallel.py": "measures the kernel of five in a row",
    "tools/make/book.py": "makes the opening book of Pente",
    "tools/soak/": "tries the harness and the board with games of Pente",
    "tools/trials/agreement.py": "compares kernel and reference of five in a row",
    "tools/trials/brains.py": "compares brains of the Gomocup protocol",
    "tools/trials/problems.py": "solves the problems of Pente",
    "tuning/net/": "nets of the five-in-a-row family",
    "web/contract/messages.py": "has the words of shapes",
    "web/engines/openings.py": "plays openings with a choice of sides, which one family has",
    "web/explorer/book.py": "shows the opening book of Pente",
    "web/sessions/beginning.py": "places the stones of such an opening",
    "web/families/": "has a file for each family",
}


def questions(tree: ast.AST) -> Iterator[str]:
    """The questions which family a game is of, each with its line."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            asked = [alias.name for alias in node.names if _is_of_family(alias.name)]
        elif isinstance(node, ast.ImportFrom):
            full = [f"{node.module}.{alias.name}" for alias in node.names]
            asked = [name for name in full if _is_of_family(name) or name.split(".")[-1] in NAMES]
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "isinstance":
            kinds = {part.id for part in ast.walk(node.args[1]) if isinstance(part, ast.Name)}
            asked = [ast.unparse(node)] if kinds & CLASSES else []
        elif isinstance(node, ast.Compare):
            sides = (node.left, *node.comparators)
            texts = {side.value for side in sides if isinstance(side, ast.Constant)}
            asked = [ast.unparse(node)] if texts & TEXTS else []
        else:
            continue
        yield from (f"line {node.lineno}: {what}" for what in asked)


def _is_of_family(name: str) -> bool:
    """Whether a full name lies in one of the families' own folders."""
    return name.startswith(tuple(f"{folder}." for folder in FOLDERS)) or name in FOLDERS


def test_no_file_asks_which_family_a_game_is_of() -> None:
    """No file outside the list asks."""
    for file in python_files():
        if not file.startswith(tuple(EXCEPTED)):
            asked = list(questions(ast.parse((ROOT / file).read_text(encoding="utf-8"))))
            assert not asked, (file, asked)


PLUG = ROOT / "tests/games/plugs/connect_four"
GAME = ("-g", "connect-4")
MOVES = "1. d1 d2 2. e1 d3"  # White wins in two with c1, which makes three that are open
POSITION = "......./......./......./...b.../...b.../...ww.."


@pytest.fixture
def plugged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Plug Connect Four in."""
    monkeypatch.setenv(PENTE_GAMES, str(PLUG))


def test_plugged_games_follow_those_built_in(plugged: None) -> None:
    """All presets are listed; the family of a plugged game's rules is found by name."""
    del plugged
    assert all_games() == (*GAMES, "connect-4")
    family = family_named("connect-4")
    assert type(family_of(family.rules)) is type(family) is families()[-1]


@pytest.mark.parametrize(
    ("text", "told"),
    [("", "FAMILY"), ("FAMILY = 3", "Family"), ("1 / 0", "division")],
)
def test_folders_without_a_family_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, told: str
) -> None:
    """The error names the folder and what was expected."""
    folder = tmp_path / f"empty{len(text)}"
    folder.mkdir()
    (folder / "family.py").write_text(text)
    monkeypatch.setenv(PENTE_GAMES, str(folder))
    with pytest.raises(GameError, match=rf"{folder.name}.*{told}"):
        families()


def test_names_that_are_taken_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same family twice is an error that names it."""
    monkeypatch.setenv(PENTE_GAMES, f"{PLUG}:{PLUG}")
    with pytest.raises(GameError, match="connect-four"):
        families()


def test_families_may_share_a_base_without_a_name() -> None:
    """A class between `Family` and the families of a plug is no family itself."""

    class Base(Family[FivePosition]):
        """What two families have in common."""

    assert Base not in Family.loaded.values()


def test_textbook_search_plays_a_plugged_game(plugged: None) -> None:
    """The engine keeps its limits, finds a win in two and gives several lines."""
    del plugged
    family = family_named("connect-4")
    position = family.after([38, 31, 39, 24])  # White has d1 and e1: c1 makes three, open
    with Engine(family.rules) as engine:
        found = engine.search(position, Limits(depth=4), multipv=2)
        assert found.score == win_in(3)
        assert len(found.lines) == 2
        few = engine.search(family.start(), Limits(nodes=30))
    assert (few.stopped_by, few.nodes) == ("nodes", 30)
    assert position.moves == [38, 31, 39, 24]


def test_plugged_game_has_pictures_keys_and_openings(plugged: None) -> None:
    """Defaults of the family: layout, legal moves, keys, drawn openings."""
    del plugged
    game = pente.Game("connect-4").play("d1 d e1")
    assert game.svg().count("<circle") >= 3
    assert game.legal_moves == ("d3", "e2", "a1", "b1", "c1", "f1", "g1")
    with pytest.raises(ValueError, match="connect-4 has no solver"):
        pente.solve(game)
    family = family_named("connect-4")
    assert len(family.draw_opening(3, seed=1)) == 3
    assert Images(family.rules).visits(family.start(), [38, 31])
    assert family.deeds(family.start(), [38]) == Deeds(captures=0)


def test_a_click_in_a_column_drops_a_piece(plugged: None) -> None:
    """Every square of a column with room stands for its move; elsewhere a place is its move."""
    del plugged
    family = family_named("connect-4")
    clicks = family.clicks(family.after([38, 31, 24, 17, 10, 3]))
    assert {at % 7 for at in clicks} == {0, 1, 2, 4, 5, 6}
    assert {clicks[at] for at in range(0, 42, 7)} == {35}
    assert family_named("gomoku-9").clicks(family_named("gomoku-9").start()) == {
        place: place for place in range(81)
    }


def test_boards_mark_a_move_where_its_piece_lies(plugged: None) -> None:
    """Where moves are columns, a played move marks its piece, any other the square it falls to."""
    del plugged

    class Columns(type(family_named("connect-4"))):  # type: ignore[misc]
        """Connect Four by columns: the square below a move is that of the piece played there."""

        def place_of(self, position: AnyPosition, move: int, *, played: bool = False) -> int:  # noqa: ARG002 - as in Grid
            return move if played else move - 7

    family = Columns(family_named("connect-4").rules)
    position = family.after([38])
    assert " 1 . . .[W]. . . 1" in family.board_lines(position, 38, played=True)
    assert " 2 . . .[b]. . . 2" in family.board_lines(position, 38)


def test_commands_take_a_plugged_game(plugged: None, tmp_path: Path) -> None:
    """Positions, lists of moves, JSON lines and shared games are analysed, shown and counted."""
    del plugged
    line, share = tmp_path / "game.jsonl", tmp_path / "game.share"
    assert command("convert", "-", str(line), *GAME, stdin=MOVES).returncode == 0
    assert command("convert", str(line), str(share)).returncode == 0
    assert share.read_text() == "connect-4:d1.d2.e1.d3\n"
    for file, stdin in (("-", MOVES), ("-", POSITION), (str(line), ""), (str(share), "")):
        words = () if stdin == "" else GAME
        done = command("analyse", file, *words, "--depth", "4", "--json", stdin=stdin)
        assert (json.loads(done.stdout)["best"], done.stderr.count("Error")) == ("c1", 0)
        assert "1 . . . w w . . 1" in command("show", file, *words, stdin=stdin).stdout
        assert command("perft", file, *words, "--depth", "2", stdin=stdin).stdout == "leaves 49\n"
    refused = command("analyse", "-", *GAME, stdin="d1 h9")
    assert (refused.returncode, "move 2, h9" in refused.stderr) == (2, True)


def test_an_entry_point_plugs_a_game_in(tmp_path: Path) -> None:
    """An installed package names the class of its family in the group `pente.games`."""
    package = tmp_path / "connect_four-1.dist-info"
    package.mkdir()
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: connect-four\nVersion: 1\n")
    (package / "entry_points.txt").write_text(
        "[pente.games]\nconnect-4 = connect_four.family:ConnectFour\n"
    )
    paths = os.pathsep.join((str(tmp_path), str(PLUG.parent)))
    command = [sys.executable, "-m", "pente", "perft", "-", *GAME, "--depth", "1"]
    said = output_of(command, given=POSITION, variables={"PYTHONPATH": paths})
    assert said == "leaves 7\n"


def test_match_between_processes_plays_a_plugged_game(tmp_path: Path) -> None:
    """`pente match` plays it with two workers; each finds the folder by the environment."""
    words = ["match", "engine", "random", "-g", "connect-4", "--games", "4", "--clock", "nodes:300"]
    out = tmp_path / "games.jsonl"
    command = [sys.executable, "-m", "pente", *words, "--workers", "2", "--results", str(out)]
    output_of(command, variables={PENTE_GAMES: str(PLUG)})
