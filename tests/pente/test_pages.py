"""The examples on the pages for programmers run as printed."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import pente
import pente.game
from games.family import Family
from games.grid import Grid
from games.registry import FOLDERS

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: str, language: str) -> list[str]:
    """The fenced blocks of a language."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return [block for kind, block in BLOCK.findall(text) if kind == language]


def run_examples(text: str, name: str) -> int:
    """Run examples with prompts; the number of them. Fails on an answer that is not as printed."""
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.REPORT_ONLY_FIRST_FAILURE)
    said: list[str] = []
    test = doctest.DocTestParser().get_doctest(text, {}, name, name, 0)
    runner.run(test, out=said.append)
    assert runner.failures == 0, "".join(said)
    return len(test.examples)


def test_examples_of_the_api_run() -> None:
    """Every answer on docs/api.md is what Python prints."""
    assert run_examples("\n".join(blocks("docs/api.md", "pycon")), "docs/api.md") > 40


def test_examples_of_the_package_run() -> None:
    """So does the example at the head of the package."""
    assert run_examples(pente.__doc__ or "", "pente") == 3


def test_readme_shows_the_api() -> None:
    """The example of the README runs."""
    (example,) = blocks("README.md", "python")
    made: dict[str, object] = {}
    exec(example, made)  # noqa: S102 - the page is ours
    assert isinstance(made["best"], pente.Analysis)


def test_page_on_adding_a_game_is_true(monkeypatch: pytest.MonkeyPatch) -> None:
    """It lists what a family must have, names nothing that a family has not, and its test runs."""
    page = "docs/add-a-game.md"
    rows = re.findall(r"^\| (`.+?) \|", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE)
    names = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert (
        Family.__abstractmethods__
        <= names
        <= {*dir(Family), *Grid.__annotations__, *Family.__annotations__}
    )
    monkeypatch.setenv(FOLDERS, str(ROOT / "tests/games/plugs/connect_four"))
    (code,) = blocks(page, "python")
    exec(code, {})  # noqa: S102 - as above


@pytest.mark.parametrize("page", ["docs/api.md", "docs/reference.md"])
def test_every_public_name_is_documented(page: str) -> None:
    """Each name of `pente.__all__` is on both pages; each public attribute has a docstring."""
    text = (ROOT / page).read_text(encoding="utf-8")
    missing = [name for name in pente.__all__ if not re.search(rf"\b{name}\b", text)]
    assert [name for name in missing if not name.startswith("__")] in (
        [],
        ["FORMATS", "READ_FORMATS"],
    )
    for name in pente.__all__:
        value = getattr(pente, name)
        if isinstance(value, type):
            for attribute, member in vars(value).items():
                if not attribute.startswith("_") and (callable(member) or hasattr(member, "fget")):
                    assert member.__doc__, f"{name}.{attribute}"
