"""Analysis and review on the page."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Route

    from tests.web.page.conftest import Table

MIDDLE = "K10 J11 K7 K8 J7 L7 J9 H7 M6 H8 H10 K8"
SHORT = "K10 L10 N10 L11 N9 L12 N8 A1 K9 L9"  # Black overlooks the point that makes five


def test_analysis_starts_stops_and_follows(table: Table) -> None:
    """Lines belong to the shown position; a stop keeps them, another position hides them."""
    table.open(moves=MIDDLE)
    table.page.click("#mode-analyse")
    page = table.page
    page.click("#analyse")
    table.until("lines", 3)
    assert page.locator("#lines button").count() == 3
    assert page.locator("#picture .heat-disc").count() == 3
    page.click("#analyse")
    page.wait_for_timeout(300)
    assert page.locator("#lines button").count() == 3, "what was found stays"
    page.keyboard.press("ArrowLeft")
    table.until("ply", 11)
    assert page.locator("#lines button").count() == 0
    page.keyboard.press("ArrowRight")
    table.until("ply", 12)
    assert page.locator("#lines button").count() == 3, "results are kept by position"
    page.keyboard.press("ArrowLeft")
    page.keyboard.press(" ")
    table.until("lines", 1)
    table.until("ply", 11)


def test_a_refused_question_is_asked_again(table: Table) -> None:
    """The end of an earlier analysis is no answer to a question that the server refused."""
    held: list[Route] = []
    table.open(moves=MIDDLE)
    page = table.page
    page.click("#mode-analyse")
    page.select_option("#budget", "3s")
    page.click("#analyse")
    table.until("lines", 3)
    page.route("**/analysis", lambda route: held.append(route))  # noqa: PLW0108 - a function
    page.select_option("#multipv", "5")
    table.until("resting")
    held[0].fulfill(status=429, json={"detail": "busy"})
    page.wait_for_function("() => !window.table.analysing")
    page.unroute("**/analysis")
    page.click("#analyse")
    table.until("lines", 5)


def test_a_line_is_drawn_as_numbered_ghosts(table: Table) -> None:
    """Pointing at a line shows its moves, numbered; a click plays the first of them."""
    table.open(moves=MIDDLE)
    table.page.click("#mode-analyse")
    page = table.page
    page.select_option("#budget", "3s")
    page.click("#analyse")
    table.until("resting")
    first = table.state("analysis.lines")[0]["moves"][0]
    page.hover("#lines button >> nth=0")
    page.wait_for_selector("#picture .ghost")
    numbers = page.locator("#picture .ghost text").all_text_contents()
    assert "1" in numbers
    assert page.locator("#picture .heat-disc").count() == 0
    page.click("#lines button >> nth=0")
    table.until("ply", 13)
    assert table.state("game.nodes")[-1]["move"] == first


def test_threats_are_what_the_opponent_would_do(table: Table) -> None:
    """The threat view shows that the opponent's four would become five."""
    table.open(moves="K10 K11 N10 L11 N13 M11 A1 N11")
    table.page.click("#mode-analyse")
    page = table.page
    page.click("#threat")
    page.click("#analyse")
    table.until("lines", 1)
    line = table.state("analysis.lines")[0]
    assert line["moves"][0] in {"J11", "O11"}
    assert (line["score"]["kind"], line["score"]["value"]) == ("win", 1)
    page.click("#threat")
    page.wait_for_function("() => !window.table.analysis || !window.table.analysis.threat")


def test_review_marks_mistakes_and_lets_one_try_again(table: Table) -> None:
    """The graph fills, one can step through the marks, and a retry hides the answer."""
    table.open(moves=SHORT)
    table.page.click("#mode-analyse")
    page = table.page
    page.click("#review")
    table.until("reviewed")
    nodes = table.state("game.nodes")
    assert all(node["score"] for node in nodes[1:])
    marked = [node["id"] for node in nodes if node["mark"]]
    assert marked
    assert "L" in (page.get_attribute("#graph .trace", "d") or "")
    page.keyboard.press("Home")
    table.until("ply", 0)
    page.keyboard.press("n")
    page.wait_for_function("node => window.table.viewed === node", arg=marked[0])
    page.click("#retry")
    page.wait_for_function("node => window.table.viewed === node - 1", arg=marked[0])
    assert table.state("retry") == marked[0]
    box = page.locator("#graph svg").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] - 2, box["y"] + 20)
    table.until("ply", len(nodes) - 1)


def test_a_hint_is_shown_on_the_board(table: Table) -> None:
    """The hint button draws one ghost stone and names the move."""
    table.open(moves=MIDDLE)
    table.page.click("#hint")
    table.until("hinted")
    table.page.wait_for_selector("#picture .ghost")
    assert table.page.inner_text("#live").startswith("Hint:")


def test_engines_are_watched_and_paused(table: Table) -> None:
    """Two engines play by themselves once they are started, and stop when they are paused."""
    engines = [{"kind": "engine", "level": 1}, {"kind": "engine", "level": 2}]
    table.open(players=engines)
    if not table.state("game.watching"):
        table.page.click("#pause")
    table.page.wait_for_function("() => window.table.view.ply > 3")
    table.page.click("#pause")
    table.page.wait_for_function("() => !window.table.game.watching && !window.table.game.thinking")
    ply = table.game["position"]["ply"]
    table.page.wait_for_timeout(400)
    assert table.game["position"]["ply"] == ply


def test_a_forced_move_has_the_value_of_what_follows(table: Table) -> None:
    """On the empty board of Pente the analysis looks beyond K10, and a review begins even."""
    table.open()
    table.page.click("#mode-analyse")
    page = table.page
    page.click("#analyse")
    page.wait_for_function("() => window.table.analysis?.depth > 4")
    (line,) = table.state("analysis.lines")
    assert line["moves"][0] == "K10"
    assert len(line["moves"]) > 2
    assert 30 < line["score"]["percent"] < 90
    page.click("#analyse")
    table.open(moves="K10 J11")
    table.page.click("#mode-analyse")
    page.click("#review")
    table.until("reviewed")
    start, first, *_ = table.state("game.nodes")
    assert start["best"]["moves"][0] == "K10"
    assert len(start["best"]["moves"]) > 2
    # Two searches of one position, stopped by time: their values need not be equal.
    assert all(30 < node["score"]["percent"] < 90 for node in (start, first))


def test_colours_tell_what_a_move_loses(table: Table) -> None:
    """Every win is green and every loss red; pills, discs and bar show one side's chance."""
    table.open("gomoku-9", "E5 A1 E6 A2 E7 B9")  # Black has an open three
    table.page.click("#mode-analyse")
    page = table.page
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


def test_one_side_has_the_chances(table: Table) -> None:
    """With either side to move, the best pill, its disc and the bar show the same percentage."""
    table.open(moves="K10 J11 K7 K8 J7 L7 J9")  # the second player is to move
    table.page.click("#mode-analyse")
    page = table.page
    page.select_option("#budget", "3s")
    page.click("#analyse")
    table.until("resting")
    best = table.state("analysis.lines")[0]["score"]
    said = page.locator("#lines .pill >> nth=0").inner_text()
    assert said == f"{min(99, max(1, int(best['percent'] + 0.5)))} %"
    assert f"{page.inner_text('#score-bar b')} %" == said
    assert said.split()[0] in page.locator("#picture .heat-disc").all_text_contents()
    page.click("#score")
    shown = page.locator("#lines .pill >> nth=0").inner_text()
    assert shown[1:] == str(abs(best["value"]))
    assert (shown[0] == "+") == (best["percent"] > 50)
