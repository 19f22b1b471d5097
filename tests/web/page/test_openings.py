"""Openings with a choice of sides on the page: Swap2 and D-Pente, against the engine too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.web.page import pseudo

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.page.conftest import Table


def begun(table: Table, preset: str, rule: str, first: str, second: str) -> Any:
    """Start a new game with an opening by the dialogue; return the page."""
    page = table.page
    page.click("#new-game")
    table.choose(preset, first, second)
    page.select_option("select[name=opening]", rule)
    page.click("#start-game")
    page.wait_for_selector("#opening-step")
    return page


def placed(table: Table, *places: int) -> None:
    """Place stones, one after the other."""
    for place in places:
        before = table.state("view.cells").count(".")
        table.place(place).click()
        table.page.wait_for_function(
            "before => window.table.view.cells.split('.').length - 1 === before - 1", arg=before
        )


def test_the_engine_takes_a_side_of_my_stones(table: Table) -> None:
    """I place three stones in Swap2, one is taken back; the engine takes the side of its search."""
    table.open(moves="K10")
    page = begun(table, "gomoku-9", "swap2", "human:", "engine:2")
    assert page.inner_text("#opening-step") == "Place stone 1 of 3: Black"
    placed(table, 40, 0)
    page.click("#opening-back")
    page.wait_for_function("() => window.table.view.cells.split('.').length === 81")
    placed(table, 1, 41)
    table.until("preset", "gomoku-9")
    page.wait_for_selector("#toast:not([hidden])")
    kinds = [player["kind"] for player in table.state("game.players")]
    taken = kinds.index("engine")
    assert page.inner_text("#toast").startswith(f"The engine takes {('Black', 'White')[taken]}: ")
    assert [node["move"] for node in table.game["nodes"][1:4]] == ["E5", "B9", "F5"]
    table.until("mine", 1 - taken)


FITS = """async () => {
  const { family } = await import("/js/game/family.js");
  return family().geometry(window.table.view, window.table.settings).box.every(Number.isFinite);
}"""


def test_an_opening_leaves_the_open_game_until_it_begins(table: Table) -> None:
    """While the server is asked, the board still draws the open game, here of Gipf."""
    table.open("gipf")
    page, held = table.page, list[Any]()
    page.route("**/openings", lambda route: held.append(route))  # noqa: PLW0108 - a function
    page.click("#new-game")
    table.choose("gomoku-9", "human:", "human:")
    page.select_option("select[name=opening]", "swap2")
    with page.expect_request("**/openings"):
        page.click("#start-game")
    assert page.evaluate(FITS)
    held[0].continue_()
    page.unroute("**/openings")
    page.wait_for_selector("#opening-step")
    assert page.evaluate(FITS)


def test_i_take_a_side_of_the_engine_s_stones(table: Table) -> None:
    """In D-Pente the engine places four stones; I take White and move."""
    table.open("gomoku-9")
    page = begun(table, "pente", "d-pente", "engine:1", "human:")
    page.click("#take-0")
    table.until("preset", "pente")
    assert [player["kind"] for player in table.state("game.players")] == ["human", "engine"]
    table.until("mine", 0)
    assert table.state("view.cells").replace(".", "")
    assert page.locator("#editor").count() == 0


def test_two_people_hand_the_choice_back(table: Table) -> None:
    """In Swap2 the second player adds two stones, and the first takes a side."""
    table.open("gomoku-9")
    page = begun(table, "gomoku-9", "swap2", "human:", "human:")
    placed(table, 40, 0, 41)
    page.click("#add-two")
    assert page.inner_text("#opening-step") == "Add stone 1 of 2: White"
    placed(table, 2, 50)
    assert page.inner_text("#opening-step") == "Take a side. White is to move."
    assert page.locator("#add-two").count() == 0
    page.click("#take-1")
    page.wait_for_function("() => window.table.mode === 'play' && window.table.view.ply === 5")
    assert table.state("view.side") == 1


def test_a_rematch_repeats_the_opening(table: Table) -> None:
    """The one who took a side places the stones of the next game, and the other chooses."""
    opening = {"rule": "swap", "stones": ["E5", "A1", "C3"], "placer": 0}
    players = [{"kind": "human", "name": "Ann"}, {"kind": "human", "name": "Bo"}]
    table.open("gomoku-9", "", opening=opening, players=players, clock={"initial_s": 600})
    page = table.page
    page.click("#resign")
    page.click("#rematch")
    page.wait_for_selector("#opening-step")
    placed(table, 40, 0, 41)
    page.click("#take-1")
    page.wait_for_function("() => window.table.mode === 'play' && window.table.view.ply === 3")
    again = table.game
    assert [player["name"] for player in again["players"]] == ["Bo", "Ann"]
    assert again["opening"] == {"rule": "swap", "placer": 0}
    assert again["clocks"]["initial_s"] == 600


def test_an_opening_is_cancelled(table: Table) -> None:
    """The game before is there again, as it stood."""
    game = table.open("gomoku-9", "E5 A1")
    page = begun(table, "pente", "swap2", "human:", "human:")
    placed(table, 3)
    page.click("#cancel-opening")
    table.until("ply", 2)
    assert table.state("game.id") == game["id"]
    assert table.state("mode") == "play"


def test_the_texts_of_openings_are_in_the_table(seat: Callable[..., Table]) -> None:
    """On a phone the dialogue fits; nothing stays English in another language."""
    table = seat("phone", locale="en-GB")
    pseudo.speak_pseudo(table.page.context)
    table.open("gomoku-9")
    page = begun(table, "gomoku-9", "swap2", "human:", "human:")
    known = set(pseudo.said_by_server(table))
    for preset in table.get("presets"):
        for rule in preset["openings"]:
            known |= {rule["title"], *rule["text"]}
    assert pseudo.untranslated(table, known) == set()
    placed(table, 40, 0, 41)
    assert pseudo.untranslated(table, known) == set()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
