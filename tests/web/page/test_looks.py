"""The page's looks: themes, marks, coordinates, turns, sizes of windows."""

from __future__ import annotations

import gzip
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from tests.web import test_words as words
from tests.web.page.conftest import MIDDLE, NOTICE

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.web.page.conftest import Table

MOST_BYTES = 110_000  # compressed, with headers, without the texts of the language
HEADER_BYTES = 600
FEWEST_THEMES = 9
LEAST_CONTRAST = 4.5
CHOOSE = "async (request) => (await import('/js/game/store.js')).setting(request)"
THEMES = "async () => (await import('/js/board/themes.js')).THEMES.map(one => one[0])"
# The least contrast of the letters and numbers beside a board with its colours, and of the move
# numbers with the colours of the stones that they lie on.
CONTRAST = """() => {
  const light = (at, property) => {
    const pen = new OffscreenCanvas(1, 1).getContext("2d");
    pen.fillStyle = getComputedStyle(document.querySelector(at))[property];
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map((one) => one / 255)
      .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const contrast = (ink, ground, part) => {
    const [a, b] = [light(ink, "fill"), light(`.${ground}-${part}`, "stopColor")];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  const pairs = [["#ground .labels", "slab"], ["#picture .number.w", "white"],
    ["#picture .number.b", "black"]];
  return Math.min(...pairs.flatMap((pair) => [0, 1].map((part) => contrast(...pair, part))));
}"""


@pytest.mark.nightly
def test_every_theme_has_a_picture_of_its_own(table: Table, page: Page) -> None:
    """All themes differ, on a light and on a dark page; all labels and numbers can be read."""
    table.page.set_viewport_size({"width": 900, "height": 560})
    table.open(moves=MIDDLE)
    themes = page.evaluate(THEMES)
    assert len(themes) >= FEWEST_THEMES
    table.dialog("#look")  # this loads the colours
    table.leave()
    page.evaluate(CHOOSE, {"numbers": "all"})
    shots, faint = set(), {}
    for side in ("light", "dark"):
        for theme in themes:
            page.evaluate(CHOOSE, {"theme": theme, "page": side})
            assert page.get_attribute("html", "data-page") == side
            shots.add(page.locator("#picture").screenshot())
            contrast = page.evaluate(CONTRAST)
            if contrast < LEAST_CONTRAST:
                faint[theme, side] = round(contrast, 2)
    assert len(shots) == 2 * len(themes)
    assert faint == {}


# Counts the frames in which something moves on the board.
LOOK_OUT = """() => {
  window.moved = 0;
  const look = () => {
    window.moved += document.getAnimations().some((one) => one.effect.target.closest("#stones"));
    requestAnimationFrame(look);
  };
  look();
}"""
RESTING = "() => document.getAnimations().length === 0"


def test_a_capture_is_shown_before_and_after(table: Table, page: Page) -> None:
    """Rings on what a move would take; then those stones fade away, all others stay as they are.

    While the opening rule forbids points, a square surrounds them and a click is refused.
    """
    stones = page.locator("#stones .stone")
    for moves in (True, False):
        page.emulate_media(reduced_motion="no-preference" if moves else "reduce")
        table.open(moves="K10 L10 A1 M10")
        page.evaluate(LOOK_OUT)
        page.evaluate("for (const one of document.querySelectorAll('.stone')) one.kept = true;")
        page.mouse.move(0, 0)
        table.place(183).hover()  # N10 flanks L10 and M10
        assert page.locator("#picture .hover .ghost").count() == 1
        assert page.locator("#picture .hover .capture").count() == 2
        assert table.place(183).get_attribute("aria-label") == "N10 empty, captures 2"
        table.move(183, 5)
        if moves:
            page.wait_for_function("() => window.moved > 0")
            page.wait_for_function(RESTING)
        assert page.evaluate(RESTING)
        assert stones.count() == 3
        kept = "all => all.filter((one) => one.kept).length"
        assert page.eval_on_selector_all("#stones .stone", kept) == 2
    assert page.locator("#picture .taken .cross").count() == 2
    assert page.locator("#players .pair i.black").count() == 2
    assert page.locator("#moves .times").inner_text() == "\u00d72"
    table.open(moves="K10 A1")
    assert page.locator("#picture rect.zone").count() == 1
    table.place(181).click()
    table.says("at least 3 lines from the centre", "#toast")
    table.says("outside the marked square")
    table.move(9, 3)
    assert page.locator("#picture rect.zone").count() == 0
    table.open()
    assert page.locator("#picture .zone .better").count() == 1, "the only point that is allowed"
    table.says("goes on the centre, K10")


