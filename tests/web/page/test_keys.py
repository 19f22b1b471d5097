"""The meaning of keys: they step through the game, unless the cursor is on the board."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import APIResponse, Route

    from tests.web.page.conftest import Table

FOUR = "E5 E6 D4 D6"
GIPF = "b4 d7 b6-b3 h4"
ON_THE_BOARD = "document.querySelector('#grid').contains(document.activeElement)"


def _history_works(table: Table, last: int) -> None:
    """Check that the list's keys step back from the last of these moves and play nothing."""
    keys = table.page.keyboard
    for key, ply in (
        ("ArrowLeft", last - 1),
        ("ArrowLeft", last - 2),
        ("ArrowRight", last - 1),
        ("Home", 0),
        ("End", last),
    ):
        keys.press(key)
        table.until("ply", ply)
    keys.press(" ")
    table.page.wait_for_function("() => window.table.analysing")
    keys.press(" ")
    table.page.wait_for_function("() => !window.table.analysing")
    assert len(table.game["nodes"]) == last + 1


@pytest.mark.parametrize("screen", ["light", "phone"])
def test_a_press_on_a_square_board_begins_no_cursor(
    seat: Callable[..., Table], screen: str
) -> None:
    """After a stone was placed by mouse or finger, keys step through the game and play nothing."""
    table = seat(screen)
    table.open("gomoku-9", FOUR)
    if screen == "light":
        table.place(0).click()
    else:
        table.place(0).tap()
        table.page.tap("#confirm")
    table.until("ply", 5)
    assert not table.page.evaluate(ON_THE_BOARD)
    _history_works(table, 5)


def test_a_late_answer_does_not_undo_a_step_back(table: Table) -> None:
    """If the news of a move come before its answer, a step back in between is kept."""
    table.open("gomoku-9", FOUR)
    held: list[tuple[Route, APIResponse]] = []
    table.page.route("**/play", lambda route: held.append((route, route.fetch())))
    table.place(0).click()
    table.until("ply", 5)
    table.page.keyboard.press("ArrowLeft")
    table.until("ply", 4)
    ((route, answer),) = held
    with table.page.expect_response("**/play"):
        route.fulfill(response=answer)
    table.page.unroute_all()
    table.page.wait_for_timeout(200)
    assert table.state("view.ply") == 4


def test_a_press_on_the_board_of_gipf_begins_no_cursor(table: Table) -> None:
    """After a dot and a spot were clicked, keys step through the game and push nothing."""
    table.open("gipf", GIPF)
    push = table.state("view.moves")[0]
    table.place(push["dot"]).click()
    table.page.keyboard.press("ArrowLeft")
    table.until("ply", 3)
    table.page.keyboard.press("End")
    table.until("ply", 4)
    table.place(push["dot"]).click()
    table.place(push["first"]).click()
    table.until("ply", 5)
    assert not table.page.evaluate(ON_THE_BOARD)
    if table.state("view.placing"):
        _history_works(table, 5)


def test_enter_after_a_press_lets_the_engine_move(table: Table) -> None:
    """In the engine's turn a click is refused, and Enter still calls the engine."""
    players = [{"kind": "human"}, {"kind": "engine", "level": 1}]
    table.open("gomoku-9", "E5", players=players)
    table.until("mine", 0)
    table.page.keyboard.press("ArrowLeft")
    table.until("ply", 1)
    table.page.click("text=Play on here")
    table.page.wait_for_function("() => window.table.game.current === window.table.viewed")
    table.place(0).click()
    table.page.keyboard.press("Enter")
    table.until("ply", 2)
    assert table.game["nodes"][-1]["side"] == 1


@pytest.mark.parametrize("begin", ["b", "Tab"])
@pytest.mark.parametrize(("preset", "place"), [("gomoku-9", "40"), ("gipf", "e5")])
def test_the_cursor_begins_by_keys_and_ends_by_a_press(
    table: Table, begin: str, preset: str, place: str
) -> None:
    """Tab or b starts the cursor, arrows move it; Escape or a press on the board ends it."""
    table.open(preset, FOUR if preset == "gomoku-9" else GIPF)
    page, keys = table.page, table.page.keyboard
    for end in ("Escape", "press"):
        if begin == "b":
            keys.press("b")
        else:
            page.focus("#help")
            keys.press("Tab")
            if preset == "gomoku-9" and not page.evaluate(ON_THE_BOARD):
                keys.press("Tab")
        assert page.evaluate("document.activeElement.dataset.place") == place
        keys.press("ArrowLeft")
        moved = page.evaluate("document.activeElement.dataset.place")
        assert moved not in {None, place}
        assert table.state("viewed") == 4
        keys.press("ArrowRight")
        if end == "Escape":
            keys.press("Escape")
        else:
            table.place(place).click()  # the point is occupied: nothing is played
        assert not page.evaluate(ON_THE_BOARD)
        assert page.locator("#grid button[tabindex='0']").get_attribute("data-place") == place
        keys.press("ArrowLeft")
        table.until("ply", 3)
        keys.press("End")
        table.until("ply", 4)


def test_a_press_on_the_board_ends_typing(table: Table) -> None:
    """A click on the board takes the focus from the typed move and from any button."""
    table.open("gomoku-9", FOUR)
    for other in ("#typed-move", "#hint"):
        table.page.focus(other)
        table.place(40).click()
        assert table.page.evaluate("document.activeElement === document.body")


def test_a_screen_readers_press_keeps_the_cursor(table: Table) -> None:
    """A press without a pointer, which has no click count, leaves the focus where it is."""
    table.open("gomoku-9", FOUR)
    table.page.keyboard.press("b")
    table.place(0).dispatch_event("mousedown", {"detail": 0})
    assert table.page.evaluate(ON_THE_BOARD)


def test_a_choice_below_the_board_is_made_by_keys(table: Table) -> None:
    """With the focus on a row to remove, Space and arrows choose; after a click they do not."""
    table.open("gipf", "b4 d7 b6-b3 h4 f8-c6 f2 a2-c2")
    page, keys = table.page, table.page.keyboard
    page.focus("#help")
    while not page.evaluate("document.activeElement.name === 'row'"):
        keys.press("Tab")
    for key, choice in ((" ", 0), ("ArrowDown", 1), ("ArrowDown", 0)):
        keys.press(key)
        page.wait_for_function("choice => window.table.pick.choice === choice", arg=choice)
    assert page.evaluate("document.activeElement.value") == "0"
    assert not table.state("analysing")
    page.locator("#decide label").nth(1).click()
    keys.press("ArrowLeft")
    table.until("ply", 6)


def test_a_position_is_set_up_and_given_up_by_keys(table: Table) -> None:
    """The cursor places pieces in the editor; Esc ends the cursor, then the editor."""
    table.open("gomoku-9", "E5")
    keyboard = table.page.keyboard
    keyboard.press("s")
    table.page.wait_for_selector("#editor")
    keyboard.press("b")
    keyboard.press("ArrowUp")
    keyboard.press("Enter")
    table.page.wait_for_function("() => window.table.view.cells[31] === 'w'")
    keyboard.press("Escape")
    assert table.state("mode") == "edit"
    keyboard.press("Escape")
    table.page.wait_for_selector("#editor", state="detached")
    table.until("ply", 1)
