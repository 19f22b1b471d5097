"""The static folder in Chromium, served by a host that knows nothing of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.web.page.conftest import READY

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SHOWN = "() => document.querySelector('#grid button')"
ANSWERED = "() => /K10\\s+[A-T]\\d+/.test(document.querySelector('#moves').innerText)"


def visited(page: Page, site: str) -> Page:
    """The page, when the board is on the screen."""
    page.goto(site)
    page.wait_for_function(SHOWN)
    return page


def test_a_game_begins_before_the_engine_is_there_and_is_kept(chromium: Browser, site: str) -> None:
    """A click during the start is played, the engine answers, a reload shows the game; a further
    tab says where the board is; nothing is asked of another host.
    """
    context = chromium.new_context()
    context.set_default_timeout(120_000)
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    page = visited(context.new_page(), site)
    assert page.evaluate("() => crossOriginIsolated")
    page.click("#grid button[data-place='180']")
    page.wait_for_function(ANSWERED)
    page.wait_for_timeout(1000)  # the games are written to the browser's storage
    game = page.evaluate("() => localStorage.getItem('pente.game')")
    page = visited(page, site)
    page.wait_for_function(READY)
    page.wait_for_function(ANSWERED)
    assert page.evaluate("() => localStorage.getItem('pente.game')") == game
    other = context.new_page()
    other.goto(site)
    other.wait_for_function("() => /another tab/.test(document.body.innerText)")
    assert all(url.startswith(site) for url in asked)
    context.close()


@pytest.mark.parametrize("workers", ["allow", "block"])
def test_an_analysis_stops(chromium: Browser, site: str, workers: Any) -> None:
    """At once through shared memory; without it, by ending the engine. Another one follows."""
    context = chromium.new_context(service_workers=workers)
    context.set_default_timeout(120_000)
    page = visited(context.new_page(), site)
    assert page.evaluate("() => crossOriginIsolated") == (workers == "allow")
    page.click("#grid button[data-place='180']")
    page.wait_for_function(ANSWERED)
    page.click("#mode-analyse")
    for _ in range(2):
        page.click("#analyse")
        page.wait_for_function("() => /depth [2-9]/.test(document.body.innerText)")
        page.click("#analyse")
        page.wait_for_function("async () => !(await import('/js/game/store.js')).state.analysing")
    context.close()
