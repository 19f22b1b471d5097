"""The dialogue for a new game offers everything that the server knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.page.conftest import served

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.web.page.conftest import Table


def test_every_preset_is_offered_with_its_rules(table: Table) -> None:
    """Each preset is one choice, with its rules in sentences below."""
    table.open()
    page = table.page
    page.click("#new-game")
    page.wait_for_selector("dialog[open]")
    presets = table.get("presets")
    values = page.locator("input[name=preset]").evaluate_all("all => all.map(one => one.value)")
    assert values == [preset["name"] for preset in presets]
    levels = page.locator("select[name=player-1] option").count()
    assert levels == len(table.get("levels")) + 2
    for preset in presets:
        page.locator(f"input[name=preset][value={preset['name']}]").check(force=True)
        assert preset["text"][0] in page.inner_text("dialog .note-text")


def test_a_handicap_and_a_clock_of_ones_own(table: Table) -> None:
    """Gipf basic with 17 pieces against 15, two and a half minutes and three seconds a move."""
    table.open()
    page = table.page
    page.click("#new-game")
    page.locator("input[name=preset][value=gipf-basic]").check(force=True)
    page.select_option("select[name=player-1]", "human:")
    page.select_option("select[name=pieces-0]", "17")
    page.select_option("select[name=clock]", "other")
    page.fill("input[name=minutes]", "2.5")
    page.fill("input[name=seconds]", "3")
    page.click("#start-game")
    table.until("preset", "gipf-basic")
    assert table.state("view.reserves") == [14, 12]
    clocks = table.state("game.clocks")
    assert (clocks["initial_s"], clocks["increment_s"]) == (150, 3)


@pytest.mark.parametrize("sides", [("human:", "engine:1"), ("engine:1", "human:")])
def test_the_engine_takes_either_side(table: Table, sides: tuple[str, str]) -> None:
    """The engine moves first if it is White; after that it is the person's turn."""
    table.open()
    page = table.page
    page.click("#new-game")
    for side, player in enumerate(sides):
        page.select_option(f"select[name=player-{side}]", player)
    page.click("#start-game")
    page.wait_for_selector("dialog", state="detached")
    person = sides.index("human:")
    table.until("mine", person)
    assert table.state("view.ply") == person


def test_the_token_of_the_address_lets_the_page_in(
    seat: Callable[..., Table], tmp_path: Path
) -> None:
    """With a token in its address the page is let in, hides the token, and survives a reload."""
    with served(str(tmp_path), "--token", "a-token-of-sixteen") as address:
        table = seat("light", base=address.split("#")[0].rstrip("/"))
        page = table.page
        page.goto(f"{table.base}/#token=a-token-of-sixteen")
        page.wait_for_selector("#grid button")
        assert "token" not in page.url
        page.reload()
        table.visit()
        table.place(180).click()
        table.page.wait_for_function("() => window.table.view.ply > 0")
        page.close()
