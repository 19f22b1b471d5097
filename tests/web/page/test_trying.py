"""Trying moves out: variations, both colours of a finished game, another go at a mistake."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.web.page.conftest import Table

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
