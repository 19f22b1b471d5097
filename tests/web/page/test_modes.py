"""Play and Analyse: what each shows, and that the steps through a game are always in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import FloatRect, Locator

    from tests.web.page.conftest import Table

AGAINST = [{"kind": "human", "name": "You"}, {"kind": "engine", "level": 1}]
IN_SIGHT = """() => [...document.querySelectorAll("#nav button")].every((one) => {
  const { bottom, right } = one.getBoundingClientRect();
  const { scrollHeight } = document.documentElement;
  return bottom > 0 && bottom <= innerHeight && right <= innerWidth && scrollHeight > 0;
})"""


@pytest.mark.parametrize(
    ("screen", "width", "height"),
    [("light", 1280, 800), ("light", 1920, 1080), ("phone", 390, 844), ("phone", 844, 390)],
)
def test_the_steps_are_in_sight(
    seat: Callable[..., Table], screen: str, width: int, height: int
) -> None:
    """At common sizes of windows and phones, in both modes, nothing scrolls them away."""
    table = seat(screen)
    table.page.set_viewport_size({"width": width, "height": height})
    table.open(moves="K10 J11 K7 K8")
    for mode in ("play", "analyse"):
        table.page.click(f"#mode-{mode}")
        assert table.page.evaluate(IN_SIGHT), mode
        over = table.page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert over <= 0, "the page scrolls sideways"
        assert table.page.locator("#analysis").is_visible() == (mode == "analyse")


def boxed(place: Locator) -> FloatRect:
    """Where the page draws something."""
    box = place.bounding_box()
    assert box is not None
    return box


def test_a_wide_window_is_used(seat: Callable[..., Table]) -> None:
    """At 1920x1080 the players sit beside the board's top and bottom; the graph is large."""
    table = seat("light")
    page = table.page
    page.set_viewport_size({"width": 1920, "height": 1080})
    game = table.open(moves="K10 J11 K7 K8")
    table.post(f"games/{game['id']}/players", {"players": AGAINST})
    page.wait_for_function("() => window.table.game.players[1].kind === 'engine'")
    cards = [page.locator("#players .player").nth(side) for side in (0, 1)]
    top, bottom, board = (boxed(place) for place in (*cards, page.locator("#board")))
    assert abs(top["y"] - board["y"]) < 10
    assert bottom["y"] < board["y"] + board["height"] < bottom["y"] + bottom["height"] + 10
    page.click("#mode-analyse")
    assert boxed(page.locator("#graph"))["height"] > 200


def test_a_card_names_the_level_of_an_engine(table: Table) -> None:
    """In Analyse the cards are narrow; names have several lines then, and none is cut off."""
    table.page.set_viewport_size({"width": 1280, "height": 800})
    engines = [{"kind": "engine", "level": 4}, {"kind": "engine"}]
    table.open("gomoku-15", players=engines)
    table.page.click("#mode-analyse")
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth).length"
    assert table.page.eval_on_selector_all("#players .name", cut) == 0


@pytest.mark.parametrize(("screen", "width"), [("light", 1280), ("light", 1920), ("phone", 390)])
def test_the_captures_of_keryo_are_one_row(
    seat: Callable[..., Table], screen: str, width: int
) -> None:
    """Eight pairs and their count fit beside a clock, in both modes."""
    table = seat(screen)
    table.page.set_viewport_size({"width": width, "height": 844})
    table.open("keryo", "K10 J11", clock={"initial_s": 300, "increment_s": 2})
    lower = "all => all.at(-1).offsetTop - all[0].offsetTop"
    for mode in ("play", "analyse"):
        table.page.click(f"#mode-{mode}")
        table.turn_to("game")
        shown = "#players .player:first-child .tray > :not(.unseen)"
        assert table.page.eval_on_selector_all(shown, lower) < 6, mode


def test_a_tablet_shows_the_whole_board(seat: Callable[..., Table]) -> None:
    """Upright, the board leaves room for the panel below: the page need not scroll."""
    table = seat("phone")
    table.page.set_viewport_size({"width": 768, "height": 1024})
    table.open(moves="K10 L11")
    table.page.click("#mode-analyse")
    over = "one => one.scrollHeight - one.clientHeight"
    assert table.page.locator("main").evaluate(over) <= 0


def test_a_phone_shows_the_words_about_a_mistake(seat: Callable[..., Table]) -> None:
    """Below the tabs, also if the panel was scrolled away from them."""
    table = seat("phone")
    page = table.page
    page.set_viewport_size({"width": 390, "height": 700})
    table.open(moves="E5 E6 D5 D6 C5 A1", preset="gomoku-9")
    page.click("#mode-analyse")
    table.turn_to("analysis")
    page.evaluate(
        """() => {
          document.querySelector(".side").scrollTop = 9999;
          document.getElementById("review").click();
        }"""
    )
    table.until("reviewed")
    page.wait_for_function(
        """() => {
          const [words, tabs] = ["speech", "tabs"].map((id) =>
            document.getElementById(id).getBoundingClientRect());
          return words.top >= tabs.bottom && words.bottom <= innerHeight;
        }"""
    )


