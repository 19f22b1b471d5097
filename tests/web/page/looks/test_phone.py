"""The page on a phone: the board stays, tabs below it, and lines are tried by a finger."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.page import pseudo

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.page.conftest import Table

MIDDLE = "K10 J11 K7 K8 J7 L7 J9 H7 M6 H8 H10 K8"
UPRIGHT = {"width": 390, "height": 844}
ACROSS = {"width": 844, "height": 390}
PANELS = {"moves": "#moves", "analysis": "#analysis", "game": "#players"}
# Buttons and texts that stick out of the screen or of their own box, without an ellipsis.
CUT = """() => {
  const cut = (one) => {
    if (!one.checkVisibility() || one.closest("#grid, .unseen, .skip")) return false;
    const [box, style] = [one.getBoundingClientRect(), getComputedStyle(one)];
    if (box.right > innerWidth + 1 || box.left < -1) return true;
    if (style.overflow !== "visible" || style.display === "inline" || !box.width) return false;
    return one.scrollWidth > one.clientWidth + 1;
  };
  return [...document.querySelectorAll("button, label, p, h2, legend, summary")].filter(cut)
    .map((one) => [one.tagName, one.id, one.textContent].join("|"));
}"""


@pytest.mark.parametrize("size", [UPRIGHT, ACROSS], ids=["upright", "across"])
def test_the_board_stays_while_tabs_change(
    seat: Callable[..., Table], size: dict[str, int]
) -> None:
    """Each tab shows its panel alone; the board lies whole on the screen, which never scrolls."""
    table = seat("phone")
    table.page.set_viewport_size(size)  # type: ignore[arg-type]
    table.open(moves=MIDDLE)
    page = table.page
    board = page.locator("#board").bounding_box()
    for tab, panel in PANELS.items():
        page.click(f"#tab-{tab}")
        shown = {name for name, part in PANELS.items() if page.locator(part).is_visible()}
        assert shown == {tab}, panel
        assert page.locator("#speech").is_visible()
        box = page.locator("#board").bounding_box()
        assert board
        assert box
        assert box["width"] == pytest.approx(board["width"], abs=2)
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= size["height"]
        over = "[document.documentElement.scrollHeight - innerHeight,"
        assert page.evaluate(over + " document.documentElement.scrollWidth - innerWidth]") == [0, 0]


def test_the_rules_are_reached_on_a_phone(seat: Callable[..., Table]) -> None:
    """A button beside the tabs opens the rules in force."""
    table = seat("phone")
    game = table.open(moves=MIDDLE)
    table.page.tap("#tab-rules")
    table.page.wait_for_selector("dialog[open] h2")
    assert game["rules"]["text"][0] in table.page.inner_text("dialog")


def test_a_finger_sees_a_line_before_it_plays_it(seat: Callable[..., Table]) -> None:
    """The first tap on a line draws its moves on the board, the second one plays the first move."""
    table = seat("phone")
    table.open(moves=MIDDLE)
    page = table.page
    page.tap("#tab-analysis")
    page.tap("#analyse")
    table.until("lines", 3)
    page.tap("#analyse")
    line = page.locator("#lines button >> nth=0")
    line.tap()
    page.wait_for_selector("#picture .ghost")
    assert table.state("view.ply") == 12
    line.tap()
    table.until("ply", 13)


def test_long_words_fit_on_a_phone(seat: Callable[..., Table]) -> None:
    """With texts a third longer than English nothing is cut off or leaves the screen."""
    table = seat("phone", locale="en-GB")
    page = table.page
    pseudo.speak_pseudo(page.context)
    page.set_viewport_size(UPRIGHT)  # type: ignore[arg-type]
    for preset, moves in (("pente", MIDDLE), ("gipf", "b4 d7 b6-b3 h4 f8-c6 f2")):
        table.open(preset, moves)
        for tab in PANELS:
            page.click(f"#tab-{tab}")
            assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
            assert page.evaluate(CUT) == [], tab
    for opener in ("new-game", "files", "look", "help"):
        page.click(f"#{opener}")
        page.wait_for_selector("dialog[open] h2")
        assert page.evaluate(CUT) == [], opener
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")


def test_the_key_for_a_typed_move_shows_its_tab(seat: Callable[..., Table]) -> None:
    """On a narrow page with a keyboard, / shows the tab with the box and puts the cursor there."""
    table = seat("phone")
    table.open(moves=MIDDLE)
    table.page.keyboard.press("/")
    assert table.page.evaluate("document.activeElement.id") == "typed-move"
    assert table.page.locator("#typed-move").is_visible()
