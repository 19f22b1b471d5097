"""Takes the picture of the terminal in the README.

    .venv/bin/python -m tools.make.terminal_picture    # writes docs/pictures/terminal.svg

It shows the output of `pente analyse` on a sample. The search is limited by nodes, so the moves are
the same in every run; the speed is that of this machine.
"""

from __future__ import annotations

import io
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.text import Text

ROOT = Path(__file__).parents[2]
PICTURE = ROOT / "docs" / "pictures" / "terminal.svg"
ARGUMENTS = "analyse data/samples/handout_black.txt --nodes 200000 --multipv 3"
COLUMNS = 80
DEADLINE_S = 60.0
# The default format of rich loads a font from another site; this one names fonts of the reader.
FORMAT = """<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
.{unique_id}-matrix {{
  font-family: ui-monospace, Menlo, "DejaVu Sans Mono", monospace;
  font-size: {char_height}px; line-height: {line_height}px;
}}
.{unique_id}-title {{ font-size: 18px; font-family: sans-serif; }}
{styles}
</style>
<defs><clipPath id="{unique_id}-clip-terminal">
<rect x="0" y="0" width="{terminal_width}" height="{terminal_height}" /></clipPath>
{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})" clip-path="url(#{unique_id}-clip-terminal)">
{backgrounds}
<g class="{unique_id}-matrix">{matrix}</g>
</g>
</svg>
"""


def main() -> None:
    """Run the command and write the picture."""
    start = "import sys; sys.argv[0] = 'pente'; from cli.main import main; main()"
    run = subprocess.run(
        [sys.executable, "-c", start, *ARGUMENTS.split()],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=DEADLINE_S,
        check=True,
    )
    console = Console(record=True, width=COLUMNS, file=io.StringIO())
    console.print(Text(f"$ pente {ARGUMENTS}\n{run.stdout.rstrip()}"))
    PICTURE.write_text(
        console.export_svg(title="pente", code_format=FORMAT, unique_id="pente"), encoding="utf-8"
    )


if __name__ == "__main__":
    main()