# Opens, from Play, what fills the panels beside the board, by the id of its element.
PANELS = {
    "moves": "",
    "analysis": "#mode-analyse",
    "puzzle-panel": "#puzzles",
    "lesson-ask": "#lessons",
    "editor": "#set-up",
}
TELL = "async () => (await import('/js/page/dom.js')).toast('A notice of some length. '.repeat(4))"


@pytest.mark.parametrize(
    ("width", "height"),
    [(1280, 800), pytest.param(844, 390, marks=pytest.mark.nightly)],
)
def test_a_notice_hides_nothing_of_the_board(
    seat: Callable[..., Table], width: int, height: int
) -> None:
    """It is in sight beside the board, in every panel; if its panel closes, it stays.

    A notice of the game hides no sentence of puzzles and lessons.
    """
    table = seat("light" if width > 1000 else "phone", viewport={"width": width, "height": height})
    page = table.page
    table.open(moves=MIDDLE)
    for panel, opener in PANELS.items():
        if opener == "#set-up":
            table.dialog("#new-game")
        if opener:
            page.click(opener)
            page.wait_for_selector(f"#{panel}", state="attached")
        if panel == "puzzle-panel":
            assert not page.locator(NOTICE).count(), "of the screen before"
        page.evaluate(TELL)
        page.wait_for_selector(NOTICE)
        notice, board = (table.box(one) for one in ("#toast", "#board"))
        beside = notice["x"] >= board["x"] + board["width"]
        assert beside or notice["y"] >= board["y"] + board["height"], panel
        assert 0 <= notice["y"] <= height - notice["height"], panel
        if opener in {"#puzzles", "#lessons"}:
            table.keys("Escape")
            page.wait_for_selector("#puzzle-panel", state="detached")
            page.wait_for_selector(NOTICE)


PLACES = """() => [...document.querySelectorAll('#grid button')].map((one) => {
  const box = one.getBoundingClientRect();
  return [one.dataset.place, Math.round(box.x), Math.round(box.y)].join();
}).sort()"""


def test_the_board_can_be_turned_and_flipped(table: Table, page: Page) -> None:
    """A full turn, or two flips, restore the board with its marks; coordinates have two styles."""
    table.open(moves="K10 A1")
    assert "K10" in page.inner_text("#list")
    table.keys("c")
    assert "9,9" in page.inner_text("#list")
    assert table.place(180).get_attribute("aria-label") == "9,9 white"
    assert page.locator("#ground .labels text").first.text_content() == "0"
    for preset, moves, turns in (("pente", "K10 A1", 4), ("gipf-basic", "e1-e3", 6)):
        table.open(preset, moves)
        begin, seen, marks = page.evaluate(PLACES), set(), set()
        for _ in range(turns):
            table.keys("r")
            seen.add(tuple(page.evaluate(PLACES)))
            marks.add(page.inner_html("#top"))
        assert len(seen) == len(marks) == turns
        assert page.evaluate(PLACES) == begin
        table.keys("f")
        assert page.evaluate(PLACES) != begin
        table.keys("f")
        assert page.evaluate(PLACES) == begin
    table.open(moves="K10 A1")
    table.keys("m", "m")
    assert page.locator("#picture .numbers text").all_text_contents() == ["1", "2"]


