"""What the first screen of the board costs, beside the same of another checkout.

    python -m benchmarks.web_first_screen [--before ../before] [--loads 9] [--clicks 15]

Loads the page of a first visit in new contexts of Chromium, from both servers in turn, and then
plays against the engine. Prints the bytes of all requests as sent, compressed and with headers, and
medians in milliseconds: to the first paint with content; until the board takes moves; from a click
to the engine's stone on the board. With `--before`, also the ratio of each to the other checkout.
"""

from __future__ import annotations

import argparse
import statistics
from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from tools.browser import CHROMIUM, ROOT, board

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser, Page

READY = """
window.ready = new Promise((done) => {
  const look = () => document.querySelector("#grid button.open") ? done(performance.now())
    : requestAnimationFrame(look);
  requestAnimationFrame(look);
});
"""
PAINT = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? null"
# The time from the next click to two further stones, which the picture shows then.
ANSWER = """() => {
  const stones = () => document.querySelectorAll("#stones .stone").length;
  const before = stones();
  window.answer = new Promise((done) => addEventListener("click", (event) => {
    const began = event.timeStamp;
    new MutationObserver((_, observer) => {
      if (stones() < before + 2) return;
      observer.disconnect();
      requestAnimationFrame((now) => done(now - began));
    }).observe(document.querySelector("#stones"), { childList: true, subtree: true });
  }, { capture: true, once: true }));
}"""
SETTLE_MS = 400
OPEN = "#grid button.open[data-place='{}']"
SPREAD = 101
WARM_UP = 2  # clicks that start the engine
PLAYERS = [{"kind": "human"}, {"kind": "engine", "level": 1}]


def first_screen(browser: Browser, base: str) -> tuple[float, float, float]:
    """Bytes, first paint and readiness of one visit with empty caches."""
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    page = context.new_page()
    session = context.new_cdp_session(page)
    loaded: list[float] = []
    session.on("Network.loadingFinished", lambda one: loaded.append(one["encodedDataLength"]))
    session.send("Network.enable")
    page.add_init_script(READY)
    page.goto(base)
    ready = float(page.evaluate("window.ready"))
    page.wait_for_timeout(SETTLE_MS)
    paint = float(page.evaluate(PAINT))
    context.close()
    return sum(loaded), paint, ready


def answers(page: Page, base: str, clicks: int) -> Iterator[float]:
    """Milliseconds from a click to the engine's stone, in a game of Gomoku on 19 lines."""
    origin = base.rstrip("/")
    options = {"preset": "gomoku-19", "players": PLAYERS}
    game = page.request.post(f"{origin}/api/games", data=options, headers={"Origin": origin}).json()
    page.goto(f"{origin}/#game={game['id']}")
    page.wait_for_selector("#grid button.open")
    for number in range(WARM_UP + clicks):
        place = SPREAD * (1 + number) % 361  # far from the one before: no row is made
        while not page.locator(OPEN.format(place)).count():
            place = (place + 1) % 361
        page.evaluate(ANSWER)
        page.click(OPEN.format(place))
        spent = float(page.evaluate("window.answer"))
        if number >= WARM_UP:
            yield spent
        page.wait_for_timeout(SETTLE_MS / 4)


def measured(browser: Browser, bases: list[str], loads: int, clicks: int) -> list[dict[str, float]]:
    """The figures of each server; they take turns."""
    visits: list[list[tuple[float, float, float]]] = [[] for _ in bases]
    spent: list[list[float]] = [[] for _ in bases]
    for _ in range(loads):
        for base, seen in zip(bases, visits, strict=True):
            seen.append(first_screen(browser, base))
    pages = [browser.new_page(viewport={"width": 1280, "height": 800}) for _ in bases]
    games = [answers(page, base, clicks) for page, base in zip(pages, bases, strict=True)]
    for _ in range(clicks):
        for game, times in zip(games, spent, strict=True):
            times.append(next(game))
    return [
        {
            "bytes": statistics.median(visit[0] for visit in own),
            "first paint, ms": statistics.median(visit[1] for visit in own),
            "ready, ms": statistics.median(visit[2] for visit in own),
            "click to answer, ms": statistics.median(clicked),
        }
        for own, clicked in zip(visits, spent, strict=True)
    ]


def main() -> None:
    """Start the servers and a browser, measure and print."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  an optional package

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--before", help="folder of another checkout, built in place")
    parser.add_argument("--loads", type=int, default=9)
    parser.add_argument("--clicks", type=int, default=15)
    options: Any = parser.parse_args()
    trees = [ROOT, *([options.before] if options.before else [])]
    with ExitStack() as stack, sync_playwright() as driver:
        bases = [stack.enter_context(board(tree)) for tree in trees]
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=arguments)
        here, *before = measured(browser, bases, options.loads, options.clicks)
        browser.close()
    for name, figure in here.items():
        print(f"{name:<22} {figure:9,.0f}", *(compared(figure, one[name]) for one in before))


def compared(figure: float, other: float) -> str:
    """The figure of the other checkout, and the ratio to it."""
    return f"  before {other:9,.0f}  ratio {figure / other:.2f}"


if __name__ == "__main__":
    main()
