"""The explorer, openings with a choice of sides, and puzzles."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest

from tests.web.page.conftest import AGAINST, MISTAKE, NOTICE, eventually
from tests.web.page.held import holding

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page

    from tests.web.page.conftest import Table

GAME = '[Game "Pente"]\n[Player 1 Name "ann"]\n[Player 2 Name "{}"]\n[Result "{}"]\n\n{}\n\n'
LINES = [
    ("bob", "1-0", "1. K10 J11 2. K14 L12"),
    ("cid", "0-1", "1. K10 L9 2. K6 H12"),  # J11 again, on a turned board
    ("dan", "1-0", "1. K10 K11 2. N10 L12"),
]


COLLECTION = "".join(GAME.format(*line) for line in LINES)
# Points of a board of 15 in an order that makes no five; two columns apart from each other.
SHUFFLED = [(column, row) for row in "cegikm" for column in "acegikmobdfhjln"]
DROP = """async ([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name, { type: "text/plain" }));
  const target = document.querySelector("#board");
  const about = { dataTransfer: data, bubbles: true, cancelable: true };
  for (const kind of ["dragover", "drop"]) target.dispatchEvent(new DragEvent(kind, about));
}"""


def _came(table: Table, games: int) -> None:
    """Wait until the explorer tells so many games of the shown position."""
    told = "({ explored, view }) => [explored?.games, explored?.key === view.key]"
    told = f"games => ({told})(window.table).join() === `${{games}},true`"
    table.page.wait_for_function(told, arg=games)


@pytest.mark.site(nightly=True)
def test_a_dropped_collection_is_explored(
    seat: Callable[..., Table], library: str, tmp_path: Path
) -> None:
    """Moves have counts, results and the engine's value; games open where they were.

    Words of names and dates, and a result, leave some games. An import says what it left out;
    Play hides the explorer, which would tell the answer.
    """
    table = seat("light", base=library)
    page = table.page
    table.open(moves="K10")
    page.click("#mode-analyse")
    page.click("#explore")
    _came(table, 0)
    assert page.locator("#list").is_hidden()
    page.evaluate(DROP, ["club.txt", COLLECTION])
    _came(table, 3)
    page.wait_for_selector("#explored button >> nth=1")
    first = page.locator("#explored button >> nth=0")
    assert first.locator("b").inner_text() in {"J11", "L11", "J9", "L9"}
    assert first.locator(".results i").all_text_contents() == ["50 %", "50 %"]
    assert sorted(page.locator("#picture .count text").all_text_contents()) == ["1", "2"]
    for part, value, count in (("find", "BOB ann", 1), ("result", "second", 1)):
        enter = page.fill if part == "find" else page.select_option
        for now, games in ((value, count), ("", 3)):
            enter(f"#explorer-{part}", now)
            _came(table, games)
    first.click()
    table.until("ply", 2)
    _came(table, 2)
    page.select_option("#budget", "3s")
    page.click("#analyse")
    table.until("resting")
    lines = {line["moves"][0]: line["score"]["percent"] for line in table.state("analysis.lines")}
    for row in page.locator("#explored button").all():
        if (move := row.locator("b").inner_text()) in lines:
            shown = row.locator(".chance").inner_text()
            assert shown == f"{min(99, max(1, int(lines[move] + 0.5)))} %"
    table.keys("ArrowLeft")
    _came(table, 3)
    before = table.state("game.id")
    page.click("#explorer-games li:has-text('cid') >> button")
    table.moved_on(before)
    table.until("ply", 1)
    table.step("ArrowRight", 2)
    assert table.state("game.nodes")[table.state("viewed")]["move"] == "L9"
    (tmp_path / "club.txt").write_text(f'{COLLECTION}[Game "D-Pente"]\n\n1. K10 J11\n')
    page.set_input_files("#games-file", tmp_path / "club.txt")
    page.wait_for_selector("#explorer-course p")
    page.wait_for_selector("#stop-import", state="detached")
    table.says("0 new, 3 known, 1 left out.*D-Pente", "#explorer-course")
    page.click("#mode-play")
    page.wait_for_selector("#list:visible")
    assert page.locator("#explore").is_hidden()
    assert table.state("explored") is None
    page.click("#mode-analyse")
    page.locator("#explorer-collections .icon-only").first.click()
    table.keys("Home", "ArrowRight")
    _came(table, 0)


def _begun(table: Table, preset: str, rule: str, first: str, second: str) -> Any:
    """Start a new game with an opening by the dialogue; return the page."""
    table.dialog("#new-game")
    table.choose(preset, first, second)
    table.page.select_option("select[name=opening]", rule)
    table.page.click("#start-game")
    table.page.wait_for_selector("#opening-step")
    return table.page


def _placed(table: Table, *places: int) -> None:
    """Place stones, one after the other."""
    for place in places:
        left = table.state("view.cells").count(".") - 1
        table.place(place).click()
        _empty_points(table, left)


def _empty_points(table: Table, count: int) -> None:
    """Wait until the board has so many empty points."""
    empty = "count => window.table.view.cells.split('.').length - 1 === count"
    table.page.wait_for_function(empty, arg=count)


FITS = """async () => {
  const { family } = await import("/js/game/family.js");
  return family().geometry(window.table.view, window.table.settings).box.every(Number.isFinite);
}"""


@pytest.mark.served("it holds a request on its way")
def test_an_opening_is_played_with_the_engine(table: Table, page: Page) -> None:
    """I place stones in Swap2 and the engine takes a side; in D-Pente it places, and I take one."""
    table.open("gipf")
    page.evaluate(HELD_STEPS, 8000)
    table.dialog("#new-game")
    table.choose("gomoku-9", "human:", "engine:2")
    page.select_option("select[name=opening]", "swap2")
    with holding(page, "^openings$") as held:
        page.click("#start-game")
        held.come()
        assert page.evaluate(FITS), "the board still draws the open game"
    page.wait_for_selector("#opening-step")
    assert page.evaluate(FITS)
    assert page.inner_text("#opening-step") == "Place stone 1 of 3: Black"
    _placed(table, 40, 0)
    page.click("#opening-back")
    _empty_points(table, 80)
    _placed(table, 1, 41)
    page.click("#opening-go")
    table.until("preset", "gomoku-9")
    page.wait_for_selector(NOTICE)
    taken = [player["kind"] for player in table.state("game.players")].index("engine")
    assert f"takes {('Black', 'White')[taken]}" in page.inner_text("#toast")
    assert table.moves()[:3] == ["E5", "B9", "F5"]
    assert f"engine chose {('Black', 'White')[taken]}" in page.inner_text("#list .note >> nth=0")
    table.until("mine", 1 - taken)
    _begun(table, "gomoku-9", "swap", "human:", "engine:1")
    _placed(table, 40, 0, 41)
    page.evaluate(STEP_ON)  # and no press: the engine has waited some seconds
    page.wait_for_function("() => window.table.mode === 'play' && window.table.view.ply >= 3")
    _begun(table, "pente", "d-pente", "engine:1", "human:")
    page.click("#take-0")
    table.until("preset", "pente")
    assert [player["kind"] for player in table.state("game.players")] == ["human", "engine"]
    table.until("mine", 0)
    assert table.state("view.cells").replace(".", "")
    assert page.locator("#editor").count() == 0


@pytest.mark.nightly
def test_two_people_share_an_opening(table: Table) -> None:
    """The second player adds two stones, the first takes a side; it is cancelled or repeated."""
    game = table.open("gomoku-9", "E5 A1")
    page = _begun(table, "pente", "swap2", "human:", "human:")
    _placed(table, 3)
    page.click("#cancel-opening")
    table.until("mode", "play")
    assert (table.state("game.id"), table.state("view.ply")) == (game["id"], 2)
    _begun(table, "gomoku-9", "swap2", "human:", "human:")
    _placed(table, 40, 0, 41)
    page.click("#add-two")
    assert page.inner_text("#opening-step") == "Add stone 1 of 2: White"
    _placed(table, 2, 50)
    assert page.locator("#add-two").count() == 0
    page.click("#take-1")
    page.wait_for_function("() => window.table.mode === 'play' && window.table.view.ply === 5")
    assert table.state("view.side") == 1
    opening = {"rule": "swap", "stones": ["E5", "A1", "C3"], "placer": 0}
    players = [{"kind": "human", "name": "Ann"}, {"kind": "human", "name": "Bo"}]
    table.open("gomoku-9", "", opening=opening, players=players, clock={"initial_s": 600})
    page.click("#resign")
    page.click("#rematch")
    page.wait_for_selector("#opening-step")
    _placed(table, 40, 0, 41)
    page.click("#take-1")
    page.wait_for_function("() => window.table.mode === 'play' && window.table.view.ply === 3")
    again = table.game
    assert [player["name"] for player in again["players"]] == ["Bo", "Ann"]
    assert again["opening"] == {"rule": "swap", "placer": 0}
    assert again["clocks"]["initial_s"] == 600


NOW = "async () => { const { now } = await import('/js/puzzles/solving.js'); return now; }"
MOVED_ON = f"""async length => {{ const {{ phase, line }} = await ({NOW})();
  return phase === 'solved' || (phase === 'asked' && line.length > length); }}"""
ON_BOARD = """async (but) => {
  const { now } = await import('/js/puzzles/solving.js');
  return now.puzzle?.id === but ? null : now.puzzle;
}"""
FIRST = "() => { Math.random = () => 0; }"  # always the first of the puzzles
# Solutions wait 900 ms between two moves (`puzzles/solving.js`), the engine 8 s for a stone that is
# taken back (`dialogs/opening.js`); here the test says when what waits so long goes on.
HELD_STEPS = """wait => {
  const real = window.setTimeout;
  window.steps = [];
  const end = window.clearTimeout;
  window.setTimeout = (call, ms, ...rest) =>
    ms === wait ? -window.steps.push(call) : real(call, ms, ...rest);
  window.clearTimeout = (id) => (id < 0 ? window.steps.splice(-id - 1, 1, () => {}) : end(id));
}"""
STEP_ON = "() => Promise.all(window.steps.map((step) => step()))"
KEPT = "JSON.parse(localStorage.getItem('pente.puzzles') || '{}')"
DUE = f"""id => {{ const kept = {KEPT}; kept.again[id].due = 0;
  localStorage.setItem('pente.puzzles', JSON.stringify(kept)); }}"""


def _puzzle(table: Table, but: str = "") -> dict[str, Any]:
    """The puzzle on the board, once there is one with another id than `but`."""
    puzzle: dict[str, Any] = eventually(table.page, lambda: table.page.evaluate(ON_BOARD, but))
    return puzzle


def _asked(table: Table, source: str = "gomoku") -> dict[str, Any]:
    """Open the screen with a puzzle of this source; return the puzzle."""
    page = table.page
    page.evaluate(FIRST)
    page.click("#puzzles")
    page.wait_for_selector("#puzzle-hint")
    page.check(f"input[name=puzzles-of][value={source}]")
    page.wait_for_selector(f"#puzzle-panel[data-puzzle^='{source}'][data-phase='asked']")
    return _puzzle(table)


def _next(table: Table) -> dict[str, Any]:
    """Go to the next puzzle, and return it."""
    last = _puzzle(table)["id"]
    table.page.click("#puzzle-next")
    puzzle = _puzzle(table, but=last)
    table.page.wait_for_selector(f"#puzzle-panel[data-puzzle='{puzzle['id']}'] #puzzle-hint")
    return puzzle


BEGIN = "async puzzle => { (await import('/js/puzzles/solving.js')).begin(puzzle); }"
# Black's open three wins at either end; the solution names one of them.
OPEN_THREE = {
    "id": "gomoku-9-test",
    "preset": "gomoku-9",
    "title": "Gomoku 9x9",
    "kind": "win",
    "theme": "fours",
    "level": 1,
    "moves": 2,
    "position": "9/9/9/2bbb4/9/3www3/9/9/9 b 0,0",
    "line": ["B6", "A6", "F6"],
}


def _play_ahead(table: Table) -> None:
    """Play the moves that are expected of the viewer, until the puzzle is solved."""
    page = table.page
    while page.get_attribute("#puzzle-panel", "data-phase") == "asked":
        now = page.evaluate(NOW)
        (move,) = now["ahead"][:1]
        if table.state("view.family") == "five":
            table.place(table.point(move)).click()
        else:
            best = next(one for one in table.state("view.moves") if one["move"] == move)
            if best["dot"]:
                table.place(best["dot"]).click()
                table.place(best["first"]).click()
            else:
                table.place(best["takes"][0]).click()
                page.click("#confirm")
        length = len(now["line"])
        eventually(page, lambda: page.evaluate(MOVED_ON, length))  # noqa: B023 - at once


@pytest.mark.nightly
def test_a_win_is_played_to_its_end(table: Table, page: Page) -> None:
    """One right move does not solve it: the opponent answers the threat, and the game must be won.

    A win that the solution does not name counts as well; the streak counts the puzzle once.
    """
    table.open("gomoku-9")
    _asked(table)
    for first in ("B6", "F6"):
        page.evaluate(BEGIN, OPEN_THREE | {"id": f"gomoku-9-{first}"})
        page.wait_for_selector(f"#puzzle-panel[data-puzzle='gomoku-9-{first}'][data-phase='asked']")
        assert page.inner_text("#title") == "Puzzles: Gomoku 9x9"
        table.place(table.point(first)).click()
        table.says("answers", "#puzzle-verdict")
        page.wait_for_selector("#puzzle-panel[data-phase='asked']")
        played = page.evaluate(NOW)["line"]
        assert played[0] == first
        assert played[1] in {"A6", "F6", "B6", "G6"}, "it answers the threat"
        assert page.evaluate(KEPT).get("streak", 0) == "BF".index(first[0]), "not solved yet"
        _play_ahead(table)
        page.wait_for_selector("#puzzle-on")
        assert table.state("view.outcome.winner") == table.state("view.side") ^ 1
    assert page.evaluate(KEPT)["streak"] == 2


@pytest.mark.site(nightly=True)
def test_a_puzzle_is_failed_repeated_and_solved(table: Table, page: Page) -> None:
    """A wrong move is refuted and ends the streak; the puzzle comes again when it is due.

    The right move is praised and counts; the solution can be walked through.
    """
    table.open()
    puzzle = _asked(table)
    task = page.inner_text("#puzzle-task")
    assert ("win" if puzzle["kind"] == "win" else "only defence") in task
    best, cells = table.point(puzzle["line"][0]), table.state("view.cells")
    wrong = next(at for at, cell in enumerate(cells) if cell == "." and at != best)
    table.place(wrong).click()
    page.wait_for_selector("#puzzle-again")
    tops = "all => new Set(all.map((one) => one.offsetTop)).size"
    assert page.eval_on_selector_all("#puzzle-tools button", tops) == 1, "one row of buttons"
    said = page.inner_text("#puzzle-verdict")
    assert any(words in said for words in ("loses", "lets the win go", "does not hold"))
    assert page.locator("#picture .ghost").count() >= 1
    page.click("#puzzle-again")
    table.until("ply", 0)
    _play_ahead(table)
    page.wait_for_selector("#puzzle-on")
    kept = page.evaluate(KEPT)
    assert (kept["streak"], kept["solved"]) == (0, {}), "solved with help"
    assert kept["again"][puzzle["id"]]["step"] == 0
    assert _next(table)["id"] != puzzle["id"], "not due yet"
    page.evaluate(DUE, puzzle["id"])
    page.click("#puzzle-next")
    table.says("failed", "#puzzle-about")
    assert _puzzle(table)["id"] == puzzle["id"]
    _play_ahead(table)
    page.wait_for_selector("#puzzle-on")
    again = page.evaluate(KEPT)["again"][puzzle["id"]]
    hours = page.evaluate("due => (due - Date.now()) / 3_600_000", again["due"])
    assert again["step"] == 1
    assert 23 < hours <= 24, "the next time is tomorrow"
    assert page.inner_text("#puzzle-verdict").startswith("Right")
    assert page.evaluate(KEPT)["streak"] == 1
    page.locator("#puzzle-line button").last.click()
    table.until("ply", len(puzzle["line"]))
    if puzzle["kind"] == "win":
        assert table.state("view.outcome.winner") is not None
    page.focus("#puzzle-back")
    table.step("Enter", len(puzzle["line"]) - 1)
    assert page.evaluate("document.activeElement.id") == "puzzle-back", "the focus stays"
    assert _next(table)["id"] != puzzle["id"]
    assert table.state("game.nodes.length") == 1, "the open game is as it was"


@pytest.mark.nightly
def test_puzzles_are_chosen_and_hinted(table: Table, page: Page) -> None:
    """Without a mouse: open, the kind of threat, the place, then close; the game is as before.

    With difficulty 5 every puzzle is of level 5; own mistakes come from reviews.
    """
    game = table.open("gomoku-15", "H8 J9")
    page.evaluate(FIRST)
    table.keys("z")
    page.wait_for_selector("#puzzle-hint")
    said = [page.inner_text("#puzzle-verdict")]
    for zones in (0, 1):
        table.keys("h")
        said.append(page.inner_text("#puzzle-verdict"))
        assert page.locator("#picture rect.zone").count() == zones
    assert len(set(said)) == 3, "the kind of threat, then the place"
    answer = table.point(_puzzle(table)["line"][0])
    zone = table.state("view.zone")
    row, column = divmod(answer, table.state("view.size"))
    assert zone["top"] <= row <= zone["bottom"]
    assert zone["left"] <= column <= zone["right"]
    page.check("input[name=puzzle-level][value='5']", force=True)
    table.says("difficulty 5", "#puzzle-about")
    page.wait_for_selector("#puzzle-hint")
    for _ in range(2):
        assert _puzzle(table)["level"] == 5
        _next(table)
    all_of = page.locator("#puzzle-levels .share[data-level='5'] .soft").inner_text()
    assert re.fullmatch(r"0/[1-9]\d+", all_of), "how many are solved"
    page.check("input[value=own]")
    table.says("Review a game", "#puzzle-verdict")
    table.keys("Escape")
    page.wait_for_selector("#puzzle-panel", state="detached")
    table.until("ply", 2)
    assert table.state("game.id") == game["id"]
    assert page.inner_text("#title") == "Gomoku 15x15"


@pytest.mark.served("it holds a request on its way")
def test_a_puzzle_of_gipf_is_solved_with_the_mouse(table: Table, page: Page) -> None:
    """A dot and a push answer it; it can be analysed as a game; a closed one plays no further."""
    table.open("gomoku-9", "E5 E6")
    _asked(table, "gipf")
    page.evaluate(HELD_STEPS, 900)
    page.click("#puzzle-show")
    page.wait_for_function("() => window.steps.length")
    table.keys("Escape")
    page.wait_for_function("() => window.table.view.family === 'five'")
    with holding(page, "^puzzles/"):
        page.click("#puzzles")
        page.wait_for_selector("#puzzle-panel")
        page.evaluate(STEP_ON)
        assert table.state("view.family") == "five", "the rest stays off the square board"
    page.wait_for_selector("#puzzle-panel[data-phase='asked'][data-puzzle^='gipf']")
    puzzle = _puzzle(table)
    _play_ahead(table)
    page.wait_for_selector("#puzzle-analyse")
    assert page.inner_text("#puzzle-verdict").startswith("Right")
    page.click("#puzzle-analyse")
    page.wait_for_selector("#puzzle-panel", state="detached")
    table.until("mode", "analyse")
    table.until("ply", 0)
    assert table.state("game.preset") == puzzle["preset"]


def test_mistakes_of_a_review_become_puzzles(table: Table, page: Page) -> None:
    """Those of the person, not the engine's, come back as puzzles; the engine judges the answer."""
    table.open("gomoku-9", MISTAKE, later=AGAINST[::-1])
    page.wait_for_function("() => window.table.game.players[0].kind === 'engine'")
    table.review()
    page.wait_for_function(f"() => {KEPT}.own?.length")
    own = page.evaluate(KEPT)["own"]
    page.wait_for_selector(NOTICE)
    assert page.inner_text("#toast").startswith(f"{len(own)} mistake")
    assert {one["side"] for one in own} == {1}
    assert "A1" in [one["move"] for one in own]
    puzzle = _asked(table, "own")
    assert puzzle["move"] in page.inner_text("#puzzle-task")
    assert page.locator("#puzzle-kept button").count() == len(own)
    assert page.locator("#puzzle-kept [aria-current]").count() == 1
    table.place(table.point(puzzle["best"][0])).click()
    page.wait_for_selector("#puzzle-on")
    assert page.inner_text("#puzzle-verdict").startswith("Right")
    page.click("#puzzle-forget")
    page.wait_for_function(f"() => {KEPT}.own.length === {len(own) - 1}")


