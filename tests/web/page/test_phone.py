"""The page on a phone: the board stays, tabs below it; a finger tries moves and lines."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.web.page.conftest import MIDDLE, MISTAKE

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.page.conftest import Table

SIZES: list[Any] = [{"width": 390, "height": 844}, {"width": 844, "height": 390}]
PANELS = {"moves": "#moves", "analysis": "#analysis", "game": "#players"}
SCROLLS = """() => [document.documentElement.scrollHeight - innerHeight,
  document.documentElement.scrollWidth - innerWidth]"""
SCROLLED_REVIEW = """() => {
  document.querySelector(".side").scrollTop = 9999;
  document.getElementById("review").click();
}"""
WORDS_BELOW_TABS = """() => {
  const [words, tabs] = ["speech", "tabs"].map((id) =>
    document.getElementById(id).getBoundingClientRect());
  return words.top >= tabs.bottom && words.bottom < innerHeight + 1;  // pixels have parts
}"""
TITLE = """() => {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.getElementById("title");
  const size = parseFloat(getComputedStyle(document.getElementById("title")).fontSize);
  return scrollWidth <= clientWidth && scrollHeight <= clientHeight + 1 && size >= 11;
}"""


def test_the_board_stays_while_tabs_change(seat: Callable[..., Table]) -> None:
    """Each tab shows its panel alone; the board lies whole on the screen, which never scrolls.

    The words about a mistake are below the tabs, also if the panel was scrolled away from them.
    """
    table = seat("phone")
    page = table.page
    game = table.open(moves=MIDDLE)
    for size in SIZES:
        page.set_viewport_size(size)
        board = table.box("#board")
        for tab, panel in PANELS.items():
            page.click(f"#tab-{tab}")
            shown = {name for name, part in PANELS.items() if page.locator(part).is_visible()}
            assert shown == {tab}, panel
            assert page.locator("#speech").is_visible()
            box = table.box("#board")
            assert box["width"] == pytest.approx(board["width"], abs=2)
            assert 0 <= box["y"] < box["y"] + box["height"] <= size["height"]
            assert page.evaluate(SCROLLS) == [0, 0]
    page.tap("#tab-rules")
    page.wait_for_selector("dialog[open] h2")
    assert game["rules"]["text"][0] in page.inner_text("dialog")
    table.leave()
    table.dialog("#help")
    assert page.locator("#help-touch").is_visible(), "how a finger plays, before the keys"
    table.leave()
    page.click("#tab-analysis")
    table.keys("/")  # of a keyboard on a narrow page
    assert page.evaluate("document.activeElement.id") == "typed-move"
    assert page.locator("#typed-move").is_visible()
    page.set_viewport_size({"width": 390, "height": 700})
    table.open("gomoku-9", MISTAKE)
    page.click("#mode-analyse")
    table.turn_to("analysis")
    page.evaluate(SCROLLED_REVIEW)
    table.until("reviewed")
    page.wait_for_function(WORDS_BELOW_TABS)
    assert page.evaluate(TITLE), "the name of the game is whole"
    page.click("#puzzles")
    page.wait_for_selector("#puzzle-hint")
    assert page.evaluate(TITLE)


@pytest.mark.site("the driver of Firefox cannot touch", nightly=True)
def test_a_finger_sees_a_move_before_it_plays_it(seat: Callable[..., Table]) -> None:
    """A tap shows the stone, a button plays it; or as it was chosen. A line is drawn first."""
    table = seat("phone")
    page = table.page
    table.open()
    table.place(180).tap()
    assert page.inner_text("#confirm").strip() == "Play K10"
    assert table.game["current"] == 0
    page.tap("#confirm")
    table.until("ply", 1)
    for ply, (mode, taps) in enumerate((("direct", 1), ("two-tap", 2)), start=1):
        page.tap("#look")
        page.locator(f"input[name=touch][value={mode}]").tap(force=True)
        page.tap("dialog [aria-label=Close]")
        page.wait_for_selector("dialog", state="detached")
        for _ in range(taps):
            assert table.state("view.ply") == ply
            table.place(ply - 1).tap()
        table.until("ply", ply + 1)
    page.click("#mode-analyse")
    page.tap("#tab-analysis")
    page.tap("#analyse")
    table.until("lines", 3)
    page.tap("#analyse")
    table.until("stopped")  # the last result may sort the lines anew
    line = page.locator("#lines button >> nth=0")
    line.tap()
    page.wait_for_selector("#picture .ghost")
    assert table.state("view.ply") == 3
    line.tap()
    table.until("ply", 4)


@pytest.mark.nightly
def test_a_finger_has_a_loupe(seat: Callable[..., Table]) -> None:
    """Where points lie close, a finger that stays sees them larger, and slides to one.

    It plays as a tap would, so it is confirmed; a tap and a board of wide points need no loupe.
    """
    table = seat("phone")
    page = table.page
    driver = page.context.new_cdp_session(page)

    def finger(kind: str, *points: tuple[float, float]) -> None:
        at = [{"x": x, "y": y} for x, y in points]
        driver.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    def centre(place: int) -> tuple[float, float]:
        box = table.box(f"#grid [data-place='{place}']")
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    table.open("gomoku-19")
    page.evaluate("async () => void (await import('/js/board/loupe.js'))")  # it is loaded late
    finger("touchStart", centre(200))
    page.wait_for_selector("#loupe use")
    finger("touchMove", centre(163))
    page.wait_for_function("place => window.table.hover === place", arg="163")
    assert page.text_content("#loupe > text") == "M11"
    finger("touchEnd")
    page.wait_for_selector("#loupe", state="detached")
    assert table.state("preview") == "163"
    page.click("#confirm")
    table.until("ply", 1)
    assert table.moves() == ["M11"]
    table.open("gomoku-9")
    finger("touchStart", centre(20))
    page.wait_for_timeout(400)
    assert page.locator("#loupe").count() == 0
    finger("touchEnd")
