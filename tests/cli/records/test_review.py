"""`pente review`: the engine's judgement of a game in the terminal and in files."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from cli.main import pente

GAME = "1. K10 A1 2. K13 A2 3. L12 T1 4. M11 T2 5. A19 T3"


def reviewed(*words: str, stdin: str = GAME) -> str:
    """Return what the command prints, progress included."""
    words = ("review", "-", "--nodes", "800", *words)
    result = CliRunner().invoke(pente, words, input=stdin, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_a_review_tells_every_move_and_the_mistakes() -> None:
    """A line per move, the mistakes in words, the accuracy of both sides."""
    text = reviewed()
    assert text.count("...") >= 5
    assert "5. A19 misses a win: " in text
    assert "accuracy: White " in text


def test_a_review_is_written_as_page_plot_and_json(tmp_path: Path) -> None:
    """Files of each kind are written whole; JSON stands alone on standard output."""
    page, plot, vector = (str(tmp_path / name) for name in ("r.html", "r.png", "r.svg"))
    words = ("review", "-", "--nodes", "200", "--html", page, "--plot", plot, "--json")
    result = CliRunner().invoke(pente, words, input=GAME, catch_exceptions=False)
    fields = json.loads(result.stdout)
    assert len(fields["moves"]) == 10
    assert Path(page).read_text(encoding="utf-8").startswith("<!doctype html>")
    assert Path(plot).read_bytes().startswith(b"\x89PNG")
    reviewed("--plot", vector)
    first = Path(vector).read_bytes()
    reviewed("--plot", vector)
    assert Path(vector).read_bytes() == first
    assert "<svg" in Path(vector).read_text(encoding="utf-8")


def test_all_games_of_a_collection_are_reviewed() -> None:
    """Each game has its own part."""
    text = reviewed("--all", "-g", "pente", stdin="pente:K10A1\npente:K10A1K13\n")
    assert text.count("\naccuracy: ") == 2
    assert "game 2:" in text


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (("--plot", "r.gif"), "ends with .png or .svg"),
        (("--all", "--number", "1"), "exclude each other"),
        (("--all", "--html", "r.html"), "choose it with --number"),
    ],
)
def test_a_review_says_what_is_wrong(words: tuple[str, ...], reason: str) -> None:
    """Options that do not fit are refused before the first search."""
    result = CliRunner().invoke(pente, ["review", "-", *words], input=GAME)
    assert reason in str(result.exception) + result.output
