"""Sharing a game: a file that opens alone, a GIF, and links that come from anybody."""

from __future__ import annotations

import io
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image

from tests.web.page import pseudo
from tests.web.page.conftest import Table, served
from tests.web.page.test_access import _faults

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Page


MOVES = "K10 L10 A1 M10 N10 B2"  # N10 captures two


def saved(table: Table, button: str, folder: Path) -> Path:
    """Press a button of the share dialog; return the file that the browser saves."""
    table.page.keyboard.press("w")
    with table.page.expect_download() as waiting:
        table.page.click(button)
    path = folder / waiting.value.suggested_filename
    waiting.value.save_as(path)
    return path


@contextmanager
def alone(table: Table, path: Path) -> Iterator[Page]:
    """The file in a page of its own; afterwards it has requested nothing and reported no error."""
    page, asked, complaints = table.page.context.new_page(), list[str](), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(path.as_uri())
    yield page
    assert asked == [path.as_uri()]
    assert complaints == []
    page.close()


def stones(page: Page) -> int:
    """Return the number of stones on the shared board."""
    return page.locator("#board > g > circle[r='14.1']").count()


def test_a_game_is_a_file_that_opens_without_a_server(table: Table, tmp_path: Path) -> None:
    """A saved page shows the game from a folder: keys, variations, comments, marks, captures."""
    game = table.open(moves=MOVES)
    at = f"games/{game['id']}"
    table.post(f"{at}/comment", {"node": 2, "text": "<i>Why</i> here?"})
    table.post(f"{at}/play", {"node": 1, "move": "K11", "explore": True})
    table.post(f"{at}/judge", {"node": 4})
    path = saved(table, "#save-page", tmp_path)
    with alone(table, path) as page:
        now = page.locator("#now")
        assert now.inner_text() == "Start of the game"
        for number in range(1, 4):
            page.keyboard.press("ArrowRight")
            assert stones(page) == number
        page.keyboard.press("End")
        assert now.inner_text() == "6. Black B2"
        assert stones(page) == 4
        assert "captured by White: 2" in page.inner_text("#side")
        page.keyboard.press("Home")
        page.keyboard.press("ArrowRight")
        page.keyboard.press("ArrowRight")
        assert page.inner_text("#comment") == "<i>Why</i> here?"
        page.keyboard.press("ArrowDown")
        assert now.inner_text() == "2. Black K11"
        page.click("#list button:has-text('M10')")
        assert now.inner_text().startswith("4. Black M10")
        page.set_viewport_size({"width": 844, "height": 390})
        assert page.locator("#graph").evaluate("one => one.clientHeight") > 50, "on its side, too"
        assert page.locator("#graph polyline").count() == 1
        assert _faults(Table(page, table.base)) == []
        page.emulate_media(color_scheme="dark")
        assert _faults(Table(page, table.base)) == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.keyboard.press("Home")
        page.keyboard.press("Space")
        page.wait_for_function("() => document.querySelector('#now').textContent.startsWith('2.')")


def test_a_game_of_gipf_is_a_file_too(table: Table, tmp_path: Path) -> None:
    """The hexagonal board has its pieces, with rings for GIPF-pieces."""
    table.open("gipf", "b4 d7 b6-b3")
    path = saved(table, "#save-page", tmp_path)
    with alone(table, path) as page:
        before = page.locator("#board > g > circle").count()
        page.keyboard.press("End")
        assert page.locator("#board > g > circle").count() == before + 3 + 1  # pieces, last mark


def test_a_gif_is_saved(table: Table, tmp_path: Path) -> None:
    """The GIF shows the line in view, move by move."""
    table.open(moves=MOVES)
    path = saved(table, "#save-gif", tmp_path)
    with Image.open(io.BytesIO(path.read_bytes())) as gif:
        assert gif.n_frames == 7  # type: ignore[attr-defined]  # of a GIF
    assert path.suffix == ".gif"


def test_another_copy_opens_a_link(seat: Callable[..., Table], tmp_path: Path) -> None:
    """A link to the shown position opens on another server, with the moves before it."""
    table = seat("light")
    table.open(moves=MOVES)
    table.page.keyboard.press("ArrowLeft")
    table.until("ply", 5)
    table.page.keyboard.press("w")
    table.page.click("text=The game up to the shown position")
    table.page.wait_for_function("() => document.querySelector('#link').value.endsWith('M10N10')")
    link = table.page.input_value("#link")
    assert link == f"{table.base}/#pente:{MOVES.replace(' ', '')[:-2]}"
    with served(str(tmp_path)) as base:
        page = table.page.context.new_page()
        page.goto(base + "/" + link.split("/")[-1])
        page.wait_for_selector("#list button:has-text('N10')")
        assert page.locator("#list button").count() == 5
        page.close()


@pytest.mark.parametrize(
    ("fragment", "reason"),
    [
        ("pente:K10K10", "K10 is occupied"),
        ("pente:J10", "must lie on K10"),
        ("chess:e2e4", "no game is called"),
        ("pente:" + "K10" * 3000, "too long: 9,006 characters"),
        ("100%", "names no game"),
        ("game=0123456789abcdef", "does not have the game"),
        ("<img src=x onerror=alert(1)>", "names no game"),
        ("pente:<script>alert(1)</script>", "no move"),
        ("json:%7B%7D", "no game is called"),
    ],
)
def test_a_hostile_link_is_refused_in_words(table: Table, fragment: str, reason: str) -> None:
    """The page says why it opens no game of the link, and shows the last game instead."""
    game = table.open(moves="K10 J11")
    count = len(table.get("games"))
    table.page.goto("about:blank")
    table.visit(f"#{fragment}")
    table.page.wait_for_selector("#toast:not([hidden])")
    assert reason in table.page.inner_text("#toast")
    table.until("shown", game["id"])
    assert len(table.get("games")) == count


def test_the_texts_of_sharing_are_in_the_table(seat: Callable[..., Table]) -> None:
    """On a phone the dialog fits; no text stays English in another language."""
    table = seat("phone", locale="en-GB")
    pseudo.speak_pseudo(table.page.context)
    table.open(moves="K10")
    page: Any = table.page
    page.keyboard.press("w")
    page.wait_for_function("() => document.querySelector('#link')?.value")
    assert pseudo.untranslated(table, pseudo.said_by_server(table)) == set()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
