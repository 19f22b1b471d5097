"""Compares answers and speed of the kernel between compilers, optimisation levels and Pythons.

    python -m tools.trials.same_answer                     # all that this computer has
    python -m tools.trials.same_answer --variant gcc-O1    # one; --list names them

Each variant is compiled in a folder of its own below `build/same-answer`; the installed kernel
stays. With one worker, each searches the quick bench of both families, with the shipped nets and
without. The signatures (nodes, scores and best moves of all positions) must be the same in all
variants, and the same as those of the installed kernel. Behind each stands the speed, as a ratio to
the installed kernel's.

Exit code 0: the signatures are equal, and no variant has less than a third of the speed; 1:
otherwise; 2: a variant could not be built, and one line says why; 130: interrupted.
"""

from __future__ import annotations

import argparse
import glob
import json
import os
import shutil
import sys
import tempfile
from dataclasses import dataclass
from importlib.util import find_spec

from agent.bundle.pythons import pythons_here
from cli.output.stopping import INTERRUPTED, end_on_signals
from tools.compiling import FAMILIES, KERNEL, ROOT, CannotBuildError, compile_family, run, translate

BUILT = os.path.join(ROOT, "build", "same-answer")
LEVELS = ("-O1", "-O2", "-O3")
COMPILERS = {
    "gcc": ("gcc",),
    "clang": ("clang",),
    "zig": (sys.executable, "-m", "ziglang", "cc"),  # the newest clang, from a Python package
}
MINORS = (11, 12, 13)
# Of the installed kernel's speed: -O1 has half of it; clang 22 once made a loop six times slower.
SLOWEST = 1 / 3
BENCH = """
import json, sys
from search.bench import BenchReport, bench_results, positions_of
found = {}
for family in sys.argv[1:]:
    for net in (None, "none") if family == "five" else (None,):
        report = BenchReport(bench_results(positions_of(family), net=net, quick=True))
        name = family + (" without nets" if net else "")
        found[name] = report.signature, report.nodes_per_second
print(json.dumps(found))
"""
ABOUT = """
import json, sysconfig
print(json.dumps([sysconfig.get_path("include"), sysconfig.get_config_var("EXT_SUFFIX")]))
"""


Answers = dict[str, tuple[str, float]]  # by name of the bench: signature, nodes per CPU second


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A way to compile the kernel.

    compiler  the command
    flags     of the compiler, besides FLAGS
    python    path of the interpreter that loads it
    """

    name: str
    compiler: tuple[str, ...]
    flags: tuple[str, ...]
    python: str


def variants() -> list[Variant]:
    """All that this computer can build: its compilers at each level, then the other Pythons."""
    known = compilers()
    levels = {level: (level,) for level in LEVELS}
    compiled = [
        Variant(name=name + level, compiler=COMPILERS[name], flags=flags, python=sys.executable)
        for name in known
        for level, flags in (levels | v3_of(name)).items()
    ]
    return compiled + [
        Variant(
            name=f"python3.{minor}", compiler=COMPILERS[known[0]], flags=("-O2",), python=python
        )
        for minor, python in pythons_here().items()
        if minor in MINORS and minor != sys.version_info.minor and known
    ]


def v3_of(compiler: str) -> dict[str, tuple[str, ...]]:
    """The flags for the processors of `search.kernel.five_v3`, by the variant's name, if any."""
    if os.uname().machine != "x86_64":
        return {}
    processor = "-mcpu=x86_64_v3" if compiler == "zig" else "-march=x86-64-v3"
    return {"-O3-v3": ("-O3", processor)}


def compilers() -> list[str]:
    """The names of the compilers that this computer has."""
    return [
        name
        for name, command in COMPILERS.items()
        if (find_spec("ziglang") if name == "zig" else shutil.which(command[0]))
    ]


def answers(variant: Variant, folder: str, families: tuple[str, ...]) -> Answers:
    """Compile a variant in the folder and run the bench. Raises CannotBuildError."""
    about = [variant.python, "-c", ABOUT]
    include, suffix = json.loads(run(about, folder, f"asking {variant.python}"))
    for old in glob.glob(f"{folder}/{KERNEL}/*.so"):
        os.remove(old)
    for family in families:
        compile_family(folder, family, (*variant.compiler, *variant.flags), include, suffix)
    return bench(variant.python, folder, families, variant.name)


def bench(python: str, folder: str, families: tuple[str, ...], name: str) -> Answers:
    """The answers of the kernel in a folder. Raises CannotBuildError."""
    printed = json.loads(run([python, "-c", BENCH, *families], folder, f"the bench of {name}"))
    return {name: (signature, speed) for name, (signature, speed) in printed.items()}


def compare(chosen: list[Variant], families: tuple[str, ...]) -> int:
    """Build and run each variant; print what it answered; return the exit code."""
    os.makedirs(BUILT, exist_ok=True)
    wanted = bench(sys.executable, ROOT, families, "the installed kernel")
    print(f"{'installed':<16}", *(f"{name} {digits}" for name, (digits, _) in wanted.items()))
    different = slow = 0
    with tempfile.TemporaryDirectory(dir=BUILT) as folder:
        translate(folder, families)
        for variant in chosen:
            answered = answers(variant, folder, families)
            ratios = {name: speed / wanted[name][1] for name, (_, speed) in answered.items()}
            differs = any(answered[name][0] != digits for name, (digits, _) in wanted.items())
            is_slow = min(ratios.values()) < SLOWEST
            different, slow = different + differs, slow + is_slow
            told = (f"{name} {digits} {ratios[name]:.2f}" for name, (digits, _) in answered.items())
            marks = " DIFFERENT" * differs + " SLOW" * is_slow
            print(f"{variant.name:<16}", *told, marks, flush=True)
    print(f"{len(chosen)} variants, {different} with another answer, {slow} too slow")
    return 1 if different or slow else 0


def main(arguments: list[str] | None = None) -> int:
    """Read the command line and compare; return the exit code."""
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    if not compilers():
        print(f"same_answer cannot run: none of {', '.join(COMPILERS)}", file=sys.stderr)
        return 2
    try:
        known = {variant.name: variant for variant in variants()}
        options.add_argument("--variant", action="append", choices=list(known), help="only this")
        options.add_argument("--family", action="append", choices=FAMILIES, help="only this family")
        options.add_argument("--list", action="store_true", help="name the variants")
        given = options.parse_args(arguments)
        if given.list:
            print(*known, sep="\n")
            return 0
        chosen = [known[name] for name in given.variant or known]
        return compare(chosen, tuple(given.family or FAMILIES))
    except KeyboardInterrupt:
        return INTERRUPTED
    except CannotBuildError as error:
        print(f"same_answer cannot run: {error}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    end_on_signals()
    sys.exit(main())
