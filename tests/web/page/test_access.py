"""axe-core finds nothing wrong on any page: light, dark, phone, Gipf, and each dialogue."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.page.conftest import Table

MIDDLE = "K10 J11 K7 K8 J7 L7 J9 H7 M6 H8 H10 K8"
RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]


def _faults(table: Table) -> list[str]:
    """What axe-core finds: rule and elements."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="no axe-core")
    found = axe.Axe().run(table.page, options={"runOnly": RULES})
    return [
        f"{fault['id']}: {[node['html'][:120] for node in fault['nodes'][:3]]}"
        for fault in found.response["violations"]
    ]


@pytest.mark.parametrize("screen", ["light", "dark", "phone"])
@pytest.mark.parametrize("preset", ["pente", "gipf"])
def test_no_fault_is_found_on_the_board(
    seat: Callable[..., Table], screen: str, preset: str
) -> None:
    """The board with its panels, analysis running."""
    table = seat(screen)
    table.open(preset, MIDDLE if preset == "pente" else "b4 d7 b6-b3 h4 f8-c6 f2 a2-c2")
    if preset == "pente":
        table.page.click("#analyse")
        table.until("lines", 3)
    assert _faults(table) == []


@pytest.mark.parametrize("screen", ["light", "dark", "phone"])
def test_no_fault_is_found_in_the_dialogues(seat: Callable[..., Table], screen: str) -> None:
    """New game, files, look, help, rules."""
    table = seat(screen)
    table.open(moves=MIDDLE)
    for opener in ("new-game", "files", "look", "help"):
        table.page.click(f"#{opener}")
        table.page.wait_for_selector("dialog[open] h2")
        assert _faults(table) == [], opener
        table.page.keyboard.press("Escape")
        table.page.wait_for_selector("dialog", state="detached")
    table.page.keyboard.press("?")
    table.page.wait_for_selector("dialog[open] kbd")


def test_the_grid_has_one_stop_of_the_tab_key(table: Table) -> None:
    """Every point is a labelled button in a row of a grid; only one is in the order of Tab."""
    table.open()
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
