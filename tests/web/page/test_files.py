"""Records, addresses, pictures and folders: whatever the page exports, it can import."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.page.conftest import served
from web.sessions.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.web.page.conftest import Table

MOVES = "K10 J11 K7 K8 J7 L7 J9 H7 M6 H8"
PNG = b"\x89PNG\r\n\x1a\n"
COMMENT = "a <b>sharp</b> move & more"
INPUT = "WHITE\n100\n0,0\n"


def _moves(table: Table) -> list[str]:
    """Return the main line of the game on the page."""
    game = table.game
    by_id = {node["id"]: node for node in game["nodes"]}
    return [by_id[one]["move"] for one in game["main"][1:]]


def _saved(table: Table, button: str) -> tuple[str, bytes]:
    """Return name and content of the file that a button of the dialogue gives."""
    with table.page.expect_download() as download:
        table.page.click(button)
    name = download.value.suggested_filename
    with open(download.value.path(), "rb") as file:
        return name, file.read()


@pytest.mark.parametrize("kind", ["json", "pente", "sgf", "psq"])
def test_a_saved_game_opens_again(table: Table, tmp_path: Path, kind: str) -> None:
    """A game that is saved in any format and opened again has the same moves; a reload loses
    nothing.
    """
    old = table.open(moves=MOVES)
    page = table.page
    page.click("#files")
    page.select_option("#format", kind)
    name, content = _saved(table, "#save")
    page.reload()
    table.visit("")
    table.until("shown", old["id"])
    assert _moves(table) == MOVES.split()
    path = tmp_path / name
    path.write_bytes(content)
    page.click("#files")
    page.set_input_files("#open-file", path)
    page.wait_for_function("id => window.table.game.id !== id", arg=old["id"])
    assert _moves(table) == MOVES.split()
    assert table.state("view.captured") == [2, 2]


def test_a_gipf_record_opens_again(table: Table) -> None:
    """A record of Gipf, pasted as text, is the same game."""
    moves = "b4 d7 b6-b3 h4 f8-c6 f2 a2-c2 xb2,b3,b5"
    old = table.open("gipf", moves)
    page = table.page
    page.click("#files")
    page.select_option("#format", "gipf")
    _, content = _saved(table, "#save")
    page.fill("#record", content.decode())
    page.click("#open-text")
    page.wait_for_function("id => window.table.game.id !== id", arg=old["id"])
    assert _moves(table) == moves.split()


def test_an_address_carries_the_game(table: Table) -> None:
    """The shared address opens the game; the record is in its fragment."""
    table.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    old = table.open(moves=MOVES)
    page = table.page
    page.click("#files")
    page.click("#share")
    page.click("#copy-link")
    page.wait_for_selector("#toast:not([hidden])")
    address = page.evaluate("navigator.clipboard.readText()")
    assert address.startswith(f"{table.base}/#")
    page.goto("about:blank")
    page.goto(address)
    table.visit("#" + address.split("#")[1])
    page.wait_for_function(
        "id => window.table.game?.id && window.table.game.id !== id", arg=old["id"]
    )
    assert _moves(table) == MOVES.split()


@pytest.mark.parametrize("start", ["limit=2", "w_3_3_Kh2_Wb2_turns=8_limit=10"])
def test_an_address_may_carry_a_start_of_its_own(table: Table, start: str) -> None:
    """An address may have a start position and a limit of turns, which ends the game here."""
    old = table.open(moves=MOVES)
    table.visit(f"#gipf-basic@{start}:c1-c2.d1-d2")
    table.page.wait_for_function(
        "id => window.table.game?.id && window.table.game.id !== id", arg=old["id"]
    )
    assert table.page.evaluate("window.table.game.result.termination") == "game length"


def test_a_record_is_copied_and_pasted(table: Table) -> None:
    """Ctrl-C puts pente.org's text on the clipboard, Ctrl-V opens it."""
    table.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    old = table.open(moves=MOVES)
    page = table.page
    page.keyboard.press("Control+c")
    page.wait_for_selector("#toast:not([hidden])")
    assert page.evaluate("navigator.clipboard.readText()").startswith("[Game ")
    page.keyboard.press("Control+v")
    page.wait_for_function("id => window.table.game.id !== id", arg=old["id"])
    assert _moves(table) == MOVES.split()