@pytest.mark.nightly
def test_a_review_asks_once_which_side_the_viewer_is(table: Table, page: Page) -> None:
    """Mistakes of strangers are not the viewer's: a game of two people asks, once for each name.

    It asks below the graph and its buttons, and none of it is cut off.
    """
    text = "(;GM[4]SZ[9]PB[ann]PW[bob];B[ee];W[ed];B[de];W[dd];B[ce];W[ai])"
    page.set_viewport_size({"width": 1280, "height": 800})
    for first in (True, False):
        table.show(table.post("import", {"text": text, "preset": "gomoku-9"}))
        table.review()
        if first:
            page.wait_for_selector("#review-side")
            parts = ("#graph", "#review-tools", "#review-side", "#analysis")
            graph, tools, asked, panel = map(table.box, parts)
            assert graph["y"] < tools["y"] < asked["y"]
            assert asked["y"] + asked["height"] <= panel["y"] + panel["height"]
            assert page.evaluate(KEPT).get("own", []) == []
            page.click("#review-side button:has-text('bob')")
        page.wait_for_function(f"() => {KEPT}.own?.length")
        assert {one["side"] for one in page.evaluate(KEPT)["own"]} == {1}
        assert page.locator("#review-side").count() == 0
    table.show(table.post("import", {"text": text.replace("bob", "eve").replace("ann", "bob")}))
    table.review()
    assert page.locator("#review-side").count() == 0, "the name is known"


