"""The page's scripts import files that exist, without cycles, and the texts that they say.

Only the folder `families` asks of which kind a position is.
"""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path

SCRIPTS = Path(__file__).parents[2] / "web" / "static" / "js"
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
DYNAMIC = re.compile(r"\bimport\(\s*(.)")
IMPORT = re.compile(
    r"""^import\b[^;"(]*"([^"]+)"                # import { name } from "./file.js";
      | ^export\s+[*{][^;"]*\bfrom\s+"([^"]+)"  # export { name } from "./file.js";
      | \bimport\(\s*"([^"]+)"                   # import("./file.js")
      | \bnew\s+URL\("([^"]+)",\s*import\.meta   # a worker
    """,
    re.MULTILINE | re.VERBOSE,
)
TABLES = {path.stem: path for path in (SCRIPTS / "words").glob("*.js") if path.stem != "say"}
KEY = re.compile(rf'"((?:{"|".join(TABLES)})\.\w+)"')
DEFINED = re.compile(r'^  "([\w.]+)": ', re.MULTILINE)
KIND = r"(?:five|gipf|grid)"
# A comparison with the name of a kind of position, or an import of its module.
QUESTION = re.compile(rf'[=!]==? *"{KIND}"|"{KIND}" *[=!]==?|\bcase "{KIND}"|families/{KIND}\.js')
# A folder imports from those before it; the files outside these folders from all of them.
FOLDERS = ["words", "page", "game", "board", "families", "panels", "dialogs", "puzzles", "."]


def texts() -> dict[Path, str]:
    """Return all scripts by their paths below SCRIPTS."""
    return {path.relative_to(SCRIPTS): path.read_text("utf-8") for path in SCRIPTS.rglob("*.js")}


def targets(path: Path, text: str) -> set[Path]:
    """Return the files that a script names, relative to SCRIPTS."""
    names = ("".join(groups) for groups in IMPORT.findall(text))
    return {(SCRIPTS / path.parent / name).resolve().relative_to(SCRIPTS) for name in names}


def graph() -> dict[Path, set[Path]]:
    """Return what each script imports, statically or later; types in comments do not count."""
    return {path: targets(path, COMMENT.sub("", text)) for path, text in texts().items()}


def test_all_imports_are_read() -> None:
    """Every dynamic import names its file, so these tests find it; they find known ones."""
    for path, text in texts().items():
        assert set(DYNAMIC.findall(text)) <= {'"'}, path
    seen = graph()
    assert Path("page/dom.js") in seen[Path("main.js")]  # static
    assert Path("families/gipf.js") in seen[Path("main.js")]  # dynamic
    assert Path("game/news_worker.js") in seen[Path("game/news.js")]  # a worker


def test_imported_scripts_exist() -> None:
    """Every file that a script imports, or that a comment names for its types, exists."""
    known = texts()
    for path, text in known.items():
        assert targets(path, text) <= set(known), path


def test_no_script_imports_itself() -> None:
    """No script imports itself, not even through others or by a dynamic import."""
    TopologicalSorter(graph()).prepare()  # raises CycleError


def test_folders_import_in_one_direction() -> None:
    """A folder of scripts imports only from itself and from the folders before it."""
    rank = {folder: place for place, folder in enumerate(FOLDERS)}
    for path, imported in graph().items():
        for other in imported:
            assert rank[str(other.parent)] <= rank[str(path.parent)], f"{path} imports {other}"


def needed(first: str) -> set[Path]:
    """Return a script and all that it imports statically, directly or not."""
    found, open_ = set[Path](), [Path(first)]
    while open_:
        path = open_.pop()
        if path not in found:
            found.add(path)
            text = COMMENT.sub("", (SCRIPTS / path).read_text("utf-8"))
            imports = "\n".join(line for line in text.splitlines() if line.startswith("import "))
            open_.extend(targets(path, imports))
    return found


def test_no_script_asks_which_family_a_game_is_of() -> None:
    """Outside `families` no script compares a kind's name or loads its module, but main.js."""
    for path, text in texts().items():
        if path.parent.name != "families":
            asked = QUESTION.findall(COMMENT.sub("", text))
            assert bool(asked) == (path.name == "main.js"), (path, asked)


def test_scripts_that_are_found_late_are_preloaded() -> None:
    """The HTML page names those of square boards, which else wait for the first game."""
    html = (SCRIPTS.parent / "index.html").read_text("utf-8")
    named = re.findall(r'<link rel="modulepreload" fetchpriority="low" href="js/([^"]+)">', html)
    assert {Path(name) for name in named} == needed("families/five.js") - needed("main.js")
    assert len(named) == len(set(named))


def test_every_script_is_used() -> None:
    """The page reaches every script from main.js, except the file of types."""
    imports = graph()
    reached, open_ = set(), [Path("main.js")]
    while open_:
        path = open_.pop()
        if path not in reached:
            reached.add(path)
            open_.extend(imports[path])
    assert set(imports) - reached == {Path("types.js")}


def defined() -> dict[str, list[str]]:
    """Return the keys of each table."""
    return {area: DEFINED.findall(path.read_text("utf-8")) for area, path in TABLES.items()}


def used() -> dict[str, set[str]]:
    """Return the keys that each script and the HTML page name, by path."""
    scripts = [path for path in SCRIPTS.rglob("*.js") if path.parent.name != "words"]
    paths = [SCRIPTS.parent / "index.html", *scripts]
    return {
        str(path.relative_to(SCRIPTS.parent)): set(KEY.findall(path.read_text("utf-8")))
        for path in paths
    }


def test_each_key_is_in_the_table_of_its_area() -> None:
    """A table has each key once, and its keys begin with the name of its file."""
    for area, keys in defined().items():
        assert keys, area
        assert len(keys) == len(set(keys)), area
        assert {key.split(".")[0] for key in keys} == {area}


def test_each_key_that_is_said_exists() -> None:
    """Every key that a script or the HTML page names is in its table."""
    known = {key for keys in defined().values() for key in keys}
    for path, keys in used().items():
        assert keys <= known, path


def test_each_text_is_said() -> None:
    """No table has a text that nobody says."""
    said = set().union(*used().values())
    for area, keys in defined().items():
        assert set(keys) <= said, area


def test_a_script_imports_the_tables_that_it_says() -> None:
    """A script imports each table whose keys it names: otherwise the table may not be loaded."""
    for path, keys in used().items():
        if not path.endswith(".js"):
            continue
        text = (SCRIPTS.parent / path).read_text("utf-8")
        for area in {key.split(".")[0] for key in keys}:
            assert f'words/{area}.js";' in text, (path, area)