def test_nonsense_is_refused_in_words(table: Table) -> None:
    """A text that is no record leaves the game unchanged, and the page says why."""
    old = table.open(moves=MOVES)
    page = table.page
    page.click("#files")
    page.fill("#record", "no record at all")
    page.click("#open-text")
    page.wait_for_selector("#toast:not([hidden])")
    assert page.inner_text("#toast")
    assert table.state("game.id") == old["id"]


@pytest.mark.parametrize("preset", ["pente", "gipf-basic"])
def test_pictures_are_whole(table: Table, preset: str) -> None:
    """The SVG needs no styles or addresses of the page; the PNG is a valid file."""
    table.open(preset, "K10 J11" if preset == "pente" else "")
    table.page.keyboard.press("w")
    name, drawing = _saved(table, "#picture-svg")
    assert name.endswith(".svg")
    assert drawing.startswith(b"<svg")
    assert b"var(" not in drawing
    assert b"class=" not in drawing
    assert drawing.count(b"<circle") > 10
    name, picture = _saved(table, "#picture-png")
    assert name.endswith(".png")
    assert picture.startswith(PNG)
    assert len(picture) > 20_000


def test_a_harness_folder_is_replayed(table: Table, tmp_path: Path) -> None:
    """input.txt and output.txt chosen together become a position and the move that was played."""
    rows = ["." * 19] * 19
    rows[9] = "." * 9 + "w" + "." * 9
    rows[8] = "." * 9 + "b" + "." * 9
    (tmp_path / "input.txt").write_text(INPUT + "\n".join(rows) + "\n")
    (tmp_path / "output.txt").write_text("13K\n")
    table.open()
    table.page.click("#files")
    table.page.set_input_files("#open-file", [tmp_path / "input.txt", tmp_path / "output.txt"])
    table.page.wait_for_function("() => window.table.view.cells?.includes('b')")
    assert _moves(table)[-1] == "K13"
    assert table.state("view.cells").count("w") == 2


def test_variations_have_a_place_in_the_list(table: Table) -> None:
    """A move from an earlier position branches; it can be commented, promoted and deleted."""
    table.open(moves=MOVES)
    page = table.page
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    table.until("ply", 7)
    table.place(0).click()
    table.until("ply", 8)
    assert page.locator("#list .branch button").all_text_contents() == ["A19"]
    page.fill("#comment", COMMENT)
    page.locator("#comment").blur()
    page.wait_for_selector("#list .note")
    assert page.inner_text("#list .note") == COMMENT
    assert page.locator("#list .note b").count() == 0
    page.click("[aria-label='Make it the main line']")
    page.wait_for_function("() => window.table.game.main.includes(window.table.viewed)")
    assert _moves(table)[-1] == "A19"
    page.click("#list .branch button >> nth=0")
    page.click("[aria-label='Delete this variation']")
    page.wait_for_selector("#list .branch", state="detached")
    _only_main_line(table.game)


def _only_main_line(game: dict[str, Any]) -> None:
    """Check that only the main line is left."""
    assert [node["id"] for node in game["nodes"]] == game["main"]


def test_a_deletion_is_undone_in_its_place(table: Table) -> None:
    """After the key Delete, a line with Undo has the focus; both are announced."""
    doomed = table.open("gomoku-9", "E5 E6 D4")
    table.open("gomoku-15")
    page = table.page
    page.click("#files")
    line = page.locator(f"li[data-game='{doomed['id']}']")
    line.locator("[aria-label^='Delete']").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.matches('dialog .undo')")
    assert "Deleted" in line.inner_text()
    assert page.inner_text("dialog [role=status]").startswith("Deleted: ")
    assert doomed["id"] not in [one["id"] for one in table.get("games")]
    page.keyboard.press("Enter")
    line.locator("[aria-label^='Delete']").wait_for()
    page.wait_for_function("() => document.activeElement.matches('dialog li[data-game] .grow')")
    assert page.inner_text("dialog [role=status]").startswith("Restored: ")
    page.keyboard.press("Enter")
    table.until("shown", doomed["id"])
    assert _moves(table) == ["E5", "E6", "D4"]