def test_settings_are_kept_for_the_next_visit(table: Table) -> None:
    """Theme and sounds survive a reload; the page is light, and clocks run, also at the puzzles."""
    page, done = table.page, list[Any]()
    page.on("requestfinished", lambda one: done.append(one))  # noqa: PLW0108 - a function
    table.visit()
    page.wait_for_load_state("load")
    assert table.is_static or 0 < sum(map(_size, done)) < MOST_BYTES
    table.open(moves="K10", clock={"initial_s": 600, "increment_s": 1})
    page.wait_for_function(
        "() => /^9:/.test(document.querySelector('#players .turn .clock').textContent)"
    )
    page.click("#puzzles")
    table.says(r"^9:\d\d$", "#running")
    page.click("#running")  # leads back to the game
    table.until("mode", "play")
    assert page.locator("#running").is_hidden()
    assert table.state("settings.sound") is False
    page.click("#look")
    page.locator("input[name=theme][value=slate]").check(force=True)
    page.locator("input[name=sound]").check(force=True)
    table.leave()
    table.place(0).click()  # with sounds on, no error occurs
    table.until("ply", 2)
    page.reload()
    table.visit()
    assert page.get_attribute("html", "data-board") == "slate"
    assert table.state("settings.sound") is True


def _size(request: Any) -> int:
    """The bytes of an answer with compression."""
    if "/api/events" in request.url or request.url.endswith(".json"):
        return 0
    return len(gzip.compress(request.response().body(), 6)) + HEADER_BYTES


IN_SIGHT = """() => [...document.querySelectorAll("#nav button")].every((one) => {
  const { bottom, right } = one.getBoundingClientRect();
  return bottom > 0 && bottom <= innerHeight && right <= innerWidth;
})"""
SIDEWAYS = "document.documentElement.scrollWidth - innerWidth"
TRAY = "#players .player:first-child .tray > :not(.unseen)"
LOWER = "all => all.at(-1).offsetTop - all[0].offsetTop"
CUT = "all => all.filter((one) => one.scrollWidth > one.clientWidth).length"
WIDE: list[Any] = [(1280, 800), (1920, 1080)]
UPRIGHT: list[Any] = [(390, 844), (844, 390), (768, 1024)]


def test_windows_and_phones_of_any_size_are_used(seat: Callable[..., Table]) -> None:
    """The steps are in sight in both modes, captures of Keryo are one row, nothing goes sideways.

    In a wide window players sit beside the top and bottom of the board, the moves between them.
    """
    for screen, sizes in (("light", WIDE), ("phone", UPRIGHT)):
        table = seat(screen)
        page = table.page
        table.open("keryo", "K10 J11", clock={"initial_s": 300, "increment_s": 2})
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            for mode in ("play", "analyse"):
                page.click(f"#mode-{mode}")
                assert page.evaluate(IN_SIGHT), (mode, width)
                assert page.evaluate(SIDEWAYS) <= 0, (mode, width)
                if height >= width or screen == "light":
                    table.turn_to("game")
                    assert page.eval_on_selector_all(TRAY, LOWER) < 6, (mode, width)
        over = "one => one.scrollHeight - one.clientHeight"
        for whole in ("main", "html"):
            assert page.locator(whole).evaluate(over) <= 0, (whole, width)
    table = seat("light", locale="en", viewport={"width": 1920, "height": 1080})
    page = table.page
    table.open("gomoku-15", "H8", players=[{"kind": "human"}, {"kind": "engine", "level": 4}])
    table.says("Rating", "#opponent")
    cards = [f"#players .player >> nth={side}" for side in (0, 1)]
    top, bottom, board = (table.box(part) for part in (*cards, "#board"))
    assert abs(top["y"] - board["y"]) < 10
    assert bottom["y"] < board["y"] + board["height"] < bottom["y"] + bottom["height"] + 10
    parts = [table.box(one) for one in ("#opponent", "#moves", "#speech")]
    for above, below in pairwise([top, *parts, bottom]):
        assert 0 < below["y"] - above["y"] - above["height"] < 30, "one column without a gap"
    page.set_viewport_size({"width": 1280, "height": 800})
    page.click("#mode-analyse")
    assert page.eval_on_selector_all("#players .name", CUT) == 0


