"""Records, addresses, pictures and folders: whatever the page exports, it can import."""

from __future__ import annotations

import io
import zipfile
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from PIL import Image

from tests.web.page.axe import faults
from tests.web.page.conftest import NOTICE, eventually
from tests.web.page.held import holding
from tests.web.page.hosts import served
from web.sessions.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.web.page.conftest import Table

MOST_PICTURE = 300_000  # bytes
MOVES = "K10 J11 K7 K8 J7 L7 J9 H7 M6 H8"
COLLECTION = """[Game "Pente"]
[Player 1 Name "alice"]
[Player 2 Name "bob"]

1. K10 J11 2. K7 K8
"""
TODAY = """new Date().toLocaleDateString('en-US',
  { year: 'numeric', month: '2-digit', day: '2-digit' })"""
DROP = """() => {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File(["K10 J11 K7"], "moves.txt"));
  const about = { bubbles: true, cancelable: true, dataTransfer };
  const target = document.querySelector("dialog");
  return ["dragover", "drop"].map((kind) => target.dispatchEvent(new DragEvent(kind, about)));
}"""
# The move list as it is, and made anew.
LISTED = """async () => {
  const { setting } = await import("/js/game/store.js");
  const list = document.querySelector("#list");
  const made = list.innerHTML;
  for (const coordinates of ["none", "letters"]) {
    setting({ coordinates });
    await new Promise((done) => requestAnimationFrame(done));
  }
  return [made, list.innerHTML];
}"""
ABOVE = """box => box.contains(document.elementFromPoint(
  innerWidth / 2, box.getBoundingClientRect().top + 9))"""


@pytest.mark.site("Firefox gives its driver no files", nightly=True)
def test_a_saved_game_opens_again(table: Table, page: Page, tmp_path: Path) -> None:
    """It has the same moves, and the date of today; a reload loses nothing."""
    old = table.open(moves=MOVES)
    table.dialog("#share")
    page.select_option("#format", "pente")
    name, content = table.saved("#save")
    assert f'[Date "{page.evaluate(TODAY)}"]' in content.decode()
    path = tmp_path / name
    path.write_bytes(content)
    table.leave()
    table.dialog("#files")
    page.set_input_files("#open-file", path)
    table.moved_on(old["id"])
    assert table.moves() == MOVES.split()
    assert table.state("view.captured") == [2, 2]
    page.wait_for_selector("dialog", state="detached")
    table.show(old)
    page.reload()
    table.visit()
    table.until("shown", old["id"])
    assert table.moves() == MOVES.split()


def test_games_go_over_the_clipboard(table: Table, page: Page) -> None:
    """Records, positions and addresses are copied and open again; lists of moves are pasted.

    The page tells the length of the main line: variations do not count.
    """
    table.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    old = table.open(moves=MOVES)
    clipboard = "navigator.clipboard.readText()"
    table.keys("Control+c")
    page.wait_for_selector(NOTICE)
    assert page.evaluate(clipboard).startswith("[Game ")
    table.keys("Control+v")
    table.moved_on(old["id"])
    assert table.moves() == MOVES.split()
    table.dialog("#share")
    page.select_option("#format", "position")
    page.click("#copy")
    eventually(page, lambda: not page.evaluate(clipboard).startswith("[Game"))
    table.leave()
    before, cells = table.state("game.id"), table.state("view.cells")
    table.keys("Control+v")
    table.moved_on(before)
    assert table.state("view.cells") == cells
    table.keys("Control+c")  # the record of a game that does not begin with the empty board
    eventually(page, lambda: page.evaluate(clipboard).startswith("(;"))
    for text, last in ((VARIED, "A19"), ("k10, j11, k7", "K7"), ("H8 H9\nI9", "J9")):
        before = table.state("game.id")
        page.evaluate("text => navigator.clipboard.writeText(text)", text)
        table.keys("Control+v")
        table.moved_on(before)
        assert table.moves()[-1] == last
        table.says(f", {len(table.moves())} moves", "#toast")
    table.show(old)
    table.dialog("#share")
    page.wait_for_function("() => document.querySelector('#link')?.value")
    page.click("#copy-link")
    eventually(page, lambda: "/#" in page.evaluate(clipboard))
    address = page.evaluate(clipboard)
    assert address.startswith(f"{table.base}/#")
    page.goto("about:blank")
    table.visit("#" + address.split("#")[1])
    table.moved_on(old["id"])
    assert table.moves() == MOVES.split()