def test_a_deletion_is_undone_after_the_page_was_closed(table: Table) -> None:
    """A deleted game is in a second list, from which it can be restored."""
    doomed = table.open("gomoku-9", "E5 E6 D4")
    table.open("gomoku-15")
    page = table.page
    page.click("#files")
    page.click(f"li[data-game='{doomed['id']}'] [aria-label^='Delete']")
    page.wait_for_selector("dialog .undo")
    table.visit()
    page.click("#files")
    page.wait_for_selector("li[data-game]")
    assert page.locator(f"li[data-game='{doomed['id']}']").count() == 0
    page.click("#deleted summary")
    page.click("#deleted .undo >> nth=0")
    page.wait_for_selector(f"li[data-game='{doomed['id']}']")
    assert doomed["id"] in [one["id"] for one in table.get("games")]


def test_a_long_list_of_games_is_searched(seat: Callable[..., Table], tmp_path: Path) -> None:
    """A button adds the next games and goes to the first of them; a search asks the server."""
    store = Store(str(tmp_path))
    body = b'{"players": [{"name": "Zo\xc3\xab"}]}'
    for number in range(130):
        row = (f"g{number}", f"2026-01-01T00:{number:03}", "pente", f"Pente {number}", 9, "")
        store.save(row, body if number == 5 else b"{}")
    store.close()
    with served(str(tmp_path)) as base:
        table = seat("phone", base=base)
        page = table.page
        table.visit()
        assert len(table.get("games")) == 130, "a visit saves nothing"
        page.click("#files")
        lines = page.locator("#find-game ~ .saved li[data-game]")
        page.wait_for_selector("li[data-game]")
        assert lines.count() == 100
        page.locator("dialog .more:visible").focus()
        page.keyboard.press("Enter")
        page.wait_for_selector("li[data-game=g0]")
        assert page.evaluate("document.activeElement.innerText").startswith("Pente 29 ")
        assert lines.count() == 130
        assert page.locator("dialog .more:visible").count() == 0
        page.fill("#find-game", "ZOË")
        page.wait_for_selector("li[data-game=g0]", state="detached")
        assert lines.locator(".grow").all_inner_texts() == ["Pente 5 · 9 moves"]
        assert page.inner_text("dialog [role=status]") == "1 game found"


def test_a_game_of_a_collection_is_chosen(table: Table, tmp_path: Path) -> None:
    """By keyboard, one of the games opens and is saved, or all go to the explorer."""
    (tmp_path / "club.txt").write_text(f"{HEADERS}\n{HEADERS.replace('bob', 'eve')}", "ascii")
    table.open(moves="K10")
    page, before = table.page, len(table.get("games"))
    page.click("#files")
    page.set_input_files("#open-file", tmp_path / "club.txt")
    page.wait_for_selector("#records li >> nth=1")
    assert "club.txt holds 2 games" in page.inner_text("dialog .body p >> nth=0")
    assert len(table.get("games")) == before
    page.locator("#records button").nth(1).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("dialog", state="detached")
    assert table.state("game.title").endswith("alice - eve (game 2 of 2)")
    assert len(table.get("games")) == before + 1
    page.click("#files")
    page.set_input_files("#open-file", tmp_path / "club.txt")
    page.click("#explore-all")
    page.locator("#explorer-course", has_text="club.txt: ").wait_for()
    page.wait_for_selector("#stop-import", state="detached")
    (found,) = table.get("explorer")["collections"]
    assert (found["name"], found["games"]) == ("club.txt", 2)
    assert len(table.get("games")) == before + 1
    table.page.request.delete(f"{table.base}/api/explorer/collections/{found['id']}")


HEADERS = """[Game "Pente"]
[Site "Pente.org"]
[Event "Tournament 9"]
[Round "2"]
[Section "1"]
[Date "01/02/2024"]
[Time "10:11:12"]
[TimeControl "20+0"]
[Rated "Y"]
[Player 1 Name "alice"]
[Player 2 Name "bob"]
[Player 1 Rating "1800"]
[Player 2 Rating "1750"]
[Player 1 Type "Human"]
[Player 2 Type "Computer"]
[Result "1-0"]

1. K10 J11 2. K7 K8 3. J7 L7 1-0
"""


