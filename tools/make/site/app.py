"""Makes the folder an app: its icons, the head of its page, the service worker's list of files."""

from __future__ import annotations

import json
import re
from hashlib import sha256
from pathlib import Path
from zlib import crc32

from PIL import Image, ImageDraw

from tools.make.site.bundle import bundle

MAIN = '<script type="module" src="js/main.js"></script>\n'
EARLY = '<script type="module" async src="js/words/say.js"></script>\n'
PRELOADED = re.compile(r'<link rel="modulepreload" [^>]*href="([^"]+)">\n')
OURS = "@standalone"  # the end of the key of a text that replaces the server's
FIRST = "check."  # the beginning of the key of a text that the page's head says
START = "standalone/start.js"
# Each start loads them by itself.
AT_ONCE = ("js/main.js", "js/game/stream.js", "js/panels/opponent.js")
WORKER = "service_worker.js"
FINER = 4  # a picture is drawn this much larger, and reduced
# As icon.svg has them, in a box of 32 by 32: left edge, filling, outline.
STONES = ((2, "#26241f", "#26241f"), (10, "#fffdf7", "#8b8577"))
PAPER = "#f2f0eb"


def write_page(folder: Path) -> None:
    """Turn the server's page in this folder into the one that starts without a server."""
    parts = folder / "standalone"
    page = folder / "index.html"
    html = page.read_text(encoding="utf-8")
    bundle(folder, START, [*AT_ONCE, *PRELOADED.findall(html)])
    page.write_text(PRELOADED.sub("", html), encoding="utf-8")
    write_manifests(folder)
    texts = write_words(folder / "words")
    written(parts / "check.js", "TEXTS = {}", f"TEXTS = {json.dumps(texts, ensure_ascii=False)}")
    written(page, EARLY, "")
    written(page, MAIN, taken(parts / "head.html"))
    written(page, '<script src="standalone/check.js">', f"<script>\n{taken(parts / 'check.js')}")
    written(page, "</header>\n", f"</header>\n{taken(parts / 'notices.html')}")
    (parts / WORKER).replace(folder / WORKER)
    icons = folder / "icons"
    icons.mkdir(exist_ok=True)
    for size in (192, 512):
        icon(size, size).save(icons / f"{size}.png")
    icon(512, 384, PAPER).save(icons / "maskable.png")  # systems cut off up to a tenth of each side


def write_manifests(folder: Path) -> None:
    """Write the app's manifest in each language: the template has keys in the places of texts."""
    manifest = json.loads(taken(folder / "standalone/app.webmanifest"))
    for path in sorted((folder / "words").glob("*.json")):
        texts = json.loads(path.read_text(encoding="utf-8"))
        named = {key: texts[manifest[key]] for key in ("name", "short_name", "description")}
        text = json.dumps(manifest | named | {"lang": path.stem}, ensure_ascii=False)
        (folder / f"app.{path.stem}.webmanifest").write_text(text, encoding="utf-8")


def write_words(folder: Path) -> dict[str, dict[str, str]]:
    """Let the texts of the page without a server replace the server's.

    Returns by language those that are needed before anything is loaded.
    """
    first = {}
    for path in sorted(folder.glob("*.json")):
        texts = json.loads(path.read_text(encoding="utf-8"))
        ours = {key: text for key, text in texts.items() if key.endswith(OURS)}
        texts |= {key.removesuffix(OURS): text for key, text in ours.items()}
        first[path.stem] = {key: text for key, text in texts.items() if key.startswith(FIRST)}
        left = {key: text for key, text in texts.items() if key not in ours | first[path.stem]}
        path.write_text(json.dumps(left, ensure_ascii=False), encoding="utf-8")
    return first


def write_version(folder: Path) -> None:
    """Write the version into the page, and the list of its files into the service worker."""
    version = sha256(json.dumps(files(folder)).encode()).hexdigest()[:16]
    # The page differs in each version, so whoever has the page knows which version the host has.
    written(folder / "index.html", "<html ", f'<html data-version="{version}" ')
    written(folder / WORKER, '"VERSION"', f'"{version}"')
    written(folder / WORKER, "FILES = {}", f"FILES = {json.dumps(files(folder))}")


def files(folder: Path) -> dict[str, tuple[int, int]]:
    """Checksum and bytes of all files of the page, by name."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    contents = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
    del contents[WORKER]
    return {name: (crc32(content), len(content)) for name, content in contents.items()}


def written(path: Path, before: str, after: str) -> None:
    """Replace a text that occurs once in a file."""
    text = path.read_text(encoding="utf-8")
    assert text.count(before) == 1, (path, before)
    path.write_text(text.replace(before, after), encoding="utf-8")


def taken(path: Path) -> str:
    """The text of a file, which is removed."""
    text = path.read_text(encoding="utf-8")
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
