"""Tabs, comments and restarts: all tabs hear the news, nothing typed is lost, a server may go."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest

from tests.web.page.conftest import AGAINST, NOTICE, PEOPLE, STRONG, Table, eventually
from tests.web.page.hosts import served

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

TABS = 7  # more than the six connections that a browser opens to one server
NO_WORKERS = "delete globalThis.SharedWorker"
FIRST, SECOND = "begun before, ", "ended after"
SHORT = "K10 J11 K7 K8"  # a review takes a second a move


def _is_answered(table: Table, point: int) -> None:
    """Check that a click here is a move, and that the engine answers."""
    ply = table.state("view.ply")
    table.place(point).click()
    table.until("answered", ply)


def _crash(table: Table) -> None:
    """Let a tab die without a farewell."""
    with contextlib.suppress(Exception):  # the call ends with the tab
        table.page.goto("chrome://crash", timeout=2_000)


def _searches(table: Table) -> int:
    """The number of searches that run or wait for an engine."""
    health = table.get("health")
    return int(health["engines_running"] + health["engines_waiting"])


@pytest.mark.nightly
@pytest.mark.served("it opens several tabs")
def test_many_tabs_stay_usable(table: Table) -> None:
    """A move is answered in every tab; they share a stream.

    One that is closed or crashes no longer counts, and its analysis ends.
    """
    tabs = [table, *(table.other() for _ in range(TABS - 1))]
    for tab in tabs:
        tab.open("gomoku-9", players=AGAINST)
    assert not any(tab.page.evaluate("document.hidden") for tab in tabs)
    for tab in (tabs[-1], tabs[0]):
        _is_answered(tab, 40)
    eventually(table.page, lambda: tabs[-1].get("health")["streams"] == 1)
    for end, tab in ((_crash, tabs[-1]), (lambda last: last.page.close(), tabs[-2])):
        tab.analyse(1)
        eventually(table.page, lambda: _searches(table) == 1)
        end(tab)
        eventually(table.page, lambda: _searches(table) == 0)
    _crash(tabs[0])  # the shared worker is in the process of the first tab
    _is_answered(tabs[1], 40)
    for tab in (tabs[1], *tabs[3:-2]):
        tab.page.close()
    _is_answered(tabs[2], 40)
    _is_answered(tabs[2], 8)
    tabs[0].complaints.clear()


@pytest.mark.served("it opens several tabs")
def test_tabs_of_one_game_see_each_others_moves(table: Table) -> None:
    """A move is shown in both tabs, an analysis only in the tab that started it.

    A stream that is taken over when a tab is opened or closed ends no analysis of another.
    """
    game, other = table.open("gomoku-9", "E5 E6"), table.other()
    page, asked = table.page, list[str]()
    page.click("#mode-analyse")
    other.show(game)
    table.move(0, 3)
    other.until("ply", 3)
    page.bring_to_front()
    page.click("#analyse")
    table.until("lines", 1)
    assert other.state("analysis") is None
    page.on("request", lambda one: asked.append(one.url))
    third = table.other()
    third.open("gomoku-9", "E5")
    third.analyse(1)
    third.page.close()
    eventually(page, lambda: _searches(table) == 1)
    page.bring_to_front()
    before = table.state("analysis.nodes")
    page.wait_for_function("nodes => window.table.analysis.nodes > nodes", arg=before)
    assert table.state("analysis.state") == "running"
    assert not [url for url in asked if url.endswith("/analysis")], "the search began anew"
    other.place(1).click()
    table.until("ply", 4)


def test_changes_lead_to_the_game_of_the_server(table: Table) -> None:
    """After each command of another client the page has the game, also if it missed a change."""
    table.open("gomoku-9", "E5 E6 D4")
    commands: list[tuple[str, dict[str, Any]]] = [
        ("play", {"node": 1, "move": "A1", "explore": True}),
        ("comment", {"node": 4, "text": "why"}),
        ("play", {"node": 4, "move": "A2", "explore": True}),
        ("promote", {"node": 5}),
        ("delete", {"node": 2}),
        ("undo", {"explore": True}),
        ("play", {"node": 4, "move": "B2"}),
        ("resign", {}),
    ]
    for missed in (0, 1):
        table.page.evaluate("missed => { window.table.game.version -= missed; }", missed)
        for name, body in commands[4 * missed : 4 * missed + 4]:
            table.post(f"games/{table.state('game.id')}/{name}", body)
            game = table.game
            shown = "at => window.table.game.version === at"
            table.page.wait_for_function(shown, arg=game["version"])
            assert table.state("game") == game, (name, missed)


@pytest.mark.nightly
@pytest.mark.served("its stream goes on while the page is hidden")
def test_a_browser_without_shared_workers_hears_news(seat: Callable[..., Table]) -> None:
    """Its page has its own stream while visible, and catches up when visible again."""
    table = seat("phone", locale="en")  # a context of its own, as the script stays in it
    table.page.context.add_init_script(NO_WORKERS)
    game = table.open("gomoku-9", "E5")
    at = f"games/{game['id']}/play"
    table.post(at, {"node": 1, "move": "E6"})
    table.until("ply", 2)
    _hide(table.page, hidden=True)
    eventually(table.page, lambda: table.get("health")["streams"] == 0)
    table.post(at, {"node": 2, "move": "A1"})
    assert table.state("view.ply") == 2
    _hide(table.page, hidden=False)
    table.until("ply", 3)
    table.post(at, {"node": 3, "move": "A2"})
    table.until("ply", 4)


def _hide(page: Page, *, hidden: bool) -> None:
    """Tell the page that it is hidden or visible; headless windows do not."""
    page.evaluate(
        "hidden => { Object.defineProperty(document, 'hidden', { value: hidden,"
        " configurable: true }); document.dispatchEvent(new Event('visibilitychange')); }",
        hidden,
    )


def _comments(table: Table) -> dict[str, str]:
    """The server's comments of the game, by the moves that they are about."""
    return {node["move"]: node["comment"] for node in table.game["nodes"] if node["comment"]}


