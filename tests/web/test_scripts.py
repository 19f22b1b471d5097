"""The page's scripts import files that exist, without cycles, and the texts that they say.

Only the folder `families` asks of which kind a position is.
"""

from __future__ import annotations

import re
from graphlib import TopologicalSorter
from pathlib import Path

from web.words import AREAS, words_of

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
STATIC = SCRIPTS.parent
MANIFEST = STATIC / "standalone/app.webmanifest"
KEY = re.compile(rf'"((?:{"|".join({key.split(".")[0] for key in words_of("en")})})\.\w+)"')
DEFINED = re.compile(r'^  "([\w.@]+)": ', re.MULTILINE)
KIND = r"(?:five|gipf|grid)"
# A comparison with the name of a kind of position, or an import of its module.
QUESTION = re.compile(rf'[=!]==? *"{KIND}"|"{KIND}" *[=!]==?|\bcase "{KIND}"|families/{KIND}\.js')
# A folder imports from those before it; the files outside these folders from all of them.
FOLDERS = ["words", "page", "game", "board", "families", "panels", "dialogs"]
FOLDERS += ["puzzles", "lessons", "."]


def texts() -> dict[Path, str]:
    """All scripts by their paths below SCRIPTS."""
    return {path.relative_to(SCRIPTS): path.read_text("utf-8") for path in SCRIPTS.rglob("*.js")}


def targets(path: Path, text: str) -> set[Path]:
    """The files that a script names, relative to SCRIPTS."""
    names = ("".join(groups) for groups in IMPORT.findall(text))
    return {(SCRIPTS / path.parent / name).resolve().relative_to(SCRIPTS) for name in names}


def graph() -> dict[Path, set[Path]]:
    """What each script imports, statically or later; types in comments do not count."""
    return {path: targets(path, COMMENT.sub("", text)) for path, text in texts().items()}


def test_scripts_import_what_exists_in_one_direction() -> None:
    """A folder imports from itself and those before it, never in a circle, and files that exist.

    Every dynamic import names its file, so these tests find it; so do files of types in comments.
    """
    known, seen = texts(), graph()
    rank = {folder: place for place, folder in enumerate(FOLDERS)}
    for path, text in known.items():
        assert set(DYNAMIC.findall(text)) <= {'"'}, path
        assert targets(path, text) <= set(known), path
        for other in seen[path]:
            assert rank[str(other.parent)] <= rank[str(path.parent)], f"{path} imports {other}"
    TopologicalSorter(seen).prepare()  # raises CycleError
    assert Path("page/dom.js") in seen[Path("main.js")]  # static
    assert Path("families/gipf.js") in seen[Path("main.js")]  # dynamic
    assert Path("game/news_worker.js") in seen[Path("game/news.js")]  # a worker


def needed(first: str, imports: dict[Path, set[Path]]) -> set[Path]:
    """A script and all that it imports, directly or not."""
    scripts, open_ = set[Path](), [Path(first)]
    while open_:
        path = open_.pop()
        if path not in scripts:
            scripts.add(path)
            open_.extend(imports[path])
    return scripts


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
    static = {
        path: targets(path, "\n".join(re.findall(r"^import .*", text, re.MULTILINE)))
        for path, text in texts().items()
    }
    late = needed("families/five.js", static) - needed("main.js", static)
    assert {Path(name) for name in named} == late
    assert len(named) == len(set(named))


def test_no_worker_starts_a_worker() -> None:
    """While a debugger listens, Firefox can make the first wait for ever."""
    workers = [*STATIC.rglob("*_worker.js")]
    assert len(workers) == 4
    for path in workers:
        assert "new Worker(" not in path.read_text("utf-8"), path


def test_every_script_is_used() -> None:
    """The page reaches every script from main.js, except the file of types."""
    assert set(texts()) - needed("main.js", graph()) == {Path("types.js")}


def test_texts_are_those_that_scripts_say() -> None:
    """Each key of the page's texts is said by a script or the HTML page, and stands once."""
    said = set[str]()
    for path in (STATIC / "index.html", MANIFEST, *STATIC.rglob("*.js")):
        said |= set(KEY.findall(path.read_text("utf-8")))
    keys = DEFINED.findall((STATIC / "words/en.json").read_text("utf-8"))
    assert len(keys) == len(set(keys))
    assert said == {
        key.removesuffix("@standalone") for key in keys if key.split(".")[0] not in AREAS
    }


def test_a_key_does_one_thing() -> None:
    """No key of the keyboard stands twice in the list of keys."""
    listed = (SCRIPTS / "keys.js").read_text("utf-8").split("const KEYS = [")[1].split("\n];")[0]
    keys = [
        key for names in re.findall(r"\[([^\[\]]*)\]\],\n", listed) for key in names.split(", ")
    ]
    assert '"ArrowLeft"' in keys
    assert len(keys) == len(set(keys))