VARIED = "(;GM[4]RU[pente]SZ[19];W[jj](;B[kk];W[aa])(;B[ll];W[aa];B[bb]))"
HOSTILE = {
    "100%": "names no game",
    "pente:K10K10": "K10 is occupied",
    "pente:" + "K10" * 3000: "9,006 characters",
    "game=0123456789abcdef": "does not have the game",
    "<img src=x onerror=alert(1)>": "names no game",
}


def _hostile_links_are_refused(table: Table) -> None:
    game = table.open(moves="K10 J11")
    count = len(table.get("games"))
    page = table.page
    for number, (fragment, reason) in enumerate(HOSTILE.items()):
        if number:
            page.evaluate("document.querySelector('#toast').hidden = true")
            page.evaluate("fragment => { location.hash = fragment; }", fragment)
        else:
            page.goto("about:blank")
            table.visit(f"#{fragment}")
        page.wait_for_selector(NOTICE)
        assert reason in page.inner_text("#toast"), fragment
        table.until("shown", game["id"])
    assert len(table.get("games")) == count


def test_a_shared_position_is_a_link(table: Table, page: Page) -> None:
    """It has the moves before it; a link may have a start and a limit of turns of its own.

    The page says why it opens no game of a hostile one, and shows the last game instead.
    """
    table.open(moves=MOVES)
    table.step("ArrowLeft", 9)
    table.keys("w")
    page.click("text=The game up to the shown position")
    page.wait_for_function("() => document.querySelector('#link').value.endsWith('M6')")
    assert page.input_value("#link") == f"{table.base}/#pente:{MOVES.replace(' ', '')[:-2]}"
    old = table.state("game.id")
    for start in ("limit=2", "w_3_3_Kh2_Wb2_turns=8_limit=10"):
        page.evaluate("link => { location.hash = link; }", f"gipf-basic@{start}:c1-c2.d1-d2")
        table.moved_on(old)
        old = table.state("game.id")
        assert table.state("game.result.termination") == "game length", start
    _hostile_links_are_refused(table)


@pytest.mark.nightly
@pytest.mark.served("it holds an answer back")
def test_the_link_is_that_of_the_last_choice(table: Table, page: Page) -> None:
    """The answer to an earlier choice may come later."""
    table.open(moves=MOVES)
    table.step("ArrowLeft", 9)
    with holding(page, "/export[?]format=share$", on_their_way_back=True) as held:
        table.keys("w")
        held.come()
        page.click("text=The game up to the shown position")
        page.wait_for_function("() => document.querySelector('#link').value.endsWith('M6')")
        held.go()
    assert page.evaluate("fetch('/').then(({ ok }) => ok)"), "the page has seen the answer"
    assert page.input_value("#link").endswith("M6")


@pytest.mark.site(nightly=True)
def test_folders_archives_and_dropped_files_are_opened(
    table: Table, page: Page, tmp_path: Path
) -> None:
    """A folder of the harness, an archive, a file that is dropped on a dialogue.

    Nonsense is refused above the dialogue.
    """
    rows = ["." * 19] * 19
    rows[9], rows[8] = "." * 9 + "w" + "." * 9, "." * 9 + "b" + "." * 9
    (tmp_path / "input.txt").write_text("WHITE\n100\n0,0\n" + "\n".join(rows) + "\n")
    (tmp_path / "output.txt").write_text("13K\n")
    with zipfile.ZipFile(tmp_path / "club.zip", "w") as made:
        made.writestr("a/bad.psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n8,8,0\n-1\n")
        made.writestr("a/good.psq", "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,8,0\n-1\n")
    old = table.open()["id"]
    table.dialog("#files")
    page.fill("#record", "no record at all")
    page.click("#open-text")
    page.wait_for_selector(NOTICE)
    assert page.locator("#toast").evaluate(ABOVE)
    table.leave()
    assert page.locator("#toast").count() == 1, "it stays when the dialogue closes"
    assert table.state("game.id") == old
    table.dialog("#files")
    page.set_input_files("#open-file", [tmp_path / "input.txt", tmp_path / "output.txt"])
    table.moved_on(old)
    assert table.moves()[-1] == "K13"
    assert table.state("view.cells").count("w") == 2
    page.wait_for_selector("dialog", state="detached")
    table.dialog("#files")
    page.set_input_files("#open-file", tmp_path / "club.zip")
    page.wait_for_selector("#records li >> nth=1")
    assert "club.zip/a/bad.psq" in page.inner_text("#records")
    page.focus("#records button")
    table.keys("Enter")
    page.wait_for_function("() => window.table.game.main.length === 3")
    assert table.moves() == ["H8", "J8"]
    table.open("gomoku-9")
    table.dialog("#files")
    assert page.evaluate(DROP) == [False, False], "the browser does not leave the page for it"
    table.until("ply", 3)
    page.wait_for_selector("dialog", state="detached")
    _a_collection_is_explored(table, tmp_path / "club.txt")


