"""Gipf on the page: dots, pushes, rows, GIPF-pieces."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tests.web.page.conftest import Table

# After these, White's a2-c2 makes a row on file b in which a GIPF-piece may stay.
TO_A_ROW = "b4 d7 b6-b3 h4 f8-c6 f2"


def test_a_row_is_chosen_and_confirmed(table: Table) -> None:
    """After a push, the player chooses what to remove; nothing is removed before the
    confirmation.
    """
    table.open("gipf", TO_A_ROW)
    page = table.page
    assert table.place("a2").get_attribute("aria-label") == "a2 dot, 2 pushes"
    table.place("a2").click()
    push = next(one for one in table.state("view.moves") if one["move"] == "a2-c2")
    assert page.locator("#picture .push").count() == 2
    table.place(push["first"]).click()
    table.until("ply", 7)
    assert page.inner_text("#status") == "White to remove a row"
    assert page.locator("#decide input[type=radio]").count() == 2
    assert page.locator("#confirm").is_disabled()
    before = table.state("view.spots")
    page.locator("#decide input").nth(1).check(force=True)
    assert page.locator("#picture .capsule.chosen").count() == 1
    assert page.locator("#picture .picks .capture").count() == 4
    assert table.state("view.spots") == before
    page.click("#confirm")
    table.until("ply", 8)
    assert table.state("game.nodes")[-1]["move"] == "xb2,b3,Gb4,b5"
    assert not {"b2", "b3", "b4", "b5"} & set(table.state("view.spots"))


def test_a_spot_of_the_row_chooses_too(table: Table) -> None:
    """Each press on a piece of the row shows the next choice; Enter off the board removes."""
    table.open("gipf", TO_A_ROW + " a2-c2")
    table.place("b2").focus()
    for choice in (0, 1, 0):
        table.page.keyboard.press("Enter")
        assert table.state("pick.choice") == choice
    table.page.focus("#list")
    table.page.keyboard.press("Enter")
    table.until("ply", 8)
    assert table.state("view.spots")["b4"] == "W"


def test_counters_and_kinds_of_pieces_are_shown(table: Table) -> None:
    """The tournament begins with GIPF-pieces; then a switch selects the kind to bring in."""
    table.open("gipf-tournament", "Gb2 Gd7")
    assert table.page.locator("#players .pile >> nth=0").locator("i").count() == 16
    card = " ".join(table.page.locator("#players button").first.inner_text().split())
    assert card.startswith("Black 16 in reserve, lost 0 GIPF 1")
    table.page.click("#gipf-piece")
    table.place("e1").click()
    table.place("e2").click()
    table.until("ply", 3)
    assert table.state("view.spots")["e2"] == "W"


def test_gipf_is_analysed(table: Table) -> None:
    """Candidates are shown where their pieces come in, and a line's pieces are numbered there."""
    table.open("gipf-basic")
    table.page.click("#mode-analyse")
    page = table.page
    page.click("#analyse")
    table.until("lines", 3)
    assert page.locator("#picture .heat-disc").count() == 3
    page.hover("#lines button >> nth=0")
    page.wait_for_selector("#picture .ghost")
    assert "1" in page.locator("#picture .ghost text").all_text_contents()


def test_gipf_moves_are_typed(table: Table) -> None:
    """Official notation, and dot with first spot, mean the same push."""
    table.open("gipf-basic")
    typed = table.page.locator("#typed-move")
    for ply, move in enumerate(("e1-e3", "c1-c2"), start=1):
        typed.fill(move)
        typed.press("Enter")
        table.until("ply", ply)
    assert [node["move"] for node in table.state("game.nodes")][1:] == ["e1-e3", "c2"]
    assert table.page.inner_text("#live").startswith("Black c2.")
