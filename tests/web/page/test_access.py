"""axe-core finds no fault on any page: light, dark, phone, Gipf, and each dialogue."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.page.conftest import Table

MIDDLE = "K10 J11 K7 K8 J7 L7 J9 H7 M6 H8 H10 K8"
MOST_ROWS = "#grid [role=row]:nth-child(n+4)"  # all alike, and slow to check
FEWEST_RULES = 8
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def _faults(table: Table, part: str | dict[str, Any] | None = None) -> list[str]:
    """Return what axe-core finds in the page or a part of it: rule and elements."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe-core")
    options = {"runOnly": RULES, "resultTypes": ["violations"]}  # of others one element each
    found = axe.Axe().run(table.page, context=part, options=options)
    assert len(found.response["passes"]) >= FEWEST_RULES, "axe-core has looked at nothing"
    return [
        f"{fault['id']}: {[node['html'][:120] for node in fault['nodes'][:3]]}"
        for fault in found.response["violations"]
    ]


@pytest.mark.parametrize("screen", ["light", "dark", "phone"])
@pytest.mark.parametrize("preset", ["pente", "gipf"])
def test_no_fault_is_found_on_the_board(
    seat: Callable[..., Table], screen: str, preset: str
) -> None:
    """The board has no fault with its panels and lines of analysis; further boards are checked in
    part.
    """
    table = seat(screen)
    table.open(preset, MIDDLE if preset == "pente" else "b4 d7 b6-b3 h4 f8-c6 f2 a2-c2")
    table.page.click("#mode-analyse")
    if preset == "pente":
        table.page.click("#analyse")
        table.until("lines", 3)
        table.page.click("#analyse")
    part = None if preset == "gipf" or screen == "light" else {"exclude": [[MOST_ROWS]]}
    assert _faults(table, part) == []


@pytest.mark.parametrize("screen", ["light", "dark", "phone"])
def test_no_fault_is_found_in_the_dialogues(seat: Callable[..., Table], screen: str) -> None:
    """New game, files, look, help and the engines' log have no fault."""
    table = seat(screen)
    table.open(moves=MIDDLE)
    for opener in ("new-game", "files", "look", "help"):
        table.page.click(f"#{opener}")
        table.page.wait_for_selector("dialog[open] h2")
        assert _faults(table, "dialog") == [], opener
        table.page.keyboard.press("Escape")
        table.page.wait_for_selector("dialog", state="detached")
    table.page.keyboard.press("?")
    table.page.wait_for_selector("dialog[open] kbd")
    table.page.click("#engine-log")
    table.page.wait_for_selector("dialog[open] .log:not(:empty)")
    assert _faults(table, "dialog") == []


@pytest.mark.parametrize("screen", ["light", "dark", "phone"])
def test_no_fault_is_found_where_a_game_was_deleted(
    seat: Callable[..., Table], screen: str
) -> None:
    """The line with Undo and the list of deleted games have no fault."""
    table = seat(screen)
    doomed = table.open("gomoku-9", "E5")
    table.open("gomoku-9")
    table.page.click("#files")
    table.page.click(f"li[data-game='{doomed['id']}'] [aria-label^='Delete']")
    table.page.wait_for_selector("dialog .undo")
    table.page.click("#deleted summary")
    table.page.wait_for_selector("#deleted .undo")
    assert _faults(table, "dialog") == []


def test_the_grid_has_one_stop_of_the_tab_key(table: Table) -> None:
    """Every point is a labelled button in a row of a grid; only one is in the order of Tab."""
    table.open("gomoku-19")
    page = table.page
    assert page.locator("[role=grid] [role=row]").count() == 19
    assert page.locator("[role=gridcell] button[aria-label]").count() == 361
    assert page.locator("#grid button[tabindex='0']").count() == 1
    table.place(180).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Home")
    assert page.evaluate("document.activeElement.ariaLabel") == "A9 empty"
    assert page.locator("#grid button[tabindex='0']").get_attribute("data-place") == "190"


