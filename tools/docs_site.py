"""The site of the docs: a hook of MkDocs that builds it from the pages as they are.

The pages link to files of the repository. Links to pages of the site are turned to their place
there; a link to any other file that exists becomes plain text. A link to nothing stays as it is,
and the strict build refuses it. The navigation is the table in `docs/README.md`; the front page is
`docs/index.md`.

If `python -m tools.make.site build/board` has made the board, the site has it in the folder
`board`, and the front page a button that opens it.
"""

from __future__ import annotations

import os
import re
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from griffe import Extension
from mkdocs.structure.files import File

from tools.docs_commands import commands_page

if TYPE_CHECKING:
    from griffe import Object
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
INDEX = "docs/README.md"
FRONT = "index.md"
BOARD = ROOT / "build/board"
TRY_IT = "board/index.html"
GENERATED = "commands.md"
AFTER = "command-line.md"  # the page before it in the navigation
# Pages with another name on the site, by their path in the repository.
RENAMED = {
    INDEX: "pages.md",
    "README.md": "project.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "tuning/README.md": "tuning.md",
    "data/README.md": "data.md",
}
LINK = re.compile(r"\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
IMAGE = re.compile(r'(<img\b[^>]*\bsrc=")([^"]+)"')
ROW = re.compile(r"^\|([^|]*)\| \[[^\]]*\]\(([^)]+)\) \|", re.MULTILINE)
COLUMN = re.compile(r"^(\w[\w, ]*?|`[^`]+`) {2,}(\S.*)$")
CONTINUED = re.compile(r"^ {4,}(\S.*)$")


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Make the navigation of the table in the index: a group for each word of its first column."""
    groups: dict[str, list[str]] = {}
    name = ""
    for group, target in ROW.findall((ROOT / INDEX).read_text(encoding="utf-8")):
        name = group.strip().capitalize() or name
        groups.setdefault(name, []).append(place_of(in_repository(INDEX, target)) or target)
    for pages in groups.values():
        if AFTER in pages:
            pages.insert(pages.index(AFTER) + 1, GENERATED)
    places = [{"Start": FRONT}, {"README": "project.md"}, RENAMED[INDEX]]
    config.nav = [*places, *({name: pages} for name, pages in groups.items())]
    return config


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the pages that lie outside of docs/, and the one that is made from the commands."""
    files.append(File.generated(config, GENERATED, content=commands_page()))
    for source, place in RENAMED.items():
        files.append(File.generated(config, place, abs_src_path=str(ROOT / source)))
    return files


def on_page_markdown(markdown: str, *, page: Page, **_: Any) -> str:
    """Turn the links of a page from files of the repository to pages of the site."""
    source = source_of(page.file.src_uri)
    if page.file.src_uri == FRONT and not BOARD.exists():
        markdown = re.sub(rf'<a [^>]*href="{TRY_IT}".*\n', "", markdown)
    at = os.path.dirname(page.file.src_uri)

    def turned(link: re.Match[str]) -> str:
        words, target, anchor = link[1], link[2], link[3] or ""
        path = in_repository(source, target)
        if "://" in target or not (ROOT / path).exists():
            return link[0]
        place = place_of(path)
        if place is None:
            return words
        named = title_of(path) if words.endswith(".md") else words
        return f"[{named}]({os.path.relpath(place, at)}{anchor})"

    def shown(image: re.Match[str]) -> str:
        place = place_of(in_repository(source, image[2]))
        return image[0] if place is None else f'{image[1]}{os.path.relpath(place, at)}"'

    return IMAGE.sub(shown, LINK.sub(turned, markdown))


def on_post_build(*, config: MkDocsConfig) -> None:
    """Copy the board, if there is one."""
    if BOARD.exists():
        shutil.copytree(BOARD, Path(config.site_dir, TRY_IT).parent, dirs_exist_ok=True)


def in_repository(source: str, target: str) -> str:
    """The path in the repository that a link of a page means."""
    return os.path.normpath(os.path.join(os.path.dirname(source), target))


def place_of(path: str) -> str | None:
    """Where a file of the repository is on the site; None if it is not there."""
    inside = path.removeprefix("docs/")
    return RENAMED.get(path) or (inside if inside != path else None)


def title_of(path: str) -> str:
    """The heading of a page, which the site shows instead of the name of its file."""
    return (ROOT / path).read_text(encoding="utf-8").partition("# ")[2].partition("\n")[0]


def source_of(place: str) -> str:
    """The file of the repository behind a page of the site."""
    outside = {name: path for path, name in RENAMED.items()}
    return outside.get(place, f"docs/{place}")


class Columns(Extension):
    """Shows our docstrings: blocks of a name, two blanks and its meaning become lists."""

    def on_object(self, *, obj: Object, **_: Any) -> None:
        """Rewrite the docstring of a module, class, function or attribute."""
        if obj.docstring is not None:
            obj.docstring.value = with_lists(obj.docstring.value)


def with_lists(text: str) -> str:
    """The docstring with its aligned columns as a Markdown list."""
    lines: list[str] = []
    inside = False
    for line in text.splitlines():
        column, more = COLUMN.match(line), CONTINUED.match(line)
        if column:
            names = column[1].replace("`", "")
            lines += [*([] if inside else [""]), f"- `{names}`: {column[2]}"]
        elif inside and more:
            lines.append(f"  {more[1]}")
        else:
            lines += ["", line] if inside and line else [line]
        inside = bool(column) or (inside and bool(more))
    return "\n".join(lines)
