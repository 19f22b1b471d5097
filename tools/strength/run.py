"""Plays every table of docs/strength.md again, and writes the page; can be stopped at any moment.

    python -m tools.strength.run FOLDER --workers 2          # hours; the same command resumes
    python -m tools.strength.run FOLDER --only levels pent2  # some tables
    python -m tools.strength.run FOLDER --games 2            # a short trial; writes no page

A job is one command of `plan.toml`: a match, a ladder of levels, or a set of problems. FOLDER keeps
the games, the results, and a built checkout of each commit that plays. The first start notes the
commit of this tree in FOLDER/commit, so later changes of the tree do not disturb a run. If you
remove that file and FOLDER/games, the tree of the next start plays the jobs that have not finished.
Each finished job adds a line to FOLDER/results.jsonl. When all jobs of a table have finished, the
command writes the table to the page and its results to data/results/strength.jsonl. `--workers N`
runs N jobs at a time.
Exit code 0: all jobs succeeded; 1: some failed, and their errors are printed; 130: interrupted.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import sys
import threading
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

from agent.files import write_whole
from arena.appended import JsonLines
from arena.errors import RecordError
from arena.match.provenance import commit_of_tree
from tools.programs import ROOT
from tools.running import Running, end_on_signals
from tools.strength.plan import HERE, MATCHES, PROBLEMS, STEPS, PlannedJob, PlannedTable, read_plan
from tools.strength.tables import FOLDER, ONE_FILE, put_into, render, step_of

PAGE = ROOT / "docs/strength.md"
DATA = ROOT / "data/results/strength.jsonl"
PENTE = "import sys\nsys.argv[0] = 'pente'\nfrom cli.main import main\nmain()"
LONGEST_S = 86_400.0  # of a job
GRACE_S = 20.0  # for a job to end after Ctrl-C
LAST_LINES = 5  # of what a failed job has printed


class JobError(Exception):
    """A job or the build of a checkout failed; the message ends with its last lines."""


def job_of(entry: dict[str, Any]) -> str:
    """The text of the job whose result this is."""
    return str(entry["job"])


class Run:
    """A folder of such a run.

    commit  of the tree that plays
    """

    def __init__(self, folder: Path) -> None:
        """Open or begin it. Raises OSError, or RecordError for a damaged file."""
        self.folder = folder.resolve()
        for part in ("trees", "games"):
            (self.folder / part).mkdir(parents=True, exist_ok=True)
        mark = self.folder / "commit"
        if not mark.exists():
            write_whole(str(mark), str(commit_of_tree()).encode())
        self.commit = mark.read_text()
        self._kept = JsonLines(str(self.folder / "results.jsonl"), job_of)
        self._lock = threading.Lock()

    @property
    def results(self) -> dict[str, list[dict[str, Any]]]:
        """What the ended jobs printed, by their texts."""
        return {text: entry["found"] for text, entry in self._kept.known.items()}

    @property
    def commits(self) -> dict[str, str]:
        """The trees that played them, seven digits each."""
        return {text: entry["commit"][:7] for text, entry in self._kept.known.items()}

    def tree(self, commit: str) -> Path:
        """A built checkout of this commit, made once. Raises JobError."""
        tree = self.folder / "trees" / commit
        if not (tree / "built").exists():
            shutil.rmtree(tree, ignore_errors=True)
            git = ["git", "-C"]
            self._run(["git", "clone", "-q", "--no-checkout", str(ROOT), str(tree)], ROOT)
            self._run([*git, str(tree), "checkout", "-q", "--detach", commit], ROOT)
            self._run([sys.executable, "setup.py", "-q", "build_ext", "--inplace"], tree)
            if commit == self.commit:
                self._run([sys.executable, "calibrate.py"], tree)
                for words in (["--single-file", f"{tree}{ONE_FILE}"], [f"{tree}{FOLDER}"]):
                    self._run([sys.executable, "-c", PENTE, "bundle", *words], tree)
            (tree / "built").touch()
        return tree

    def play(
        self, job: PlannedJob, trees: dict[str, Path], games: int | None
    ) -> list[dict[str, Any]]:
        """What the job printed, from its commands in the checkout that plays. Raises JobError."""
        records, words, here = [], job.arguments(trees, games), trees[HERE]
        name = job.key if games is None else f"{job.key}-{games}"
        if job.kind == PROBLEMS:
            records = self._records(["-m", "tools.trials.problems", *words, "--json"], here)
        elif job.kind == MATCHES:
            records = self._match(words, name, here)
        else:
            for number, step in enumerate(STEPS, 1):
                (record,) = self._match([*step, *words], f"{name}-{number}", here)
                records.append(step_of(record))
        if games is None:
            entry = {"table": job.table, "job": job.text, "commit": self.commit, "found": records}
            with self._lock:
                self._kept.append(entry)
        return records

    def _match(self, words: list[str], name: str, tree: Path) -> list[dict[str, Any]]:
        """What `pente match` prints, which keeps its games in the file of this name."""
        file = str(self.folder / "games" / f"{name}.jsonl")
        command = ["-c", PENTE, "match", *words, "--json", "--results", file, "--resume"]
        return self._records(command, tree)

    def _records(self, command: list[str], tree: Path) -> list[dict[str, Any]]:
        """The records that a command of Python prints."""
        printed = self._run([sys.executable, *command], tree)
        printed = printed.replace(str(self.folder), "FOLDER")  # no path of this machine
        records = [json.loads(line) for line in printed.splitlines() if line.startswith("{")]
        if any(record.get("interrupted") for record in records):
            raise JobError(f"{' '.join(command)}: interrupted")
        return records

    def _run(self, command: list[str], folder: Path) -> str:
        """What a command printed. Raises JobError if it failed, SystemExit on request."""
        running = Running(command, folder, {**os.environ, "PYTHONPATH": str(folder)})
        try:
            code = running.wait(LONGEST_S)
            printed = running.output()
        finally:
            running.stop(GRACE_S)
        if code != 0:
            ending = f"no end after {LONGEST_S:g} s" if code is None else f"exit code {code}"
            last = "\n".join(printed.splitlines()[-LAST_LINES:])
            raise JobError(f"{' '.join(command)}: {ending}\n{last}")
        return printed


def trees_of(run: Run, jobs: list[PlannedJob]) -> dict[str, Path]:
    """The checkouts that the jobs need, by their names in the plan. Raises JobError."""
    names = {name for job in jobs for name in job.trees}
    return {HERE: run.tree(run.commit), **{name: run.tree(name) for name in sorted(names)}}


def play_jobs(
    run: Run, jobs: list[PlannedJob], trees: dict[str, Path], workers: int, games: int | None
) -> bool:
    """Play the jobs that have not ended yet, `workers` at a time; whether all ended well.

    Raises SystemExit on request.
    """
    good, before = True, run.results
    with ThreadPoolExecutor(workers) as pool:
        waiting = {
            pool.submit(run.play, job, trees, games): job
            for job in jobs
            if games is not None or job.text not in before
        }
        print(f"{len(jobs)} jobs, {len(jobs) - len(waiting)} ended before", flush=True)
        for number, ended in enumerate(as_completed(waiting), 1):
            job = waiting[ended]
            error = ended.exception()
            if isinstance(error, SystemExit):
                pool.shutdown(cancel_futures=True)
                raise error
            good = good and error is None
            words = "done" if error is None else f"FAILED: {error}"
            print(f"{number}/{len(waiting)} {job.table}: {job.text}: {words}", flush=True)
    return good


def write_page(run: Run, plan: list[PlannedTable]) -> None:
    """Write the tables whose jobs have all ended to the page, their results to the data file."""
    page = PAGE.read_text(encoding="utf-8")
    by_job = JsonLines(str(DATA), job_of).known
    for table in plan:
        if all(job.text in run.results for job in table.jobs):
            commits = list(dict.fromkeys(run.commits[job.text] for job in table.jobs))
            page = put_into(page, table.name, render(table, run.results), commits)
            for job in table.jobs:
                entry = {"table": table.name, "job": job.text, "commit": run.commits[job.text]}
                by_job[job.text] = {**entry, "found": run.results[job.text]}
    texts = [job.text for table in plan for job in table.jobs if job.text in by_job]
    lines = "".join(json.dumps(by_job[text]) + "\n" for text in texts)
    write_whole(str(DATA), lines.encode())
    write_whole(str(PAGE), page.encode())


def main() -> None:
    """Play what is missing and write the page."""
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("folder", type=Path, help="created or continued")
    options.add_argument("--only", nargs="+", metavar="TABLE", help="some tables of the plan")
    options.add_argument("--workers", type=int, default=1, help="jobs at a time")
    options.add_argument("--games", type=int, help="at most N games a job; writes no page")
    given = options.parse_args()
    plan = read_plan()
    names = [table.name for table in plan]
    if unknown := set(given.only or ()) - set(names):
        options.error(f"unknown tables: {', '.join(unknown)}; expected {', '.join(names)}")
    jobs = [job for table in plan for job in table.jobs if table.name in (given.only or names)]
    end_on_signals()
    try:
        run = Run(given.folder)
        good = play_jobs(run, jobs, trees_of(run, jobs), given.workers, given.games)
    except (JobError, RecordError) as error:
        sys.exit(f"{error}")
    except SystemExit:
        print("interrupted; the same command goes on", file=sys.stderr)
        raise
    if given.games is None:
        write_page(run, plan)
    sys.exit(not good)


if __name__ == "__main__":
    main()
