"""`pente bundle`: a self-contained hand-in for the file harness."""

from __future__ import annotations

import sys

import rich_click as click

from agent.bundle.contents import folder_contents, single_file_contents
from agent.bundle.target import LIST, check_target, write_bundle
from agent.bundle.trial import try_out
from cli.options import json_option
from cli.output.settings import print_answer

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
@click.option("--force", is_flag=True, help="Replace other files, and sources that you changed.")
@json_option
def bundle(*, folder: str, single_file: bool, force: bool) -> None:
    """Write a self-contained player into FOLDER, to hand it in.

    FOLDER then holds homework.py, calibrate.py, the modules that they need, weights, book and the
    compiled kernel for this version of Python. Other versions from 3.7 on search in plain Python,
    which is weaker. With --single-file it holds one homework.py with all of that but the kernel and
    the calibration. No package needs to be installed.

    FOLDER must be new, empty or an earlier bundle. One move of the bundle is tried at the end.

    Your course's rules about your own work apply: ask before you hand in code that you did not
    write.
    """
    check_target(folder, force=force)
    contents = single_file_contents() if single_file else folder_contents()
    write_bundle(folder, contents, force=force)
    whole = sum(map(len, contents.values()))
    trial = try_out(folder)
    for line in trial.said.splitlines():
        print(line, file=sys.stderr)
    rows = [
        f"{folder}: {len(contents)} files, {_size(whole)}, and {LIST}",
        *(f"  {line}" for line in summary(contents)),
        f"tried: {trial.answer} for the sample position, {trial.cpu_s:.2f} CPU s of 5",
    ]
    fields = {"folder": folder, "files": len(contents), "bytes": whole, "tried": trial.answer}
    seconds = round(trial.cpu_s, 6)
    print_answer(lambda: {**fields, "seconds_cpu": seconds}, lambda: "\n".join(rows))


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
