"""The screen of puzzles: solve, fail, hints, keys, repetition, and the viewer's own mistakes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.web.page import pseudo
from tests.web.page.test_access import MOST_ROWS, _faults

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.page.conftest import Table

NOW = "async () => { const { now } = await import('/js/puzzles/solving.js'); return now; }"
FIRST = "() => { Math.random = () => 0; }"  # always the first of the puzzles
LONG_STEP_MS = 3000
# A solution waits 900 ms between two moves (`web/static/js/puzzles/solving.js`), too few here.
SLOW_STEPS = f"""() => {{
  const real = window.setTimeout;
  window.setTimeout = (call, ms) => real(call, ms === 900 ? {LONG_STEP_MS} : ms);
}}"""
KEPT = "JSON.parse(localStorage.getItem('pente.puzzles') || '{}')"
AGAINST = [{"kind": "human", "name": "You"}, {"kind": "engine", "level": 1}]


def _puzzle(table: Table) -> dict[str, Any]:
    """Return the puzzle on the board."""
    puzzle: dict[str, Any] = table.page.evaluate(NOW)["puzzle"]
    return puzzle


def _open(table: Table, source: str = "gomoku") -> dict[str, Any]:
    """Open the screen with a puzzle of this source; return the puzzle."""
    page = table.page
    page.evaluate(FIRST)
    page.click("#puzzles")
    page.wait_for_selector("#puzzle-hint")
    page.check(f"input[name=puzzles-of][value={source}]")
    page.wait_for_selector(f"#puzzle-panel[data-puzzle^='{source}'][data-phase='asked']")
    return _puzzle(table)


def _point(table: Table, move: str) -> int:
    """Return the index of a point of the board shown: A1 is at the bottom left."""
    size = int(table.state("view.size"))
    return (size - int(move[1:])) * size + "ABCDEFGHJKLMNOPQRST".index(move[0])


def _empty(table: Table, besides: int) -> int:
    """Return the first empty point of the board, other than this one."""
    cells = table.state("view.cells")
    return next(at for at, cell in enumerate(cells) if cell == "." and at != besides)


def test_a_puzzle_is_solved(table: Table) -> None:
    """The right move is praised, counts for the streak, and the solution can be walked through."""
    table.open()
    page = table.page
    puzzle = _open(table)
    task = page.inner_text("#puzzle-task")
    assert ("win" if puzzle["kind"] == "win" else "only defence") in task
    table.place(_point(table, puzzle["line"][0])).click()
    page.wait_for_selector("#puzzle-on")
    assert page.inner_text("#puzzle-verdict").startswith("Right")
    assert page.evaluate(KEPT)["streak"] == 1
    page.locator("#puzzle-line button").last.click()
    table.until("ply", len(puzzle["line"]))
    if puzzle["kind"] == "win":
        assert table.state("view.outcome.winner") is not None
    page.focus("#puzzle-back")
    page.keyboard.press("Enter")
    table.until("ply", len(puzzle["line"]) - 1)
    assert page.evaluate("document.activeElement.id") == "puzzle-back", "the focus stays"
    page.click("#puzzle-next")
    page.wait_for_selector("#puzzle-hint")
    assert _puzzle(table)["id"] != puzzle["id"]
    assert table.state("game.nodes.length") == 1, "the open game is as it was"


def test_a_wrong_move_is_refuted_and_comes_again(table: Table) -> None:
    """The refutation is said and drawn; the puzzle ends the streak and is repeated when due."""
    table.open()
    page = table.page
    puzzle = _open(table)
    best = _point(table, puzzle["line"][0])
    table.place(_empty(table, best)).click()
    page.wait_for_selector("#puzzle-again")
    tops = "all => new Set(all.map((one) => one.offsetTop)).size"
    assert page.eval_on_selector_all("#puzzle-tools button", tops) == 1, "one row of buttons"
    said = page.inner_text("#puzzle-verdict")
    assert any(words in said for words in ("loses", "lets the win go", "does not hold"))
    assert page.locator("#picture .ghost").count() >= 1
    page.click("#puzzle-again")
    table.until("ply", 0)
    table.place(best).click()
    page.wait_for_selector("#puzzle-on")
    kept = page.evaluate(KEPT)
    assert (kept["streak"], kept["solved"]) == (0, {}), "solved with help"
    assert kept["again"][puzzle["id"]]["step"] == 0
    page.click("#puzzle-next")
    page.wait_for_selector("#puzzle-hint")
    assert _puzzle(table)["id"] != puzzle["id"], "not due yet"
    page.evaluate(
        f"id => {{ const kept = {KEPT}; kept.again[id].due = 0;"
        " localStorage.setItem('pente.puzzles', JSON.stringify(kept)); }",
        puzzle["id"],
    )
    page.click("#puzzle-next")
    page.wait_for_function(
        "() => document.querySelector('#puzzle-about').textContent.includes('failed')"
    )
    assert _puzzle(table)["id"] == puzzle["id"]
    table.place(best).click()
    page.wait_for_selector("#puzzle-on")
    again = page.evaluate(KEPT)["again"][puzzle["id"]]
    hours = page.evaluate("due => (due - Date.now()) / 3_600_000", again["due"])
    assert again["step"] == 1
    assert 23 < hours <= 24, "the next time is tomorrow"


def test_hints_and_keys(table: Table) -> None:
    """Without a mouse: open, the kind of threat, the place, then close; the game is as before."""
    game = table.open("gomoku-15", "H8 J9")
    page = table.page
    page.evaluate(FIRST)
    page.keyboard.press("z")
    page.wait_for_selector("#puzzle-hint")
    asked = page.inner_text("#puzzle-verdict")
    page.keyboard.press("h")
    theme = page.inner_text("#puzzle-verdict")
    assert theme != asked
    assert page.locator("#picture rect.zone").count() == 0
    page.keyboard.press("h")
    assert page.locator("#picture rect.zone").count() == 1
    assert page.inner_text("#puzzle-verdict") not in {asked, theme}
    answer = _point(table, _puzzle(table)["line"][0])
    zone = table.state("view.zone")
    row, column = divmod(answer, table.state("view.size"))
    assert zone["top"] <= row <= zone["bottom"]
    assert zone["left"] <= column <= zone["right"]
    first = _puzzle(table)["id"]
    page.keyboard.press("n")
    page.wait_for_selector(f"#puzzle-panel:not([data-puzzle='{first}']):not([data-puzzle=''])")
    page.keyboard.press("Escape")
    page.wait_for_selector("#puzzle-panel", state="detached")
    table.until("ply", 2)
    assert table.state("game.id") == game["id"]
    assert page.inner_text("#title") == "Gomoku 15x15"


def test_a_puzzle_of_gipf_is_solved_with_the_mouse(table: Table) -> None:
    """A dot and a push answer it; it can then be analysed as a game."""
    table.open("gipf-basic")
    page = table.page
    puzzle = _open(table, "gipf")
    best = next(one for one in table.state("view.moves") if one["move"] == puzzle["line"][0])
    if best["dot"]:
        table.place(best["dot"]).click()
        table.place(best["first"]).click()
    else:
        table.place(best["takes"][0]).click()
        page.click("#confirm")
    page.wait_for_selector("#puzzle-analyse")
    assert page.inner_text("#puzzle-verdict").startswith("Right")
    page.click("#puzzle-analyse")
    page.wait_for_selector("#puzzle-panel", state="detached")
    page.wait_for_function("() => window.table.mode === 'analyse' && window.table.view.ply === 0")
    assert table.state("game.preset") == puzzle["preset"]


def test_mistakes_of_a_review_become_puzzles(table: Table) -> None:
    """Those of the person, not the engine's, come back as puzzles; the engine judges the answer."""
    game = table.open("gomoku-9", "E5 E6 D5 D6 C5 A1")
    page = table.page
    engine_first = [AGAINST[1], AGAINST[0]]
    table.post(f"games/{game['id']}/players", {"players": engine_first})
    page.wait_for_function("() => window.table.game.players[0].kind === 'engine'")
    page.click("#mode-analyse")
    page.click("#review")
    table.until("reviewed")
    page.wait_for_function(f"() => {KEPT}.own?.length")
    own = page.evaluate(KEPT)["own"]
    page.wait_for_selector("#toast:not([hidden])")
    assert "kept under Puzzles" in page.inner_text("#toast")
    assert page.inner_text("#toast").startswith(f"{len(own)} mistake")
    assert {one["side"] for one in own} == {1}
    assert "A1" in [one["move"] for one in own]
    puzzle = _open(table, "own")
    assert puzzle["move"] in page.inner_text("#puzzle-task")
    table.place(_point(table, puzzle["best"][0])).click()
    page.wait_for_selector("#puzzle-on")
    assert page.inner_text("#puzzle-verdict").startswith("Right")
    page.click("#puzzle-forget")
    page.wait_for_function(f"() => {KEPT}.own.length === {len(own) - 1}")


