"""Connect Four as a plug: a game that the page knows only by what its family says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from games.registry import FOLDERS
from tests.test_imports import ROOT
from tests.web.page.conftest import PEOPLE
from tests.web.page.hosts import served

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.web.page.conftest import Table

# The sides of the picture that is saved.
PICTURE = """async () => {
  const { pictureBlob } = await import('/js/board/picture.js');
  const image = await createImageBitmap(await pictureBlob('png'));
  return [image.width, image.height];
}"""
# Whether a geometry has each place once, inside its box, and in its own row and order.
SOUND = """async () => {
  const { gridGeometry } = await import('/js/board/square.js');
  const places = [['a2', 'b2', 'c2'], ['a1', 'b1', 'c1']];
  const plan = { places, edges: () => [[], []], inSquares: true, stars: [], scale: 1 };
  const found = [];
  for (let quarter = 0; quarter < 8; quarter++) {
    for (const flip of [false, true]) {
      const { rows, at, box } = gridGeometry(plan, { quarter, flip });
      const isThere = (place, x, y) => String(at(place)) === `${x},${y}`;
      const sound = rows.every((row, y) => row.every((place, x) => isThere(place, x, y)));
      found.push([sound, rows.length, rows[0].length, Math.round(box[2] - box[3])].join());
    }
  }
  return [...new Set(found)].sort();
}"""

pytestmark = pytest.mark.served("only a server has plugged games")


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server with Connect Four."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(FOLDERS, str(ROOT / "tests/games/plugs/connect_four"))
        with served(str(tmp_path_factory.mktemp("games"))) as base:
            yield base


def test_connect_four_is_played_and_analysed(seat: Callable[..., Table], address: str) -> None:
    """From New game to a variation: the engine answers, a click in a column drops a piece."""
    table = seat("light", base=address)
    page = table.page
    table.open("gomoku-9", "E5")
    table.dialog("#new-game")
    page.check("input[name=family][value=connect-four]", force=True)
    assert "lowest empty square" in page.inner_text("dialog form > .note-text")
    page.locator("input[name=level-1]").fill("9")
    page.click("#start-game")
    table.until("preset", "connect-4")
    assert page.get_attribute("#grid", "aria-label") == "Board, 7 by 6"
    assert table.place("d6").get_attribute("aria-label") == "d6 empty, plays d1"
    table.place("d5").hover()
    shown = page.locator("#top .hover .ghost")
    assert shown.get_attribute("transform") == "translate(3 5)", "where the piece will lie"
    table.place("d5").click()
    table.until("answered", 0)
    table.until("mine", 0)
    assert table.state("view.stones.d1") == "w"
    page.click("#undo")
    table.until("ply", 0)
    page.click("#redo")
    table.until("ply", 2)

    table.analyse(3)
    assert page.locator("#top .heat > *").count() >= 3
    table.keys(" ")
    table.until("analysing", False)
    table.keys("b", "Home", "Enter")  # the cursor begins in the middle: its row begins in column a
    table.until("ply", 3)
    assert table.state("view.last")[0] == "a"
    table.keys("Escape", "ArrowLeft", "/")
    page.keyboard.type("g")
    table.keys("Enter")
    table.until("nodes", 5)
    assert table.state("view.last") == "g1"
    assert page.locator("#list button").count() == 4


@pytest.mark.nightly
def test_what_a_family_does_not_declare_is_not_offered(
    seat: Callable[..., Table], address: str
) -> None:
    """No puzzles, explorer, review, pass or set-up, by button or key; only two formats.

    A board that is no square is sound however it is turned.
    """
    table = seat("light", base=address)
    page = table.page
    table.open("connect-4", "d1 d2")
    page.click("#mode-analyse")
    for part in ("#puzzles", "#explore", "#review-tools", "#threat"):
        assert not page.locator(part).is_visible(), part
    for key in ("r", "f", "c", "m", "s", "z", "x"):
        table.keys(key)
    assert page.locator("#editor, #puzzle-panel").count() == 0
    assert page.evaluate(SOUND) == ["true,2,3,1", "true,3,2,-1"]

    table.dialog("#share")
    assert page.locator("#format option").evaluate_all("all => all.map(one => one.value)") == [
        "json",
        "position",
    ]
    table.leave()
    table.dialog("#files")
    table.says("Connect Four", "dialog")


@pytest.mark.nightly
def test_a_won_game_is_shown_on_a_phone(seat: Callable[..., Table], address: str) -> None:
    """A tap in a column asks with the piece's square; a second tap there plays; a row wins."""
    table = seat("phone", base=address)
    page = table.page
    table.open("connect-4", "d1 a1 d2 a2 d3", players=PEOPLE)
    table.place("g3").tap()
    page.wait_for_selector("text=Play g1")
    page.click("#confirm")
    table.until("ply", 6)
    box = table.box("#board")
    assert box["width"] > 1.1 * box["height"]
    assert page.evaluate(PICTURE) == [1200, 1057], "in the form of the board"
    table.press("d6")
    table.until("ply", 7)
    assert page.locator("#picture .win").count() == 1
    assert "four in a row" in page.inner_text("#status")
    assert page.locator("#rematch").is_visible()
    assert page.locator("#review-game").count() == 0
