"""The site of the docs: a hook of MkDocs that builds it from the pages as they are.

The pages link to files of the repository. Links to pages of the site are turned to their place
there; a link to any other file that exists becomes plain text. A link to nothing stays as it is,
and the strict build refuses it. The navigation is the table in `docs/README.md`.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

from griffe import Extension
from mkdocs.structure.files import File

if TYPE_CHECKING:
    from griffe import Object
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[1]
INDEX = "docs/README.md"
# Pages outside of docs/, by their path in the repository, and their name on the site.
OUTSIDE = {
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
    config.nav = ["README.md", "project.md", *({name: pages} for name, pages in groups.items())]
    return config


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Add the pages that lie outside of docs/."""
    for source, place in OUTSIDE.items():
        files.append(File.generated(config, place, abs_src_path=str(ROOT / source)))
    return files


def on_page_markdown(markdown: str, *, page: Page, **_: Any) -> str:
    """Turn the links of a page from files of the repository to pages of the site."""
    source = source_of(page.file.src_uri)
    at = os.path.dirname(page.file.src_uri)

    def turned(link: re.Match[str]) -> str:
        words, target, anchor = link[1], link[2], link[3] or ""
        path = in_repository(source, target)
        if "://" in target or not (ROOT / path).exists():
            return link[0]
        place = place_of(path)
        return words if place is None else f"[{words}]({os.path.relpath(place, at)}{anchor})"

    def shown(image: re.Match[str]) -> str:
        place = place_of(in_repository(source, image[2]))
        return image[0] if place is None else f'{image[1]}{os.path.relpath(place, at)}"'

    return IMAGE.sub(shown, LINK.sub(turned, markdown))


def in_repository(source: str, target: str) -> str:
    """The path in the repository that a link of a page means."""
    return os.path.normpath(os.path.join(os.path.dirname(source), target))


def place_of(path: str) -> str | None:
    """Where a file of the repository is on the site; None if it is not there."""
    inside = path.removeprefix("docs/")
    return OUTSIDE.get(path) if inside == path else inside


def source_of(place: str) -> str:
    """The file of the repository behind a page of the site."""
    outside = {name: path for path, name in OUTSIDE.items()}
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