def test_headers_of_pente_org_come_back(table: Table) -> None:
    """A text of pente.org, opened and saved, is the same; a game of one's own has its date."""
    own = table.open(moves="K10 J11")
    page = table.page
    page.click("#files")
    page.select_option("#format", "pente")
    today = page.evaluate(
        "new Date().toLocaleDateString('en-US', "
        "{ year: 'numeric', month: '2-digit', day: '2-digit' })"
    )
    assert f'[Date "{today}"]' in _saved(table, "#save")[1].decode()
    page.fill("#record", HEADERS)
    page.click("#open-text")
    page.wait_for_function("id => window.table.game.id !== id", arg=own["id"])
    page.click("#files")
    page.select_option("#format", "pente")
    assert _saved(table, "#save")[1].decode().splitlines() == HEADERS.splitlines()


def test_a_zip_archive_opens(table: Table, tmp_path: Path) -> None:
    """Its games are listed, and a bad one is named; commas separate points."""
    table.open(moves="K10")
    page, path = table.page, tmp_path / "club.zip"
    with zipfile.ZipFile(path, "w") as made:
        made.writestr("a/bad.psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,8,0\n-1\n")
        made.writestr("a/good.psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,8,0\n-1\n")
    page.click("#files")
    page.set_input_files("#open-file", path)
    page.wait_for_selector("#records li >> nth=1")
    assert "club.zip/a/bad.psq" in page.inner_text("#records")
    page.click("#records button")
    page.wait_for_function("() => window.table.game.main.length === 3")
    assert _moves(table) == ["H8", "J8"]
    page.click("#files")
    page.fill("#record", "H8, J9, K10")
    page.click("#open-text")
    page.wait_for_function("() => window.table.game.main.length === 4")
    assert _moves(table) == ["H8", "J9", "K10"]


def test_an_address_that_is_no_text_opens_the_last_game(table: Table) -> None:
    """`#100%` is no valid address; the page shows the last game."""
    game = table.open(moves="K10 J11")
    table.page.goto("about:blank")
    table.visit("#100%")
    table.until("shown", game["id"])
    assert table.page.locator("#grid button").count() == 361


def test_the_list_tells_the_result_of_the_main_line(table: Table) -> None:
    """A resignation is no result of the game once another line is the main line."""
    game = table.open("gomoku-9", "E5 E6 D4")
    page = table.page
    page.click("#resign")
    table.until("over")
    page.keyboard.press("ArrowLeft")
    table.until("ply", 2)
    table.place(0).click()
    table.until("ply", 3)
    for press, text in ((None, "resignation"), ("[aria-label='Make it the main line']", "3 moves")):
        if press:
            page.click(press)
            page.wait_for_function("() => window.table.game.main.includes(window.table.viewed)")
        page.click("#files")
        line = page.locator(f"li[data-game='{game['id']}'] .grow")
        assert text in line.inner_text()
        assert press is None or "resignation" not in line.inner_text()
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")


def test_a_position_without_moves_is_copied(table: Table) -> None:
    """Ctrl-C copies also a game that does not begin with the empty board, and it opens again."""
    table.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    game = table.open(moves="K10 J11")
    page = table.page
    page.click("#files")
    page.select_option("#format", "position")
    page.click("#copy")
    page.wait_for_selector("#toast:not([hidden])")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.keyboard.press("Control+v")
    page.wait_for_function("id => window.table.game.id !== id", arg=game["id"])
    cells, second = table.state("view.cells"), table.state("game.id")
    page.evaluate("navigator.clipboard.writeText('')")
    page.keyboard.press("Control+c")
    page.locator("#toast", has_text="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").startswith("(;")
    page.keyboard.press("Control+v")
    page.wait_for_function("id => window.table.game.id !== id", arg=second)
    assert table.state("view.cells") == cells


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("K10 J11 K7", "K7"),
        ("k10, j11, k7", "K7"),
        ("k10j11k7", "K7"),
        ("h8h9i9", "J9"),
        ("H8 H9\nI9", "J9"),
    ],
)
def test_a_list_of_moves_is_pasted(table: Table, text: str, last: str) -> None:
    """Bare points open as a game, with blanks or without, also if columns are counted with an i."""
    table.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    game = table.open()
    page = table.page
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    page.keyboard.press("Control+v")
    page.wait_for_function("id => window.table.game.id !== id", arg=game["id"])
    assert _moves(table)[-1] == last
