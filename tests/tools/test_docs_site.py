"""The site of the docs: `mkdocs build --strict`, without anything from other servers."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Literal

import pytest

from cli.main import COMMANDS
from tests.web.page.axe import faults
from tests.web.page.hosts import launched, static_host
from tools.programs import output_of

ROOT = Path(__file__).parents[2]
# What a browser loads by itself; links that a reader follows may lead anywhere.
LOADED = re.compile(r'<(?:script|img|iframe)\b[^>]*\bsrc="([^"]*)"|<link\b[^>]*\bhref="([^"]*)"')
SAMPLES = ("404", "index", "player")  # prose, pictures, commands; all take minutes
SCHEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site, built strictly."""
    folder = tmp_path_factory.mktemp("site")
    # With `--quiet`, MkDocs would not count the warnings.
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    output_of(command, variables={"NO_MKDOCS_2_WARNING": "1"})
    return folder


@pytest.mark.slow
@pytest.mark.processes
def test_site_loads_nothing_from_elsewhere(site: Path) -> None:
    """The API and the commands are filled in; every asset is a file of the site, and a link to a
    page of the repository has become one to its title.
    """
    pages = {str(page.relative_to(site)): page for page in site.glob("*.html")}
    assert {"index.html", "api.html", "project.html", "contributing.html"} <= pages.keys()
    for name, page in pages.items():
        text = page.read_text(encoding="utf-8")
        assert ".md</a>" not in text, name
        for groups in LOADED.findall(text):
            (file,) = filter(None, groups)
            assert (site / file.split("?")[0].removeprefix("/")).is_file(), file
    reference = pages["reference.html"].read_text(encoding="utf-8")
    for words in ("captured_pairs", "wall-clock seconds", "EngineBusy"):
        assert words in reference
    commands = pages["commands.html"].read_text(encoding="utf-8")
    assert all(f"pente {name}" in commands for name in COMMANDS)


@pytest.mark.slow
@pytest.mark.processes
@pytest.mark.parametrize("names", [SAMPLES, pytest.param((), marks=pytest.mark.nightly)])
def test_axe_finds_nothing(site: Path, names: tuple[str, ...]) -> None:
    """No page has a fault that axe-core knows, in either of its colours."""
    playwright = pytest.importorskip("playwright.sync_api", reason="no playwright")
    all_faults = []
    with (
        static_host(site) as address,
        playwright.sync_playwright() as driver,
        launched(driver, "chromium") as browser,
    ):
        page = browser.new_page(reduced_motion="reduce")
        for name in names or sorted(file.stem for file in site.glob("*.html")):
            for scheme in SCHEMES:
                page.emulate_media(color_scheme=scheme)
                page.goto(f"{address}/{name}.html")
                all_faults += [f"{name}, {scheme}: {fault}" for fault in faults(page)]
    assert not all_faults
