"""The page's addresses: Back, Forward and a reload lead to positions, modes and screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.page.conftest import Table


def _at(table: Table, mode: str, ply: int) -> None:
    """Wait until the page shows the position after so many plies in a mode."""
    there = "([mode, ply]) => window.table.mode === mode && window.table.view.ply === ply"
    table.page.wait_for_function(there, arg=[mode, ply])


@pytest.mark.site(nightly=True)
def test_back_leads_to_positions_modes_and_screens(table: Table, page: Page) -> None:
    """A tried move, a jump and a run of steps are an entry each; moves of the game are none."""
    first = table.open("gomoku-9", "E5")
    game = table.open("gomoku-9", "E5 E6 D4")
    table.move(0, 4)
    page.click("#mode-analyse")
    table.move(1, 5)
    table.keys("ArrowLeft", "ArrowLeft")
    table.step("ArrowLeft", 2)
    page.click("#list button >> nth=0")
    _at(table, "analyse", 1)
    page.reload()
    table.loaded()
    _at(table, "analyse", 1)
    for ply in (2, 5, 4):
        page.go_back()
        _at(table, "analyse", ply)
    page.go_back()
    _at(table, "play", 4)
    page.wait_for_function("() => window.table.game.exploring === null")
    page.go_back()
    table.until("shown", first["id"])
    page.go_forward()
    table.until("shown", game["id"])
    _at(table, "play", 4)
    page.go_forward()
    _at(table, "analyse", 4)
    page.go_forward()
    _at(table, "analyse", 5)
    for opener, panel in (("#puzzles", "#puzzle-panel"), ("s", "#editor")):
        if len(opener) > 1:
            page.click(opener)
        else:
            table.keys(opener)
        page.wait_for_selector(panel)
        page.reload()
        table.loaded()
        page.wait_for_selector(panel)
        page.go_back()
        page.wait_for_selector(panel, state="detached")
        _at(table, "analyse", 5)
    page.evaluate("location.hash = 'game=0000000000000000'")
    table.says("does not have the game", "#toast")
    page.wait_for_function("id => location.hash.startsWith(`#game=${id}&`)", arg=game["id"])