@pytest.mark.parametrize("screen", ["light", "dark"])
def test_no_fault_is_found_in_play_and_setup(seat: Callable[..., Table], screen: str) -> None:
    """The panel of a finished game, the dialogue for a player and the editor have no fault."""
    table = seat(screen)
    game = table.open(moves=MIDDLE)
    page = table.page
    table.post(f"games/{game['id']}/resign", {})
    table.until("over")
    rest = {"exclude": [[MOST_ROWS]]}
    assert _faults(table, rest) == []
    page.click("#players [data-side='0']")
    page.wait_for_selector("dialog[open] h2")
    assert _faults(table, "dialog") == []
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.keyboard.press("s")
    page.wait_for_selector("#editor")
    assert _faults(table, rest) == []
    page.click("#cancel-setup")


COLLECTION = '[Game "Pente"]\n[Player 1 Name "ann"]\n[Result "1-0"]\n\n1. K10 J11 2. K14 L12\n\n'


@pytest.mark.parametrize("screen", ["light", "dark", "phone"])
def test_no_fault_is_found_in_explorer_sharing_and_openings(
    seat: Callable[..., Table], screen: str
) -> None:
    """The explorer with a game, the share dialogue, and the choice of a side have no fault."""
    table = seat(screen)
    page = table.page
    table.open(moves="K10")
    table.post("explorer/import", {"name": "club", "text": COLLECTION})
    page.click("#mode-analyse")
    table.turn_to("moves")
    page.click("#explore")
    page.wait_for_selector("#explored button")
    page.wait_for_selector("#explorer-collections li")
    assert _faults(table, "#moves") == []
    page.keyboard.press("w")
    page.wait_for_function("() => document.querySelector('#link')?.value")
    assert _faults(table, "dialog") == []
    page.keyboard.press("Escape")
    page.click("#new-game")
    table.choose("gomoku-9", "human:", "human:")
    page.select_option("select[name=opening]", "swap")
    assert _faults(table, "dialog") == []
    page.click("#start-game")
    page.wait_for_function("() => window.table.mode === 'edit'")  # a click would play a move
    for place in (40, 0, 41):
        table.place(place).click()
        page.wait_for_function("place => window.table.view.cells[place] !== '.'", arg=place)
    page.wait_for_selector("#take-0")
    assert _faults(table, "#editor") == []
    page.click("#cancel-opening")
    for one in table.get("explorer")["collections"]:
        page.request.delete(f"{table.base}/api/explorer/collections/{one['id']}")


@pytest.mark.parametrize("screen", ["light", "dark", "phone"])
def test_no_fault_is_found_in_a_review(seat: Callable[..., Table], screen: str) -> None:
    """A viewed mistake, its retry, the rules, a notice and a lost server have no fault."""
    table = seat(screen)
    page = table.page
    table.open(moves="E5 E6 D5 D6 C5 A1", preset="gomoku-9")
    page.click("#mode-analyse")
    page.click("#review")
    table.until("reviewed")
    page.evaluate("async () => (await import('/js/page/dom.js')).toast('a notice')")
    page.evaluate("document.querySelector('#offline').hidden = false")
    page.keyboard.press("End")
    table.until("ply", 6)
    for tab in ("analysis", "moves", "game"):
        table.turn_to(tab)
        assert _faults(table, {"exclude": [[MOST_ROWS]]}) == [], tab
    table.turn_to("analysis")
    page.click("#retry")
    table.until("ply", 5)
    assert _faults(table, {"include": [["#speech"], ["#analysis"]]}) == []
    page.click("#answer")
    page.wait_for_selector("#picture .ghost")
    page.click("#tab-rules" if screen == "phone" else "#rules")
    page.wait_for_selector("dialog[open] h2")
    assert _faults(table, "dialog") == []
