"""The site of the docs: `mkdocs build --strict`, without anything from other servers."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tools.docs_site import on_page_markdown, place_of, with_lists

ROOT = Path(__file__).parents[2]
# What a browser loads by itself; links that a reader follows may lead anywhere.
LOADED = re.compile(r'<(?:script|img|iframe)\b[^>]*\bsrc="([^"]*)"|<link\b[^>]*\bhref="([^"]*)"')


@pytest.mark.slow
@pytest.mark.processes
def test_site_is_built_strictly_and_loads_nothing_from_elsewhere(tmp_path: Path) -> None:
    """No page has a broken link; the API is filled in; every asset is a file of the site."""
    done = subprocess.run(
        # With `--quiet`, MkDocs would not count the warnings.
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", tmp_path],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    pages = {str(page.relative_to(tmp_path)): page for page in tmp_path.glob("*.html")}
    assert {"index.html", "api.html", "project.html", "contributing.html"} <= pages.keys()
    for page in pages.values():
        for groups in LOADED.findall(page.read_text(encoding="utf-8")):
            (file,) = filter(None, groups)
            assert (tmp_path / file.split("?")[0].removeprefix("/")).is_file(), file
    reference = pages["reference.html"].read_text(encoding="utf-8")
    for words in ("captured_pairs", "wall-clock seconds", "EngineBusy"):
        assert words in reference


class _Page:
    """The part of a page that the hook reads."""

    def __init__(self, place: str) -> None:
        self.file = type("File", (), {"src_uri": place})


def turned(text: str, place: str) -> str:
    """A page's text after the hook."""
    return on_page_markdown(text, page=_Page(place))  # type: ignore[arg-type]


def test_links_lead_to_the_site() -> None:
    """Links to pages are turned, links to other files become text, all else stays."""
    assert turned("[a](docs/api.md#errors)", "project.md") == "[a](api.md#errors)"
    assert turned("[a](../tuning/README.md)", "levels.md") == "[a](tuning.md)"
    assert turned("[a](../search/score.py)", "levels.md") == "a"
    assert turned("[a](../nowhere.md)", "levels.md") == "[a](../nowhere.md)"
    assert turned("[a](https://example.org/x)", "levels.md") == "[a](https://example.org/x)"
    assert turned('<img src="docs/pictures/a.jpg">', "project.md") == '<img src="pictures/a.jpg">'
    assert place_of("setup.py") is None


def test_columns_become_a_list() -> None:
    """Aligned names and meanings are list items, continued lines included."""
    text = "Head.\n\nseconds  wall-clock seconds\nnodes    positions\n         to enter\nRaises X."
    assert with_lists(text) == (
        "Head.\n\n\n- `seconds`: wall-clock seconds\n- `nodes`: positions\n  to enter\n\nRaises X."
    )
