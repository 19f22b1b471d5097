"""Check the files of a release, add the site, the notes and the checksums, and tag the commit.

    python -m tools.make.release FOLDER [--tag]

FOLDER has the wheels (`python -m tools.make.wheels FOLDER`) and whatever else is to be published,
such as the program for Gomocup managers. The site, with the board, must be in build/site. The
version is that of `agent/__init__.py`; CHANGELOG.md must have a chapter for it, which becomes
notes.md. With --tag the wheels and the site must be no older than the commit.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from hashlib import sha256
from pathlib import Path

import pente
from tools.programs import ROOT, ProgramFailed, output_of

SITE = ROOT / "build/site"
BOARD = "board/index.html"
LINK = re.compile(r"\[([^\]]+)\]\((?!https?:)[^)]+\)")  # into the repository: notes stand outside
CHAPTER = re.compile(r"^## ([\w.]+)[^\n]*\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)


class ReleaseError(ProgramFailed):
    """The release is not complete."""


def main() -> int:
    """Make the release that the command line asks for. Return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tag", action="store_true", help="tag the commit of the checkout")
    options = parser.parse_args()
    try:
        if options.tag:
            pages = [SITE / "index.html", SITE / BOARD]
            check_commit(pente.__version__, [*options.folder.glob("*.whl"), *pages])
        print("\n".join(finish(options.folder, pente.__version__, SITE)))
        if options.tag:
            tag(pente.__version__, options.folder / "notes.md")
    except ReleaseError as error:
        print(f"No release: {error}", file=sys.stderr)
        return 1
    return 0


def finish(folder: Path, version: str, site: Path) -> list[str]:
    """Check the wheels, add what is missing; the lines of SHA256SUMS. Raises ReleaseError."""
    wheels = sorted(folder.glob("*.whl"))
    if not wheels:
        raise ReleaseError(f"{folder} has no wheels: run `python -m tools.make.wheels {folder}`")
    for wheel in wheels:
        if wheel.name.split("-")[1] != version:
            raise ReleaseError(f"{wheel.name} is not of version {version}")
    text = notes((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), version)
    if not (site / BOARD).exists():
        raise ReleaseError(f"{site} has no board: see CONTRIBUTING.md, A release")
    packages = map(str, [*wheels, *folder.glob("*.tar.gz")])
    command = [sys.executable, "-m", "twine", "check", "--strict", *packages]
    output_of(command, error=ReleaseError)
    (folder / "notes.md").write_text(text, encoding="utf-8")
    shutil.make_archive(str(folder / "site"), "zip", site)
    published = sorted(
        path for path in folder.iterdir() if path.is_file() and path.name != "SHA256SUMS"
    )
    sums = [f"{sha256(path.read_bytes()).hexdigest()}  {path.name}" for path in published]
    (folder / "SHA256SUMS").write_text("\n".join(sums) + "\n", encoding="utf-8")
    return sums


def notes(changelog: str, version: str) -> str:
    """What CHANGELOG.md tells of a version, without its links. Raises ReleaseError."""
    chapters = dict(CHAPTER.findall(changelog))
    if version not in chapters:
        raise ReleaseError(f"CHANGELOG.md has no chapter {version}, only {', '.join(chapters)}")
    return LINK.sub(r"\1", f"{chapters[version].strip()}\n")


def check_commit(version: str, made: list[Path]) -> None:
    """Raise ReleaseError unless HEAD can be tagged as this version, and is no newer than `made`."""
    if changed := output_of(["git", "status", "--porcelain"], error=ReleaseError).strip():
        raise ReleaseError(f"the checkout has changes that are not committed: {changed}")
    if output_of(["git", "tag", "--list", f"v{version}"], error=ReleaseError):
        raise ReleaseError(f"there is a tag v{version} already; agent/__init__.py has the version")
    committed = int(output_of(["git", "log", "-1", "--format=%ct"], error=ReleaseError))
    for path in made:
        if path.exists() and path.stat().st_mtime < committed:
            raise ReleaseError(f"{path} is older than the commit: make it again")


def tag(version: str, message: Path) -> None:
    """Tag HEAD as this version, with the notes. Raises ReleaseError."""
    told = ["-F", str(message.absolute()), "--cleanup=verbatim"]
    output_of(["git", "tag", "-a", f"v{version}", *told], error=ReleaseError)
    print(f"tagged v{version}; `git push origin v{version}` publishes the tag")


if __name__ == "__main__":
    sys.exit(main())
