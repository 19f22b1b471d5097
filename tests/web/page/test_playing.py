"""Games played on the page, by mouse and by keys, of every family."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.web.page.conftest import AGAINST, NOTICE, REFUSED, STRONG, TO_A_ROW
from tests.web.page.held import holding
from tests.web.page.hosts import served

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.web.page.conftest import Table

FOUR = "E5 E6 D4 D6"
ON_THE_BOARD = "document.querySelector('#grid').contains(document.activeElement)"
FOCUSED = "document.activeElement.dataset.place"


@pytest.mark.site
@pytest.mark.firefox
def test_a_game_is_won_against_the_engine_by_mouse(table: Table, page: Page) -> None:
    """Each click is one move with one answer, the end is announced, a rematch swaps the sides."""
    table.open("gomoku-9", "E5 A1 E6 A2 E7 A3", later=AGAINST)
    assert page.inner_text("#headline") == "Your move"
    assert page.locator("#players .name").last.inner_text() == "You", "the person is below"
    table.place(13).dblclick()  # E8 makes an open four
    table.until("answered", 6)
    assert len(table.game["nodes"]) == 9, "a second press is no second move"
    cells = table.state("view.cells")
    table.place(4 if cells[4] == "." else 49).click()
    table.until("over")
    assert page.locator("#picture .win").count() == 1
    assert table.state("view.outcome.text") in page.inner_text("#status")
    old, before = table.state("game.id"), len(table.get("games"))
    page.dblclick("#rematch")
    table.moved_on(old)
    assert [player["kind"] for player in table.game["players"]] == ["engine", "human"]
    table.until("mine", 1)
    assert page.locator("#players .name").last.inner_text() == "You", "with either colour"
    assert len(table.get("games")) == before + 1, "a second press is no second game"


def test_a_browser_that_refuses_storage_plays(table: Table) -> None:
    """What it should keep lasts as long as the page."""
    table.page.add_init_script(REFUSED)
    table.open("gomoku-9", later=AGAINST)
    table.move(40, 2)
    table.page.click("#page-mode")
    table.page.wait_for_function("() => localStorage.getItem('pente.settings')")


def test_the_engine_is_interrupted_and_called(table: Table, page: Page) -> None:
    """Undo stops it; where it waits, a click is refused and Enter calls it; engines may pause."""
    table.open(players=STRONG)
    table.place(180).click()
    table.until("thinking")
    page.click("#undo")
    table.until("ply", 0)
    table.open("gomoku-9", "E5", players=AGAINST)
    table.until("mine", 0)
    table.step("ArrowLeft", 1)
    page.click("text=Play on here")
    page.wait_for_function("() => window.table.game.current === window.table.viewed")
    table.place(0).click()
    table.step("Enter", 2)
    assert table.game["nodes"][-1]["side"] == 1
    page.click("#new-game")
    table.choose("gomoku-15", "engine:1", "engine:1")
    page.click("#start-game")
    table.until("preset", "gomoku-15")
    page.wait_for_function("() => window.table.view.ply > 1")
    page.click("#pause")
    page.wait_for_function("() => !window.table.game.watching && !window.table.game.thinking")


def test_a_game_needs_no_mouse(table: Table, page: Page) -> None:
    """Keys alone are enough for moves by cursor and by text, five in a row, and a new game.

    The live region tells each move; what is no move is refused with its word, whatever it is.
    """
    table.open("gomoku-9")
    table.keys("b")
    for ply in range(1, 5):  # E5 to E8, upwards
        table.step("Enter", ply)
        table.keys("ArrowUp")
    table.keys("Home")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "A9 empty"
    table.keys("/")
    for ply, move in enumerate(("A1", "1B", "b2", "2c", "C3", "d2"), start=5):
        page.keyboard.type(move)
        table.step("Enter", ply)
    assert page.inner_text("#live").startswith("White D2.")
    for word in ("I9", "__proto__", "constructor"):
        table.type(word)
        table.says("no I" if word == "I9" else word, "#toast")
    table.type("captures")
    table.says("took 0", "#typed-answer")
    table.type("D4")
    table.until("ply", 11)
    assert page.inner_text("#typed-answer") == "", "it was about another position"
    assert "Black" in page.inner_text("#live")
    assert table.state("view.outcome.winner") == 0
    table.keys("Escape")
    assert page.evaluate("document.activeElement === document.body"), "Escape leaves the box"
    table.keys("Tab", "g")
    page.wait_for_selector("dialog[open]")
    assert page.evaluate("document.activeElement.name") == "family"
    table.keys("Tab", "Tab", "ArrowRight", "Enter")
    table.until("preset", "gomoku-15")
    table.open("gipf-basic")
    table.type("e1-e3")
    table.until("ply", 1)


@pytest.mark.nightly
def test_keys_step_through_the_game_after_a_press(table: Table) -> None:
    """A press on the board begins no cursor and ends typing; only b, Tab and b begin it."""
    for preset, place, moves in (("gomoku-9", "40", FOUR), ("gipf", "e5", "b4 d7 b6-b3 h4")):
        table.open(preset, moves)
        page = table.page
        page.focus("#typed-move")
        table.place(place).click()
        assert page.evaluate("document.activeElement === document.body")
        for begin, end in (("b", "Escape"), ("Tab", "press")):
            if begin == "Tab":
                page.focus("#help")
            table.keys(begin)
            if not page.evaluate(ON_THE_BOARD):
                table.keys("Tab")
            assert page.evaluate(FOCUSED) == place
            table.keys("ArrowLeft")
            assert page.evaluate(FOCUSED) not in {None, place}
            assert table.state("viewed") == 4
            table.keys("ArrowRight")
            if end == "Escape":
                table.keys("Escape")
            else:
                table.place(place).click()  # the point is occupied: nothing is played
            assert not page.evaluate(ON_THE_BOARD)
            stop = page.locator("#grid button[tabindex='0']")
            assert (stop.count(), stop.get_attribute("data-place")) == (1, place)
            table.step("ArrowLeft", 3)
            table.step("End", 4)
        table.keys("b")
        table.place(place).dispatch_event("mousedown", {"detail": 0})
        assert page.evaluate(ON_THE_BOARD), "a screen reader's press keeps the cursor"
    assert len(table.game["nodes"]) == 5, "nothing was played"


@pytest.mark.nightly
@pytest.mark.served("it holds a request on its way")
def test_a_late_answer_does_not_undo_a_step_back(table: Table) -> None:
    """If the stream tells another tab a move before its answer, a step back in between is kept."""
    game = table.open("gomoku-9", FOUR)
    table.other().show(game)
    with holding(table.page, "/play$", on_their_way_back=True) as held:
        table.move(0, 5)
        table.step("ArrowLeft", 4)
        held.go()
    table.page.evaluate("() => new Promise((done) => setTimeout(done, 50))")
    assert table.state("view.ply") == 4


@pytest.mark.site(nightly=True)
def test_a_row_of_gipf_is_chosen_and_confirmed(table: Table, page: Page) -> None:
    """After a push the player chooses what to remove, by mouse, on the board or by keys."""
    table.open("gipf", TO_A_ROW)
    assert table.place("a2").get_attribute("aria-label") == "a2 dot, 2 pushes"
    table.place("a2").click()
    push = next(one for one in table.state("view.moves") if one["move"] == "a2-c2")
    assert page.locator("#picture .push").count() == 2
    table.move(push["first"], 7)
    assert page.inner_text("#status") == "White to remove a row"
    box = table.box("#decide")
    assert 0 < box["y"] < box["y"] + box["height"] <= 860, "the question is in sight"
    assert page.locator("#confirm").is_disabled()
    before = table.state("view.spots")
    page.locator("#decide input").nth(1).check(force=True)
    assert page.locator("#picture .capsule.chosen").count() == 1
    assert page.locator("#picture .picks .capture").count() == 4
    assert table.state("view.spots") == before, "nothing is removed before the confirmation"
    page.click("#confirm")
    table.until("ply", 8)
    assert table.state("game.nodes")[-1]["move"] == "xb2,b3,Gb4,b5"
    table.open("gipf", f"{TO_A_ROW} a2-c2")
    choice = "choice => window.table.pick.choice === choice"
    page.focus("#help")
    while not page.evaluate("document.activeElement.name === 'row'"):
        table.keys("Tab")
    for key, row in ((" ", 0), ("ArrowDown", 1), ("ArrowDown", 0)):
        table.keys(key)
        page.wait_for_function(choice, arg=row)
    assert not table.state("analysing"), "Space is the question's"
    table.place("b2").focus()
    for row in (1, 0):
        table.keys("Enter")
        page.wait_for_function(choice, arg=row)
    page.focus("#list")
    table.step("Enter", 8)
    assert table.state("view.spots")["b4"] == "W"
    table.open("gipf-tournament", "Gb2 Gd7")
    assert page.locator("#players .pile >> nth=0").locator("i").count() == 16
    page.click("#gipf-piece")
    table.place("e1").click()
    table.move("e2", 3)
    assert table.state("view.spots.e2") == "W", "the kind that was chosen"
    table.open("gomoku-9", "E5")
    assert page.locator("#picture .capsule").count() == 0, "nothing of another board stays"


def test_people_end_a_game_and_an_engine_takes_over(table: Table, page: Page) -> None:
    """Draw and resign are below the board of two people; undo takes back either.

    A press on a player's card makes it an engine, which moves from any position.
    """
    game = table.open("gomoku-9", "E5 E6 D4")
    page.click("#draw")
    table.says("A draw is offered")
    page.click("#decline-draw")
    table.says("to move")
    for button, ended in (("#draw", "agreement"), ("#resign", "resignation")):
        page.click(button)
        if button == "#draw":
            page.click("#accept-draw")
        table.until("over")
        assert ended in page.inner_text("#status")
        page.click("#undo")
        page.wait_for_function("() => !window.table.game.result")
    page.click("#players [data-side='1']")
    page.check("input[name=kind][value=engine]", force=True)
    page.select_option("select[name=seconds]", "0.5")
    page.click("#set-player")
    table.until("ply", 4)
    player = table.game["players"][1]
    assert (player["kind"], player["seconds"]) == ("engine", 0.5)
    page.click("#mode-analyse")
    table.keys("Home")
    table.step("ArrowRight", 1)
    page.click("#players [data-side='0']")
    page.click("#swap-sides")
    table.until("mode", "play")
    table.until("ply", 1)
    assert [one["kind"] for one in table.game["players"]] == ["engine", "human"]
    assert table.state("game.id") == game["id"]


@pytest.mark.site(nightly=True)
def test_a_position_is_set_up_and_played(table: Table, page: Page) -> None:
    """Stones, captures and the side to move are set, also by keys; the rules check them.

    The editor says what is wrong, and goes on; Cancel returns to the game.
    """
    table.open(players=AGAINST)
    page.click("#new-game")
    page.click("#set-up")
    page.wait_for_selector("#editor")
    assert page.locator("#players").is_hidden()
    for kind, points in (("w", (180, 181, 182)), ("b", (199, 200, 0))):
        page.check(f"input[name=piece][value='{kind}']", force=True)
        for point in points:
            table.place(point).click()
    table.place(0).click()  # and away again
    table.enter("count-0", "4")
    page.check("input[name=to-move][value='1']", force=True)
    page.click("#play-setup")
    table.until("ply", 1)  # by the engine, which is to move
    view = table.game["position"]
    assert view["captured"][0] == 4
    assert view["cells"].count("w") + view["captured"][1] == 3
    assert [player["kind"] for player in table.game["players"]] == ["human", "engine"]
    game = table.open("gipf", "b4 d7")
    table.set_up()
    table.enter("count-0", "18")
    page.click("#analyse-setup")
    table.says("pieces", NOTICE)
    assert page.input_value("input[name=count-0]") == "18", "what was typed stays"
    table.place("e5").click()
    table.enter("count-0", "9")
    page.click("#analyse-setup")
    table.moved_on(game["id"])
    assert table.state("view.spots.e5") == "w"
    table.until("mode", "analyse")
    game = table.open("gomoku-9", "E5")
    table.set_up()
    table.keys("b", "ArrowUp", "Enter")
    page.wait_for_function("() => window.table.view.cells[31] === 'w'")
    table.keys("Escape")
    assert table.state("mode") == "edit", "Escape ends the cursor, then the editor"
    table.keys("Escape")
    page.wait_for_selector("#editor", state="detached")
    table.until("shown", game["id"])


@pytest.mark.nightly
def test_a_position_is_shifted_turned_and_mirrored(table: Table, page: Page) -> None:
    """All pieces move together, as the board is seen; none may leave it."""

    def carry(words: str, place: int | str, kind: str = "w") -> None:
        page.click(f"#carriers button[aria-label='{words}']")
        where = "spots" if isinstance(place, str) else "cells"
        seen = f"([at, kind]) => window.table.view.{where}[at] === kind"
        page.wait_for_function(seen, arg=[place, kind])

    table.open("gomoku-9", "E5 E6")
    table.set_up()  # Black's stone is at 40 and White's above it, at 31
    for words, place in (("Move up", 31), ("Move left", 30), ("Move down", 39), ("Turn", 31)):
        carry(words, place, "b")
    carry("Flip", 30)
    page.keyboard.press("r")  # the view
    carry("Move right", 22, "b")
    for _ in range(5):
        page.click("#carriers button[aria-label='Move down']")
    table.says("leave the board", NOTICE)
    assert sorted(table.state("view.cells").strip(".")) == ["b", "w"]
    table.open("gipf", "b4 d7")
    table.set_up()
    before = table.state("view.spots")
    for _ in range(6):
        page.click("#carriers button[aria-label='Turn']")
    assert table.state("view.spots") == before
    for _ in range(9):
        page.click("#carriers button[aria-label='Move up and left']")
    table.says("leave the board", NOTICE)
    assert len(table.state("view.spots")) == len(before)


def test_results_against_levels_move_a_rating(table: Table, page: Page) -> None:
    """A result counts once, unless the viewer had help; the level that fits is offered.

    The rating is kept for each kind of game, and can be reset.
    """
    rated = "() => document.querySelector('#rating').textContent"
    table.open("gomoku-9", players=AGAINST)
    table.says("newcomer.*Rating 400", "#opponent")
    table.move(40, 2)
    page.click("#resign")
    page.wait_for_function(rated)
    table.says("839 after 1 game.*won 0, lost 1, drawn 0", "#opponent")
    said = page.inner_text("#rating")
    assert said == "Your rating: 839 (\u221261). Level 3, learner, fits you."
    page.click("#undo")
    page.click("#resign")
    page.wait_for_function(rated)
    assert page.inner_text("#rating") == said, "it counts once"
    table.open("gomoku-9", players=AGAINST)
    page.click("#hint")
    table.until("hinted")
    table.move(40, 2)
    page.reload()
    table.loaded()
    page.click("#resign")
    page.wait_for_function(rated)
    assert "does not count" in page.inner_text("#rating")
    table.dialog("#new-game")
    slider = page.locator("input[name=level-1]")
    slider.fill("7")
    assert "after 1 game. Level 3" in page.inner_text("dialog .level")
    page.click("dialog .level button >> nth=0")
    assert slider.input_value() == "3"
    page.click("dialog .level button:visible")
    page.wait_for_selector("dialog .level .row", state="hidden")


@pytest.mark.nightly
def test_a_game_begins_with_a_handicap(table: Table, page: Page) -> None:
    """Two moves first, or captured pairs; an opening excludes both."""
    table.open("gomoku-9")
    first = {"pente": "begins with 3 captured pairs", "gomoku-15": "moves twice first"}
    for preset, label in first.items():
        table.dialog("#new-game")
        table.choose(preset, "human:", "human:")
        page.select_option("select[name=handicap]", label=f"Black {label}")
        page.select_option("select[name=opening]", index=1)
        assert page.locator("select[name=handicap]").is_disabled()
        page.select_option("select[name=opening]", "")
        page.click("#start-game")
        table.until("preset", preset)
        assert table.state("view.captured") == ([0, 6] if preset == "pente" else [0, 0])
    assert (table.state("view.side"), table.state("view.cells").count("b")) == (0, 1)


@pytest.mark.site(nightly=True)
def test_a_new_game_is_chosen_in_steps(table: Table, page: Page) -> None:
    """Family, variant and size lead to each preset of the server, with its rules in sentences.

    A slider names each level; a clock needs its numbers; Gipf has pieces of either side.
    """
    table.open()
    table.dialog("#new-game")
    rules = []
    for family in _values(page, "family"):
        page.check(f"input[name=family][value={family}]", force=True)
        for variant in _values(page, "variant"):
            page.check(f"input[name=variant][value={variant}]", force=True)
            for size in _values(page, "size") or [""]:
                if size:
                    page.check(f"input[name=size][value={size}]", force=True)
                rules.append(page.inner_text("dialog form > .note-text"))
    links = page.locator("input[value=link]").count()
    assert links == (0 if table.is_static else 2), "only a server has invitations"
    offered = [" ".join(preset["text"]) for preset in table.get("presets")]
    assert sorted(rules) == sorted(offered)
    table.choose("gomoku-9", "human:", "engine:1")
    levels, slider = table.get("levels"), page.locator("input[name=level-1]")
    for level in levels:
        slider.fill(str(level["level"]))
        assert level["name"] in (slider.get_attribute("aria-valuetext") or "")
        assert level["text"] in page.inner_text("dialog .level output")
    slider.fill(str(len(levels) + 1))
    page.select_option("select[name=clock]", "other")
    page.fill("input[name=minutes]", "")
    page.click("#start-game")
    assert page.locator("input[name=minutes]:invalid").count() == 1
    page.select_option("select[name=clock]", "")
    page.click("#start-game")
    table.until("preset", "gomoku-9")
    game = table.game
    assert (game["players"][1]["level"], game["clocks"]) == (None, None)
    table.dialog("#new-game")
    assert slider.input_value() == str(len(levels) + 1), "it is kept"
    table.choose("gipf-basic", "human:", "human:")
    page.select_option("select[name=pieces-0]", "17")
    page.select_option("select[name=clock]", "other")
    table.enter("minutes", "2.5")
    table.enter("seconds", "3")
    made = list[str]()
    page.on("request", lambda one: made.append(one.url) if one.method == "POST" else None)
    page.dblclick("#start-game")
    table.until("preset", "gipf-basic")
    assert len([one for one in made if one.endswith("/games")]) == (0 if table.is_static else 1)
    assert table.state("view.reserves") == [14, 12]
    clocks = table.state("game.clocks")
    assert (clocks["initial_s"], clocks["increment_s"]) == (150, 3)


def _values(page: Page, name: str) -> list[str]:
    """The values of a group of radio buttons."""
    buttons = page.locator(f"input[name={name}]")
    return list(buttons.evaluate_all("all => all.map(one => one.value)"))


@pytest.mark.served("only a server has a token")
def test_the_token_of_the_address_lets_the_page_in(
    seat: Callable[..., Table], tmp_path: Path
) -> None:
    """With a token in its address the page is let in, hides the token, and survives a reload."""
    with served(str(tmp_path), "--token", "a-token-of-sixteen") as address:
        table: Any = seat("light", base=address.split("#")[0].rstrip("/"))
        page = table.page
        page.goto(f"{table.base}/#token=a-token-of-sixteen")
        page.wait_for_selector("#grid button")
        assert "token" not in page.url
        page.reload()
        table.visit()
        table.place(180).click()
        page.wait_for_function("() => window.table.view.ply > 0")
        page.close()
