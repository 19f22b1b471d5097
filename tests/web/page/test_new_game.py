"""The dialogue for a new game offers everything that the server knows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.page.conftest import served

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.web.page.conftest import Table


def test_every_preset_is_reached_in_steps(table: Table) -> None:
    """Family, variant and size lead to each preset of the server, with its rules in sentences."""
    table.open()
    page = table.page
    page.click("#new-game")
    page.wait_for_selector("dialog[open]")
    rules = []
    for family in _values(page, "family"):
        page.check(f"input[name=family][value={family}]", force=True)
        for variant in _values(page, "variant"):
            page.check(f"input[name=variant][value={variant}]", force=True)
            for size in _values(page, "size") or [""]:
                if size:
                    page.check(f"input[name=size][value={size}]", force=True)
                rules.append(page.inner_text("dialog form > .note-text"))
    offered = [" ".join(preset["text"]) for preset in table.get("presets")]
    assert sorted(rules) == sorted(offered)


def _values(page: Page, name: str) -> list[str]:
    """Return the values of a group of radio buttons."""
    buttons = page.locator(f"input[name={name}]")
    return list(buttons.evaluate_all("all => all.map(one => one.value)"))


def test_a_slider_says_what_the_level_does(table: Table) -> None:
    """Each step of the slider names its level, the last one full strength; it is kept."""
    table.open()
    page = table.page
    page.click("#new-game")
    levels = table.get("levels")
    slider = page.locator("input[name=level-1]")
    for level in levels:
        slider.fill(str(level["level"]))
        assert level["name"] in (slider.get_attribute("aria-valuetext") or "")
        assert level["text"] in page.inner_text("dialog .level output")
    slider.fill(str(len(levels) + 1))
    page.click("#start-game")
    page.wait_for_selector("dialog", state="detached")
    assert table.game["players"][1]["level"] is None
    page.click("#new-game")
    assert page.locator("input[name=level-1]").input_value() == str(len(levels) + 1)


def test_a_handicap_and_a_clock_of_ones_own(table: Table) -> None:
    """Gipf basic with 17 pieces against 15, two and a half minutes and three seconds a move."""
    table.open()
    page = table.page
    page.click("#new-game")
    table.choose("gipf-basic", "human:", "human:")
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
    table.choose("pente", *sides)
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
