"""The page's looks: themes, marks, coordinates, turns; accessible to every viewer."""

from __future__ import annotations

import gzip
from base64 import b64encode
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.web.page.conftest import Table

MIDDLE = "K10 J11 K7 K8 J7 L7 J9 H7 M6 H8 H10 K8"
MOST_BYTES = 90_000  # compressed, with headers
HEADER_BYTES = 600
FEWEST_THEMES = 9


LEAST_CONTRAST = 4.5
CHOOSE = "async (wish) => (await import('/js/game/store.js')).setting(wish)"
# The least contrast of the letters and numbers beside a board of 19 with the wood around them.
CONTRAST = """async (shot) => {
  const bytes = Uint8Array.from(atob(shot), (one) => one.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes]));
  const { width } = image;
  const pen = new OffscreenCanvas(width, width).getContext("2d", { willReadFrequently: true });
  pen.drawImage(image, 0, 0, width, width);
  const light = (rgb) => {
    const [r, g, b] = rgb.map((one) => one / 255)
      .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ink = light(getComputedStyle(document.querySelector("#ground .labels")).fill
    .match(/[\\d.]+/g).slice(0, 3).map(Number));
  const unit = width / 20.4;
  const around = (x, y) => {
    const size = Math.round(unit / 3);
    const [left, top] = [x, y].map((one) => (one + 1.2) * unit - size / 2);
    const { data } = pen.getImageData(left, top, size, size);
    const mean = [0, 1, 2].map((part) => {
      let sum = 0;
      for (let i = part; i < data.length; i += 4) sum += data[i];
      return sum / (data.length / 4);
    });
    const other = light(mean);
    return (Math.max(ink, other) + 0.05) / (Math.min(ink, other) + 0.05);
  };
  let least = 99;
  for (let i = 0; i < 18; i++) {
    for (const edge of [-0.78, 18.78]) {
      least = Math.min(least, around(i + 0.5, edge), around(edge, i + 0.5));
    }
  }
  return least;
}"""


def test_every_theme_has_a_picture_of_its_own(table: Table, tmp_path: Path) -> None:
    """Screenshots of all themes differ, on a light and on a dark page; all labels can be read."""
    table.open(moves=MIDDLE)
    page = table.page
    themes = page.evaluate(
        "async () => (await import('/js/board/themes.js')).THEMES.map(one => one[0])"
    )
    assert len(themes) >= FEWEST_THEMES
    page.click("#look")  # this loads the colours
    page.locator("input[name=theme][value=slate]").check(force=True)
    page.keyboard.press("Escape")
    shots, faint = set(), {}
    for side in ("light", "dark"):
        for theme in themes:
            page.evaluate(CHOOSE, {"theme": theme, "page": side})
            assert page.get_attribute("html", "data-page") == side
            path = tmp_path / f"{theme}-{side}.png"
            shot = page.locator("#picture").screenshot(path=path)
            shots.add(shot)
            contrast = page.evaluate(CONTRAST, b64encode(shot).decode())
            if contrast < LEAST_CONTRAST:
                faint[theme, side] = round(contrast, 2)
    assert len(shots) == 2 * len(themes)
    assert faint == {}


# The least contrast of the move numbers with the stones that they lie on.
NUMBERS = """() => {
  const light = (rgb) => {
    const [r, g, b] = rgb.match(/[\\d.]+/g).slice(0, 3).map((one) => one / 255)
      .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratios = [];
  for (const [kind, colour] of [["w", "white"], ["b", "black"]]) {
    const ink = light(getComputedStyle(document.querySelector(`#picture .number.${kind}`)).fill);
    for (const part of [0, 1]) {
      const stone = document.querySelector(`.${colour}-${part}`);
      const other = light(getComputedStyle(stone).stopColor);
      ratios.push((Math.max(ink, other) + 0.05) / (Math.min(ink, other) + 0.05));
    }
  }
  return Math.min(...ratios);
}"""


