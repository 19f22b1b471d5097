"""Nobody asks which family a game is of: read from the syntax tree of every product file.

A question is an import from the folders of one family, its name, `isinstance` with one of its
classes, or a comparison with its name as a text. Imports below `if TYPE_CHECKING:` count too: who
names a class of one family depends on it. Whoever treats all games alike asks the family object.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.test_imports import ROOT, python_files

FOLDERS = ("games.five", "games.gipf", "search.five", "search.gipf")
NAMES = {"FIVE_FAMILY", "GIPF_FAMILY"}
CLASSES = {
    *("Rules", "GipfRules", "Position", "GipfPosition", "FiveFamily", "GipfFamily"),
    *("RecordedGame", "GipfGame"),
}
TEXTS = {"five", "gipf"}
# About one family by definition: folders and files, each with the reason.
EXCEPTED = {
    "agent/": "the harness plays Pente",
    "arena/compliance/": "checks agents of the harness",
    "arena/foreign/": "protocols of the five-in-a-row family",
    "arena/players/reference/": "opponents that re-implement named programs",
    "cli/harness/": "commands of the harness",
    "data/": "texts",
    "games/five/": "the family's own folder",
    "games/gipf/": "the family's own folder",
    "games/registry.py": "lists the families",
    "games/rules.py": "has their names",
    "search/five/": "the family's own folder",
    "search/gipf/": "the family's own folder",
    "search/kernel/": "has a folder or file for each family",
    "search/reference": "the readable twin of a family's kernel",
    "search/solve/": "has a file for each family",
    "search/engine.py": "lists the families' adapters",
    "benchmarks/kernel.py": "measures the kernel of five in a row against the yardstick",
    "benchmarks/parallel.py": "measures the kernel of five in a row",
    "tools/fuzz/targets.py": "has a target for each reader and kernel",
    "tools/make/book.py": "makes the opening book of Pente",
    "tools/make/five_puzzles.py": "finds puzzles of five in a row",
    "tools/make/gipf_puzzles.py": "finds puzzles of Gipf",
    "tools/soak/": "tries the harness and the board with games of Pente",
    "tools/trials/agreement.py": "compares kernel and reference of five in a row",
    "tools/trials/clock_use.py": "measures the clock plan of the harness",
    "tools/trials/crew.py": "tries the helpers of one kernel",
    "tools/trials/problems.py": "solves the problems of Pente",
    "tools/trials/wins.py": "tries the forced wins of five in a row",
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
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "isinstance":
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
