"""`pente bundle`: writes a hand-in for the file harness and tries it."""

from __future__ import annotations

import sys

import rich_click as click

from agent.bundle.contents import folder_contents, single_file_contents
from agent.bundle.kernel import Kernel, best_kernel, can_compile, description, serves
from agent.bundle.pythons import minor_of, pythons_here
from agent.bundle.target import LIST, BundleError, check_target, write_bundle
from agent.bundle.trial import Trial, try_out
from cli.options import json_option
from cli.output.progress import Progress
from cli.output.settings import print_answer

# Files of a bundle by their suffixes.
KINDS = (
    ((".so", ".pyd"), "compiled kernel"),
    (".pyc", "byte code"),
    (".py", "Python sources"),
    ("", "weights, book and texts"),
)


@click.command(epilog="Example: pente bundle handin")
@click.argument("folder", type=click.Path(file_okay=False))
@click.option(
    "--single-file",
    is_flag=True,
    help="Write one file, homework.py, in plain Python.",
)
@click.option(
    "--python",
    "versions",
    multiple=True,
    metavar="VERSION",
    help="Python of the grader, such as 3.10; repeat it for several. Refuse to write a bundle "
    "without a kernel for it. [default: the Pythons of this computer]",
)
@click.option("--force", is_flag=True, help="Replace other files, and sources that you changed.")
@json_option
def bundle(*, folder: str, single_file: bool, versions: tuple[str, ...], force: bool) -> None:
    """Write a self-contained player into FOLDER, to hand it in.

    FOLDER then holds homework.py, calibrate.py, the modules that they need, weights, book and the
    compiled kernel. In a checkout after `sh install.sh --extra hand-in`, the kernel is for every
    Python from 3.7 on, on Linux with an x86-64 or aarch64 processor. Where there is none, the
    search is in plain Python, which is weaker. With --single-file FOLDER holds one homework.py with
    all of that but the kernel and the calibration. Nothing needs to be installed where it plays.

    FOLDER must be new, empty or an earlier bundle. At the end one move of the bundle is tried with
    each Python of this computer, or of --python.

    Your course's rules about your own work apply: ask before you hand in code that you did not
    write.
    """
    if single_file and versions:
        raise click.UsageError("--python chooses a kernel, and --single-file has none")
    check_target(folder, force=force)
    minors = [minor_of(version) for version in versions]
    pythons = _pythons(minors)
    if single_file:
        kernel, contents = None, single_file_contents()
    else:
        kernel = _kernel_for(minors)
        contents = folder_contents(kernel.files, pythons.values())
    write_bundle(folder, contents, force=force)
    trials = {f"3.{minor}": try_out(folder, python) for minor, python in pythons.items()}
    _report(folder, contents, kernel, trials)
    elsewhere = [f"3.{minor}" for minor in minors if minor not in pythons]
    if elsewhere:
        print(f"not tried: Python {', '.join(elsewhere)} is not on this computer", file=sys.stderr)
    weak = [version for version, trial in trials.items() if trial.is_weak]
    if minors and weak:
        raise BundleError(f"Python {', '.join(weak)} did not load the kernel: see the reason above")


def _pythons(minors: list[int]) -> dict[int, str]:
    """The interpreters to try, by the N of their versions 3.N: those wanted, or all.

    This one, if there is none.
    """
    own = sys.version_info.minor
    here = {**pythons_here(), own: sys.executable}
    wanted = {minor: here[minor] for minor in sorted(minors or here) if minor in here}
    return wanted or {own: sys.executable}


def _kernel_for(minors: list[int]) -> Kernel:
    """The best kernel. Raises BundleError if one of these Pythons would have none."""
    with Progress() as progress:
        if can_compile():
            progress.line("compiling the kernel, which takes a minute the first time")
        kernel = best_kernel()
    left_out = [f"3.{minor}" for minor in minors if not serves(kernel.files, minor)]
    if left_out:
        raise BundleError(f"no kernel for Python {', '.join(left_out)}: {kernel.lack}")
    return kernel


def _report(
    folder: str, contents: dict[str, bytes], kernel: Kernel | None, trials: dict[str, Trial]
) -> None:
    """Print what was written and how the trials ended."""
    whole = sum(map(len, contents.values()))
    for line in dict.fromkeys(trial.said for trial in trials.values() if trial.said):
        print(line, file=sys.stderr)
    rows = [
        f"{folder}: {len(contents)} files, {_size(whole)}, and {LIST}",
        *(f"  {line}" for line in summary(contents)),
    ]
    fields: dict[str, object] = {"folder": folder, "files": len(contents), "bytes": whole}
    if kernel is not None:
        fields["kernel"] = served = description(kernel.files)
        rows.append(f"kernel: {served}" + (f" ({kernel.lack})" if kernel.lack else ""))
    for version, trial in trials.items():
        how = "in plain Python" if trial.is_weak else "with the kernel"
        seconds = f"{trial.cpu_s:.2f} CPU s of 5"
        rows.append(
            f"tried: {trial.answer} for the sample position, {seconds}, Python {version} {how}"
        )
    first = next(iter(trials.values()))
    fields.update({"tried": first.answer, "seconds_cpu": round(first.cpu_s, 6)})
    fields["pythons"] = {version: not trial.is_weak for version, trial in trials.items()}
    print_answer(lambda: fields, lambda: "\n".join(rows))


def summary(contents: dict[str, bytes]) -> list[str]:
    """A line for each kind of file: how many there are, and their size."""
    sizes: dict[str, list[int]] = {}
    for path, content in contents.items():
        kind = next(kind for suffix, kind in KINDS if path.endswith(suffix))
        sizes.setdefault(kind, []).append(len(content))
    return [
        f"{kind:<24}{len(sizes[kind]):>4} files{_size(sum(sizes[kind])):>12}"
        for _, kind in KINDS
        if kind in sizes
    ]


def _size(count: int) -> str:
    return f"{count / 1e6:.2f} MB" if count >= 1e6 else f"{count / 1e3:.1f} kB"
