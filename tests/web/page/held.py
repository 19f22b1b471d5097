"""Requests of the page that are held on their way, and go on before their test ends."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Page

HOLD = """async ([pattern, back]) => {
  const { transport } = await import("/js/game/api.js");
  const { request } = transport;
  window.held = [];
  window.release = () => {
    transport.request = request;
    for (const go of window.held) go();
  };
  transport.request = async (path, options) => {
    if (!new RegExp(pattern).test(path)) return request(path, options);
    const answer = back && (await request(path, options));
    const detail = await new Promise((go) => window.held.push(go));
    if (detail) return new Response(JSON.stringify({ detail }), { status: 429 });
    return answer || request(path, options);
  };
}"""


class Held:
    """What a page has asked and waits for."""

    def __init__(self, page: Page) -> None:
        self._page = page

    def come(self) -> None:
        """Wait until a request is held: the page may not have asked yet."""
        self._page.wait_for_function("() => window.held.length")

    def go(self, refusal: str = "") -> None:
        """Let the first one go on once it has come, or refuse it."""
        self.come()
        self._page.evaluate("refusal => window.held.shift()(refusal)", refusal)


@contextmanager
def holding(page: Page, pattern: str, *, on_their_way_back: bool = False) -> Iterator[Held]:
    """Hold the page's requests to the paths of a pattern, or the answers; at the end all go on."""
    page.evaluate(HOLD, [pattern, on_their_way_back])
    yield Held(page)
    page.evaluate("window.release()")
