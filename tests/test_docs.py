"""Everything that the pages name exists: links, files, and options of `pente`.

Pages are the Markdown files of the repository. A path is a code span with a slash, relative to the
root or to the page's folder; a word in capitals (GAME) stands for any name. A command is whatever
follows `pente` in a code span or in a fenced block.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import click

from cli.main import pente

ROOT = Path(__file__).parents[1]
# Folders that a reader's own commands create.
MADE_BY_COMMANDS = (".venv/", "build/", "venv/", "game/", "night/")
PAGES = sorted(
    page.relative_to(ROOT)
    for page in ROOT.rglob("*.md")
    if not str(page.relative_to(ROOT)).startswith(MADE_BY_COMMANDS)
    and not any(part.startswith(".") for part in page.relative_to(ROOT).parts)
    and not any((folder / "pyvenv.cfg").exists() for folder in page.parents)
)

FENCE = re.compile(r"^ *```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`]+)`")
LINK = re.compile(r"\]\(([^)\s]+)\)|src=\"([^\"]+)\"")
MODULE = re.compile(r"-m ((?:benchmarks|tools|tests)(?:\.\w+)+)")
PATH = re.compile(r"[\w.*-]+(?:/[\w.*-]+)+/?")
CAPITALS = re.compile(r"\b[A-Z]{3,}\b")


def text_of(page: Path) -> str:
    """The text of a page."""
    return (ROOT / page).read_text(encoding="utf-8")


def spans(text: str) -> Iterator[str]:
    """The code spans outside of fenced blocks, each on one line."""
    for span in SPAN.findall(FENCE.sub("", text)):
        yield " ".join(span.split())


def paths(text: str) -> Iterator[str]:
    """The code spans that name a file or folder."""
    for span in spans(text):
        if PATH.fullmatch(span) and not span.startswith(MADE_BY_COMMANDS):
            yield span


def exists(page: Path, path: str) -> bool:
    """Whether a path leads to a file or folder, from the root or from the page's folder."""
    pattern = CAPITALS.sub("*", path.rstrip("/")) if "README" not in path else path
    return any(next(base.glob(pattern), None) for base in (ROOT, (ROOT / page).parent))


def commands(text: str) -> Iterator[str]:
    """The words after `pente` in code spans and fenced lines, without comments and prompts."""
    lines = [line for _, block in FENCE.findall(text) for line in block.split("\n")]
    for line in [*spans(text), *lines]:
        for part in re.split(r"&&|\|\|?\s|;| #|\$ ", line):
            words = part.strip().split(maxsplit=1)
            if words and re.fullmatch(r"(\S*/)?pente", words[0]):
                yield words[1] if len(words) == 2 else ""


def unknown_in(command: str) -> list[str]:
    """The subcommand or the options of a command line that `pente` does not know."""
    context = click.Context(pente)
    node: click.Command = pente
    unknown = []
    for word in shlex.split(command):
        if word.startswith("-") and not re.fullmatch(r"-\d.*", word):
            names = {name for option in node.get_params(context) for name in option.opts}
            if word.partition("=")[0] not in names:
                unknown.append(word)
        elif isinstance(node, click.Group):
            found = node.get_command(context, word)
            if found is not None:
                node = found
            elif node is pente and not CAPITALS.fullmatch(word):
                return [word]
    return unknown


def test_what_the_pages_name_exists() -> None:
    """Each relative link leads to a file of the repository, each path is a file or folder, each
    subcommand and option of `pente` exists, and each module that is run by `python -m` is a file or
    a package with a `__main__`. The index has a link to every other page of docs/.
    """
    missing, counted = [], 0
    for page in PAGES:
        text, here = text_of(page), (ROOT / page).parent
        targets = ["".join(groups) for groups in LINK.findall(text)]
        files = [target.partition("#")[0] for target in targets if "://" not in target]
        missing += [(page, file) for file in files if file and not (here / file).exists()]
        missing += [(page, path) for path in paths(text) if not exists(page, path)]
        missing += [(page, word) for line in commands(text) for word in unknown_in(line)]
        counted += len([*paths(text), *commands(text)])
        for module in MODULE.findall(text):
            path = ROOT / module.replace(".", "/")
            file = path / "__main__.py" if path.is_dir() else path.with_suffix(".py")
            if not file.exists() and file.stem != "NAME":
                missing.append((page, module))
        if page.parent == Path("docs") and page.name not in ("README.md", "index.md"):
            assert f"({page.name})" in text_of(Path("docs/README.md"))
    assert not missing
    assert counted > 150
    assert unknown_in("match A B --gmaes 20") == ["--gmaes"]
    assert not exists(Path("README.md"), "search/nowhere.py")


def written(page: Path) -> int:
    """The words of a page, table bars among them, without the tables that commands write."""
    return len(re.sub(r"(?s)<!-- table .*?<!-- end of table", "", text_of(page)).split())


def test_pages_are_short() -> None:
    """README has at most 100 lines, each guide of the index 1,200 words, the site 25,000."""
    assert len(text_of(Path("README.md")).splitlines()) <= 100
    guides = (
        text_of(Path("docs/README.md")).partition("| guides |")[2].partition("| reference |")[0]
    )
    pages = [Path("docs", target) for target, _ in LINK.findall(guides)]
    assert len(pages) > 5
    assert not [page for page in pages if written(page) > 1_200]
    folders = ("", "docs", "tuning", "data")
    assert sum(written(page) for page in PAGES if page.parent in map(Path, folders)) <= 25_000