def test_without_mistakes_it_says_where_they_come_from(table: Table) -> None:
    """My mistakes are empty before the first review."""
    table.open()
    page = table.page
    page.click("#puzzles")
    page.wait_for_selector("#puzzle-hint")
    page.check("input[value=own]")
    page.wait_for_function(
        "() => /Review a game/.test(document.querySelector('#puzzle-verdict').textContent)"
    )
    page.check("input[value=pente]")
    page.wait_for_selector("#puzzle-hint")


def test_the_level_chooses(table: Table) -> None:
    """With difficulty 5 every puzzle is of level 5."""
    table.open()
    page = table.page
    _open(table)
    page.select_option("#puzzle-level", "5")
    for _ in range(3):
        page.wait_for_function(
            "() => /difficulty 5/.test(document.querySelector('#puzzle-about').textContent)"
        )
        page.wait_for_selector("#puzzle-hint")
        assert _puzzle(table)["level"] == 5
        page.click("#puzzle-next")


def test_a_closed_solution_plays_no_further(seat: Callable[..., Table]) -> None:
    """The rest of a Gipf solution stays off the square board when the screen opens again."""
    table = seat("light", locale="en-GB")  # a page of its own, since its timers change
    table.open("gomoku-9", "E5 E6")
    page, held = table.page, list[Any]()
    _open(table, "gipf")
    page.evaluate(SLOW_STEPS)
    page.click("#puzzle-show")
    page.wait_for_selector("#puzzle-on")
    page.keyboard.press("Escape")
    page.wait_for_function("() => window.table.view.family === 'five'")
    page.route("**/puzzles/*", lambda route: held.append(route))  # noqa: PLW0108 - a function
    page.click("#puzzles")
    page.wait_for_selector("#puzzle-panel")
    page.wait_for_timeout(LONG_STEP_MS)
    assert table.state("view.family") == "five"
    for route in held:
        route.continue_()
    page.wait_for_selector("#puzzle-panel[data-phase='asked'][data-puzzle^='gipf']")


