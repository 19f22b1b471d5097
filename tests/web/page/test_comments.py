"""Comments: each belongs to the move where it was begun, and none is lost."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import pytest

from tests.web.page.conftest import PEOPLE, Table, served

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

STRONG = [{"kind": "human"}, {"kind": "engine", "level": None}]
FIRST, SECOND = "begun before, ", "ended after"


def _comments(table: Table) -> dict[str, str]:
    """Return the server's comments of the game, by the moves that they are about."""
    return {node["move"]: node["comment"] for node in table.game["nodes"] if node["comment"]}


def _saved(table: Table, comments: dict[str, str]) -> None:
    """Check that the server soon has exactly these comments."""
    for _ in range(50):
        if _comments(table) == comments:
            return
        table.page.wait_for_timeout(100)
    assert _comments(table) == comments


def test_a_comment_stays_with_its_move_while_the_engine_plays(table: Table) -> None:
    """Text that is typed before and after the engine's answer belongs to the move where
    it began.
    """
    table.open("gomoku-9", players=STRONG)
    page = table.page
    table.place(40).click()
    table.until("thinking")
    page.locator("#comment").press_sequentially(FIRST)
    node = table.state("viewed")
    table.post(f"games/{table.state('game.id')}/engine", {"go": True, "now": True})
    page.wait_for_function("node => window.table.viewed !== node", arg=node)
    assert "E5" in page.inner_text("#comment-of")
    assert page.get_attribute("#comment", "aria-label") == "Comment on E5"
    page.keyboard.type(SECOND)
    _saved(table, {"E5": FIRST + SECOND})
    page.locator("#comment").blur()
    page.wait_for_function("() => document.querySelector('#comment').value === ''")
    assert page.inner_text("#comment-of") == ""
    assert _comments(table) == {"E5": FIRST + SECOND}


def test_a_comment_stays_with_its_move_when_another_tab_plays(table: Table) -> None:
    """A move from another tab does not take the typed text with it."""
    game = table.open("gomoku-9", "E5 E6")
    page = table.page
    page.locator("#comment").press_sequentially(FIRST)
    table.post(f"games/{game['id']}/play", {"node": 2, "move": "A1"})
    table.until("ply", 3)
    page.keyboard.type(SECOND)
    page.click("#list button >> nth=0")
    table.until("ply", 1)
    _saved(table, {"E6": FIRST + SECOND})
    assert page.input_value("#comment") == ""


@pytest.mark.parametrize("way", ["reload", "close", "elsewhere"])
def test_a_page_that_is_left_at_once_saves_the_comment(table: Table, way: str) -> None:
    """A comment is saved even if the page is left right after typing."""
    game = table.open("gomoku-9", "E5 E6")
    other = Table(table.page.context.new_page(), table.base)
    other.visit(f"#game={game['id']}")
    page = table.page
    page.focus("#comment")
    page.keyboard.insert_text(FIRST)
    if way == "reload":
        page.reload()
    elif way == "close":
        page.close(run_before_unload=True)
    else:
        page.goto("about:blank")
    other.page.wait_for_function("text => window.table.game.nodes[2].comment === text", arg=FIRST)
    if way == "reload":
        page.wait_for_function(
            "text => document.querySelector('#comment').value === text", arg=FIRST
        )


def test_a_comment_is_saved_while_it_is_typed(table: Table) -> None:
    """After a short pause in typing the server has the text, though the box keeps the focus."""
    table.open("gomoku-9", "E5")
    table.page.locator("#comment").press_sequentially(FIRST)
    _saved(table, {"E5": FIRST})
    table.page.keyboard.type(SECOND)
    _saved(table, {"E5": FIRST + SECOND})
    assert table.page.evaluate("document.activeElement.id") == "comment"


def test_a_comment_goes_with_its_game(table: Table) -> None:
    """When another game is opened, the typed text is saved with the old one."""
    old = table.open("gomoku-9", "E5")
    new = table.post("games", {"preset": "gomoku-9", "players": PEOPLE})
    page = table.page
    page.focus("#comment")
    page.keyboard.insert_text(FIRST)
    page.evaluate("id => { location.hash = `game=${id}`; }", new["id"])
    table.until("shown", new["id"])
    assert page.input_value("#comment") == ""
    page.wait_for_timeout(1_000)
    assert [node["comment"] for node in table.get(f"games/{old['id']}")["nodes"]] == ["", FIRST]
    assert _comments(table) == {}


def test_a_comment_outlives_a_restart_of_the_server(
    seat: Callable[..., Table], tmp_path: Path
) -> None:
    """While the server is down the text stays in the box; it is saved when the server is back."""
    with served(str(tmp_path)) as address:
        table = seat("light", address)
        table.open("gomoku-9", "E5 E6")
    page = table.page
    page.locator("#comment").press_sequentially(FIRST)
    page.locator("#comment").blur()
    page.wait_for_selector("#toast:not([hidden])")
    assert page.input_value("#comment") == FIRST
    with served(str(tmp_path), "--port", str(urlsplit(address).port)):
        _saved(table, {"E6": FIRST})
    table.page.close()  # it would complain on, now that the server has ended
    assert all("ERR_CONNECTION_REFUSED" in one for one in table.complaints)
    table.complaints.clear()
