"""Keeps of a finished study what a reader wants to see, in `data/results/NAME`.

    python benchmarks/keep_study.py FOLDER NAME

Kept are its identity, how it stands (`pente tune status --json`), the weights, the report, and of
its games and of the matches that tested it a digest: the file's SHA-256, how many lines it has, and
what they add up to. The games themselves are left out.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections import Counter

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, ROOT)

from agent.files import write_whole  # noqa: E402  # the path first, for all of ours
from arena.pairs import count_pairs  # noqa: E402
from arena.results import read_results  # noqa: E402
from tuning.driver import GAMES, RESULT  # noqa: E402
from tuning.files import read_pairs  # noqa: E402
from tuning.plan import identity_path  # noqa: E402

PENTE = [sys.executable, "-c", "from cli.main import main; main()"]
REPORT = "report.html"


def digest(path: str) -> dict[str, object]:
    """What tells one file from another: its digest and its lines."""
    with open(path, "rb") as file:
        content = file.read()
    return {"sha256": hashlib.sha256(content).hexdigest(), "lines": content.count(b"\n")}


def of_study(path: str) -> dict[str, object]:
    """The digest of a study's games, with the pairs by what they were for and how they ended."""
    ends: dict[str, Counter[int]] = {}
    for key, pair in read_pairs(path).items():
        ends.setdefault(key.split()[0], Counter())[pair.half_points] += 1
    counts = {what: [found[result] for result in range(5)] for what, found in ends.items()}
    return {**digest(path), "pairs": counts}


def of_match(path: str) -> dict[str, object]:
    """The digest of a match, with who played and its pentanomial counts."""
    identity, records, _ = read_results(path)
    return {**digest(path), "match": identity, "pairs": count_pairs(records).counts}


def main() -> int:
    """Keep a study; 2 for a wrong command line."""
    if len(sys.argv) != 3:
        print(__doc__, file=sys.stderr)
        return 2
    folder, kept = sys.argv[1], os.path.join(ROOT, "data/results", sys.argv[2])
    os.makedirs(kept, exist_ok=True)
    subprocess.run([*PENTE, "report", folder], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    status = [*PENTE, "tune", "status", "--study", folder, "--json"]
    write_whole(os.path.join(kept, "status.json"), subprocess.check_output(status, cwd=ROOT))
    for path in (identity_path(folder), *(os.path.join(folder, name) for name in (RESULT, REPORT))):
        shutil.copy(path, kept)
    digests: dict[str, object] = {GAMES: of_study(os.path.join(folder, GAMES))}
    for name in sorted(os.listdir(folder)):
        if name.endswith(".jsonl") and name != GAMES:
            digests[name] = of_match(os.path.join(folder, name))
    text = json.dumps(digests, indent=1)
    write_whole(os.path.join(kept, "digests.json"), text.encode() + b"\n")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