@pytest.mark.nightly
@pytest.mark.served("it holds a request on its way")
@pytest.mark.parametrize("leave", ["#cancel-opening", "#close-puzzles"])
def test_puzzles_opened_while_the_game_returns_stay(table: Table, page: Page, leave: str) -> None:
    """What is left fetches the game, which does not replace a screen that was opened meanwhile."""
    table.open("gomoku-9")
    if leave == "#cancel-opening":
        table.dialog("#new-game")
        table.choose("gomoku-9", "human:", "human:")
        page.select_option("select[name=opening]", "swap")
        page.click("#start-game")
    else:
        _asked(table)
    with holding(page, "^games/[^/]*$") as held:
        page.click(leave)
        page.click("#puzzles")
        page.wait_for_selector("#puzzle-hint")
        with page.expect_response("**/api/games/*"):
            held.go()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    assert table.state("mode") == "puzzle"
    table.keys("h")  # the keys of the screen are its own
    eventually(page, lambda: page.evaluate(NOW)["hints"])


@pytest.mark.nightly
@pytest.mark.served("it holds a request on its way")
def test_escape_leaves_a_solution_that_is_still_fetched(table: Table) -> None:
    """The dot that a hint has picked is no pending move once the solution is shown."""
    table.open("gipf-basic")
    _asked(table, "gipf")
    while table.page.locator("#puzzle-hint").count():
        table.page.click("#puzzle-hint")
    assert table.state("pick.dot")
    with holding(table.page, "^line$"):
        table.page.click("#puzzle-show")
        table.page.wait_for_selector("#puzzle-on")
        table.keys("Escape")
        table.page.wait_for_selector("#puzzle-panel", state="detached")


