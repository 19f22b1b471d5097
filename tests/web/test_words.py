"""The tables of the page's texts: every key that a script says is in a table that it imports."""

from __future__ import annotations

import re
from pathlib import Path

STATIC = Path(__file__).parents[2] / "web" / "static"
SCRIPTS = STATIC / "js"
TABLES = {path.stem: path for path in (SCRIPTS / "words").glob("*.js") if path.stem != "say"}
KEY = re.compile(rf'"((?:{"|".join(TABLES)})\.\w+)"')
DEFINED = re.compile(r'^  "([\w.]+)": ', re.MULTILINE)


def defined() -> dict[str, list[str]]:
    """Return the keys of each table."""
    return {area: DEFINED.findall(path.read_text("utf-8")) for area, path in TABLES.items()}


def used() -> dict[str, set[str]]:
    """Return the keys that each script and the HTML page name, by path."""
    scripts = [path for path in SCRIPTS.rglob("*.js") if path.parent.name != "words"]
    paths = [STATIC / "index.html", *scripts]
    return {
        str(path.relative_to(STATIC)): set(KEY.findall(path.read_text("utf-8"))) for path in paths
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
        text = (STATIC / path).read_text("utf-8")
        for area in {key.split(".")[0] for key in keys}:
            assert f'words/{area}.js";' in text, (path, area)
