"""Events in an unusual order: changed boards, restarted servers, odd words."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from tests.web.page.conftest import served

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.web.page.conftest import Table

MIDDLE = "K10 J11 K7 K8 J7 L7 J9 H7 M6 H8 H10 K8"
ROW_OF_GIPF = "b4 d7 b6-b3 h4 f8-c6 f2 a2-c2"
NOTICED = "#toast:not([hidden])"


def test_nothing_of_another_board_stays(table: Table) -> None:
    """If a square board follows one of Gipf, no row of Gipf is drawn on it."""
    table.open("gipf-basic", ROW_OF_GIPF)
    table.page.wait_for_selector("#picture .capsule", state="attached")
    table.open("gomoku-9", "E5")
    assert table.page.locator("#picture .capsule").count() == 0
    assert table.page.locator("#picture .last-mark").count() == 1


def test_a_hint_turns_with_the_board(table: Table) -> None:
    """If the board is flipped, a shown ghost is flipped too."""
    table.open(moves=MIDDLE)
    table.page.click("#hint")
    ghost = table.page.locator("#picture .ghost")
    ghost.wait_for()
    before = ghost.evaluate("one => one.outerHTML")
    table.page.keyboard.press("r")
    table.page.wait_for_function(
        "before => document.querySelector('#picture .ghost').outerHTML !== before", arg=before
    )
    assert ghost.count() == 1


def test_the_page_finds_a_server_that_was_restarted(
    seat: Callable[..., Table], tmp_path: Path
) -> None:
    """The game and the analysis go on without a reload."""
    with served(str(tmp_path)) as address:
        table = seat("light", address)
        table.open(moves=MIDDLE)
        table.page.click("#mode-analyse")
        table.page.click("#analyse")
        table.until("lines", 3)
    table.place(0).click()
    table.page.wait_for_selector(NOTICED)
    assert "does not answer" in table.page.inner_text("#toast")
    table.page.wait_for_timeout(6_000)
    assert table.page.locator("#toast").is_hidden()
    assert "does not answer" in table.page.inner_text("#offline"), "a lasting sign"
    with served(str(tmp_path), "--port", str(urlsplit(address).port)):
        table.page.wait_for_function("() => window.table.analysis.depth > 0 && !document.hidden")
        table.page.wait_for_selector("#offline", state="hidden")
        table.place(0).click()
        table.until("ply", 13)
        table.page.wait_for_function("() => window.table.analysis?.state === 'running'")
        table.post(f"games/{table.state('game.id')}/undo", {})
        table.until("ply", 12)
    table.page.close()  # it would complain on, now that the server has ended
    assert all("ERR_CONNECTION_REFUSED" in one for one in table.complaints)
    table.complaints.clear()


def test_a_page_without_its_server(seat: Callable[..., Table], tmp_path: Path) -> None:
    """It says that a dialogue cannot be loaded; a review that was cut off can be started again."""
    with served(str(tmp_path)) as address:
        table = seat("light", address)
        page = table.page
        page.set_viewport_size({"width": 1280, "height": 800})
        table.open("gipf-tournament", "Gf1-f2 Gd8-d7 Gi4-h4 Ga2-b3")
        page.click("#mode-analyse")
        page.click("#review")
        page.wait_for_function("() => window.table.review?.total")
    page.wait_for_selector("#offline:not([hidden])")
    sticks_out = "one => one.getBoundingClientRect().right - innerWidth"
    assert page.locator("#help").evaluate(sticks_out) <= 0, "the sign pushes no button away"
    page.click("#new-game")
    page.wait_for_selector(NOTICED)
    assert "does not answer" in page.inner_text("#toast")
    with served(str(tmp_path), "--port", str(urlsplit(address).port)):
        page.click("#review")
        table.until("reviewed")
    page.close()  # it would complain on, now that the server has ended
    assert all("ERR_CONNECTION_REFUSED" in one for one in table.complaints)
    table.complaints.clear()


def test_a_refusal_is_seen_above_a_dialogue(table: Table) -> None:
    """The notice is above the dialogue, and stays when it closes."""
    table.open()
    page = table.page
    page.click("#files")
    page.fill("#record", "no record at all")
    page.click("#open-text")
    page.wait_for_selector(NOTICED)
    seen = (
        "box => box.contains(document.elementFromPoint("
        "innerWidth / 2, box.getBoundingClientRect().top + 9))"
    )
    assert page.locator("#toast").evaluate(seen)
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    assert page.locator("#toast").count() == 1


def test_no_word_is_a_command_by_accident(table: Table) -> None:
    """A typed name that every JavaScript object has is a move that names no point."""
    table.open()
    for word in ("__proto__", "constructor"):
        table.page.fill("#typed-move", word)
        table.page.keyboard.press("Enter")
        table.page.wait_for_function(
            "word => document.querySelector('#toast').textContent.includes(word)", arg=word
        )


def test_the_line_under_the_pointer_stays_the_newest(table: Table) -> None:
    """While the pointer is on a line and the search goes on, its ghosts match its text."""
    table.open(moves=MIDDLE)
    table.page.click("#mode-analyse")
    page = table.page
    page.click("#analyse")
    table.until("lines", 3)
    page.hover("#lines button >> nth=0")
    for _ in range(8):
        page.wait_for_timeout(250)
        # In one call, because the next report may come between two.
        line, shown, depth = page.evaluate(
            """() => [table.analysis.lines[0], table.shownLine,
                       document.querySelector("#lines button .soft").textContent]"""
        )
        assert (shown["moves"], depth) == (line["moves"], f"d{line['depth']}")


def test_a_second_press_is_no_second_move(table: Table) -> None:
    """A double click places one stone and causes no error."""
    table.open("gomoku-9")
    table.place(40).dblclick()
    table.until("ply", 1)
    table.page.wait_for_timeout(300)
    assert table.state("view.ply") == 1
    assert table.page.locator(NOTICED).count() == 0


def test_people_agree_to_a_draw_or_resign(table: Table) -> None:
    """Both buttons are below the board of two people; undo takes back either."""
    table.open("gomoku-9", "E5 E6")
    page = table.page
    for button, words in (("#draw", "Draw: agreement."), ("#resign", "White wins by resignation.")):
        page.click(button)
        table.until("over")
        assert page.inner_text("#status") == words
        page.click("#undo")
        page.wait_for_function("() => !window.table.game.result")
        assert table.state("view.ply") == 2


def test_the_engines_log_is_shown_as_it_grows(table: Table) -> None:
    """The key e shows the engine's orders and findings, newest last."""
    table.open(moves=MIDDLE)
    page = table.page
    page.click("#hint")
    table.until("hinted")
    page.keyboard.press("e")
    page.wait_for_function(
        "() => document.querySelector('dialog .log')?.textContent.includes('\"do\":\"search\"')"
    )
    assert page.inner_text("dialog .log").count("\n") >= 1
    assert " < " in page.inner_text("dialog .log")


