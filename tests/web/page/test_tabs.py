"""Many tabs of one browser: all stay usable, get the news, and survive the end of any other."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.page.conftest import Table

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

# More than the six connections that a browser opens to one server.
TABS = 7
AGAINST = [{"kind": "human"}, {"kind": "engine", "level": 1}]
MIDDLE = "K10 J11 K7 K8 J7 L7 J9 H7 M6 H8"
NO_WORKERS = "delete globalThis.SharedWorker"


@pytest.fixture
def tabs(table: Table, request: pytest.FixtureRequest) -> list[Table]:
    """Tabs of one browser, as many as the test says, each with its own game against an engine."""
    context = table.page.context
    tables = [table, *(Table(context.new_page(), table.base) for _ in range(request.param - 1))]
    for one in tables:
        one.open("gomoku-9", players=AGAINST)
    return tables


def _is_answered(table: Table, point: int) -> None:
    """Check that a click here is a move, and that the engine answers."""
    ply = table.state("view.ply")
    table.place(point).click()
    table.until("answered", ply)


def _streams(table: Table) -> int:
    """The number of streams that the server has open."""
    count: int = table.get("health")["streams"]
    return count


@pytest.mark.parametrize("tabs", [TABS], indirect=True)
def test_many_tabs_stay_usable(tabs: list[Table]) -> None:
    """A move is answered in the last tab and in the first; all tabs are visible and
    share a stream.
    """
    assert not any(one.page.evaluate("document.hidden") for one in tabs)
    for one in (tabs[-1], tabs[0], tabs[TABS // 2]):
        _is_answered(one, 40)
        _is_answered(one, 0)
    assert _streams(tabs[0]) == 1
    for one in tabs[1:]:
        one.page.close()
    _is_answered(tabs[0], 8)


def test_tabs_of_one_game_see_each_others_moves(table: Table) -> None:
    """A move is shown in both tabs, an analysis only in the tab that started it."""
    other = Table(table.page.context.new_page(), table.base)
    game = table.open("gomoku-9", "E5 E6")
    table.page.click("#mode-analyse")
    other.visit(f"#game={game['id']}")
    other.until("shown", game["id"])
    table.place(0).click()
    other.until("ply", 3)
    table.page.bring_to_front()
    table.page.click("#analyse")
    table.until("lines", 1)
    assert other.state("analysis") is None
    other.place(1).click()
    table.until("ply", 4)


@pytest.mark.parametrize("tabs", [4], indirect=True)
def test_news_go_on_when_the_first_tab_ends(tabs: list[Table]) -> None:
    """If the tab that began the stream is closed or crashes, no other tab misses anything."""
    with contextlib.suppress(Exception):  # the call ends with the tab
        tabs[0].page.goto("chrome://crash", timeout=2_000)
    _is_answered(tabs[1], 40)
    tabs[1].page.close()
    _is_answered(tabs[2], 40)
    _is_answered(tabs[-1], 40)
    tabs[0].complaints.clear()


@pytest.mark.parametrize("tabs", [2], indirect=True)
def test_an_analysis_ends_with_its_tab(tabs: list[Table]) -> None:
    """Closing a tab ends its analysis, even if the stream goes on for others."""
    last = tabs[-1]
    last.place(40).click()
    last.until("mine", 0)
    last.page.click("#mode-analyse")
    last.page.click("#analyse")
    last.until("lines", 1)
    assert last.get("health")["engines_running"] == 1
    last.page.close()
    for _ in range(50):
        if tabs[0].get("health")["engines_running"] == 0:
            break
        tabs[0].page.wait_for_timeout(100)
    assert tabs[0].get("health")["engines_running"] == 0


def test_an_analysis_goes_on_while_tabs_come_and_go(table: Table) -> None:
    """A stream taken over when a tab is opened or closed ends no analysis of another tab."""
    table.open("gomoku-9", "E5 E6")
    table.page.click("#mode-analyse")
    table.page.click("#analyse")
    table.until("lines", 1)
    asked: list[str] = []
    table.page.on("request", lambda one: asked.append(one.url))
    other = Table(table.page.context.new_page(), table.base)
    other.open("gomoku-9", "E5")
    other.page.click("#mode-analyse")
    other.page.close()
    table.page.bring_to_front()
    before = table.state("analysis.ms")
    table.page.wait_for_function("ms => window.table.analysis.ms > ms + 200", arg=before)
    assert table.state("analysis.state") == "running"
    assert not [url for url in asked if url.endswith("/analysis")], "the search began anew"


def _without_workers(seat: Callable[..., Table]) -> Table:
    """A page in a browser without shared workers."""
    table = seat("phone", locale="en")  # a context of its own, as the script stays in it
    table.page.context.add_init_script(NO_WORKERS)
    return table


def test_a_browser_without_shared_workers_hears_news(seat: Callable[..., Table]) -> None:
    """Its page has its own stream while visible, and catches up when visible again."""
    table = _without_workers(seat)
    game = table.open("gomoku-9", "E5")
    table.post(f"games/{game['id']}/play", {"node": 1, "move": "E6"})
    table.until("ply", 2)
    _hide(table.page, hidden=True)
    table.page.wait_for_timeout(300)
    table.post(f"games/{game['id']}/play", {"node": 2, "move": "A1"})
    table.page.wait_for_timeout(300)
    assert table.state("view.ply") == 2
    _hide(table.page, hidden=False)
    table.until("ply", 3)
    table.post(f"games/{game['id']}/play", {"node": 3, "move": "A2"})
    table.until("ply", 4)


def _hide(page: Page, *, hidden: bool) -> None:
    """Tell the page that it is hidden or visible; headless windows do not."""
    shown: dict[str, Any] = {"hidden": hidden}
    page.evaluate(
        "({ hidden }) => { Object.defineProperty(document, 'hidden', { value: hidden,"
        " configurable: true }); document.dispatchEvent(new Event('visibilitychange')); }",
        shown,
    )


def test_an_analysis_that_runs_again_does_not_wait(seat: Callable[..., Table]) -> None:
    """When another tab's analysis has ended, the first tab says at once that the engine runs."""
    first, second = seat("light"), seat("light")
    first.open(moves=MIDDLE)
    first.page.click("#mode-analyse")
    first.page.select_option("#multipv", "8")
    first.page.click("#analyse")
    first.page.wait_for_function("() => window.table.analysis?.ms > 4000")
    second.open(moves=MIDDLE[:-2])
    second.page.click("#mode-analyse")
    second.page.click("#analyse")
    second.until("lines", 1)
    second.page.click("#analyse")
    effort = "!document.querySelector('#effort').textContent.startsWith('Waiting')"
    first.page.wait_for_function(f"() => {effort}", timeout=1_000)
    first.page.click("#analyse")
