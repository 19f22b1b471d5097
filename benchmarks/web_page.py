"""How long the page takes to paint a hover and a move, read from Chromium's own trace.

    python -m benchmarks.web_page [--count 50] [--theme kaya]

Chromium draws without a graphics processor. A hover is the time from the pointer's event to the
frame on the screen; a move is the time from the release of the button to the frame with the stone,
the server's answer included. The second figure of each begins when the page's elements have
changed. All hold the wait for the screen's next tick, up to 17 ms. Medians and 90th percentiles in
milliseconds.
"""

from __future__ import annotations

import argparse
import statistics
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from tools.browser import CHROMIUM, OPENING, board

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

CATEGORIES = ["benchmark", "latency", "cc", "input", "blink.user_timing"]
MARKS = """() => {
  for (const [name, part] of [["stone", "#stones"], ["hover", "#top .hover"]])
    new MutationObserver(() => performance.mark(name)).observe(
      document.querySelector(part), {childList: true, subtree: true});
}"""
PAUSE_MS = 120
SETTLE_MS = 1_500


@contextmanager
def trace(page: Page) -> Iterator[list[dict[str, Any]]]:
    """Chromium's trace of what happens within; filled when the block ends."""
    session = page.context.new_cdp_session(page)
    events: list[dict[str, Any]] = []
    ended: list[Any] = []
    session.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    session.on("Tracing.tracingComplete", lambda data: ended.append(data))  # noqa: PLW0108  it is given attributes
    config = {"includedCategories": CATEGORIES}
    session.send("Tracing.start", {"transferMode": "ReportEvents", "traceConfig": config})
    yield events
    session.send("Tracing.end")
    while not ended:
        page.wait_for_timeout(20)


Span = tuple[float, float, str]


def spans(events: list[dict[str, Any]], name: str, kind: str = "") -> list[Span]:
    """Begin and end in milliseconds, and the id, of the events of a name and kind, in order."""
    begun: dict[str, float] = {}
    found = []
    for event in sorted(events, key=lambda one: one["ts"]):
        if event.get("name") != name:
            continue
        key = f"{event['pid']} {event.get('id2', event.get('id'))}"
        if event["ph"] == "b":
            latency = event.get("args", {}).get("event_latency", {})
            if latency.get("event_type", "").startswith(kind):
                begun[key] = event["ts"] / 1000
        elif event["ph"] == "e" and key in begun:
            found.append((begun.pop(key), event["ts"] / 1000, key))
    return sorted(found)


def painted(events: list[dict[str, Any]], kind: str, mark: str) -> tuple[list[float], list[float]]:
    """Milliseconds from each input of a kind to the frame with what it led to, and from the mark.

    The page sets the mark when its elements change. The frame is the one whose commit ends first
    after that; it is on the screen when its report ends.
    """
    marks = sorted(one["ts"] / 1000 for one in events if one.get("name") == mark)
    commits = spans(events, "SendBeginMainFrameToCommit")
    frames = spans(events, "PipelineReporter")
    whole, last = [], []
    inputs = [begin for begin, _, _ in spans(events, "EventLatency", kind)]
    for begin, following in zip(inputs, [*inputs[1:], float("inf")], strict=True):
        came = next((one for one in marks if begin < one < following), None)
        if came is None:
            continue
        commit = next((one for one in commits if one[1] >= came), None)
        if commit is None:
            continue
        frame = next((f for f in frames if f[2] == commit[2] and f[0] <= commit[0] <= f[1]), None)
        if frame is not None:
            whole.append(frame[1] - begin)
            last.append(frame[1] - came)
    return whole, last


def hovers(page: Page, count: int) -> tuple[list[float], list[float]]:
    """Milliseconds to the frame with the hovered stone: from the event, and from its coming."""
    box = page.locator("#grid").bounding_box()
    assert box
    step = box["width"] / 20.4
    with trace(page) as events:
        for index in range(count):
            x, y = 2.2 + index % 16, 3.2 + index * 7 % 14
            page.mouse.move(box["x"] + x * step, box["y"] + y * step)
            page.wait_for_timeout(PAUSE_MS)
    return painted(events, "MOUSE_MOVED", "hover")


def moves(page: Page, count: int) -> tuple[list[float], list[float]]:
    """Milliseconds to the frame with the stone: from the release, and from the stone's coming."""
    places = page.evaluate(
        "[...document.querySelectorAll('#grid button.open')].map(one => one.dataset.place)"
    )
    with trace(page) as events:
        for place in places[:: max(1, len(places) // count)][:count]:
            page.locator(f"#grid button[data-place='{place}']").hover()
            page.wait_for_timeout(PAUSE_MS)
            page.mouse.down()
            page.wait_for_timeout(PAUSE_MS)
            page.mouse.up()
            page.wait_for_timeout(4 * PAUSE_MS)
            if page.evaluate("document.querySelector('#picture .win') !== null"):
                break
    return painted(events, "MOUSE_RELEASED", "stone")


def told(name: str, times_ms: list[float]) -> str:
    """A line of the report."""
    ninth = sorted(times_ms)[len(times_ms) * 9 // 10]
    middle = statistics.median(times_ms)
    return f"{name:<38} median {middle:6.1f} ms   90 % {ninth:6.1f} ms   of {len(times_ms)}"


def main() -> None:
    """Start a server and a browser, play, print."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  an optional package

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--theme", default="kaya")
    wish = parser.parse_args()
    with board() as base, sync_playwright() as driver:
        arguments = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=arguments)
        page = browser.new_page(viewport={"width": 1360, "height": 860})
        open_game(page, base, wish.theme)
        whole, last = hovers(page, wish.count)
        print(told("hover: pointer to frame", whole))
        print(told("hover: change to frame", last))
        whole, last = moves(page, wish.count)
        print(told("move: release to frame, with server", whole))
        print(told("move: stone to frame", last))
        browser.close()


def open_game(page: Page, base: str, theme: str) -> None:
    """A game in its middle on the table, in a theme."""
    origin = base.rstrip("/")
    people = [{"kind": "human"}, {"kind": "human"}]
    headers = {"Origin": origin}
    wish = {"preset": "pente", "players": people}
    game = page.request.post(f"{origin}/api/games", data=wish, headers=headers).json()
    for move in OPENING.split():
        at = f"{origin}/api/games/{game['id']}/play"
        body = {"node": game["current"], "move": move}
        game = page.request.post(at, data=body, headers=headers).json()
    page.goto(f"{origin}/#game={game['id']}")
    page.wait_for_selector("#grid button.open")
    page.evaluate("async theme => (await import('/js/game/store.js')).setting({theme})", theme)
    page.evaluate(MARKS)
    page.wait_for_timeout(SETTLE_MS)


if __name__ == "__main__":
    main()