def test_numbers_on_stones_can_be_read_in_every_theme(table: Table) -> None:
    """Move numbers have the contrast of text with the middle of their stones."""
    table.open(moves=MIDDLE)
    page = table.page
    themes = page.evaluate(
        "async () => (await import('/js/board/themes.js')).THEMES.map(one => one[0])"
    )
    page.click("#look")  # this loads the colours
    page.keyboard.press("Escape")
    page.evaluate(CHOOSE, {"numbers": "all"})
    faint = {}
    for side in ("light", "dark"):
        for theme in themes:
            page.evaluate(CHOOSE, {"theme": theme, "page": side})
            contrast = page.evaluate(NUMBERS)
            if contrast < LEAST_CONTRAST:
                faint[theme, side] = round(contrast, 2)
    assert faint == {}


def test_hover_shows_the_stone_and_what_it_would_capture(table: Table) -> None:
    """Over a point that captures, the stone is shown with a red ring on each captured stone."""
    table.open(moves="K10 L10 A1 M10")
    table.place(183).hover()  # N10 flanks L10 and M10
    assert table.page.locator("#picture .hover .ghost").count() == 1
    assert table.page.locator("#picture .hover .capture").count() == 2
    assert table.place(183).get_attribute("aria-label") == "N10 empty, captures 2"
    table.place(183).click()
    table.until("ply", 5)
    table.page.wait_for_timeout(600)
    assert table.page.locator("#picture .taken .cross").count() == 2
    assert table.page.locator("#picture .stone .body").count() == 3
    assert table.page.locator("#players .pair i.black").count() == 2
    assert table.page.locator("#moves .times").inner_text() == "\u00d72"


def test_the_opening_zone_is_drawn(table: Table) -> None:
    """While the opening rule forbids points, a dashed square surrounds them and a click
    is refused.
    """
    table.open(moves="K10 A1")
    assert table.page.locator("#picture rect.zone").count() == 1
    table.place(181).click()
    assert "bar" in table.page.inner_text("#toast")
    assert table.state("view.ply") == 2
    table.place(0).click()
    table.until("ply", 3)
    assert table.page.locator("#picture rect.zone").count() == 0


def test_stones_stay_as_they_are(table: Table) -> None:
    """A move adds its stone and leaves the elements of the others untouched."""
    table.open(moves=MIDDLE)
    table.page.evaluate(
        "document.querySelectorAll('#stones .stone').forEach(one => { one.kept = true; })"
    )
    before = table.page.locator("#stones .stone").count()
    table.place(0).click()
    table.until("ply", 13)
    kept = table.page.evaluate(
        "[...document.querySelectorAll('#stones .stone')].filter(one => one.kept).length"
    )
    assert kept == before
    assert table.page.locator("#stones .stone").count() == before + 1


@pytest.mark.parametrize("preset", ["pente", "gipf-basic"])
def test_the_board_can_be_turned_and_flipped(table: Table, preset: str) -> None:
    """A full turn, or two flips, restore the board; in between it looks different."""
    table.open(preset)
    page = table.page

    def where() -> Any:
        return page.evaluate(
            "[...document.querySelectorAll('#grid button')].map(one => {"
            " const box = one.getBoundingClientRect();"
            " return [one.dataset.place, Math.round(box.x), Math.round(box.y)].join(); }).sort()"
        )

    begin = where()
    turns = 4 if preset == "pente" else 6
    seen = set()
    for _ in range(turns):
        page.keyboard.press("r")
        seen.add(tuple(where()))
    assert len(seen) == turns
    assert where() == begin
    page.keyboard.press("f")
    assert where() != begin
    page.keyboard.press("f")
    assert where() == begin