@pytest.mark.parametrize("screen", ["light", "dark", "phone"])
def test_no_fault_is_found_on_the_screen(seat: Callable[..., Table], screen: str) -> None:
    """A puzzle asked, failed and shown has no fault; nothing scrolls sideways on a phone."""
    table = seat(screen)
    table.open()
    page = table.page
    puzzle = _open(table)
    rest = {"exclude": [[MOST_ROWS]]}
    assert _faults(table, rest) == []
    wrong = table.place(_empty(table, _point(table, puzzle["line"][0])))
    if screen == "phone":
        page.set_viewport_size({"width": 390, "height": 844})
        wrong.tap()
        page.click("#confirm")
    else:
        wrong.click()
    page.wait_for_selector("#puzzle-again")
    assert _faults(table, "#puzzle-panel") == []
    page.click("#puzzle-show")
    page.wait_for_selector("#puzzle-on")
    assert _faults(table, "#puzzle-panel") == []
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_the_texts_of_puzzles_are_in_the_tables(seat: Callable[..., Table]) -> None:
    """Nothing of the screen stays English: asked, with hints, failed and shown, in all families."""
    table = seat("light", locale="en-GB")
    pseudo.speak_pseudo(table.page.context)
    table.open("gomoku-9", "E5 E6 D5 D6 C5 A1")
    page = table.page

    def plain() -> set[tuple[str, str, str]]:
        return pseudo.untranslated(table, pseudo.said_by_server(table))

    for source in ("gomoku", "gipf"):
        puzzle = _open(table, source)
        assert plain() == set()
        page.keyboard.press("h")
        assert plain() == set()
        page.keyboard.press("h")
        assert plain() == set()
        if source == "gomoku":
            table.place(_empty(table, _point(table, puzzle["line"][0]))).click()
            page.wait_for_selector("#puzzle-again")
            assert plain() == set()
        page.click("#puzzle-show")
        page.wait_for_selector("#puzzle-on")
        assert plain() == set()
        page.keyboard.press("Escape")
    page.click("#mode-analyse")
    page.click("#review")
    table.until("reviewed")
    page.wait_for_function(f"() => {KEPT}.own?.length")
    assert plain() == set()
    _open(table, "own")
    assert plain() == set()
