"""Analysis, review and trying moves out on the page."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from tests.web.page.conftest import AGAINST, MIDDLE, MISTAKE, NOTICE
from tests.web.page.held import holding

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.page.conftest import Table

SHORT = "K10 L10 N10 L11 N9 L12 N8 A1 K9 L9"  # Black overlooks the point that makes five
# In one call, because the next report may come between two.
UNDER_POINTER = """() => [table.analysis.lines[0], table.shownLine,
  document.querySelector("#lines button .soft").textContent]"""


@pytest.mark.site(nightly=True)
def test_analysis_starts_stops_and_follows(table: Table, page: Page) -> None:
    """Lines belong to the shown position; a stop keeps them, another position hides them.

    Pointing at a line draws its newest moves as numbered ghosts, a click plays the first of them.
    Another game ends the analysis; candidates of Gipf are drawn, too.
    """
    table.open(moves=MIDDLE)
    lines = page.locator("#lines button")
    table.analyse(3)
    assert lines.count() == 3
    assert page.locator("#picture .heat-disc").count() == 3
    page.hover("#lines button >> nth=0")
    page.wait_for_selector("#picture .ghost")
    for _ in range(3):
        line, shown, told = page.evaluate(UNDER_POINTER)
        assert (shown["moves"], told) == (line["moves"], f"d{line['depth']}")
        depth = table.state("analysis.depth")
        if depth > 8:  # each further depth takes longer
            break
        page.wait_for_function("depth => window.table.analysis.depth > depth", arg=depth)
    assert "1" in page.locator("#picture .ghost text").all_text_contents()
    assert page.locator("#picture .heat-disc").count() == 0
    page.mouse.move(0, 0)
    page.click("#analyse")
    table.until("stopped")
    assert lines.count() == 3, "what was found stays"
    first = table.state("analysis.lines")[0]["moves"][0]
    table.step("ArrowLeft", 11)
    assert lines.count() == 0
    table.step("ArrowRight", 12)
    assert lines.count() == 3, "results are kept by position"
    lines.first.click()
    table.until("ply", 13)
    assert table.state("game.nodes")[-1]["move"] == first
    table.keys(" ")
    table.until("lines", 1)
    table.open("gipf-basic")
    table.until("analysing", False)
    table.analyse(3)
    assert page.locator("#picture .heat-disc").count() == 3
    page.hover("#lines button >> nth=0")
    page.wait_for_selector("#picture .ghost")


@pytest.mark.nightly
def test_what_was_found_is_shown_after_a_reload(table: Table) -> None:
    """Also of other positions; a new analysis begins there, and shows it until it has more."""
    table.open(moves=MIDDLE)
    table.analyse(3)
    table.page.wait_for_function("() => window.table.analysis.depth > 3")
    table.page.click("#analyse")
    table.until("stopped")
    nodes = table.state("analysis.nodes")
    table.step("ArrowLeft", 11)
    table.page.reload()
    table.loaded()
    table.until("ply", 11)
    assert table.page.locator("#lines button").count() == 0
    table.step("ArrowRight", 12)
    table.page.wait_for_selector("#lines button >> nth=2")
    assert table.state("analysis.nodes") == nodes
    table.page.click("#analyse")
    table.page.wait_for_function("nodes => window.table.analysis.nodes > nodes", arg=nodes)
    table.page.click("#analyse")


@pytest.mark.nightly
@pytest.mark.served("it holds a request on its way")
def test_a_refused_question_is_asked_again(table: Table, page: Page) -> None:
    """The end of an earlier analysis is no answer to a question that the server refused."""
    table.open(moves=MIDDLE)
    page.click("#mode-analyse")
    page.select_option("#budget", "3s")
    table.analyse(3)
    with holding(page, "/analysis$") as held:
        page.select_option("#multipv", "5")
        table.until("resting")
        _has_the_chances(table)
        held.go("busy")
        table.until("analysing", False)
    page.click("#analyse")
    table.until("lines", 5)


def _has_the_chances(table: Table) -> None:
    """Check that the best pill, its disc and the bar show the same percentage of one side."""
    page = table.page
    best = table.state("analysis.lines")[0]["score"]
    said = page.locator("#lines .pill >> nth=0").inner_text()
    assert said == f"{min(99, max(1, int(best['percent'] + 0.5)))} %"
    assert f"{page.inner_text('#score-bar b')} %" == said
    assert said.split()[0] in page.locator("#picture .heat-disc").all_text_contents()
    page.click("#score")
    shown = page.locator("#lines .pill >> nth=0").inner_text()
    assert shown[1:] == str(abs(best["value"]))
    assert (shown[0] == "+") == (best["percent"] > 50)


def test_colours_tell_what_a_move_loses(table: Table, page: Page) -> None:
    """Every win is green and every loss red; pills, discs and bar show one side's chance.

    The threat view shows that the opponent's four would become five; a click plays nothing. A move
    that lets a proven win go has a question mark, not the sign of a daring move.
    """
    table.open("gomoku-9", "E5 A1 E6 A2 E7 B9")  # Black has an open three
    page.click("#mode-analyse")
    pills, discs = page.locator("#lines .pill"), page.locator("#picture .heat-disc")
    page.click("#analyse")
    for number, worth, count in ((6, "good", 3), (7, "bad", 2)):
        table.until("ply", number)
        table.until("lines", count)
        page.wait_for_function(
            "() => window.table.analysis.lines.every(({ score }) => score.kind !== 'score')"
        )
        page.wait_for_selector(f"#lines .pill.{worth}")
        assert page.locator(f"#lines .pill.{worth}").count() == pills.count() == count
        assert all("Black in " in text for text in pills.all_text_contents())
        assert set(discs.all_text_contents()) == {"100"}
        assert page.inner_text("#score-bar b") == "100"
        if number == 6:
            page.click("#lines button >> nth=0")
            page.mouse.move(0, 0)
    page.click("#analyse")
    table.open(moves="K10 K11 N10 L11 N13 M11 A1 N11")
    page.click("#mode-analyse")
    page.click("#threat")  # starts the analysis that shows it
    table.until("lines", 1)
    line = table.state("analysis.lines")[0]
    assert line["moves"][0] in {"J11", "O11"}
    assert (line["score"]["kind"], line["score"]["value"]) == ("win", 1)
    page.click("#lines button >> nth=0")
    table.says("opponent", NOTICE)
    assert table.state("view.ply") == 8
    page.click("#threat")
    table.open("gomoku-9", "E5 A1 E6 A2 E7 A3 E8 A4")
    page.click("#mode-analyse")
    page.click("#threat")
    table.move(4, 9)
    table.says("game is over", "#effort")
    table.open("gomoku-9", "E5 E6 D5 D6 C5 A1 J1 F5")
    table.review()
    assert table.state("game.nodes")[7]["mark"] == "blunder"
    assert page.locator("#list .flaw.blunder").all_text_contents() == ["??", "??"]


@pytest.mark.site(nightly=True)
def test_the_panel_speaks_to_the_player(table: Table, page: Page) -> None:
    """It says whose move it is and who won; its review opens at the first mistake, in words."""
    table.open(moves=SHORT, later=AGAINST)
    page.wait_for_function("() => window.table.game.players[1].kind === 'engine'")
    assert page.inner_text("#headline") == "Your move"
    assert page.locator("#analysis").is_hidden()
    page.click("#resign")
    table.until("over")
    assert page.inner_text("#headline") == "The engine wins"
    assert page.locator("#rematch").is_visible()
    page.click("#review-game")
    table.until("reviewed")
    nodes = table.state("game.nodes")
    assert all(node["score"] for node in nodes[1:])
    assert nodes[0]["best"]["moves"][0] == "K10"
    marked = [node["id"] for node in nodes if node["mark"]]
    table.until("viewed", marked[0])
    table.says("(loses|misses).*Best was")
    page.wait_for_selector("#picture circle.better")
    assert page.locator("#picture .ghost").count(), "the line that punishes it is drawn"
    assert "L" in (page.get_attribute("#graph .trace", "d") or "")
    table.step("Home", 0)
    table.keys("n")
    table.until("viewed", marked[0])
    page.click("#retry")
    table.until("viewed", nodes[marked[0]]["parent"])
    page.wait_for_selector("#picture .ghost", state="detached")
    assert table.state("retry") == marked[0]
    table.type(nodes[nodes[marked[0]]["parent"]]["best"]["moves"][0])
    table.says("is right")
    page.locator("#typed-move").blur()
    table.keys("n")
    table.until("viewed", marked[1])  # the next mistake of the game
    box = table.box("#graph svg")
    page.mouse.click(box["x"] + box["width"] - 2, box["y"] + 20)
    table.until("ply", len(nodes) - 1)


@pytest.mark.nightly
def test_mistakes_are_marked_on_stones_and_graph(table: Table, page: Page) -> None:
    """Stones have dots by what their moves lost; the graph has an axis and the mistakes.

    A mistake is viewed by a click, and by the arrows once the Tab key has reached one.
    """
    table.open(moves=SHORT)
    table.review()
    marked = [node["id"] for node in table.state("game.nodes") if node["mark"]]
    assert len(marked) > 1
    slips = page.locator("#graph .slip")
    slips.nth(len(marked) - 1).wait_for()
    assert slips.count() == len(marked)
    box = table.box("#graph svg")
    assert box["height"] >= 120
    assert {"0 %", "50 %", "100 %", "10"} <= {*page.locator("#graph text").all_text_contents()}
    assert page.locator('#graph .slip[tabindex="0"]').count() == 1
    slips.first.click()
    table.until("viewed", marked[0])
    table.keys("ArrowRight")
    table.until("viewed", marked[1])
    name = page.evaluate("document.activeElement.getAttribute('aria-label')")
    assert re.match(r"Move \d+, [A-T]\d+: [a-z ]+, loses \d+ %, then", name)
    page.locator("#graph svg").click(position={"x": box["width"] - 12, "y": 60})
    table.until("ply", 10)
    page.wait_for_function("() => document.querySelectorAll('#picture .loss').length === 10")
    assert page.locator("#picture .loss-3").count(), "a blunder is red"
    table.keys(".")
    page.wait_for_selector("#picture .loss", state="detached")
    table.keys(".")


@pytest.mark.nightly
@pytest.mark.served("it holds an answer back")
def test_who_comes_back_at_once_sees_the_marks_again(table: Table) -> None:
    """Before the server has told the position in between; marks may be drawn meanwhile."""
    table.open(moves=SHORT)
    table.review()
    table.step("End", 10)
    dots = "() => document.querySelectorAll('#picture .loss').length === 10"
    table.page.wait_for_function(dots)
    with holding(table.page, "/position[?]node=") as held:
        table.keys("Home", ".", ".")
        held.come()
        assert not table.page.evaluate(dots)
        table.keys("End")
        table.page.wait_for_function(dots)


def test_a_retry_is_judged(table: Table, page: Page) -> None:
    """Either side's mistake is tried again: a wrong move is answered, the answer is drawn.

    A retry leaves the main line; tries do not count.
    """
    table.open("gomoku-9", MISTAKE)
    table.review()
    node = table.game["nodes"][-1]
    assert node["mark"], "the second player's mistake"
    marked = page.inner_text("#review-note")
    table.step("End", 6)
    page.click("#retry")
    table.until("ply", 5)
    table.place(8).click()
    table.says("^J9 loses.* it lets .5 make an open four.*Try again")
    table.until("ply", 5)
    assert page.inner_text("#list button.tried .gist") == "J9"
    assert "J9" not in [one["move"] for one in table.game["nodes"] if not one["tried"]]
    assert table.game["current"] == node["id"], "the game opens again at its end"
    assert table.state("retry") == node["id"]
    page.click("#answer")
    page.wait_for_selector("#picture .ghost")
    said = page.inner_text("#status")
    assert said.startswith("Best was ")
    assert "stop an open four" in said
    page.click("#back-to")
    table.until("ply", 6)
    table.says("lets .5 make an open four.*Best was .* to stop an open four")
    page.click("#show-best")
    table.until("ply", 5)
    page.wait_for_selector("#picture .ghost")
    table.step("n", 6)
    table.step("t", 5)
    table.type(said.split()[2].rstrip("."))
    table.says("is right")
    assert table.state("retry") is None
    assert page.inner_text("#review-note") == marked


def test_moves_are_tried_out(table: Table, page: Page) -> None:
    """Undo and redo stay in a variation; either colour of a finished game is moved; then it ends.

    Tries leave no trace in the game: back in Play, the next move is the main line.
    """
    main = table.open(moves="K10 J11 K7 K8", later=AGAINST)["main"]
    page.click("#resign")
    table.until("over")
    table.step("ArrowLeft", 3)
    for ply, point in ((4, 0), (5, 1), (6, 2)):
        assert "open" in (table.place(point).get_attribute("class") or "")
        table.move(point, ply)
    tried = table.state("viewed")
    for key, ply in (("u", 5), ("u", 4), ("y", 5), ("y", 6)):
        table.step(key, ply)
    assert table.state("viewed") == tried
    assert (table.game["thinking"], table.game["main"]) == (False, main)
    page.click("#mode-play")
    table.until("ply", 4)
    assert table.state("game.result.termination") == "resignation"
    page.click("#mode-analyse")
    table.step("ArrowLeft", 3)
    page.click("#play-on")
    table.until("ply", 4)  # the engine, whose turn it is, moves
    table.open(players=AGAINST)
    table.place(180).click()
    table.until("answered", 0)
    ply = table.state("view.ply")
    table.keys("p")
    for by, point in ((1, 0), (2, 20)):
        table.move(point, ply + by)
    assert not table.game["thinking"]
    table.step("p", ply)
    table.place(60).click()
    table.until("answered", ply)
    assert table.moves()[ply] == "D16"
