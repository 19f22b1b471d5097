"""The static folder in Chromium, served by a host that knows nothing of the board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.web.page.conftest import READY, Table, context_of
from tests.web.page.hosts import rare

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Each text of the page, also one that the next moment replaces, is kept over the start's reloads.
NOTE_WHAT_IS_READ = """
new MutationObserver(() => {
    const read = sessionStorage.read ?? "";
    const now = document.body?.innerText ?? "";
    if (!read.includes(now)) sessionStorage.read = read + now;
}).observe(document, { childList: true, subtree: true, characterData: true });
"""
ANSWERED = "() => /K10\\s+[A-T]\\d+/.test(document.querySelector('#moves').innerText)"


def test_a_game_begins_before_the_engine_is_there_and_is_kept(chromium: Browser, site: str) -> None:
    """A click during the start is played, and the engine answers; a further tab says where the
    board is, takes the game, and shows it after a reload; nothing is asked of another host.
    """
    context = context_of(chromium)
    asked: list[str] = []
    context.on("request", lambda request: asked.append(request.url))
    table = Table(context.new_page(), site, is_static=True)
    table.visit()
    page = table.page
    assert page.evaluate("crossOriginIsolated")
    table.place(180).click()
    page.wait_for_function(ANSWERED)
    game, other = table.state("game.id"), table.other()
    other.page.goto(site)
    other.page.wait_for_function("() => /another tab/.test(document.body.innerText)")
    other.page.click("text=Use it here")  # the first tab keeps the game before it lets go
    other.page.wait_for_function(READY)
    page.close()  # or the first tab would take the game back
    other.visit()
    other.page.wait_for_function(READY)
    other.page.wait_for_function(ANSWERED)
    assert other.state("game.id") == game
    assert all(url.startswith(site) for url in asked)
    context.close()


@pytest.mark.parametrize("workers", [rare("allow"), "block"])
def test_an_analysis_stops(chromium: Browser, site: str, workers: Any) -> None:
    """At once through shared memory; without it, by ending the engine. Another one follows."""
    context = context_of(chromium, service_workers=workers)
    table = Table(context.new_page(), site, is_static=True)
    table.visit()
    assert table.page.evaluate("crossOriginIsolated") == (workers == "allow")
    table.page.click("#mode-analyse")
    for point in (180, 0):
        table.place(point).click()
        table.page.click("#analyse")
        table.until("lines", 1)
        table.page.click("#analyse")
        table.until("analysing", False)
    context.close()


@pytest.mark.nightly
def test_it_speaks_the_language_of_the_browser(chromium: Browser, site: str) -> None:
    """From the first notice on, with its own texts, and with one file of them; so does the app."""
    context = context_of(chromium, locale="de-DE")
    asked: list[str] = []
    table = Table(context.new_page(), site, is_static=True)
    page = table.page
    page.on("request", lambda one: asked.append(one.url))
    page.add_init_script(NOTE_WHAT_IS_READ)
    table.visit()
    assert "Das Brett wird geladen" in page.evaluate("sessionStorage.read")
    assert page.inner_text("#new-game") == "Neue Partie"
    table.says("Der erste Stein von Weiß gehört in die Mitte, K10.")
    page.wait_for_function(READY)
    assert {url.split("/")[-1] for url in asked if "/words/" in url} == {"de.json"}
    manifest = "fetch(document.querySelector('link[rel=manifest]').href).then((one) => one.json())"
    app = page.evaluate(manifest)
    assert (app["name"], app["lang"]) == ("Pente, Gomoku und Gipf", "de")
    shared = table.get(f"games/{table.state('game.id')}/page?language=de")["text"]
    assert '<html lang="de"' in shared
    assert "Zug" in shared
    assert page.get_attribute("#offline", "data-say") == "play.offline"
    assert page.text_content("#offline") == "Das Brett hat angehalten"
    context.close()
