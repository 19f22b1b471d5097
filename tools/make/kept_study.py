"""Copies the main results of a finished study to `data/results/NAME`.

    python -m tools.make.kept_study FOLDER NAME

It keeps the study's identity, its status (`pente tune status --json`), the weights and the report's
smaller pictures. Of the study's games and of its matches it keeps a digest: the file's SHA-256, its
number of lines, and the counts of pairs. Paths become relative to the study's parent folder or to
this tree.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
from collections import Counter
from typing import TYPE_CHECKING

from agent.files import write_whole
from arena.match.results import read_results
from arena.strength.pairs import count_pairs
from tuning.files import read_pairs
from tuning.identity import PAIR_LOG, RESULT, identity_path

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

PENTE = [sys.executable, "-c", "from cli.main import main; main()"]
REPORT = "report.html"
IMAGE = re.compile(r'<h2>(\S+)</h2>|<img alt="(\w+)" src="data:image/png;base64,([^"]+)"')
LARGE = ("course", "slices")  # hundreds of kB each


def read(path: str) -> str:
    """The text of a file."""
    with open(path, encoding="utf-8") as file:
        return file.read()


def pictures(report: str) -> Iterator[tuple[str, bytes]]:
    """The names and contents of a report's pictures, without the large ones."""
    section = ""
    for heading, name, content in IMAGE.findall(report):
        section = heading or section
        if name and name not in LARGE:
            yield f"{section}-{name}".lower(), base64.b64decode(content)


def digest(path: str) -> dict[str, object]:
    """A file's SHA-256 and number of lines."""
    with open(path, "rb") as file:
        content = file.read()
    return {"sha256": hashlib.sha256(content).hexdigest(), "lines": content.count(b"\n")}


def of_study(path: str) -> dict[str, object]:
    """The digest of a study's games, with the pairs counted by purpose and result."""
    ends: dict[str, Counter[int]] = {}
    for key, pair in read_pairs(path).items():
        ends.setdefault(key.split()[0], Counter())[pair.half_points] += 1
    counts = {what: [found[result] for result in range(5)] for what, found in ends.items()}
    return {**digest(path), "pairs": counts}


def of_match(path: str) -> dict[str, object]:
    """The digest of a match, with its identity and pentanomial counts."""
    identity, records, _ = read_results(path)
    return {**digest(path), "match": identity, "pairs": count_pairs(records).counts}


def main() -> int:
    """Copy a study's results; return 0, or 2 for a wrong command line."""
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    folder, kept = sys.argv[1], os.path.join(ROOT, "data/results", sys.argv[2])
    result = os.path.join(folder, RESULT)
    os.makedirs(kept, exist_ok=True)
    subprocess.run([*PENTE, "report", folder], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    status = [*PENTE, "tune", "status", "--study", folder, "--json"]
    digests: dict[str, object] = {PAIR_LOG: of_study(os.path.join(folder, PAIR_LOG))}
    for name in sorted(os.listdir(folder)):
        if name.endswith(".jsonl") and name != PAIR_LOG:
            digests[name] = of_match(os.path.join(folder, name))
    texts = {
        "status.json": subprocess.check_output(status, cwd=ROOT, text=True),
        "digests.json": json.dumps(digests, indent=1) + "\n",
        **{os.path.basename(path): read(path) for path in (identity_path(folder), result)},
    }
    above = os.path.dirname(os.path.abspath(folder))
    for name, text in texts.items():
        short = text.replace(f"{above}/", "").replace(f"{ROOT}/", "")
        write_whole(os.path.join(kept, name), short.encode())
    for name, picture in pictures(read(os.path.join(folder, REPORT))):
        write_whole(os.path.join(kept, f"{name}.png"), picture)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