def _a_collection_is_explored(table: Table, path: Path) -> None:
    """All games of a text go to the explorer, and none of them is saved as a game."""
    path.write_text(f"{COLLECTION}\n{COLLECTION.replace('bob', 'eve')}", "ascii")
    page, before = table.page, len(table.get("games"))
    table.dialog("#files")
    page.set_input_files("#open-file", path)
    page.wait_for_selector("#records li >> nth=1")
    assert "club.txt holds 2 games" in page.inner_text("dialog .body p >> nth=0")
    page.click("#explore-all")
    page.locator("#explorer-course", has_text="club.txt: ").wait_for()
    page.wait_for_selector("#stop-import", state="detached")
    (found,) = table.get("explorer")["collections"]
    assert (found["name"], found["games"]) == ("club.txt", 2)
    assert len(table.get("games")) == before
    table.delete(f"explorer/collections/{found['id']}")


def test_variations_have_a_place_in_the_list(table: Table, page: Page) -> None:
    """A move from an earlier position branches; it can be commented, promoted and deleted.

    After each change the list is as if it were made anew.
    """
    table.open(moves=MOVES)

    def listed() -> None:
        made, anew = page.evaluate(LISTED)
        assert made == anew

    table.keys("ArrowLeft", "ArrowLeft")
    table.step("ArrowLeft", 7)
    table.move(0, 8)
    assert page.locator("#list .branch button").all_text_contents() == ["A19"]
    table.move(1, 9)
    listed()
    comment = "a <b>sharp</b> move & more"
    page.fill("#comment", comment)
    page.locator("#comment").blur()
    page.wait_for_selector("#list .note")
    assert page.inner_text("#list .note") == comment
    listed()
    page.click("[aria-label='Make it the main line']")
    page.wait_for_function("() => window.table.game.main.includes(window.table.viewed)")
    assert table.moves()[-2:] == ["A19", "B19"]
    listed()
    page.click("#list .branch button >> nth=0")
    page.click("[aria-label='Delete this variation']")
    page.wait_for_selector("#list .branch", state="detached")
    listed()
    game = table.game
    assert [node["id"] for node in game["nodes"]] == game["main"]


def test_a_deletion_is_undone_in_its_place(table: Table, page: Page) -> None:
    """A line has a picture and the players. After the key Delete, one with Undo has the focus.

    Later a second list restores; ticked games are deleted, and restored, together.
    """
    names = [{"kind": "human", "name": "Ann"}, {"kind": "engine", "level": 3}]
    doomed, other = (table.open("gomoku-9", "E5 E6", later=names) for _ in range(2))
    table.open("gomoku-15", "H8")  # the folder keeps no game without a move
    table.dialog("#files")
    at = f"li[data-game='{doomed['id']}']"
    line = page.locator(at)
    line.locator(".mini img").wait_for()
    assert "Ann - Engine · level\u00a03" in line.inner_text()
    assert line.locator("img").evaluate("one => one.decode().then(() => one.naturalWidth)") > 50
    line.locator("[aria-label^='Delete']").focus()
    table.keys("Enter")
    page.wait_for_function("() => document.activeElement.matches('dialog .undo')")
    table.says("^Deleted: ", "dialog [role=status]")
    assert doomed["id"] not in [one["id"] for one in table.get("games")]
    table.keys("Enter")
    line.locator("[aria-label^='Delete']").wait_for()
    page.wait_for_function("() => document.activeElement.matches('dialog li[data-game] .grow')")
    table.says("^Restored: ", "dialog [role=status]")
    for game in (doomed, other):
        page.check(f"li[data-game='{game['id']}'] input")
    page.click("#delete-ticked")
    page.wait_for_selector("#undo-ticked")
    kept = {one["id"] for one in table.get("games")}
    assert not kept & {doomed["id"], other["id"]}
    table.keys("Enter")
    page.click(f"{at} [aria-label^='Delete']")
    page.wait_for_selector("dialog .undo")
    assert {one["id"] for one in table.get("games")} == kept | {other["id"]}
    table.visit()
    table.dialog("#files")
    page.wait_for_selector("dialog .games li[data-game]")
    assert page.locator(f"dialog .saved:visible {at}").count() == 0
    page.click("#deleted summary")
    page.click("#deleted .undo >> nth=0")
    page.wait_for_selector(f"{at} [aria-label^='Delete']")
    line.locator(".grow").click()
    table.until("shown", doomed["id"])
    assert table.moves() == ["E5", "E6"]


