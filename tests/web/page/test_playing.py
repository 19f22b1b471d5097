"""Games played on the page, by mouse, finger and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.page.conftest import Table

AGAINST = [{"kind": "human", "name": "You"}, {"kind": "engine", "level": 1}]
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))
MOST_MOVES = 90


def _worth(view: dict[str, Any], point: int) -> tuple[int, int]:
    """The value of a stone here: its captures, then the neighbours of both colours in line."""
    size, cells = view["size"], view["cells"]
    row, column = divmod(point, size)
    length = 0
    for down, right in STEPS:
        for colour in "wb":
            run = 1
            for way in (1, -1):
                y, x = row + way * down, column + way * right
                while 0 <= y < size and 0 <= x < size and cells[y * size + x] == colour:
                    run += 1
                    y, x = y + way * down, x + way * right
            length += 4**run + (colour == "w")
    return len(view["captures"].get(str(point), [])) * 40 + length, -point


def _choice(view: dict[str, Any]) -> int:
    """A simple player's point: captures first, else the most stones in line."""
    points: list[int] | None = view["legal"]
    if points is None:
        points = [point for point, cell in enumerate(view["cells"]) if cell == "."]
    barred = set(view["forbidden"])
    return max(
        (point for point in points if point not in barred), key=lambda one: _worth(view, one)
    )


def test_pente_is_played_to_its_end_against_the_engine(table: Table) -> None:
    """In a whole game by mouse each click is one move with one answer, and the end is announced."""
    table.open(players=AGAINST)
    captured = 0
    for _ in range(MOST_MOVES):
        table.until("mine", 0)
        view = table.state("view")
        if view["outcome"]:
            break
        point = _choice(view)
        takes = len(view["captures"].get(str(point), []))
        captured += takes
        table.place(point).click()
        table.until("answered", view["ply"])
    outcome = table.state("view.outcome")
    assert outcome is not None, "no end within the moves"
    assert table.state("view.captured")[0] == captured > 0
    assert outcome["text"] in table.page.inner_text("#status")
    old = table.state("game.id")
    table.page.click("#rematch")
    # Not for the empty board: the engine, now White, may move before the page has drawn it.
    table.page.wait_for_function("id => window.table.game.id !== id", arg=old)
    assert [player["kind"] for player in table.game["players"]] == ["engine", "human"]


def test_undo_works_while_the_engine_thinks(table: Table) -> None:
    """Undo while the engine thinks stops it and returns to before the own move."""
    strong = [{"kind": "human"}, {"kind": "engine", "level": None}]
    table.open(players=strong, clock={"initial_s": 600, "increment_s": 0})
    table.place(180).click()
    table.until("thinking")
    table.page.click("#undo")
    table.until("ply", 0)
    assert not table.game["thinking"]
    assert table.place(180).get_attribute("aria-label") == "K10 empty"
    table.page.click("#redo")
    table.until("ply", 1)


def test_a_finger_confirms_before_it_plays(seat: Callable[..., Table]) -> None:
    """On a phone a tap only shows the stone; the button under the board plays it."""
    table = seat("phone")
    table.open()
    table.place(180).tap()
    assert table.page.inner_text("#confirm").strip() == "Play K10"
    assert table.game["current"] == 0
    table.page.tap("#confirm")
    table.until("ply", 1)
    wide = table.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "the page scrolls sideways"


@pytest.mark.parametrize(("mode", "taps"), [("direct", 1), ("two-tap", 2)])
def test_a_finger_plays_as_it_was_chosen(seat: Callable[..., Table], mode: str, taps: int) -> None:
    """In mode "direct" the first tap plays; in mode "two taps" the second on the same
    point does.
    """
    table = seat("phone")
    table.open("gomoku-15")
    table.page.tap("#look")
    table.page.locator(f"input[name=touch][value={mode}]").tap(force=True)
    table.page.tap("dialog [aria-label=Close]")
    for _ in range(taps):
        assert table.state("view.ply") == 0
        table.place(112).tap()
    table.until("ply", 1)


def test_a_game_needs_no_mouse(table: Table) -> None:
    """Keys alone are enough for moves by cursor and by text, five in a row, and a new game."""
    keys = table.page.keyboard
    table.open("gomoku-9")
    keys.press("b")
    for ply in range(4):  # E5 to E8, upwards
        keys.press("Enter")
        table.until("ply", ply + 1)
        keys.press("ArrowUp")
    assert table.page.evaluate("document.activeElement.getAttribute('aria-label')") == "E9 empty"
    keys.press("/")
    for ply, move in enumerate(("A1", "1B", "b2", "2c", "C3", "d2", "D4"), start=5):
        keys.type(move)
        keys.press("Enter")
        table.until("ply", ply)
    assert "Black" in table.page.inner_text("#live")
    assert table.state("view.outcome.winner") == 0
    keys.press("Tab")
    keys.press("g")
    table.page.wait_for_selector("dialog[open]")
    keys.press("Tab")
    keys.press("ArrowRight")
    keys.press("Enter")
    table.until("preset", "gomoku-15")


def test_moves_are_told_politely(table: Table) -> None:
    """The live region announces colour, point and captures of each move in one sentence."""
    table.open(moves="K10 L10 N10 M10")
    typed = table.page.locator("#typed-move")
    typed.fill("10P")
    typed.press("Enter")
    table.until("ply", 5)
    assert table.page.inner_text("#live").startswith("White P10.")
    typed.fill("I10")
    typed.press("Enter")
    table.page.wait_for_selector("#toast:not([hidden])")
    assert "There is no I" in table.page.inner_text("#toast")
    assert table.state("view.ply") == 5


def test_the_person_is_below(table: Table) -> None:
    """The viewer's card is the lower one, with either colour."""
    for players in (AGAINST, AGAINST[::-1]):
        table.open(players=players)
        assert table.page.locator("#players .name").last.inner_text() == "You"


def test_engines_begin_by_themselves(table: Table) -> None:
    """A new game between two engines plays on without a further press."""
    table.open()
    page = table.page
    page.click("#new-game")
    table.choose("gomoku-9", "engine:1", "engine:1")
    page.click("#start-game")
    page.wait_for_function("() => window.table.view.ply > 1")
    page.click("#pause")
