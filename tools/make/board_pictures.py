"""Takes the pictures of the board in `docs/pictures`, with Debian's Chromium.

    python -m tools.make.board_pictures [--out docs/pictures]

Each picture shows a game in a certain state, set up through the API and the page's buttons. The
engine's output in it depends on the machine.
"""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, Any

from tools.browser import CHROMIUM, OPENING, board

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

DESK = {"viewport": {"width": 1280, "height": 800}}
MIDDLE = " ".join(OPENING.split()[:12])
M6 = 258
MOST_BYTES = 200_000
GRADES = (88, 80, 70, 60, 50)
ANALYSIS_MS = 6_000
REVIEW_MS = 60_000
SHORT_MS = 500


def show(page: Page, base: str, preset: str, moves: str, **options: Any) -> None:
    """Create a game with these moves and open it in the page."""
    origin = base.rstrip("/")
    headers = {"Origin": origin}
    people = [{"kind": "human", "name": "Ada"}, {"kind": "human", "name": "Emil"}]
    options = {"preset": preset, "players": people, **options}
    game = page.request.post(f"{origin}/api/games", data=options, headers=headers).json()
    for move in moves.split():
        at = f"{origin}/api/games/{game['id']}/play"
        body = {"node": game["current"], "move": move}
        game = page.request.post(at, data=body, headers=headers).json()
    page.goto(f"{origin}/#game={game['id']}")
    page.wait_for_selector("#grid button")
    page.wait_for_timeout(SHORT_MS)


def place(page: Page, name: int | str) -> Any:
    """The button of a point."""
    return page.locator(f"#grid button[data-place='{name}']")


def light(page: Page, base: str) -> None:
    """A reviewed game under analysis, with the heat map of candidates."""
    show(page, base, "pente", MIDDLE, clock={"initial_s": 300, "increment_s": 2})
    page.click("#mode-analyse")
    page.click("#review")
    done = "() => /accuracy/.test(document.querySelector('#review-note').textContent)"
    page.wait_for_function(done, timeout=REVIEW_MS)
    page.keyboard.press("End")
    page.click("#analyse")
    page.wait_for_timeout(ANALYSIS_MS)


def dark(page: Page, base: str) -> None:
    """A line of the analysis as numbered ghost stones."""
    light(page, base)
    page.hover("#lines button >> nth=0")
    page.wait_for_timeout(SHORT_MS)


def gipf(page: Page, base: str) -> None:
    """A row from which a GIPF-piece may stay."""
    show(page, base, "gipf", "b4 d7 b6-b3 h4 f8-c6 f2 a2-c2")
    page.locator("#decide input").nth(1).check(force=True)
    page.wait_for_timeout(SHORT_MS)


def capture(page: Page, base: str) -> None:
    """The stones that a hovered stone would capture, in the walnut theme."""
    show(page, base, "pente", " ".join(OPENING.split()[:8]))
    page.evaluate("import('/js/game/store.js').then(store => store.setting({theme: 'walnut'}))")
    page.wait_for_timeout(SHORT_MS)
    place(page, M6).hover()
    page.wait_for_timeout(SHORT_MS)


SCENES: dict[str, tuple[Callable[[Page, str], None], dict[str, Any]]] = {
    "board-light": (light, {**DESK, "color_scheme": "light"}),
    "board-dark": (dark, {**DESK, "color_scheme": "dark"}),
    "board-gipf": (gipf, {**DESK, "color_scheme": "light"}),
    "board-capture": (capture, {**DESK, "color_scheme": "light"}),
}


def take(browser: Browser, base: str, name: str, folder: str) -> None:
    """Take one picture in the best quality within MOST_BYTES. Raises ValueError if none fits."""
    scene, screen = SCENES[name]
    context = browser.new_context(**screen)
    page = context.new_page()
    scene(page, base)
    for quality in GRADES:
        shot = page.screenshot(type="jpeg", quality=quality)
        if len(shot) <= MOST_BYTES:
            break
    else:
        raise ValueError(f"{name} has {len(shot)} bytes, more than {MOST_BYTES}")
    context.close()
    with open(os.path.join(folder, f"{name}.jpg"), "wb") as file:
        file.write(shot)
    print(f"{name}.jpg {len(shot)} bytes, quality {quality}")


def main() -> None:
    """Start a server and a browser, and take all pictures."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  an optional package

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", default=os.path.join("docs", "pictures"))
    parser.add_argument("names", nargs="*", default=list(SCENES))
    options = parser.parse_args()
    os.makedirs(options.out, exist_ok=True)
    with board() as base, sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )
        for name in options.names:
            take(browser, base, name, options.out)
        browser.close()


if __name__ == "__main__":
    main()
