"""Fuzzes one target with atheris, guided by its coverage; counts the inputs; can be resumed.

    python -m tools.fuzz.run record --inputs 1000000   # more inputs for the readers of records
    python -m tools.fuzz.run search --inputs 100000    # the kernel, compiled with clang for it
    python -m tools.fuzz.run --list

Needs `pip install atheris`. The readers run with their Python code instrumented. The kernel's
targets also need clang: the kernel is compiled into a scratch folder with coverage and
AddressSanitizer. The kept corpus in tools/fuzz/corpus is read; new inputs that reach new code are
added to build/fuzz/TARGET, so that a further run goes on from there. Each run appends a line to
build/fuzz/runs.jsonl: target, inputs, seconds, seed, commit. Exit code 0: no finding; 1: the input
of a finding is in build/fuzz/TARGET-found; 2: it could not run; 130: interrupted.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import sysconfig
import time
from pathlib import Path

from arena.match.provenance import commit_of_tree
from cli.output.stopping import INTERRUPTED, end_on_signals
from tools.fuzz.targets import COMPILED, TARGETS
from tools.trials.same_answer import FLAGS, SUFFIX, CannotBuildError, compile_family, translate

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BUILT = os.path.join(ROOT, "build", "fuzz")
CORPUS = os.path.join(ROOT, "tools", "fuzz", "corpus")
LONGEST = 20_000  # bytes of an input
INSTRUMENTED = ["-fsanitize=address,fuzzer-no-link", "-g", "-O1"]
COPIED = ("games", "search", "data")  # by `translate`
SOURCES = {".py", ".pyx", ".pxi", ".pxd", ".toml", ".net"}
EXECUTED = re.compile(r"stat::number_of_executed_units:\s+(\d+)")
CHILD = """
import sys
import atheris
{imports}
from tools.fuzz.targets import TARGETS
atheris.Setup(sys.argv, TARGETS[{target!r}])
atheris.Fuzz()
"""
INSTRUMENT = """
packages = ["games", "agent", "arena.records", "arena.game", "search"]
with atheris.instrument_imports(include=packages):
    import tools.fuzz.targets
"""


def digest_of(root: Path) -> str:
    """A checksum of what the instrumented kernel is built from: sources, data, flags, Python."""
    digest = hashlib.sha256(repr((FLAGS, INSTRUMENTED, SUFFIX)).encode())
    for package in COPIED:
        for path in sorted((root / package).rglob("*")):
            if path.suffix in SOURCES and path.is_file():
                digest.update(f"{path.relative_to(root)}\n".encode() + path.read_bytes())
    return digest.hexdigest()


def instrumented_tree() -> str:
    """A folder with the packages and a kernel that reports its coverage; rebuilt after changes.

    Raises CannotBuildError.
    """
    folder = os.path.join(BUILT, "kernel")
    digest, mark = digest_of(Path(ROOT)), Path(folder, "built")
    if mark.is_file() and mark.read_text(encoding="ascii") == digest:
        return folder
    subprocess.run(["rm", "-rf", folder], check=True)  # noqa: S607 - the system's own
    os.makedirs(folder)
    translate(folder, ("five", "gipf"))
    for package in ("arena", "agent", "tools"):
        os.symlink(f"{ROOT}/{package}", f"{folder}/{package}")
    for family in ("five", "gipf"):
        compile_family(folder, family, ("clang", *INSTRUMENTED))
    mark.write_text(digest, encoding="ascii")
    return folder


def environment(target: str) -> dict[str, str]:
    """The environment of a run. Raises CannotBuildError."""
    if target not in COMPILED:
        return {**os.environ, "PYTHONPATH": ROOT}
    site = os.path.join(sysconfig.get_path("purelib"), "asan_with_fuzzer.so")
    return {
        **os.environ,
        "PYTHONPATH": instrumented_tree(),
        "LD_PRELOAD": site,
        "ASAN_OPTIONS": "detect_leaks=0",
    }


def fuzz(target: str, inputs: int, seconds: int, seed: int) -> int:
    """Run one target; append what was done; return the exit code. Raises CannotBuildError."""
    grown, found = f"{BUILT}/{target}", f"{BUILT}/{target}-found"
    kept = f"{CORPUS}/{target}"
    for folder in (grown, found, kept):
        os.makedirs(folder, exist_ok=True)
    code = CHILD.format(target=target, imports="" if target in COMPILED else INSTRUMENT)
    options = [f"-runs={inputs}", f"-seed={seed}", f"-max_len={LONGEST}", "-print_final_stats=1"]
    options += [f"-max_total_time={seconds}", f"-artifact_prefix={found}/", "-timeout=20"]
    begun_s = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", code, grown, kept, *options],
        cwd=BUILT,
        env=environment(target),
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    said = done.stdout + done.stderr
    counted = EXECUTED.search(said)
    if counted is None:
        raise CannotBuildError(f"{target}: {(said.strip().splitlines() or ['no output'])[-1]}")
    line = {
        "target": target,
        "inputs": int(counted[1]),
        "seconds": round(time.monotonic() - begun_s, 1),
        "seed": seed,
        "commit": commit_of_tree(),
        "found": done.returncode != 0,
    }
    with open(f"{BUILT}/runs.jsonl", "a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")
    print(json.dumps(line), flush=True)
    if done.returncode:
        print(said[-3000:], file=sys.stderr)
    return 1 if done.returncode else 0


def main(arguments: list[str] | None = None) -> int:
    """Read the command line and fuzz; return the exit code."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("target", nargs="*", help="default: all")
    options.add_argument("--inputs", type=int, default=100_000, help="for each target")
    options.add_argument("--seconds", type=int, default=0, help="for each target; 0: no limit")
    options.add_argument("--seed", type=int, default=1)
    options.add_argument("--list", action="store_true", help="name the targets")
    given = options.parse_args(arguments)
    if given.list:
        for name, target in TARGETS.items():
            print(f"{name:<10} {(target.__doc__ or '').splitlines()[0]}")
        return 0
    try:
        return max(
            fuzz(target, given.inputs, given.seconds, given.seed)
            for target in given.target or TARGETS
        )
    except KeyboardInterrupt:
        return INTERRUPTED
    except CannotBuildError as error:
        print(f"fuzzing cannot run: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    end_on_signals()
    sys.exit(main())
