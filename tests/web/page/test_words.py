"""The page's texts: places for values, forms for counts, and where they come from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.web.page import pseudo

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.page.conftest import Table

# Says a text of a table that only this test has.
SAY = """async ([text, values]) => {
  const { learn, say } = await import("/js/words/say.js");
  learn({ "test.text": text });
  return say("test.text", values);
}"""


@pytest.mark.parametrize(
    ("text", "values", "said"),
    [
        ("{colour} to move", {"colour": "White"}, "White to move"),
        ("{a} and {b}, {a}", {"a": 1, "b": "{a}"}, "1 and {a}, 1"),
        ({"one": "1 line", "other": "{count} lines"}, {"count": 1}, "1 line"),
        ({"one": "1 line", "other": "{count} lines"}, {"count": 0}, "0 lines"),
        ({"one": "1 line", "other": "{count} lines"}, {"count": 21}, "21 lines"),
    ],
)
def test_values_fill_the_places_of_a_text(
    table: Table, text: Any, values: dict[str, Any], said: str
) -> None:
    """A text is said with its values in the places, in the form for its count."""
    table.open()
    assert table.page.evaluate(SAY, [text, values]) == said


def test_an_unknown_key_is_an_error(table: Table) -> None:
    """A key that no table has is named by an error."""
    table.open()
    error = pytest.importorskip("playwright.sync_api").Error
    with pytest.raises(error, match=r'No table has a text "play\.nothing"'):
        table.page.evaluate("async () => (await import('/js/words/say.js')).say('play.nothing')")


AGAINST = [{"kind": "human", "name": "You"}, {"kind": "engine", "level": 1}]
MISTAKE = "E5 E6 D5 D6 C5 A1"  # on gomoku-9; Black had to stop the open three
TO_A_ROW = "b4 d7 b6-b3 h4 f8-c6 f2 a2-c2"


@pytest.fixture
def abroad(seat: Callable[..., Table]) -> Table:
    """A page in the pseudo-locale."""
    table = seat("light", locale="en-GB")
    pseudo.speak_pseudo(table.page.context)
    return table


def _found(table: Table) -> set[tuple[str, str, str]]:
    return pseudo.untranslated(table, pseudo.said_by_server(table))


def test_the_texts_of_playing_are_in_the_tables(abroad: Table) -> None:
    """Nothing of the page stays English while a game is played, won, and continued."""
    page = abroad.page
    abroad.open(moves="K10 L10")
    assert page.locator("#picture rect.zone").count() == 1
    assert _found(abroad) == set()
    game = abroad.open(moves="K10 L10 A1 M10")
    abroad.post(f"games/{game['id']}/players", {"players": AGAINST})
    abroad.place(183).hover()  # a capture
    assert _found(abroad) == set()
    page.keyboard.press("h")
    abroad.until("hinted")
    assert _found(abroad) == set()
    abroad.place(183).click()
    abroad.until("answered", 4)
    page.keyboard.press("ArrowLeft")  # away from where the game stands
    assert _found(abroad) == set()
    abroad.open("gomoku-9", "E5 A1 E6 A2 E7 A3 E8 A4", clock={"initial_s": 60, "increment_s": 1})
    abroad.place(4).click()
    abroad.until("over")
    abroad.place(8).click()  # refused
    assert page.locator("#toast").is_visible()
    assert _found(abroad) == set()
    both = [{"kind": "engine", "level": 1}, {"kind": "engine"}]
    abroad.open("gomoku-9", players=both)
    assert _found(abroad) == set()


def test_the_texts_of_analysing_are_in_the_tables(abroad: Table) -> None:
    """Nothing stays English with lines, a review, a retry and a variation with a comment."""
    page = abroad.page
    abroad.open("gomoku-9", MISTAKE)
    page.click("#mode-analyse")
    page.click("#analyse")
    abroad.until("lines", 3)
    page.click("#threat")
    assert _found(abroad) == set()
    page.click("#threat")
    page.click("#score")
    page.click("#analyse")
    page.click("#review")
    abroad.until("reviewed")
    assert _found(abroad) == set()
    page.keyboard.press("End")
    page.click("#retry")
    abroad.until("ply", 5)
    assert _found(abroad) == set()
    abroad.place(8).click()
    page.wait_for_function("() => /^\\[\\[J9/.test(document.querySelector('#status').textContent)")
    assert _found(abroad) == set()
    page.click("#answer")
    page.wait_for_selector("#picture .ghost")
    abroad.place(8).click()
    page.fill("#comment", "Why?")
    page.keyboard.press("Tab")
    page.wait_for_selector("#list .branch")
    assert _found(abroad) == set()


def test_the_texts_of_gipf_are_in_the_tables(abroad: Table) -> None:
    """Nothing stays English on the Gipf board: pushes, rows, and kinds of pieces."""
    page = abroad.page
    abroad.open("gipf", TO_A_ROW)
    assert page.locator("#decide input[type=radio]").count() == 2
    assert _found(abroad) == set()
    abroad.open("gipf-tournament", "Gb2 Gd7")
    abroad.place("e1").click()
    assert page.locator("#gipf-piece").is_visible()
    assert _found(abroad) == set()


def test_the_texts_of_dialogs_are_in_the_tables(abroad: Table) -> None:
    """Nothing stays English in any dialog, nor where a game was deleted."""
    page = abroad.page
    doomed = abroad.open("gomoku-9", "E5")
    abroad.open(moves="K10")
    for opener in ("new-game", "files", "look", "help", "rules"):
        page.click(f"#{opener}")
        page.wait_for_selector("dialog[open] h2")
        assert _found(abroad) == set(), opener
        if opener == "files":
            page.click(f"li[data-game='{doomed['id']}'] button:last-child")
            page.wait_for_selector("dialog .undo")
            page.click("#deleted summary")
            page.wait_for_selector("#deleted .undo")
            assert _found(abroad) == set()
            page.fill("#record", "pente:K10\npente:K10J11")
            page.click("#open-text")
            page.wait_for_selector("#records li >> nth=1")
            assert _found(abroad) == set()
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
    for key in "es":
        page.keyboard.press(key)
        page.wait_for_selector("dialog[open] .log, #editor")
        assert _found(abroad) == set(), key
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
    page.wait_for_selector("#editor", state="detached")
    for kind, level in (("human", ""), ("engine", "1"), ("engine", "10")):
        page.click("#players [data-side='1']")
        page.check(f"dialog [name=kind][value={kind}]", force=True)
        if level:
            page.locator("dialog [name=level]").fill(level)
        assert _found(abroad) == set(), (kind, level)
        page.click("#set-player")


def test_the_answers_to_commands_are_in_the_tables(abroad: Table) -> None:
    """Nothing stays English in what a screen reader hears after typed commands."""
    page, said = abroad.page, set()
    for preset, moves, more in (("pente", "K10 A1", ["1 #"]), ("gipf-basic", "", [])):
        abroad.open(preset, moves)
        for command in ["last", "status", "eval", "best", "captures", "row 10", "row 3", *more]:
            page.fill("#typed-move", command)
            page.keyboard.press("Enter")
            page.wait_for_timeout(60)
            said.add(page.text_content("#live"))
            assert _found(abroad) == set(), command
    assert len(said) > 8