@pytest.mark.nightly
@pytest.mark.served("it holds an answer back")
def test_the_board_of_a_game_that_is_deleted_is_dropped(table: Table, page: Page) -> None:
    """Its line has no place for a picture any more; `seat` sees that this is no error."""
    doomed = table.open("gomoku-9", "E5")
    table.open("gomoku-15")
    with holding(page, "/card$", on_their_way_back=True):
        with page.expect_request(f"**/{doomed['id']}/card"):
            table.dialog("#files")
        page.click(f"li[data-game='{doomed['id']}'] [aria-label^='Delete']")
        page.wait_for_selector("dialog .undo")
    assert page.evaluate("fetch('/').then(({ ok }) => ok)"), "the answers have come"


@pytest.mark.nightly
@pytest.mark.served("it begins with saved games")
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
        table.keys("Enter")
        page.wait_for_selector("li[data-game=g0]")
        assert page.evaluate("document.activeElement.innerText").startswith("Pente 29 ")
        assert lines.count() == 130
        assert page.locator("dialog .more:visible").count() == 0
        page.fill("#find-game", "ZOË")
        page.wait_for_selector("li[data-game=g0]", state="detached")
        assert lines.locator(".grow").all_inner_texts() == ["Pente 5 · 9 moves"]
        assert page.inner_text("dialog [role=status]") == "1 game found"
        page.close()


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


def _pictures_are_whole(table: Table) -> None:
    """The SVG needs no styles or addresses of the page; PNG and GIF are valid files."""
    _, drawing = table.saved("#picture-svg")
    assert drawing.startswith(b"<svg")
    assert b"var(" not in drawing
    assert b"class=" not in drawing
    assert drawing.count(b"<circle") > 10
    for kind in ("PNG",) if table.is_static else ("PNG", "GIF"):  # Pillow draws the GIF
        name, content = table.saved({"PNG": "#picture-png", "GIF": "#save-gif"}[kind])
        assert name.endswith(kind.lower())
        with Image.open(io.BytesIO(content)) as picture:
            assert picture.format == kind
            assert picture.width > 300
        assert len(content) < MOST_PICTURE


@pytest.mark.site("Firefox gives its driver no files", nightly=True)
def test_a_game_is_a_file_that_opens_without_a_server(table: Table, tmp_path: Path) -> None:
    """A saved page shows the game from a folder: keys, variations, comments, marks, captures."""
    game = table.open(moves="K10 L10 A1 M10 N10 B2")  # N10 captures two
    at = f"games/{game['id']}"
    table.post(f"{at}/comment", {"node": 2, "text": "<i>Why</i> here?"})
    table.post(f"{at}/play", {"node": 1, "move": "K11", "explore": True})
    table.post(f"{at}/judge", {"node": 4})
    table.until("ply", 2)
    path = tmp_path / "game.html"
    table.keys("w")
    _pictures_are_whole(table)
    path.write_bytes(table.saved("#save-page")[1])
    with alone(table, path) as page:
        now, stones = page.locator("#now"), page.locator("#board > g > circle[r='14.1']")
        assert now.inner_text() == "Start of the game"
        for number in range(1, 4):
            page.keyboard.press("ArrowRight")
            assert stones.count() == number
        page.keyboard.press("End")
        assert (now.inner_text(), stones.count()) == ("6. Black B2", 4)
        assert "captured by White: 2" in page.inner_text("#side")
        for key in ("Home", "ArrowRight", "ArrowRight"):
            page.keyboard.press(key)
        assert page.inner_text("#comment") == "<i>Why</i> here?"
        page.keyboard.press("ArrowDown")
        assert now.inner_text() == "2. Black K11"
        page.click("#list button:has-text('M10')")
        assert now.inner_text().startswith("4. Black M10")
        page.set_viewport_size({"width": 844, "height": 390})
        assert page.locator("#graph").evaluate("one => one.clientHeight") > 50, "on its side, too"
        assert page.locator("#graph polyline").count() == 1
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert faults(page, "body") == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        page.keyboard.press("Home")
        page.keyboard.press("Space")
        page.wait_for_function("() => parseInt(document.querySelector('#now').textContent) > 1")
    table.leave()
    table.open("gipf", "b4 d7 b6-b3")
    table.keys("w")
    path.write_bytes(table.saved("#save-page")[1])
    with alone(table, path) as page:
        before = page.locator("#board > g > circle").count()
        page.keyboard.press("End")
        assert page.locator("#board > g > circle").count() == before + 3 + 1  # pieces, last mark