def test_the_panel_speaks_to_the_player(table: Table) -> None:
    """It says whose move it is and who won; its review opens at the first mistake, in words."""
    game = table.open(moves="K10 L10 N10 L11 N9 L12 N8 A1 K9 L9")
    at = f"games/{game['id']}"
    table.post(f"{at}/players", {"players": AGAINST})
    page = table.page
    page.wait_for_function("() => window.table.game.players[1].kind === 'engine'")
    assert page.inner_text("#headline") == "Your move"
    assert page.locator("#analysis").is_hidden()
    page.click("#resign")
    table.until("over")
    assert page.inner_text("#headline") == "The engine wins"
    assert page.locator("#rematch").is_visible()
    page.click("#review-game")
    table.until("reviewed")
    first = next(one["id"] for one in table.state("game.nodes") if one["mark"])
    page.wait_for_function("node => window.table.viewed === node", arg=first)
    said = page.inner_text("#status")
    assert "loses" in said or "misses" in said
    assert "Best was" in said
    page.wait_for_selector("#picture circle.better")
    assert page.locator("#picture .ghost").count(), "the line that punishes it is drawn"
    page.click("#retry")
    page.wait_for_selector("#picture .ghost", state="detached")


def test_any_position_is_played_against_the_engine(table: Table) -> None:
    """At an imported game's end, a press on a player's card makes it an engine, which moves."""
    game = table.open("gomoku-9", "E5 E6 D4")
    page = table.page
    page.click("#players [data-side='1']")
    page.check("input[name=kind][value=engine]", force=True)
    slider = page.locator("input[name=level]")
    assert "Engine · 3 learner" in page.inner_text("dialog output")
    slider.fill(slider.get_attribute("max") or "")
    assert "full strength" in page.inner_text("dialog output")
    page.select_option("select[name=seconds]", "0.5")
    page.click("#set-player")
    table.until("ply", 4)
    player = table.game["players"][1]
    assert (player["kind"], player["level"], player["seconds"]) == ("engine", None, 0.5)
    page.click("#mode-analyse")
    page.keyboard.press("Home")
    table.until("ply", 0)
    page.keyboard.press("ArrowRight")
    table.until("ply", 1)
    page.click("#players [data-side='0']")
    page.click("#swap-sides")
    table.until("ply", 1)
    page.wait_for_function("() => window.table.mode === 'play'")
    assert [one["kind"] for one in table.game["players"]] == ["engine", "human"]
    table.place(0).click()
    table.until("answered", 1)
    assert table.state("game.id") == game["id"]


def test_a_position_is_set_up_and_played(table: Table) -> None:
    """Stones, captures and the side to move are set; the rules check them; the engine plays on."""
    table.open(players=AGAINST)
    page = table.page
    page.click("#files")
    page.click("#set-up")
    page.wait_for_selector("#editor")
    assert page.locator("#players").is_hidden()
    for kind, points in (("w", (180, 181, 182)), ("b", (199, 200, 0))):
        page.check(f"input[name=piece][value='{kind}']", force=True)
        for point in points:
            table.place(point).click()
    table.place(0).click()  # and away again
    page.fill("input[name=count-0]", "4")
    page.check("input[name=to-move][value='1']", force=True)
    page.click("#play-setup")
    table.until("ply", 1)  # by the engine, which is to move
    view = table.game["position"]
    assert view["captured"][0] == 4
    assert view["cells"].count("w") + view["captured"][1] == 3
    assert [player["kind"] for player in table.game["players"]] == ["human", "engine"]


def test_the_editor_ends_no_game_by_captures(table: Table) -> None:
    """More captured stones than a game that goes on can have are taken as the most it can have."""
    table.open("keryo", "K10 J11")
    page = table.page
    page.keyboard.press("s")
    page.wait_for_selector("#editor")
    page.fill("input[name=count-1]", "99")
    page.click("#analyse-setup")
    page.wait_for_function("() => table.view.captured[1] === 14 && !table.game.result")


def test_a_position_against_the_rules_is_refused(table: Table) -> None:
    """The editor says why, and goes on; Cancel returns to the game. Gipf has reserves."""
    game = table.open("gipf", "b4 d7")
    page = table.page
    page.keyboard.press("s")
    page.wait_for_selector("#editor")
    page.fill("input[name=count-0]", "18")
    page.click("#analyse-setup")
    page.wait_for_selector("#toast:not([hidden])")
    assert "pieces" in page.inner_text("#toast")
    page.click("#cancel-setup")
    page.wait_for_selector("#editor", state="detached")
    assert (table.state("game.id"), table.state("view.ply")) == (game["id"], 2)
    page.keyboard.press("s")
    table.place("e5").click()
    page.fill("input[name=count-0]", "9")
    page.click("#analyse-setup")
    page.wait_for_function("id => window.table.game.id !== id", arg=game["id"])
    assert table.state("view.spots.e5") == "w"
    page.wait_for_function("() => window.table.mode === 'analyse'")
