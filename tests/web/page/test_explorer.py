"""The opening explorer on the page: an analyst's tasks with a collection of games."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.web.page import pseudo
from tests.web.page.conftest import served

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from tests.web.page.conftest import Table

GAME = """[Game "Pente"]
[Player 1 Name "ann"]
[Player 2 Name "{name}"]
[Result "{result}"]

{moves}

"""
LINES = [
    ("bob", "1-0", "1. K10 J11 2. K14 L12"),
    ("cid", "0-1", "1. K10 L9 2. K6 H12"),  # J11 again, on a turned board
    ("dan", "1-0", "1. K10 K11 2. N10 L12"),
]
DROP = """async ([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name, { type: "text/plain" }));
  const target = document.querySelector("#board");
  const about = { dataTransfer: data, bubbles: true, cancelable: true };
  for (const kind of ["dragover", "drop"]) target.dispatchEvent(new DragEvent(kind, about));
}"""


def collection() -> str:
    """Return a collection as pente.org writes it."""
    return "".join(
        GAME.format(name=name, result=result, moves=moves) for name, result, moves in LINES
    )


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server whose games are those of these tests only."""
    with served(str(tmp_path_factory.mktemp("explorer"))) as address:
        yield address


def clear(table: Table) -> None:
    """Remove all collections from the explorer."""
    for one in table.get("explorer")["collections"]:
        table.page.request.delete(f"{table.base}/api/explorer/collections/{one['id']}")


@pytest.fixture
def clean(seat: Callable[..., Table], own: str) -> Iterator[Table]:
    """A page of that server; afterwards the explorer has no collection."""
    table = seat("light", base=own)
    yield table
    clear(table)


def opened(table: Table, moves: str = "K10") -> Any:
    """Open the explorer in a position, and return the page."""
    table.open(moves=moves)
    table.page.click("#mode-analyse")
    table.turn_to("moves")
    if not table.state("settings.explorer"):
        table.page.click("#explore")
    table.page.wait_for_function("() => window.table.explored?.key === window.table.view.key")
    return table.page


def added(table: Table, tmp_path: Path, text: str) -> None:
    """Add a file by the button, and wait until it is read."""
    path = tmp_path / "club.txt"
    path.write_text(text, encoding="utf-8")
    table.page.set_input_files("#games-file", path)
    table.page.wait_for_selector("#explorer-course p")
    table.page.wait_for_selector("#stop-import", state="detached")


def test_a_dropped_collection_is_explored(clean: Table) -> None:
    """Drop a file on the page: moves have counts, results and marks; a click plays one."""
    page = opened(clean)
    assert page.locator("#list").is_hidden()
    page.evaluate(DROP, ["club.txt", collection()])
    page.wait_for_selector("#explored button >> nth=1")
    rows = page.locator("#explored button")
    assert rows.count() == 2
    first = rows.nth(0)
    assert first.locator("b").inner_text() in {"J11", "L11", "J9", "L9"}
    assert first.get_attribute("title").endswith(": 2 games, White won 50 %, Black 50 %")
    assert first.locator(".results i").all_text_contents() == ["50 %", "50 %"]
    assert sorted(page.locator("#picture .count text").all_text_contents()) == ["1", "2"]
    assert page.inner_text("#explorer-about") == "3 games came here"
    first.click()
    clean.until("ply", 2)
    page.wait_for_function("() => window.table.explored?.games === 2")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("() => window.table.explored?.games === 3")
    page.click("#explore")
    page.wait_for_selector("#list:visible")
    assert page.locator("#picture .count").count() == 0


def test_a_game_of_the_collection_is_opened_where_it_was(clean: Table, tmp_path: Path) -> None:
    """The list names the games; one opens at the position, and going on follows the game."""
    page = opened(clean)
    added(clean, tmp_path, "".join(f"{moves}\n\n" for _, _, moves in LINES))
    page.wait_for_selector("#explorer-games li >> nth=2")
    before = clean.state("game.id")
    page.click("#explorer-games li >> nth=1 >> button")
    page.wait_for_function("before => window.table.game.id !== before", arg=before)
    clean.until("ply", 1)
    page.keyboard.press("ArrowRight")
    clean.until("ply", 2)
    assert clean.state("game.nodes")[clean.state("viewed")]["move"] == "L9"


def test_an_import_says_what_it_did(clean: Table, tmp_path: Path) -> None:
    """Games that cannot be read are left out in words; a second import adds nothing."""
    page = opened(clean)
    added(clean, tmp_path, collection() + '[Game "D-Pente"]\n\n1. K10 J11\n')
    said = page.locator("#explorer-course p")
    page.wait_for_function(
        "() => /left out/.test(document.querySelector('#explorer-course').innerText)"
    )
    assert said.nth(0).inner_text() == "club.txt: 3 new, 0 known, 1 left out"
    assert "D-Pente" in said.nth(1).inner_text()
    added(clean, tmp_path, collection())
    page.wait_for_function(
        "() => /0 new/.test(document.querySelector('#explorer-course').innerText)"
    )
    assert page.inner_text("#explorer-collections li >> nth=0").split("\n")[:2] == [
        "club.txt",
        "3 games",
    ]
    page.click("#explorer-collections .icon-only")
    page.wait_for_function("() => window.table.explored?.games === 0")


def test_the_engine_s_value_stands_beside_the_counts(clean: Table, tmp_path: Path) -> None:
    """The book's reply has its chance; an analysis gives a move its own."""
    page = opened(clean, "K10 J11")
    added(clean, tmp_path, collection())
    page.wait_for_function("() => window.table.explored?.games === 2")
    book = page.locator("#explored button", has_text="book")
    assert book.count() == 1
    assert book.locator(".chance").inner_text().endswith(" %")
    page.select_option("#budget", "3s")
    page.click("#analyse")
    clean.until("resting")
    lines = {line["moves"][0]: line["score"]["percent"] for line in clean.state("analysis.lines")}
    for row in page.locator("#explored button").all():
        move = row.locator("b").inner_text()
        if move in lines:
            shown = row.locator(".chance").inner_text()
            assert shown == f"{min(99, max(1, int(lines[move] + 0.5)))} %"


def test_play_hides_the_explorer(clean: Table) -> None:
    """It would tell the answer: the explorer is shown in Analyse only."""
    page = opened(clean)
    page.click("#mode-play")
    page.wait_for_selector("#list:visible")
    assert page.locator("#explore").is_hidden()
    assert clean.state("explored") is None


def test_the_explorer_fits_a_phone_and_its_texts_are_in_the_table(
    seat: Callable[..., Table], own: str, tmp_path: Path
) -> None:
    """On a phone nothing is wider than the screen; no text stays English in another language."""
    table = seat("phone", base=own, locale="en-GB")
    pseudo.speak_pseudo(table.page.context)
    page = opened(table)
    added(table, tmp_path, collection())
    page.wait_for_selector("#explored button >> nth=1")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    known = [*pseudo.said_by_server(table), "club.txt", "ann", "bob", "cid", "dan", "1-0", "0-1"]
    assert pseudo.untranslated(table, known) == set()
    clear(table)
