"""Trying moves out: variations, both colours of a finished game, another go at a mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.web.page.conftest import Table

SAYS = "text => new RegExp(text).test(document.querySelector('#status').textContent)"
MOVES = "K10 J11 K7 K8 J7 L7"


def test_a_variation_is_played_again(table: Table) -> None:
    """Undo and redo within a variation stay in it, and the main line stays the main line."""
    table.open(moves=MOVES)
    page, main = table.page, table.state("game.main")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    table.until("ply", 4)
    for ply, point in ((5, 0), (6, 1)):
        table.place(point).click()
        table.until("ply", ply)
    tried = table.state("viewed")
    for key, ply in (("u", 5), ("u", 4), ("y", 5), ("y", 6)):
        page.keyboard.press(key)
        table.until("ply", ply)
    assert table.state("viewed") == tried
    for key, ply in (("u", 5), ("u", 4)):
        page.keyboard.press(key)
        table.until("ply", ply)
    table.place(2).click()
    table.until("ply", 5)
    assert table.state("game.main") == main


AGAINST = [{"kind": "human", "name": "You"}, {"kind": "engine", "level": 1}]


def test_both_colours_of_a_finished_game_are_tried(table: Table) -> None:
    """After a resignation either colour is moved, no engine answers, and the result stays."""
    game = table.open(moves="K10 A1 E1 B1")
    at = f"games/{game['id']}"
    table.post(f"{at}/players", {"players": AGAINST})
    table.post(f"{at}/resign", {})
    page = table.page
    table.until("over")
    page.keyboard.press("ArrowLeft")
    table.until("ply", 3)
    for ply, point in ((4, 0), (5, 1), (6, 2)):
        assert "open" in (table.place(point).get_attribute("class") or "")
        table.place(point).click()
        table.until("ply", ply)
    page.wait_for_timeout(300)
    assert table.state("view.ply") == 6, "no engine answers"
    assert table.game["main"] == game["main"]
    page.click("#mode-play")
    table.until("ply", 4)
    assert table.state("game.result.termination") == "resignation"
    page.click("#mode-analyse")
    page.keyboard.press("ArrowLeft")
    table.until("ply", 3)
    page.click("#play-on")
    table.until("mine", 0)  # the engine, whose turn it is, moves


def test_a_game_goes_on_after_tries(table: Table) -> None:
    """Tries leave no trace in the game: back in Play, the next move is the main line."""
    table.open(players=AGAINST)
    page = table.page
    table.place(180).click()
    table.until("answered", 0)
    ply = table.state("view.ply")
    page.keyboard.press("p")
    for by, point in ((1, 0), (2, 20), (3, 40)):
        table.place(point).click()
        table.until("ply", ply + by)
    page.keyboard.press("u")
    table.until("ply", ply + 2)
    assert not table.game["thinking"]
    page.keyboard.press("p")
    table.until("ply", ply)
    table.place(60).click()
    table.until("answered", ply)
    game = table.game
    node = next(one for one in game["nodes"] if one["id"] == game["main"][ply + 1])
    assert node["move"] == "D16"


def test_a_retry_is_judged(table: Table) -> None:
    """Either side's mistake is tried again: a wrong move is answered, the answer is drawn."""
    table.open(moves="E5 E6 D5 D6 C5 A1", preset="gomoku-9")  # Black had to stop the open three
    page = table.page
    page.keyboard.press("p")
    page.click("#review")
    table.until("reviewed")
    node = table.game["nodes"][-1]
    assert node["mark"], "the second player's mistake"
    assert table.state("analysis") is None, "no analysis has run"
    page.keyboard.press("End")
    table.until("ply", 6)
    page.click("#retry")
    table.until("ply", 5)
    table.place(8).click()
    page.wait_for_function(SAYS, arg="^J9 loses.* it lets .5 make an open four.*Try again")
    table.until("ply", 5)
    assert table.state("retry") == node["id"]
    best = table.game["nodes"][-1]
    page.click("#answer")
    page.wait_for_selector("#picture .ghost")
    said = page.inner_text("#status")
    assert said.startswith("Best was "), best
    page.keyboard.press("ArrowRight")
    table.until("ply", 6)
    page.click("#retry")
    table.until("ply", 5)
    page.fill("#typed-move", said.split()[2].rstrip("."))
    page.press("#typed-move", "Enter")
    page.wait_for_function(SAYS, arg="is right")
    assert table.state("retry") is None


def test_after_a_retry_comes_the_next_mistake_of_the_game(table: Table) -> None:
    """A retry leaves the main line; the next mistake is that of the game; tries do not count."""
    game = table.open("gomoku-15", "H8 A1 H9 A2 H10 A15 B14 H11")
    at, page = f"games/{game['id']}", table.page
    for node in (2, 7):
        table.post(f"{at}/judge", {"node": node})
    page.click("#mode-analyse")
    page.wait_for_function("() => window.table.game.nodes.filter((node) => node.mark).length === 2")
    assert page.inner_text("#review-note") == "2 marked"
    page.keyboard.press("Home")
    page.keyboard.press("n")
    table.until("ply", 2)
    page.keyboard.press("t")
    table.until("ply", 1)
    table.place(224).click()
    page.wait_for_function(SAYS, arg="Try again")
    assert page.inner_text("#review-note") == "2 marked"
    page.keyboard.press("/")
    page.keyboard.type(table.state("game.nodes")[1]["best"]["moves"][0])
    page.keyboard.press("Enter")
    page.wait_for_function(SAYS, arg="is right")
    page.locator("#typed-move").blur()
    page.keyboard.press("n")
    page.wait_for_function("() => window.table.viewed === 7")
