"""The command `report`: a study as one page of HTML."""

from __future__ import annotations

import rich_click as click

from cli.extra import from_extra
from cli.options import json_option, path_option
from cli.output.settings import print_answer, write_report


@click.command(epilog="Example: pente report --study night")
@click.argument("study", required=False, type=click.Path(file_okay=False), metavar="[FOLDER]")
@path_option(
    "--study",
    "folder",
    metavar="FOLDER",
    text="Folder of the study; may also be given without `--study`.",
)
@path_option("--output", text="File of the report. [default: FOLDER/report.html]")
@json_option
def report(*, study: str | None, folder: str | None, output: str | None) -> None:
    """Write a report of a study as one page of HTML, and print its path."""
    if (study is None) == (folder is None):
        raise click.UsageError("name one study: --study FOLDER")
    folder = folder or study
    assert folder is not None, "one of them is given"
    with from_extra("tuning"):
        from tuning.report import report as page_of  # noqa: PLC0415 - the extra may be missing
    path = write_report(page_of(folder), folder, output)
    print_answer(lambda: {"report": path}, lambda: path)