def test_arrows_and_marks_are_drawn(table: Table, page: Page) -> None:
    """With the right button, the tools and keys; they stay with their move."""

    def drawn(*marks: str) -> None:
        shown = "table.game.nodes.find(one => one.id === table.viewed).markup.join(' ')"
        page.wait_for_function(f"marks => {shown} === marks", arg=" ".join(marks))

    table.open(moves="K10 L10")
    middle, away = (table.place(point).bounding_box() for point in (180, 240))
    page.mouse.move(middle["x"] + 9, middle["y"] + 9)
    page.mouse.down(button="right")
    page.mouse.move(away["x"] + 9, away["y"] + 9)
    page.mouse.up(button="right")
    drawn("AR,K10,N7")
    table.place(0).click(button="right")
    drawn("AR,K10,N7", "CR,A19")
    table.keys("d")
    page.wait_for_selector("#markup-tools")
    table.place(180).focus()
    table.keys("Enter", "ArrowUp", "Enter")
    first = ["AR,K10,K11", "AR,K10,N7", "CR,A19"]
    drawn(*first)
    page.click("[data-kind=LB]")
    table.place(181).click()
    drawn(*first, "LB,L10,A")
    assert page.inner_text("#markup-said").endswith("Letter L10 A.")
    assert page.locator("#picture .mark-label").count() == 1
    table.place(181).click()
    drawn(*first)
    page.click("#undo-mark")
    drawn(*first, "LB,L10,A")
    page.click("#nav button:nth-child(2)")
    page.wait_for_selector("#picture .mark-label", state="detached")
    page.click("#nav button:nth-child(3)")
    page.wait_for_selector("#picture .mark-label")
    table.keys("Escape")
    table.place(183).click()
    page.wait_for_selector("#picture .mark-label", state="detached")
    assert table.moves() == ["K10", "L10", "N10"]
    table.open("gipf", "b4 d7")
    table.keys("d")
    page.wait_for_selector("#markup-tools")
    for place in ("b1", "b3"):
        table.place(place).dispatch_event("click")
    drawn("AR,b1,b3")


