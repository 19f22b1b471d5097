"""Lessons: a course on a screen, one on a phone, and what is kept of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from tests.web.page.conftest import Table


def _asked(table: Table, lesson: str) -> None:
    """Wait until a step asks for a move."""
    table.page.wait_for_selector(f"#puzzle-panel[data-lesson='{lesson}'][data-phase='asked']")


def _steps(table: Table, course: str) -> list[dict[str, Any]]:
    """The steps of a course."""
    courses = table.get("lessons")
    steps: list[dict[str, Any]] = next(one["steps"] for one in courses if one["id"] == course)
    return steps


@pytest.mark.site(nightly=True)
def test_a_course_leads_to_puzzles_and_back(table: Table, page: Page) -> None:
    """From the offer of a first visit to the puzzles; Back and a reload keep place and progress.

    A wrong move is explained and asked again; the opponent answers a right one.
    """
    table.visit()
    page.focus("#learn")
    table.keys("Enter")
    _asked(table, "pente/five")
    page.focus("input[name=lessons-of][value=pente]")
    table.keys("ArrowRight")
    steps = _steps(table, "keryo")
    for number, step in enumerate(steps, 1):
        _asked(table, f"keryo/{step['id']}")
        assert page.evaluate("location.hash") == f"#learn=keryo/{number}"
        assert page.inner_text("#lesson-ask") == step["ask"]
        if number == 1:
            table.place(table.point("K11")).click()
            table.says(step["wrong"]["*"], "#puzzle-verdict")
            table.keys("Enter")
            _asked(table, f"keryo/{step['id']}")
        table.place(table.point(next(iter(step["play"])))).click()
        table.says(step["right"], "#puzzle-verdict")
        page.wait_for_selector("#puzzle-panel[data-phase='solved']")
        table.keys("n")
    page.wait_for_selector("#puzzle-hint")
    assert page.inner_text("#puzzle-about").endswith("puzzle 1 of 10")
    page.go_back()
    _asked(table, f"keryo/{steps[-1]['id']}")
    page.click("#mode-analyse")
    page.wait_for_selector("#puzzle-panel", state="detached")
    page.wait_for_function("() => window.table.view === window.table.game.position")
    page.go_back()
    _asked(table, f"keryo/{steps[-1]['id']}")
    page.reload()
    table.loaded()
    _asked(table, f"keryo/{steps[-1]['id']}")
    assert page.locator("#puzzle-line .done").count() == len(steps)
    table.keys("Escape")
    page.wait_for_selector("#puzzle-panel", state="detached")
    table.until("mode", "play")
    assert page.locator("#learn").count() == 0, "offered once"
    page.evaluate("location.hash = 'learn=gomoku/5'")
    _asked(table, "gomoku/four")
    page.click("#lesson-show")
    table.says("White answers L8", "#puzzle-verdict")
    assert page.locator("#puzzle-line .done").count() == 0, "what was shown was not found"


@pytest.mark.nightly
@pytest.mark.site("the driver of Firefox cannot touch", nightly=True)
def test_a_course_on_a_phone(seat: Callable[..., Table]) -> None:
    """Pushes and removals of Gipf with a finger, until Black has no piece left."""
    table = seat("phone")
    page = table.page
    page.emulate_media(reduced_motion="reduce")
    table.visit("#learn=gipf")
    for step in _steps(table, "gipf")[:10]:
        _asked(table, f"gipf/{step['id']}")
        found = table.state("view.moves")
        move = next(one for one in found if one["move"] in step["play"] or "*" in step["play"])
        if move["dot"]:
            table.place(move["dot"]).tap()
            table.place(move["first"]).tap()
        else:
            page.locator(f"input[name=row][value='{found.index(move)}']").tap(force=True)
        page.tap("#confirm")
        page.wait_for_selector("#puzzle-panel[data-phase='solved']")
        page.tap("#lesson-next")
    _asked(table, "gipf/keep")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
