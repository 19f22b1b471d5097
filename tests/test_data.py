"""The files in `data/`: which ones a wheel contains."""

from __future__ import annotations

import re
from pathlib import Path

from arena.puzzles import games_with_puzzles
from games.five.rules import PRESETS
from games.gipf.rules import GIPF_PRESETS
from search.weights.file import weights_path

ROOT = Path(__file__).parents[1]
DATA = ROOT / "data"


def packed_files() -> set[str]:
    """The files of `data/` in the wheel, as paths below it."""
    table = re.search(
        r"^DATA = (\{.*?^\})", (ROOT / "setup.py").read_text(), re.DOTALL | re.MULTILINE
    )
    assert table
    globs = eval(table[1])["data"]  # noqa: S307 - our own file
    return {str(path.relative_to(DATA)) for glob in globs for path in DATA.glob(glob)}


def test_wheel_takes_what_playing_needs() -> None:
    """The wheel has weights and openings of every game, book, bench and puzzles, but no results."""
    needed = {str(Path(weights_path(game)).relative_to(DATA)) for game in (*PRESETS, *GIPF_PRESETS)}
    needed |= {"openings/book-pente.txt", "bench/positions.txt", "bench/gipf.txt"}
    needed |= {f"openings/{game}.txt" for game in PRESETS}
    packed = packed_files()
    needed |= {f"puzzles/{game}.txt" for game in games_with_puzzles()}
    assert needed <= packed
    folders = {path.partition("/")[0] for path in packed}
    assert folders == {"weights", "openings", "bench", "puzzles"}