def test_coordinates_come_in_two_styles(table: Table) -> None:
    """The two styles are letters with numbers, and row with column; list and labels follow."""
    table.open(moves="K10 A1")
    page = table.page
    assert "K10" in page.inner_text("#list")
    page.keyboard.press("c")
    assert "9,9" in page.inner_text("#list")
    assert table.place(180).get_attribute("aria-label") == "9,9 white"
    assert page.locator("#ground .labels text").first.text_content() == "0"
    page.keyboard.press("m")
    page.keyboard.press("m")
    assert page.locator("#picture .numbers text").all_text_contents() == ["1", "2"]


def test_the_winning_row_is_drawn(table: Table) -> None:
    """After five in a row a line is drawn over it, and the status says who won."""
    table.open("gomoku-9", "A1 A9 B1 B9 C1 C9 D1 D9")
    table.place(76).click()
    table.until("ply", 9)
    assert table.page.locator("#picture .win").count() == 1
    assert "Black" in table.page.inner_text("#status")


def test_the_page_is_light(table: Table) -> None:
    """All files loaded until the board is shown, as they are sent, are below the limit."""
    sizes: list[int] = []
    table.page.on("requestfinished", lambda one: sizes.append(_size(one)))
    table.visit()
    table.page.wait_for_timeout(500)
    assert 0 < sum(sizes) < MOST_BYTES


def _size(request: Any) -> int:
    """The bytes of an answer with compression."""
    if "/api/events" in request.url:
        return 0
    return len(gzip.compress(request.response().body(), 6)) + HEADER_BYTES


def test_the_page_works_at_any_width(seat: Callable[..., Table]) -> None:
    """From a small phone to a wide desktop, nothing makes the page scroll sideways."""
    table = seat("light")
    table.open(moves=MIDDLE)
    for width in (320, 412, 768, 1024, 1360, 1920):
        table.page.set_viewport_size({"width": width, "height": 860})
        over = table.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert over <= 0, width


# Counts the frames in which something moves on the board.
LOOK_OUT = """() => {
  window.moved = 0;
  const look = () => {
    window.moved += document.getAnimations().some((one) => one.effect.target.closest("#stones"));
    requestAnimationFrame(look);
  };
  look();
}"""


def test_captured_stones_fade_away(table: Table) -> None:
    """Unless reduced motion is set, a capture is animated, for less than a second."""
    table.open(moves="K10 L10 A1 M10")
    table.page.evaluate(LOOK_OUT)
    table.place(183).click()
    table.until("ply", 5)
    table.page.wait_for_function("() => window.moved > 0")
    table.page.wait_for_timeout(1_000)
    assert table.page.evaluate("document.getAnimations().length") == 0
    assert table.page.locator("#stones .stone").count() == 3


def test_motion_can_be_reduced(table: Table) -> None:
    """With reduced motion, captured stones disappear at once."""
    table.page.emulate_media(reduced_motion="reduce")
    table.open(moves="K10 L10 A1 M10")
    table.place(183).click()
    table.until("ply", 5)
    assert table.page.evaluate("document.getAnimations().length") == 0
    assert table.page.locator("#stones .stone").count() == 3


def test_settings_are_kept_for_the_next_visit(table: Table) -> None:
    """Theme, numbers and sounds survive a reload; sounds are off at first."""
    table.open(moves="K10")
    assert table.state("settings.sound") is False
    page = table.page
    page.click("#look")
    page.locator("input[name=theme][value=slate]").check(force=True)
    page.locator("input[name=sound]").check(force=True)
    page.keyboard.press("Escape")
    table.place(0).click()  # with sounds on, no error occurs
    table.until("ply", 2)
    page.reload()
    table.visit()
    assert page.get_attribute("html", "data-board") == "slate"
    assert table.state("settings.sound") is True


def test_clocks_run_on_the_page(table: Table) -> None:
    """Between the server's messages, the clock of the side to move goes down."""
    table.open(moves="K10", clock={"initial_s": 60, "increment_s": 1})
    faces = table.page.locator("#players .turn .clock")
    first = faces.inner_text()
    table.page.wait_for_timeout(1_300)
    assert faces.inner_text() < first
