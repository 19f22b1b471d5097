"""Makes the folder an app: its icons, the head of its page, the service worker's list of files."""

from __future__ import annotations

import base64
import json
import re
from hashlib import sha256
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

if TYPE_CHECKING:
    from pathlib import Path

IMPORT = re.compile(r'^(?:import|export)\b[^;"(]*"([^"]+)";', re.MULTILINE)
MAIN = '<script type="module" src="js/main.js"></script>'
WORKER = "service_worker.js"
FINER = 4  # a picture is drawn this much larger, and reduced
# As icon.svg has them, in a box of 32 by 32: left edge, filling, outline.
STONES = ((2, "#26241f", "#26241f"), (10, "#fffdf7", "#8b8577"))
PAPER = "#f2f0eb"


def write_page(folder: Path) -> None:
    """Turn the server's page in this folder into the one that starts without a server."""
    parts = folder / "standalone"
    early = [f'<link rel="modulepreload" href="{name}">' for name in needed(folder)]
    written(folder / "index.html", MAIN, "\n".join([taken(parts / "head.html"), *early]))
    written(folder / "index.html", "</header>", f"</header>\n{taken(parts / 'notices.html')}")
    for name in ("app.webmanifest", WORKER):
        (parts / name).replace(folder / name)
    icons = folder / "icons"
    icons.mkdir(exist_ok=True)
    for size in (192, 512):
        icon(size, size).save(icons / f"{size}.png")
    icon(512, 384, PAPER).save(icons / "maskable.png")  # systems cut off up to a tenth of each side


def write_version(folder: Path) -> None:
    """Write the version into the page, and the list of its files into the service worker."""
    whole = "".join(f"{name}{digest}" for name, (digest, _) in files(folder))
    version = sha256(whole.encode()).hexdigest()[:16]
    # The page differs in each version, so whoever has the page knows which version the host has.
    written(folder / "index.html", "<html ", f'<html data-version="{version}" ')
    written(folder / WORKER, '"VERSION"', f'"{version}"')
    written(folder / WORKER, "FILES = {}", f"FILES = {json.dumps(dict(files(folder)))}")


def files(folder: Path) -> list[tuple[str, tuple[str, int]]]:
    """Name, digest and bytes of all files of the page."""
    found = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        name, content = path.relative_to(folder).as_posix(), path.read_bytes()
        digest = base64.b64encode(sha256(content).digest()).decode()
        found.append((name, (digest, len(content))))
    return [one for one in found if one[0] != WORKER]


def needed(folder: Path) -> list[str]:
    """The scripts before the board is on the screen, which a browser else finds one by one."""
    found, open_ = [], [folder / name for name in ("standalone/start.js", "js/main.js")]
    for path in open_:  # grows meanwhile
        text = path.read_text(encoding="utf-8")
        open_ += {(path.parent / name).resolve() for name in IMPORT.findall(text)} - set(open_)
        found.append(path.resolve().relative_to(folder.resolve()).as_posix())
    return found


def written(path: Path, before: str, after: str) -> None:
    """Replace a text that occurs once in a file."""
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1, (path, before)
    path.write_text(text.replace(before, after), encoding="utf-8")


def taken(path: Path) -> str:
    """The text of a file, which is removed."""
    text = path.read_text(encoding="utf-8").rstrip("\n")
    path.unlink()
    return text


def icon(size: int, stones: int, paper: str | None = None) -> Image.Image:
    """Two stones, so large, on a square picture of this size; without paper it is transparent."""
    whole, scale = size * FINER, stones * FINER / 32
    edge = (whole - stones * FINER) / 2
    image = Image.new("RGBA", (whole, whole), paper or (0, 0, 0, 0))
    pen = ImageDraw.Draw(image)
    for left, filling, outline in STONES:
        box = [edge + at * scale for at in (left, 6, left + 20, 26)]
        pen.ellipse(box, filling, outline, round(scale))
    return image.resize((size, size), Image.Resampling.LANCZOS)