SHIFTS = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => {
    for (const one of list.getEntries()) if (!one.hadRecentInput) sum += one.value;
  }).observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 300);
})"""
MOST_SHIFT = 0.01  # of the layout, as browsers measure it
FILLED = """() => {
  const [bar, part] = ["#score-bar", "#score-bar i"].map((one) =>
    document.querySelector(one).getBoundingClientRect());
  const share = (part.width * part.height) / (bar.width * bar.height);
  return [bar.height > bar.width, Math.round(100 * share)];
}"""


@pytest.mark.nightly
def test_panels_keep_their_place_and_the_score_bar_its_share(table: Table, page: Page) -> None:
    """Nothing moves while a game loads or a long sentence comes; lines leave room for the moves.

    The graph stays where it is from move to move. The score bar stands beside the board of a lying
    phone, and shows the chance at any width.
    """
    page.set_viewport_size({"width": 1280, "height": 800})
    table.visit()
    table.says("goes on the centre")
    players = table.box("#players")["y"]
    table.post(f"games/{table.state('game.id')}/play", {"node": 0, "move": "K10"})
    table.says("outside the marked square")
    assert table.box("#players")["y"] == players
    assert page.evaluate(SHIFTS) < MOST_SHIFT
    table.open(moves=MIDDLE)
    page.click("#mode-analyse")
    page.select_option("#multipv", "8")
    page.click("#analyse")
    table.until("lines", 8)
    page.click("#analyse")
    table.until("stopped")
    typed = table.box("#typed-move")
    assert typed["y"] + typed["height"] <= 800
    graph = table.box("#graph")
    table.step("ArrowLeft", 11)
    page.wait_for_selector("#lines:empty", state="attached")
    assert table.box("#graph") == graph
    table.step("ArrowRight", 12)
    page.emulate_media(reduced_motion="reduce")
    percent = int(page.inner_text("#score-bar b"))
    for width, height, upright in ((1280, 800, True), (700, 900, False), (844, 390, True)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(FILLED) == [upright, percent], width


MANIFEST = "fetch(document.querySelector('link[rel=manifest]').href).then((one) => one.json())"
WORDS = {f"{language}.json" for language in words.CASES}


@pytest.mark.site("one browser with other texts is enough", nightly=True)
def test_the_page_speaks_the_language_of_the_browser_or_the_chosen_one(
    seat: Callable[..., Table],
) -> None:
    """Texts of page and server are in it, and one file is loaded; an unknown one is English.

    So is the app that the static page can be.
    """
    table, asked = seat("light", locale="de-AT"), list[str]()
    page = table.page
    page.on("request", lambda one: asked.append(one.url))
    table.visit()
    table.says("Der erste Stein von Weiß gehört in die Mitte, K10.")
    assert {url.split("/")[-1] for url in asked if url.endswith(".json")} & WORDS == {"de.json"}
    assert page.get_attribute("html", "lang") == "de"
    assert page.inner_text("#new-game") == "Neue Partie"
    if table.is_static:
        app = page.evaluate(MANIFEST)
        assert (app["name"], app["lang"]) == ("Pente, Gomoku und Gipf", "de")
    page.click("#look")
    with page.expect_navigation():
        page.select_option("select[name=language]", "en")
    table.visit()
    assert page.get_attribute("html", "lang") == "en"
    table.says("White's first stone goes on the centre, K10.")
    other = seat("light", locale="is")
    other.visit()
    assert other.page.inner_text("#new-game") == "New game"


CASES = (
    "(names) => names.map((name) => new Intl.PluralRules(name).resolvedOptions().pluralCategories)"
)


@pytest.mark.nightly
def test_languages_have_the_cases_of_the_browser(table: Table) -> None:
    """The forms of texts by a count are those that the browser asks for."""
    names = [*words.CASES]
    found = table.page.evaluate(CASES, names)
    assert {name: {*cases} for name, cases in zip(names, found, strict=True)} == words.CASES