MOST_STYLED = 600  # elements whose style a move makes the browser compute, some 25 in each frame
MOST_CHANGED = 100  # elements that it adds or removes
NODES = """() => [...document.querySelectorAll("#tree-picture g[data-node]")].map((one) =>
  Number(one.dataset.node))"""
WATCH = """() => {
  window.changed = 0;
  new MutationObserver((all) => {
    for (const one of all) window.changed += one.addedNodes.length + one.removedNodes.length;
  }).observe(document.body, { childList: true, subtree: true });
}"""


@pytest.mark.nightly
def test_a_large_tree_is_seen_in_part_and_a_move_touches_little(table: Table, page: Page) -> None:
    """The picture has elements only for what is in sight, marks the viewed node, leads to others.

    At 1,040 nodes a move neither rebuilds nor restyles what it does not change.
    """
    line, cells = "", [f"{column}{row}" for row in "no" for column in "abcdefghijklmno"]
    for ply in reversed(range(len(SHUFFLED))):
        column, row = SHUFFLED[ply]
        aside = "".join(f"(;{'BW'[ply % 2]}[{at}])" for at in cells[1:] if ply < 35)
        line = f"(;{'BW'[ply % 2]}[{column}{row}]{line}){aside}"
    game = table.post("import", {"text": f"(;GM[4]RU[0]SZ[15]{line})"})
    assert len(game["nodes"]) > 1040
    table.show(game)
    page.click("#show-tree")
    page.wait_for_selector("#tree-picture .viewed")
    assert page.locator("#tree-picture g").count() < len(game["nodes"]) / 4
    other = next(one for one in page.evaluate(NODES) if one != table.state("viewed"))
    page.click(f"#tree-picture g[data-node='{other}']")
    table.until("viewed", other)
    table.keys("End")
    table.until("viewed", game["main"][-1])
    page.wait_for_selector("#tree-picture .viewed")
    table.move(16, table.state("view.ply") + 1)
    browser = page.context.browser
    assert browser is not None
    page.evaluate(WATCH)
    browser.start_tracing(page=page, categories=["blink", "devtools.timeline"])
    table.move(18, table.state("view.ply") + 1)
    page.wait_for_selector("#tree-picture .viewed")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
    events = json.loads(browser.stop_tracing())["traceEvents"]
    styled = [one["args"] for one in events if one["name"] == "UpdateLayoutTree"]
    counted = [one["elementCount"] for one in styled if "elementCount" in one]
    assert 0 < sum(counted) < MOST_STYLED
    assert 0 < page.evaluate("window.changed") < MOST_CHANGED
    table.keys("v")
    page.wait_for_selector("#tree-picture", state="hidden")


@pytest.mark.site(nightly=True)
def test_engines_play_a_match(table: Table, page: Page) -> None:
    """Its score grows, a game of it is watched on the board, and it stops with the page."""
    table.open("gomoku-9", "E5")
    game = table.state("game.id")
    table.dialog("#new-game")
    page.click("#open-matches")
    page.wait_for_selector("#new-match")
    page.select_option("select[name=preset]", "gomoku-9")
    page.select_option("select[name=limit]", "nodes:1000")
    table.enter("games", "500")
    page.click("#start-match")
    page.wait_for_selector("#match-games .live")
    page.wait_for_function("() => document.querySelector('#match progress').value > 0")
    page.locator("#match-games button").first.click()
    table.moved_on(game)
    page.wait_for_selector("#match-chip")
    page.click("#match-chip")
    page.click("#stop-match")
    page.wait_for_selector("#go-match")
    page.click("#go-match")
    page.wait_for_selector("#stop-match")
    (match,) = (one for one in table.get("matches") if one["running"])
    page.reload()
    table.loaded()
    eventually(page, lambda: not table.get(f"matches/{match['id']}")["running"])
    assert match["played"] > 0
    table.delete(f"matches/{match['id']}")
