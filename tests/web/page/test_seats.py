"""Games by invitation: two people and a watcher, each in a browser of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.web.conftest import serving
from tests.web.page.conftest import NOTICE, Table
from tests.web.page.hosts import served
from web.sessions.seats import PATIENCE_S

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from web.settings import Settings

TWO = pytest.mark.served("others cannot come to it")
HOME = "() => window.table.game.seats && !document.querySelector('dialog')"


def _invite(host: Table, guest: Table, *, opening: str = "") -> None:
    """Start a game by link in the dialogue, and let the guest open the link."""
    host.dialog("#new-game")
    host.choose("gomoku-9", "human:", "link:")
    if opening:
        host.page.select_option("select[name=opening]", opening)
    host.page.click("#start-game")
    host.page.wait_for_selector("#invite-link")
    link = host.page.input_value("#invite-link")
    host.leave()
    host.says("not come", "#presence")
    guest.page.goto(link)
    guest.loaded()
    guest.page.wait_for_function(HOME)


def _other_screens(seat: Callable[..., Table]) -> tuple[Table, Table, Table]:
    """The browsers of the host, the guest on a phone, and one who watches."""
    host = seat("light", locale="en")
    host.visit()
    return host, seat("phone", locale="en"), seat("dark", locale="en")


@TWO
def test_two_people_play_by_a_link(seat: Callable[..., Table]) -> None:
    """Each moves own stones in turn, the board lies before each; a third browser watches.

    The address loses the secret. All see a player's name. Both seats stay after a reload; it
    says who is there. A rematch that both want swaps the sides, and all go over to it.
    """
    host, guest, watcher = _other_screens(seat)
    _invite(host, guest)
    assert "seat" not in guest.page.evaluate("location.hash")
    host.says("is here", "#presence")
    guest.says("is here", "#presence")
    watcher.visit("#game=" + host.state("game.id"))
    watcher.says("watch", "#presence")
    assert [one.state("game.seat") for one in (host, guest, watcher)] == [0, 1, None]
    guest.page.fill(".name-row input", "Bea")
    guest.page.keyboard.press("Enter")
    for one in (host, guest, watcher):
        one.says("Bea", "#players")
    assert (guest.page.locator(".name-row").count(), host.page.locator(".name-row").count()) == (
        0,
        1,
    )
    corners = [table.place(0).bounding_box() for table in (host, guest)]
    assert corners[0]["y"] < host.place(80).bounding_box()["y"]
    assert corners[1]["y"] > guest.place(80).bounding_box()["y"]
    for other in (guest, watcher):
        other.place(40).click()
        other.says("other player|watch", NOTICE)
    for ply, point in enumerate((0, 9, 1, 10, 2, 11, 3, 12, 4)):
        mover = (host, guest)[ply % 2]
        mover.until("ply", ply)
        mover.press(point)
        if ply == 3:
            for table in (host, guest):
                table.until("ply", 4)
                table.page.reload()
                table.loaded()
    for table in (host, guest, watcher):
        table.until("over")
    host.says("You win", "#headline")
    guest.says("other player wins", "#headline")
    assert not watcher.page.locator("#rematch, #resign, #draw").count()
    first = host.state("game.id")
    guest.page.click("#rematch")
    host.says("offers a rematch", "#offer")
    host.page.click("#accept")
    for table in (host, guest, watcher):
        table.moved_on(first)
    assert [one.state("game.seat") for one in (host, guest, watcher)] == [1, 0, None]
    guest.press(40)
    host.until("ply", 1)
    guest.page.close()
    host.says("has left", "#presence")


@TWO
def test_what_needs_both_is_asked(seat: Callable[..., Table]) -> None:
    """Draw and takeback: the other is told, and answers by keyboard, by a finger, or by a move.

    Nobody gets help meanwhile; afterwards a player tries moves, and the other's board stays.
    """
    host, guest, watcher = _other_screens(seat)
    _invite(host, guest)
    watcher.visit("#game=" + host.state("game.id"))
    host.press(40)
    guest.until("ply", 1)
    host.keys("u")
    guest.says("asks to take a move back", "#live")
    guest.turn_to("moves")
    host.page.click("#withdraw")
    guest.page.wait_for_selector("#offer", state="detached")
    host.keys("u")
    guest.page.locator("#accept").tap()
    for table in (host, guest, watcher):
        table.until("ply", 0)
    host.press(41)
    guest.until("ply", 1)
    guest.page.click("#draw")
    host.says("offers a draw", "#offer")
    assert not watcher.page.locator("#offer").count()
    guest.press(50)
    host.until("ply", 2)
    host.says("offers a draw", "#offer")
    host.press(51)
    guest.says("has declined", NOTICE)
    for help_ in ("#mode-analyse", "#hint"):
        host.page.click(help_)
        host.says("over", NOTICE)
    host.page.click("#draw")
    guest.says("offers a draw", "#offer")
    guest.page.focus("#accept")
    guest.page.keyboard.press("Enter")
    for table in (host, guest, watcher):
        table.until("over")
        table.says("agreement")
    host.page.click("#mode-analyse")
    host.place(60).click()
    host.until("ply", 4)
    guest.page.wait_for_function("() => window.table.game.nodes.some((one) => one.tried)")
    assert guest.state("view.ply") == 3
    guest.says("agreement")


@pytest.mark.nightly
@TWO
def test_both_place_an_opening(seat: Callable[..., Table], tmp_path: Path) -> None:
    """In Swap2 the host places three stones, the guest adds two, the host takes a side.

    The server may restart meanwhile.
    """
    with served(str(tmp_path)) as address:
        host = seat("light", address, locale="en")
        host.visit()
        guest = seat("phone", address, locale="en")
        _invite(host, guest, opening="swap2")
        stones = "count => window.table.view.cells.replaceAll('.', '').length === count"
        guest.place(1).click()
        guest.says("other player", NOTICE)
        for count, point in enumerate((0, 10, 20), 1):
            host.press(point)
            for table in (host, guest):
                table.page.wait_for_function(stones, arg=count)
    port = address.rpartition(":")[2]
    with served(str(tmp_path), "--port", port):
        for table in (host, guest):
            table.complaints.clear()
        guest.page.wait_for_selector("#offline", state="hidden")
        guest.page.click("#add-two")
        for count, point in enumerate((30, 40), 4):
            guest.press(point)
            for table in (host, guest):
                table.page.wait_for_function(stones, arg=count)
        host.page.click("#take-1")
        host.page.wait_for_function("() => window.table.game.seat === 1")
        guest.page.wait_for_function("() => window.table.game.seat === 0")
        assert host.game["opening"] == {"rule": "swap2", "placer": 1}
        host.press(50)
        guest.until("ply", 6)
        for table in (host, guest):
            table.page.close()
            table.complaints.clear()


@pytest.mark.nightly
@TWO
def test_who_waits_ends_a_game_that_a_player_left(
    seat: Callable[..., Table], settings: Settings
) -> None:
    """It says when that is possible; after minutes a button claims the win, from the own seat."""
    with serving(settings) as server:
        host = seat("light", f"http://127.0.0.1:{server.port}", locale="en")
        host.visit()
        guest = seat("phone", host.base, locale="en")
        _invite(host, guest)
        host.press(40)
        guest.until("ply", 1)
        guest.page.close()
        server.until(lambda: len(server.service.hub) == 1)
        server.pass_time(10)
        host.says("has left. After 5 minutes", "#presence")
        assert not host.page.locator("#claim-win, #claim-draw").count()
        server.pass_time(PATIENCE_S + 1)
        host.page.wait_for_selector("#claim-draw")
        host.page.click("#claim-win")
        host.says("by forfeit", "#headline, #speech")
        assert not host.page.locator("#claim-win, #claim-draw").count()
        host.page.close()
