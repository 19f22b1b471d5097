"""A tour of everything the page shows, seen by axe-core, in a pseudo-locale."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from games.registry import families
from tests.web.page import pseudo
from tests.web.page.axe import RULES, faults
from tests.web.page.conftest import AGAINST, MIDDLE, MISTAKE, NOTICE, TO_A_ROW, Table
from tests.web.page.hosts import rare
from web.records.lessons import read_course

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    Stops = Iterator[tuple[str, Any]]

COLLECTION = '[Game "Pente"]\n[Player 1 Name "ann"]\n[Result "1-0"]\n\n1. K10 J11 2. K14 L12\n\n'
LESSONS = (read_course(path) for family in families() for path in family.lessons)
KNOWN = {"½", "club", "ann", "You", "1-0", "pente:K10", "Swap", "Swap2", "D-Pente"}
KNOWN |= {text for course in LESSONS for text in course.texts.values()}  # files of their own
# A service worker would bring the texts past the test, which changes them.
PSEUDO = {"locale": "en-GB", "service_workers": "block"}
# What is scrolled is hidden in part by the tabs, and then too small for axe-core.
UP = "for (const one of document.querySelectorAll('aside, aside *')) one.scrollTop = 0"
SILENT = """() => {
  document.querySelector("#live").textContent = "";
  document.querySelector("#toast").hidden = true;
}"""
HEARD = "heard"  # nothing new for axe-core to see
OWN = "() => JSON.parse(localStorage.getItem('pente.puzzles') || '{}').own?.length"
ANSWERED = (
    f"() => document.querySelector('#live').textContent || document.querySelector('{NOTICE}')"
)
FIRST = "() => { Math.random = () => 0; }"  # always the first of the puzzles
OVERLAP = """() => {
  const box = document.querySelector("#toast").getBoundingClientRect();
  const covers = (one) => {
    const { left, right, top, bottom, width } = one.getBoundingClientRect();
    return width && left < box.right && right > box.left && top < box.bottom && bottom > box.top;
  };
  return [...document.querySelectorAll("button, select, input")].filter((one) =>
    !one.closest("#grid") && covers(one)).map((one) => one.id || one.textContent);
}"""
# Buttons and texts that stick out of the screen or of their own box, without an ellipsis.
CUT = """() => {
  const cut = (one) => {
    if (!one.checkVisibility() || one.closest("#grid, .unseen, .skip")) return false;
    const [box, style] = [one.getBoundingClientRect(), getComputedStyle(one)];
    if (box.right > innerWidth + 1 || box.left < -1) return true;
    if (style.overflow !== "visible" || style.display === "inline" || !box.width) return false;
    return one.scrollWidth > one.clientWidth + 1;
  };
  const wide = document.documentElement.scrollWidth > innerWidth ? ["the page scrolls"] : [];
  return wide.concat([...document.querySelectorAll("button, label, p, h2, legend, summary")]
    .filter(cut).map((one) => [one.tagName, one.id, one.textContent].join("|")));
}"""


@pytest.mark.parametrize("screen", ["dark phone", rare("light window")])
def test_the_tour(seat: Callable[..., Table], library: str, screen: str) -> None:
    """At each stop axe-core finds no fault, and every text is in a table.

    Nothing is cut off on a phone if words are a third longer.
    """
    colours, device = screen.split()
    is_phone = device == "phone"
    table = seat("phone" if is_phone else "light", library, color_scheme=colours, **PSEUDO)
    pseudo.speak_pseudo(table.page.context)
    if is_phone:
        table.page.set_viewport_size({"width": 390, "height": 844})
    for stop, part in tour(table):
        assert not is_phone or table.page.evaluate(CUT) == [], stop
        assert pseudo.untranslated(table, KNOWN) == set(), stop
        table.page.evaluate(UP)
        assert part == HEARD or faults(table.page, part, RULES) == [], stop


# Says a text of the table; another key is an error.
SAY = """async ([key, values]) => {
  const { say } = await import("/js/words/say.js");
  try { say("play.nothing"); } catch (error) {
    if (error.message.includes('"play.nothing"')) return say(key, values);
  }
}"""
LINES = {"one": "1 line", "other": "{count} lines"}
ANY, COUNTED = "match.first", "match.games"  # keys of texts that the page says only in a dialogue


@pytest.mark.nightly
@pytest.mark.served("a service worker would bring the texts past the test")
def test_values_fill_the_places_of_a_text(seat: Callable[..., Table]) -> None:
    """A text is said with its values in the places, in the form for its count."""
    table, texts = seat("light", locale="en"), {ANY: "{a} and {b}, {~c} and {c}", COUNTED: LINES}
    changed = "**/words/en.json"
    table.page.route(changed, lambda one: one.fulfill(json=one.fetch().json() | texts))
    table.visit()
    said = table.page.evaluate(SAY, [ANY, {"a": 1, "b": "{a}", "c": "White"}])
    assert said == "1 and {a}, white and White"
    for count, text in ((1, "1 line"), (0, "0 lines"), (21, "21 lines")):
        assert table.page.evaluate(SAY, [COUNTED, {"count": count}]) == text


def tour(table: Table) -> Stops:
    """The stops: the name of each, and the part that is new there, None for all; or HEARD."""
    parts = (playing, engines, analysing, gipf, dialogs, typing, explorer, opening)
    for part in (*parts, puzzles, lessons):
        yield from part(table)


def playing(table: Table) -> Stops:
    """A game that is played, won and continued."""
    page = table.page
    table.open(moves="K10 L10")
    yield "zone", None
    table.open(moves="K10 L10 A1 M10", later=AGAINST)
    table.place(183).hover()  # a capture
    table.keys("h")
    table.until("hinted")
    yield "hint", "main"
    table.press(183)
    table.until("answered", 4)
    table.keys("ArrowLeft")  # away from where the game stands
    yield "earlier", "aside"
    table.turn_to("moves")
    page.click("#mark")
    page.click("#markup-tools [data-kind=LB]")
    table.place(0).click()
    page.wait_for_selector("#picture .mark-label")
    yield "marks", "main"
    table.keys("Escape")
    won = "E5 A1 E6 A2 E7 A3 E8 A4"
    table.open("gomoku-9", won, clock={"initial_s": 600, "increment_s": 1})
    table.press(4)
    table.until("over")
    table.place(8).click()  # refused
    page.wait_for_selector(NOTICE)
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    assert page.evaluate(OVERLAP) == [], "a notice covers no button"
    page.evaluate("document.querySelector('#offline').hidden = false")
    for tab in ("moves", "game"):
        table.turn_to(tab)
        yield f"won, {tab}", None
    page.evaluate("document.querySelector('#offline').hidden = true")


def engines(table: Table) -> Stops:
    """Engines alone, from a balanced opening, and in a match."""
    page = table.page
    table.open("gomoku-9", players=[{"kind": "engine", "level": 1}, {"kind": "engine"}])
    yield "engines", "aside"
    table.dialog("#new-game")
    page.click("#open-balanced")
    page.wait_for_selector("#balanced li")
    yield "balanced openings", "dialog"
    old = table.state("game.id")
    page.locator("#balanced .play").first.click()
    table.moved_on(old)
    assert [one["kind"] for one in table.game["players"]] == ["engine", "engine"]
    table.keys("q")
    page.wait_for_selector("#new-match")
    yield "new match", "dialog"
    page.fill("input[name=games]", "2")
    page.select_option("select[name=limit]", "nodes:1000")
    page.click("#start-match")
    page.wait_for_selector("#another-match")
    yield "match", "dialog"
    table.leave()


def analysing(table: Table) -> Stops:
    """Lines, a threat, a review, a retry, and a variation with a comment."""
    page = table.page
    table.open("gomoku-9", MISTAKE)
    table.analyse(3)
    page.click("#threat")
    yield "threat", "aside"
    page.click("#threat")
    table.until("lines", 3)
    page.click("#score")
    page.click("#analyse")
    page.click("#review")
    table.until("reviewed")
    table.step("End", 6)
    for tab in ("analysis", "moves"):
        table.turn_to(tab)
        yield f"review, {tab}", "main"
    table.turn_to("analysis")
    page.click("#retry")
    table.until("ply", 5)
    table.press(8)
    table.says("J9")
    yield "wrong", "#speech"
    page.click("#answer")
    page.wait_for_selector("#picture .ghost")
    yield "answer", "#speech"
    table.press(8)
    table.until("ply", 6)
    table.turn_to("moves")
    page.fill("#comment", "Why?")
    table.keys("Tab")
    page.wait_for_selector("#list .branch")
    yield "comment", "#moves"
    page.click("#show-tree")
    page.wait_for_selector("#tree-picture .viewed")
    yield "tree", "#moves"
    page.click("#show-tree")


def gipf(table: Table) -> Stops:
    """Pushes, rows, and kinds of pieces."""
    table.open("gipf", f"{TO_A_ROW} a2-c2")
    assert table.page.locator("#decide input[type=radio]").count() == 2
    yield "row", None
    table.open("gipf-tournament", "Gb2 Gd7")
    table.place("e1").click()
    assert table.page.locator("#gipf-piece").is_visible()
    yield "kinds", "main"


def dialogs(table: Table) -> Stops:
    """Every dialogue, also where a game was deleted and where a text holds two games."""
    page = table.page
    doomed = table.open("gomoku-9", "E5")
    table.open(moves=MIDDLE)
    rules = "#rules" if page.locator("#rules").is_visible() else "#tab-rules"
    for opener in ("#new-game", "#look", "#help", rules, "#share", "#files"):
        if opener != "#new-game":
            table.leave()
        table.dialog(opener)
        yield opener, "dialog"
    page.click(f"li[data-game='{doomed['id']}'] button:last-child")
    page.wait_for_selector("dialog .undo")
    page.click("#deleted summary")
    page.wait_for_selector("#deleted .undo")
    yield "deleted", "dialog"
    page.fill("#record", "pente:K10\npente:K10J11")
    page.click("#open-text")
    page.wait_for_selector("#records li >> nth=1")
    yield "records", "dialog"
    table.leave()
    table.keys("e")
    page.wait_for_selector("dialog[open] .log:not(:empty)")
    yield "log", "dialog"
    table.leave()
    table.set_up()
    yield "editor", None
    table.keys("Escape")
    page.wait_for_selector("#editor", state="detached")
    for kind, level in (("human", ""), ("engine", "1"), ("engine", "10")):
        table.turn_to("game")
        page.click("#players [data-side='1']")
        page.check(f"dialog [name=kind][value={kind}]", force=True)
        if level:
            page.locator("dialog [name=level]").fill(level)
        yield f"player {kind}{level}", "dialog"
        page.click("#set-player")
        page.wait_for_selector("dialog", state="detached")


def typing(table: Table) -> Stops:
    """The answers to typed commands, which a screen reader hears."""
    page, said = table.page, set()
    for preset, moves, more in (("pente", "K10 A1", ["1 #"]), ("gipf-basic", "", [])):
        table.open(preset, moves)
        table.turn_to("moves")
        for command in ["last", "status", "eval", "best", "captures", "row 10", "row 3", *more]:
            page.evaluate(SILENT)
            table.type(command)
            page.wait_for_function(ANSWERED)
            said.add(page.text_content("#live") or page.inner_text("#toast"))
            yield command, HEARD
    assert len(said) > 8


def explorer(table: Table) -> Stops:
    """The explorer with a game."""
    page = table.page
    table.open(moves="K10")
    table.post("explorer/import", {"name": "club", "text": COLLECTION})
    page.click("#mode-analyse")
    table.turn_to("moves")
    page.click("#explore")
    page.wait_for_selector("#explored button")
    page.wait_for_selector("#explorer-collections li")
    row, screen = table.box("#explored button"), page.viewport_size
    assert screen, "a window has a size"
    assert row["y"] + row["height"] <= screen["height"], "moves are in sight without scrolling"
    yield "explorer", "#moves"
    for one in table.get("explorer")["collections"]:
        table.delete(f"explorer/collections/{one['id']}")
    page.click("#explore")


def opening(table: Table) -> Stops:
    """An opening with a choice of sides."""
    page = table.page
    table.dialog("#new-game")
    table.choose("gomoku-9", "human:", "human:")
    page.select_option("select[name=opening]", "swap")
    yield "opening", "dialog"
    page.click("#start-game")
    page.wait_for_selector("#opening-step")
    yield "placing", "#editor"
    for place in (40, 0, 41):
        table.place(place).click()
        page.wait_for_function("place => window.table.view.cells[place] !== '.'", arg=place)
    page.wait_for_selector("#take-0")
    yield "sides", "#editor"
    page.click("#cancel-opening")
    page.wait_for_selector("#editor", state="detached")


def puzzles(table: Table) -> Stops:
    """A puzzle asked, with hints, failed and shown; one of Gipf; one of the viewer's mistakes."""
    page = table.page
    page.evaluate(FIRST)
    for source in ("gomoku", "gipf"):
        page.click("#puzzles")
        page.wait_for_selector("#puzzle-hint")
        page.check(f"input[name=puzzles-of][value={source}]")
        page.wait_for_selector(f"#puzzle-panel[data-puzzle^='{source}'][data-phase='asked']")
        yield f"{source} asked", None
        table.keys("h", "h")
        yield f"{source} hints", "#puzzle-panel"
        if source == "gomoku":
            cells = table.state("view.cells")
            table.press(cells.rindex("."))
            page.wait_for_selector("#puzzle-again")
            yield f"{source} failed", "#puzzle-panel"
        page.click("#puzzle-show")
        page.wait_for_selector("#puzzle-on")
        yield f"{source} shown", "#puzzle-panel"
        table.keys("Escape")
        page.wait_for_selector("#puzzle-panel", state="detached")
    table.open("gomoku-9", MISTAKE)
    table.review()
    page.wait_for_selector("#review-side")
    yield "side of a review", "#review-side"
    page.click("#review-side button >> nth=1")
    page.wait_for_function(OWN)
    page.click("#puzzles")
    page.wait_for_selector("#puzzle-hint")
    page.check("input[name=puzzles-of][value=own]")
    page.wait_for_selector("#puzzle-panel[data-puzzle^='own'][data-phase='asked']")
    yield "own asked", "#puzzle-panel"


def lessons(table: Table) -> Stops:
    """A step asked, failed and shown; one of Gipf; the puzzles of a course."""
    page = table.page
    page.click("#lessons")
    page.wait_for_selector("#lesson-show")
    page.check("input[name=lessons-of][value=pente]")
    page.evaluate("location.hash = 'learn=pente/13'")
    page.wait_for_selector("[data-lesson='pente/tenth'][data-phase='asked']")
    yield "lesson asked", None
    table.press(0)
    page.wait_for_selector("#lesson-again")
    yield "lesson failed", "#puzzle-panel"
    page.click("#lesson-show")
    page.wait_for_selector("[data-phase='solved']")
    page.evaluate("location.hash = 'learn=gipf/8'")
    page.wait_for_selector("[data-lesson='gipf/refill'][data-phase='asked']")
    yield "lesson of Gipf", "#puzzle-panel"
    page.click("#lesson-puzzles")
    page.wait_for_selector("#puzzle-hint")
    yield "puzzles of a course", "#puzzle-panel"