def test_a_threat_is_not_played_by_mistake(table: Table) -> None:
    """A click on a line of the threat view plays nothing and says that it is the opponent's."""
    table.open(moves=MIDDLE)
    table.page.click("#mode-analyse")
    page = table.page
    page.click("#threat")
    page.click("#analyse")
    table.until("lines", 3)
    page.click("#lines button >> nth=0")
    page.wait_for_selector(NOTICED)
    assert "opponent" in page.inner_text("#toast")
    assert table.state("view.ply") == 12


def test_a_clock_without_a_number_is_not_sent(table: Table) -> None:
    """The browser requires the number; with another clock the empty field does not matter."""
    table.open()
    page = table.page
    page.click("#new-game")
    page.select_option("select[name=clock]", "other")
    page.fill("input[name=minutes]", "")
    page.click("#start-game")
    assert page.locator("input[name=minutes]:invalid").count() == 1
    page.select_option("select[name=clock]", "")
    page.click("#start-game")
    page.wait_for_selector("dialog", state="detached")
    assert table.state("game.clocks") is None


def test_the_questions_of_gipf_are_in_sight(table: Table) -> None:
    """The question which row to remove is below the board, within the window."""
    table.open("gipf-basic", ROW_OF_GIPF)
    box = table.page.locator("#decide").bounding_box()
    assert box
    assert box["height"] > 0
    assert box["y"] + box["height"] <= 860


OVERLAP = """() => {
  const box = document.querySelector("#toast").getBoundingClientRect();
  const covers = (one) => {
    const { left, right, top, bottom, width } = one.getBoundingClientRect();
    return width && left < box.right && right > box.left && top < box.bottom && bottom > box.top;
  };
  return [...document.querySelectorAll("button, select, input")].filter((one) =>
    !one.closest("#grid") && covers(one)).map((one) => one.id || one.textContent);
}"""


@pytest.mark.parametrize("screen", ["light", "phone"])
def test_a_notice_covers_no_button(seat: Callable[..., Table], screen: str) -> None:
    """A notice lies over the edge of the board, where a press goes through it."""
    table = seat(screen)
    table.open(moves="K10 A1")
    page = table.page
    table.turn_to("moves")
    page.fill("#typed-move", "K9")
    page.press("#typed-move", "Enter")
    page.wait_for_selector(NOTICED)
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    assert page.evaluate(OVERLAP) == []
    page.evaluate("document.querySelector('#toast').hidden = false")
    table.place(9).click() if screen == "light" else table.place(9).tap()
    if screen == "phone":
        page.tap("#confirm")
    table.until("ply", 3)


def test_a_missed_win_is_marked_as_a_fault(table: Table) -> None:
    """A move that lets a proven win go has a question mark, not the sign of a daring move."""
    table.open("gomoku-9", "E5 A1 E6 A2 E7 B9 J1 A3")
    table.page.click("#mode-analyse")
    page = table.page
    page.click("#review")
    table.until("reviewed")
    assert table.state("game.nodes")[7]["mark"] == "missed win"
    assert page.locator("#list .flaw.missed").all_text_contents() == ["?"]


@pytest.mark.parametrize("open_first", ["", "#files"])
def test_a_dropped_file_is_opened(table: Table, open_first: str) -> None:
    """Anywhere on the page, also on a dialogue; the browser does not leave the page for it."""
    table.open("gomoku-9")
    if open_first:
        table.page.click(open_first)
        table.page.wait_for_selector("dialog")
    left = table.page.evaluate(
        """() => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File(["K10 J11 K7"], "moves.txt"));
          const about = { bubbles: true, cancelable: true, dataTransfer };
          const target = document.querySelector("dialog") ?? document.querySelector("#board");
          const give = (kind) => target.dispatchEvent(new DragEvent(kind, about));
          return ["dragover", "drop"].map(give);
        }"""
    )
    assert left == [False, False]
    table.page.wait_for_function("() => window.table.view.ply === 3")
    table.page.wait_for_selector("dialog", state="detached")