def _kept(table: Table, comments: dict[str, str]) -> None:
    """Wait until the server has exactly these comments."""
    eventually(table.page, lambda: _comments(table) == comments)


def test_a_comment_stays_with_its_move(table: Table, page: Page) -> None:
    """Text that is typed before and after an answer of the engine, or of another tab, is whole.

    It is saved while the box keeps the focus, and with its game when another one is opened.
    """
    table.open("gomoku-9", players=STRONG)
    table.place(40).click()
    table.until("thinking")
    page.locator("#comment").press_sequentially(FIRST)
    node = table.state("viewed")
    table.post(f"games/{table.state('game.id')}/engine", {"go": True, "now": True})
    page.wait_for_function("node => window.table.viewed !== node", arg=node)
    assert "E5" in page.inner_text("#comment-of")
    assert page.get_attribute("#comment", "aria-label") == "Comment on E5"
    _kept(table, {"E5": FIRST})
    assert page.evaluate("document.activeElement.id") == "comment"
    page.keyboard.type(SECOND)
    page.locator("#comment").blur()
    page.wait_for_function("() => document.querySelector('#comment').value === ''")
    assert page.inner_text("#comment-of") == ""
    _kept(table, {"E5": FIRST + SECOND})
    game = table.open("gomoku-9", "E5 E6")
    page.locator("#comment").press_sequentially(FIRST)
    table.post(f"games/{game['id']}/play", {"node": 2, "move": "A1"})
    table.until("ply", 3)
    page.keyboard.type(SECOND)
    page.click("#list button >> nth=0")
    table.until("ply", 1)
    _kept(table, {"E6": FIRST + SECOND})
    assert page.input_value("#comment") == ""
    page.focus("#comment")
    page.keyboard.insert_text(FIRST)
    new = table.post("games", {"preset": "gomoku-9", "players": PEOPLE})
    table.show(new)
    assert page.input_value("#comment") == ""
    old = f"games/{game['id']}"
    eventually(table.page, lambda: table.get(old)["nodes"][1]["comment"] == FIRST)
    assert _comments(table) == {}


@pytest.mark.served("it opens several tabs")
def test_a_page_that_is_left_at_once_saves_the_comment(table: Table) -> None:
    """A comment is saved even if the page is left right after typing."""
    other, page = table.other(), table.page
    ways: dict[str, Callable[[], Any]] = {
        "reload": page.reload,
        "elsewhere": lambda: page.goto("about:blank"),
        "close": lambda: page.close(run_before_unload=True),
    }
    for way, leave in ways.items():
        game = table.open("gomoku-9", "E5 E6")
        other.show(game)
        page.focus("#comment")
        page.keyboard.insert_text(way)
        leave()
        kept = "text => window.table.game.nodes[2].comment === text"
        other.page.wait_for_function(kept, arg=way)
        if way == "reload":
            shown = "text => document.querySelector('#comment').value === text"
            page.wait_for_function(shown, arg=way)
            table.visit(f"#game={game['id']}")


@pytest.mark.served("it ends the server")
def test_the_page_finds_a_server_that_was_restarted(
    seat: Callable[..., Table], tmp_path: Path
) -> None:
    """Meanwhile it says so, and keeps the typed text; then game, analysis and text go on."""
    with served(str(tmp_path)) as address:
        table = seat("light", address)
        page = table.page
        page.set_viewport_size({"width": 1280, "height": 800})
        table.open(moves=SHORT)
        table.analyse(3)
        page.click("#review")
        page.wait_for_function("() => window.table.review?.total")
    page.wait_for_selector("#offline:not([hidden])")
    assert "does not answer" in page.inner_text("#offline"), "a lasting sign"
    sticks_out = "one => one.getBoundingClientRect().right - innerWidth"
    assert page.locator("#help").evaluate(sticks_out) <= 0, "the sign pushes no button away"
    for refused in (table.place(0), page.locator("#new-game")):
        page.evaluate("document.querySelector('#toast').hidden = true")
        refused.click()
        table.says("does not answer", NOTICE)
    page.evaluate("document.querySelector('#toast').hidden = true")
    page.locator("#comment").press_sequentially(FIRST)
    page.locator("#comment").blur()
    page.wait_for_selector(NOTICE)
    assert page.input_value("#comment") == FIRST
    with served(str(tmp_path), "--port", str(urlsplit(address).port)):
        _kept(table, {"K8": FIRST})
        page.wait_for_selector("#offline", state="hidden")
        page.wait_for_function("() => window.table.analysis?.state === 'running'")
        page.click("#analyse")
        table.move(0, 5)
        table.post(f"games/{table.state('game.id')}/undo", {})
        table.until("ply", 4)
        page.click("#review")  # was cut off, and is begun again
        table.until("reviewed")
    page.close()  # it would complain on, now that the server has ended
    ended = ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET")  # the end can break off a request
    assert all(any(error in one for error in ended) for one in table.complaints)
    table.complaints.clear()
